//===- Arrays.h - which arrays may be one ---------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_COMPILER_ANALYSIS_ARRAYS_H
#define GPUJIT_COMPILER_ANALYSIS_ARRAYS_H

#include "PyKernel/PyKernel.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace gpujit {

/// How the elements of two arrays relate.
enum class Aliasing {
  disjoint,
  same,   ///< one pointer, one shape, one set of strides
  overlap ///< elements may meet in any way
};

/// The arrays of one function: its arguments, with what the caller found about
/// their memory, local arrays, and the variables that hold either.
class Arrays {
public:
  explicit Arrays(pyk::FuncOp func);

  /// A value that stands for all that are certainly this array.
  mlir::Value canonical(mlir::Value array);

  /// Relation of two arrays seen at one time, or at two times between which no
  /// variable that holds one is changed.
  Aliasing relation(mlir::Value a, mlir::Value b);

  /// Whether `array` was made by the iteration of `loop` that uses it.
  bool isLocalTo(mlir::Value array, mlir::Operation *loop);

private:
  /// Arguments and local arrays that a value may be.
  const llvm::SetVector<mlir::Value> &origins(mlir::Value array);
  unsigned leaderOf(unsigned argument);
  /// Whether the caller found that two arguments may share elements; with
  /// itself: that an argument has one element twice.
  bool mayOverlap(mlir::Value a, mlir::Value b);
  /// Whether two variables always hold different arrays, in exchange with each
  /// other.
  bool heldApart(pyk::GetOp a, pyk::GetOp b);

  pyk::FuncOp func;
  llvm::DenseMap<mlir::Value, mlir::Value> leaders;
  llvm::DenseSet<std::pair<unsigned, unsigned>> overlaps;
  llvm::DenseMap<mlir::Value, llvm::SetVector<mlir::Value>> originsOf;
};

} // namespace gpujit

#endif // GPUJIT_COMPILER_ANALYSIS_ARRAYS_H
