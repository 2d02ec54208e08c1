//===- GridRows.cpp - a block for each iteration --------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A parallel loop around others gives each of its iterations a block; the
// threads of the block share the iterations of the inner loops. What stands
// between those is done by all threads, each with its own copy of the
// variables, which stay equal; only the first thread stores to arrays.
//
//===----------------------------------------------------------------------===//

#include "Conversion/LoopsToPlan/ArrayAccess.h"
#include "Conversion/LoopsToPlan/GridLoop.h"
#include "Conversion/LoopsToPlan/ReductionKernel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace gpujit {

/// Shorter inner loops don't occupy a block.
static constexpr int64_t kShortestRow = 64;

//===----------------------------------------------------------------------===//
// Which loops
//===----------------------------------------------------------------------===//

static bool isVariable(Value memory) {
  return memory.getDefiningOp<memref::AllocaOp>() &&
         cast<MemRefType>(memory.getType()).getRank() == 0;
}

/// Whether an operation between the inner loops can be done by every thread,
/// but for its stores to arrays.
static bool canRepeat(Operation &op, bool mayStore) {
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return mayStore || isVariable(store.getMemref());
  if (isa<memref::LoadOp, memref::AllocaOp, scf::YieldOp>(op))
    return true;
  bool isBranch = isa<scf::IfOp>(op), isLoop = isa<scf::ForOp>(op);
  if (!isBranch && !isLoop)
    return op.getNumRegions() == 0 && isPure(&op);
  bool mayStoreInside = mayStore && isBranch && op.getNumResults() == 0;
  return llvm::all_of(op.getRegions(), [&](Region &region) {
    return llvm::all_of(region.getOps(), [&](Operation &nested) {
      return canRepeat(nested, mayStoreInside);
    });
  });
}

/// Whether a loop's body uses an array that each thread would have for itself.
static bool usesLocalArray(scf::ForallOp loop, scf::ForallOp outer) {
  return loop
      ->walk([&](Operation *op) {
        for (Value operand : op->getOperands()) {
          auto local = operand.getDefiningOp<memref::AllocaOp>();
          if (local && outer->isAncestor(local) && !loop->isAncestor(local) &&
              !isa<plan::PartialOp>(op))
            return WalkResult::interrupt();
        }
        return WalkResult::advance();
      })
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
    if (!loop && !canRepeat(op, /*mayStore=*/true))
      return {};
    if (!loop)
      continue;
    if (usesLocalArray(loop, outer))
      return {};
    inner += countUnitStrides(loop, loop.getInductionVars()[0]);
    longest = longest ? longest : loop;
  }
  unsigned across = countUnitStrides(outer, outer.getInductionVars()[0]);
  return longest && inner > 0 && inner >= across ? longest : scf::ForallOp();
}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

namespace {
class RowKernel : public ReductionKernel {
public:
  using ReductionKernel::ReductionKernel;

  void build(Block &block);

private:
  void distribute(scf::ForallOp loop);
  void store(memref::StoreOp op);
  void branch(scf::IfOp op);
  void barrier() { gpu::BarrierOp::create(body, loc); }
};
} // namespace

/// All threads have read before the first one stores, and it has stored before
/// they read again.
void RowKernel::store(memref::StoreOp op) {
  barrier();
  Value first = isFirstThread();
  {
    auto guard = scf::IfOp::create(body, loc, first, /*withElse=*/false);
    OpBuilder::InsertionGuard restore(body);
    body.setInsertionPointToStart(guard.thenBlock());
    kernel.clone(op);
  }
  barrier();
}

/// The condition is the same in all threads.
void RowKernel::branch(scf::IfOp op) {
  bool hasElse = op.elseBlock() != nullptr;
  auto copy =
      scf::IfOp::create(body, loc, kernel.import(op.getCondition()), hasElse);
  OpBuilder::InsertionGuard restore(body);
  body.setInsertionPointToStart(copy.thenBlock());
  build(*op.thenBlock());
  if (!hasElse)
    return;
  body.setInsertionPointToStart(copy.elseBlock());
  build(*op.elseBlock());
}

/// The threads share the iterations; what they accumulate reaches the variables
/// of all of them.
void RowKernel::distribute(scf::ForallOp loop) {
  SmallVector<Parts> all;
  bool isOrdered = false;
  for (auto partial : loop.getBody()->getOps<plan::PartialOp>()) {
    declare(all.emplace_back(Parts{partial, {}, {}}));
    isOrdered |= partial.getOrdered();
  }
  barrier();
  GridLoop row{loop, gpu::Dimension::x, 1, {}};
  Value count = countInKernel(kernel, row);
  for (Parts &parts : all)
    mapParts(parts);
  auto iterate = [&](Value number) {
    kernel.map(row.index(), indexOf(kernel, row, number));
    for (Operation &op : loop.getBody()->without_terminator())
      if (!isa<plan::PartialOp>(op))
        kernel.clone(&op);
  };
  if (isOrdered) {
    OpBuilder::InsertionGuard restore(body);
    iterate(openIterations(thread, constant(threads), count, isOrdered));
  } else {
    forEachOf(thread, constant(threads), count, loop, iterate);
  }
  barrier();
  for (Parts &parts : all) {
    SmallVector<Value> total = combineForAll(parts);
    SmallVector<Value> variables =
        llvm::map_to_vector(parts.source.getVariables(), [&](Value variable) {
          return kernel.import(variable);
        });
    parts.variables = variables;
    combine(parts, load(parts), total);
  }
}

void RowKernel::build(Block &block) {
  for (Operation &op : block.without_terminator()) {
    auto stored = dyn_cast<memref::StoreOp>(op);
    auto branched = dyn_cast<scf::IfOp>(op);
    if (auto loop = dyn_cast<scf::ForallOp>(op))
      distribute(loop);
    else if (stored && !isVariable(stored.getMemref()))
      store(stored);
    else if (branched && branched.getNumResults() == 0)
      branch(branched);
    else
      kernel.clone(&op);
  }
}

static void launchRows(PlanState &state, GridLoop &outer) {
  RowKernel made(state, outer.loop, /*threads=*/128, /*levels=*/7);
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
