//===- Reductions.h - variables that a loop accumulates into ----*- C++ -*-===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_COMPILER_ANALYSIS_REDUCTIONS_H
#define GPUJIT_COMPILER_ANALYSIS_REDUCTIONS_H

#include "Analysis/Updates.h"

namespace gpujit {

/// Variables declared outside `loop` and set in it, in order of their first
/// set.
llvm::SmallVector<mlir::Value> carriedSlots(pyk::ForOp loop);

/// A variable that a loop accumulates into, and how.
struct SlotReduction {
  mlir::Value slot;
  UpdateKind kind = UpdateKind::none;
  /// The operation that combines the old value with a new one: arithmetic, or
  /// the comparison of `if x < s: s = x`. Null where only the last value
  /// counts.
  mlir::Operation *combiner = nullptr;
  /// Which operand of the combiner is the old value.
  unsigned oldOperand = 0;
  /// Whether the new value is taken where the comparison doesn't hold.
  bool isNegated = false;
  /// Whether all places combine in the same way.
  bool isUniform = true;
  /// Branches in which the slot takes a new value.
  llvm::SmallVector<pyk::IfOp> guards;
  /// Variables that are only set where this one takes a new value (the index of
  /// a minimum).
  llvm::SmallVector<mlir::Value> companions;
};

/// What `loop` accumulates into, and those of its carried slots that no
/// reduction explains.
struct LoopReductions {
  llvm::SmallVector<SlotReduction> reductions;
  llvm::SmallVector<mlir::Value> rest;
};
LoopReductions matchReductions(pyk::ForOp loop, ValueNumbering &numbering);

} // namespace gpujit

#endif // GPUJIT_COMPILER_ANALYSIS_REDUCTIONS_H
