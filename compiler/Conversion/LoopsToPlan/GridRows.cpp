//===- GridRows.cpp - a block for each iteration --------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A parallel loop around others gives each of its iterations a block; the
// threads of the block share the iterations of the inner loops. What stands
// between those is done by all threads (BlockKernel.h).
//
//===----------------------------------------------------------------------===//

#include "Conversion/LoopsToPlan/ArrayAccess.h"
#include "Conversion/LoopsToPlan/BlockKernel.h"
#include "Conversion/LoopsToPlan/GridLoop.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace gpujit {

/// Shorter inner loops don't occupy a block.
static constexpr int64_t kShortestRow = 64;

//===----------------------------------------------------------------------===//
// Which loops
//===----------------------------------------------------------------------===//

static bool holdsForall(Operation *op) {
  return op->walk([](scf::ForallOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

static bool holdsChecks(Operation *op) {
  return op
      ->walk([](Operation *nested) {
        return isa<plan::CheckOp, plan::FailedOp>(nested)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// The inner loop whose length decides, if the outer one can have a block for
/// each iteration and its threads would use neighbouring elements.
static scf::ForallOp decidingLoop(scf::ForallOp outer) {
  scf::ForallOp longest;
  unsigned inner = 0;
  for (Operation &op : outer.getBody()->without_terminator()) {
    auto loop = dyn_cast<scf::ForallOp>(op);
    if (!canShare(op, outer) || (!loop && holdsForall(&op)))
      return {};
    if (!loop)
      continue;
    inner += countUnitStrides(loop, loop.getInductionVars()[0]);
    longest = longest ? longest : loop;
  }
  unsigned across = countUnitStrides(outer, outer.getInductionVars()[0]);
  return longest && inner > 0 && inner >= across ? longest : scf::ForallOp();
}

static void launchRows(PlanState &state, GridLoop &outer) {
  BlockKernel made(state, outer.loop, /*threads=*/128, /*levels=*/7);
  OpBuilder &body = made.body;
  Location loc = made.loc;
  Value row = gpu::BlockIdOp::create(body, loc, gpu::Dimension::x);
  made.kernel.map(outer.index(), indexOf(made.kernel, outer, row));
  made.build(*outer.loop.getBody());
  Value one = arith::ConstantIndexOp::create(state.host, loc, 1);
  made.kernel.launch(outer.count, one, one, {128, 1, 1});
}

bool launchRowsOrNest(PlanState &state, scf::ForallOp loop,
                      llvm::function_ref<void()> launchOtherwise) {
  if (!hasHostBounds(state, loop) || holdsChecks(loop))
    return false;
  scf::ForallOp deciding = decidingLoop(loop);
  if (!deciding || !hasHostBounds(state, deciding))
    return false;
  Location loc = loop.getLoc();
  OpBuilder &host = state.host;
  GridLoop outer{loop, gpu::Dimension::x, 1, {}};
  GridLoop inner{deciding, gpu::Dimension::x, 1, {}};
  outer.count = countIterations(state, outer);
  Value length = countIterations(state, inner);
  Value least = arith::ConstantIndexOp::create(host, loc, kShortestRow);
  Value isLong = host.createOrFold<arith::CmpIOp>(
      loc, arith::CmpIPredicate::sge, length, least);
  auto choice = scf::IfOp::create(host, loc, isLong, /*withElse=*/true);
  OpBuilder::InsertionGuard restore(host);
  IRMapping known = state.values.snapshot();
  host.setInsertionPointToStart(choice.thenBlock());
  launchRows(state, outer);
  state.recordMapping(loop, "block for each");
  state.recordMappingsWithin(loop, "threads of a block");
  state.values.restore(known);
  host.setInsertionPointToStart(choice.elseBlock());
  launchOtherwise();
  state.values.restore(known);
  return true;
}

} // namespace gpujit
