//===- LowerCasts.cpp - constants and conversions -------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/PyKernelToLoops/Lowering.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::pyk;

using IntPredicate = LoopsBuilder::IntPredicate;
using FloatPredicate = LoopsBuilder::FloatPredicate;

Value Lowering::lower(ConstantOp op) {
  Type type = loweredScalar(op.getType());
  if (auto number = dyn_cast<FloatAttr>(op.getValue()))
    return build.real(type, number.getValueAsDouble());
  return build.integer(type, cast<IntegerAttr>(op.getValue()).getInt());
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
