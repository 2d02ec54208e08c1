//===- LoopsBuilder.h - builds the loops stage ------------------*- C++ -*-===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_CONVERSION_PYKERNELTOLOOPS_LOOPSBUILDER_H
#define GPUJIT_CONVERSION_PYKERNELTOLOOPS_LOOPSBUILDER_H

#include "Support/Raise.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace gpujit {

/// A builder with the words that the lowering is written in. Everything folds
/// as it is built. Operands of a binary method have one type, signless.
class LoopsBuilder : public mlir::ImplicitLocOpBuilder {
public:
  using Value = mlir::Value;
  using Type = mlir::Type;
  using IntPredicate = mlir::arith::CmpIPredicate;
  using FloatPredicate = mlir::arith::CmpFPredicate;

  /// Declarations of library functions go to `module`.
  explicit LoopsBuilder(mlir::ModuleOp module);

  //===--------------------------------------------------------------------===//
  // Constants
  //===--------------------------------------------------------------------===//

  Value integer(Type type, int64_t value);
  Value real(Type type, double value);
  Value truth(bool value);
  Value zero(Type type);
  /// The lowest signed value.
  Value lowest(Type type);

  //===--------------------------------------------------------------------===//
  // Arithmetic
  //===--------------------------------------------------------------------===//

  template <typename Op>
  Value make(Value operand) {
    return createOrFold<Op>(operand);
  }
  template <typename Op>
  Value make(Value lhs, Value rhs) {
    return createOrFold<Op>(lhs, rhs);
  }

  Value add(Value lhs, Value rhs) {
    return make<mlir::arith::AddIOp>(lhs, rhs);
  }
  Value sub(Value lhs, Value rhs) {
    return make<mlir::arith::SubIOp>(lhs, rhs);
  }
  Value bitAnd(Value lhs, Value rhs) {
    return make<mlir::arith::AndIOp>(lhs, rhs);
  }
  Value bitOr(Value lhs, Value rhs) {
    return make<mlir::arith::OrIOp>(lhs, rhs);
  }
  Value bitXor(Value lhs, Value rhs) {
    return make<mlir::arith::XOrIOp>(lhs, rhs);
  }
  /// The logical not of an i1.
  Value invert(Value condition);

  Value compare(IntPredicate predicate, Value lhs, Value rhs);
  Value compare(FloatPredicate predicate, Value lhs, Value rhs);
  Value choose(Value condition, Value yes, Value no);

  Value isNegative(Value integer);
  Value isNaN(Value real);
  Value isInfinite(Value real);
  Value isFinite(Value real);

  /// An integer of another width: extended by its sign or by zeros, or cut.
  Value resize(Value integer, Type type, bool isSigned);
  /// An i64 as an index, and back.
  Value toIndex(Value integer);
  Value fromIndex(Value index);

  //===--------------------------------------------------------------------===//
  // Errors and library functions
  //===--------------------------------------------------------------------===//

  /// Records the error if `condition` is false, and goes on. The payload's
  /// values are integers, extended by their sign.
  void check(Value condition, const RaiseInfo &raise,
             mlir::ArrayRef<Value> payload = {});

  /// Whether no check of this iteration has failed before.
  Value hasNotFailed();

  /// Calls libdevice's `__nv_<name>`, for f32 `__nv_<name>f`. All operands and
  /// the result have one type.
  Value callLibrary(mlir::StringRef name, mlir::ArrayRef<Value> operands);

private:
  mlir::ModuleOp module;
};

/// The value of an integer constant, by its sign.
std::optional<int64_t> constantInteger(mlir::Value value);
/// The value of a float constant.
std::optional<double> constantReal(mlir::Value value);

} // namespace gpujit

#endif // GPUJIT_CONVERSION_PYKERNELTOLOOPS_LOOPSBUILDER_H
