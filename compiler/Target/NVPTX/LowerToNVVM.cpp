//===- LowerToNVVM.cpp - the gpu module in the LLVM dialect
//------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/Plan.h"
#include "Target/NVPTX/Passes.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace gpujit {
#define GEN_PASS_DEF_LOWERTONVVM
#include "Target/NVPTX/Passes.h.inc"
} // namespace gpujit

namespace {
/// The address of an element. `inbounds` holds for what is accessed; unsigned
/// arithmetic, which upstream assumes, doesn't where a stride is negative.
template <typename Op>
Value elementPointer(Op op, typename Op::Adaptor adaptor,
                     ConversionPatternRewriter &rewriter,
                     const LLVMTypeConverter &converter) {
  return LLVM::getStridedElementPtr(
      rewriter, op.getLoc(), converter, op.getMemRefType(), adaptor.getMemref(),
      adaptor.getIndices(), LLVM::GEPNoWrapFlags::inbounds);
}

/// memref.load -> llvm.load
struct LoadLowering : ConvertOpToLLVMPattern<memref::LoadOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(memref::LoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value pointer = elementPointer(op, adaptor, rewriter, *getTypeConverter());
    rewriter.replaceOpWithNewOp<LLVM::LoadOp>(
        op, getTypeConverter()->convertType(op.getType()), pointer);
    return success();
  }
};

/// memref.store -> llvm.store
struct StoreLowering : ConvertOpToLLVMPattern<memref::StoreOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(memref::StoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value pointer = elementPointer(op, adaptor, rewriter, *getTypeConverter());
    rewriter.replaceOpWithNewOp<LLVM::StoreOp>(op, adaptor.getValue(), pointer);
    return success();
  }
};

/// A function of one result that PTX computes correctly rounded or exactly.
template <typename Op, typename Intrinsic>
struct IntrinsicLowering : ConvertOpToLLVMPattern<Op> {
  using ConvertOpToLLVMPattern<Op>::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<Intrinsic>(
        op, this->getTypeConverter()->convertType(op.getType()),
        adaptor.getOperands());
    return success();
  }
};

struct LowerToNVVM : gpujit::impl::LowerToNVVMBase<LowerToNVVM> {
  void runOnOperation() override {
    if (failed(lowerLoops()) || failed(lowerRest()))
      signalPassFailure();
  }

  LogicalResult lowerLoops();
  LogicalResult lowerRest();
};
} // namespace

/// The ranges of the kernels' parameters, which upstream's lowering drops.
class ParameterRanges {
public:
  explicit ParameterRanges(gpu::GPUModuleOp kernels) : kernels(kernels) {
    StringRef name = LLVM::LLVMDialect::getRangeAttrName();
    for (auto kernel : kernels.getOps<gpu::GPUFuncOp>())
      for (unsigned number = 0; number < kernel.getNumArguments(); ++number)
        if (Attribute range = kernel.getArgAttr(number, name))
          ranges.push_back({kernel.getNameAttr(), number, range});
  }

  void restore() {
    StringRef name = LLVM::LLVMDialect::getRangeAttrName();
    for (auto [kernel, number, range] : ranges)
      kernels.lookupSymbol<LLVM::LLVMFuncOp>(kernel).setArgAttr(number, name,
                                                                range);
  }

private:
  gpu::GPUModuleOp kernels;
  SmallVector<std::tuple<StringAttr, unsigned, Attribute>> ranges;
};

/// Structured control flow becomes branches.
LogicalResult LowerToNVVM::lowerLoops() {
  RewritePatternSet patterns(&getContext());
  populateSCFToControlFlowConversionPatterns(patterns);
  arith::populateCeilFloorDivExpandOpsPatterns(patterns);
  ConversionTarget target(getContext());
  target.addIllegalDialect<scf::SCFDialect>();
  target.addIllegalOp<arith::CeilDivSIOp, arith::CeilDivUIOp,
                      arith::FloorDivSIOp>();
  target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  return applyPartialConversion(getOperation(), target, std::move(patterns));
}

/// Memory of constant size is the function's, wherever it was asked for (the
/// arguments of a printf are inside loops): older GPUs have no other.
static void hoistAllocas(gpu::GPUModuleOp kernels) {
  SmallVector<LLVM::AllocaOp> allocas;
  kernels.walk([&](LLVM::AllocaOp alloca) { allocas.push_back(alloca); });
  for (LLVM::AllocaOp alloca : allocas) {
    Operation *size = alloca.getArraySize().getDefiningOp();
    Block &entry = alloca->getParentOfType<LLVM::LLVMFuncOp>().front();
    if (alloca->getBlock() == &entry || !isa<LLVM::ConstantOp>(size))
      continue;
    alloca->moveBefore(&entry, entry.begin());
    OpBuilder builder(alloca);
    alloca.getArraySizeMutable().assign(builder.clone(*size)->getResult(0));
  }
}

/// Everything else, in one conversion. A higher benefit is tried first.
LogicalResult LowerToNVVM::lowerRest() {
  ParameterRanges ranges(getOperation());
  LLVMTypeConverter converter(&getContext());
  configureGpuToNVVMTypeConverter(converter);
  RewritePatternSet patterns(&getContext());
  populateMathToLLVMConversionPatterns(converter, patterns,
                                       /*approximateLog1p=*/false);
  populateGpuToNVVMConversionPatterns(converter, patterns, /*benefit=*/2);
  arith::populateArithToLLVMConversionPatterns(converter, patterns);
  cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
  populateFuncToLLVMConversionPatterns(converter, patterns);
  populateFinalizeMemRefToLLVMConversionPatterns(converter, patterns);
  gpujit::populateRecordErrorPatterns(converter, patterns);
  gpujit::populateAtomicPatterns(converter, patterns);
  patterns.add<LoadLowering, StoreLowering,
               IntrinsicLowering<math::SqrtOp, LLVM::SqrtOp>,
               IntrinsicLowering<math::FmaOp, LLVM::FMAOp>,
               IntrinsicLowering<math::AbsFOp, LLVM::FAbsOp>,
               IntrinsicLowering<math::CopySignOp, LLVM::CopySignOp>,
               IntrinsicLowering<math::FloorOp, LLVM::FFloorOp>,
               IntrinsicLowering<math::CeilOp, LLVM::FCeilOp>,
               IntrinsicLowering<math::TruncOp, LLVM::FTruncOp>,
               IntrinsicLowering<math::RoundEvenOp, LLVM::RoundEvenOp>>(
      converter, /*benefit=*/3);

  LLVMConversionTarget target(getContext());
  configureGpuToNVVMConversionLegality(target);
  // That leaves to libdevice what has instructions of its own.
  target.addLegalOp<LLVM::SqrtOp, LLVM::FMAOp, LLVM::FAbsOp, LLVM::CopySignOp,
                    LLVM::FFloorOp, LLVM::FCeilOp, LLVM::FTruncOp,
                    LLVM::RoundEvenOp>();
  if (failed(
          applyPartialConversion(getOperation(), target, std::move(patterns))))
    return failure();
  ranges.restore();
  hoistAllocas(getOperation());
  SmallVector<UnrealizedConversionCastOp> open;
  getOperation().walk(
      [&](UnrealizedConversionCastOp cast) { open.push_back(cast); });
  reconcileUnrealizedCasts(open);
  WalkResult rest = getOperation().walk([](Operation *op) -> WalkResult {
    if (isa<LLVM::LLVMDialect, NVVM::NVVMDialect, gpu::GPUDialect>(
            op->getDialect()))
      return WalkResult::advance();
    return op->emitError("'")
           << op->getName() << "' has no counterpart on the device";
  });
  return failure(rest.wasInterrupted());
}
