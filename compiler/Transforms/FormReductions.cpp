//===- FormReductions.cpp - what iterations share, made explicit ----------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A variable into which a loop accumulates gets a part of its own in each
// iteration, a colliding element an indivisible update. Where not all that
// iterations share can be brought into one of these forms, the loop stays as it
// is and runs in order.
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dependence.h"
#include "Analysis/Updates.h"
#include "Transforms/InvariantElements.h"
#include "Transforms/Passes.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::pyk;

namespace gpujit {
#define GEN_PASS_DEF_FORMREDUCTIONS
#include "Transforms/Passes.h.inc"
} // namespace gpujit

//===----------------------------------------------------------------------===//
// Identities
//===----------------------------------------------------------------------===//

/// The extreme that no value of the type is beyond.
static Attribute extremeOf(Type type, bool greatest) {
  Builder builder(type.getContext());
  if (isFloating(type)) {
    double infinity = std::numeric_limits<double>::infinity();
    return builder.getF64FloatAttr(greatest ? infinity : -infinity);
  }
  unsigned width = bitWidth(type);
  APInt value = isBool(type) || !isSignedInteger(type)
                    ? (greatest ? APInt::getMaxValue(width) : APInt(width, 0))
                    : (greatest ? APInt::getSignedMaxValue(width)
                                : APInt::getSignedMinValue(width));
  bool isSigned = !isBool(type) && isSignedInteger(type);
  return builder.getI64IntegerAttr(isSigned ? value.getSExtValue()
                                            : value.getZExtValue());
}

/// The value that changes nothing. A sum of floats starts at -0.0, which leaves
/// the sign of a zero alone.
static Attribute identityOf(UpdateKind kind, Type type) {
  Builder builder(type.getContext());
  auto number = [&](double real, int64_t integer) -> Attribute {
    if (isFloating(type))
      return builder.getF64FloatAttr(real);
    return builder.getI64IntegerAttr(integer);
  };
  switch (kind) {
  case UpdateKind::sum:
    return number(-0.0, 0);
  case UpdateKind::product:
    return number(1.0, 1);
  case UpdateKind::all:
    return builder.getI64IntegerAttr(
        isBool(type) ? 1
        : isSignedInteger(type)
            ? -1
            : APInt::getMaxValue(bitWidth(type)).getZExtValue());
  case UpdateKind::any:
  case UpdateKind::parity:
    return builder.getI64IntegerAttr(0);
  case UpdateKind::least:
    return extremeOf(type, /*greatest=*/true);
  case UpdateKind::greatest:
    return extremeOf(type, /*greatest=*/false);
  case UpdateKind::none:
    break;
  }
  llvm_unreachable("an update has a kind");
}

//===----------------------------------------------------------------------===//
// Whether a reduction has a combination
//===----------------------------------------------------------------------===//

static Type valueTypeOf(Value slot) {
  return cast<RefType>(slot.getType()).getValueType();
}

static bool isExtremum(UpdateKind kind) {
  return kind == UpdateKind::least || kind == UpdateKind::greatest;
}

/// Whether parts can be combined to what the loop gives in order. `min(x, s)`
/// of floats forgets what came before a NaN, so its parts don't say enough; of
/// `if x <= s` it can't be seen whether a part ever took a value.
static bool canCombine(const SlotReduction &reduction) {
  Type type = valueTypeOf(reduction.slot);
  auto isPlain = [](Value slot) {
    auto var = slot.getDefiningOp<VarOp>();
    return isScalar(valueTypeOf(slot)) && (!var || !var.getTracked());
  };
  if (!isPlain(reduction.slot) || !llvm::all_of(reduction.companions, isPlain))
    return false;
  if (!isExtremum(reduction.kind))
    return reduction.companions.empty();
  bool needsOrder = isFloating(type) || !reduction.companions.empty();
  if (needsOrder && !reduction.isUniform)
    return false;
  if (isa<MinOp, MaxOp>(reduction.combiner))
    return !isFloating(type) || reduction.oldOperand == 0;
  if (auto cmp = dyn_cast<CmpOp>(reduction.combiner))
    return reduction.companions.empty() ||
           cmp.getPredicate() == Predicate::lt ||
           cmp.getPredicate() == Predicate::gt;
  return true;
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

/// One of two values by an arithmetic operation like the reduction's own.
static Value combineByArithmetic(OpBuilder &builder, SlotReduction &reduction,
                                 Value earlier, Value later) {
  Location loc = reduction.combiner->getLoc();
  Type type = earlier.getType();
  auto make = [&](auto op) -> Value {
    return decltype(op)::create(builder, loc, type, earlier, later,
                                /*exact=*/false, /*target=*/StringAttr());
  };
  switch (reduction.kind) {
  case UpdateKind::sum:
    return make(AddOp());
  case UpdateKind::product:
    return make(MulOp());
  case UpdateKind::all:
    return make(AndOp());
  case UpdateKind::any:
    return make(OrOp());
  case UpdateKind::parity:
    return make(XorOp());
  default:
    break;
  }
  Operation *copy = reduction.combiner->clone();
  copy->setOperand(reduction.oldOperand, earlier);
  copy->setOperand(1 - reduction.oldOperand, later);
  return builder.insert(copy)->getResult(0);
}

/// What a later part brings takes the place of what is there where the loop's
/// own comparison says so.
static SmallVector<Value> combineByComparison(OpBuilder &builder,
                                              SlotReduction &reduction,
                                              ValueRange earlier,
                                              ValueRange later) {
  auto cmp = cast<CmpOp>(reduction.combiner);
  Location loc = cmp.getLoc();
  Operation *copy = cmp->clone();
  copy->setOperand(reduction.oldOperand, earlier[0]);
  copy->setOperand(1 - reduction.oldOperand, later[0]);
  builder.insert(copy);
  auto choice =
      IfOp::create(builder, loc, earlier.getTypes(), copy->getResult(0));
  OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(&choice.getThenRegion());
  YieldOp::create(builder, loc, later);
  builder.createBlock(&choice.getElseRegion());
  YieldOp::create(builder, loc, earlier);
  return choice.getResults();
}

/// Gives each iteration of the loop its own part of the accumulator.
static void formPartial(ForOp loop, SlotReduction &reduction) {
  SmallVector<Value> variables{reduction.slot};
  llvm::append_range(variables, reduction.companions);
  Location loc = reduction.combiner->getLoc();
  Block &body = loop.getBody().front();
  OpBuilder builder(&body, body.begin());

  SmallVector<Value> identities;
  SmallVector<Type> types, refs;
  for (Value variable : variables) {
    Type type = valueTypeOf(variable);
    Attribute identity = variable == reduction.slot
                             ? identityOf(reduction.kind, type)
                             : identityOf(UpdateKind::sum, type);
    identities.push_back(ConstantOp::create(builder, loc, type, identity));
    types.push_back(type);
    refs.push_back(variable.getType());
  }
  bool isOrdered = isExtremum(reduction.kind) &&
                   (isFloating(types.front()) || variables.size() > 1);
  auto partial = pyk::PartialOp::create(builder, loc, refs, variables,
                                        identities, isOrdered);
  SmallVector<Type> twice(types);
  llvm::append_range(twice, types);
  Block *combine =
      builder.createBlock(&partial.getCombine(), {}, twice,
                          SmallVector<Location>(twice.size(), loc));
  ValueRange values = combine->getArguments();
  ValueRange earlier = values.take_front(types.size()),
             later = values.drop_front(types.size());
  SmallVector<Value> combined;
  if (isa<CmpOp>(reduction.combiner))
    combined = combineByComparison(builder, reduction, earlier, later);
  else
    combined = {combineByArithmetic(builder, reduction, earlier[0], later[0])};
  YieldOp::create(builder, loc, combined);

  for (auto [variable, part] : llvm::zip(variables, partial.getParts()))
    variable.replaceUsesWithIf(part, [&](OpOperand &use) {
      return use.getOwner() != partial &&
             loop->isProperAncestor(use.getOwner());
    });
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// The operations of the chain from the loaded element to what is stored,
/// without the load.
static llvm::SetVector<Operation *> chainOf(ArrayUpdate &update) {
  llvm::SetVector<Operation *> chain;
  Value value = update.load.getResult();
  while (value != update.store->getOperand(0)) {
    Operation *next = *value.user_begin();
    chain.insert(next);
    value = next->getResult(0);
  }
  return chain;
}

/// Whether the element's new value can be computed in one indivisible step.
static bool canUpdate(ArrayUpdate &update, bool allowFloats) {
  Type element = update.load.getType();
  if (isBool(element) || (!allowFloats && isFloating(element)))
    return false;
  return llvm::none_of(chainOf(update), mayRaise);
}

static void formUpdate(ArrayUpdate &update) {
  OpBuilder builder(update.store);
  Location loc = update.store.getLoc();
  bool isInbounds = update.load.getInbounds() || update.store.getInbounds();
  auto made = UpdateOp::create(builder, loc, update.load.getNameAttr(),
                               update.store.getArray(),
                               update.load.getIndices(), isInbounds);
  Block *compute = builder.createBlock(&made.getCompute(), {},
                                       {update.load.getType()}, {loc});
  llvm::SetVector<Operation *> chain = chainOf(update);
  Value result = update.store.getValue();
  update.load.getResult().replaceAllUsesWith(compute->getArgument(0));
  update.store.erase();
  for (Operation *op : chain)
    op->moveBefore(compute, compute->end());
  if (chain.empty())
    result = compute->getArgument(0);
  builder.setInsertionPointToEnd(compute);
  YieldOp::create(builder, loc, result);
  update.load.erase();
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

namespace {
/// Brings all that the iterations of one loop share into explicit form, or
/// nothing.
class LoopFormer {
public:
  LoopFormer(ForOp loop, Arrays &arrays, bool reproducible)
      : loop(loop), arrays(arrays), numbering(loop, arrays),
        reproducible(reproducible) {}

  void form();

private:
  bool matchUpdates();

  ForOp loop;
  Arrays &arrays;
  ValueNumbering numbering;
  bool reproducible;
  SmallVector<ArrayUpdate> updates;
};
} // namespace

bool LoopFormer::matchUpdates() {
  bool isMatched = true;
  loop.getBody().walk([&](StoreOp store) {
    if (!store->hasAttr(kCollidesAttr))
      return;
    auto update = matchArrayUpdate(store, arrays, numbering);
    // Sums of floats in one element belong to a tree, not to the order in which
    // threads arrive.
    bool isSpread = !llvm::all_of(store.getIndices(), [&](Value index) {
      return numbering.isInvariant(index);
    });
    bool allowFloats = isSpread && !reproducible;
    if (update && canUpdate(*update, allowFloats))
      updates.push_back(*update);
    else
      isMatched = false;
  });
  return isMatched;
}

void LoopFormer::form() {
  promoteInvariantElements(loop, arrays, numbering);
  LoopReductions found = matchReductions(loop, numbering);
  if (!found.rest.empty() || !llvm::all_of(found.reductions, canCombine) ||
      !matchUpdates())
    return;
  for (SlotReduction &reduction : found.reductions)
    formPartial(loop, reduction);
  for (ArrayUpdate &update : updates)
    formUpdate(update);
  loop.setConcurrent(true);
}

namespace {
struct FormReductions : gpujit::impl::FormReductionsBase<FormReductions> {
  using FormReductionsBase::FormReductionsBase;

  void runOnOperation() override {
    Arrays arrays(getOperation());
    getOperation().walk<WalkOrder::PreOrder>([&](ForOp loop) {
      if (loop.getVerdict() == Verdict::reduction ||
          loop.getVerdict() == Verdict::atomic)
        LoopFormer(loop, arrays, reproducible).form();
    });
    getOperation().walk(
        [](StoreOp store) { store->removeAttr(kCollidesAttr); });
  }
};
} // namespace
