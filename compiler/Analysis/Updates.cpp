//===- Updates.cpp - s = s + x and its relatives --------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Updates.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::pyk;

UpdateKind gpujit::updateKindOf(Operation *op, unsigned operand) {
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

bool gpujit::isWidthChange(Operation *op) {
  if (!isa<CastOp>(op))
    return false;
  Type from = op->getOperand(0).getType(), to = op->getResult(0).getType();
  return (isFloating(from) && isFloating(to)) ||
         (isInteger(from) && isInteger(to));
}

//===----------------------------------------------------------------------===//
// Array elements
//===----------------------------------------------------------------------===//

/// Whether `min(x, a[k])` of floats forgets what came before a NaN: then the
/// order of updates can be seen.
static bool showsOrder(Operation *op, unsigned operand) {
  return isa<MinOp, MaxOp>(op) && operand == 1 &&
         isFloating(op->getResult(0).getType());
}

/// Whether two accesses name one element.
static bool isSameElement(LoadOp load, StoreOp store,
                          ValueNumbering &numbering) {
  return numbering.equal(load.getArray(), store.getArray()) &&
         llvm::equal(load.getIndices(), store.getIndices(),
                     [&](Value a, Value b) { return numbering.equal(a, b); });
}

/// Follows the chain from what is stored back to a load, through values used
/// once.
static LoadOp findUpdatedLoad(Value value, StoreOp store, UpdateKind &kind,
                              ValueNumbering &numbering) {
  Operation *op = value.getDefiningOp();
  if (!op || !value.hasOneUse() || op->getBlock() != store->getBlock())
    return nullptr;
  if (auto load = dyn_cast<LoadOp>(op))
    return isSameElement(load, store, numbering) ? load : nullptr;
  if (isWidthChange(op))
    return findUpdatedLoad(op->getOperand(0), store, kind, numbering);
  for (OpOperand &operand : op->getOpOperands()) {
    UpdateKind here = updateKindOf(op, operand.getOperandNumber());
    if (here == UpdateKind::none ||
        (kind != UpdateKind::none && here != kind) ||
        showsOrder(op, operand.getOperandNumber()))
      continue;
    UpdateKind chain = here;
    if (LoadOp load = findUpdatedLoad(operand.get(), store, chain, numbering)) {
      kind = chain;
      return load;
    }
  }
  return nullptr;
}

/// Whether another store may change the element between its load and `end`, in
/// the same block.
static bool isInterrupted(LoadOp load, Operation *end, Arrays &arrays) {
  for (Operation *op = load->getNextNode(); op != end; op = op->getNextNode()) {
    auto found = op->walk([&](StoreOp other) {
      return arrays.relation(other.getArray(), load.getArray()) ==
                     Aliasing::disjoint
                 ? WalkResult::advance()
                 : WalkResult::interrupt();
    });
    if (found.wasInterrupted())
      return true;
  }
  return false;
}

/// Whether `op` computes what `value` was computed from: then it raises nothing
/// that hasn't been raised before.
static bool isRepeated(Operation *op, Value value, ValueNumbering &numbering) {
  SmallVector<Value> todo{value};
  for (unsigned next = 0; next < todo.size() && next < 32; ++next) {
    Operation *before = todo[next].getDefiningOp();
    if (!before)
      continue;
    if (before->getName() == op->getName() &&
        numbering.equal(before->getResult(0), op->getResult(0)))
      return true;
    llvm::append_range(todo, before->getOperands());
  }
  return false;
}

/// The branch around a store, if that is all it does once its condition has
/// been computed.
static IfOp branchFor(StoreOp store, ValueNumbering &numbering) {
  auto guard = dyn_cast<IfOp>(store->getParentOp());
  if (!guard || guard.getNumResults() != 0 ||
      store->getParentRegion() != &guard.getThenRegion() ||
      (!guard.getElseRegion().empty() &&
       !isa<YieldOp>(guard.getElseRegion().front().front())))
    return {};
  Operation *cmp = guard.getCondition().getDefiningOp();
  auto raises = [&](Operation &op) {
    return mayRaise(&op) &&
           (!cmp || op.getNumResults() != 1 ||
            llvm::none_of(cmp->getOperands(), [&](Value operand) {
              return isRepeated(&op, operand, numbering);
            }));
  };
  bool isAll = llvm::all_of(*store->getBlock(), [&](Operation &op) {
    return &op == store || isa<YieldOp>(op) ||
           (op.getNumRegions() == 0 && !raises(op) &&
            !isa<StoreOp, SetOp, UpdateOp, PrintOp, RaiseOp, BreakOp,
                 ContinueOp, ReturnOp>(op));
  });
  return isAll ? guard : IfOp();
}

/// `if x > a[k]: a[k] = x`. Which of two equal floats is kept could be seen by
/// a zero's sign, so these must be strict.
static std::optional<ArrayUpdate>
matchGuardedUpdate(StoreOp store, Arrays &arrays, ValueNumbering &numbering) {
  ArrayUpdate update{nullptr, store};
  update.guard = branchFor(store, numbering);
  auto cmp = update.guard ? update.guard.getCondition().getDefiningOp<CmpOp>()
                          : CmpOp();
  if (!cmp || !cmp->hasOneUse() || cmp->getBlock() != update.guard->getBlock())
    return std::nullopt;
  for (unsigned oldOperand : {0, 1}) {
    auto load = cmp->getOperand(oldOperand).getDefiningOp<LoadOp>();
    if (!load || !load->hasOneUse() || load->getBlock() != cmp->getBlock() ||
        !isSameElement(load, store, numbering) ||
        isInterrupted(load, update.guard, arrays))
      continue;
    update.load = load;
    update.fresh = cmp->getOperand(1 - oldOperand);
    Predicate predicate = cmp.getPredicate();
    bool isStrict = predicate == Predicate::lt || predicate == Predicate::gt;
    bool isOrder = predicate != Predicate::eq && predicate != Predicate::ne;
    bool isBelow = predicate == Predicate::lt || predicate == Predicate::le;
    update.kind =
        isBelow == (oldOperand == 1) ? UpdateKind::least : UpdateKind::greatest;
    if (isOrder && (isStrict || !isFloating(load.getType())) &&
        numbering.equal(store.getValue(), update.fresh))
      return update;
  }
  return std::nullopt;
}

std::optional<ArrayUpdate> gpujit::matchArrayUpdate(StoreOp store,
                                                    Arrays &arrays,
                                                    ValueNumbering &numbering) {
  ArrayUpdate update{nullptr, store};
  update.load =
      findUpdatedLoad(store.getValue(), store, update.kind, numbering);
  if (!update.load || update.kind == UpdateKind::none)
    return matchGuardedUpdate(store, arrays, numbering);
  if (isInterrupted(update.load, store, arrays))
    return std::nullopt;
  return update;
}
