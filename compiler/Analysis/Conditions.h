//===- Conditions.h - what must hold of a call's arguments ----------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conditions on the integers that a call's arguments bring, under which a loop
// is parallel: linear inequalities, any of some, all of these.
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_COMPILER_ANALYSIS_CONDITIONS_H
#define GPUJIT_COMPILER_ANALYSIS_CONDITIONS_H

#include "PyKernel/PyKernel.h"

#include <map>
#include <optional>
#include <vector>

namespace gpujit {

/// Marks a loop that is parallel under conditions, which were tested before it.
inline constexpr llvm::StringLiteral kConditionsAttr = "gpujit.conditions";
/// What such a loop is when they don't hold: the reason why it is sequential.
inline constexpr llvm::StringLiteral kOtherwiseAttr = "gpujit.otherwise";

/// An argument that is a Python int, or the extent of one that is an array.
struct ArgumentSymbol {
  unsigned argument;
  int axis; ///< -1: the argument itself

  bool operator<(const ArgumentSymbol &other) const {
    return std::pair(argument, axis) < std::pair(other.argument, other.axis);
  }
  bool operator==(const ArgumentSymbol &other) const {
    return argument == other.argument && axis == other.axis;
  }
};

/// `sum of factors * symbols + constant >= 0`.
struct LinearCondition {
  std::map<ArgumentSymbol, int64_t> factors;
  int64_t constant = 0;

  bool operator==(const LinearCondition &other) const {
    return factors == other.factors && constant == other.constant;
  }
};

/// Of which one must hold.
using Alternatives = std::vector<LinearCondition>;
/// All of which must hold.
using Conditions = std::vector<Alternatives>;

/// Drops what follows from the rest.
void simplify(Conditions &conditions);

/// As Python would write them: "k >= 0 and (n <= 2 * k or n <= m)".
std::string conditionsText(const Conditions &conditions, pyk::FuncOp func);

mlir::Attribute conditionsAttribute(const Conditions &conditions,
                                    mlir::MLIRContext *context);
Conditions conditionsOf(mlir::Operation *loop);

} // namespace gpujit

#endif // GPUJIT_COMPILER_ANALYSIS_CONDITIONS_H
