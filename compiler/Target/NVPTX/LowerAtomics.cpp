//===- LowerAtomics.cpp - indivisible updates in the LLVM dialect ---------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's lowering orders an update against all others, with fences. Only
// the update itself has to be indivisible: nobody reads the element before the
// kernel ends.
//
//===----------------------------------------------------------------------===//

#include "Target/NVPTX/Passes.h"

#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

/// The scope in which all threads of the device agree.
static constexpr StringLiteral kScope = "device";

static std::optional<LLVM::AtomicBinOp> binaryOf(arith::AtomicRMWKind kind) {
  switch (kind) {
  case arith::AtomicRMWKind::addf:
    return LLVM::AtomicBinOp::fadd;
  case arith::AtomicRMWKind::addi:
    return LLVM::AtomicBinOp::add;
  case arith::AtomicRMWKind::mins:
    return LLVM::AtomicBinOp::min;
  case arith::AtomicRMWKind::minu:
    return LLVM::AtomicBinOp::umin;
  case arith::AtomicRMWKind::maxs:
    return LLVM::AtomicBinOp::max;
  case arith::AtomicRMWKind::maxu:
    return LLVM::AtomicBinOp::umax;
  case arith::AtomicRMWKind::andi:
    return LLVM::AtomicBinOp::_and;
  case arith::AtomicRMWKind::ori:
    return LLVM::AtomicBinOp::_or;
  default:
    return std::nullopt;
  }
}

namespace {
/// memref.atomic_rmw -> llvm.atomicrmw
struct AtomicLowering : ConvertOpToLLVMPattern<memref::AtomicRMWOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(memref::AtomicRMWOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto binary = binaryOf(op.getKind());
    if (!binary)
      return failure();
    Value pointer = LLVM::getStridedElementPtr(
        rewriter, op.getLoc(), *getTypeConverter(), op.getMemRefType(),
        adaptor.getMemref(), adaptor.getIndices(),
        LLVM::GEPNoWrapFlags::inbounds);
    rewriter.replaceOpWithNewOp<LLVM::AtomicRMWOp>(
        op, *binary, pointer, adaptor.getValue(),
        LLVM::AtomicOrdering::monotonic, kScope);
    return success();
  }
};

/// memref.generic_atomic_rmw -> a loop around llvm.cmpxchg. Bits are compared,
/// so that a NaN is equal to itself.
struct GenericAtomicLowering
    : ConvertOpToLLVMPattern<memref::GenericAtomicRMWOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(memref::GenericAtomicRMWOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto memory = cast<MemRefType>(op.getMemref().getType());
    Type element = getTypeConverter()->convertType(memory.getElementType());
    Type bits = rewriter.getIntegerType(element.getIntOrFloatBitWidth());
    Value pointer = LLVM::getStridedElementPtr(
        rewriter, loc, *getTypeConverter(), memory, adaptor.getMemref(),
        adaptor.getIndices(), LLVM::GEPNoWrapFlags::inbounds);
    Value first = LLVM::LoadOp::create(rewriter, loc, bits, pointer);

    Block *before = rewriter.getInsertionBlock();
    Block *after = rewriter.splitBlock(before, rewriter.getInsertionPoint());
    Block *attempt = rewriter.createBlock(after, {bits}, {loc});
    rewriter.setInsertionPointToEnd(before);
    LLVM::BrOp::create(rewriter, loc, first, attempt);

    rewriter.setInsertionPointToStart(attempt);
    Value expected = attempt->getArgument(0);
    auto cast = [&](Value value, Type type) -> Value {
      return value.getType() == type
                 ? value
                 : LLVM::BitcastOp::create(rewriter, loc, type, value);
    };
    Block *compute = op.getBody();
    auto yield = llvm::cast<memref::AtomicYieldOp>(compute->getTerminator());
    rewriter.inlineBlockBefore(compute, attempt, attempt->end(),
                               cast(expected, element));
    rewriter.setInsertionPointToEnd(attempt);
    Value result = yield.getResult();
    rewriter.eraseOp(yield);
    auto exchange = LLVM::AtomicCmpXchgOp::create(
        rewriter, loc, pointer, expected, cast(result, bits),
        LLVM::AtomicOrdering::monotonic, LLVM::AtomicOrdering::monotonic,
        kScope);
    Value found = LLVM::ExtractValueOp::create(rewriter, loc, exchange, 0);
    Value isDone = LLVM::ExtractValueOp::create(rewriter, loc, exchange, 1);
    LLVM::CondBrOp::create(rewriter, loc, isDone, after, ValueRange{}, attempt,
                           found);
    rewriter.setInsertionPointToStart(after);
    rewriter.replaceOp(op, cast(found, element));
    return success();
  }
};
} // namespace

void gpujit::populateAtomicPatterns(const LLVMTypeConverter &converter,
                                    RewritePatternSet &patterns) {
  patterns.add<AtomicLowering, GenericAtomicLowering>(converter,
                                                      /*benefit=*/3);
}
