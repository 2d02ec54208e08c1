//===- Updates.cpp - s = s + x and its relatives --------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Updates.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::pyk;

/// What `op` does to an old value that is its operand number `operand`.
static UpdateKind kindOf(Operation *op, unsigned operand) {
  return llvm::TypeSwitch<Operation *, UpdateKind>(op)
      .Case<AddOp>([](auto) { return UpdateKind::sum; })
      .Case<SubOp>([&](auto) {
        return operand == 0 ? UpdateKind::sum : UpdateKind::none;
      })
      .Case<MulOp>([](auto) { return UpdateKind::product; })
      .Case<MinOp, MinimumOp>([](auto) { return UpdateKind::least; })
      .Case<MaxOp, MaximumOp>([](auto) { return UpdateKind::greatest; })
      .Case<AndOp>([](auto) { return UpdateKind::all; })
      .Case<OrOp>([](auto) { return UpdateKind::any; })
      .Case<XorOp>([](auto) { return UpdateKind::parity; })
      .Default(UpdateKind::none);
}

/// Whether `op` only changes the type of an accumulator.
static bool isWidthChange(Operation *op) {
  if (!isa<CastOp>(op))
    return false;
  Type from = op->getOperand(0).getType(), to = op->getResult(0).getType();
  return (isFloating(from) && isFloating(to)) ||
         (isInteger(from) && isInteger(to));
}

//===----------------------------------------------------------------------===//
// Array elements
//===----------------------------------------------------------------------===//

/// Follows the chain from what is stored back to a load, through values used
/// once.
static LoadOp findUpdatedLoad(Value value, StoreOp store, UpdateKind &kind,
                              ValueNumbering &numbering) {
  Operation *op = value.getDefiningOp();
  if (!op || !value.hasOneUse() || op->getBlock() != store->getBlock())
    return nullptr;
  if (auto load = dyn_cast<LoadOp>(op)) {
    bool same =
        numbering.equal(load.getArray(), store.getArray()) &&
        llvm::equal(load.getIndices(), store.getIndices(),
                    [&](Value a, Value b) { return numbering.equal(a, b); });
    return same ? load : nullptr;
  }
  if (isWidthChange(op))
    return findUpdatedLoad(op->getOperand(0), store, kind, numbering);
  for (OpOperand &operand : op->getOpOperands()) {
    UpdateKind here = kindOf(op, operand.getOperandNumber());
    if (here == UpdateKind::none || (kind != UpdateKind::none && here != kind))
      continue;
    UpdateKind chain = here;
    if (LoadOp load = findUpdatedLoad(operand.get(), store, chain, numbering)) {
      kind = chain;
      return load;
    }
  }
  return nullptr;
}

/// Whether another store may change the element between its load and its store.
static bool isInterrupted(ArrayUpdate &update, Arrays &arrays) {
  for (Operation *op = update.load->getNextNode(); op != update.store;
       op = op->getNextNode()) {
    auto found = op->walk([&](StoreOp other) {
      return arrays.relation(other.getArray(), update.store.getArray()) ==
                     Aliasing::disjoint
                 ? WalkResult::advance()
                 : WalkResult::interrupt();
    });
    if (found.wasInterrupted())
      return true;
  }
  return false;
}

std::optional<ArrayUpdate> gpujit::matchArrayUpdate(StoreOp store,
                                                    Arrays &arrays,
                                                    ValueNumbering &numbering) {
  ArrayUpdate update{nullptr, store, UpdateKind::none};
  update.load =
      findUpdatedLoad(store.getValue(), store, update.kind, numbering);
  if (!update.load || update.kind == UpdateKind::none ||
      isInterrupted(update, arrays))
    return std::nullopt;
  return update;
}

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

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

  /// Conditions `x < s` whose branch sets `s` to `x`.
  llvm::SmallPtrSet<Operation *, 4> guards;

private:
  bool follow(Value value);
  bool followUse(OpOperand &use);
  bool matchGuard(CmpOp cmp, Value old);
  bool agrees(UpdateKind other, Operation *combiner, unsigned oldOperand);

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

bool ReductionMatcher::agrees(UpdateKind other, Operation *combiner,
                              unsigned oldOperand) {
  if (found.kind == UpdateKind::none) {
    found.kind = other;
    found.combiner = combiner;
    found.oldOperand = oldOperand;
  }
  found.isUniform &= isSameCombiner(found.combiner, combiner) &&
                     found.oldOperand == oldOperand;
  return other != UpdateKind::none && found.kind == other;
}

/// Whether `if` has no effect but to set variables from outside `loop`.
static bool onlySets(IfOp op, ForOp loop) {
  if (op.getNumResults() != 0 ||
      (!op.getElseRegion().empty() &&
       (!isa<YieldOp>(op.getElseRegion().front().front()))) ||
      !isa<YieldOp>(op.getThenRegion().front().getTerminator()))
    return false;
  return llvm::all_of(op.getThenRegion().front(), [&](Operation &inner) {
    auto set = dyn_cast<SetOp>(inner);
    return inner.getNumRegions() == 0 && !isa<StoreOp, RaiseOp>(inner) &&
           !(set && loop.getBody().isAncestor(set.getRef().getParentRegion()));
  });
}

/// `if x < s: s = x` takes the least.
bool ReductionMatcher::matchGuard(CmpOp cmp, Value old) {
  bool oldIsRight = cmp.getRhs() == old;
  Value fresh = oldIsRight ? cmp.getLhs() : cmp.getRhs();
  Predicate predicate = cmp.getPredicate();
  bool below = predicate == Predicate::lt || predicate == Predicate::le;
  if (predicate == Predicate::eq || predicate == Predicate::ne ||
      derived.contains(fresh) || !cmp.getResult().hasOneUse() ||
      !agrees(below == oldIsRight ? UpdateKind::least : UpdateKind::greatest,
              cmp, oldIsRight ? 1 : 0))
    return false;
  auto guard = dyn_cast<IfOp>(*cmp.getResult().user_begin());
  if (!guard || !onlySets(guard, loop))
    return false;
  bool takes = false;
  for (Operation &op : guard.getThenRegion().front()) {
    auto set = dyn_cast<SetOp>(op);
    if (!set || set.getRef() != slot)
      continue;
    if (takes || !numbering.equal(set.getValue(), fresh))
      return false;
    takes = true;
  }
  if (takes)
    guards.insert(guard);
  return takes;
}

bool ReductionMatcher::followUse(OpOperand &use) {
  Operation *user = use.getOwner();
  if (auto set = dyn_cast<SetOp>(user))
    return set.getRef() == slot;
  if (auto cmp = dyn_cast<CmpOp>(user))
    return use.get().getDefiningOp<GetOp>() && matchGuard(cmp, use.get());
  if (isWidthChange(user)) {
    derived.insert(user->getResult(0));
    return true;
  }
  unsigned number = use.getOperandNumber();
  if (!agrees(kindOf(user, number), user, number))
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
           guards.contains(set->getParentOp());
  });
}

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

LoopReductions gpujit::matchReductions(ForOp loop, ValueNumbering &numbering) {
  SmallVector<Value> slots = carriedSlots(loop);
  // Which accumulator decides whether a branch is taken.
  llvm::DenseMap<Operation *, Value> guards;
  llvm::MapVector<Value, SlotReduction> reduced;
  for (Value slot : slots) {
    ReductionMatcher matcher(loop, slot, numbering);
    if (!matcher.match())
      continue;
    for (Operation *guard : matcher.guards)
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
