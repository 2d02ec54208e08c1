//===- Arithmetic.cpp - operators of numbers ------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each operator has a functor for strong numbers, and checked handlers for
// Python's own.
//
//===----------------------------------------------------------------------===//

#include "Interpreter/Emitter.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::interpreter;

template <class T>
using OnlyFloat = std::enable_if_t<std::is_floating_point_v<T>, T>;
template <class T>
using OnlyInteger = std::enable_if_t<std::is_integral_v<T>, T>;

//===----------------------------------------------------------------------===//
// Strong numbers
//===----------------------------------------------------------------------===//

namespace {

struct Add {
  template <class T>
  OnlyFloat<T> operator()(T a, T b) {
    return a + b;
  }
  template <class T>
  OnlyInteger<T> operator()(T a, T b) {
    return wrapAdd(a, b);
  }
};
struct Sub {
  template <class T>
  OnlyFloat<T> operator()(T a, T b) {
    return a - b;
  }
  template <class T>
  OnlyInteger<T> operator()(T a, T b) {
    return wrapSub(a, b);
  }
};
struct Mul {
  template <class T>
  OnlyFloat<T> operator()(T a, T b) {
    return a * b;
  }
  template <class T>
  OnlyInteger<T> operator()(T a, T b) {
    return wrapMul(a, b);
  }
};
struct Div {
  template <class T>
  T operator()(T a, T b) {
    return a / b;
  }
};
struct FloorDiv {
  template <class T>
  OnlyFloat<T> operator()(T a, T b) {
    return floorDivideFloat(a, b);
  }
  template <class T>
  OnlyInteger<T> operator()(T a, T b) {
    return floorDivide(a, b);
  }
};
struct Mod {
  template <class T>
  OnlyFloat<T> operator()(T a, T b) {
    return floorModuloFloat(a, b);
  }
  template <class T>
  OnlyInteger<T> operator()(T a, T b) {
    return floorModulo(a, b);
  }
};
struct Pow {
  template <class T>
  OnlyFloat<T> operator()(T a, T b) {
    return std::pow(a, b);
  }
  template <class T>
  OnlyInteger<T> operator()(T a, T b) {
    return wrapPower(a, b);
  }
};
struct Shl {
  template <class T>
  T operator()(T a, T b) {
    return shiftLeft(a, b);
  }
};
struct Shr {
  template <class T>
  T operator()(T a, T b) {
    return shiftRight(a, b);
  }
};
struct And {
  int64_t operator()(int64_t a, int64_t b) { return a & b; }
};
struct Or {
  int64_t operator()(int64_t a, int64_t b) { return a | b; }
};
struct Xor {
  int64_t operator()(int64_t a, int64_t b) { return a ^ b; }
};
struct Neg {
  template <class T>
  OnlyFloat<T> operator()(T a) {
    return -a;
  }
  template <class T>
  OnlyInteger<T> operator()(T a) {
    return wrapNeg(a);
  }
};
struct Abs {
  template <class T>
  OnlyFloat<T> operator()(T a) {
    return std::fabs(a);
  }
  template <class T>
  OnlyInteger<T> operator()(T a) {
    return a < T(0) ? wrapNeg(a) : a;
  }
};
struct Invert {
  bool operator()(bool a) { return !a; }
  template <class T>
  T operator()(T a) {
    return static_cast<T>(~a);
  }
};

// Python's keep the left value unless the right one is better; NumPy's give a
// NaN from either side.
struct Min {
  template <class T>
  T operator()(T a, T b) {
    return b < a ? b : a;
  }
};
struct Max {
  template <class T>
  T operator()(T a, T b) {
    return b > a ? b : a;
  }
};
struct Minimum {
  template <class T>
  T operator()(T a, T b) {
    return a < b || a != a ? a : b;
  }
};
struct Maximum {
  template <class T>
  T operator()(T a, T b) {
    return a > b || a != a ? a : b;
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Python's ints
//===----------------------------------------------------------------------===//

static bool checkedAdd(int64_t a, int64_t b, int64_t &result) {
  return !__builtin_add_overflow(a, b, &result);
}
static bool checkedSub(int64_t a, int64_t b, int64_t &result) {
  return !__builtin_sub_overflow(a, b, &result);
}
static bool checkedMul(int64_t a, int64_t b, int64_t &result) {
  return !__builtin_mul_overflow(a, b, &result);
}

/// d = F(a, b), or the site's exception with the operands.
template <bool (*F)(int64_t, int64_t, int64_t &)>
static const Instruction *checked(const Instruction *pc, Slot *s, Machine &m) {
  int64_t a = s[pc->a].i, b = s[pc->b].i, result;
  if (LLVM_UNLIKELY(!F(a, b, result)))
    return m.raise(pc, {a, b});
  s[pc->d].i = result;
  return pc + 1;
}

/// d = F(a), unless a is the lowest value.
template <class F>
static const Instruction *checkedUnary(const Instruction *pc, Slot *s,
                                       Machine &m) {
  int64_t a = s[pc->a].i;
  if (LLVM_UNLIKELY(a == INT64_MIN))
    return m.raise(pc, {a});
  s[pc->d].i = F()(a);
  return pc + 1;
}

static const Instruction *floorDivInts(const Instruction *pc, Slot *s,
                                       Machine &m) {
  int64_t a = s[pc->a].i, b = s[pc->b].i;
  if (LLVM_UNLIKELY(b == 0))
    return m.raise(pc);
  if (LLVM_UNLIKELY(a == INT64_MIN && b == -1))
    return m.raise(pc, raises::integerOverflow(m.siteOf(pc).name, "//"),
                   {a, b});
  s[pc->d].i = floorDivide(a, b);
  return pc + 1;
}

static const Instruction *powInts(const Instruction *pc, Slot *s, Machine &m) {
  int64_t a = s[pc->a].i, b = s[pc->b].i, result;
  if (b < 0)
    return m.raise(pc, raises::negativePower(), {a, b});
  if (!checkedPower(a, b, result))
    return m.raise(pc, {a, b});
  s[pc->d].i = result;
  return pc + 1;
}

/// Shifts; `isLeft` may leave 64 bits.
template <bool isLeft>
static const Instruction *shiftInts(const Instruction *pc, Slot *s,
                                    Machine &m) {
  int64_t a = s[pc->a].i, count = s[pc->b].i, result;
  if (count < 0)
    return m.raise(pc, raises::negativeShift(), {count});
  if (!isLeft)
    result = shiftRight(a, count);
  else if (!checkedShiftLeft(a, count, result))
    return m.raise(pc, {a, count});
  s[pc->d].i = result;
  return pc + 1;
}

//===----------------------------------------------------------------------===//
// Python's floats, and powers of strong integers
//===----------------------------------------------------------------------===//

/// d = F(a, b), or the site's exception when b is zero.
template <class F, class T>
static const Instruction *unlessZero(const Instruction *pc, Slot *s,
                                     Machine &m) {
  T a = s[pc->a].get<T>(), b = s[pc->b].get<T>();
  if (LLVM_UNLIKELY(b == 0))
    return m.raise(pc);
  s[pc->d].put<T>(F()(a, b));
  return pc + 1;
}

static const Instruction *powFloats(const Instruction *pc, Slot *s,
                                    Machine &m) {
  double a = s[pc->a].d, b = s[pc->b].d;
  if (std::isfinite(a) && std::isfinite(b)) {
    if (a == 0 && b < 0)
      return m.raise(pc, raises::zeroToNegativePower());
    if (a < 0 && b != std::floor(b))
      return m.raise(pc, raises::fractionalPowerOfNegative());
  }
  double result = std::pow(a, b);
  if (std::isinf(result) && std::isfinite(a) && std::isfinite(b))
    return m.raise(pc, raises::powerRange());
  s[pc->d].d = result;
  return pc + 1;
}

template <class T>
static const Instruction *powIntegers(const Instruction *pc, Slot *s,
                                      Machine &m) {
  T a = s[pc->a].get<T>(), b = s[pc->b].get<T>();
  if (b < T(0))
    return m.raise(pc, raises::negativeIntegerPower());
  s[pc->d].put<T>(wrapPower(a, b));
  return pc + 1;
}

//===----------------------------------------------------------------------===//
// Emission
//===----------------------------------------------------------------------===//

template <class F>
static Handler forNumber(Type type) {
  return withNumber(kindOf(type), [](auto tag) -> Handler {
    return binary<F, typename decltype(tag)::type>;
  });
}

template <class F>
static Handler forScalar(Type type) {
  return withScalar(kindOf(type), [](auto tag) -> Handler {
    return binary<F, typename decltype(tag)::type>;
  });
}

template <class Op>
static void emitBinary(Op op, Handler run, Emitter &e) {
  e.emit(run, e.slotOf(op.getLhs()), e.slotOf(op.getRhs()), 0,
         e.slotOf(op.getResult()));
}

template <class Op>
static StringRef targetOf(Op op) {
  return op.getTarget().value_or("");
}

/// Whether the operation raises what Python raises.
template <class Op>
static bool isChecked(Op op) {
  return pyk::isWeak(op.getType()) && !op.getExact();
}

/// Operators whose only error is a Python int that leaves 64 bits.
template <class Op, class F, bool (*check)(int64_t, int64_t, int64_t &),
          char symbol>
static void emitSimple(Op op, Emitter &e) {
  if (!isChecked(op) || !isa<pyk::PyIntType>(op.getType()))
    return emitBinary(op, forNumber<F>(op.getType()), e);
  char text[] = {symbol, 0};
  e.describe(targetOf(op), raises::integerOverflow(targetOf(op), text));
  emitBinary(op, checked<check>, e);
}

/// Floor division and remainder.
template <class Op, class F, Handler ofInts>
static void emitDivision(Op op, Emitter &e) {
  if (!isChecked(op))
    return emitBinary(op, forNumber<F>(op.getType()), e);
  StringRef symbol = isa<pyk::FloorDivOp>(op) ? "//" : "%";
  e.describe(targetOf(op), raises::divisionByZero(symbol, op.getType()));
  bool isFloat = isa<pyk::PyFloatType>(op.getType());
  emitBinary(op, isFloat ? unlessZero<F, double> : ofInts, e);
}

static void emitDiv(pyk::DivOp op, Emitter &e) {
  if (!isChecked(op))
    return emitBinary(
        op,
        withFloat(kindOf(op.getType()),
                  [](auto tag) -> Handler {
                    return binary<Div, typename decltype(tag)::type>;
                  }),
        e);
  e.describe(targetOf(op), raises::divisionByZero("/", op.getType()));
  emitBinary(op, unlessZero<Div, double>, e);
}

static void emitPow(pyk::PowOp op, Emitter &e) {
  Type type = op.getType();
  e.describe(targetOf(op), raises::integerOverflow(targetOf(op), "**"));
  if (isChecked(op))
    return emitBinary(op, isa<pyk::PyIntType>(type) ? powInts : powFloats, e);
  if (pyk::isFloating(type) || op.getExact())
    return emitBinary(op, forNumber<Pow>(type), e);
  emitBinary(op,
             withInteger(kindOf(type),
                         [](auto tag) -> Handler {
                           return powIntegers<typename decltype(tag)::type>;
                         }),
             e);
}

template <class Op, class F, bool isLeft>
static void emitShift(Op op, Emitter &e) {
  if (!isChecked(op))
    return emitBinary(
        op,
        withInteger(kindOf(op.getType()),
                    [](auto tag) -> Handler {
                      return binary<F, typename decltype(tag)::type>;
                    }),
        e);
  e.describe(targetOf(op), raises::integerOverflow(targetOf(op), "<<"));
  emitBinary(op, shiftInts<isLeft>, e);
}

/// Slots hold extended integers, so that bitwise operators are the same for
/// all.
template <class Op, class F>
static void emitBitwise(Op op, Emitter &e) {
  emitBinary(op, binary<F, int64_t>, e);
}

template <class Op, class F>
static void emitExtremum(Op op, Emitter &e) {
  emitBinary(op, forScalar<F>(op.getType()), e);
}

template <class Op, class F>
static void emitUnary(Op op, Emitter &e) {
  Handler run = withNumber(kindOf(op.getType()), [](auto tag) -> Handler {
    return unary<F, typename decltype(tag)::type>;
  });
  if (isChecked(op) && isa<pyk::PyIntType>(op.getType())) {
    StringRef symbol = isa<pyk::NegOp>(op) ? "-" : "abs";
    e.describe(targetOf(op), raises::unaryOverflow(targetOf(op), symbol));
    run = checkedUnary<F>;
  }
  e.emit(run, e.slotOf(op.getOperand()), 0, 0, e.slotOf(op.getResult()));
}

static void emitInvert(pyk::InvertOp op, Emitter &e) {
  Kind kind = kindOf(op.getType());
  Handler run = unary<Invert, bool>;
  if (kind != Kind::Bool)
    run = withInteger(kind, [](auto tag) -> Handler {
      return unary<Invert, typename decltype(tag)::type>;
    });
  e.emit(run, e.slotOf(op.getOperand()), 0, 0, e.slotOf(op.getResult()));
}

void interpreter::addArithmetic(Emitter::Table &table) {
  using namespace pyk;
  add<AddOp, emitSimple<AddOp, Add, checkedAdd, '+'>>(table);
  add<SubOp, emitSimple<SubOp, Sub, checkedSub, '-'>>(table);
  add<MulOp, emitSimple<MulOp, Mul, checkedMul, '*'>>(table);
  add<DivOp, emitDiv>(table);
  add<FloorDivOp, emitDivision<FloorDivOp, FloorDiv, floorDivInts>>(table);
  add<ModOp, emitDivision<ModOp, Mod, unlessZero<Mod, int64_t>>>(table);
  add<PowOp, emitPow>(table);
  add<ShlOp, emitShift<ShlOp, Shl, true>>(table);
  add<ShrOp, emitShift<ShrOp, Shr, false>>(table);
  add<AndOp, emitBitwise<AndOp, And>>(table);
  add<OrOp, emitBitwise<OrOp, Or>>(table);
  add<XorOp, emitBitwise<XorOp, Xor>>(table);
  add<MinOp, emitExtremum<MinOp, Min>>(table);
  add<MaxOp, emitExtremum<MaxOp, Max>>(table);
  add<MinimumOp, emitExtremum<MinimumOp, Minimum>>(table);
  add<MaximumOp, emitExtremum<MaximumOp, Maximum>>(table);
  add<NegOp, emitUnary<NegOp, Neg>>(table);
  add<AbsOp, emitUnary<AbsOp, Abs>>(table);
  add<InvertOp, emitInvert>(table);
}
