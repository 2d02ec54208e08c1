//===- Numerics.cpp - the arithmetic of CPython and NumPy -----------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interpreter/Numerics.h"

#include <charconv>
#include <string>

using namespace gpujit::interpreter;

/// More fractional digits than any double has: the text is exact.
static constexpr int allDigits = 1074;

/// |x| in decimal with `precision` fractional digits, correctly rounded.
static std::string toDecimal(double x, int precision) {
  char buffer[1500];
  auto end = std::to_chars(buffer, buffer + sizeof(buffer), std::fabs(x),
                           std::chars_format::fixed, precision);
  return std::string(buffer, end.ptr);
}

static double fromDecimal(const std::string &text) {
  double value = 0;
  auto end = std::from_chars(text.data(), text.data() + text.size(), value);
  bool tooLarge = end.ec == std::errc::result_out_of_range && text.size() > 300;
  return tooLarge ? HUGE_VAL : value;
}

/// Adds one to a decimal number.
static void increment(std::string &digits) {
  size_t position = digits.size();
  while (position > 0 && digits[position - 1] == '9')
    digits[--position] = '0';
  if (position == 0)
    digits.insert(digits.begin(), '1');
  else
    ++digits[position - 1];
}

/// Rounds |x| to a multiple of 10**places.
static double roundToTens(double x, size_t places) {
  std::string text = toDecimal(x, allDigits);
  size_t point = text.find('.');
  if (point < places)
    return 0;
  std::string kept = text.substr(0, point - places);
  std::string rest = text.substr(kept.size());
  bool isTie =
      rest[0] == '5' && rest.find_first_not_of("0.", 1) == std::string::npos;
  bool isOdd = !kept.empty() && (kept.back() - '0') % 2 != 0;
  if (isTie ? isOdd : rest[0] >= '5')
    increment(kept);
  return fromDecimal("0" + kept + std::string(places, '0'));
}

double gpujit::interpreter::roundToDigits(double x, int64_t digits) {
  // Python's limits: beyond them nothing changes, or nothing is left.
  if (!std::isfinite(x) || digits > 323)
    return x;
  if (digits < -308)
    return 0.0 * x;
  double rounded = digits >= 0
                       ? fromDecimal(toDecimal(x, static_cast<int>(digits)))
                       : roundToTens(x, static_cast<size_t>(-digits));
  return std::copysign(rounded, x);
}
