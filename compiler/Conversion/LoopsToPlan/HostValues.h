//===- HostValues.h - what the host can compute
//------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_CONVERSION_LOOPSTOPLAN_HOSTVALUES_H
#define GPUJIT_CONVERSION_LOOPSTOPLAN_HOSTVALUES_H

#include "Plan/Plan.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"

namespace gpujit {

/// Values of the loops stage that the host can compute, and their counterparts
/// in the plan: integer arithmetic on scalar arguments, extents, constants and
/// indices of host loops.
class HostValues {
public:
  /// `builder` stands where the plan grows.
  explicit HostValues(mlir::OpBuilder &builder) : builder(builder) {}

  void map(mlir::Value value, mlir::Value counterpart) {
    mapping.map(value, counterpart);
  }
  bool isMapped(mlir::Value value) const { return mapping.contains(value); }

  /// The counterpart of `value`, made where the plan stands if need be; null
  /// when only the device knows it.
  mlir::Value get(mlir::Value value);

  /// Whether `get` would find a counterpart.
  bool has(mlir::Value value);

  /// Copies the operation, with its regions, into the plan when all of it is
  /// host work. Returns whether it did.
  bool tryClone(mlir::Operation *op);

  /// What is known here, to go back to after a branch: what `get` makes inside
  /// isn't there behind it.
  mlir::IRMapping snapshot() const { return mapping; }
  void restore(const mlir::IRMapping &known) { mapping = known; }

private:
  bool isHostWork(mlir::Operation *op, mlir::Operation *root);
  void clone(mlir::Operation *op);

  mlir::OpBuilder &builder;
  mlir::IRMapping mapping;
};

} // namespace gpujit

#endif // GPUJIT_CONVERSION_LOOPSTOPLAN_HOSTVALUES_H
