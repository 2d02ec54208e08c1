//===- Coarsening.cpp - several iterations to a thread --------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/LoopsToPlan/Coarsening.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace gpujit {

/// Operations up to which a body is short.
static constexpr unsigned kShortBody = 48;

/// Whether `body` has few operations, none of which may raise, run long or need
/// order, and uses memory, for which it waits.
static bool isShort(Block &body) {
  unsigned count = 0;
  bool usesMemory = false, isPlain = true;
  for (Operation &each : body.without_terminator())
    each.walk([&](Operation *op) {
      ++count;
      usesMemory |= isa<memref::LoadOp, memref::StoreOp>(op);
      isPlain &= op->getNumRegions() == 0 || isa<scf::IfOp>(op);
      isPlain &= !isa<plan::CheckOp, memref::AllocaOp>(op);
    });
  return isPlain && usesMemory && count <= kShortBody;
}

GridLoop *coarsenedLoop(PlanState &state, MutableArrayRef<GridLoop> nest) {
  auto holdsCheck = [](GridLoop &level) {
    return !level.loop.getBody()->getOps<plan::CheckOp>().empty();
  };
  if (state.manyIterations == 0 ||
      !llvm::all_of(nest, [](GridLoop &loop) { return bool(loop.count); }) ||
      llvm::any_of(nest, holdsCheck) || !isShort(*nest.back().loop.getBody()))
    return nullptr;
  if (nest.size() == 1)
    return &nest.front();
  for (GridLoop &loop : llvm::reverse(nest))
    if (loop.dimension != gpu::Dimension::x)
      return &loop;
  return nullptr;
}

Value coarseningFactor(PlanState &state, MutableArrayRef<GridLoop> nest) {
  OpBuilder &host = state.host;
  Location loc = nest.front().loop.getLoc();
  Value total = nest.front().count;
  for (GridLoop &loop : nest.drop_front())
    total = host.createOrFold<arith::MulIOp>(loc, total, loop.count);
  Value many = arith::ConstantIndexOp::create(host, loc, state.manyIterations);
  Value isMany = host.createOrFold<arith::CmpIOp>(
      loc, arith::CmpIPredicate::sge, total, many);
  Value several = arith::ConstantIndexOp::create(host, loc, kCoarse);
  Value one = arith::ConstantIndexOp::create(host, loc, 1);
  return host.createOrFold<arith::SelectOp>(loc, isMany, several, one);
}

namespace {
/// Emits one thread's iterations of one loop.
class CoarseLoop {
public:
  CoarseLoop(KernelBuilder &kernel, GridLoop &loop, Value factor,
             llvm::function_ref<void(Value)> iterate)
      : loop(loop), body(kernel.body), loc(loop.loop.getLoc()),
        iterate(iterate), factor(kernel.nonNegativeArgument(factor)),
        count(importCount(kernel, loop)) {}

  void alongX();
  void alongOther();

private:
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(body, loc, value);
  }
  Value add(Value a, Value b) { return arith::AddIOp::create(body, loc, a, b); }
  Value multiply(Value a, Value b) {
    return arith::MulIOp::create(body, loc, a, b);
  }
  void group(Value first, Value end, int64_t stride);

  GridLoop &loop;
  OpBuilder &body;
  Location loc;
  llvm::function_ref<void(Value)> iterate;
  Value factor, count;
};
} // namespace

/// The iterations from `first` on that are before `end` and `count`: kCoarse in
/// a row where they all exist, otherwise one by one.
void CoarseLoop::group(Value first, Value end, int64_t stride) {
  Value last = add(first, constant(stride * (kCoarse - 1)));
  Value areThere =
      arith::CmpIOp::create(body, loc, arith::CmpIPredicate::slt, last, count);
  Value isCoarse = arith::CmpIOp::create(body, loc, arith::CmpIPredicate::sgt,
                                         factor, constant(1));
  Value together = arith::AndIOp::create(body, loc, areThere, isCoarse);
  auto choice = scf::IfOp::create(body, loc, together, /*withElse=*/true);
  OpBuilder::InsertionGuard restore(body);
  body.setInsertionPointToStart(choice.thenBlock());
  for (int64_t k = 0; k < kCoarse; ++k)
    iterate(k == 0 ? first : add(first, constant(k * stride)));
  body.setInsertionPointToStart(choice.elseBlock());
  Value stop = arith::MinSIOp::create(body, loc, end, count);
  auto single = scf::ForOp::create(body, loc, first, stop, constant(stride));
  body.setInsertionPointToStart(single.getBody());
  iterate(single.getInductionVar());
}

/// A block has `factor` times its width of neighbouring iterations.
void CoarseLoop::alongX() {
  Value block = gpu::BlockIdOp::create(body, loc, loop.dimension);
  Value thread = gpu::ThreadIdOp::create(body, loc, loop.dimension);
  Value share = multiply(factor, constant(loop.blockSize));
  Value start = multiply(block, share);
  group(add(start, thread), add(start, share), loop.blockSize);
}

/// A thread has `factor` neighbouring iterations, then strides over those of
/// the grid, whose other dimensions than x are limited.
void CoarseLoop::alongOther() {
  Value size = constant(loop.blockSize);
  Value number = gpu::BlockIdOp::create(body, loc, loop.dimension);
  if (loop.blockSize != 1)
    number = add(multiply(number, size),
                 gpu::ThreadIdOp::create(body, loc, loop.dimension));
  Value threads =
      multiply(gpu::GridDimOp::create(body, loc, loop.dimension), size);
  auto groups = scf::ForOp::create(body, loc, multiply(number, factor), count,
                                   multiply(threads, factor));
  OpBuilder::InsertionGuard restore(body);
  body.setInsertionPointToStart(groups.getBody());
  Value first = groups.getInductionVar();
  group(first, add(first, factor), /*stride=*/1);
}

void forEachCoarse(KernelBuilder &kernel, GridLoop &loop, Value factor,
                   llvm::function_ref<void(Value)> iterate) {
  CoarseLoop coarse(kernel, loop, factor, iterate);
  if (loop.dimension == gpu::Dimension::x)
    coarse.alongX();
  else
    coarse.alongOther();
}

} // namespace gpujit
