//===- FloatsTest.cpp - float arithmetic of the loops stage ---------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopsJit.h"

#include "gtest/gtest.h"
#include <cmath>
#include <cstdio>
#include <random>

using namespace gpujit::test;

namespace {

/// A function of two numbers of one type, the second of which an operation of
/// one operand has no use for.
std::string function(const std::string &name, const std::string &type,
                     const std::string &operation) {
  std::string element = type == "!pyk.float" ? "f64" : type;
  return substitute(R"(
pyk.func @k_$name(%a: $type, %b: $type, %out: !pyk.array<1 x $element, c>) attributes {arg_names = ["a", "b", "out"]} {
  %zero = pyk.constant 0 : i64 -> !pyk.int
  %half = pyk.constant 5.000000e-01 : f64 -> $type
  %two = pyk.constant 2.000000e+00 : f64 -> $type
  %r = $operation : $type
  %s = pyk.cast %r : $type -> $element
  pyk.store %s, "out" %out[%zero] : $element, !pyk.array<1 x $element, c>
  pyk.return
}
)",
                    {{"$name", name},
                     {"$operation", operation},
                     {"$type", type},
                     {"$element", element}});
}

template <typename T>
std::string evaluate(LoopsJit &jit, const std::string &name, T a, T b,
                     T &result) {
  std::vector<T> out = {0};
  std::string error =
      jit.call("k_" + name, Arguments().scalar(a).scalar(b).array(out));
  result = out[0];
  return error;
}

/// Equal, also in the sign of a zero; NaN equals NaN.
template <typename T>
bool same(T a, T b) {
  return (std::isnan(a) && std::isnan(b)) ||
         (a == b && std::signbit(a) == std::signbit(b));
}

//===----------------------------------------------------------------------===//
// // and %
//===----------------------------------------------------------------------===//

struct Division {
  double a, b, quotient, remainder;
};

/// As CPython and NumPy give them.
const Division divisions[] = {{6.0, 0.1, 0x1.d8p+5, 0x1.9999999999982p-4},
                              {-6.0, 0.1, -0x1.ep+5, 0x1.8p-52},
                              {1.0, 0.1, 0x1.2p+3, 0x1.9999999999996p-4},
                              {7.5, -2.5, -3.0, -0.0},
                              {-7.5, 2.5, -3.0, 0.0},
                              {0.0, 3.0, 0.0, 0.0},
                              {-0.0, 3.0, -0.0, 0.0},
                              {0.0, -3.0, -0.0, -0.0},
                              {-3.0, 7.0, -1.0, 4.0},
                              {3.0, INFINITY, 0.0, 3.0},
                              {-3.0, INFINITY, -1.0, INFINITY},
                              {3.0, -INFINITY, -1.0, -INFINITY},
                              {INFINITY, 3.0, NAN, NAN},
                              {NAN, 1.0, NAN, NAN},
                              {1.0, NAN, NAN, NAN},
                              {0x1p-1074, 1e300, 0.0, 0x1p-1074},
                              {-0x1p-1074, 1e300, -1.0, 1e300},
                              {5.3, -1.1, -5.0, -0x1.99999999999b0p-3},
                              {-5.3, -1.1, 4.0, -0x1.cccccccccccc8p-1}};

} // namespace

TEST(FloatDivision, FloorAndModuloAsPython) {
  LoopsJit jit(function("floordiv", "f64", "pyk.floordiv %a, %b") +
               function("mod", "f64", "pyk.mod %a, %b") +
               function("weak_floordiv", "!pyk.float", "pyk.floordiv %a, %b") +
               function("weak_mod", "!pyk.float", "pyk.mod %a, %b"));
  for (const Division &row : divisions) {
    double result;
    for (std::string prefix : {"", "weak_"}) {
      EXPECT_EQ(evaluate(jit, prefix + "floordiv", row.a, row.b, result), "");
      EXPECT_TRUE(same(result, row.quotient))
          << row.a << " // " << row.b << " is " << result;
      EXPECT_EQ(evaluate(jit, prefix + "mod", row.a, row.b, result), "");
      EXPECT_TRUE(same(result, row.remainder))
          << row.a << " % " << row.b << " is " << result;
    }
  }
}

TEST(FloatDivision, ByZero) {
  LoopsJit jit(function("floordiv", "f32", "pyk.floordiv %a, %b") +
               function("mod", "f32", "pyk.mod %a, %b") +
               function("weak_div", "!pyk.float", "pyk.div %a, %b") +
               function("weak_floordiv", "!pyk.float", "pyk.floordiv %a, %b") +
               function("weak_mod", "!pyk.float", "pyk.mod %a, %b"));
  float single;
  EXPECT_EQ(evaluate(jit, "floordiv", 1.0f, 0.0f, single), "");
  EXPECT_EQ(single, INFINITY);
  EXPECT_EQ(evaluate(jit, "floordiv", 1.0f, -0.0f, single), "");
  EXPECT_EQ(single, -INFINITY);
  EXPECT_EQ(evaluate(jit, "floordiv", 0.0f, 0.0f, single), "");
  EXPECT_TRUE(std::isnan(single));
  EXPECT_EQ(evaluate(jit, "mod", 1.0f, 0.0f, single), "");
  EXPECT_TRUE(std::isnan(single));
  double result;
  EXPECT_EQ(evaluate(jit, "weak_div", 1.0, -0.0, result),
            "ZeroDivisionError: division by zero");
  EXPECT_EQ(evaluate(jit, "weak_div", 1.0, (double)NAN, result), "");
  EXPECT_EQ(evaluate(jit, "weak_floordiv", 1.0, 0.0, result).substr(0, 17),
            "ZeroDivisionError");
  EXPECT_EQ(evaluate(jit, "weak_mod", 1.0, 0.0, result).substr(0, 17),
            "ZeroDivisionError");
}

//===----------------------------------------------------------------------===//
// The lesser and the greater
//===----------------------------------------------------------------------===//

TEST(FloatExtremes, NaNGoesByTheSide) {
  LoopsJit jit(function("min", "f32", "pyk.min %a, %b") +
               function("max", "f32", "pyk.max %a, %b") +
               function("minimum", "f32", "pyk.minimum %a, %b") +
               function("maximum", "f32", "pyk.maximum %a, %b"));
  float result;
  for (const char *name : {"min", "max"}) {
    evaluate(jit, name, NAN, 1.0f, result);
    EXPECT_TRUE(std::isnan(result)) << name;
    evaluate(jit, name, 1.0f, NAN, result);
    EXPECT_EQ(result, 1.0f) << name;
    evaluate(jit, name, -0.0f, 0.0f, result);
    EXPECT_TRUE(same(result, -0.0f)) << name;
  }
  for (const char *name : {"minimum", "maximum"}) {
    evaluate(jit, name, NAN, 1.0f, result);
    EXPECT_TRUE(std::isnan(result)) << name;
    evaluate(jit, name, 1.0f, NAN, result);
    EXPECT_TRUE(std::isnan(result)) << name;
  }
  evaluate(jit, "minimum", 2.0f, -3.0f, result);
  EXPECT_EQ(result, -3.0f);
  evaluate(jit, "maximum", 2.0f, -3.0f, result);
  EXPECT_EQ(result, 2.0f);
}

//===----------------------------------------------------------------------===//
// Powers
//===----------------------------------------------------------------------===//

TEST(FloatPowers, ConstantExponentsKeepTheSpecialCases) {
  LoopsJit jit(function("root", "f64", "pyk.pow %a, %half") +
               function("square", "f64", "pyk.pow %a, %two") +
               function("power", "f64", "pyk.pow %a, %b"));
  for (double base : {4.0, 2.0, 0.0, -0.0, -1.0, (double)INFINITY,
                      -(double)INFINITY, (double)NAN, 1e-320}) {
    double result;
    evaluate(jit, "root", base, 0.0, result);
    EXPECT_TRUE(same(result, std::pow(base, 0.5)) ||
                (std::isnan(result) && base < 0))
        << base << " ** 0.5 is " << result;
    evaluate(jit, "square", base, 0.0, result);
    EXPECT_TRUE(same(result, base * base));
    evaluate(jit, "power", base, -1.5, result);
    EXPECT_TRUE(same(result, std::pow(base, -1.5)) || std::isnan(result));
  }
}

TEST(FloatPowers, WeakOnesRaise) {
  LoopsJit jit(function("power", "!pyk.float", "pyk.pow %a, %b") +
               function("root", "!pyk.float", "pyk.pow %a, %half") +
               function("square", "!pyk.float", "pyk.pow %a, %two"));
  double result;
  double infinity = INFINITY;
  EXPECT_EQ(evaluate(jit, "power", 0.0, -1.0, result).substr(0, 17),
            "ZeroDivisionError");
  EXPECT_EQ(evaluate(jit, "power", 0.0, -infinity, result), "");
  EXPECT_EQ(evaluate(jit, "power", -8.0, 0.5, result).substr(0, 10),
            "ValueError");
  EXPECT_EQ(evaluate(jit, "power", -8.0, 3.0, result), "");
  EXPECT_EQ(result, -512.0);
  EXPECT_EQ(evaluate(jit, "power", 10.0, 400.0, result).substr(0, 13),
            "OverflowError");
  EXPECT_EQ(evaluate(jit, "power", 10.0, -400.0, result), "");
  EXPECT_EQ(result, 0.0);
  EXPECT_EQ(evaluate(jit, "power", infinity, 2.0, result), "");
  EXPECT_EQ(evaluate(jit, "root", -1.0, 0.0, result).substr(0, 10),
            "ValueError");
  EXPECT_EQ(evaluate(jit, "root", -infinity, 0.0, result), "");
  EXPECT_EQ(result, infinity);
  EXPECT_EQ(evaluate(jit, "square", 1e200, 0.0, result).substr(0, 13),
            "OverflowError");
}

//===----------------------------------------------------------------------===//
// Math functions
//===----------------------------------------------------------------------===//

namespace {

struct MathCase {
  const char *fn;
  double x;
  const char *error; ///< "" if Python gives a value
};

const MathCase mathCases[] = {{"sqrt", -1.0, "ValueError"},
                              {"sqrt", -0.0, ""},
                              {"sqrt", INFINITY, ""},
                              {"sqrt", -INFINITY, "ValueError"},
                              {"log", 0.0, "ValueError"},
                              {"log", -1.0, "ValueError"},
                              {"log", 1e-320, ""},
                              {"log", INFINITY, ""},
                              {"log2", -0.0, "ValueError"},
                              {"log10", -INFINITY, "ValueError"},
                              {"log1p", -1.0, "ValueError"},
                              {"log1p", -0.5, ""},
                              {"exp", 1000.0, "OverflowError"},
                              {"exp", -1000.0, ""},
                              {"exp", INFINITY, ""},
                              {"exp2", 2000.0, "OverflowError"},
                              {"expm1", 1000.0, "OverflowError"},
                              {"expm1", -1000.0, ""},
                              {"sin", INFINITY, "ValueError"},
                              {"cos", -INFINITY, "ValueError"},
                              {"tan", INFINITY, "ValueError"},
                              {"sin", 1e300, ""},
                              {"asin", 1.5, "ValueError"},
                              {"asin", -1.0, ""},
                              {"acos", -1.0000001, "ValueError"},
                              {"atan", INFINITY, ""},
                              {"sinh", -1000.0, "OverflowError"},
                              {"cosh", 1000.0, "OverflowError"},
                              {"cosh", INFINITY, ""},
                              {"tanh", INFINITY, ""},
                              {"acosh", 0.5, "ValueError"},
                              {"acosh", 1.0, ""},
                              {"atanh", 1.0, "ValueError"},
                              {"atanh", -0.5, ""},
                              {"asinh", -INFINITY, ""},
                              {"gamma", 0.0, "ValueError"},
                              {"gamma", -3.0, "ValueError"},
                              {"gamma", -INFINITY, "ValueError"},
                              {"gamma", 172.0, "OverflowError"},
                              {"gamma", 5.0, ""},
                              {"gamma", -2.5, ""},
                              {"lgamma", -1.0, "ValueError"},
                              {"lgamma", -INFINITY, ""},
                              {"lgamma", 1e308, "OverflowError"},
                              {"lgamma", 0.5, ""},
                              {"erf", INFINITY, ""},
                              {"erfc", -INFINITY, ""},
                              {"cbrt", -8.0, ""},
                              {"floor", -0.5, ""},
                              {"ceil", -0.5, ""},
                              {"trunc", -1.5, ""},
                              {"rint", 2.5, ""},
                              {"fabs", -0.0, ""}};

double library(const std::string &fn, double x) {
  if (fn == "sqrt")
    return std::sqrt(x);
  if (fn == "log")
    return std::log(x);
  if (fn == "log1p")
    return std::log1p(x);
  if (fn == "exp" || fn == "exp2")
    return fn == "exp" ? std::exp(x) : std::exp2(x);
  if (fn == "expm1")
    return std::expm1(x);
  if (fn == "sin")
    return std::sin(x);
  if (fn == "asin")
    return std::asin(x);
  if (fn == "atan")
    return std::atan(x);
  if (fn == "cosh")
    return std::cosh(x);
  if (fn == "tanh")
    return std::tanh(x);
  if (fn == "acosh")
    return std::acosh(x);
  if (fn == "atanh")
    return std::atanh(x);
  if (fn == "asinh")
    return std::asinh(x);
  if (fn == "gamma")
    return std::tgamma(x);
  if (fn == "lgamma")
    return std::lgamma(x);
  if (fn == "erf")
    return std::erf(x);
  if (fn == "erfc")
    return std::erfc(x);
  if (fn == "cbrt")
    return std::cbrt(x);
  if (fn == "floor")
    return std::floor(x);
  if (fn == "ceil")
    return std::ceil(x);
  if (fn == "trunc")
    return std::trunc(x);
  if (fn == "rint")
    return std::rint(x);
  return std::fabs(x);
}

} // namespace

TEST(MathFunctions, RaiseAsPythonsAndNaNPasses) {
  std::string text;
  std::vector<std::string> names;
  for (const MathCase &row : mathCases)
    if (names.empty() || !llvm::is_contained(names, row.fn)) {
      names.push_back(row.fn);
      text += function(row.fn, "!pyk.float",
                       std::string("pyk.math ") + row.fn + ", %a");
    }
  LoopsJit jit(text);
  double result;
  for (const MathCase &row : mathCases) {
    std::string error = evaluate(jit, row.fn, row.x, 0.0, result);
    EXPECT_EQ(error.substr(0, error.find(':')), row.error)
        << row.fn << " of " << row.x;
    if (error.empty())
      EXPECT_TRUE(same(result, library(row.fn, row.x)) ||
                  std::abs(result - library(row.fn, row.x)) < 1e-12)
          << row.fn << " of " << row.x << " is " << result;
  }
  for (const std::string &name : names) {
    EXPECT_EQ(evaluate(jit, name, (double)NAN, 0.0, result), "") << name;
    EXPECT_TRUE(std::isnan(result)) << name;
  }
}

TEST(MathFunctions, StrongOnesNeverRaise) {
  LoopsJit jit(function("sqrt", "f32", "pyk.math sqrt, %a") +
               function("log", "f64", "pyk.math log, %a") +
               function("exp", "f64", "pyk.math exp, %a") +
               function("gamma", "f32", "pyk.math gamma, %a"));
  float single;
  double result;
  EXPECT_EQ(evaluate(jit, "sqrt", -1.0f, 0.0f, single), "");
  EXPECT_TRUE(std::isnan(single));
  EXPECT_EQ(evaluate(jit, "log", 0.0, 0.0, result), "");
  EXPECT_EQ(result, -INFINITY);
  EXPECT_EQ(evaluate(jit, "exp", 1000.0, 0.0, result), "");
  EXPECT_EQ(result, INFINITY);
  EXPECT_EQ(evaluate(jit, "gamma", 5.0f, 0.0f, single), "");
  EXPECT_EQ(single, 24.0f);
}

TEST(MathFunctions, OfTwoArguments) {
  std::string text;
  for (std::string fn : {"atan2", "hypot", "fmod", "copysign", "nextafter",
                         "remainder", "pow", "logaddexp"})
    text += function(fn, "!pyk.float", "pyk.math2 " + fn + ", %a, %b");
  LoopsJit jit(text);
  double result;
  double infinity = INFINITY, nan = NAN;
  auto run = [&](const char *fn, double a, double b) {
    std::string error = evaluate(jit, fn, a, b, result);
    return error.substr(0, error.find(':'));
  };
  EXPECT_EQ(run("atan2", -0.0, -1.0), "");
  EXPECT_EQ(result, std::atan2(-0.0, -1.0));
  EXPECT_EQ(run("copysign", 2.0, -0.0), "");
  EXPECT_EQ(result, -2.0);
  EXPECT_EQ(run("nextafter", 1.0, 2.0), "");
  EXPECT_EQ(result, 1.0 + 0x1p-52);
  EXPECT_EQ(run("hypot", 1e308, 1e308), "");
  EXPECT_EQ(run("hypot", 1.7e308, 1.7e308), "");
  EXPECT_EQ(result, infinity);
  EXPECT_EQ(run("hypot", infinity, nan), "");
  EXPECT_EQ(result, infinity);
  EXPECT_EQ(run("fmod", -7.0, 3.0), "");
  EXPECT_EQ(result, -1.0);
  EXPECT_EQ(run("fmod", 1.0, 0.0), "ValueError");
  EXPECT_EQ(run("fmod", infinity, 1.0), "ValueError");
  EXPECT_EQ(run("fmod", nan, 0.0), "");
  EXPECT_EQ(run("remainder", 5.0, 2.0), "");
  EXPECT_EQ(result, 1.0);
  EXPECT_EQ(run("remainder", 5.0, 0.0), "ValueError");
  EXPECT_EQ(run("pow", 0.0, -1.0), "ValueError");
  EXPECT_EQ(run("pow", -2.0, 0.5), "ValueError");
  EXPECT_EQ(run("pow", 10.0, 400.0), "OverflowError");
  EXPECT_EQ(run("pow", 2.0, 10.0), "");
  EXPECT_EQ(result, 1024.0);
  EXPECT_EQ(run("logaddexp", 0.0, 0.0), "");
  EXPECT_DOUBLE_EQ(result, std::log(2.0));
  EXPECT_EQ(run("logaddexp", -infinity, -infinity), "");
  EXPECT_EQ(result, -infinity);
  EXPECT_EQ(run("logaddexp", 1.0, 3.0), "");
  EXPECT_DOUBLE_EQ(result, 3.0 + std::log1p(std::exp(-2.0)));
}

TEST(FloatTests, Classify) {
  std::string text;
  for (std::string test : {"isnan", "isinf", "isfinite", "signbit"})
    text += substitute(R"(
pyk.func @k_$test(%a: f32, %out: !pyk.array<1 x i1, c>) attributes {arg_names = ["a", "out"]} {
  %zero = pyk.constant 0 : i64 -> !pyk.int
  %r = pyk.float_test $test, %a : f32
  pyk.store %r, "out" %out[%zero] : i1, !pyk.array<1 x i1, c>
  pyk.return
}
)",
                       {{"$test", test}});
  LoopsJit jit(text);
  for (float value :
       {0.0f, -0.0f, 1.0f, -2.0f, INFINITY, -INFINITY, NAN, -NAN}) {
    std::vector<uint8_t> out = {7};
    auto run = [&](const char *test) {
      jit.call(std::string("k_") + test, Arguments().scalar(value).array(out));
      return out[0];
    };
    EXPECT_EQ(run("isnan"), std::isnan(value));
    EXPECT_EQ(run("isinf"), std::isinf(value));
    EXPECT_EQ(run("isfinite"), std::isfinite(value));
    EXPECT_EQ(run("signbit"), std::signbit(value));
  }
}

//===----------------------------------------------------------------------===//
// round
//===----------------------------------------------------------------------===//

namespace {

/// Python's round: the C library's printf rounds a double's exact value to the
/// nearest decimal, half to even.
double pythonRound(double value, int digits) {
  if (!std::isfinite(value))
    return value;
  char text[512];
  if (digits >= 0) {
    snprintf(text, sizeof text, "%.*f", digits, value);
    return strtod(text, nullptr);
  }
  // Of integers below 2**63, with a fraction that breaks ties.
  int64_t scale = 1;
  for (int i = 0; i < -digits; ++i)
    scale *= 10;
  double magnitude = std::floor(std::fabs(value));
  bool hasFraction = magnitude != std::fabs(value);
  int64_t whole = static_cast<int64_t>(magnitude);
  int64_t quotient = whole / scale, rest = whole % scale;
  if (2 * rest > scale || (2 * rest == scale && (hasFraction || quotient % 2)))
    ++quotient;
  return std::copysign(static_cast<double>(quotient * scale), value);
}

} // namespace

TEST(Round, PythonFloatsRoundCorrectly) {
  std::vector<int> digits = {-3, -2, -1, 0, 1, 2, 3, 5, 10, 15};
  std::string text;
  for (int count : digits)
    text += function("round" + std::to_string(count + 10), "!pyk.float",
                     "pyk.round %a digits " + std::to_string(count));
  LoopsJit jit(text);
  std::vector<double> values = {0.5,
                                1.5,
                                2.5,
                                -0.5,
                                -1.5,
                                2.675,
                                1.005,
                                0.125,
                                0.375,
                                5.0,
                                15.0,
                                25.0,
                                250.0,
                                1250.0,
                                12350.0,
                                -0.0,
                                0.0,
                                1e15 + 0.3,
                                4503599627370496.5,
                                9007199254740993.0,
                                1e17,
                                -2.5,
                                -25.0,
                                0.05,
                                1e-20,
                                123456.789,
                                49.999999999999993,
                                0.49999999999999994,
                                NAN,
                                INFINITY,
                                -INFINITY};
  std::mt19937_64 random(1);
  for (int i = 0; i < 3000; ++i) {
    double scale = std::pow(10.0, static_cast<int>(random() % 12) - 4);
    // Half of them lie near ties.
    double value = (random() % 100000) / 2.0 / 1000.0;
    if (i % 2)
      value = std::ldexp(static_cast<double>(random() % (1ull << 53)), -53);
    values.push_back((i % 3 ? 1 : -1) * value * scale);
  }
  for (int count : digits)
    for (double value : values) {
      double result;
      EXPECT_EQ(evaluate(jit, "round" + std::to_string(count + 10), value, 0.0,
                         result),
                "");
      ASSERT_TRUE(same(result, pythonRound(value, count)))
          << "round(" << std::hexfloat << value << ", " << count << ") is "
          << result << ", not " << pythonRound(value, count);
    }
}

TEST(Round, StrongOnesScale) {
  LoopsJit jit(function("whole", "f64", "pyk.round %a") +
               function("cents", "f64", "pyk.round %a digits 2") +
               function("hundreds", "f32", "pyk.round %a digits -2"));
  double result;
  for (double value : {0.5, 1.5, 2.5, -0.5, 2.675, 1.005, 1e17}) {
    evaluate(jit, "whole", value, 0.0, result);
    EXPECT_TRUE(same(result, std::rint(value)));
    evaluate(jit, "cents", value, 0.0, result);
    EXPECT_TRUE(same(result, std::rint(value * 100.0) / 100.0));
  }
  float single;
  evaluate(jit, "hundreds", 250.0f, 0.0f, single);
  EXPECT_EQ(single, 200.0f);
}
