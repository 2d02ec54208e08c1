//===- Extremes.cpp - the least and greatest value of a subscript ---------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Extremes.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::pyk;

static constexpr int64_t symbolLimit = int64_t(1) << 31;
static constexpr int64_t largestTable = 4095;

ExtremesBuilder::ExtremesBuilder(Operation *nest) : nest(nest), builder(nest) {
  assumeSymbols();
}

/// An argument of the kernel, an extent of one, or the variable of a loop
/// around the nest: what the host knows and nothing else says anything about.
bool ExtremesBuilder::isSymbol(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *owner = argument.getOwner()->getParentOp();
    return isa<FuncOp>(owner) ? isInteger(value.getType())
                              : owner->isProperAncestor(nest);
  }
  auto extent = value.getDefiningOp<ExtentOp>();
  if (!extent)
    return false;
  auto array = dyn_cast<BlockArgument>(extent.getArray());
  return array && isa<FuncOp>(array.getOwner()->getParentOp());
}

/// A symbol whose type says too little: a Python int, or one that was a 64-bit
/// argument.
bool ExtremesBuilder::isWideSymbol(Value value) {
  if (!isa<PyIntType>(value.getType()))
    return false;
  auto cast = value.getDefiningOp<CastOp>();
  return cast ? isSymbol(cast.getInput()) &&
                    cast.getInput().getType().isSignedInteger(64)
              : isSymbol(value);
}

/// Values are checked to be small before the first copy of the nest runs, so
/// inside it that may be taken for granted.
void ExtremesBuilder::assumeSymbols() {
  auto assume = [&](Value value) {
    if (!isWideSymbol(value))
      return;
    bool isExtent = value.getDefiningOp<ExtentOp>() != nullptr;
    intervals.assume(value, {isExtent ? 0 : -symbolLimit, symbolLimit});
  };
  auto func = nest->getParentOfType<FuncOp>();
  for (BlockArgument argument : func.getBody().getArguments())
    assume(argument);
  for (Operation *loop = nest->getParentOp(); loop; loop = loop->getParentOp())
    if (auto forOp = dyn_cast<ForOp>(loop))
      assume(forOp.getInductionVar());
  func.walk([&](Operation *op) {
    if (isa<ExtentOp, CastOp>(op))
      assume(op->getResult(0));
  });
}

/// Whether `value` is there before the nest and the host can have computed it.
bool ExtremesBuilder::isHostValue(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || isSymbol(value))
    return isSymbol(value);
  if (op->getNumRegions() != 0 || op->getNumResults() != 1)
    return false;
  if (isa<CastOp>(op))
    return isInteger(op->getOperand(0).getType()) &&
           isInteger(value.getType()) && isHostValue(op->getOperand(0));
  return isa<ConstantOp>(op) ||
         (isa<AddOp, SubOp, MulOp, FloorDivOp, ModOp, MinOp, MaxOp, NegOp>(
              op) &&
          isa<PyIntType>(value.getType()) &&
          llvm::all_of(op->getOperands(),
                       [&](Value operand) { return isHostValue(operand); }));
}

Value ExtremesBuilder::constant(int64_t value) {
  Value &known = constants[value];
  if (!known)
    known = ConstantOp::create(builder, nest->getLoc(),
                               PyIntType::get(builder.getContext()),
                               builder.getI64IntegerAttr(value));
  return known;
}

Value ExtremesBuilder::compare(Predicate predicate, Value lhs, Value rhs) {
  return CmpOp::create(builder, nest->getLoc(), builder.getI1Type(), predicate,
                       lhs, rhs);
}

template <typename OpTy>
Value ExtremesBuilder::exact(Value lhs, Value rhs) {
  auto op = OpTy::create(builder, nest->getLoc(), lhs.getType(), lhs, rhs,
                         /*exact=*/true, /*target=*/StringAttr());
  std::optional<WideInterval> range = intervals.exactResult(op);
  if (range && range->within(Interval()))
    return op;
  op.erase();
  return {};
}

std::optional<Extremes> ExtremesBuilder::single(Value value) {
  return pair(value, value);
}

std::optional<Extremes> ExtremesBuilder::pair(Value least, Value greatest) {
  if (!least || !greatest)
    return std::nullopt;
  return Extremes{least, greatest};
}

/// Whether what `op` gives is there in front of `nest`.
static bool standsBefore(Operation *op, Operation *nest) {
  Operation *around = op->getBlock()->findAncestorOpInBlock(*nest);
  return around && op->isBeforeInBlock(around);
}

SmallVector<Value> ExtremesBuilder::extentsOf(Value array, unsigned axis) {
  llvm::SetVector<Value> arrays;
  arrays.insert(array);
  SmallVector<Value> found;
  for (unsigned next = 0; next < arrays.size(); ++next) {
    auto get = arrays[next].getDefiningOp<GetOp>();
    if (!get) {
      found.push_back(extentOf(arrays[next], axis));
      if (!found.back())
        return {};
      continue;
    }
    for (Operation *user : get.getRef().getUsers())
      if (auto set = dyn_cast<SetOp>(user))
        arrays.insert(set.getValue());
  }
  return found;
}

Value ExtremesBuilder::extentOf(Value array, unsigned axis) {
  auto alloc = array.getDefiningOp<AllocOp>();
  if (alloc && alloc.constantExtent(axis))
    return constant(*alloc.constantExtent(axis));
  auto argument = dyn_cast<BlockArgument>(array);
  if (alloc ? !standsBefore(alloc, nest)
            : !argument || !isa<FuncOp>(argument.getOwner()->getParentOp()))
    return {};
  Value &known = extents[{array, axis}];
  if (!known) {
    known = ExtentOp::create(builder, nest->getLoc(),
                             PyIntType::get(builder.getContext()), array, axis);
    intervals.assume(known, {0, symbolLimit});
    used.insert(known);
  }
  return known;
}

void ExtremesBuilder::require(Value value) {
  SmallVector<Value> todo{value};
  while (!todo.empty()) {
    Value next = todo.pop_back_val();
    if (!visited.insert(next).second)
      continue;
    Operation *op = next.getDefiningOp();
    if (auto extent = dyn_cast_or_null<ExtentOp>(op)) {
      extentOf(extent.getArray(), extent.getAxis());
    } else if (isWideSymbol(next)) {
      // Inside the nest it can't be tested in front of it, but its copy can.
      if (nest->isAncestor(next.getParentBlock()->getParentOp()))
        extremesOf(next);
      else
        used.insert(next);
    } else if (auto get = dyn_cast_or_null<GetOp>(op)) {
      for (Operation *user : get.getRef().getUsers())
        if (auto set = dyn_cast<SetOp>(user))
          todo.push_back(set.getValue());
    } else if (op) {
      todo.append(op->operand_begin(), op->operand_end());
      op->walk([&](Operation *end) {
        if (isa<YieldOp, ReturnOp>(end))
          todo.append(end->operand_begin(), end->operand_end());
      });
    } else if (auto loop =
                   dyn_cast<ForOp>(next.getParentBlock()->getParentOp())) {
      todo.append(loop->operand_begin(), loop->operand_end());
    }
  }
}

std::optional<Extremes> ExtremesBuilder::extremesOf(Value value) {
  auto found = known.find(value);
  if (found != known.end())
    return found->second;
  std::optional<Extremes> result = compute(value);
  // A small range of indices, as of a uint8, is worth a check against the
  // extent.
  Interval range = intervals.of(value);
  if (!result && isa<PyIntType>(value.getType()) && range.lo >= 0 &&
      range.hi <= largestTable)
    result = pair(constant(range.lo), constant(range.hi));
  known[value] = result;
  return result;
}

std::optional<Extremes> ExtremesBuilder::compute(Value value) {
  if (!isa<PyIntType>(value.getType()))
    return std::nullopt;
  if (std::optional<int64_t> number = constantValue(value))
    return single(constant(*number));
  if (auto extent = value.getDefiningOp<ExtentOp>())
    return single(extentOf(extent.getArray(), extent.getAxis()));
  bool isInside = nest->isAncestor(value.getParentBlock()->getParentOp());
  if (!isInside)
    return isHostValue(value) ? single(value) : std::nullopt;
  if (auto cast = value.getDefiningOp<CastOp>())
    return ofCast(cast);
  if (Operation *op = value.getDefiningOp())
    return ofArithmetic(op);
  auto loop = dyn_cast<ForOp>(value.getParentBlock()->getParentOp());
  return loop ? ofLoop(loop) : std::nullopt;
}

/// An argument that is converted inside the nest is converted in front of it
/// too.
std::optional<Extremes> ExtremesBuilder::ofCast(CastOp cast) {
  if (!isSymbol(cast.getInput()) ||
      cast.getInput().getType().isUnsignedInteger(64))
    return std::nullopt;
  Value copy = builder.clone(*cast)->getResult(0);
  if (isWideSymbol(copy)) {
    intervals.assume(copy, {-symbolLimit, symbolLimit});
    used.insert(copy);
  }
  return single(copy);
}

std::optional<Extremes> ExtremesBuilder::ofLoop(ForOp loop) {
  auto lower = extremesOf(loop.getLower()), upper = extremesOf(loop.getUpper());
  Interval step = intervals.of(loop.getStep());
  if (!lower || !upper)
    return std::nullopt;
  if (step.lo > 0)
    return pair(lower->least, exact<SubOp>(upper->greatest, constant(1)));
  if (step.hi < 0)
    return pair(exact<AddOp>(upper->least, constant(1)), lower->greatest);
  return std::nullopt;
}

std::optional<Extremes> ExtremesBuilder::ofArithmetic(Operation *op) {
  if (!isa<AddOp, SubOp, MulOp, FloorDivOp, ModOp, MinOp, MaxOp, NegOp>(op))
    return std::nullopt;
  auto a = extremesOf(op->getOperand(0));
  if (!a)
    return std::nullopt;
  if (isa<NegOp>(op)) {
    Value zero = constant(0);
    return pair(exact<SubOp>(zero, a->greatest), exact<SubOp>(zero, a->least));
  }
  auto b = extremesOf(op->getOperand(1));
  if (!b)
    return std::nullopt;
  // A value of the host's is computed once.
  bool isSingle = a->least == a->greatest && b->least == b->greatest;
  using Result = std::optional<Extremes>;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case<AddOp, MinOp, MaxOp>([&](auto typed) -> Result {
        using OpTy = decltype(typed);
        Value least = exact<OpTy>(a->least, b->least);
        return pair(least,
                    isSingle ? least : exact<OpTy>(a->greatest, b->greatest));
      })
      .Case([&](SubOp) -> Result {
        Value least = exact<SubOp>(a->least, b->greatest);
        return pair(least,
                    isSingle ? least : exact<SubOp>(a->greatest, b->least));
      })
      .Case([&](MulOp) { return ofProduct(*a, *b); })
      .Case([&](FloorDivOp) -> Result {
        if (!isSingle && b->least != b->greatest)
          return std::nullopt;
        if (intervals.of(b->least).lo <= 0)
          return std::nullopt;
        Value least = exact<FloorDivOp>(a->least, b->least);
        return pair(least, isSingle ? least
                                    : exact<FloorDivOp>(a->greatest, b->least));
      })
      .Case([&](ModOp) { return ofRemainder(*a, *b); })
      .Default(std::nullopt);
}

std::optional<Extremes> ExtremesBuilder::ofProduct(Extremes a, Extremes b) {
  if (a.least == a.greatest && b.least == b.greatest)
    return single(exact<MulOp>(a.least, b.least));
  if (intervals.of(a.least).lo >= 0 && intervals.of(b.least).lo >= 0)
    return pair(exact<MulOp>(a.least, b.least),
                exact<MulOp>(a.greatest, b.greatest));
  Value least, greatest;
  llvm::SmallSetVector<std::pair<Value, Value>, 4> corners;
  for (Value x : {a.least, a.greatest})
    for (Value y : {b.least, b.greatest})
      corners.insert({x, y});
  for (auto [x, y] : corners) {
    Value product = exact<MulOp>(x, y);
    if (!product)
      return std::nullopt;
    least = least ? exact<MinOp>(least, product) : product;
    greatest = greatest ? exact<MaxOp>(greatest, product) : product;
  }
  return pair(least, greatest);
}

/// Between 0 and the divisor, where that is positive.
std::optional<Extremes> ExtremesBuilder::ofRemainder(Extremes a, Extremes b) {
  if (intervals.of(b.least).lo <= 0)
    required.insert(compare(Predicate::gt, b.least, constant(0)));
  return pair(constant(0), exact<SubOp>(b.greatest, constant(1)));
}
