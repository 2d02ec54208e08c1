//===- LowerCasts.cpp - constants and conversions -------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/PyKernelToLoops/Lowering.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::pyk;

using IntPredicate = LoopsBuilder::IntPredicate;
using FloatPredicate = LoopsBuilder::FloatPredicate;

Value Lowering::lower(ConstantOp op) {
  Type type = loweredScalar(op.getType());
  if (op.getType().isBF16()) {
    APFloat number = cast<FloatAttr>(op.getValue()).getValue();
    bool losesInfo;
    number.convert(APFloat::BFloat(), APFloat::rmNearestTiesToEven, &losesInfo);
    return build.integer(type, number.bitcastToAPInt().getSExtValue());
  }
  if (auto number = dyn_cast<FloatAttr>(op.getValue()))
    return build.real(type, number.getValueAsDouble());
  return build.integer(type, cast<IntegerAttr>(op.getValue()).getInt());
}

Value gpujit::fromBFloat16(LoopsBuilder &build, Value bits) {
  Type i32 = build.getI32Type();
  Value wide = build.createOrFold<arith::ExtUIOp>(i32, bits);
  Value shifted =
      build.createOrFold<arith::ShLIOp>(wide, build.integer(i32, 16));
  return build.createOrFold<arith::BitcastOp>(build.getF32Type(), shifted);
}

/// A double as a float32, but one that isn't exact has an odd last bit: what is
/// rounded to fewer bits afterwards is as if rounded once.
static Value roundToOdd(LoopsBuilder &build, Value value) {
  Type i32 = build.getI32Type(), f64 = value.getType();
  Value nearest =
      build.createOrFold<arith::TruncFOp>(build.getF32Type(), value);
  Value back = build.createOrFold<arith::ExtFOp>(f64, nearest);
  auto magnitude = [&](Value x) { return build.createOrFold<math::AbsFOp>(x); };
  Value isInexact = build.compare(FloatPredicate::ONE, back, value);
  Value isBeyond =
      build.compare(FloatPredicate::OGT, magnitude(back), magnitude(value));
  Value bits = build.createOrFold<arith::BitcastOp>(i32, nearest);
  Value one = build.integer(i32, 1);
  Value inner = build.choose(
      isBeyond, build.createOrFold<arith::SubIOp>(bits, one), bits);
  Value odd = build.bitOr(inner, one);
  return build.createOrFold<arith::BitcastOp>(
      build.getF32Type(), build.choose(isInexact, odd, bits));
}

/// The bits of the nearest bfloat16, ties to even.
static Value toBFloat16(LoopsBuilder &build, Value value) {
  Type i32 = build.getI32Type();
  if (value.getType().isF64())
    value = roundToOdd(build, value);
  auto number = [&](int64_t bits) { return build.integer(i32, bits); };
  auto upper = [&](Value bits) {
    return build.createOrFold<arith::ShRUIOp>(bits, number(16));
  };
  Value bits = build.createOrFold<arith::BitcastOp>(i32, value);
  Value isOdd = build.bitAnd(upper(bits), number(1));
  Value rounded = build.add(build.add(bits, number(0x7fff)), isOdd);
  // Adding could make a NaN's bits those of a number.
  Value quiet = build.bitOr(bits, number(0x400000));
  return build.createOrFold<arith::TruncIOp>(
      build.getIntegerType(16),
      upper(build.choose(build.isNaN(value), quiet, rounded)));
}

/// A number or bool as a float.
static Value toFloat(LoopsBuilder &build, Value value, Type from, Type to) {
  if (isFloating(from)) {
    unsigned width = value.getType().getIntOrFloatBitWidth();
    if (width == to.getIntOrFloatBitWidth())
      return value;
    if (width < to.getIntOrFloatBitWidth())
      return build.createOrFold<arith::ExtFOp>(to, value);
    return build.createOrFold<arith::TruncFOp>(to, value);
  }
  if (isSignedInteger(from))
    return build.createOrFold<arith::SIToFPOp>(to, value);
  return build.createOrFold<arith::UIToFPOp>(to, value);
}

Value Lowering::lower(CastOp op) {
  Type from = op.getInput().getType(), to = op.getType();
  Value value = get(op.getInput());
  if (isBool(to)) {
    if (isBool(from))
      return value;
    Value zero = build.zero(value.getType());
    return isFloating(from) ? build.compare(FloatPredicate::UNE, value, zero)
                            : build.compare(IntPredicate::ne, value, zero);
  }
  if (from.isBF16())
    return toFloat(build, fromBFloat16(build, value), build.getF32Type(),
                   loweredScalar(to));
  if (to.isBF16())
    return toBFloat16(build, value);
  if (isFloating(to))
    return toFloat(build, value, from, loweredScalar(to));
  if (isFloating(from))
    return floatToInteger(op, value);
  if (isBool(from))
    return build.resize(value, loweredScalar(to), /*isSigned=*/false);
  return integerToInteger(op, value);
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// Whether an i64 is a value of the strong integer type `to`.
static Value fits(LoopsBuilder &build, Value value, Type to) {
  unsigned width = bitWidth(to);
  bool isSigned = isSignedInteger(to);
  if (width == 64)
    return isSigned ? build.truth(true) : build.invert(build.isNegative(value));
  Type type = value.getType();
  Value shifted = value;
  if (isSigned)
    shifted = build.add(value, build.integer(type, int64_t(1) << (width - 1)));
  return build.compare(IntPredicate::ult, shifted,
                       build.integer(type, int64_t(1) << width));
}

Value Lowering::integerToInteger(CastOp op, Value value) {
  Type from = op.getInput().getType(), to = op.getType();
  if (mayRaise(op) && isa<PyIntType>(from))
    build.check(fits(build, value, to), raises::outOfRangeCast(to), value);
  else if (mayRaise(op))
    build.check(build.invert(build.isNegative(value)),
                raises::unsignedBeyondInteger(), value);
  return build.resize(value, loweredScalar(to), isSignedInteger(from));
}

//===----------------------------------------------------------------------===//
// Floats to integers
//===----------------------------------------------------------------------===//

/// Whether a float, its fraction cut off, is a signed integer of 32 or 64 bits;
/// false of NaN.
static Value insideSigned(LoopsBuilder &build, Value value, unsigned width) {
  Type type = value.getType();
  double bound = std::ldexp(1.0, width - 1);
  // The lowest integer less a fraction still counts, where there is such a
  // float.
  bool hasFraction = width == 32 && type.isF64();
  Value low =
      build.compare(hasFraction ? FloatPredicate::OGT : FloatPredicate::OGE,
                    value, build.real(type, hasFraction ? -bound - 1 : -bound));
  Value high =
      build.compare(FloatPredicate::OLT, value, build.real(type, bound));
  return build.bitAnd(low, high);
}

/// As x86-64's conversion to a signed integer of 32 or 64 bits: the lowest
/// value for what has no other.
Value Lowering::truncate(Value value, Type to) {
  Value inside = insideSigned(build, value, to.getIntOrFloatBitWidth());
  Value safe = build.choose(inside, value, build.zero(value.getType()));
  Value converted = build.createOrFold<arith::FPToSIOp>(to, safe);
  return build.choose(inside, converted, build.lowest(to));
}

Value Lowering::floatToStrong(Value value, Type to) {
  Type type = loweredScalar(to);
  unsigned width = bitWidth(to);
  bool isSigned = isSignedInteger(to);
  Type wide = width == 64 || (width == 32 && !isSigned)
                  ? Type(build.getI64Type())
                  : Type(build.getI32Type());
  if (width < 64 || isSigned)
    return build.resize(truncate(value, wide), type, /*isSigned=*/true);

  // The upper half of uint64 lies beyond the signed conversion: take 2**63 off.
  Value half = build.real(value.getType(), std::ldexp(1.0, 63));
  Value isUpper = build.compare(FloatPredicate::OGE, value, half);
  Value lower =
      build.choose(isUpper, build.make<arith::SubFOp>(value, half), value);
  Value converted = truncate(lower, type);
  return build.choose(isUpper, build.bitXor(converted, build.lowest(type)),
                      converted);
}

/// Checks that a finite float's whole part is a value of the strong integer
/// type `to`, as of the Python int that it is first.
void Lowering::checkFits(Value value, Value isFinite, Type to) {
  Value inside = insideSigned(build, value, 64);
  Value safe = build.choose(inside, value, build.zero(value.getType()));
  Value whole = build.createOrFold<arith::FPToSIOp>(build.getI64Type(), safe);
  Value good = build.bitAnd(inside, fits(build, whole, to));
  if (to.isUnsignedInteger(64)) {
    Type type = value.getType();
    Value upper =
        build.bitAnd(build.compare(FloatPredicate::OGE, value,
                                   build.real(type, std::ldexp(1.0, 63))),
                     build.compare(FloatPredicate::OLT, value,
                                   build.real(type, std::ldexp(1.0, 64))));
    good = build.bitOr(good, upper);
  }
  build.check(build.bitOr(good, build.invert(isFinite)),
              raises::outOfRangeCast(to), whole);
}

Value Lowering::floatToInteger(CastOp op, Value value) {
  Type to = op.getType();
  bool isWeakInt = isa<PyIntType>(to);
  Type type = loweredScalar(to);
  if (!mayRaise(op))
    return isWeakInt ? truncate(value, type) : floatToStrong(value, to);

  Value good =
      isWeakInt ? insideSigned(build, value, 64) : build.isFinite(value);
  auto bad = scf::IfOp::create(build, build.invert(good),
                               /*withElseRegion=*/false);
  {
    OpBuilder::InsertionGuard restore(build);
    build.setInsertionPointToStart(bad.thenBlock());
    build.check(build.invert(build.isNaN(value)), raises::nanToInteger());
    build.check(build.invert(build.isInfinite(value)),
                raises::infinityToInteger());
    if (isWeakInt)
      build.check(build.truth(false), raises::floatBeyondInteger());
  }
  if (!isWeakInt) {
    checkFits(value, good, to);
    return floatToStrong(value, to);
  }
  Value safe = build.choose(good, value, build.zero(value.getType()));
  return build.createOrFold<arith::FPToSIOp>(type, safe);
}
