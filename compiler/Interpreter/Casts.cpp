//===- Casts.cpp - conversions of scalars ---------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interpreter/Emitter.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::interpreter;

namespace {

/// C++'s conversion: integers wrap, floats round to nearest even.
template <class To>
struct Convert {
  template <class From>
  To operator()(From x) {
    return static_cast<To>(x);
  }
};

template <class To>
struct FromHalf {
  template <class From>
  To operator()(From x) {
    return static_cast<float>(x);
  }
};

template <class To>
struct ToHalf {
  template <class From>
  To operator()(From x) {
    return To::of(x);
  }
};

/// NumPy's conversion of a float to an integer.
template <class To>
struct Truncate {
  template <class From>
  To operator()(From x) {
    return convertToInteger<To>(x);
  }
};

/// NumPy makes a Python int a double on its way to float32.
struct ThroughDouble {
  float operator()(int64_t x) {
    return static_cast<float>(static_cast<double>(x));
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Conversions that raise
//===----------------------------------------------------------------------===//

/// Raises what Python's int() raises for a float; null if it doesn't.
static std::optional<RaiseInfo> notAnInteger(double x) {
  if (std::isnan(x))
    return raises::nanToInteger();
  if (std::isinf(x))
    return raises::infinityToInteger();
  return std::nullopt;
}

/// Python's int(): d = a truncated.
template <class From>
static const Instruction *toPythonInt(const Instruction *pc, Slot *s,
                                      Machine &m) {
  double x = static_cast<double>(s[pc->a].get<From>());
  if (LLVM_UNLIKELY(!(x >= -0x1p63 && x < 0x1p63)))
    return m.raise(pc, notAnInteger(x).value_or(raises::floatBeyondInteger()));
  s[pc->d].i = static_cast<int64_t>(x);
  return pc + 1;
}

static const Instruction *unsignedToPythonInt(const Instruction *pc, Slot *s,
                                              Machine &m) {
  if (s[pc->a].i < 0)
    return m.raise(pc, raises::unsignedBeyondInteger(), {s[pc->a].i});
  s[pc->d] = s[pc->a];
  return pc + 1;
}

/// Whether a Python int fits a strong integer type.
template <class To>
static bool fits(int64_t x) {
  if constexpr (std::is_same_v<To, uint64_t>)
    return x >= 0;
  else
    return static_cast<int64_t>(static_cast<To>(x)) == x;
}

/// A Python int to a strong integer that must hold it.
template <class To>
static const Instruction *narrowInt(const Instruction *pc, Slot *s,
                                    Machine &m) {
  int64_t x = s[pc->a].i;
  if (LLVM_UNLIKELY(!fits<To>(x)))
    return m.raise(pc, {x});
  s[pc->d].i = x;
  return pc + 1;
}

/// A Python float assigned to a strong integer: int(), and then as an int.
template <class To>
static const Instruction *narrowFloat(const Instruction *pc, Slot *s,
                                      Machine &m) {
  double x = s[pc->a].d;
  if (std::is_same_v<To, uint64_t> && x >= 0x1p63 && x < 0x1p64) {
    s[pc->d].put<uint64_t>(convertToInteger<uint64_t>(x));
    return pc + 1;
  }
  if (LLVM_UNLIKELY(!(x >= -0x1p63 && x < 0x1p63)))
    return m.raise(pc, notAnInteger(x).value_or(raises::floatBeyondElement()));
  int64_t truncated = static_cast<int64_t>(x);
  if (LLVM_UNLIKELY(!fits<To>(truncated)))
    return m.raise(pc, {truncated});
  s[pc->d].i = truncated;
  return pc + 1;
}

//===----------------------------------------------------------------------===//
// Choice
//===----------------------------------------------------------------------===//

static Handler toBool(Kind from) {
  return withScalar(from, [](auto tag) -> Handler {
    return unary<Convert<bool>, typename decltype(tag)::type, bool>;
  });
}

static Handler toFloat(Kind from, Kind to) {
  return withScalar(from, [&](auto tag) -> Handler {
    using From = typename decltype(tag)::type;
    return withFloat(to, [](auto tag) -> Handler {
      using To = typename decltype(tag)::type;
      return unary<Convert<To>, From, To>;
    });
  });
}

/// Of integers, wrapping.
static Handler toInteger(Kind to) {
  return withInteger(to, [](auto tag) -> Handler {
    using To = typename decltype(tag)::type;
    return unary<Convert<To>, int64_t, To>;
  });
}

/// Of floats, as NumPy.
static Handler truncateTo(Kind from, Kind to) {
  return withInteger(to, [&](auto tag) -> Handler {
    using To = typename decltype(tag)::type;
    return withFloat(from, [](auto tag) -> Handler {
      return unary<Truncate<To>, typename decltype(tag)::type, To>;
    });
  });
}

/// The handler of a conversion to an integer type that may raise, or null.
static Handler checkedToInteger(Type from, Type to) {
  if (isa<pyk::PyIntType>(to)) {
    if (kindOf(from) == Kind::U64)
      return unsignedToPythonInt;
    if (!pyk::isFloating(from))
      return nullptr;
    return withFloat(kindOf(from), [](auto tag) -> Handler {
      return toPythonInt<typename decltype(tag)::type>;
    });
  }
  return withInteger(kindOf(to), [&](auto tag) -> Handler {
    using To = typename decltype(tag)::type;
    if (isa<pyk::PyIntType>(from))
      return narrowInt<To>;
    return isa<pyk::PyFloatType>(from) ? narrowFloat<To> : Handler(nullptr);
  });
}

/// Floats of 16 bits from and to the others.
static Handler halfHandler(Kind from, Kind to) {
  bool isNarrow = isHalf(to);
  return withHalf(isNarrow ? to : from, [&](auto half) {
    using Small = typename decltype(half)::type;
    return withFloat(isNarrow ? from : to, [&](auto wide) -> Handler {
      using Wide = typename decltype(wide)::type;
      return isNarrow ? unary<ToHalf<Small>, Wide, Small>
                      : unary<FromHalf<Wide>, Small, Wide>;
    });
  });
}

static Handler handlerOf(pyk::CastOp op) {
  Type from = op.getInput().getType(), to = op.getType();
  if (pyk::isHalf(from) || pyk::isHalf(to))
    return halfHandler(kindOf(from), kindOf(to));
  if (pyk::isBool(to))
    return toBool(kindOf(from));
  if (isa<pyk::PyIntType>(from) && to.isF32())
    return unary<ThroughDouble, int64_t, float>;
  if (pyk::isFloating(to))
    return toFloat(kindOf(from), kindOf(to));
  Handler checked = op.getExact() ? nullptr : checkedToInteger(from, to);
  if (checked)
    return checked;
  if (pyk::isFloating(from))
    return truncateTo(kindOf(from), kindOf(to));
  return toInteger(kindOf(to));
}

static void emitCast(pyk::CastOp op, Emitter &e) {
  uint32_t input = e.slotOf(op.getInput()), result = e.slotOf(op.getResult());
  if (kindOf(op.getInput().getType()) == kindOf(op.getType()))
    return e.emitCopy(input, result);
  if (pyk::isInteger(op.getType()))
    e.describe("", raises::outOfRangeCast(op.getType()));
  e.emit(handlerOf(op), input, 0, 0, result);
}

void interpreter::addCasts(Emitter::Table &table) {
  add<pyk::CastOp, emitCast>(table);
}
