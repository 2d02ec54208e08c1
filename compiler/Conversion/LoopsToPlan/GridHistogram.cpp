//===- GridHistogram.cpp - updates in shared memory -----------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that updates elements of one small array: each block updates a copy of
// its own in shared memory, and adds the copy to the array at the end.
//
//===----------------------------------------------------------------------===//

#include "Conversion/LoopsToPlan/GridLoop.h"
#include "Conversion/LoopsToPlan/ReductionKernel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace gpujit {

/// Four blocks of this size fill a multiprocessor, with this much of its shared
/// memory each.
static constexpr int64_t kThreads = 512, kBytes = 32768;
/// Iterations for each element from which on copies pay.
static constexpr int64_t kIterationsPerElement = 16, kFewestIterations = 65536;

/// The only array that the loop updates, if it does nothing else with it and
/// each update is of one kind that has an identity.
static memref::AtomicRMWOp onlyUpdate(scf::ForallOp loop) {
  memref::AtomicRMWOp found;
  bool isSimple = true;
  loop->walk([&](Operation *op) {
    isSimple &= !isa<memref::GenericAtomicRMWOp>(op);
    auto update = dyn_cast<memref::AtomicRMWOp>(op);
    if (!update)
      return;
    isSimple &= !found || (found.getMemref() == update.getMemref() &&
                           found.getKind() == update.getKind());
    found = update;
  });
  auto array = found ? dyn_cast<BlockArgument>(found.getMemref()) : nullptr;
  if (!isSimple || !array || found.getMemRefType().getRank() != 1)
    return {};
  for (Operation *user : array.getUsers())
    if (loop->isAncestor(user) &&
        !isa<memref::AtomicRMWOp, memref::DimOp>(user))
      return {};
  return found;
}

namespace {
/// Builds the kernel.
class HistogramKernel : public ReductionKernel {
public:
  HistogramKernel(PlanState &state, GridLoop &loop, memref::AtomicRMWOp update)
      : ReductionKernel(state, loop.loop, kThreads, /*levels=*/9), loop(loop),
        kind(update.getKind()), source(update.getMemref()),
        array(kernel.import(source)) {
    Type element = update.getMemRefType().getElementType();
    int64_t bytes = element.getIntOrFloatBitWidth() / 8;
    copy = kernel.shared(kBytes / bytes, element);
    extent = memref::DimOp::create(body, loc, array, constant(0));
    identity = arith::getIdentityValue(kind, element, body, loc);
  }

  void build();

private:
  void overCopy(llvm::function_ref<void(Value)> each);
  void iterate();

  GridLoop &loop;
  arith::AtomicRMWKind kind;
  Value source; ///< the array, of the loops stage
  Value array, copy, extent, identity;
};
} // namespace

/// The block's threads share the elements.
void HistogramKernel::overCopy(llvm::function_ref<void(Value)> each) {
  OpBuilder::InsertionGuard restore(body);
  auto elements =
      scf::ForOp::create(body, loc, thread, extent, constant(kThreads));
  body.setInsertionPointToStart(elements.getBody());
  each(elements.getInductionVar());
}

void HistogramKernel::iterate() {
  OpBuilder::InsertionGuard restore(body);
  Value block = gpu::BlockIdOp::create(body, loc, gpu::Dimension::x);
  Value blocks = gpu::GridDimOp::create(body, loc, gpu::Dimension::x);
  Value perBlock = constant(kThreads);
  Value lane = arith::AddIOp::create(
      body, loc, arith::MulIOp::create(body, loc, block, perBlock), thread);
  Value lanes = arith::MulIOp::create(body, loc, blocks, perBlock);
  forEachOf(lane, lanes, importCount(kernel, loop), loop.loop,
            [&](Value number) {
              kernel.map(loop.index(), indexOf(kernel, loop, number));
              kernel.beginIteration([&] { return number; });
              for (Operation &op : loop.loop.getBody()->without_terminator())
                kernel.clone(&op);
            });
  // So far the array is what they update.
  for (OpOperand &use : llvm::make_early_inc_range(array.getUses()))
    if (isa<memref::AtomicRMWOp>(use.getOwner()))
      use.set(copy);
}

void HistogramKernel::build() {
  overCopy([&](Value element) {
    memref::StoreOp::create(body, loc, identity, copy, element);
  });
  gpu::BarrierOp::create(body, loc);
  iterate();
  gpu::BarrierOp::create(body, loc);
  overCopy([&](Value element) {
    Value part = memref::LoadOp::create(body, loc, copy, element);
    memref::AtomicRMWOp::create(body, loc, part.getType(), kind, part, array,
                                element);
  });
}

bool launchHistogram(PlanState &state, scf::ForallOp forall,
                     llvm::function_ref<void()> launchOtherwise) {
  memref::AtomicRMWOp update = onlyUpdate(forall);
  if (!update || !hasHostBounds(state, forall))
    return false;
  Value array = state.values.get(update.getMemref());
  if (!array)
    return false;
  Location loc = forall.getLoc();
  OpBuilder &host = state.host;
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(host, loc, value);
  };
  GridLoop loop{forall, gpu::Dimension::x, kThreads, {}};
  loop.count = countIterations(state, loop);
  Type element = update.getMemRefType().getElementType();
  int64_t most = kBytes / (element.getIntOrFloatBitWidth() / 8);
  Value extent =
      plan::ExtentOp::create(host, loc, host.getIndexType(), array, 0);
  auto holds = [&](arith::CmpIPredicate predicate, Value a, Value b) -> Value {
    return arith::CmpIOp::create(host, loc, predicate, a, b);
  };
  Value fits = holds(arith::CmpIPredicate::sle, extent, constant(most));
  Value needed =
      arith::MulIOp::create(host, loc, extent, constant(kIterationsPerElement));
  needed =
      arith::MaxSIOp::create(host, loc, needed, constant(kFewestIterations));
  Value pays = arith::AndIOp::create(
      host, loc, fits, holds(arith::CmpIPredicate::sge, loop.count, needed));
  auto choice = scf::IfOp::create(host, loc, pays, /*withElse=*/true);
  OpBuilder::InsertionGuard restore(host);
  IRMapping known = state.values.snapshot();
  host.setInsertionPointToStart(choice.thenBlock());
  HistogramKernel made(state, loop, update);
  made.build();
  Value blocks =
      arith::CeilDivSIOp::create(host, loc, loop.count, constant(kThreads));
  blocks = arith::MinSIOp::create(host, loc, blocks, constant(kFixedGrid));
  made.kernel.launch(blocks, constant(1), constant(1), {kThreads, 1, 1});
  state.recordMapping(forall, "grid x, shared copies");
  state.recordMappingsWithin(forall, "in each thread");
  state.values.restore(known);
  host.setInsertionPointToStart(choice.elseBlock());
  launchOtherwise();
  state.values.restore(known);
  return true;
}

} // namespace gpujit
