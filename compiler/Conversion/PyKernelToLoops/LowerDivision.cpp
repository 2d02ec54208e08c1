//===- LowerDivision.cpp - /, // and % ------------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/PyKernelToLoops/Lowering.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::pyk;

using IntPredicate = LoopsBuilder::IntPredicate;
using FloatPredicate = LoopsBuilder::FloatPredicate;

void Lowering::checkDivisor(Operation *op, StringRef sign, Value divisor) {
  if (!mayRaise(op))
    return;
  Type type = op->getResult(0).getType();
  build.check(
      compare(Predicate::ne, type, divisor, build.zero(divisor.getType())),
      raises::divisionByZero(sign, type));
}

Value Lowering::lower(DivOp op) {
  Value lhs = get(op.getLhs()), rhs = get(op.getRhs());
  checkDivisor(op, "/", rhs);
  return build.make<arith::DivFOp>(lhs, rhs);
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// Whether lhs / rhs is the one signed quotient that does not exist.
static Value quotientOverflows(LoopsBuilder &build, Value lhs, Value rhs) {
  Type type = lhs.getType();
  return build.bitAnd(
      build.compare(IntPredicate::eq, lhs, build.lowest(type)),
      build.compare(IntPredicate::eq, rhs, build.integer(type, -1)));
}

Value Lowering::safeDivisor(Value lhs, Value rhs, bool isSigned) {
  Type type = rhs.getType();
  Value undefined = build.compare(IntPredicate::eq, rhs, build.zero(type));
  if (isSigned)
    undefined = build.bitOr(undefined, quotientOverflows(build, lhs, rhs));
  return build.choose(undefined, build.integer(type, 1), rhs);
}

/// The exponent, if the value is a constant and a power of two.
static std::optional<unsigned> powerOfTwo(Value value) {
  std::optional<int64_t> constant = constantInteger(value);
  if (!constant || *constant <= 0 || !llvm::isPowerOf2_64(*constant))
    return std::nullopt;
  return llvm::Log2_64(*constant);
}

/// Whether a truncated division must be corrected: the remainder is not zero,
/// and its sign isn't the divisor's.
static Value roundsUp(LoopsBuilder &build, Value remainder, Value rhs) {
  if (constantInteger(rhs).value_or(0) > 0)
    return build.isNegative(remainder);
  Value differ = build.isNegative(build.bitXor(remainder, rhs));
  Value some = build.compare(IntPredicate::ne, remainder,
                             build.zero(remainder.getType()));
  return build.bitAnd(some, differ);
}

Value Lowering::floorDivide(Value lhs, Value rhs, bool isSigned) {
  if (!isSigned)
    return build.make<arith::DivUIOp>(lhs, rhs);
  Type type = lhs.getType();
  if (std::optional<unsigned> exponent = powerOfTwo(rhs))
    return build.make<arith::ShRSIOp>(lhs, build.integer(type, *exponent));
  Value quotient = build.make<arith::DivSIOp>(lhs, rhs);
  Value remainder = build.make<arith::RemSIOp>(lhs, rhs);
  return build.choose(roundsUp(build, remainder, rhs),
                      build.sub(quotient, build.integer(type, 1)), quotient);
}

Value Lowering::floorModulo(Value lhs, Value rhs, bool isSigned) {
  if (!isSigned)
    return build.make<arith::RemUIOp>(lhs, rhs);
  if (powerOfTwo(rhs))
    return build.bitAnd(
        lhs, build.integer(lhs.getType(), *constantInteger(rhs) - 1));
  Value remainder = build.make<arith::RemSIOp>(lhs, rhs);
  return build.choose(roundsUp(build, remainder, rhs),
                      build.add(remainder, rhs), remainder);
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

/// Python's float_divmod and NumPy's divmod are the same algorithm: fmod is
/// exact, and the quotient is rounded to the integer that it is close to.
std::pair<Value, Value> Lowering::floorDivideFloats(Value lhs, Value rhs) {
  Type type = lhs.getType();
  Value zero = build.zero(type), one = build.real(type, 1.0);
  auto isZero = [&](Value value) {
    return build.compare(FloatPredicate::OEQ, value, zero);
  };
  auto isBelow = [&](Value value) {
    return build.compare(FloatPredicate::OLT, value, zero);
  };

  Value ratio = build.make<arith::DivFOp>(lhs, rhs);
  Value rest = build.callLibrary("fmod", {lhs, rhs});
  Value quotient =
      build.make<arith::DivFOp>(build.make<arith::SubFOp>(lhs, rest), rhs);
  Value differ = build.bitAnd(build.invert(isZero(rest)),
                              build.bitXor(isBelow(rest), isBelow(rhs)));
  Value modulo =
      build.choose(differ, build.make<arith::AddFOp>(rest, rhs), rest);
  modulo = build.choose(isZero(rest), build.make<math::CopySignOp>(zero, rhs),
                        modulo);
  quotient =
      build.choose(differ, build.make<arith::SubFOp>(quotient, one), quotient);

  Value floor = build.make<math::FloorOp>(quotient);
  Value fraction = build.make<arith::SubFOp>(quotient, floor);
  Value isNext =
      build.compare(FloatPredicate::OGT, fraction, build.real(type, 0.5));
  Value nearest =
      build.choose(isNext, build.make<arith::AddFOp>(floor, one), floor);
  nearest = build.choose(isZero(quotient),
                         build.make<math::CopySignOp>(zero, ratio), nearest);
  // By zero: the quotient is inf or NaN, and fmod is NaN.
  Value byZero = isZero(rhs);
  return {build.choose(byZero, ratio, nearest),
          build.choose(byZero, rest, modulo)};
}

//===----------------------------------------------------------------------===//
// Both
//===----------------------------------------------------------------------===//

Value Lowering::lower(FloorDivOp op) {
  Value lhs = get(op.getLhs()), rhs = get(op.getRhs());
  checkDivisor(op, "//", rhs);
  if (isFloating(op.getType()))
    return floorDivideFloats(lhs, rhs).first;
  bool isSigned = isSignedInteger(op.getType());
  if (mayRaise(op))
    build.check(build.invert(quotientOverflows(build, lhs, rhs)),
                raises::integerOverflow(op.getTarget().value_or(""), "//"),
                {lhs, rhs});
  Value quotient = floorDivide(lhs, safeDivisor(lhs, rhs, isSigned), isSigned);
  Value zero = build.zero(rhs.getType());
  return build.choose(build.compare(IntPredicate::eq, rhs, zero), zero,
                      quotient);
}

/// By zero the guarded divisor is 1, and the remainder 0.
Value Lowering::lower(ModOp op) {
  Value lhs = get(op.getLhs()), rhs = get(op.getRhs());
  checkDivisor(op, "%", rhs);
  if (isFloating(op.getType()))
    return floorDivideFloats(lhs, rhs).second;
  bool isSigned = isSignedInteger(op.getType());
  return floorModulo(lhs, safeDivisor(lhs, rhs, isSigned), isSigned);
}
