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

/// How an old value and a new one become the next; `last` forgets the old one.
enum class UpdateKind {
  none,
  sum,
  product,
  least,
  greatest,
  all,
  any,
  parity,
  last
};

/// What `op` does to an old value that is its operand number `operand`.
UpdateKind updateKindOf(mlir::Operation *op, unsigned operand);

/// Whether `op` only changes the type of an accumulator.
bool isWidthChange(mlir::Operation *op);

/// An array element that is read, combined and written back.
struct ArrayUpdate {
  pyk::LoadOp load;
  pyk::StoreOp store;
  UpdateKind kind = UpdateKind::none;
  /// Of `if x > a[k]: a[k] = x` the branch that does nothing but to store, and
  /// the new value.
  pyk::IfOp guard = nullptr;
  mlir::Value fresh = nullptr;
};

/// The update that `store` completes, if it is one.
std::optional<ArrayUpdate> matchArrayUpdate(pyk::StoreOp store, Arrays &arrays,
                                            ValueNumbering &numbering);

} // namespace gpujit

#endif // GPUJIT_COMPILER_ANALYSIS_UPDATES_H
