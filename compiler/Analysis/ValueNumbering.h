//===- ValueNumbering.h - values that are equal by construction -----------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Within one iteration of a loop: operations that compute the same from the
// same get one number, even where one of them may raise (then neither has a
// value), and so do loads from arrays and variables that the loop doesn't
// change.
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_COMPILER_ANALYSIS_VALUENUMBERING_H
#define GPUJIT_COMPILER_ANALYSIS_VALUENUMBERING_H

#include "Analysis/Arrays.h"

#include <map>
#include <vector>

namespace gpujit {

class ValueNumbering {
public:
  /// Numbers values used in `scope`, a loop or a function.
  ValueNumbering(mlir::Operation *scope, Arrays &arrays);

  /// A value that stands for all that are equal to `value`.
  mlir::Value number(mlir::Value value);
  bool equal(mlir::Value a, mlir::Value b) { return number(a) == number(b); }

  /// Whether `value` is the same in every iteration of the scope, a loop.
  bool isInvariant(mlir::Value value);

private:
  bool isUnchanging(mlir::Operation *op);
  bool mayBeWritten(mlir::Value array);

  mlir::Operation *scope;
  Arrays &arrays;
  llvm::SmallSetVector<mlir::Value, 4> writtenArrays;
  llvm::DenseMap<mlir::Value, bool> isWritten; ///< arrays that are looked at
  llvm::DenseSet<mlir::Value> writtenSlots;
  llvm::DenseMap<mlir::Value, mlir::Value> numbers;
  llvm::DenseMap<mlir::Value, bool> invariant;
  std::map<std::vector<const void *>, mlir::Value> table;
};

} // namespace gpujit

#endif // GPUJIT_COMPILER_ANALYSIS_VALUENUMBERING_H
