//===- CastsTest.cpp - conversions of the loops stage ---------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopsJit.h"

#include "gtest/gtest.h"
#include <cmath>
#include <limits>

#ifdef __x86_64__
#include <emmintrin.h>
#endif

using namespace gpujit::test;

namespace {

const char *const castKernel = R"(
pyk.func @$name(%a: !pyk.array<1 x $from, c>, %out: !pyk.array<1 x $to, c>) attributes {arg_names = ["a", "out"]} {
  %zero = pyk.constant 0 : i64 -> !pyk.int
  %one = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %a[0] : !pyk.array<1 x $from, c>
  pyk.for "i" %zero to %n step %one {
  ^bb0(%i: !pyk.int):
    %x = pyk.load "a" %a[%i] : !pyk.array<1 x $from, c> -> $from
    %r = pyk.cast %x : $from -> $to
    pyk.store %r, "out" %out[%i] : $to, !pyk.array<1 x $to, c>
    pyk.yield
  }
  pyk.return
}
)";

/// The name of a strong type in pyk.
template <typename T>
std::string typeName() {
  if (std::is_same_v<T, bool>)
    return "i1";
  std::string kind = std::is_floating_point_v<T> ? "f"
                     : std::is_signed_v<T>       ? "si"
                                                 : "ui";
  return kind + std::to_string(8 * sizeof(T));
}

template <typename From, typename To>
std::vector<To> cast(std::vector<From> in) {
  LoopsJit jit(substitute(castKernel, {{"$name", "cast"},
                                       {"$from", typeName<From>()},
                                       {"$to", typeName<To>()}}));
  std::vector<To> out(in.size());
  EXPECT_EQ(jit.call("cast", Arguments().array(in).array(out)), "");
  return out;
}

template <typename T>
std::vector<T> integers() {
  T lowest = std::numeric_limits<T>::min(),
    highest = std::numeric_limits<T>::max();
  std::vector<T> values = {0, 1, 2, lowest, highest};
  for (int64_t value :
       {-1L, -128L, 127L, 128L, 255L, 256L, 32767L, 32768L, 65535L, 16777217L,
        2147483647L, 2147483648L, 4294967295L, 9007199254740993L})
    values.push_back(static_cast<T>(value));
  return values;
}

template <typename From, typename To>
void expectIntegers() {
  std::vector<From> in = integers<From>();
  std::vector<To> out = cast<From, To>(in);
  for (size_t i = 0; i < in.size(); ++i)
    ASSERT_EQ(+out[i], +static_cast<To>(in[i])) << +in[i];
}

template <typename From>
void expectFromInteger() {
  expectIntegers<From, int8_t>();
  expectIntegers<From, uint8_t>();
  expectIntegers<From, uint16_t>();
  expectIntegers<From, int32_t>();
  expectIntegers<From, uint32_t>();
  expectIntegers<From, int64_t>();
  expectIntegers<From, uint64_t>();
  expectIntegers<From, float>();
  expectIntegers<From, double>();
}

template <typename T>
std::vector<T> reals() {
  std::vector<T> values = {
      T(0.0),  T(-0.0),  T(0.5),     T(-0.5),   T(0.999),  T(-0.999), T(1.5),
      T(-1.5), T(127.9), T(128),     T(-128.9), T(-129),   T(255.5),  T(256),
      T(-1),   T(-200),  T(65535.5), T(70000),  T(-70000), T(1e10),   T(-1e10),
      T(1e19), T(1e20),  T(-1e20),   T(1e30),   INFINITY,  -INFINITY, NAN};
  for (int exponent : {31, 32, 63, 64})
    for (T sign : {T(1), T(-1)}) {
      T power = sign * std::ldexp(T(1), exponent);
      values.push_back(power);
      values.push_back(std::nextafter(power, T(0)));
      values.push_back(std::nextafter(power, power * 2));
      values.push_back(power - sign);
      values.push_back(power + sign);
      values.push_back(power + sign * T(0.5));
    }
  return values;
}

} // namespace

TEST(Casts, BetweenIntegersAndToFloats) {
  expectFromInteger<int8_t>();
  expectFromInteger<uint8_t>();
  expectFromInteger<int16_t>();
  expectFromInteger<uint16_t>();
  expectFromInteger<int32_t>();
  expectFromInteger<uint32_t>();
  expectFromInteger<int64_t>();
  expectFromInteger<uint64_t>();
}

#ifdef __x86_64__

namespace {

int32_t toInt32(double value) { return _mm_cvttsd_si32(_mm_set_sd(value)); }
int64_t toInt64(double value) { return _mm_cvttsd_si64(_mm_set_sd(value)); }

/// What NumPy's C does on x86-64: one conversion instruction, then the low
/// bits.
template <typename To>
To processor(double value) {
  constexpr int64_t highBit = std::numeric_limits<int64_t>::min();
  if (std::is_same_v<To, uint64_t>)
    return static_cast<To>(value >= 0x1p63 ? toInt64(value - 0x1p63) ^ highBit
                                           : toInt64(value));
  if (sizeof(To) == 8 || std::is_same_v<To, uint32_t>)
    return static_cast<To>(toInt64(value));
  return static_cast<To>(toInt32(value));
}

template <typename From, typename To>
void expectReals() {
  std::vector<From> in = reals<From>();
  std::vector<To> out = cast<From, To>(in);
  for (size_t i = 0; i < in.size(); ++i)
    ASSERT_EQ(+out[i], +processor<To>(in[i]))
        << in[i] << " to " << typeName<To>();
}

template <typename From>
void expectFromReal() {
  expectReals<From, int8_t>();
  expectReals<From, uint8_t>();
  expectReals<From, int16_t>();
  expectReals<From, uint16_t>();
  expectReals<From, int32_t>();
  expectReals<From, uint32_t>();
  expectReals<From, int64_t>();
  expectReals<From, uint64_t>();
}

} // namespace

TEST(Casts, FloatsToIntegersAsTheProcessor) {
  expectFromReal<float>();
  expectFromReal<double>();
}

#endif

TEST(Casts, ToBoolAndFromBool) {
  LoopsJit jit(
      substitute(castKernel,
                 {{"$name", "truth"}, {"$from", "f32"}, {"$to", "i1"}}) +
      substitute(castKernel,
                 {{"$name", "number"}, {"$from", "i1"}, {"$to", "si64"}}) +
      substitute(castKernel,
                 {{"$name", "real"}, {"$from", "i1"}, {"$to", "f64"}}));
  std::vector<float> x = {0.0f, -0.0f, NAN, 1e-45f, -3.0f, INFINITY};
  std::vector<uint8_t> truth(x.size(), 9);
  jit.call("truth", Arguments().array(x).array(truth));
  EXPECT_EQ(truth, (std::vector<uint8_t>{0, 0, 1, 1, 1, 1}));
  std::vector<int64_t> number(x.size());
  jit.call("number", Arguments().array(truth).array(number));
  EXPECT_EQ(number, (std::vector<int64_t>{0, 0, 1, 1, 1, 1}));
  std::vector<double> real(x.size());
  jit.call("real", Arguments().array(truth).array(real));
  EXPECT_EQ(real, (std::vector<double>{0, 0, 1, 1, 1, 1}));
}

//===----------------------------------------------------------------------===//
// Python's numbers
//===----------------------------------------------------------------------===//

namespace {

const char *const scalarKernel = R"(
pyk.func @$name(%a: $from, %out: !pyk.array<1 x $element, c>) attributes {arg_names = ["a", "out"]} {
  %zero = pyk.constant 0 : i64 -> !pyk.int
  %r = pyk.cast %a : $from -> $to
  %s = pyk.cast %r exact : $to -> $element
  pyk.store %s, "out" %out[%zero] : $element, !pyk.array<1 x $element, c>
  pyk.return
}
)";

std::string scalarText(const std::string &name, const std::string &from,
                       const std::string &to, const std::string &element) {
  return substitute(
      scalarKernel,
      {{"$name", name}, {"$from", from}, {"$to", to}, {"$element", element}});
}

} // namespace

TEST(Casts, PythonIntsMustFit) {
  LoopsJit jit(scalarText("to_ui8", "!pyk.int", "ui8", "ui8") +
               scalarText("to_si8", "!pyk.int", "si8", "si8") +
               scalarText("to_ui32", "!pyk.int", "ui32", "ui32") +
               scalarText("to_ui64", "!pyk.int", "ui64", "ui64") +
               scalarText("to_si64", "!pyk.int", "si64", "si64"));
  auto run = [&](const char *name, int64_t value) {
    std::vector<int64_t> out = {0};
    return jit.call(name, Arguments().scalar(value).array(out));
  };
  EXPECT_EQ(run("to_ui8", 255), "");
  EXPECT_EQ(run("to_ui8", 256),
            "OverflowError: Python integer 256 out of bounds for uint8");
  EXPECT_EQ(run("to_ui8", -1),
            "OverflowError: Python integer -1 out of bounds for uint8");
  EXPECT_EQ(run("to_si8", -128), "");
  EXPECT_EQ(run("to_si8", 128),
            "OverflowError: Python integer 128 out of bounds for int8");
  EXPECT_EQ(run("to_si8", -129),
            "OverflowError: Python integer -129 out of bounds for int8");
  EXPECT_EQ(run("to_si8", INT64_MAX).substr(0, 13), "OverflowError");
  EXPECT_EQ(run("to_ui32", 4294967295), "");
  EXPECT_EQ(run("to_ui32", 4294967296).substr(0, 13), "OverflowError");
  EXPECT_EQ(run("to_ui64", -1).substr(0, 13), "OverflowError");
  EXPECT_EQ(run("to_ui64", INT64_MAX), "");
  EXPECT_EQ(run("to_si64", INT64_MIN), "");
}

TEST(Casts, FloatsToPythonInts) {
  LoopsJit jit(scalarText("truncate", "!pyk.float", "!pyk.int", "si64") +
               scalarText("unsigned", "ui64", "!pyk.int", "si64") +
               scalarText("assign", "!pyk.float", "ui8", "ui8"));
  std::vector<int64_t> out = {0};
  auto run = [&](double value) {
    return jit.call("truncate", Arguments().scalar(value).array(out));
  };
  EXPECT_EQ(run(-2.9), "");
  EXPECT_EQ(out[0], -2);
  EXPECT_EQ(run(-0x1p63), "");
  EXPECT_EQ(out[0], INT64_MIN);
  EXPECT_EQ(run(NAN), "ValueError: cannot convert float NaN to integer");
  EXPECT_EQ(run(-INFINITY),
            "OverflowError: cannot convert float infinity to integer");
  EXPECT_EQ(run(0x1p63), "OverflowError: int() of a float leaves 64 bits");
  EXPECT_EQ(out[0], 0);

  EXPECT_EQ(
      jit.call("unsigned", Arguments().scalar(UINT64_MAX).array(out)),
      "OverflowError: a uint64 leaves 64 bits as a Python int: 2**64 + -1");
  std::vector<uint8_t> byte = {0};
  auto assign = [&](double value) {
    return jit.call("assign", Arguments().scalar(value).array(byte));
  };
  EXPECT_EQ(assign(200.7), "");
  EXPECT_EQ(byte[0], 200);
  EXPECT_EQ(assign(300.7),
            "OverflowError: Python integer 300 out of bounds for uint8");
  EXPECT_EQ(assign(NAN), "ValueError: cannot convert float NaN to integer");
  EXPECT_EQ(assign(INFINITY),
            "OverflowError: cannot convert float infinity to integer");
}
