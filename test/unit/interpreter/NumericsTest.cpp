//===- NumericsTest.cpp - arithmetic at the edges -------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interpreter/Numerics.h"

#include "gtest/gtest.h"

using namespace gpujit::interpreter;

namespace {

TEST(Numerics, CheckedPowerMatchesRepeatedProducts) {
  for (int64_t base = -70; base <= 70; ++base) {
    int64_t product = 1;
    bool fits = true;
    for (int64_t exponent = 0; exponent < 70; ++exponent) {
      int64_t power;
      ASSERT_EQ(checkedPower(base, exponent, power), fits)
          << base << " ** " << exponent;
      if (fits)
        ASSERT_EQ(power, product) << base << " ** " << exponent;
      fits = fits && !__builtin_mul_overflow(product, base, &product);
    }
  }
}

TEST(Numerics, CheckedShiftLeftMatchesWideShift) {
  for (int64_t a : {int64_t(0), int64_t(1), int64_t(-1), int64_t(5), INT64_MAX,
                    INT64_MIN, INT64_MIN + 1})
    for (int64_t count = 0; count < 80; ++count) {
      int64_t result;
      bool ok = checkedShiftLeft(a, count, result);
      // Python's result, by doubling.
      __int128 expected = a;
      for (int64_t k = 0;
           k < count && expected >= INT64_MIN && expected <= INT64_MAX; ++k)
        expected *= 2;
      bool fits = expected >= INT64_MIN && expected <= INT64_MAX;
      ASSERT_EQ(ok, fits) << a << " << " << count;
      if (fits)
        ASSERT_EQ(result, static_cast<int64_t>(expected));
    }
}

TEST(Numerics, RoundToDigitsOfDecimals) {
  // The nearest double of k/8 * 10**-d, rounded to d digits, is a known
  // multiple.
  for (int digits = -5; digits <= 5; ++digits) {
    double unit = std::pow(10.0, -digits);
    for (int k = -40; k <= 40; ++k) {
      double expected = std::rint(k / 8.0) * unit;
      if (k % 8 == 4 || k % 8 == -4)
        continue; // a tie of the decimal need not be one of the double
      ASSERT_NEAR(roundToDigits(k / 8.0 * unit, digits), expected,
                  std::fabs(expected) * 1e-15)
          << k << " " << digits;
    }
  }
}

TEST(Numerics, RoundToDigitsTies) {
  EXPECT_EQ(roundToDigits(0.5, 0), 0.0);
  EXPECT_EQ(roundToDigits(1.5, 0), 2.0);
  EXPECT_EQ(roundToDigits(2.5, 0), 2.0);
  EXPECT_EQ(roundToDigits(25.0, -1), 20.0);
  EXPECT_EQ(roundToDigits(35.0, -1), 40.0);
  EXPECT_EQ(roundToDigits(-0.125, 2), -0.12);
  EXPECT_TRUE(std::signbit(roundToDigits(-0.001, 2)));
  EXPECT_EQ(roundToDigits(999.5, 0), 1000.0);
  EXPECT_EQ(roundToDigits(99999.0, -2), 100000.0);
  EXPECT_TRUE(std::isinf(roundToDigits(1.7e308, -308)));
}

TEST(Numerics, ConversionsAtTheLimits) {
  EXPECT_EQ((convertToInteger<int32_t>(2147483647.5)), INT32_MAX);
  EXPECT_EQ((convertToInteger<int32_t>(2147483648.0)), INT32_MIN);
  EXPECT_EQ((convertToInteger<int32_t>(-2147483648.5)), INT32_MIN);
  EXPECT_EQ((convertToInteger<int8_t>(-2147483649.0)), 0);
  EXPECT_EQ((convertToInteger<uint32_t>(-1.0)), UINT32_MAX);
  EXPECT_EQ((convertToInteger<uint32_t>(4294967296.0 + 5)), 5u);
  EXPECT_EQ((convertToInteger<uint64_t>(1.8446744073709550e19)),
            18446744073709549568u);
  EXPECT_EQ((convertToInteger<uint64_t>(0x1p64)), 0u);
  EXPECT_EQ((convertToInteger<int64_t>(NAN)), INT64_MIN);
  EXPECT_EQ((convertToInteger<int32_t>(2147483648.0f)), INT32_MIN);
  EXPECT_EQ((convertToInteger<int32_t>(-2147483648.0f)), INT32_MIN);
}

} // namespace
