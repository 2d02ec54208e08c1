//===- LowerArithmetic.cpp - sums, products, bits, comparisons ------------===//
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

//===----------------------------------------------------------------------===//
// Sums and products
//===----------------------------------------------------------------------===//

/// The variable that an operation's result is assigned to, or "".
template <typename Op>
static StringRef targetOf(Op op) {
  return op.getTarget().value_or("");
}

Value Lowering::lower(AddOp op) {
  Value lhs = get(op.getLhs()), rhs = get(op.getRhs());
  if (isFloating(op.getType()))
    return build.make<arith::AddFOp>(lhs, rhs);
  Value sum = build.add(lhs, rhs);
  if (!mayRaise(op))
    return sum;
  Value ok;
  if (std::optional<int64_t> addend = constantInteger(rhs)) {
    ok = build.compare(*addend < 0 ? IntPredicate::sle : IntPredicate::sge, sum,
                       lhs);
  } else {
    // The sum left 64 bits if its sign is that of neither operand.
    Value sign = build.bitAnd(build.bitXor(lhs, sum), build.bitXor(rhs, sum));
    ok = build.compare(IntPredicate::sge, sign, build.zero(sum.getType()));
  }
  build.check(ok, raises::integerOverflow(targetOf(op), "+"), {lhs, rhs});
  return sum;
}

Value Lowering::lower(SubOp op) {
  Value lhs = get(op.getLhs()), rhs = get(op.getRhs());
  if (isFloating(op.getType()))
    return build.make<arith::SubFOp>(lhs, rhs);
  Value difference = build.sub(lhs, rhs);
  if (!mayRaise(op))
    return difference;
  Value ok;
  if (std::optional<int64_t> subtrahend = constantInteger(rhs)) {
    ok = build.compare(*subtrahend < 0 ? IntPredicate::sge : IntPredicate::sle,
                       difference, lhs);
  } else {
    Value sign =
        build.bitAnd(build.bitXor(lhs, rhs), build.bitXor(lhs, difference));
    ok = build.compare(IntPredicate::sge, sign, build.zero(sign.getType()));
  }
  build.check(ok, raises::integerOverflow(targetOf(op), "-"), {lhs, rhs});
  return difference;
}

Value Lowering::productFits(Value lhs, Value rhs) {
  Type type = lhs.getType();
  std::optional<int64_t> factor = constantInteger(rhs);
  if (!factor) {
    if (constantInteger(lhs))
      return productFits(rhs, lhs);
    auto product = arith::MulSIExtendedOp::create(build, lhs, rhs);
    Value sign =
        build.make<arith::ShRSIOp>(product.getLow(), build.integer(type, 63));
    return build.compare(IntPredicate::eq, product.getHigh(), sign);
  }
  if (*factor == 0 || *factor == 1)
    return build.truth(true);
  if (*factor == -1)
    return build.compare(IntPredicate::ne, lhs, build.lowest(type));
  // The factor's range is an interval [low, high] around zero: one comparison.
  auto bounds = std::minmax({INT64_MIN / *factor, INT64_MAX / *factor});
  Value shifted = build.sub(lhs, build.integer(type, bounds.first));
  return build.compare(
      IntPredicate::ule, shifted,
      build.integer(type,
                    static_cast<int64_t>(static_cast<uint64_t>(bounds.second) -
                                         static_cast<uint64_t>(bounds.first))));
}

Value Lowering::lower(MulOp op) {
  Value lhs = get(op.getLhs()), rhs = get(op.getRhs());
  if (isFloating(op.getType()))
    return build.make<arith::MulFOp>(lhs, rhs);
  if (mayRaise(op))
    build.check(productFits(lhs, rhs),
                raises::integerOverflow(targetOf(op), "*"), {lhs, rhs});
  return build.make<arith::MulIOp>(lhs, rhs);
}

Value Lowering::lower(NegOp op) {
  Value value = get(op.getOperand());
  if (isFloating(op.getType()))
    return build.make<arith::NegFOp>(value);
  if (mayRaise(op))
    build.check(
        build.compare(IntPredicate::ne, value, build.lowest(value.getType())),
        raises::unaryOverflow(targetOf(op), "-"), value);
  return build.sub(build.zero(value.getType()), value);
}

Value Lowering::lower(AbsOp op) {
  Value value = get(op.getOperand());
  if (isFloating(op.getType()))
    return build.make<math::AbsFOp>(value);
  if (!isSignedInteger(op.getType()))
    return value;
  if (mayRaise(op))
    build.check(
        build.compare(IntPredicate::ne, value, build.lowest(value.getType())),
        raises::unaryOverflow(targetOf(op), "abs"), value);
  Value opposite = build.sub(build.zero(value.getType()), value);
  return build.choose(build.isNegative(value), opposite, value);
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

Value Lowering::lower(ShlOp op) {
  Value value = get(op.getLhs()), count = get(op.getRhs());
  Type type = value.getType();
  Value zero = build.zero(type);
  unsigned width = type.getIntOrFloatBitWidth();
  // NVPTX makes one clamping shift of a guarded one, and reads 32 bits of the
  // count.
  Value clamped = build.make<arith::MinUIOp>(count, build.integer(type, width));
  Value inside =
      build.compare(IntPredicate::ult, clamped, build.integer(type, width));
  Value safe = build.choose(inside, clamped, zero);
  Value shifted = build.make<arith::ShLIOp>(value, safe);
  Value result = build.choose(inside, shifted, zero);
  if (!mayRaise(op))
    return result;
  Value isNegative = build.isNegative(count);
  build.check(build.invert(isNegative), raises::negativeShift(), count);
  Value back = build.make<arith::ShRSIOp>(shifted, safe);
  Value kept =
      build.bitAnd(inside, build.compare(IntPredicate::eq, back, value));
  Value ok = build.bitOr(kept, build.compare(IntPredicate::eq, value, zero));
  build.check(build.bitOr(ok, isNegative),
              raises::integerOverflow(targetOf(op), "<<"), {value, count});
  return result;
}

Value Lowering::lower(ShrOp op) {
  Value value = get(op.getLhs()), count = get(op.getRhs());
  Type type = value.getType();
  unsigned width = type.getIntOrFloatBitWidth();
  bool isSigned = isSignedInteger(op.getType());
  if (mayRaise(op))
    build.check(build.invert(build.isNegative(count)), raises::negativeShift(),
                count);
  if (isSigned) {
    // Shifted by one less than the width, only the sign is left.
    Value safe =
        build.make<arith::MinUIOp>(count, build.integer(type, width - 1));
    return build.make<arith::ShRSIOp>(value, safe);
  }
  // As for the left shift.
  Value clamped = build.make<arith::MinUIOp>(count, build.integer(type, width));
  Value inside =
      build.compare(IntPredicate::ult, clamped, build.integer(type, width));
  Value safe = build.choose(inside, clamped, build.zero(type));
  return build.choose(inside, build.make<arith::ShRUIOp>(value, safe),
                      build.zero(type));
}

Value Lowering::lower(AndOp op) {
  return build.bitAnd(get(op.getLhs()), get(op.getRhs()));
}

Value Lowering::lower(OrOp op) {
  return build.bitOr(get(op.getLhs()), get(op.getRhs()));
}

Value Lowering::lower(XorOp op) {
  return build.bitXor(get(op.getLhs()), get(op.getRhs()));
}

Value Lowering::lower(InvertOp op) {
  Value value = get(op.getOperand());
  return build.bitXor(value, build.integer(value.getType(), -1));
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

static IntPredicate integerPredicate(Predicate predicate, bool isSigned) {
  switch (predicate) {
  case Predicate::eq:
    return IntPredicate::eq;
  case Predicate::ne:
    return IntPredicate::ne;
  case Predicate::lt:
    return isSigned ? IntPredicate::slt : IntPredicate::ult;
  case Predicate::le:
    return isSigned ? IntPredicate::sle : IntPredicate::ule;
  case Predicate::gt:
    return isSigned ? IntPredicate::sgt : IntPredicate::ugt;
  case Predicate::ge:
    return isSigned ? IntPredicate::sge : IntPredicate::uge;
  }
}

static FloatPredicate floatPredicate(Predicate predicate) {
  switch (predicate) {
  case Predicate::eq:
    return FloatPredicate::OEQ;
  case Predicate::ne:
    return FloatPredicate::UNE;
  case Predicate::lt:
    return FloatPredicate::OLT;
  case Predicate::le:
    return FloatPredicate::OLE;
  case Predicate::gt:
    return FloatPredicate::OGT;
  case Predicate::ge:
    return FloatPredicate::OGE;
  }
}

Value Lowering::compare(Predicate predicate, Type type, Value lhs, Value rhs) {
  if (isFloating(type))
    return build.compare(floatPredicate(predicate), lhs, rhs);
  return build.compare(integerPredicate(predicate, isSignedInteger(type)), lhs,
                       rhs);
}

Value Lowering::lower(CmpOp op) {
  return compare(op.getPredicate(), op.getLhs().getType(), get(op.getLhs()),
                 get(op.getRhs()));
}

/// A negative left side is below every right side; else both are unsigned.
Value Lowering::lower(CmpMixedOp op) {
  Value lhs = get(op.getLhs()), rhs = get(op.getRhs());
  Predicate predicate = op.getPredicate();
  Value isBelow = build.isNegative(lhs);
  Value order =
      build.compare(integerPredicate(predicate, /*isSigned=*/false), lhs, rhs);
  bool holdsBelow = predicate == Predicate::lt || predicate == Predicate::le ||
                    predicate == Predicate::ne;
  return holdsBelow ? build.bitOr(isBelow, order)
                    : build.bitAnd(build.invert(isBelow), order);
}

Value Lowering::lower(NotOp op) { return build.invert(get(op.getOperand())); }

//===----------------------------------------------------------------------===//
// The lesser and the greater
//===----------------------------------------------------------------------===//

Value Lowering::lower(MinOp op) {
  Value lhs = get(op.getLhs()), rhs = get(op.getRhs());
  return build.choose(compare(Predicate::lt, op.getType(), rhs, lhs), rhs, lhs);
}

Value Lowering::lower(MaxOp op) {
  Value lhs = get(op.getLhs()), rhs = get(op.getRhs());
  return build.choose(compare(Predicate::gt, op.getType(), rhs, lhs), rhs, lhs);
}

Value Lowering::lower(MinimumOp op) {
  Value lhs = get(op.getLhs()), rhs = get(op.getRhs());
  // Of two equal zeros NumPy gives the right one.
  Value takesLeft = compare(Predicate::lt, op.getType(), lhs, rhs);
  if (isFloating(op.getType()))
    takesLeft = build.bitOr(takesLeft, build.isNaN(lhs));
  return build.choose(takesLeft, lhs, rhs);
}

Value Lowering::lower(MaximumOp op) {
  Value lhs = get(op.getLhs()), rhs = get(op.getRhs());
  Value takesLeft = compare(Predicate::gt, op.getType(), lhs, rhs);
  if (isFloating(op.getType()))
    takesLeft = build.bitOr(takesLeft, build.isNaN(lhs));
  return build.choose(takesLeft, lhs, rhs);
}
