//===- Numerics.h - the arithmetic of CPython and NumPy -------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pure functions on plain values. Those named "checked" return false where a
// Python int leaves 64 bits; the others are NumPy's, and wrap.
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_INTERPRETER_NUMERICS_H
#define GPUJIT_INTERPRETER_NUMERICS_H

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace gpujit::interpreter {

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

// Unsigned 64-bit arithmetic wraps, and its low bits are right for all widths.
template <class T>
T wrapAdd(T a, T b) {
  return static_cast<T>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
}
template <class T>
T wrapSub(T a, T b) {
  return static_cast<T>(static_cast<uint64_t>(a) - static_cast<uint64_t>(b));
}
template <class T>
T wrapMul(T a, T b) {
  return static_cast<T>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}
template <class T>
T wrapNeg(T a) {
  return static_cast<T>(0 - static_cast<uint64_t>(a));
}

/// Rounds towards minus infinity; 0 for a zero divisor; wraps.
template <class T>
T floorDivide(T a, T b) {
  if (b == 0)
    return 0;
  if constexpr (std::is_signed_v<T>) {
    if (b == -1)
      return wrapNeg(a);
    T quotient = static_cast<T>(a / b);
    bool inexact = static_cast<T>(quotient * b) != a;
    return static_cast<T>(quotient - (inexact && (a < 0) != (b < 0)));
  } else {
    return static_cast<T>(a / b);
  }
}

/// Has the divisor's sign; 0 for a zero divisor.
template <class T>
T floorModulo(T a, T b) {
  if (b == 0)
    return 0;
  if constexpr (std::is_signed_v<T>) {
    if (b == -1)
      return 0;
    T rest = static_cast<T>(a % b);
    return rest != 0 && (rest < 0) != (b < 0) ? static_cast<T>(rest + b) : rest;
  } else {
    return static_cast<T>(a % b);
  }
}

/// `exponent` is not negative.
template <class T>
T wrapPower(T base, T exponent) {
  T result = 1;
  for (; exponent != 0; exponent = static_cast<T>(exponent >> 1)) {
    if (exponent & 1)
      result = wrapMul(result, base);
    base = wrapMul(base, base);
  }
  return result;
}

/// `exponent` is not negative.
inline bool checkedPower(int64_t base, int64_t exponent, int64_t &result) {
  result = 1;
  while (exponent != 0) {
    if (exponent & 1)
      if (__builtin_mul_overflow(result, base, &result))
        return false;
    exponent >>= 1;
    // The last square isn't used, so it may overflow.
    if (exponent != 0 && __builtin_mul_overflow(base, base, &base))
      return false;
  }
  return true;
}

template <class T>
constexpr unsigned widthOf() {
  return sizeof(T) * 8;
}

/// 0 for a count outside the width, also a negative one.
template <class T>
T shiftLeft(T a, T count) {
  if (static_cast<uint64_t>(count) >= widthOf<T>())
    return 0;
  return static_cast<T>(static_cast<uint64_t>(a) << count);
}

/// 0 or -1 for a count outside the width, also a negative one.
template <class T>
T shiftRight(T a, T count) {
  if (static_cast<uint64_t>(count) >= widthOf<T>())
    return a < T(0) ? T(-1) : T(0);
  return static_cast<T>(a >> count);
}

/// `count` is not negative.
inline bool checkedShiftLeft(int64_t a, int64_t count, int64_t &result) {
  result = shiftLeft(a, count);
  return a == 0 || (count < 64 && (result >> count) == a);
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

/// Python's and NumPy's //; `b` is not zero for Python's.
template <class T>
T floorDivideFloat(T a, T b) {
#pragma clang fp contract(off)
  if (b == 0)
    return a / b;
  T rest = std::fmod(a, b);
  T quotient = (a - rest) / b;
  if (rest != 0 && (b < 0) != (rest < 0))
    quotient -= 1;
  if (quotient == 0)
    return std::copysign(T(0), a / b);
  T floor = std::floor(quotient);
  return quotient - floor > T(0.5) ? floor + 1 : floor;
}

/// Python's and NumPy's %: NaN for a zero divisor.
template <class T>
T floorModuloFloat(T a, T b) {
  T rest = std::fmod(a, b);
  if (b == 0)
    return rest;
  if (rest == 0)
    return std::copysign(T(0), b);
  return (b < 0) != (rest < 0) ? rest + b : rest;
}

/// To a strong integer as NumPy does on x86-64: the conversion instruction
/// gives its lowest value for NaN and what doesn't fit, and narrow types keep
/// the low bits of a wider conversion.
template <class Float>
int32_t convertTo32(Float x) {
  if constexpr (std::is_same_v<Float, float>)
    return x >= -0x1p31f && x < 0x1p31f ? static_cast<int32_t>(x) : INT32_MIN;
  else
    return x > -0x1p31 - 1 && x < 0x1p31 ? static_cast<int32_t>(x) : INT32_MIN;
}

template <class Float>
int64_t convertTo64(Float x) {
  constexpr Float limit = 0x1p63;
  return x >= -limit && x < limit ? static_cast<int64_t>(x) : INT64_MIN;
}

template <class T, class Float>
T convertToInteger(Float x) {
  constexpr Float half = 0x1p63;
  if constexpr (std::is_same_v<T, uint64_t>) {
    if (x >= half)
      return static_cast<uint64_t>(convertTo64(x - half)) ^ (1ull << 63);
    return static_cast<uint64_t>(convertTo64(x));
  } else if constexpr (std::is_same_v<T, int64_t> ||
                       std::is_same_v<T, uint32_t>) {
    return static_cast<T>(convertTo64(x));
  } else {
    return static_cast<T>(convertTo32(x));
  }
}

/// round(x, digits) of Python's floats: the nearest decimal of that many
/// digits, ties (of the exact value) to even. Infinite where Python raises.
double roundToDigits(double x, int64_t digits);

/// NumPy's: by a power of ten, rint, and back.
template <class T>
T roundScaled(T x, int64_t digits) {
  double power = 1;
  for (int64_t left = digits < 0 ? -digits : digits; left > 0 && power < 1e308;
       --left)
    power *= 10;
  T scale = static_cast<T>(power);
  if (digits >= 0)
    return std::rint(x * scale) / scale;
  return std::rint(x / scale) * scale;
}

} // namespace gpujit::interpreter

#endif // GPUJIT_INTERPRETER_NUMERICS_H
