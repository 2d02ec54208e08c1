//===- Math.cpp - math functions of floats --------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Strong floats get libm's value in their own type, Python's floats that of
// double and the exceptions of Python's math module.
//
//===----------------------------------------------------------------------===//

#include "Interpreter/Emitter.h"

// glibc 2.35 gave hypot a new version; the old one keeps the library loadable
// where glibc is 2.34.
__asm__(".symver hypot,hypot@GLIBC_2.2.5");
__asm__(".symver hypotf,hypotf@GLIBC_2.2.5");

using namespace mlir;
using namespace gpujit;
using namespace gpujit::interpreter;

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

// lgamma() writes a global, so its reentrant form is used.
static float logGamma(float x) {
  int sign;
  return lgammaf_r(x, &sign);
}
static double logGamma(double x) {
  int sign;
  return lgamma_r(x, &sign);
}

/// log(exp(a) + exp(b)), as NumPy computes it.
template <class T>
static T logAddExp(T a, T b) {
  if (a == b) // also of infinities
    return a + static_cast<T>(0.693147180559945309417232121458176568);
  T difference = a - b;
  if (difference > 0)
    return a + std::log1p(std::exp(-difference));
  if (difference <= 0)
    return b + std::log1p(std::exp(difference));
  return difference;
}

namespace {

template <pyk::MathFn fn>
struct Function;
template <pyk::MathFn2 fn>
struct Function2;

#define GPUJIT_FUNCTION(NAME, VALUE)                                           \
  template <>                                                                  \
  struct Function<pyk::MathFn::NAME> {                                         \
    template <class T>                                                         \
    T operator()(T x) {                                                        \
      return VALUE;                                                            \
    }                                                                          \
  };
#define GPUJIT_FUNCTION2(NAME, VALUE)                                          \
  template <>                                                                  \
  struct Function2<pyk::MathFn2::NAME> {                                       \
    template <class T>                                                         \
    T operator()(T x, T y) {                                                   \
      return VALUE;                                                            \
    }                                                                          \
  };

GPUJIT_FUNCTION(sqrt, std::sqrt(x))
GPUJIT_FUNCTION(exp, std::exp(x))
GPUJIT_FUNCTION(exp2, std::exp2(x))
GPUJIT_FUNCTION(expm1, std::expm1(x))
GPUJIT_FUNCTION(log, std::log(x))
GPUJIT_FUNCTION(log2, std::log2(x))
GPUJIT_FUNCTION(log10, std::log10(x))
GPUJIT_FUNCTION(log1p, std::log1p(x))
GPUJIT_FUNCTION(sin, std::sin(x))
GPUJIT_FUNCTION(cos, std::cos(x))
GPUJIT_FUNCTION(tan, std::tan(x))
GPUJIT_FUNCTION(asin, std::asin(x))
GPUJIT_FUNCTION(acos, std::acos(x))
GPUJIT_FUNCTION(atan, std::atan(x))
GPUJIT_FUNCTION(sinh, std::sinh(x))
GPUJIT_FUNCTION(cosh, std::cosh(x))
GPUJIT_FUNCTION(tanh, std::tanh(x))
GPUJIT_FUNCTION(asinh, std::asinh(x))
GPUJIT_FUNCTION(acosh, std::acosh(x))
GPUJIT_FUNCTION(atanh, std::atanh(x))
GPUJIT_FUNCTION(cbrt, std::cbrt(x))
GPUJIT_FUNCTION(erf, std::erf(x))
GPUJIT_FUNCTION(erfc, std::erfc(x))
GPUJIT_FUNCTION(gamma, std::tgamma(x))
GPUJIT_FUNCTION(lgamma, logGamma(x))
GPUJIT_FUNCTION(floor, std::floor(x))
GPUJIT_FUNCTION(ceil, std::ceil(x))
GPUJIT_FUNCTION(trunc, std::trunc(x))
GPUJIT_FUNCTION(rint, std::rint(x))
GPUJIT_FUNCTION(fabs, std::fabs(x))

GPUJIT_FUNCTION2(atan2, std::atan2(x, y))
GPUJIT_FUNCTION2(hypot, std::hypot(x, y))
GPUJIT_FUNCTION2(fmod, std::fmod(x, y))
GPUJIT_FUNCTION2(copysign, std::copysign(x, y))
GPUJIT_FUNCTION2(nextafter, std::nextafter(x, y))
GPUJIT_FUNCTION2(remainder, std::remainder(x, y))
GPUJIT_FUNCTION2(pow, std::pow(x, y))
GPUJIT_FUNCTION2(logaddexp, logAddExp(x, y))

#undef GPUJIT_FUNCTION
#undef GPUJIT_FUNCTION2

} // namespace

//===----------------------------------------------------------------------===//
// Python's math module
//===----------------------------------------------------------------------===//

/// Whether an infinite result of this finite argument is out of range, rather
/// than out of the function's domain.
static bool overflows(pyk::MathFn fn, double x) {
  switch (fn) {
  case pyk::MathFn::exp:
  case pyk::MathFn::exp2:
  case pyk::MathFn::expm1:
  case pyk::MathFn::sinh:
  case pyk::MathFn::cosh:
    return true;
  case pyk::MathFn::gamma:
  case pyk::MathFn::lgamma:
    return x > 0;
  default:
    return false;
  }
}

template <pyk::MathFn fn>
static const Instruction *pythonFunction(const Instruction *pc, Slot *s,
                                         Machine &m) {
  double x = s[pc->a].d, result = Function<fn>()(x);
  if (LLVM_UNLIKELY(!std::isfinite(result))) {
    if (std::isnan(result) && !std::isnan(x))
      return m.raise(pc, raises::mathDomain());
    if (std::isinf(result) && std::isfinite(x))
      return m.raise(pc, overflows(fn, x) ? raises::mathRange()
                                          : raises::mathDomain());
  }
  s[pc->d].d = result;
  return pc + 1;
}

/// hypot, nextafter and the like give infinities without complaint; only pow
/// has a range.
template <pyk::MathFn2 fn>
static const Instruction *pythonFunction2(const Instruction *pc, Slot *s,
                                          Machine &m) {
  double x = s[pc->a].d, y = s[pc->b].d, result = Function2<fn>()(x, y);
  if (LLVM_UNLIKELY(!std::isfinite(result))) {
    if (std::isnan(result) && !std::isnan(x) && !std::isnan(y))
      return m.raise(pc, raises::mathDomain());
    if (fn == pyk::MathFn2::pow && std::isinf(result) && std::isfinite(x) &&
        std::isfinite(y))
      return m.raise(pc, x == 0 ? raises::mathDomain() : raises::mathRange());
  }
  s[pc->d].d = result;
  return pc + 1;
}

//===----------------------------------------------------------------------===//
// Choice
//===----------------------------------------------------------------------===//

/// The three handlers of a function.
struct Handlers {
  Handler python, f32, f64;

  Handler of(Type type) const {
    if (isa<pyk::PyFloatType>(type))
      return python;
    return type.isF32() ? f32 : f64;
  }
};

template <unsigned... n>
static Handlers handlersOf(pyk::MathFn fn,
                           std::integer_sequence<unsigned, n...>) {
  static constexpr Handlers all[] = {
      {pythonFunction<pyk::MathFn(n)>, unary<Function<pyk::MathFn(n)>, float>,
       unary<Function<pyk::MathFn(n)>, double>}...};
  return all[static_cast<unsigned>(fn)];
}

template <unsigned... n>
static Handlers handlersOf(pyk::MathFn2 fn,
                           std::integer_sequence<unsigned, n...>) {
  static constexpr Handlers all[] = {
      {pythonFunction2<pyk::MathFn2(n)>,
       binary<Function2<pyk::MathFn2(n)>, float>,
       binary<Function2<pyk::MathFn2(n)>, double>}...};
  return all[static_cast<unsigned>(fn)];
}

static void emitMath(pyk::MathOp op, Emitter &e) {
  constexpr unsigned count = pyk::getMaxEnumValForMathFn() + 1;
  Handlers handlers =
      handlersOf(op.getFn(), std::make_integer_sequence<unsigned, count>());
  e.emit(handlers.of(op.getType()), e.slotOf(op.getOperand()), 0, 0,
         e.slotOf(op.getResult()));
}

static void emitMath2(pyk::Math2Op op, Emitter &e) {
  constexpr unsigned count = pyk::getMaxEnumValForMathFn2() + 1;
  Handlers handlers =
      handlersOf(op.getFn(), std::make_integer_sequence<unsigned, count>());
  e.emit(handlers.of(op.getType()), e.slotOf(op.getLhs()),
         e.slotOf(op.getRhs()), 0, e.slotOf(op.getResult()));
}

//===----------------------------------------------------------------------===//
// fma, float_test, round
//===----------------------------------------------------------------------===//

template <class T>
static const Instruction *fusedMultiplyAdd(const Instruction *pc, Slot *s,
                                           Machine &) {
  s[pc->d].put<T>(
      std::fma(s[pc->a].get<T>(), s[pc->b].get<T>(), s[pc->c].get<T>()));
  return pc + 1;
}

static void emitFma(pyk::FmaOp op, Emitter &e) {
  Handler run = withFloat(kindOf(op.getType()), [](auto tag) -> Handler {
    return fusedMultiplyAdd<typename decltype(tag)::type>;
  });
  e.emit(run, e.slotOf(op.getA()), e.slotOf(op.getB()), e.slotOf(op.getC()),
         e.slotOf(op.getResult()));
}

template <class T>
static const Instruction *floatTest(const Instruction *pc, Slot *s, Machine &) {
  T x = s[pc->a].get<T>();
  bool result = false;
  switch (static_cast<pyk::FloatTest>(pc->imm)) {
  case pyk::FloatTest::isnan:
    result = std::isnan(x);
    break;
  case pyk::FloatTest::isinf:
    result = std::isinf(x);
    break;
  case pyk::FloatTest::isfinite:
    result = std::isfinite(x);
    break;
  case pyk::FloatTest::signbit:
    result = std::signbit(x);
    break;
  }
  s[pc->d].put(result);
  return pc + 1;
}

static void emitFloatTest(pyk::FloatTestOp op, Emitter &e) {
  Kind kind = kindOf(op.getOperand().getType());
  Handler run = withFloat(kind, [](auto tag) -> Handler {
    return floatTest<typename decltype(tag)::type>;
  });
  e.emit(run, e.slotOf(op.getOperand()), 0, 0, e.slotOf(op.getResult()),
         static_cast<int64_t>(op.getTest()));
}

template <class T>
static const Instruction *roundStrong(const Instruction *pc, Slot *s,
                                      Machine &) {
  s[pc->d].put<T>(roundScaled(s[pc->a].get<T>(), pc->imm));
  return pc + 1;
}

static const Instruction *roundPython(const Instruction *pc, Slot *s,
                                      Machine &m) {
  double x = s[pc->a].d, result = roundToDigits(x, pc->imm);
  if (std::isinf(result) && std::isfinite(x))
    return m.raise(pc, raises::roundRange());
  s[pc->d].d = result;
  return pc + 1;
}

static void emitRound(pyk::RoundOp op, Emitter &e) {
  Handler run = withFloat(kindOf(op.getType()), [&](auto tag) -> Handler {
    using T = typename decltype(tag)::type;
    return op.getNdigits() ? roundStrong<T>
                           : unary<Function<pyk::MathFn::rint>, T>;
  });
  if (op.getNdigits() && isa<pyk::PyFloatType>(op.getType()))
    run = roundPython;
  e.emit(run, e.slotOf(op.getOperand()), 0, 0, e.slotOf(op.getResult()),
         static_cast<int64_t>(op.getNdigits().value_or(0)));
}

void interpreter::addMath(Emitter::Table &table) {
  add<pyk::MathOp, emitMath>(table);
  add<pyk::Math2Op, emitMath2>(table);
  add<pyk::FmaOp, emitFma>(table);
  add<pyk::FloatTestOp, emitFloatTest>(table);
  add<pyk::RoundOp, emitRound>(table);
}
