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

/// Those of `slots`, the carried slots of `loop`, that no reduction explains.
llvm::SmallVector<mlir::Value>
slotsNotReduced(pyk::ForOp loop, llvm::ArrayRef<mlir::Value> slots,
                ValueNumbering &numbering);

} // namespace gpujit

#endif // GPUJIT_COMPILER_ANALYSIS_UPDATES_H
