//===- BlockKernel.cpp - code that a block runs together ------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/LoopsToPlan/BlockKernel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace gpujit {

/// Iterations that a part of the code may have, for the order of errors.
static constexpr int64_t kMostIterations = int64_t(1) << 40;

//===----------------------------------------------------------------------===//
// What can be shared
//===----------------------------------------------------------------------===//

static bool isVariable(Value memory) {
  return memory.getDefiningOp<memref::AllocaOp>() &&
         cast<MemRefType>(memory.getType()).getRank() == 0;
}

static bool holdsForall(Operation *op) {
  return op->walk([](scf::ForallOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

/// Whether every thread can do an operation for itself: it stores to variables
/// alone.
static bool canRepeat(Operation &op) {
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return isVariable(store.getMemref());
  if (isa<memref::LoadOp, memref::AllocaOp, scf::YieldOp, scf::ConditionOp,
          plan::CheckOp, plan::FailedOp>(op))
    return true;
  if (!isa<scf::IfOp, scf::ForOp, scf::WhileOp>(op))
    return op.getNumRegions() == 0 && isPure(&op);
  return llvm::all_of(op.getRegions(), [](Region &region) {
    return llvm::all_of(region.getOps(), canRepeat);
  });
}

/// Whether the first thread can do an operation for all: what it leaves is in
/// arrays.
static bool isForFirstThread(Operation &op) {
  if (op.getNumResults() != 0)
    return false;
  return !op.walk([&](Operation *nested) {
              auto store = dyn_cast<memref::StoreOp>(nested);
              bool isOutside =
                  store && isVariable(store.getMemref()) &&
                  !op.isAncestor(store.getMemref().getDefiningOp());
              bool isKnown =
                  isPure(nested) ||
                  isa<memref::StoreOp, memref::LoadOp, memref::AllocaOp,
                      scf::IfOp, scf::ForOp, scf::WhileOp>(nested);
              return isOutside || !isKnown ? WalkResult::interrupt()
                                           : WalkResult::advance();
            }).wasInterrupted();
}

/// Whether a loop's body uses an array that each thread would have for itself.
static bool usesLocalArray(scf::ForallOp loop, Operation *outer) {
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

bool canShare(Operation &op, Operation *outer) {
  if (auto loop = dyn_cast<scf::ForallOp>(op))
    return !usesLocalArray(loop, outer);
  if (!holdsForall(&op))
    return canRepeat(op) || isForFirstThread(op);
  if (!isa<scf::IfOp, scf::ForOp, scf::WhileOp>(op) || op.getNumResults() != 0)
    return false;
  auto isOwn = [&](Operation &inner) {
    return isa<scf::YieldOp, scf::ConditionOp>(inner) || canShare(inner, outer);
  };
  return llvm::all_of(op.getRegions(), [&](Region &region) {
    return llvm::all_of(region.getOps(), isOwn);
  });
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

void BlockKernel::beginChecks() {
  kernel.beginIteration([&] { return constant(0); });
  step = memref::AllocaOp::create(body, loc,
                                  MemRefType::get({}, body.getIndexType()));
  memref::StoreOp::create(body, loc, constant(0), step, ValueRange{});
  anyFailed = kernel.shared(1, body.getI32Type());
  auto first =
      scf::IfOp::create(body, loc, isFirstThread(), /*withElse=*/false);
  OpBuilder::InsertionGuard restore(body);
  body.setInsertionPointToStart(first.thenBlock());
  Value none = arith::ConstantIntOp::create(body, loc, 0, 32);
  memref::StoreOp::create(body, loc, none, anyFailed, constant(0));
}

/// Emits code that runs unless an earlier part has failed; what had failed is
/// the same in all threads.
void BlockKernel::unlessFailed(llvm::function_ref<void()> emit) {
  if (!step)
    return emit();
  Value flag = plan::FailedOp::create(body, loc, body.getI1Type());
  Value yes = arith::ConstantIntOp::create(body, loc, 1, 1);
  Value goesOn = arith::XOrIOp::create(body, loc, flag, yes);
  auto guard = scf::IfOp::create(body, loc, goesOn, /*withElse=*/false);
  OpBuilder::InsertionGuard restore(body);
  body.setInsertionPointToStart(guard.thenBlock());
  emit();
}

/// Errors of later parts come after those of earlier ones.
void BlockKernel::beginStep() {
  if (!step)
    return;
  Value before = memref::LoadOp::create(body, loc, step, ValueRange{});
  Value now = arith::AddIOp::create(body, loc, before, constant(1));
  memref::StoreOp::create(body, loc, now, step, ValueRange{});
  kernel.setIteration(
      arith::MulIOp::create(body, loc, now, constant(kMostIterations)));
}

/// What failed in one thread failed in all.
void BlockKernel::agreeOnFailure() {
  if (!step)
    return;
  Value flag = plan::FailedOp::create(body, loc, body.getI1Type());
  auto failed = scf::IfOp::create(body, loc, flag, /*withElse=*/false);
  {
    OpBuilder::InsertionGuard restore(body);
    body.setInsertionPointToStart(failed.thenBlock());
    Value one = arith::ConstantIntOp::create(body, loc, 1, 32);
    memref::AtomicRMWOp::create(body, loc, arith::AtomicRMWKind::ori, one,
                                anyFailed, ValueRange{constant(0)});
  }
  barrier();
  Value word = memref::LoadOp::create(body, loc, anyFailed, constant(0));
  Value none = arith::ConstantIntOp::create(body, loc, 0, 32);
  kernel.setFailed(
      arith::CmpIOp::create(body, loc, arith::CmpIPredicate::ne, word, none));
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

/// One where the threads don't stand at one already.
void BlockKernel::barrier() {
  Block::iterator place = body.getInsertionPoint();
  if (place == body.getInsertionBlock()->begin() ||
      !isa<gpu::BarrierOp>(*std::prev(place)))
    gpu::BarrierOp::create(body, loc);
}

/// The first thread does it. All have read before it stores, and it has stored
/// before they read again.
void BlockKernel::store(Operation *op) {
  barrier();
  auto guard =
      scf::IfOp::create(body, loc, isFirstThread(), /*withElse=*/false);
  {
    OpBuilder::InsertionGuard restore(body);
    body.setInsertionPointToStart(guard.thenBlock());
    unlessFailed([&] { kernel.clone(op); });
  }
  barrier();
}

/// The condition is the same in all threads.
void BlockKernel::branch(scf::IfOp op) {
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

void BlockKernel::repeat(scf::ForOp op) {
  auto copy = scf::ForOp::create(body, loc, kernel.import(op.getLowerBound()),
                                 kernel.import(op.getUpperBound()),
                                 kernel.import(op.getStep()));
  kernel.map(op.getInductionVar(), copy.getInductionVar());
  OpBuilder::InsertionGuard restore(body);
  body.setInsertionPointToStart(copy.getBody());
  build(*op.getBody());
}

void BlockKernel::repeat(scf::WhileOp op) {
  auto copy = scf::WhileOp::create(body, loc, TypeRange(), ValueRange());
  OpBuilder::InsertionGuard restore(body);
  body.createBlock(&copy.getBefore());
  build(*op.getBeforeBody());
  scf::ConditionOp::create(body, loc,
                           kernel.import(op.getConditionOp().getCondition()),
                           ValueRange());
  body.createBlock(&copy.getAfter());
  build(*op.getAfterBody());
  scf::YieldOp::create(body, loc);
}

/// A perfect nest of two loops is shared as a whole where the inner one has the
/// same bounds in every iteration.
static scf::ForallOp rectangularInner(scf::ForallOp loop) {
  scf::ForallOp inner;
  for (Operation &op : loop.getBody()->without_terminator()) {
    auto nested = dyn_cast<scf::ForallOp>(op);
    if (nested && !inner && !accumulates(nested))
      inner = nested;
    else if (!isPure(&op))
      return {};
  }
  bool varies =
      inner && llvm::any_of(inner->getOperands(), [&](Value bound) {
        return loop->isAncestor(bound.getParentBlock()->getParentOp());
      });
  return inner && !varies ? inner : scf::ForallOp();
}

/// number / width and number % width, in 32 bits where both fit: a division of
/// 64 bits takes several times as long as all else in a short iteration.
std::pair<Value, Value> BlockKernel::split(Value number, Value width) {
  Value both = arith::OrIOp::create(body, loc, number, width);
  Value fits = arith::CmpIOp::create(body, loc, arith::CmpIPredicate::ult, both,
                                     constant(int64_t(1) << 32));
  Type index = body.getIndexType(), narrow = body.getI32Type();
  auto choice = scf::IfOp::create(body, loc, TypeRange{index, index}, fits);
  OpBuilder::InsertionGuard restore(body);
  body.createBlock(&choice.getThenRegion());
  Value a = arith::IndexCastUIOp::create(body, loc, narrow, number);
  Value b = arith::IndexCastUIOp::create(body, loc, narrow, width);
  auto widen = [&](Value value) -> Value {
    return arith::IndexCastUIOp::create(body, loc, index, value);
  };
  SmallVector<Value> parts{widen(arith::DivUIOp::create(body, loc, a, b)),
                           widen(arith::RemUIOp::create(body, loc, a, b))};
  scf::YieldOp::create(body, loc, parts);
  body.createBlock(&choice.getElseRegion());
  parts = {arith::DivUIOp::create(body, loc, number, width),
           arith::RemUIOp::create(body, loc, number, width)};
  scf::YieldOp::create(body, loc, parts);
  return {choice.getResult(0), choice.getResult(1)};
}

/// Emits a thread's share of the iterations.
void BlockKernel::emitIterations(scf::ForallOp loop, bool isOrdered) {
  GridLoop outer{loop, gpu::Dimension::x, 1, {}};
  Value count = countInKernel(kernel, outer);
  scf::ForallOp nested = rectangularInner(loop);
  GridLoop inner{nested ? nested : loop, gpu::Dimension::x, 1, {}};
  Value width = nested ? countInKernel(kernel, inner) : Value();
  if (nested)
    width = arith::MaxSIOp::create(body, loc, width, constant(0));
  Value total = nested ? arith::MulIOp::create(body, loc, count, width) : count;
  Value start = step ? kernel.loadIteration() : Value();
  auto iterate = [&](Value number) {
    if (step)
      kernel.setIteration(arith::AddIOp::create(body, loc, start, number));
    Value row = number;
    if (nested) {
      Value column;
      std::tie(row, column) = split(number, width);
      kernel.map(inner.index(), indexOf(kernel, inner, column));
    }
    kernel.map(outer.index(), indexOf(kernel, outer, row));
    auto emit = [&](Block &block) {
      for (Operation &op : block.without_terminator())
        if (!isa<plan::PartialOp>(op) && &op != nested)
          kernel.clone(&op);
    };
    emit(*loop.getBody());
    if (nested)
      emit(*nested.getBody());
  };
  if (isOrdered) {
    OpBuilder::InsertionGuard restore(body);
    iterate(openIterations(thread, constant(threads), total, isOrdered));
  } else {
    forEachOf(thread, constant(threads), total, nested ? nested : loop,
              iterate);
  }
}

/// The threads share the iterations; what they accumulate reaches the variables
/// of all of them.
void BlockKernel::distribute(scf::ForallOp loop) {
  SmallVector<Parts> all;
  bool isOrdered = false;
  for (auto partial : loop.getBody()->getOps<plan::PartialOp>()) {
    declare(all.emplace_back(Parts{partial, {}, {}}));
    isOrdered |= partial.getOrdered();
  }
  barrier();
  for (Parts &parts : all)
    mapParts(parts);
  emitIterations(loop, isOrdered);
  agreeOnFailure();
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

void BlockKernel::buildOne(Operation &op) {
  if (auto loop = dyn_cast<scf::ForallOp>(op)) {
    beginStep();
    unlessFailed([&] { distribute(loop); });
  } else if (!holdsForall(&op) && canRepeat(op)) {
    kernel.clone(&op);
  } else if (!holdsForall(&op)) {
    store(&op);
  } else if (auto branched = dyn_cast<scf::IfOp>(op)) {
    branch(branched);
  } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
    repeat(loop);
  } else {
    repeat(cast<scf::WhileOp>(op));
  }
}

void BlockKernel::build(Block &block) {
  for (Operation &op : block.without_terminator())
    buildOne(op);
}

} // namespace gpujit
