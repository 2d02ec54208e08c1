//===- GridReduction.cpp - loops that accumulate --------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two launches. In the first each thread accumulates its iterations into a part
// of its own, and each block combines the parts of its threads. In the second,
// one block combines those of all blocks and the variable. Which iterations a
// thread has and in which order parts are combined follows from the number of
// iterations alone, so the result is the same from run to run.
//
//===----------------------------------------------------------------------===//

#include "Conversion/LoopsToPlan/GridLoop.h"
#include "Conversion/LoopsToPlan/ReductionKernel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace gpujit {

static constexpr int64_t kThreads = 256;

bool accumulates(scf::ForallOp loop) {
  return !loop.getBody()->getOps<plan::PartialOp>().empty();
}

void ReductionKernel::declare(Parts &parts) {
  parts.variables.clear();
  for (Value identity : parts.source.getIdentities()) {
    auto type = MemRefType::get({}, identity.getType());
    parts.variables.push_back(memref::AllocaOp::create(body, loc, type));
    memref::StoreOp::create(body, loc, kernel.import(identity),
                            parts.variables.back(), ValueRange{});
  }
}

SmallVector<Value> ReductionKernel::load(Parts &parts) {
  return llvm::map_to_vector(parts.variables, [&](Value variable) -> Value {
    return memref::LoadOp::create(body, loc, variable, ValueRange{});
  });
}

void ReductionKernel::combine(Parts &parts, ValueRange earlier,
                              ValueRange later) {
  SmallVector<Value> both(earlier);
  llvm::append_range(both, later);
  SmallVector<Value> combined =
      kernel.inlineBlock(parts.source.getCombine().front(), both);
  for (auto [value, variable] : llvm::zip(combined, parts.variables))
    memref::StoreOp::create(body, loc, value, variable, ValueRange{});
}

Value ReductionKernel::isFirstThread() {
  return arith::CmpIOp::create(body, loc, arith::CmpIPredicate::eq, thread,
                               constant(0));
}

SmallVector<Value> ReductionKernel::combineInBlock(Parts &parts) {
  SmallVector<Value> shared;
  for (Value variable : parts.variables)
    shared.push_back(kernel.shared(
        threads, cast<MemRefType>(variable.getType()).getElementType()));
  auto publish = [&] {
    for (auto [value, memory] : llvm::zip(load(parts), shared))
      memref::StoreOp::create(body, loc, value, memory, thread);
  };
  publish();
  auto rounds =
      scf::ForOp::create(body, loc, constant(0), constant(levels), constant(1));
  OpBuilder::InsertionGuard restore(body);
  body.setInsertionPointToStart(rounds.getBody());
  gpu::BarrierOp::create(body, loc);
  Value distance =
      arith::ShLIOp::create(body, loc, constant(1), rounds.getInductionVar());
  Value mask = arith::SubIOp::create(
      body, loc, arith::ShLIOp::create(body, loc, distance, constant(1)),
      constant(1));
  Value low = arith::AndIOp::create(body, loc, thread, mask);
  Value takes = arith::CmpIOp::create(body, loc, arith::CmpIPredicate::eq, low,
                                      constant(0));
  auto guard = scf::IfOp::create(body, loc, takes, /*withElse=*/false);
  body.setInsertionPointToStart(guard.thenBlock());
  Value neighbour = arith::AddIOp::create(body, loc, thread, distance);
  SmallVector<Value> later;
  for (Value memory : shared)
    later.push_back(memref::LoadOp::create(body, loc, memory, neighbour));
  combine(parts, load(parts), later);
  publish();
  return shared;
}

SmallVector<Value> ReductionKernel::combineForAll(Parts &parts) {
  SmallVector<Value> shared = combineInBlock(parts);
  gpu::BarrierOp::create(body, loc);
  return llvm::map_to_vector(shared, [&](Value memory) -> Value {
    return memref::LoadOp::create(body, loc, memory, constant(0));
  });
}

void ReductionKernel::mapParts(Parts &parts) {
  for (auto [part, variable] :
       llvm::zip(parts.source.getParts(), parts.variables))
    kernel.map(part, variable);
}

Value ReductionKernel::openIterations(Value lane, Value lanes, Value count,
                                      bool isOrdered) {
  Value first = lane, last = count, step = lanes;
  if (isOrdered) {
    Value share = arith::CeilDivSIOp::create(body, loc, count, lanes);
    first = arith::MulIOp::create(body, loc, lane, share);
    last = arith::MinSIOp::create(
        body, loc, arith::AddIOp::create(body, loc, first, share), count);
    step = constant(1);
  }
  auto iterations = scf::ForOp::create(body, loc, first, last, step);
  body.setInsertionPointToStart(iterations.getBody());
  return iterations.getInductionVar();
}

/// Operations up to which several iterations are made at a time, and how many.
static constexpr unsigned kShortBody = 24, kUnrolled = 4;

static bool isShort(scf::ForallOp loop) {
  unsigned count = 0;
  bool hasLoop = false;
  loop.getBody()->walk([&](Operation *op) {
    ++count;
    hasLoop |= isa<LoopLikeOpInterface>(op);
  });
  return !hasLoop && count <= kShortBody;
}

void ReductionKernel::forEachOf(Value lane, Value lanes, Value count,
                                scf::ForallOp loop,
                                llvm::function_ref<void(Value)> iterate) {
  OpBuilder::InsertionGuard restore(body);
  if (isShort(loop)) {
    // The last of the iterations made together must exist.
    Value reach =
        arith::MulIOp::create(body, loc, lanes, constant(kUnrolled - 1));
    Value last = arith::SubIOp::create(body, loc, count, reach);
    Value stride = arith::MulIOp::create(body, loc, lanes, constant(kUnrolled));
    auto together = scf::ForOp::create(body, loc, lane, last, stride, lane);
    body.setInsertionPointToStart(together.getBody());
    Value number = together.getInductionVar();
    for (unsigned k = 0; k < kUnrolled; ++k) {
      iterate(number);
      number = arith::AddIOp::create(body, loc, number, lanes);
    }
    scf::YieldOp::create(body, loc, number);
    body.setInsertionPointAfter(together);
    lane = together.getResult(0);
  }
  auto rest = scf::ForOp::create(body, loc, lane, count, lanes);
  body.setInsertionPointToStart(rest.getBody());
  iterate(rest.getInductionVar());
}

/// Blocks that give every thread an iteration, as far as there are blocks.
static Value countBlocks(PlanState &state, GridLoop &loop) {
  OpBuilder &host = state.host;
  Location loc = loop.loop.getLoc();
  Value most = arith::ConstantIndexOp::create(host, loc, kFixedGrid);
  if (!loop.count)
    return most;
  Value threads = arith::ConstantIndexOp::create(host, loc, kThreads);
  Value blocks =
      host.createOrFold<arith::CeilDivSIOp>(loc, loop.count, threads);
  return host.createOrFold<arith::MinSIOp>(loc, blocks, most);
}

/// The launch in which each block makes its part.
static void launchParts(PlanState &state, GridLoop &loop,
                        MutableArrayRef<Parts> all, Value blocks) {
  ReductionKernel made(state, loop.loop, kThreads, /*levels=*/8);
  KernelBuilder &kernel = made.kernel;
  OpBuilder &body = made.body;
  Location loc = made.loc;
  for (Parts &parts : all)
    made.declare(parts);
  Value count = importCount(kernel, loop);
  bool isOrdered =
      llvm::any_of(all, [](Parts &parts) { return parts.source.getOrdered(); });
  OpBuilder::InsertPoint start = body.saveInsertionPoint();
  Value block = gpu::BlockIdOp::create(body, loc, gpu::Dimension::x);
  Value blocksInGrid = gpu::GridDimOp::create(body, loc, gpu::Dimension::x);
  Value threads = made.constant(kThreads);
  Value lane = arith::AddIOp::create(
      body, loc, arith::MulIOp::create(body, loc, block, threads), made.thread);
  Value lanes = arith::MulIOp::create(body, loc, blocksInGrid, threads);
  for (Parts &parts : all)
    made.mapParts(parts);
  auto iterate = [&](Value number) {
    kernel.map(loop.index(), indexOf(kernel, loop, number));
    kernel.beginIteration([&] { return number; });
    for (Operation &op : loop.loop.getBody()->without_terminator())
      if (!isa<plan::PartialOp>(op))
        kernel.clone(&op);
  };
  if (isOrdered) {
    OpBuilder::InsertionGuard restore(body);
    iterate(made.openIterations(lane, lanes, count, isOrdered));
  } else {
    made.forEachOf(lane, lanes, count, loop.loop, iterate);
  }
  for (Parts &parts : all)
    made.combineInBlock(parts);
  auto guard =
      scf::IfOp::create(body, loc, made.isFirstThread(), /*withElse=*/false);
  body.setInsertionPointToStart(guard.thenBlock());
  for (Parts &parts : all)
    for (auto [value, offset] : llvm::zip(made.load(parts), parts.offsets)) {
      auto type = MemRefType::get({kFixedGrid}, value.getType());
      memref::StoreOp::create(body, loc, value, kernel.frameArray(type, offset),
                              block);
    }
  body.restoreInsertionPoint(start);
  Value one = arith::ConstantIndexOp::create(state.host, loc, 1);
  kernel.launch(blocks, one, one, {kThreads, 1, 1});
}

/// The launch in which one block combines the parts of all.
static void launchTotal(PlanState &state, GridLoop &loop,
                        MutableArrayRef<Parts> all, Value blocks) {
  ReductionKernel made(state, loop.loop, kThreads, /*levels=*/8);
  KernelBuilder &kernel = made.kernel;
  OpBuilder &body = made.body;
  Location loc = made.loc;
  kernel.beginIteration([&] { return importCount(kernel, loop); });
  for (Parts &parts : all)
    made.declare(parts);
  Value count = kernel.argument(blocks);
  Value share =
      arith::CeilDivSIOp::create(body, loc, count, made.constant(kThreads));
  Value first = arith::MulIOp::create(body, loc, made.thread, share);
  Value last = arith::MinSIOp::create(
      body, loc, arith::AddIOp::create(body, loc, first, share), count);
  auto blocksOfThread =
      scf::ForOp::create(body, loc, first, last, made.constant(1));
  body.setInsertionPointToStart(blocksOfThread.getBody());
  for (Parts &parts : all) {
    SmallVector<Value> later;
    for (auto [variable, offset] : llvm::zip(parts.variables, parts.offsets)) {
      auto type = MemRefType::get(
          {kFixedGrid}, cast<MemRefType>(variable.getType()).getElementType());
      later.push_back(memref::LoadOp::create(body, loc,
                                             kernel.frameArray(type, offset),
                                             blocksOfThread.getInductionVar()));
    }
    made.combine(parts, made.load(parts), later);
  }

  body.setInsertionPointAfter(blocksOfThread);
  for (Parts &parts : all)
    made.combineInBlock(parts);
  auto guard =
      scf::IfOp::create(body, loc, made.isFirstThread(), /*withElse=*/false);
  body.setInsertionPointToStart(guard.thenBlock());
  for (Parts &parts : all) {
    SmallVector<Value> results =
        llvm::map_to_vector(parts.source.getVariables(), [&](Value variable) {
          return kernel.import(variable);
        });
    SmallVector<Value> before =
        llvm::map_to_vector(results, [&](Value variable) -> Value {
          return memref::LoadOp::create(body, loc, variable, ValueRange{});
        });
    SmallVector<Value> total = made.load(parts);
    parts.variables = results;
    made.combine(parts, before, total);
  }
  Value one = arith::ConstantIndexOp::create(state.host, loc, 1);
  kernel.launch(one, one, one, {kThreads, 1, 1});
}

void launchReduction(PlanState &state, scf::ForallOp forall) {
  GridLoop loop{forall, gpu::Dimension::x, kThreads, {}};
  if (hasHostBounds(state, forall))
    loop.count = countIterations(state, loop);
  Value blocks = countBlocks(state, loop);
  SmallVector<Parts> all;
  for (auto partial : forall.getBody()->getOps<plan::PartialOp>()) {
    Parts &parts = all.emplace_back(Parts{partial, {}, {}});
    for (Value identity : partial.getIdentities())
      parts.offsets.push_back(
          state.frame.allot(MemRefType::get({kFixedGrid}, identity.getType())));
  }
  launchParts(state, loop, all, blocks);
  launchTotal(state, loop, all, blocks);
  state.recordMapping(forall, "grid reduction");
  state.recordMappingsWithin(forall, "in each thread");
}

} // namespace gpujit
