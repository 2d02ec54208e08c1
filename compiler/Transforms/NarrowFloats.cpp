//===- NarrowFloats.cpp - float64 that is only rounded to float32 ---------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace gpujit {
#define GEN_PASS_DEF_NARROWFLOATS
#include "Transforms/Passes.h.inc"
} // namespace gpujit

/// The float32 that a float64 was, or null.
static Value widened(Value value) {
  auto extension = value.getDefiningOp<arith::ExtFOp>();
  return extension && extension.getIn().getType().isF32() ? extension.getIn()
                                                          : Value();
}

static bool isRoundedToFloat32(Operation *user) {
  return isa<arith::TruncFOp>(user) && user->getResult(0).getType().isF32();
}

namespace {

/// Computes in float32 what is rounded to it at once.
struct NarrowRounded : OpRewritePattern<arith::TruncFOp> {
  NarrowRounded(MLIRContext *context, bool isFast)
      : OpRewritePattern(context), isFast(isFast) {}

  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    Operation *source = op.getIn().getDefiningOp();
    if (!isRoundedToFloat32(op) || !source || !canNarrow(source) ||
        !llvm::all_of(source->getUsers(), isRoundedToFloat32))
      return rewriter.notifyMatchFailure(op, "more than one function's value");
    rewriter.setInsertionPoint(source);
    Value narrow = narrowed(source, rewriter);
    for (Operation *user : llvm::make_early_inc_range(source->getUsers()))
      rewriter.replaceOp(user, narrow);
    return success();
  }

private:
  /// Whether the operation is one of floats whose operands were float32.
  bool canNarrow(Operation *op) const {
    bool isFunction = isa_and_nonnull<math::MathDialect>(op->getDialect());
    bool isOperator = isa<arith::AddFOp, arith::SubFOp, arith::MulFOp,
                          arith::DivFOp, arith::NegFOp>(op);
    if (!isFunction && !(isFast && isOperator))
      return false;
    if (op->getNumResults() != 1 || op->getNumRegions() ||
        !op->getResult(0).getType().isF64())
      return false;
    bool hasVariable = false;
    for (Value operand : op->getOperands()) {
      if (!operand.getType().isF64())
        return false;
      FloatAttr number;
      if (matchPattern(operand, m_Constant(&number))) {
        if (!isFast && !isExact(number))
          return false;
        continue;
      }
      Operation *inner = operand.getDefiningOp();
      if (!widened(operand) &&
          !(isFast && inner && inner->hasOneUse() && canNarrow(inner)))
        return false;
      hasVariable = true;
    }
    return hasVariable;
  }

  static bool isExact(FloatAttr number) {
    return APFloat(double(float(number.getValueAsDouble())))
        .bitwiseIsEqual(number.getValue());
  }

  Value narrowed(Operation *op, PatternRewriter &rewriter) const {
    SmallVector<Value> operands;
    for (Value operand : op->getOperands()) {
      FloatAttr number;
      if (matchPattern(operand, m_Constant(&number)))
        operands.push_back(arith::ConstantOp::create(
            rewriter, op->getLoc(),
            rewriter.getF32FloatAttr(float(number.getValueAsDouble()))));
      else if (Value narrow = widened(operand))
        operands.push_back(narrow);
      else
        operands.push_back(narrowed(operand.getDefiningOp(), rewriter));
    }
    OperationState state(op->getLoc(), op->getName(), operands,
                         TypeRange(rewriter.getF32Type()), op->getAttrs());
    return rewriter.create(state)->getResult(0);
  }

  bool isFast;
};

struct NarrowFloats : gpujit::impl::NarrowFloatsBase<NarrowFloats> {
  using NarrowFloatsBase::NarrowFloatsBase;

  void runOnOperation() override {
    if (fp == "strict")
      return;
    RewritePatternSet patterns(&getContext());
    patterns.add<NarrowRounded>(&getContext(), fp == "fast");
    GreedyRewriteConfig config;
    config.enableFolding(false).enableConstantCSE(false);
    if (failed(
            applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      signalPassFailure();
  }
};

} // namespace
