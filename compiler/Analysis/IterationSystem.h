//===- IterationSystem.h - what is known where an access runs -------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A set of integer constraints about two iterations of one loop (or, without a
// loop, about one point of the program): loop bounds, conditions that were
// passed, ranges of values. Its variables are symbols that both iterations
// share and values of each iteration. Every constraint is true of every run, so
// an empty set is a proof; what can't be expressed is left out.
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_COMPILER_ANALYSIS_ITERATIONSYSTEM_H
#define GPUJIT_COMPILER_ANALYSIS_ITERATIONSYSTEM_H

#include "Analysis/Conditions.h"
#include "Analysis/Intervals.h"
#include "Analysis/Polynomial.h"
#include "Analysis/ValueNumbering.h"

namespace mlir::presburger {
class IntegerPolyhedron;
} // namespace mlir::presburger

namespace gpujit {

namespace presburger = mlir::presburger;

/// The guards of each block: branches, like that of `if c: continue`, one side
/// of which leaves.
class Guards {
public:
  llvm::ArrayRef<pyk::IfOp> of(mlir::Block &block);
  /// How many of them come before an operation in its block.
  unsigned before(mlir::Operation *op);

private:
  llvm::DenseMap<mlir::Block *, llvm::SmallVector<pyk::IfOp>> known;
};

class IterationSystem {
public:
  /// `scope` is the loop whose iterations are compared; a function has none,
  /// and then everything is shared.
  IterationSystem(mlir::Operation *scope, ValueNumbering &numbering,
                  Intervals &intervals, Guards &guards);

  /// Adds what holds where `op` runs, in the given iteration (0 or 1): bounds
  /// of the loops and the conditions around it.
  void addContext(mlir::Operation *op, unsigned iteration);

  /// The value of `value` in that iteration.
  Polynomial translate(mlir::Value value, unsigned iteration);

  /// The extent of an array along an axis.
  Polynomial extent(mlir::Value array, unsigned axis);

  /// Adds that the second iteration comes after the first (`later`) or, for a
  /// loop whose step isn't known, before it.
  void orderIterations(bool later);

  /// Whether the loop's step is a constant, so that "later" means what it says.
  bool hasConstantStep();

  void addNonNegative(const Polynomial &value);
  void addNonNegative(const std::optional<Polynomial> &value);

  /// Adds `value == 0`, and what follows from it for products and remainders by
  /// symbols.
  void addZero(const Polynomial &value);

  bool provablyNonNegative(const Polynomial &value);

  /// Whether no integers satisfy the constraints.
  bool isEmpty();

  /// Inequalities about the call's arguments, each of which makes the set
  /// empty, and may hold where arrays are large and loops long.
  Alternatives whenEmpty();

  /// The values of polynomials at a point of the set, for a call whose
  /// arguments have these values (`argumentValues`); the smallest such point.
  std::optional<llvm::SmallVector<int64_t>>
  samplePoint(llvm::ArrayRef<llvm::SmallVector<int64_t>> arguments,
              llvm::ArrayRef<Polynomial> polynomials);

  /// A point to come back to: the constraints and no others.
  struct Mark {
    size_t inequalities, equalities;
  };
  Mark mark() const { return {inequalities.size(), equalities.size()}; }
  void rewind(Mark mark);

private:
  struct Remainder {
    Polynomial dividend, modulus;
  };

  unsigned newVariable() { return numVariables++; }
  Polynomial leaf(mlir::Value value, unsigned iteration);
  Polynomial compute(mlir::Value value, unsigned iteration);
  Polynomial inductionVariable(pyk::ForOp loop, unsigned iteration);
  std::optional<Polynomial> arithmetic(mlir::Operation *op, unsigned iteration);
  std::optional<Polynomial> masked(mlir::Operation *op, unsigned iteration);
  std::optional<Polynomial> wrapping(mlir::Value value, unsigned iteration);
  std::optional<Polynomial> floorDivide(const Polynomial &dividend,
                                        int64_t divisor);
  std::optional<Polynomial> remainder(mlir::Operation *op,
                                      const Polynomial &dividend,
                                      const Polynomial &divisor);
  Polynomial extremum(mlir::Operation *op, const Polynomial &a,
                      const Polynomial &b);
  void addCondition(mlir::Value condition, bool holds, unsigned iteration);
  void addComparison(pyk::CmpOp cmp, bool holds, unsigned iteration);
  void addGuardsBefore(mlir::Operation *op, unsigned iteration);
  void addLargeSizes();
  Polynomial polynomialOf(const LinearCondition &condition);
  std::vector<LinearCondition>
  conditionsFrom(const presburger::IntegerPolyhedron &set,
                 llvm::ArrayRef<unsigned> columns);
  bool addProductZero(const Polynomial &value);
  bool addRemainderZero(const Polynomial &value);
  bool provablyBelow(const Polynomial &value, const Polynomial &limit);
  unsigned instance(bool shared, unsigned iteration) {
    return shared ? 2 : iteration;
  }

  mlir::Operation *scope;
  ValueNumbering &numbering;
  Intervals &intervals;
  Guards &guards;
  unsigned numVariables = 0;
  std::vector<Polynomial> inequalities, equalities;
  std::map<std::pair<const void *, unsigned>, Polynomial> translated, leaves,
      inductionVariables;
  std::map<std::pair<const void *, unsigned>, unsigned> trips;
  std::map<std::pair<Polynomial, int64_t>, unsigned> quotients;
  std::map<std::pair<Polynomial, Polynomial>, unsigned> remainders;
  std::map<unsigned, Remainder> remainderOf;
  std::map<std::pair<const void *, unsigned>, unsigned> extents;
  /// Variables that are the call's own numbers.
  std::map<unsigned, ArgumentSymbol> symbols;
  /// Whether something isn't known, or isn't in the constraints.
  bool hasUnknowns = false;
};

/// Of a function: the integers that a call's arguments bring, by argument: an
/// int, or an array's extents.
inline constexpr llvm::StringLiteral kValuesAttr = "gpujit.values";
llvm::SmallVector<llvm::SmallVector<int64_t>> argumentValues(pyk::FuncOp func);

} // namespace gpujit

#endif // GPUJIT_COMPILER_ANALYSIS_ITERATIONSYSTEM_H
