//===- ValueNumbering.cpp - values that are equal by construction ---------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/ValueNumbering.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::pyk;

ValueNumbering::ValueNumbering(Operation *scope, Arrays &arrays)
    : scope(scope), arrays(arrays) {
  scope->walk([&](Operation *op) {
    if (auto store = dyn_cast<StoreOp>(op))
      writtenArrays.insert(store.getArray());
    if (auto set = dyn_cast<SetOp>(op))
      writtenSlots.insert(set.getRef());
  });
}

/// Whether the operation's result depends on its operands alone, in the scope.
bool ValueNumbering::isUnchanging(Operation *op) {
  if (op->getNumResults() != 1 || op->getNumRegions() != 0 ||
      isa<VarOp, AllocOp, IsBoundOp>(op))
    return false;
  if (auto get = dyn_cast<GetOp>(op))
    return !writtenSlots.contains(get.getRef());
  if (auto load = dyn_cast<LoadOp>(op))
    return !mayBeWritten(load.getArray());
  return true;
}

bool ValueNumbering::mayBeWritten(Value array) {
  auto [entry, isNew] = isWritten.try_emplace(array, false);
  if (isNew)
    entry->second = llvm::any_of(writtenArrays, [&](Value written) {
      return arrays.relation(written, array) != Aliasing::disjoint;
    });
  return entry->second;
}

Value ValueNumbering::number(Value value) {
  auto known = numbers.find(value);
  if (known != numbers.end())
    return known->second;
  Operation *op = value.getDefiningOp();
  if (!op || !isUnchanging(op))
    return numbers[value] = isa<ArrayType>(value.getType())
                                ? arrays.canonical(value)
                                : value;
  std::vector<const void *> key{op->getName().getAsOpaquePointer(),
                                value.getType().getAsOpaquePointer()};
  for (NamedAttribute attribute : op->getAttrs())
    if (!llvm::is_contained({"exact", "target", "inbounds", "name"},
                            attribute.getName().getValue()))
      key.push_back(attribute.getValue().getAsOpaquePointer());
  for (Value operand : op->getOperands())
    key.push_back(number(operand).getAsOpaquePointer());
  return numbers[value] = table.try_emplace(key, value).first->second;
}

bool ValueNumbering::isInvariant(Value value) {
  if (!scope->isAncestor(value.getParentRegion()->getParentOp()))
    return true;
  auto known = invariant.find(value);
  if (known != invariant.end())
    return known->second;
  Operation *op = value.getDefiningOp();
  bool result = op && isUnchanging(op) &&
                llvm::all_of(op->getOperands(), [&](Value operand) {
                  return isInvariant(operand);
                });
  return invariant[value] = result;
}
