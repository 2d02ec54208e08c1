//===- Intervals.h - what range an integer lies in ------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Intervals of integer values, for the proof that a Python int stays within 64
// bits. Python's ints raise where they would leave them, so a value that exists
// lies in [-2^63, 2^63): only the results of operations are computed wider.
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_COMPILER_ANALYSIS_INTERVALS_H
#define GPUJIT_COMPILER_ANALYSIS_INTERVALS_H

#include "PyKernel/PyKernel.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace gpujit {

/// A closed interval of 64-bit values; the default holds all of them.
struct Interval {
  int64_t lo = INT64_MIN, hi = INT64_MAX;

  bool contains(int64_t value) const { return lo <= value && value <= hi; }
  bool within(const Interval &other) const {
    return other.lo <= lo && hi <= other.hi;
  }
};

/// The exact result of an operation on values of intervals, before it is known
/// to fit. Bounds saturate at +-2^126.
struct WideInterval {
  __int128 lo, hi;

  bool within(const Interval &other) const {
    return other.lo <= lo && hi <= other.hi;
  }
};

/// No array has more elements along an axis: addresses have 47 bits.
constexpr int64_t largestExtent = int64_t(1) << 47;

/// Intervals of the integer values of one function, computed on demand. Answers
/// hold as long as the function isn't changed, except by marks on operations.
class Intervals {
public:
  /// The interval of an integer or bool value.
  Interval of(mlir::Value value);

  /// The result of an integer operation in unbounded arithmetic, or nothing
  /// when an operand may make it raise for another reason than its size.
  std::optional<WideInterval> exactResult(mlir::Operation *op);

  /// From now on `value` is taken to lie in `interval`.
  void assume(mlir::Value value, Interval interval);

private:
  Interval compute(mlir::Value value);
  Interval ofResult(mlir::OpResult result);
  Interval ofInductionVariable(pyk::ForOp loop);
  Interval ofSlot(mlir::Value slot);
  Interval ofYielded(mlir::OpResult result);

  llvm::DenseMap<mlir::Value, Interval> known;
  llvm::DenseSet<mlir::Value> active;
};

/// The values of an integer or bool type.
Interval typeRange(mlir::Type type);

/// The value of an integer constant.
std::optional<int64_t> constantValue(mlir::Value value);

/// `value & (modulus - 1)`, a remainder by a power of two.
struct Mask {
  mlir::Value value;
  int64_t modulus;
};
std::optional<Mask> matchMask(mlir::Operation *op);

} // namespace gpujit

#endif // GPUJIT_COMPILER_ANALYSIS_INTERVALS_H
