//===- Half.h - float16 in memory and in slots ----------------------------===//
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

/// An IEEE float16. It is stored and converted, never computed with.
struct Half {
  uint16_t bits = 0;

  static Half ofBits(uint16_t bits) { return {bits}; }

  /// The nearest one, ties to even; double holds every float exactly.
  static Half of(double value) {
    uint16_t sign = std::signbit(value) ? 0x8000 : 0;
    double magnitude = std::fabs(value);
    auto signedBits = [&](int rest) {
      return ofBits(static_cast<uint16_t>(sign | rest));
    };
    if (std::isnan(value))
      return signedBits(0x7e00);
    if (magnitude >= 65520) // halfway from the largest to the next power
      return signedBits(0x7c00);
    // Below 2**-14 all have the spacing of that power.
    int exponent = magnitude < 0x1p-14 ? -14 : std::ilogb(magnitude);
    int units =
        static_cast<int>(std::nearbyint(std::ldexp(magnitude, 10 - exponent)));
    // A carry from the fraction goes on into the exponent.
    return signedBits(((exponent + 14) << 10) + units);
  }

  explicit operator float() const {
    int exponent = bits >> 10 & 31, fraction = bits & 1023;
    float magnitude = exponent == 31 ? (fraction ? NAN : INFINITY)
                      : exponent
                          ? std::ldexp(1024.0f + fraction, exponent - 25)
                          : std::ldexp(static_cast<float>(fraction), -24);
    return bits >> 15 ? -magnitude : magnitude;
  }
};

} // namespace gpujit

#endif // GPUJIT_SUPPORT_HALF_H
