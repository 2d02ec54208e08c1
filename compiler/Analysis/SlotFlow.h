//===- SlotFlow.h - where a variable's value can be seen ------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Questions about one slot over pyk's structured control flow: may it be read
// before it is set, and may the value it holds be read later.
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_COMPILER_ANALYSIS_SLOTFLOW_H
#define GPUJIT_COMPILER_ANALYSIS_SLOTFLOW_H

#include "PyKernel/PyKernel.h"

#include "llvm/ADT/SmallPtrSet.h"

namespace gpujit {

/// What can happen from a point on, as long as the slot hasn't been set.
struct SlotExposure {
  /// A `pyk.get` or `pyk.is_bound` can be reached.
  bool read = false;
  /// The end of the region, or the exits, can be reached.
  bool atYield = false, atBreak = false, atContinue = false, atReturn = false;
};

/// The flow of one slot. Answers hold as long as the function isn't changed.
class SlotFlow {
public:
  explicit SlotFlow(mlir::Value slot) : slot(slot) {}

  /// What can happen from the start of `block` on.
  SlotExposure fromStart(mlir::Block &block);

  /// Whether what the slot holds after `op` (an operation inside the slot's
  /// function) may be read.
  bool liveAfter(mlir::Operation *op);

  /// Whether each iteration of this loop body reads only what it has set
  /// itself, and nobody reads what the loop leaves in the slot.
  bool isPrivateTo(mlir::Block &body);

private:
  SlotExposure scan(mlir::Block::iterator from, mlir::Block::iterator end);
  void scanOp(mlir::Operation &op, SlotExposure &state);
  void scanLoop(mlir::Operation &loop, SlotExposure &state);
  bool liveFrom(mlir::Operation *parent, const SlotExposure &state);
  bool liveAfterImpl(mlir::Operation *op);
  bool liveAtNextIteration(mlir::Operation *loop);

  mlir::Value slot;
  /// Loops whose next iteration has been considered in this query.
  llvm::SmallPtrSet<mlir::Operation *, 8> visited;
};

/// The loop that a break or continue directly inside `op`'s region leaves.
mlir::Operation *enclosingLoop(mlir::Operation *op);

/// The inlined callee or function that a return inside `op` leaves.
mlir::Operation *enclosingCallee(mlir::Operation *op);

} // namespace gpujit

#endif // GPUJIT_COMPILER_ANALYSIS_SLOTFLOW_H
