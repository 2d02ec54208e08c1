//===- LowerMath.cpp - math functions -------------------------------------===//
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

using IntPredicate = LoopsBuilder::IntPredicate;
using FloatPredicate = LoopsBuilder::FloatPredicate;

//===----------------------------------------------------------------------===//
// One argument
//===----------------------------------------------------------------------===//

static Value evaluate(LoopsBuilder &build, MathFn fn, Value x) {
  switch (fn) {
  case MathFn::sqrt:
    return build.make<math::SqrtOp>(x);
  case MathFn::exp:
    return build.make<math::ExpOp>(x);
  case MathFn::exp2:
    return build.make<math::Exp2Op>(x);
  case MathFn::expm1:
    return build.make<math::ExpM1Op>(x);
  case MathFn::log:
    return build.make<math::LogOp>(x);
  case MathFn::log2:
    return build.make<math::Log2Op>(x);
  case MathFn::log10:
    return build.make<math::Log10Op>(x);
  case MathFn::log1p:
    return build.make<math::Log1pOp>(x);
  case MathFn::sin:
    return build.make<math::SinOp>(x);
  case MathFn::cos:
    return build.make<math::CosOp>(x);
  case MathFn::tan:
    return build.make<math::TanOp>(x);
  case MathFn::asin:
    return build.make<math::AsinOp>(x);
  case MathFn::acos:
    return build.make<math::AcosOp>(x);
  case MathFn::atan:
    return build.make<math::AtanOp>(x);
  case MathFn::sinh:
    return build.make<math::SinhOp>(x);
  case MathFn::cosh:
    return build.make<math::CoshOp>(x);
  case MathFn::tanh:
    return build.make<math::TanhOp>(x);
  case MathFn::asinh:
    return build.make<math::AsinhOp>(x);
  case MathFn::acosh:
    return build.make<math::AcoshOp>(x);
  case MathFn::atanh:
    return build.make<math::AtanhOp>(x);
  case MathFn::cbrt:
    return build.make<math::CbrtOp>(x);
  case MathFn::erf:
    return build.make<math::ErfOp>(x);
  case MathFn::erfc:
    return build.make<math::ErfcOp>(x);
  case MathFn::gamma:
    return build.callLibrary("tgamma", x);
  case MathFn::lgamma:
    return build.callLibrary("lgamma", x);
  case MathFn::floor:
    return build.make<math::FloorOp>(x);
  case MathFn::ceil:
    return build.make<math::CeilOp>(x);
  case MathFn::trunc:
    return build.make<math::TruncOp>(x);
  case MathFn::rint:
    return build.make<math::RoundEvenOp>(x);
  case MathFn::fabs:
    return build.make<math::AbsFOp>(x);
  }
}

/// Whether `x` is an argument for which Python's function is defined (or a NaN,
/// which passes through); null when all are.
static Value insideDomain(LoopsBuilder &build, MathFn fn, Value x) {
  Type type = x.getType();
  auto holds = [&](FloatPredicate predicate, Value value, double bound) {
    return build.compare(predicate, value, build.real(type, bound));
  };
  auto magnitude = [&] { return build.make<math::AbsFOp>(x); };
  switch (fn) {
  case MathFn::sqrt:
    return holds(FloatPredicate::UGE, x, 0.0);
  case MathFn::log:
  case MathFn::log2:
  case MathFn::log10:
    return holds(FloatPredicate::UGT, x, 0.0);
  case MathFn::log1p:
    return holds(FloatPredicate::UGT, x, -1.0);
  case MathFn::sin:
  case MathFn::cos:
  case MathFn::tan:
    return build.invert(build.isInfinite(x));
  case MathFn::asin:
  case MathFn::acos:
    return holds(FloatPredicate::ULE, magnitude(), 1.0);
  case MathFn::acosh:
    return holds(FloatPredicate::UGE, x, 1.0);
  case MathFn::atanh:
    return holds(FloatPredicate::ULT, magnitude(), 1.0);
  case MathFn::gamma:
  case MathFn::lgamma: {
    // The poles; of lgamma, minus infinity is none.
    Value isInteger =
        build.compare(FloatPredicate::OEQ, build.make<math::FloorOp>(x), x);
    Value pole = build.bitAnd(isInteger, holds(FloatPredicate::OLE, x, 0.0));
    if (fn == MathFn::lgamma)
      pole = build.bitAnd(pole, build.isFinite(x));
    return build.invert(pole);
  }
  default:
    return {};
  }
}

/// Whether Python raises OverflowError when a finite argument gives infinity.
static bool mayOverflow(MathFn fn) {
  return llvm::is_contained({MathFn::exp, MathFn::exp2, MathFn::expm1,
                             MathFn::sinh, MathFn::cosh, MathFn::gamma,
                             MathFn::lgamma},
                            fn);
}

/// Whether a finite float64 argument gives infinity. Of exp and exp2 the
/// argument alone tells, so that nothing else needs their value as a float64.
static Value overflows(LoopsBuilder &build, MathFn fn, Value x, Value result) {
  Value isTooLarge;
  if (fn == MathFn::exp || fn == MathFn::exp2)
    isTooLarge = build.compare(
        FloatPredicate::OGT, x,
        build.real(x.getType(), fn == MathFn::exp ? 0x1.62e42fefa39efp+9
                                                  : 0x1.fffffffffffffp+9));
  else
    isTooLarge = build.isInfinite(result);
  return build.bitAnd(isTooLarge, build.isFinite(x));
}

Value Lowering::lower(MathOp op) {
  Value operand = get(op.getOperand());
  Value result = evaluate(build, op.getFn(), operand);
  if (!mayRaise(op))
    return result;
  Value domain = insideDomain(build, op.getFn(), operand);
  if (domain)
    build.check(domain, raises::mathDomain());
  if (mayOverflow(op.getFn())) {
    Value overflow = overflows(build, op.getFn(), operand, result);
    if (domain)
      overflow = build.bitAnd(overflow, domain);
    build.check(build.invert(overflow), raises::mathRange());
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Two arguments
//===----------------------------------------------------------------------===//

/// log(exp(x) + exp(y)), as NumPy computes it.
static Value logAddExp(LoopsBuilder &build, Value x, Value y) {
  Type type = x.getType();
  Value zero = build.zero(type);
  Value difference = build.make<arith::SubFOp>(x, y);
  Value larger =
      build.choose(build.compare(FloatPredicate::OGT, difference, zero), x, y);
  Value distance =
      build.make<arith::NegFOp>(build.make<math::AbsFOp>(difference));
  Value tail = build.make<math::Log1pOp>(build.make<math::ExpOp>(distance));
  Value sum = build.make<arith::AddFOp>(larger, tail);
  sum = build.choose(build.isNaN(difference), difference, sum);
  // Equal infinities have no difference.
  Value twice = build.make<arith::AddFOp>(
      x, build.real(type, 0.693147180559945309417232121458176568));
  return build.choose(build.compare(FloatPredicate::OEQ, x, y), twice, sum);
}

Value Lowering::lower(Math2Op op) {
  Value lhs = get(op.getLhs()), rhs = get(op.getRhs());
  Value result;
  switch (op.getFn()) {
  case MathFn2::atan2:
    return build.make<math::Atan2Op>(lhs, rhs);
  case MathFn2::copysign:
    return build.make<math::CopySignOp>(lhs, rhs);
  case MathFn2::nextafter:
    return build.callLibrary("nextafter", {lhs, rhs});
  case MathFn2::logaddexp:
    return logAddExp(build, lhs, rhs);
  case MathFn2::hypot:
    return build.callLibrary("hypot", {lhs, rhs});
  case MathFn2::fmod:
    result = build.callLibrary("fmod", {lhs, rhs});
    break;
  case MathFn2::remainder:
    result = build.callLibrary("remainder", {lhs, rhs});
    break;
  case MathFn2::pow:
    result = floatPower(lhs, rhs);
    break;
  }
  if (!mayRaise(op))
    return result;

  Value noNaN = build.compare(FloatPredicate::ORD, lhs, rhs);
  Value bad = build.bitAnd(noNaN, build.isNaN(result));
  if (op.getFn() != MathFn2::pow) {
    build.check(build.invert(bad), raises::mathDomain());
    return result;
  }
  Value bothFinite = build.bitAnd(build.isFinite(lhs), build.isFinite(rhs));
  Value toInfinity = build.bitAnd(bothFinite, build.isInfinite(result));
  Value isZero =
      build.compare(FloatPredicate::OEQ, lhs, build.zero(lhs.getType()));
  bad = build.bitOr(bad, build.bitAnd(toInfinity, isZero));
  build.check(build.invert(bad), raises::mathDomain());
  Value overflow = build.bitAnd(toInfinity, build.invert(isZero));
  build.check(build.invert(overflow), raises::mathRange());
  return result;
}

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

Value Lowering::lower(FmaOp op) {
  return build.createOrFold<math::FmaOp>(get(op.getA()), get(op.getB()),
                                         get(op.getC()));
}

Value Lowering::lower(FloatTestOp op) {
  Value value = get(op.getOperand());
  switch (op.getTest()) {
  case FloatTest::isnan:
    return build.isNaN(value);
  case FloatTest::isinf:
    return build.isInfinite(value);
  case FloatTest::isfinite:
    return build.isFinite(value);
  case FloatTest::signbit: {
    unsigned width = value.getType().getIntOrFloatBitWidth();
    return build.isNegative(build.createOrFold<arith::BitcastOp>(
        build.getIntegerType(width), value));
  }
  }
}
