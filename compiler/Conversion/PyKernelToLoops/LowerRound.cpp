//===- LowerRound.cpp - round ---------------------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/PyKernelToLoops/Lowering.h"

#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::pyk;

using FloatPredicate = LoopsBuilder::FloatPredicate;

/// 10**22 is the highest power of ten that is a double.
static constexpr int64_t maxExactDigits = 22;

/// NumPy's: scaled, rounded, scaled back, each step rounded.
static Value roundScaled(LoopsBuilder &build, Value value, int64_t digits) {
  Value scale = build.real(value.getType(), std::pow(10.0, std::abs(digits)));
  if (digits < 0) {
    Value scaled = build.make<arith::DivFOp>(value, scale);
    return build.make<arith::MulFOp>(build.make<math::RoundEvenOp>(scaled),
                                     scale);
  }
  Value scaled = build.make<arith::MulFOp>(value, scale);
  return build.make<arith::DivFOp>(build.make<math::RoundEvenOp>(scaled),
                                   scale);
}

/// `nearest` moved by one towards where `excess` points, if what it was rounded
/// from lay half way (`half`) and the excess of the exact value is not zero.
static Value breakTie(LoopsBuilder &build, Value nearest, Value distance,
                      Value half, Value excess) {
  Type type = nearest.getType();
  Value zero = build.zero(type), one = build.real(type, 1.0);
  Value isUp = build.bitAnd(build.compare(FloatPredicate::OEQ, distance, half),
                            build.compare(FloatPredicate::OGT, excess, zero));
  Value isDown = build.bitAnd(build.compare(FloatPredicate::OEQ, distance,
                                            build.make<arith::NegFOp>(half)),
                              build.compare(FloatPredicate::OLT, excess, zero));
  Value up = build.make<arith::AddFOp>(nearest, one);
  Value down = build.make<arith::SubFOp>(nearest, one);
  return build.choose(isUp, up, build.choose(isDown, down, nearest));
}

/// Rounds correctly to a number of digits after the point. The product with the
/// power of ten is taken exactly, as `scaled + rest`; the quotient of two exact
/// numbers is then what a decimal reader would give.
Value Lowering::roundDecimals(Value value, int64_t digits) {
  Type type = value.getType();
  Value scale = build.real(type, std::pow(10.0, digits));
  Value scaled = build.make<arith::MulFOp>(value, scale);
  Value rest = build.createOrFold<math::FmaOp>(
      value, scale, build.make<arith::NegFOp>(scaled));
  Value nearest = build.make<math::RoundEvenOp>(scaled);
  Value distance = build.make<arith::SubFOp>(scaled, nearest);
  Value whole = breakTie(build, nearest, distance, build.real(type, 0.5), rest);
  Value rounded = build.make<arith::DivFOp>(whole, scale);
  rounded = build.make<math::CopySignOp>(rounded, value);
  // From 2**53 on the value has no digits to round away; nor has a NaN.
  Value hasDigits =
      build.compare(FloatPredicate::OLT, build.make<math::AbsFOp>(scaled),
                    build.real(type, 9007199254740992.0));
  return build.choose(hasDigits, rounded, value);
}

/// Rounds correctly to tens, hundreds and so on.
Value Lowering::roundTens(Value value, int64_t digits) {
  Type type = value.getType();
  double power = std::pow(10.0, digits);
  Value scale = build.real(type, power);
  Value half = build.real(type, power / 2);
  Value nearest =
      build.make<math::RoundEvenOp>(build.make<arith::DivFOp>(value, scale));
  // What is left is exact, so it says where the quotient's rounding misled.
  Value rest = build.createOrFold<math::FmaOp>(
      build.make<arith::NegFOp>(nearest), scale, value);
  Value zero = build.zero(type), one = build.real(type, 1.0);
  Value isUp = build.compare(FloatPredicate::OGT, rest, half);
  Value isDown =
      build.compare(FloatPredicate::OLT, rest, build.make<arith::NegFOp>(half));
  Value step = build.choose(isUp, one,
                            build.choose(isDown, build.real(type, -1.0), zero));
  Value rounded = build.make<arith::MulFOp>(
      build.make<arith::AddFOp>(nearest, step), scale);
  rounded = build.make<math::CopySignOp>(rounded, value);
  return build.choose(build.isFinite(value), rounded, value);
}

Value Lowering::lower(RoundOp op) {
  Value value = get(op.getOperand());
  std::optional<int64_t> digits = op.getNdigits();
  if (!digits)
    return build.make<math::RoundEvenOp>(value);
  if (!isWeak(op.getType()))
    return roundScaled(build, value, *digits);
  if (std::abs(*digits) > maxExactDigits) {
    op.emitError("round() to ")
        << *digits << " digits isn't supported on the GPU; it is for -"
        << maxExactDigits << " to " << maxExactDigits;
    return {};
  }
  return *digits < 0 ? roundTens(value, -*digits)
                     : roundDecimals(value, *digits);
}
