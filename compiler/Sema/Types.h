//===- Types.h - NEP 50 typing of scalars ---------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_COMPILER_SEMA_TYPES_H
#define GPUJIT_COMPILER_SEMA_TYPES_H

#include "PyKernel/PyKernel.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace gpujit::sema {

/// A compile-time value of a weak scalar.
struct Constant {
  bool isFloat = false;
  int64_t integer = 0; ///< also a bool's 0 or 1
  double real = 0;

  static Constant of(int64_t value) { return {false, value, 0}; }
  static Constant of(double value) { return {true, 0, value}; }
  bool operator==(const Constant &other) const;
};

/// The values that a weak scalar can have, when they are all known.
using Constants = std::optional<llvm::SmallVector<Constant, 2>>;

/// The union of two sets; unknown if one is, or if it grows past eight.
Constants join(const Constants &a, const Constants &b);

/// Whether a value of the set is true in a condition, when that is the same for
/// all of them.
std::optional<bool> truth(const Constants &constants);

/// The type that docs/abi.md calls `dtype` ("float32", "pyint"); null if there
/// is none.
mlir::Type typeOf(mlir::MLIRContext *context, llvm::StringRef dtype);

/// NumPy's promote_types of two strong types.
mlir::Type promote(mlir::Type a, mlir::Type b);

/// The type in which NEP 50 computes an arithmetic operation on `a` and `b`:
/// a weak operand takes the strong one's type, unless its kind is higher. Two
/// bools give a bool; it is the operator's rule what to do with them.
mlir::Type arithmeticType(mlir::Type a, mlir::Type b);

/// The float type in which NumPy divides, or applies a float function to,
/// values of this type: float16 for bools and integers of 8 bits.
mlir::Type floatTypeOf(mlir::Type type);

/// The nearest value of a float type; the value itself for other types.
double rounded(double value, mlir::Type type);

/// Whether every value of the set is exactly representable in `type`.
bool isRepresentable(const Constants &constants, mlir::Type type);

/// The one type of a variable that has type `a` on one path and `b` on another,
/// or null if Python's answer would depend on the path.
mlir::Type unify(mlir::Type a, const Constants &aConstants, mlir::Type b,
                 const Constants &bConstants);

} // namespace gpujit::sema

#endif // GPUJIT_COMPILER_SEMA_TYPES_H
