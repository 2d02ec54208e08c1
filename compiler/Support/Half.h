//===- Half.h - floats of 16 bits, in memory and in slots -----------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_SUPPORT_HALF_H
#define GPUJIT_SUPPORT_HALF_H

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace gpujit {

/// A float of 16 bits, so many of them for the fraction. It is stored and
/// converted, never computed with.
template <int fractionBits>
struct SmallFloat {
  static constexpr int exponentBits = 15 - fractionBits;
  static constexpr int largest = (1 << exponentBits) - 1; ///< inf and NaN
  static constexpr int least = 2 - (1 << (exponentBits - 1));

  uint16_t bits = 0;

  static SmallFloat ofBits(uint16_t bits) { return {bits}; }

  /// The nearest one, ties to even; double holds every float exactly.
  static SmallFloat of(double value) {
    uint16_t sign = std::signbit(value) ? 0x8000 : 0;
    auto signedBits = [&](int rest) {
      return ofBits(static_cast<uint16_t>(sign | rest));
    };
    if (std::isnan(value))
      return signedBits(largest << fractionBits | 1 << (fractionBits - 1));
    double magnitude = std::fabs(value);
    // Below the least normal number all have its spacing.
    int exponent = magnitude < std::ldexp(1.0, least) ? least
                   : std::isinf(value)                ? 2 - least
                                                      : std::ilogb(magnitude);
    if (exponent > 1 - least)
      return signedBits(largest << fractionBits);
    int units = static_cast<int>(
        std::nearbyint(std::ldexp(magnitude, fractionBits - exponent)));
    // A carry from the fraction goes on into the exponent, up to infinity.
    return signedBits(((exponent - least) << fractionBits) + units);
  }

  explicit operator float() const {
    int exponent = bits >> fractionBits & largest;
    int fraction = bits & ((1 << fractionBits) - 1);
    float magnitude;
    if (exponent == largest)
      magnitude = fraction ? NAN : INFINITY;
    else if (exponent)
      magnitude = std::ldexp(static_cast<float>((1 << fractionBits) + fraction),
                             exponent - 1 + least - fractionBits);
    else
      magnitude =
          std::ldexp(static_cast<float>(fraction), least - fractionBits);
    return bits >> 15 ? -magnitude : magnitude;
  }
};

using Half = SmallFloat<10>;    ///< IEEE's float16
using BFloat16 = SmallFloat<7>; ///< the upper half of a float32

} // namespace gpujit

#endif // GPUJIT_SUPPORT_HALF_H
