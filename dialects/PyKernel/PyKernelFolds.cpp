//===- PyKernelFolds.cpp - folds of pyk -----------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only what can't raise is folded: a constant expression that raises stays, so
// that it raises with its line.
//
//===----------------------------------------------------------------------===//

#include "PyKernel/PyKernel.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace gpujit::pyk;

/// The 64 bits of an integer constant of Python's type.
static std::optional<int64_t> weakInt(Attribute attribute, Type type) {
  auto integer = dyn_cast_or_null<IntegerAttr>(attribute);
  if (!integer || !isa<PyIntType>(type))
    return std::nullopt;
  return integer.getInt();
}

static Attribute intAttr(MLIRContext *context, int64_t value) {
  return IntegerAttr::get(IntegerType::get(context, 64), value);
}

/// Folds an operation on two Python ints; `compute` returns nothing where
/// Python raises or leaves 64 bits.
static OpFoldResult
foldInts(Operation *op, Attribute lhs, Attribute rhs,
         llvm::function_ref<std::optional<int64_t>(int64_t, int64_t)> compute) {
  Type type = op->getResult(0).getType();
  auto a = weakInt(lhs, type), b = weakInt(rhs, type);
  if (!a || !b)
    return {};
  std::optional<int64_t> result = compute(*a, *b);
  return result ? OpFoldResult(intAttr(op->getContext(), *result)) : nullptr;
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

OpFoldResult CastOp::fold(FoldAdaptor) {
  if (getInput().getType() == getType())
    return getInput();
  return {};
}

OpFoldResult NotOp::fold(FoldAdaptor) {
  if (auto inner = getOperand().getDefiningOp<NotOp>())
    return inner.getOperand();
  return {};
}

OpFoldResult AddOp::fold(FoldAdaptor adaptor) {
  if (weakInt(adaptor.getRhs(), getType()) == 0)
    return getLhs();
  if (weakInt(adaptor.getLhs(), getType()) == 0)
    return getRhs();
  return foldInts(*this, adaptor.getLhs(), adaptor.getRhs(),
                  [](int64_t a, int64_t b) -> std::optional<int64_t> {
                    int64_t sum;
                    if (llvm::AddOverflow(a, b, sum))
                      return std::nullopt;
                    return sum;
                  });
}

OpFoldResult SubOp::fold(FoldAdaptor adaptor) {
  if (weakInt(adaptor.getRhs(), getType()) == 0)
    return getLhs();
  return foldInts(*this, adaptor.getLhs(), adaptor.getRhs(),
                  [](int64_t a, int64_t b) -> std::optional<int64_t> {
                    int64_t difference;
                    if (llvm::SubOverflow(a, b, difference))
                      return std::nullopt;
                    return difference;
                  });
}

OpFoldResult MulOp::fold(FoldAdaptor adaptor) {
  if (weakInt(adaptor.getRhs(), getType()) == 1)
    return getLhs();
  if (weakInt(adaptor.getLhs(), getType()) == 1)
    return getRhs();
  return foldInts(*this, adaptor.getLhs(), adaptor.getRhs(),
                  [](int64_t a, int64_t b) -> std::optional<int64_t> {
                    int64_t product;
                    if (llvm::MulOverflow(a, b, product))
                      return std::nullopt;
                    return product;
                  });
}

OpFoldResult FloorDivOp::fold(FoldAdaptor adaptor) {
  if (weakInt(adaptor.getRhs(), getType()) == 1)
    return getLhs();
  return foldInts(*this, adaptor.getLhs(), adaptor.getRhs(),
                  [](int64_t a, int64_t b) -> std::optional<int64_t> {
                    if (b == 0 || b == -1)
                      return std::nullopt;
                    return llvm::divideFloorSigned(a, b);
                  });
}

OpFoldResult ModOp::fold(FoldAdaptor adaptor) {
  return foldInts(*this, adaptor.getLhs(), adaptor.getRhs(),
                  [](int64_t a, int64_t b) -> std::optional<int64_t> {
                    if (b == 0 || b == -1)
                      return std::nullopt;
                    return a - b * llvm::divideFloorSigned(a, b);
                  });
}

OpFoldResult NegOp::fold(FoldAdaptor adaptor) {
  auto value = weakInt(adaptor.getOperand(), getType());
  if (!value || *value == INT64_MIN)
    return {};
  return intAttr(getContext(), -*value);
}

//===----------------------------------------------------------------------===//
// Canonical forms
//===----------------------------------------------------------------------===//

static Predicate opposite(Predicate predicate) {
  switch (predicate) {
  case Predicate::lt:
    return Predicate::ge;
  case Predicate::le:
    return Predicate::gt;
  case Predicate::gt:
    return Predicate::le;
  case Predicate::ge:
    return Predicate::lt;
  case Predicate::eq:
    return Predicate::ne;
  case Predicate::ne:
    return Predicate::eq;
  }
  llvm_unreachable("all predicates have an opposite");
}

LogicalResult NotOp::canonicalize(NotOp op, PatternRewriter &rewriter) {
  auto cmp = op.getOperand().getDefiningOp<CmpOp>();
  if (!cmp)
    return rewriter.notifyMatchFailure(op, "not of a comparison");
  Predicate predicate = cmp.getPredicate();
  bool isOrder = predicate != Predicate::eq && predicate != Predicate::ne;
  if (isOrder && isFloating(cmp.getLhs().getType()))
    return rewriter.notifyMatchFailure(op, "a NaN has no order");
  rewriter.replaceOpWithNewOp<CmpOp>(op, op.getType(), opposite(predicate),
                                     cmp.getLhs(), cmp.getRhs());
  return success();
}

/// Whether nothing from `first` to `last`, both excluded, uses the slot or may
/// leave the block.
static bool isUntouched(Value slot, Operation *first, Operation *last) {
  for (Operation *op = first->getNextNode(); op != last;
       op = op->getNextNode()) {
    auto touches = op->walk([&](Operation *inner) {
      bool leaves = isa<BreakOp, ContinueOp, ReturnOp>(inner);
      return leaves || llvm::is_contained(inner->getOperands(), slot)
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    });
    if (touches.wasInterrupted())
      return false;
  }
  return true;
}

/// Whether all that a branch does is to yield what the slot holds.
static bool keeps(IfOp choice, Region &region, Value slot) {
  auto yield = dyn_cast<YieldOp>(region.front().getTerminator());
  auto get = yield ? yield.getOperand(0).getDefiningOp<GetOp>() : GetOp();
  if (!get || get.getRef() != slot)
    return false;
  // Then there is nothing else to do in the branch.
  bool isAlone = llvm::all_of(region.front().without_terminator(),
                              [&](Operation &op) { return &op == get; });
  bool isBefore =
      get->getBlock() == choice->getBlock() && isUntouched(slot, get, choice);
  return isAlone && !mayRaise(get) &&
         (isBefore || get->getBlock() == &region.front());
}

LogicalResult SetOp::canonicalize(SetOp op, PatternRewriter &rewriter) {
  auto choice = op.getValue().getDefiningOp<IfOp>();
  if (!choice || choice.getNumResults() != 1 || !op.getValue().hasOneUse() ||
      choice->getBlock() != op->getBlock() ||
      !isUntouched(op.getRef(), choice, op))
    return rewriter.notifyMatchFailure(op, "sets no choice made just before");
  bool keepsThen = keeps(choice, choice.getThenRegion(), op.getRef());
  bool keepsElse = keeps(choice, choice.getElseRegion(), op.getRef());
  Region &changed = keepsThen ? choice.getElseRegion() : choice.getThenRegion();
  auto yield = dyn_cast<YieldOp>(changed.front().getTerminator());
  if (keepsThen == keepsElse || !yield)
    return rewriter.notifyMatchFailure(op, "no branch keeps the variable");
  rewriter.setInsertionPoint(choice);
  Value condition = choice.getCondition();
  if (keepsThen)
    condition =
        NotOp::create(rewriter, op.getLoc(), condition.getType(), condition);
  auto branch = IfOp::create(rewriter, choice.getLoc(), TypeRange(), condition);
  rewriter.inlineRegionBefore(changed, branch.getThenRegion(),
                              branch.getThenRegion().end());
  rewriter.setInsertionPoint(yield);
  SetOp::create(rewriter, op.getLoc(), op.getRef(), yield.getOperand(0));
  rewriter.replaceOpWithNewOp<YieldOp>(yield);
  rewriter.eraseOp(op);
  rewriter.eraseOp(choice);
  return success();
}

Operation *PyKernelDialect::materializeConstant(OpBuilder &builder,
                                                Attribute value, Type type,
                                                Location loc) {
  return ConstantOp::create(builder, loc, type, value);
}
