//===- PlanEnd.cpp - what a plan knows only at its end
//-----------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/LoopsToPlan/PlanEnd.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace gpujit {

static gpu::GPUFuncOp kernelOf(PlanState &state, plan::LaunchOp launch) {
  return state.kernels.lookupSymbol<gpu::GPUFuncOp>(
      launch.getKernel().getLeafReference());
}

/// The block's arguments also hold what threads share.
static void updateType(gpu::GPUFuncOp kernel) {
  auto parameters = kernel.getArguments().take_front(kernel.getNumArguments());
  TypeRange types{ValueRange(parameters)};
  kernel.setFunctionType(FunctionType::get(kernel.getContext(), types, {}));
}

/// The kernel's argument that is the frame; added when it has none.
static BlockArgument frameOf(PlanState &state, plan::LaunchOp launch) {
  gpu::GPUFuncOp kernel = kernelOf(state, launch);
  Block &code = kernel.getBody().front();
  for (auto [operand, argument] :
       llvm::zip(launch.getArgs(), code.getArguments()))
    if (operand.getDefiningOp<plan::FrameOp>())
      return argument;
  OpBuilder builder(launch);
  auto type = MemRefType::get({ShapedType::kDynamic}, builder.getI8Type());
  launch.getArgsMutable().append(
      plan::FrameOp::create(builder, launch.getLoc(), type).getResult());
  unsigned number = kernel.getNumArguments();
  LogicalResult inserted = kernel.insertArgument(
      number, type,
      builder.getDictionaryAttr(builder.getNamedAttr(
          LLVM::LLVMDialect::getNoAliasAttrName(), builder.getUnitAttr())),
      launch.getLoc());
  assert(succeeded(inserted) && "kernels take any type");
  (void)inserted;
  return kernel.getArgument(number);
}

/// Whether an error was recorded before. Threads that meet at barriers must
/// agree, although one of them may record an error while others still start.
static Value loadRaised(OpBuilder &builder, plan::LaunchOp launch,
                        gpu::GPUFuncOp kernel, Value frame) {
  Location loc = launch.getLoc();
  auto load = [&]() -> Value {
    return plan::RaisedOp::create(builder, loc, builder.getI1Type(), frame);
  };
  bool hasBarrier =
      kernel->walk([](gpu::BarrierOp) { return WalkResult::interrupt(); })
          .wasInterrupted();
  if (!hasBarrier)
    return load();
  auto space = gpu::AddressSpaceAttr::get(
      builder.getContext(), gpu::GPUDialect::getWorkgroupAddressSpace());
  Value word = kernel.addWorkgroupAttribution(
      MemRefType::get({1}, builder.getI1Type(), MemRefLayoutAttrInterface(),
                      space),
      loc);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value thread = gpu::ThreadIdOp::create(builder, loc, gpu::Dimension::x);
  Value isFirst = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        thread, zero);
  auto first = scf::IfOp::create(builder, loc, isFirst, /*withElse=*/false);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(first.thenBlock());
    memref::StoreOp::create(builder, loc, load(), word, zero);
  }
  gpu::BarrierOp::create(builder, loc);
  return memref::LoadOp::create(builder, loc, word, zero);
}

/// Puts the kernel's code under the condition that nothing was raised before.
/// Variables stay outside, where they cost nothing.
static void skipAfterError(PlanState &state, plan::LaunchOp launch) {
  BlockArgument frame = frameOf(state, launch);
  Block &code = *frame.getOwner();
  OpBuilder builder(code.getTerminator());
  Location loc = launch.getLoc();
  Operation *last = &*std::prev(code.getTerminator()->getIterator());
  Value raised = loadRaised(builder, launch, kernelOf(state, launch), frame);
  Value yes = arith::ConstantIntOp::create(builder, loc, 1, 1);
  Value goesOn = arith::XOrIOp::create(builder, loc, raised, yes);
  auto guard = scf::IfOp::create(builder, loc, goesOn, /*withElse=*/false);
  for (Operation &op : llvm::make_early_inc_range(
           llvm::make_range(code.begin(), std::next(last->getIterator()))))
    if (!isa<memref::AllocaOp>(op) && !op.hasTrait<OpTrait::ConstantLike>())
      op.moveBefore(guard.thenBlock()->getTerminator());
}

/// Whether a launch below `op` has a kernel that can record an error.
static bool mayRecord(PlanState &state, Operation *op) {
  return op
      ->walk([&](plan::LaunchOp launch) {
        return kernelOf(state, launch)->walk([](plan::RecordOp) {
          return WalkResult::interrupt();
        });
      })
      .wasInterrupted();
}

/// Guards the launches of a block that may come after an error: only those,
/// since every thread of such a kernel looks at the error block.
/// `mayHaveRaised` says whether an error may be there at the block's start;
/// returned is whether one may be there at its end.
static bool skipAfterErrors(PlanState &state, Block &block,
                            bool mayHaveRaised) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (auto launch = dyn_cast<plan::LaunchOp>(op)) {
      bool records = mayRecord(state, launch);
      if (mayHaveRaised)
        skipAfterError(state, launch);
      mayHaveRaised |= records;
      continue;
    }
    // A loop's later iterations come after its earlier ones.
    bool atStart = mayHaveRaised ||
                   (isa<scf::ForOp, scf::WhileOp>(op) && mayRecord(state, &op));
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        mayHaveRaised |= skipAfterErrors(state, inner, atStart);
  }
  return mayHaveRaised;
}

static void setFrameSize(PlanState &state) {
  int64_t bytes = llvm::alignTo(state.frame.size(), 8);
  state.program.setFrameBytes(bytes);
  auto type =
      MemRefType::get({bytes}, IntegerType::get(state.program.getContext(), 8));
  state.program.walk([&](plan::LaunchOp launch) {
    gpu::GPUFuncOp kernel = kernelOf(state, launch);
    Block &code = kernel.getBody().front();
    for (auto [operand, argument] :
         llvm::zip(launch.getArgs(), code.getArguments()))
      if (operand.getDefiningOp<plan::FrameOp>())
        argument.setType(type);
    updateType(kernel);
  });
  state.program.walk(
      [&](plan::FrameOp frame) { frame.getResult().setType(type); });
}

/// Users come after what they use, so one walk backwards removes chains.
static void eraseUnused(Operation *root) {
  root->walk<WalkOrder::PostOrder, ReverseIterator>([&](Operation *op) {
    if (op != root && isOpTriviallyDead(op))
      op->erase();
  });
}

void finishPlan(PlanState &state, Value result) {
  Builder builder(state.program.getContext());
  if (!state.sites.empty())
    skipAfterErrors(state, state.program.getBody().front(),
                    /*mayHaveRaised=*/false);
  setFrameSize(state);
  state.program.setSitesAttr(builder.getArrayAttr(state.sites.getArrayRef()));
  SmallVector<StringRef> mappings(state.mappings.begin(), state.mappings.end());
  state.program.setMappingsAttr(builder.getStrArrayAttr(mappings));
  if (result) {
    auto dtype = state.function.getResultAttrOfType<StringAttr>(
        0, plan::kSourceDtypeAttr);
    if (!dtype)
      dtype = builder.getStringAttr(plan::dtypeOf(result.getType()));
    state.program.setResultAttr(plan::ResultAttr::get(
        builder.getContext(), state.frame.offsetOf(result), dtype));
  }
  eraseUnused(state.program);
  eraseUnused(state.kernels);
}

} // namespace gpujit
