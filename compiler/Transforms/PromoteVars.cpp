//===- PromoteVars.cpp - variables become values --------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One walk in program order carries, for each slot that is certainly bound, the
// value that it is known to hold. Then sets that nobody can see are dropped.
//
//===----------------------------------------------------------------------===//

#include "Analysis/SlotFlow.h"
#include "Transforms/Passes.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::pyk;

namespace gpujit {
#define GEN_PASS_DEF_PROMOTEVARS
#include "Transforms/Passes.h.inc"
} // namespace gpujit

namespace {
/// Slots that are certainly bound; null where the value isn't known.
using State = llvm::DenseMap<Value, Value>;

class Promoter {
public:
  /// Rewrites `block`; afterwards `state` is that at its end. Returns whether
  /// the end is reached normally, not by break, continue or return.
  bool run(Block &block, State &state);

  /// Slots read where they may not be bound.
  llvm::DenseSet<Value> maybeUnbound;

private:
  void promote(GetOp get, State &state);
  void runOp(Operation &op, State &state);
  void runIf(IfOp op, State &state);
  void runLoop(Operation *loop, State &state);
  void runInlined(InlinedOp op, State &state);
};
} // namespace

/// The slots that operations inside `op` set.
static llvm::DenseSet<Value> slotsSetIn(Operation *op) {
  llvm::DenseSet<Value> slots;
  op->walk([&](SetOp set) { slots.insert(set.getRef()); });
  return slots;
}

/// Forgets values that are defined inside `op`: they can't be used after it.
static void dropValuesOf(Operation *op, State &state) {
  for (auto &entry : state)
    if (entry.second &&
        op->isAncestor(entry.second.getParentBlock()->getParentOp()))
      entry.second = Value();
}

/// What holds on both ways.
static State meet(const State &a, const State &b) {
  State result;
  for (auto [slot, value] : a) {
    auto other = b.find(slot);
    if (other != b.end())
      result[slot] = value == other->second ? value : Value();
  }
  return result;
}

bool Promoter::run(Block &block, State &state) {
  for (Operation &op : llvm::make_early_inc_range(block))
    runOp(op, state);
  return !isa<BreakOp, ContinueOp, ReturnOp>(block.getTerminator());
}

void Promoter::promote(GetOp get, State &state) {
  auto known = state.find(get.getRef());
  if (known == state.end()) {
    maybeUnbound.insert(get.getRef());
    return;
  }
  if (!known->second) {
    known->second = get.getResult();
    return;
  }
  get.getResult().replaceAllUsesWith(known->second);
  get.erase();
}

void Promoter::runOp(Operation &op, State &state) {
  if (auto get = dyn_cast<GetOp>(op)) {
    promote(get, state);
  } else if (auto set = dyn_cast<SetOp>(op)) {
    state[set.getRef()] = set.getValue();
  } else if (auto test = dyn_cast<IsBoundOp>(op)) {
    if (!state.contains(test.getRef()))
      return;
    OpBuilder builder(test);
    test.getResult().replaceAllUsesWith(
        ConstantOp::create(builder, test.getLoc(), builder.getI1Type(),
                           builder.getI64IntegerAttr(1)));
    test.erase();
  } else if (auto ifOp = dyn_cast<IfOp>(op)) {
    runIf(ifOp, state);
  } else if (isa<ForOp, WhileOp>(op)) {
    runLoop(&op, state);
  } else if (auto inlined = dyn_cast<InlinedOp>(op)) {
    runInlined(inlined, state);
  }
}

void Promoter::runIf(IfOp op, State &state) {
  State thenState = state, elseState = state;
  bool thenEnds = run(op.getThenRegion().front(), thenState);
  bool elseEnds =
      op.getElseRegion().empty() || run(op.getElseRegion().front(), elseState);
  if (thenEnds && elseEnds)
    state = meet(thenState, elseState);
  else if (thenEnds || elseEnds)
    state = thenEnds ? thenState : elseState;
  dropValuesOf(op, state);
}

void Promoter::runLoop(Operation *loop, State &state) {
  llvm::DenseSet<Value> changed = slotsSetIn(loop);
  for (Value slot : changed)
    if (auto known = state.find(slot); known != state.end())
      known->second = Value();

  // A variable that the loop doesn't change is read once.
  OpBuilder builder(loop);
  loop->walk([&](GetOp get) {
    auto known = state.find(get.getRef());
    if (known != state.end() && !known->second &&
        !changed.contains(get.getRef()))
      known->second =
          GetOp::create(builder, get.getLoc(), get.getType(), get.getRef());
  });

  State inside = state;
  for (Region &region : loop->getRegions()) {
    run(region.front(), inside);
    dropValuesOf(loop, inside);
  }
}

void Promoter::runInlined(InlinedOp op, State &state) {
  llvm::DenseSet<Value> changed = slotsSetIn(op);
  State inside = state;
  run(op.getBody().front(), inside);
  for (Value slot : changed)
    if (auto known = state.find(slot); known != state.end())
      known->second = Value();
}

/// Puts a callee whose only return ends it in place of its call.
static void splice(InlinedOp op) {
  Block &body = op.getBody().front();
  Operation *end = body.getTerminator();
  bool leavesEarly = false;
  op.walk([&](ReturnOp ret) {
    leavesEarly |= ret != end && enclosingCallee(ret) == op;
  });
  if (leavesEarly || !isa<ReturnOp, YieldOp>(end))
    return;
  op->replaceAllUsesWith(end->getOperands());
  end->erase();
  op->getBlock()->getOperations().splice(op->getIterator(),
                                         body.getOperations());
  op.erase();
}

/// Drops sets that no get can see, and slots that nobody uses.
static void dropDead(VarOp var) {
  SlotFlow flow(var.getRef());
  SmallVector<SetOp> dead;
  for (Operation *user : var.getRef().getUsers())
    if (auto set = dyn_cast<SetOp>(user); set && !flow.liveAfter(set))
      dead.push_back(set);
  for (SetOp set : dead)
    set.erase();
  if (var.use_empty())
    var.erase();
}

namespace {
struct PromoteVars : gpujit::impl::PromoteVarsBase<PromoteVars> {
  void runOnOperation() override {
    FuncOp func = getOperation();
    func.walk([](InlinedOp op) { splice(op); });

    Promoter promoter;
    State state;
    promoter.run(func.getBody().front(), state);

    SmallVector<VarOp> slots;
    func.walk([&](VarOp var) { slots.push_back(var); });
    for (VarOp var : slots) {
      bool tested = llvm::any_of(var.getRef().getUsers(), [](Operation *user) {
        return isa<IsBoundOp>(user);
      });
      if (!tested && !promoter.maybeUnbound.contains(var.getRef()))
        var.setTracked(false);
      for (Operation *user :
           llvm::make_early_inc_range(var.getRef().getUsers()))
        if (isa<GetOp>(user) && user->use_empty() && !mayRaise(user))
          user->erase();
      dropDead(var);
    }
  }
};
} // namespace
