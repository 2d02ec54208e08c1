//===- LowerPower.cpp - Python's ** ---------------------------------------===//
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

Value Lowering::lower(PowOp op) {
  Value base = get(op.getLhs()), exponent = get(op.getRhs());
  if (!isFloating(op.getType()))
    return integerPower(op, base, exponent);
  Value result = floatPower(base, exponent);
  if (mayRaise(op))
    checkFloatPower(base, exponent, result);
  return result;
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

static RaiseInfo powerOverflow(PowOp op) {
  return raises::integerOverflow(op.getTarget().value_or(""), "**");
}

/// Whether overflow is to be found: only of Python's ints.
static bool findsOverflow(PowOp op) {
  return isa<PyIntType>(op.getType()) && mayRaise(op);
}

Value Lowering::integerPower(PowOp op, Value base, Value exponent) {
  Type type = base.getType();
  std::optional<int64_t> constant = constantInteger(exponent);
  bool isSigned = isSignedInteger(op.getType());
  if (constant && (*constant >= 0 || !isSigned)) {
    uint64_t bits = *constant;
    if (type.getIntOrFloatBitWidth() < 64)
      bits &= (uint64_t(1) << type.getIntOrFloatBitWidth()) - 1;
    return constantPower(op, base, bits);
  }
  if (isSigned) {
    Value isNegative = build.isNegative(exponent);
    if (mayRaise(op)) {
      bool isWeakInt = isa<PyIntType>(op.getType());
      SmallVector<Value> payload;
      if (isWeakInt)
        payload = {base, exponent};
      build.check(build.invert(isNegative),
                  isWeakInt ? raises::negativePower()
                            : raises::negativeIntegerPower(),
                  payload);
    }
    exponent = build.choose(isNegative, build.zero(type), exponent);
  }
  return powerLoop(op, base, exponent);
}

/// Repeated squaring, written out. A square that overflows and is still needed
/// means that the result does.
Value Lowering::constantPower(PowOp op, Value base, uint64_t exponent) {
  Type type = base.getType();
  Value result, ok = build.truth(true), square = base;
  auto multiply = [&](Value lhs, Value rhs) {
    if (findsOverflow(op))
      ok = build.bitAnd(ok, productFits(lhs, rhs));
    return build.make<arith::MulIOp>(lhs, rhs);
  };
  for (uint64_t rest = exponent; rest; rest >>= 1) {
    if (rest != exponent)
      square = multiply(square, square);
    if (rest & 1)
      result = result ? multiply(result, square) : square;
  }
  if (!result)
    return build.integer(type, 1);
  build.check(ok, powerOverflow(op), {base, build.integer(type, exponent)});
  return result;
}

/// The same as a loop over the exponent's bits.
Value Lowering::powerLoop(PowOp op, Value base, Value exponent) {
  Type type = base.getType();
  Value zero = build.zero(type), one = build.integer(type, 1);
  SmallVector<Value> start = {one, base, exponent, build.truth(true)};
  SmallVector<Type> types =
      llvm::map_to_vector(start, [](Value value) { return value.getType(); });
  SmallVector<Location> locations(start.size(), build.getLoc());

  auto loop = scf::WhileOp::create(build, types, start);
  {
    OpBuilder::InsertionGuard restore(build);
    Block *before = build.createBlock(&loop.getBefore(), {}, types, locations);
    Value goesOn =
        build.compare(IntPredicate::ne, before->getArgument(2), zero);
    scf::ConditionOp::create(build, goesOn, before->getArguments());

    Block *after = build.createBlock(&loop.getAfter(), {}, types, locations);
    Value result = after->getArgument(0), square = after->getArgument(1);
    Value bits = after->getArgument(2), ok = after->getArgument(3);
    Value isOdd =
        build.compare(IntPredicate::ne, build.bitAnd(bits, one), zero);
    Value rest = build.make<arith::ShRUIOp>(bits, one);
    if (findsOverflow(op)) {
      Value isLast = build.compare(IntPredicate::eq, rest, zero);
      ok = build.bitAnd(
          ok, build.bitOr(build.invert(isOdd), productFits(result, square)));
      ok = build.bitAnd(ok, build.bitOr(isLast, productFits(square, square)));
    }
    Value product = build.make<arith::MulIOp>(result, square);
    result = build.choose(isOdd, product, result);
    square = build.make<arith::MulIOp>(square, square);
    scf::YieldOp::create(build, ValueRange{result, square, rest, ok});
  }
  if (findsOverflow(op))
    build.check(loop.getResult(3), powerOverflow(op), {base, exponent});
  return loop.getResult(0);
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

Value Lowering::floatPower(Value base, Value exponent) {
  Type type = base.getType();
  std::optional<double> constant = constantReal(exponent);
  if (constant == 2.0)
    return build.make<arith::MulFOp>(base, base);
  if (constant == 0.5) {
    // Adding zero makes the root of -0.0 what pow gives; so does the choice for
    // minus infinity.
    Value root = build.make<math::SqrtOp>(base);
    Value positive = build.make<arith::AddFOp>(root, build.zero(type));
    double infinity = std::numeric_limits<double>::infinity();
    Value isLowest =
        build.compare(FloatPredicate::OEQ, base, build.real(type, -infinity));
    return build.choose(isLowest, build.real(type, infinity), positive);
  }
  return build.make<math::PowFOp>(base, exponent);
}

void Lowering::checkFloatPower(Value base, Value exponent, Value result) {
  Value zero = build.zero(base.getType());
  Value bothFinite =
      build.bitAnd(build.isFinite(base), build.isFinite(exponent));
  auto checkNot = [&](Value condition, const RaiseInfo &raise) {
    build.check(build.invert(build.bitAnd(bothFinite, condition)), raise);
  };
  Value isZero = build.compare(FloatPredicate::OEQ, base, zero);
  Value shrinks = build.compare(FloatPredicate::OLT, exponent, zero);
  checkNot(build.bitAnd(isZero, shrinks), raises::zeroToNegativePower());

  Value isNegative = build.compare(FloatPredicate::OLT, base, zero);
  Value isFraction = build.compare(
      FloatPredicate::UNE, build.make<math::FloorOp>(exponent), exponent);
  checkNot(build.bitAnd(isNegative, isFraction),
           raises::fractionalPowerOfNegative());

  checkNot(build.bitAnd(build.isInfinite(result), build.invert(isZero)),
           raises::powerRange());
}
