//===- Reductions.cpp - variables that a loop accumulates into ------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Reductions.h"

#include "Analysis/SlotFlow.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::pyk;

SmallVector<Value> gpujit::carriedSlots(ForOp loop) {
  llvm::SetVector<Value> slots;
  loop.getBody().walk([&](SetOp set) {
    if (!loop.getBody().isAncestor(set.getRef().getParentRegion()))
      slots.insert(set.getRef());
  });
  return slots.takeVector();
}

namespace {
/// The uses of one slot in one loop, checked for being a reduction's.
class ReductionMatcher {
public:
  ReductionMatcher(ForOp loop, Value slot, ValueNumbering &numbering)
      : loop(loop), slot(slot), numbering(numbering) {
    found.slot = slot;
  }

  bool match();

  SlotReduction found;

private:
  bool follow(Value value);
  bool followUse(OpOperand &use);
  bool followCondition(Value condition);
  bool matchGuard(CmpOp cmp, Value old);
  bool matchOwnGuard(IfOp guard, bool isNegated);
  bool agrees(UpdateKind kind, Operation *combiner, unsigned oldOperand,
              bool isNegated = false);

  ForOp loop;
  Value slot;
  ValueNumbering &numbering;
  /// Values that hold the accumulator, old or updated.
  llvm::SetVector<Value> derived;
};
} // namespace

/// Whether two operations combine in one way.
static bool isSameCombiner(Operation *a, Operation *b) {
  auto first = dyn_cast<CmpOp>(a), second = dyn_cast<CmpOp>(b);
  return a->getName() == b->getName() &&
         (!first || first.getPredicate() == second.getPredicate());
}

bool ReductionMatcher::agrees(UpdateKind kind, Operation *combiner,
                              unsigned oldOperand, bool isNegated) {
  if (found.kind == UpdateKind::none) {
    found.kind = kind;
    found.combiner = combiner;
    found.oldOperand = oldOperand;
    found.isNegated = isNegated;
  }
  found.isUniform &= isSameCombiner(found.combiner, combiner) &&
                     found.oldOperand == oldOperand &&
                     found.isNegated == isNegated;
  return kind != UpdateKind::none && found.kind == kind;
}

//===----------------------------------------------------------------------===//
// Branches that take a new value
//===----------------------------------------------------------------------===//

/// Whether an `if` can only do what its first region does.
static bool hasOneBranch(IfOp op) {
  return op.getNumResults() == 0 &&
         (op.getElseRegion().empty() ||
          isa<YieldOp>(op.getElseRegion().front().front())) &&
         isa<YieldOp>(op.getThenRegion().front().getTerminator());
}

/// Whether `if` has no effect but to set variables from outside `loop`.
static bool onlySets(IfOp op, ForOp loop) {
  return hasOneBranch(op) &&
         llvm::all_of(op.getThenRegion().front(), [&](Operation &inner) {
           auto set = dyn_cast<SetOp>(inner);
           return inner.getNumRegions() == 0 && !isa<StoreOp, RaiseOp>(inner) &&
                  !(set &&
                    loop.getBody().isAncestor(set.getRef().getParentRegion()));
         });
}

/// The value that the branch gives the slot, if it sets it once.
static Value takenValue(IfOp guard, Value slot) {
  Value taken;
  for (auto set : guard.getThenRegion().front().getOps<SetOp>()) {
    if (set.getRef() != slot)
      continue;
    if (taken)
      return {};
    taken = set.getValue();
  }
  return taken;
}

/// The `if` that is the condition's only use, perhaps through a `not`.
static IfOp onlyBranch(Value condition, bool &isNegated) {
  if (!condition.hasOneUse())
    return {};
  Operation *user = *condition.user_begin();
  if (auto inverse = dyn_cast<NotOp>(user)) {
    isNegated = !isNegated;
    return onlyBranch(inverse.getResult(), isNegated);
  }
  return dyn_cast<IfOp>(user);
}

/// `if x < s: s = x` takes the least.
bool ReductionMatcher::matchGuard(CmpOp cmp, Value old) {
  bool oldIsRight = cmp.getRhs() == old, isNegated = false;
  Value fresh = oldIsRight ? cmp.getLhs() : cmp.getRhs();
  Predicate predicate = cmp.getPredicate();
  IfOp guard = onlyBranch(cmp.getResult(), isNegated);
  if (predicate == Predicate::eq || predicate == Predicate::ne ||
      derived.contains(fresh) || !guard || !onlySets(guard, loop))
    return false;
  bool isBelow =
      (predicate == Predicate::lt || predicate == Predicate::le) != isNegated;
  UpdateKind kind =
      isBelow == oldIsRight ? UpdateKind::least : UpdateKind::greatest;
  Value taken = takenValue(guard, slot);
  if (!agrees(kind, cmp, oldIsRight ? 1 : 0, isNegated) || !taken ||
      !numbering.equal(taken, fresh))
    return false;
  found.guards.push_back(guard);
  return true;
}

/// `s = s and c`, which is `if s: s = c`. Iterations that would have passed `c`
/// over compute it as well, so it must be safe to compute.
bool ReductionMatcher::matchOwnGuard(IfOp guard, bool isNegated) {
  Value taken = takenValue(guard, slot);
  if (!isBool(cast<RefType>(slot.getType()).getValueType()) || !taken ||
      derived.contains(taken) || !hasOneBranch(guard) ||
      !agrees(isNegated ? UpdateKind::any : UpdateKind::all, guard, 0))
    return false;
  auto isSafe = [&](Operation *op) {
    auto set = dyn_cast<SetOp>(op);
    bool isOther = set && set.getRef() != slot;
    return !isOther && !mayRaise(op) &&
           !isa<StoreOp, RaiseOp, PrintOp, ForOp, WhileOp, InlinedOp, BreakOp,
                ContinueOp, ReturnOp>(op);
  };
  bool areSafe = !guard.getThenRegion()
                      .walk([&](Operation *op) {
                        return isSafe(op) ? WalkResult::advance()
                                          : WalkResult::interrupt();
                      })
                      .wasInterrupted();
  if (areSafe)
    found.guards.push_back(guard);
  return areSafe;
}

//===----------------------------------------------------------------------===//
// Uses
//===----------------------------------------------------------------------===//

bool ReductionMatcher::followUse(OpOperand &use) {
  Operation *user = use.getOwner();
  bool isOld = use.get().getDefiningOp<GetOp>() != nullptr;
  if (auto set = dyn_cast<SetOp>(user))
    return set.getRef() == slot;
  if (auto cmp = dyn_cast<CmpOp>(user))
    return isOld && matchGuard(cmp, use.get());
  if (isa<IfOp, NotOp>(user)) {
    bool isNegated = false;
    IfOp guard = onlyBranch(use.get(), isNegated);
    return isOld && guard && matchOwnGuard(guard, isNegated);
  }
  if (isWidthChange(user)) {
    derived.insert(user->getResult(0));
    return true;
  }
  unsigned number = use.getOperandNumber();
  if (!agrees(updateKindOf(user, number), user, number))
    return false;
  derived.insert(user->getResult(0));
  return true;
}

bool ReductionMatcher::match() {
  SmallVector<SetOp> sets;
  for (Operation *user : slot.getUsers()) {
    if (!loop->isProperAncestor(user))
      continue;
    if (isa<IsBoundOp>(user))
      return false;
    if (auto get = dyn_cast<GetOp>(user))
      derived.insert(get);
    if (auto set = dyn_cast<SetOp>(user))
      sets.push_back(set);
  }
  for (unsigned next = 0; next < derived.size(); ++next)
    for (OpOperand &use : derived[next].getUses())
      if (!followUse(use))
        return false;
  // The accumulator meets only values that don't come from it.
  for (Value value : derived) {
    Operation *op = value.getDefiningOp();
    if (!isa<GetOp>(op) &&
        llvm::count_if(op->getOperands(), [&](Value operand) {
          return derived.contains(operand);
        }) != 1)
      return false;
  }
  return !derived.empty() && llvm::all_of(sets, [&](SetOp set) {
    return derived.contains(set.getValue()) ||
           llvm::is_contained(found.guards, set->getParentOp());
  });
}

//===----------------------------------------------------------------------===//
// All variables of a loop
//===----------------------------------------------------------------------===//

/// Whether the loop only sets the slot, and only where a reduction takes a new
/// value.
static bool isCompanion(ForOp loop, Value slot,
                        const llvm::DenseMap<Operation *, Value> &guards) {
  return llvm::all_of(slot.getUsers(), [&](Operation *user) {
    return !loop->isProperAncestor(user) ||
           (isa<SetOp>(user) && guards.contains(user->getParentOp()));
  });
}

/// Whether the slot is set where another one takes a new value.
static bool guardedByOther(Value slot,
                           const llvm::DenseMap<Operation *, Value> &guards) {
  return llvm::any_of(slot.getUsers(), [&](Operation *user) {
    Value decider = guards.lookup(user->getParentOp());
    return isa<SetOp>(user) && decider && decider != slot;
  });
}

/// Whether each iteration reads only what it has set itself: then what the last
/// one that sets the slot leaves is all that remains.
static bool isLastValue(ForOp loop, Value slot) {
  bool isTested = llvm::any_of(slot.getUsers(), [&](Operation *user) {
    return isa<IsBoundOp>(user) && loop->isProperAncestor(user);
  });
  return !isTested && isScalar(cast<RefType>(slot.getType()).getValueType()) &&
         !SlotFlow(slot).fromStart(loop.getBody().front()).read;
}

LoopReductions gpujit::matchReductions(ForOp loop, ValueNumbering &numbering) {
  SmallVector<Value> slots = carriedSlots(loop);
  // Which accumulator decides whether a branch is taken.
  llvm::DenseMap<Operation *, Value> guards;
  llvm::MapVector<Value, SlotReduction> reduced;
  for (Value slot : slots) {
    ReductionMatcher matcher(loop, slot, numbering);
    if (!matcher.match())
      continue;
    for (IfOp guard : matcher.found.guards)
      guards[guard] = slot;
    reduced[slot] = std::move(matcher.found);
  }
  LoopReductions result;
  for (Value slot : slots) {
    Value decider;
    bool isDecidedByAnother = false;
    for (Operation *user : slot.getUsers())
      if (Value one = guards.lookup(user->getParentOp());
          one && isa<SetOp>(user) && one != slot) {
        isDecidedByAnother |= decider && decider != one;
        decider = one;
      }
    if (!decider && reduced.contains(slot))
      continue;
    if (!decider && isLastValue(loop, slot)) {
      reduced[slot].slot = slot;
      reduced[slot].kind = UpdateKind::last;
      continue;
    }
    if (!isCompanion(loop, slot, guards))
      result.rest.push_back(slot);
    else if (decider && !isDecidedByAnother)
      reduced[decider].companions.push_back(slot);
    else if (decider)
      reduced[decider].isUniform = false;
  }
  for (Value slot : slots)
    if (reduced.contains(slot) && !guardedByOther(slot, guards))
      result.reductions.push_back(std::move(reduced[slot]));
  return result;
}
