//===- Polynomial.h - integer polynomials over loop variables -------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Subscripts and bounds as sums of products of variables with 64-bit
// coefficients. Most are affine; `i * w + j` with a symbolic `w` isn't, and
// what matters is that its nonlinear parts cancel or can be split off.
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_COMPILER_ANALYSIS_POLYNOMIAL_H
#define GPUJIT_COMPILER_ANALYSIS_POLYNOMIAL_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <map>
#include <optional>

namespace gpujit {

/// A product of variables, sorted; empty for 1.
using Monomial = llvm::SmallVector<unsigned, 3>;

/// A polynomial; coefficients are never zero. Operations give nothing when a
/// coefficient leaves 62 bits or when the result grows beyond bounds.
class Polynomial {
public:
  Polynomial() = default;
  static Polynomial constant(int64_t value);
  static Polynomial variable(unsigned id);

  const std::map<Monomial, int64_t> &terms() const { return sum; }
  bool isZero() const { return sum.empty(); }
  /// The value when no variable occurs.
  std::optional<int64_t> asConstant() const;
  bool isAffine() const;
  /// The coefficient of a variable on its own.
  int64_t coefficient(unsigned id) const;
  int64_t constantTerm() const;
  /// All variables that occur, in order.
  llvm::SmallVector<unsigned> variables() const;

  /// Splits into `variable * quotient + rest`, `rest` without the variable.
  std::pair<Polynomial, Polynomial> splitBy(unsigned id) const;

  bool operator==(const Polynomial &other) const { return sum == other.sum; }
  bool operator<(const Polynomial &other) const { return sum < other.sum; }

  friend std::optional<Polynomial> add(const Polynomial &a,
                                       const Polynomial &b);
  friend std::optional<Polynomial> multiply(const Polynomial &a,
                                            const Polynomial &b);
  friend std::optional<Polynomial> divideExactly(const Polynomial &a,
                                                 int64_t divisor);

private:
  bool addTerm(const Monomial &monomial, int64_t coefficient);

  std::map<Monomial, int64_t> sum;
};

std::optional<Polynomial> add(const Polynomial &a, const Polynomial &b);
std::optional<Polynomial> multiply(const Polynomial &a, const Polynomial &b);
std::optional<Polynomial> subtract(const Polynomial &a, const Polynomial &b);
std::optional<Polynomial> scale(const Polynomial &a, int64_t factor);
/// `a / divisor`, if it divides each coefficient.
std::optional<Polynomial> divideExactly(const Polynomial &a, int64_t divisor);
std::optional<Polynomial> addConstant(const Polynomial &a, int64_t value);

} // namespace gpujit

#endif // GPUJIT_COMPILER_ANALYSIS_POLYNOMIAL_H
