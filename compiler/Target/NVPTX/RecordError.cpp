//===- RecordError.cpp - errors of kernels, in the frame
//---------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/Plan.h"
#include "Target/NVPTX/Passes.h"
#include "runtime/Abi.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;

static constexpr StringLiteral kRecordError = "gpujit_record_error";

/// The protocol of GpujitErrorBlock. Threads of one warp may contend for the
/// lock: from sm_70 on they are scheduled independently, so the one that has it
/// goes on. A key that isn't lower than the recorded one never takes it.
static constexpr StringLiteral kRecordErrorBody = R"(
llvm.func internal @gpujit_record_error(
    %block: !llvm.ptr, %key: i64, %site: i32, %p0: i64, %p1: i64, %p2: i64)
    attributes {no_inline} {
  %free = llvm.mlir.constant(-1 : i32) : i32
  %taken = llvm.mlir.constant(0 : i32) : i32
  %lock = llvm.getelementptr inbounds %block[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %siteWord = llvm.getelementptr inbounds %block[12] : (!llvm.ptr) -> !llvm.ptr, i8
  %payload0 = llvm.getelementptr inbounds %block[16] : (!llvm.ptr) -> !llvm.ptr, i8
  %payload1 = llvm.getelementptr inbounds %block[24] : (!llvm.ptr) -> !llvm.ptr, i8
  %payload2 = llvm.getelementptr inbounds %block[32] : (!llvm.ptr) -> !llvm.ptr, i8
  %seen = llvm.load volatile %block : !llvm.ptr -> i64
  %mayWin = llvm.icmp "ult" %key, %seen : i64
  llvm.cond_br %mayWin, ^try, ^done
^try:
  %pair = llvm.cmpxchg %lock, %free, %taken syncscope("device") acq_rel monotonic : !llvm.ptr, i32
  %isMine = llvm.extractvalue %pair[1] : !llvm.struct<(i32, i1)>
  llvm.cond_br %isMine, ^locked, ^try
^locked:
  %current = llvm.load volatile %block : !llvm.ptr -> i64
  %wins = llvm.icmp "ult" %key, %current : i64
  llvm.cond_br %wins, ^write, ^unlock
^write:
  llvm.store volatile %key, %block : i64, !llvm.ptr
  llvm.store volatile %site, %siteWord : i32, !llvm.ptr
  llvm.store volatile %p0, %payload0 : i64, !llvm.ptr
  llvm.store volatile %p1, %payload1 : i64, !llvm.ptr
  llvm.store volatile %p2, %payload2 : i64, !llvm.ptr
  llvm.br ^unlock
^unlock:
  %old = llvm.atomicrmw xchg %lock, %free syncscope("device") acq_rel : !llvm.ptr, i32
  llvm.br ^done
^done:
  llvm.return
})";
static_assert(offsetof(GpujitErrorBlock, key) == 0 &&
              offsetof(GpujitErrorBlock, lock) == 8 &&
              offsetof(GpujitErrorBlock, site) == 12 &&
              offsetof(GpujitErrorBlock, payload) == 16 &&
              GPUJIT_MAX_PAYLOAD == 3);

/// Adds the function to the kernel's module, once.
static void declareRecordError(ConversionPatternRewriter &rewriter,
                               Operation *op) {
  auto kernels = op->getParentOfType<gpu::GPUModuleOp>();
  if (kernels.lookupSymbol(kRecordError))
    return;
  OwningOpRef<ModuleOp> parsed =
      parseSourceString<ModuleOp>(kRecordErrorBody, op->getContext());
  Operation *function = &parsed->getBody()->front();
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(kernels.getBody());
  rewriter.clone(*function);
}

static Value framePointer(OpBuilder &builder, Location loc, Value frame) {
  return MemRefDescriptor(frame).alignedPtr(builder, loc);
}

namespace {
/// plan.record: the call of the module's function.
struct RecordLowering : ConvertOpToLLVMPattern<gpujit::plan::RecordOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(gpujit::plan::RecordOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    declareRecordError(rewriter, op);
    Location loc = op.getLoc();
    SmallVector<Value> operands{
        framePointer(rewriter, loc, adaptor.getFrame()), adaptor.getKey(),
        LLVM::ConstantOp::create(rewriter, loc, rewriter.getI32Type(),
                                 op.getSite())};
    llvm::append_range(operands, adaptor.getPayload());
    while (operands.size() < 3 + GPUJIT_MAX_PAYLOAD)
      operands.push_back(
          LLVM::ConstantOp::create(rewriter, loc, rewriter.getI64Type(), 0));
    rewriter.replaceOpWithNewOp<LLVM::CallOp>(op, TypeRange{}, kRecordError,
                                              operands);
    return success();
  }
};

/// plan.raised: whether the block has a key.
struct RaisedLowering : ConvertOpToLLVMPattern<gpujit::plan::RaisedOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(gpujit::plan::RaisedOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value pointer = framePointer(rewriter, loc, adaptor.getFrame());
    Value key = LLVM::LoadOp::create(rewriter, loc, rewriter.getI64Type(),
                                     pointer, /*alignment=*/8,
                                     /*isVolatile=*/true);
    Value none =
        LLVM::ConstantOp::create(rewriter, loc, rewriter.getI64Type(), -1);
    rewriter.replaceOpWithNewOp<LLVM::ICmpOp>(op, LLVM::ICmpPredicate::ne, key,
                                              none);
    return success();
  }
};
} // namespace

void gpujit::populateRecordErrorPatterns(const LLVMTypeConverter &converter,
                                         RewritePatternSet &patterns) {
  patterns.add<RecordLowering, RaisedLowering>(converter);
}
