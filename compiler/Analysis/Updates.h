//===- Updates.h - s = s + x and its relatives ----------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions by meaning: a variable or an element whose old value is only
// combined with values that don't depend on it, always by one associative
// operation, and isn't seen otherwise while the loop runs.
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_COMPILER_ANALYSIS_UPDATES_H
#define GPUJIT_COMPILER_ANALYSIS_UPDATES_H

#include "Analysis/ValueNumbering.h"

namespace gpujit {

/// Marks a `pyk.store` that completes an update of an element that iterations
/// of a loop around it may share.
inline constexpr llvm::StringLiteral kCollidesAttr = "gpujit.collides";

enum class UpdateKind { none, sum, product, least, greatest, all, any, parity };

/// An array element that is read, combined and written back.
struct ArrayUpdate {
  pyk::LoadOp load;
  pyk::StoreOp store;
  UpdateKind kind;
};

/// The update that `store` completes, if it is one.
std::optional<ArrayUpdate> matchArrayUpdate(pyk::StoreOp store, Arrays &arrays,
                                            ValueNumbering &numbering);

/// Variables declared outside `loop` and set in it, in order of their first
/// set.
llvm::SmallVector<mlir::Value> carriedSlots(pyk::ForOp loop);

/// A variable that a loop accumulates into, and how.
struct SlotReduction {
  mlir::Value slot;
  UpdateKind kind = UpdateKind::none;
  /// The operation that combines the old value with a new one: arithmetic, or
  /// the comparison of `if x < s: s = x`.
  mlir::Operation *combiner = nullptr;
  /// Which operand of the combiner is the old value.
  unsigned oldOperand = 0;
  /// Whether all places combine in the same way.
  bool isUniform = true;
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

#endif // GPUJIT_COMPILER_ANALYSIS_UPDATES_H
