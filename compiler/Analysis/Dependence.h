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
      : func(func), arrays(func), numbering(func, arrays) {}

  pyk::FuncOp func;
  Arrays arrays;
  Intervals intervals;
  Guards guards;
  /// Numbers of values in the function as a whole.
  ValueNumbering numbering;
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

private:
  /// An element's index along an axis, and when it is that.
  struct Index {
    Polynomial value;
    std::vector<Polynomial> conditions;
  };
  using Indices = std::vector<Index>;

  bool differObviously(const Access &first, const Access &second);
  bool mayMeet(IterationSystem &system, llvm::ArrayRef<Indices> first,
               llvm::ArrayRef<Indices> second);
  Indices indicesOf(IterationSystem &system, const Access &access,
                    unsigned axis, unsigned iteration);

  pyk::ForOp loop;
  FunctionFacts &facts;
  ValueNumbering &numbering;
  SubscriptProver &prover;
};

} // namespace gpujit

#endif // GPUJIT_COMPILER_ANALYSIS_DEPENDENCE_H
