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
    UpdateKind here = updateKindOf(op, operand.getOperandNumber());
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
