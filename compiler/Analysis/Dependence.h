//===- Dependence.h - iterations that touch one element -------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_COMPILER_ANALYSIS_DEPENDENCE_H
#define GPUJIT_COMPILER_ANALYSIS_DEPENDENCE_H

#include "Analysis/IterationSystem.h"

namespace gpujit {

/// A load or a store.
struct Access {
  explicit Access(mlir::Operation *op);

  mlir::Operation *op;
  mlir::Value array;
  mlir::OperandRange indices;
  bool isWrite;
  bool isInbounds;
};

/// What the analyses of one function share.
struct FunctionFacts {
  explicit FunctionFacts(pyk::FuncOp func)
      : func(func), arrays(func), numbering(func, arrays),
        values(argumentValues(func)) {}

  pyk::FuncOp func;
  Arrays arrays;
  Intervals intervals;
  Guards guards;
  /// Numbers of values in the function as a whole.
  ValueNumbering numbering;
  /// Of the call's arguments, where there is a call.
  llvm::SmallVector<llvm::SmallVector<int64_t>> values;
};

/// Proofs about where subscripts lie. Subscripts that may be negative count
/// from the end, so the two cases are told apart wherever it matters.
class SubscriptProver {
public:
  explicit SubscriptProver(FunctionFacts &facts) : facts(facts) {}

  /// Whether a subscript may be negative when the access runs.
  bool mayBeNegative(const Access &access, unsigned axis);

  /// Whether `0 <= subscript < extent` on every axis whenever the access runs.
  bool isInbounds(const Access &access);

private:
  FunctionFacts &facts;
  llvm::DenseMap<std::pair<mlir::Operation *, unsigned>, bool> negative;
};

/// Tests whether two accesses to one array meet in different iterations of
/// `loop`.
class DependenceTest {
public:
  DependenceTest(pyk::ForOp loop, FunctionFacts &facts,
                 ValueNumbering &numbering, SubscriptProver &prover);

  /// Whether an iteration that runs `first` may touch an element that a later
  /// iteration touches by `second`.
  bool mayMeet(const Access &first, const Access &second);

  /// What must hold of the call's arguments so that they never do; nothing
  /// where no such conditions are found. Of accesses that may meet.
  std::optional<Conditions> whenApart(const Access &first,
                                      const Access &second);

  /// Two iterations, by the loop's variable, and the element in which they
  /// meet, in a call whose arguments have these values.
  struct Example {
    int64_t first, second;
    llvm::SmallVector<int64_t> element;
  };
  std::optional<Example>
  findExample(const Access &first, const Access &second,
              llvm::ArrayRef<llvm::SmallVector<int64_t>> arguments);

private:
  /// An element's index along an axis, and when it is that.
  struct Index {
    Polynomial value;
    std::vector<Polynomial> conditions;
  };
  using Indices = std::vector<Index>;

  bool differObviously(const Access &first, const Access &second);
  /// Whether `visit` says so of the constraints of one of the cases; `element`
  /// is where they meet.
  using Visit = llvm::function_ref<bool(IterationSystem &system,
                                        llvm::ArrayRef<Polynomial> element)>;
  bool anyCase(const Access &first, const Access &second, Visit visit);
  bool anyCase(IterationSystem &system, llvm::ArrayRef<Indices> first,
               llvm::ArrayRef<Indices> second,
               llvm::SmallVectorImpl<Polynomial> &element, Visit visit);
  Indices indicesOf(IterationSystem &system, const Access &access,
                    unsigned axis, unsigned iteration);

  pyk::ForOp loop;
  FunctionFacts &facts;
  ValueNumbering &numbering;
  SubscriptProver &prover;
};

} // namespace gpujit

#endif // GPUJIT_COMPILER_ANALYSIS_DEPENDENCE_H
