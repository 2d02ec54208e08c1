//===- WrongValues.cpp - what a failed check may falsify ------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/PyKernelToLoops/WrongValues.h"

#include "llvm/ADT/SmallVector.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::pyk;

WrongValues::WrongValues(FuncOp function) {
  SmallVector<SetOp> sets;
  SmallVector<PartialOp> partials;
  function.walk([&](Operation *op) {
    mayFail |= mayRaise(op);
    if (auto partial = dyn_cast<PartialOp>(op))
      partials.push_back(partial);
    if (auto set = dyn_cast<SetOp>(op))
      sets.push_back(set);
  });
  // A wrong value in one slot makes others wrong, round the loops.
  bool changed = mayFail;
  while (changed) {
    changed = false;
    for (SetOp set : sets)
      if (!slots.contains(set.getRef()) && contains(set.getValue())) {
        slots.insert(set.getRef());
        changed = true;
      }
    // A part and its variable become one value.
    for (PartialOp partial : partials)
      for (auto [part, variable] :
           llvm::zip(partial.getParts(), partial.getVariables()))
        if (slots.contains(part) != slots.contains(variable)) {
          slots.insert(part);
          slots.insert(variable);
          changed = true;
        }
  }
}

bool WrongValues::contains(Value value) const {
  if (!mayFail)
    return false;
  SmallVector<Value> queue = {value};
  llvm::DenseSet<Value> seen;
  while (!queue.empty()) {
    Value next = queue.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    Operation *op = next.getDefiningOp();
    if (!op) {
      // An induction value is as right as its range; a kernel's argument is.
      if (auto loop = dyn_cast<ForOp>(next.getParentBlock()->getParentOp()))
        llvm::append_range(queue, loop->getOperands());
      continue;
    }
    if (mayRaise(op))
      return true;
    if (auto get = dyn_cast<GetOp>(op)) {
      if (slots.contains(get.getRef()))
        return true;
      continue;
    }
    if (auto branch = dyn_cast<IfOp>(op)) {
      unsigned number = cast<OpResult>(next).getResultNumber();
      for (Region &region : branch->getRegions())
        queue.push_back(region.front().getTerminator()->getOperand(number));
      continue;
    }
    // Whatever an array holds is of its type; nothing more was proven of it.
    if (!isa<LoadOp>(op))
      llvm::append_range(queue, op->getOperands());
  }
  return false;
}
