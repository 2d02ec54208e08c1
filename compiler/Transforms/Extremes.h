//===- Extremes.h - the least and greatest value of a subscript -----------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_COMPILER_TRANSFORMS_EXTREMES_H
#define GPUJIT_COMPILER_TRANSFORMS_EXTREMES_H

#include "Analysis/Intervals.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/SetVector.h"

namespace gpujit {

/// Values of Python ints that bound another on both sides.
struct Extremes {
  mlir::Value least, greatest;
};

/// Writes, in front of a loop nest, the extremes that values take inside it:
/// from arguments, extents, constants and the variables of loops around the
/// nest, by exact operations alone, so that the host can compute them.
///
/// Symbols are taken to lie within +-2^31, which the caller must check at run
/// time for each of `symbols()`.
class ExtremesBuilder {
public:
  explicit ExtremesBuilder(mlir::Operation *nest);

  /// The extremes of a value of the nest, or nothing when they can't be had. Of
  /// a loop that doesn't run they mean nothing.
  std::optional<Extremes> extremesOf(mlir::Value value);

  /// An array's extent, when the host knows it.
  mlir::Value extentOf(mlir::Value array, unsigned axis);

  /// The extents of all arrays that a name may stand for; none when the host
  /// doesn't know them all.
  llvm::SmallVector<mlir::Value> extentsOf(mlir::Value array, unsigned axis);

  /// Adds the symbols that `value` is computed from: what is said of its range
  /// rests on theirs.
  void require(mlir::Value value);

  /// Symbols whose range must be checked.
  const llvm::SetVector<mlir::Value> &symbols() const { return used; }

  /// Conditions besides that the extremes rest on.
  const llvm::SetVector<mlir::Value> &conditions() const { return required; }

  /// Ranges of values under these assumptions.
  Intervals &ranges() { return intervals; }

  mlir::Value constant(int64_t value);
  mlir::Value compare(pyk::Predicate predicate, mlir::Value lhs,
                      mlir::Value rhs);

private:
  void assumeSymbols();
  bool isSymbol(mlir::Value value);
  bool isWideSymbol(mlir::Value value);
  bool isHostValue(mlir::Value value);
  std::optional<Extremes> compute(mlir::Value value);
  std::optional<Extremes> ofArithmetic(mlir::Operation *op);
  std::optional<Extremes> ofCast(pyk::CastOp cast);
  std::optional<Extremes> ofLoop(pyk::ForOp loop);
  std::optional<Extremes> ofProduct(Extremes a, Extremes b);
  std::optional<Extremes> ofRemainder(Extremes a, Extremes b);
  std::optional<Extremes> single(mlir::Value value);
  std::optional<Extremes> pair(mlir::Value least, mlir::Value greatest);
  /// An operation on values of the host, or null when it may leave 64 bits.
  template <typename OpTy>
  mlir::Value exact(mlir::Value lhs, mlir::Value rhs);

  mlir::Operation *nest;
  mlir::OpBuilder builder;
  Intervals intervals;
  llvm::DenseMap<mlir::Value, std::optional<Extremes>> known;
  llvm::DenseMap<std::pair<mlir::Value, unsigned>, mlir::Value> extents;
  llvm::DenseMap<int64_t, mlir::Value> constants;
  llvm::SetVector<mlir::Value> used, required;
  llvm::DenseSet<mlir::Value> visited;
};

} // namespace gpujit

#endif // GPUJIT_COMPILER_TRANSFORMS_EXTREMES_H
