//===- FormFMA.cpp - fused multiply-adds ----------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace gpujit {
#define GEN_PASS_DEF_FORMFMA
#include "Transforms/Passes.h.inc"
} // namespace gpujit

/// The product that only this sum uses, so that fusing computes nothing twice.
static arith::MulFOp ownProduct(Value value) {
  auto product = value.getDefiningOp<arith::MulFOp>();
  return product && product->hasOneUse() ? product : nullptr;
}

namespace {

/// a * b + c, in either order.
struct FuseAdd : OpRewritePattern<arith::AddFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::AddFOp op,
                                PatternRewriter &rewriter) const override {
    arith::MulFOp product = ownProduct(op.getLhs());
    Value addend = op.getRhs();
    if (!product) {
      product = ownProduct(op.getRhs());
      addend = op.getLhs();
    }
    if (!product)
      return rewriter.notifyMatchFailure(op, "no product with one use");
    rewriter.replaceOpWithNewOp<math::FmaOp>(op, product.getLhs(),
                                             product.getRhs(), addend);
    return success();
  }
};

/// a * b - c and c - a * b.
struct FuseSub : OpRewritePattern<arith::SubFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::SubFOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    if (arith::MulFOp product = ownProduct(op.getLhs())) {
      Value opposite = arith::NegFOp::create(rewriter, loc, op.getRhs());
      rewriter.replaceOpWithNewOp<math::FmaOp>(op, product.getLhs(),
                                               product.getRhs(), opposite);
      return success();
    }
    arith::MulFOp product = ownProduct(op.getRhs());
    if (!product)
      return rewriter.notifyMatchFailure(op, "no product with one use");
    Value opposite = arith::NegFOp::create(rewriter, loc, product.getLhs());
    rewriter.replaceOpWithNewOp<math::FmaOp>(op, opposite, product.getRhs(),
                                             op.getLhs());
    return success();
  }
};

struct FormFMA : gpujit::impl::FormFMABase<FormFMA> {
  using FormFMABase::FormFMABase;

  void runOnOperation() override {
    if (fp == "strict")
      return;
    if (fp != "contract" && fp != "fast") {
      getOperation().emitError("fp must be strict, contract or fast, got '")
          << fp << "'";
      return signalPassFailure();
    }
    RewritePatternSet patterns(&getContext());
    patterns.add<FuseAdd, FuseSub>(&getContext());
    // Nothing but these patterns: folding is the canonicalizer's.
    GreedyRewriteConfig config;
    config.enableFolding(false).enableConstantCSE(false);
    if (failed(
            applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      signalPassFailure();
  }
};

} // namespace
