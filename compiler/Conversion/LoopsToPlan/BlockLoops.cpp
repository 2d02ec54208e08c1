//===- BlockLoops.cpp - ordered loops inside one block --------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An ordered loop around parallel ones costs the host a launch for each of
// those and each iteration. Where they are short, or where only the device
// knows how often it runs, one block does all of it, with barriers.
//
//===----------------------------------------------------------------------===//

#include "Conversion/LoopsToPlan/BlockKernel.h"
#include "Conversion/LoopsToPlan/GridLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace gpujit {

static constexpr int64_t kThreads = 512, kLevels = 9;
/// Iterations of the parallel loops, together, that a block does faster than a
/// graph's launches: two for each thread. On an H200 a loop of 100 iterations
/// takes 0.25 us in a block and 2 us as a launch, one of 4000 is even.
static constexpr int64_t kBlockWork = 1024;

//===----------------------------------------------------------------------===//
// Whether it is worth it
//===----------------------------------------------------------------------===//

/// Iterations of the parallel loops in one iteration of `loop`, whose index is
/// mapped; null where the host can't say.
static Value countWork(PlanState &state, Operation *loop) {
  OpBuilder &host = state.host;
  Value total;
  bool isKnown = true;
  loop->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op == loop)
      return WalkResult::advance();
    if (auto inner = dyn_cast<scf::ForOp>(op)) {
      Value lower = state.values.get(inner.getLowerBound());
      isKnown &= bool(lower);
      if (lower)
        state.values.map(inner.getInductionVar(), lower);
    }
    auto parallel = dyn_cast<scf::ForallOp>(op);
    if (!parallel)
      return WalkResult::advance();
    isKnown &= hasHostBounds(state, parallel);
    if (!isKnown)
      return WalkResult::interrupt();
    Location loc = op->getLoc();
    auto countOf = [&](scf::ForallOp one) {
      GridLoop counted{one, gpu::Dimension::x, 1, {}};
      return countIterations(state, counted);
    };
    Value count = countOf(parallel);
    for (Operation &nested : parallel.getBody()->without_terminator())
      if (auto inner = dyn_cast<scf::ForallOp>(nested))
        if (hasHostBounds(state, inner))
          count = arith::MulIOp::create(host, loc, count, countOf(inner));
    total = total ? arith::AddIOp::create(host, loc, total, count) : count;
    return WalkResult::skip();
  });
  return isKnown ? total : Value();
}

/// The indices of the loop's first and last iterations; one that is null stands
/// for all iterations of a `while`.
static SmallVector<Value> outerIndices(PlanState &state, Operation *loop) {
  auto counted = dyn_cast<scf::ForOp>(loop);
  if (!counted)
    return {Value()};
  Value upper = state.values.get(counted.getUpperBound());
  return {state.values.get(counted.getLowerBound()),
          arith::SubIOp::create(state.host, loop->getLoc(), upper,
                                state.values.get(counted.getStep()))};
}

/// Whether the first and the last iteration have little work; null where the
/// host can't say.
static Value isShort(PlanState &state, Operation *loop) {
  OpBuilder &host = state.host;
  Location loc = loop->getLoc();
  SmallVector<Value> indices = outerIndices(state, loop);
  IRMapping known = state.values.snapshot();
  Value result;
  for (Value index : indices) {
    if (index)
      state.values.map(cast<scf::ForOp>(loop).getInductionVar(), index);
    Value work = countWork(state, loop);
    state.values.restore(known);
    if (!work)
      return {};
    Value limit = arith::ConstantIndexOp::create(host, loc, kBlockWork);
    Value isLittle = arith::CmpIOp::create(host, loc, arith::CmpIPredicate::sle,
                                           work, limit);
    result =
        result ? arith::AndIOp::create(host, loc, result, isLittle) : isLittle;
  }
  return result;
}

/// Whether names stand for other arrays as the loop runs: the host follows
/// that.
static bool rebindsArrays(Operation *loop) {
  auto holdsArray = [](Value value) {
    auto memory = dyn_cast<MemRefType>(value.getType());
    return memory && isa<MemRefType>(memory.getElementType());
  };
  return loop
      ->walk([&](Operation *op) {
        return llvm::any_of(op->getOperands(), holdsArray)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

bool canRunInBlock(Operation *loop) {
  return !rebindsArrays(loop) && canShare(*loop, loop);
}

//===----------------------------------------------------------------------===//
// The launch
//===----------------------------------------------------------------------===//

/// Variables and arrays from outside the loop that it uses.
static llvm::SetVector<Value> outsideMemory(Operation *loop) {
  llvm::SetVector<Value> found;
  loop->walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      if (auto memory = operand.getDefiningOp<memref::AllocaOp>())
        if (!loop->isAncestor(memory))
          found.insert(memory);
  });
  return found;
}

/// Each thread has its own copy of the variables; arrays are shared, in the
/// frame. Returns variables of the frame and the copies that belong back there.
static SmallVector<std::pair<Value, Value>> bringIn(BlockKernel &made,
                                                    Operation *loop) {
  SmallVector<std::pair<Value, Value>> copies;
  OpBuilder &body = made.body;
  for (Value memory : outsideMemory(loop)) {
    auto type = cast<MemRefType>(memory.getType());
    if (type.getRank() != 0) {
      made.kernel.map(memory, made.kernel.frameView(memory));
      continue;
    }
    if (made.kernel.isLocal(memory))
      continue;
    Value inFrame = made.kernel.frameView(memory);
    Value copy = memref::AllocaOp::create(body, made.loc, type);
    Value start = memref::LoadOp::create(body, made.loc, inFrame, ValueRange{});
    memref::StoreOp::create(body, made.loc, start, copy, ValueRange{});
    made.kernel.map(memory, copy);
    copies.push_back({inFrame, copy});
  }
  return copies;
}

void launchInBlock(PlanState &state, Operation *loop) {
  BlockKernel made(state, loop, kThreads, kLevels);
  OpBuilder &body = made.body;
  auto copies = bringIn(made, loop);
  if (made.kernel.hasChecks())
    made.beginChecks();
  // All have read the variables, and see that no check has failed.
  gpu::BarrierOp::create(body, made.loc);
  OpBuilder::InsertPoint end = body.saveInsertionPoint();
  made.buildOne(*loop);
  body.restoreInsertionPoint(end);
  auto first =
      scf::IfOp::create(body, made.loc, made.isFirstThread(), /*else=*/false);
  body.setInsertionPointToStart(first.thenBlock());
  for (auto [inFrame, copy] : copies) {
    Value last = memref::LoadOp::create(body, made.loc, copy, ValueRange{});
    memref::StoreOp::create(body, made.loc, last, inFrame, ValueRange{});
  }
  Value one = arith::ConstantIndexOp::create(state.host, made.loc, 1);
  made.kernel.launch(one, one, one, {kThreads, 1, 1});
}

bool launchInBlockIfShort(PlanState &state, Operation *loop,
                          llvm::function_ref<void()> launchOtherwise) {
  if (!canRunInBlock(loop))
    return false;
  Value isFew = isShort(state, loop);
  if (!isFew)
    return false;
  auto choice =
      scf::IfOp::create(state.host, loop->getLoc(), isFew, /*withElse=*/true);
  OpBuilder::InsertionGuard restore(state.host);
  IRMapping known = state.values.snapshot();
  state.host.setInsertionPointToStart(choice.thenBlock());
  launchInBlock(state, loop);
  state.values.restore(known);
  state.host.setInsertionPointToStart(choice.elseBlock());
  launchOtherwise();
  state.values.restore(known);
  return true;
}

} // namespace gpujit
