//===- IntegersTest.cpp - integer arithmetic of the loops stage -----------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopsJit.h"

#include "gtest/gtest.h"
#include <functional>
#include <limits>
#include <map>
#include <optional>

using namespace gpujit::test;

namespace {

using Wide = __int128;

//===----------------------------------------------------------------------===//
// The reference: exact arithmetic in 128 bits
//===----------------------------------------------------------------------===//

Wide floorDivide(Wide a, Wide b) {
  Wide quotient = a / b;
  return quotient * b != a && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

/// Of a strong type of `width` bits, before wrapping.
Wide strong(const std::string &op, Wide a, Wide b, unsigned width) {
  bool inside = b >= 0 && b < width;
  if (op == "add")
    return a + b;
  if (op == "sub")
    return a - b;
  if (op == "mul")
    return a * b;
  if (op == "floordiv")
    return b == 0 ? 0 : floorDivide(a, b);
  if (op == "mod")
    return b == 0 ? 0 : a - b * floorDivide(a, b);
  if (op == "shl")
    return inside ? static_cast<Wide>(static_cast<unsigned __int128>(a) << b)
                  : 0;
  if (op == "shr")
    return inside ? a >> b : a < 0 ? -1 : 0;
  if (op == "and")
    return a & b;
  if (op == "or")
    return a | b;
  if (op == "xor")
    return a ^ b;
  if (op == "min" || op == "minimum")
    return std::min(a, b);
  if (op == "max" || op == "maximum")
    return std::max(a, b);
  ADD_FAILURE() << "no reference for " << op;
  return 0;
}

const char *const binaryOps[] = {"add", "sub", "mul",     "floordiv", "mod",
                                 "shl", "shr", "and",     "or",       "xor",
                                 "min", "max", "minimum", "maximum"};
const char *const predicates[] = {"eq", "ne", "lt", "le", "gt", "ge"};

bool compares(const std::string &predicate, Wide a, Wide b) {
  if (predicate == "eq")
    return a == b;
  if (predicate == "ne")
    return a != b;
  if (predicate == "lt")
    return a < b;
  if (predicate == "le")
    return a <= b;
  return predicate == "gt" ? a > b : a >= b;
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

const char *const binaryKernel = R"(
pyk.func @$op(%a: !pyk.array<1 x $type, c>, %b: !pyk.array<1 x $type, c>, %out: !pyk.array<1 x $type, c>)
    attributes {arg_names = ["a", "b", "out"]} {
  %zero = pyk.constant 0 : i64 -> !pyk.int
  %one = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %a[0] : !pyk.array<1 x $type, c>
  pyk.for "i" %zero to %n step %one attributes {verdict = #pyk<verdict parallel>} {
  ^bb0(%i: !pyk.int):
    %x = pyk.load "a" %a[%i] inbounds : !pyk.array<1 x $type, c> -> $type
    %y = pyk.load "b" %b[%i] inbounds : !pyk.array<1 x $type, c> -> $type
    %r = pyk.$op %x, %y : $type
    pyk.store %r, "out" %out[%i] inbounds : $type, !pyk.array<1 x $type, c>
    pyk.yield
  }
  pyk.return
}
)";

const char *const compareKernel = R"(
pyk.func @$op(%a: !pyk.array<1 x $type, c>, %b: !pyk.array<1 x $type, c>, %out: !pyk.array<1 x i1, c>)
    attributes {arg_names = ["a", "b", "out"]} {
  %zero = pyk.constant 0 : i64 -> !pyk.int
  %one = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %a[0] : !pyk.array<1 x $type, c>
  pyk.for "i" %zero to %n step %one {
  ^bb0(%i: !pyk.int):
    %x = pyk.load "a" %a[%i] : !pyk.array<1 x $type, c> -> $type
    %y = pyk.load "b" %b[%i] : !pyk.array<1 x $type, c> -> $type
    %r = pyk.cmp $op, %x, %y : $type
    pyk.store %r, "out" %out[%i] : i1, !pyk.array<1 x i1, c>
    pyk.yield
  }
  pyk.return
}
)";

const char *const unaryKernel = R"(
pyk.func @$op(%a: !pyk.array<1 x $type, c>, %out: !pyk.array<1 x $type, c>)
    attributes {arg_names = ["a", "out"]} {
  %zero = pyk.constant 0 : i64 -> !pyk.int
  %one = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %a[0] : !pyk.array<1 x $type, c>
  pyk.for "i" %zero to %n step %one {
  ^bb0(%i: !pyk.int):
    %x = pyk.load "a" %a[%i] : !pyk.array<1 x $type, c> -> $type
    %r = pyk.$op %x : $type
    pyk.store %r, "out" %out[%i] : $type, !pyk.array<1 x $type, c>
    pyk.yield
  }
  pyk.return
}
)";

template <typename T>
std::string typeName() {
  return (std::is_signed_v<T> ? "si" : "ui") + std::to_string(8 * sizeof(T));
}

/// Every value of 8 bits; of wider types those where something happens.
template <typename T>
std::vector<T> interesting() {
  std::vector<T> values;
  if (sizeof(T) == 1) {
    for (int value = 0; value < 256; ++value)
      values.push_back(static_cast<T>(value));
    return values;
  }
  T lowest = std::numeric_limits<T>::min();
  T highest = std::numeric_limits<T>::max();
  for (int step = 0; step < 3; ++step) {
    values.push_back(lowest + step);
    values.push_back(highest - step);
    values.push_back(static_cast<T>(highest / 2 - 1 + step));
  }
  for (int value : {-64, -33, -32, -16, -15, -8, -7, -3, -2, -1, 0,  1,  2,  3,
                    5,   7,   8,   15,  16,  17, 31, 32, 33, 63, 64, 65, 100})
    values.push_back(static_cast<T>(value));
  return values;
}

template <typename T>
class StrongIntegers : public ::testing::Test {
protected:
  StrongIntegers() {
    std::vector<T> values = interesting<T>();
    for (T x : values)
      for (T y : values) {
        a.push_back(x);
        b.push_back(y);
      }
  }

  std::vector<T> a, b;
};

using Types = ::testing::Types<int8_t, uint8_t, int16_t, uint16_t, int32_t,
                               uint32_t, int64_t, uint64_t>;
TYPED_TEST_SUITE(StrongIntegers, Types);

} // namespace

TYPED_TEST(StrongIntegers, BinaryOperationsWrap) {
  using T = TypeParam;
  std::string text;
  for (const char *op : binaryOps)
    text += substitute(binaryKernel, {{"$op", op}, {"$type", typeName<T>()}});
  LoopsJit jit(text);
  for (const char *op : binaryOps) {
    std::vector<T> out(this->a.size());
    EXPECT_EQ(
        jit.call(op, Arguments().array(this->a).array(this->b).array(out)), "");
    for (size_t i = 0; i < out.size(); ++i)
      ASSERT_EQ(+out[i], +static_cast<T>(
                             strong(op, this->a[i], this->b[i], 8 * sizeof(T))))
          << op << " of " << +this->a[i] << " and " << +this->b[i];
  }
}

TYPED_TEST(StrongIntegers, ComparisonsKeepTheSign) {
  using T = TypeParam;
  std::string text;
  for (const char *op : predicates)
    text += substitute(compareKernel, {{"$op", op}, {"$type", typeName<T>()}});
  LoopsJit jit(text);
  for (const char *op : predicates) {
    std::vector<uint8_t> out(this->a.size(), 7);
    EXPECT_EQ(
        jit.call(op, Arguments().array(this->a).array(this->b).array(out)), "");
    for (size_t i = 0; i < out.size(); ++i)
      ASSERT_EQ(out[i], compares(op, this->a[i], this->b[i]))
          << +this->a[i] << " " << op << " " << +this->b[i];
  }
}

TYPED_TEST(StrongIntegers, UnaryOperationsWrap) {
  using T = TypeParam;
  std::map<std::string, std::function<T(T)>> expected = {
      {"neg", [](T v) { return static_cast<T>(-static_cast<Wide>(v)); }},
      {"abs",
       [](T v) { return static_cast<T>(v < 0 ? -static_cast<Wide>(v) : v); }},
      {"invert", [](T v) { return static_cast<T>(~v); }}};
  std::string text;
  for (const auto &entry : expected)
    text += substitute(unaryKernel,
                       {{"$op", entry.first}, {"$type", typeName<T>()}});
  LoopsJit jit(text);
  std::vector<T> values = interesting<T>();
  for (const auto &[op, reference] : expected) {
    std::vector<T> out(values.size());
    EXPECT_EQ(jit.call(op, Arguments().array(values).array(out)), "");
    for (size_t i = 0; i < out.size(); ++i)
      ASSERT_EQ(+out[i], +reference(values[i])) << op << " of " << +values[i];
  }
}

TYPED_TEST(StrongIntegers, PowersWrapAndNegativeOnesRaise) {
  using T = TypeParam;
  LoopsJit jit(
      substitute(binaryKernel, {{"$op", "pow"}, {"$type", typeName<T>()}}));
  for (T base : interesting<T>())
    for (int exponent : {0, 1, 2, 3, 7, 8, 13, 64, 100}) {
      std::vector<T> a = {base}, b = {static_cast<T>(exponent)}, out = {0};
      EXPECT_EQ(jit.call("pow", Arguments().array(a).array(b).array(out)), "");
      T expected = 1;
      for (int i = 0; i < exponent; ++i)
        expected = static_cast<T>(static_cast<uint64_t>(expected) *
                                  static_cast<uint64_t>(base));
      ASSERT_EQ(+out[0], +expected) << +base << " ** " << exponent;
    }
  if (!std::is_signed_v<T>)
    return;
  std::vector<T> a = {2}, b = {static_cast<T>(-1)}, out = {0};
  EXPECT_EQ(jit.call("pow", Arguments().array(a).array(b).array(out)),
            "ValueError: Integers to negative integer powers are not allowed.");
}

//===----------------------------------------------------------------------===//
// Constant operands
//===----------------------------------------------------------------------===//

/// Divisions by constants are lowered in ways of their own.
TEST(ConstantDivisors, FloorAndModulo) {
  std::vector<int> divisors = {-128, -8, -3, -2, -1, 0, 1, 2, 3, 7, 8, 64, 127};
  std::string text;
  for (const char *op : {"floordiv", "mod"})
    for (int divisor : divisors)
      text += substitute(R"(
pyk.func @$op_$name(%a: !pyk.array<1 x si8, c>, %out: !pyk.array<1 x si8, c>) attributes {arg_names = ["a", "out"]} {
  %zero = pyk.constant 0 : i64 -> !pyk.int
  %one = pyk.constant 1 : i64 -> !pyk.int
  %d = pyk.constant $divisor : i64 -> si8
  %n = pyk.extent %a[0] : !pyk.array<1 x si8, c>
  pyk.for "i" %zero to %n step %one {
  ^bb0(%i: !pyk.int):
    %x = pyk.load "a" %a[%i] : !pyk.array<1 x si8, c> -> si8
    %r = pyk.$op %x, %d : si8
    pyk.store %r, "out" %out[%i] : si8, !pyk.array<1 x si8, c>
    pyk.yield
  }
  pyk.return
}
)",
                         {{"$op", op},
                          {"$name", std::to_string(divisor + 128)},
                          {"$divisor", std::to_string(divisor)}});
  LoopsJit jit(text);
  std::vector<int8_t> values = interesting<int8_t>();
  for (std::string op : {"floordiv", "mod"})
    for (int divisor : divisors) {
      std::vector<int8_t> out(values.size());
      EXPECT_EQ(jit.call(op + "_" + std::to_string(divisor + 128),
                         Arguments().array(values).array(out)),
                "");
      for (size_t i = 0; i < out.size(); ++i)
        ASSERT_EQ(out[i],
                  static_cast<int8_t>(strong(op, values[i], divisor, 8)))
            << op << " of " << +values[i] << " and " << divisor;
    }
}

//===----------------------------------------------------------------------===//
// Python's ints
//===----------------------------------------------------------------------===//

namespace {

const char *const weakKernel = R"(
pyk.func @$name(%a: !pyk.int, %b: !pyk.int, %out: !pyk.array<1 x si64, c>) attributes {arg_names = ["a", "b", "out"]} {
  %zero = pyk.constant 0 : i64 -> !pyk.int
  $constant
  %r = pyk.$op %a, $rhs {target = "r"} : !pyk.int
  %s = pyk.cast %r : !pyk.int -> si64
  pyk.store %s, "out" %out[%zero] : si64, !pyk.array<1 x si64, c>
  pyk.return
}
)";

std::string weakText(const std::string &op, std::optional<int64_t> rhs = {}) {
  std::string constant, operand = "%b", name = op;
  if (rhs) {
    constant =
        "%k = pyk.constant " + std::to_string(*rhs) + " : i64 -> !pyk.int";
    operand = "%k";
    name += "_" + std::to_string(static_cast<uint64_t>(*rhs));
  }
  return substitute(weakKernel, {{"$op", op},
                                 {"$name", name},
                                 {"$constant", constant},
                                 {"$rhs", operand}});
}

const char *symbolOf(const std::string &op) {
  return op == "add"        ? "+"
         : op == "sub"      ? "-"
         : op == "mul"      ? "*"
         : op == "floordiv" ? "//"
         : op == "mod"      ? "%"
         : op == "shl"      ? "<<"
         : op == "shr"      ? ">>"
                            : "**";
}

/// What Python gives, or what is raised.
struct Outcome {
  std::string error;
  Wide value = 0;
};

Outcome power(int64_t a, int64_t b) {
  if (b < 0)
    return {"ValueError"};
  if (a == 0 || a == 1)
    return {"", b == 0 ? 1 : a};
  if (a == -1)
    return {"", b % 2 ? -1 : 1};
  Wide result = 1;
  for (int64_t i = 0; i < b; ++i) {
    result *= a;
    if (result > INT64_MAX || result < INT64_MIN)
      return {"OverflowError"};
  }
  return {"", result};
}

Outcome python(const std::string &op, int64_t a, int64_t b) {
  if ((op == "floordiv" || op == "mod") && b == 0)
    return {"ZeroDivisionError"};
  if ((op == "shl" || op == "shr") && b < 0)
    return {"ValueError: negative shift count"};
  if (op == "pow")
    return power(a, b);
  Wide value;
  if (op == "shl")
    value = a == 0 ? 0 : b >= 64 ? Wide(1) << 100 : Wide(a) * (Wide(1) << b);
  else if (op == "shr")
    value = b >= 64 ? (a < 0 ? -1 : 0) : a >> b;
  else
    value = strong(op, a, b, 64);
  if (value > INT64_MAX || value < INT64_MIN)
    return {"OverflowError: 'r' leaves 64 bits: " + std::to_string(a) + " " +
            symbolOf(op) + " " + std::to_string(b)};
  return {"", value};
}

void expectPython(LoopsJit &jit, const std::string &function,
                  const std::string &op, int64_t a, int64_t b) {
  std::vector<int64_t> out = {0};
  std::string error =
      jit.call(function, Arguments().scalar(a).scalar(b).array(out));
  Outcome expected = python(op, a, b);
  if (!expected.error.empty())
    EXPECT_EQ(error.substr(0, expected.error.size()), expected.error)
        << a << " " << op << " " << b;
  else
    EXPECT_EQ(error, "") << a << " " << op << " " << b;
  if (expected.error.empty() && error.empty())
    EXPECT_EQ(out[0], static_cast<int64_t>(expected.value))
        << a << " " << op << " " << b;
}

std::vector<int64_t> weakValues() {
  std::vector<int64_t> values = interesting<int64_t>();
  for (int64_t root : {3037000499LL, 3037000500LL, -3037000499LL, 4294967296LL})
    values.push_back(root);
  return values;
}

const char *const weakOps[] = {"add", "sub", "mul", "floordiv",
                               "mod", "shl", "shr", "pow"};

} // namespace

TEST(WeakIntegers, RaiseWhereTheyLeave64Bits) {
  std::string text;
  for (const char *op : weakOps)
    text += weakText(op);
  LoopsJit jit(text);
  for (const char *op : weakOps)
    for (int64_t a : weakValues())
      for (int64_t b : weakValues())
        if (std::string(op) != "pow" || b < 200 || (a >= -1 && a <= 1))
          expectPython(jit, op, op, a, b);
}

TEST(WeakIntegers, ConstantOperands) {
  std::vector<int64_t> constants = {
      INT64_MIN, -4294967296LL, -3,       -2, -1, 0, 1, 2, 3, 5, 8, 62, 63,
      64,        1000,          INT64_MAX};
  std::string text;
  for (const char *op : weakOps)
    for (int64_t constant : constants)
      if (std::string(op) != "pow" || (constant >= 0 && constant < 100))
        text += weakText(op, constant);
  LoopsJit jit(text);
  for (const char *op : weakOps)
    for (int64_t constant : constants) {
      if (std::string(op) == "pow" && !(constant >= 0 && constant < 100))
        continue;
      std::string name = std::string(op) + "_" +
                         std::to_string(static_cast<uint64_t>(constant));
      for (int64_t a : weakValues())
        expectPython(jit, name, op, a, constant);
    }
}

TEST(WeakIntegers, NegationAndAbsoluteValue) {
  std::string text;
  for (const char *op : {"neg", "abs"})
    text += substitute(R"(
pyk.func @$op(%a: !pyk.int, %out: !pyk.array<1 x si64, c>) attributes {arg_names = ["a", "out"]} {
  %zero = pyk.constant 0 : i64 -> !pyk.int
  %r = pyk.$op %a : !pyk.int
  %s = pyk.cast %r : !pyk.int -> si64
  pyk.store %s, "out" %out[%zero] : si64, !pyk.array<1 x si64, c>
  pyk.return
}
)",
                       {{"$op", op}});
  LoopsJit jit(text);
  std::vector<int64_t> out = {0};
  for (int64_t value : {int64_t(0), int64_t(5), int64_t(-5), INT64_MAX}) {
    EXPECT_EQ(jit.call("neg", Arguments().scalar(value).array(out)), "");
    EXPECT_EQ(out[0], -value);
    EXPECT_EQ(jit.call("abs", Arguments().scalar(value).array(out)), "");
    EXPECT_EQ(out[0], std::abs(value));
  }
  EXPECT_EQ(jit.call("neg", Arguments().scalar(INT64_MIN).array(out)),
            "OverflowError: a Python int leaves 64 bits: "
            "-(-9223372036854775808)");
  EXPECT_EQ(jit.call("abs", Arguments().scalar(INT64_MIN).array(out)),
            "OverflowError: a Python int leaves 64 bits: "
            "abs(-9223372036854775808)");
}

TEST(MixedIntegers, ComparisonsAreExact) {
  std::string text;
  for (const char *op : predicates)
    text += substitute(R"(
pyk.func @$op(%a: si64, %b: ui64, %out: !pyk.array<1 x i1, c>) attributes {arg_names = ["a", "b", "out"]} {
  %zero = pyk.constant 0 : i64 -> !pyk.int
  %r = pyk.cmp_mixed $op, %a, %b : si64, ui64
  pyk.store %r, "out" %out[%zero] : i1, !pyk.array<1 x i1, c>
  pyk.return
}
)",
                       {{"$op", op}});
  LoopsJit jit(text);
  std::vector<uint8_t> out = {0};
  for (const char *op : predicates)
    for (int64_t a : interesting<int64_t>())
      for (uint64_t b : interesting<uint64_t>()) {
        jit.call(op, Arguments().scalar(a).scalar(b).array(out));
        ASSERT_EQ(out[0], compares(op, a, b)) << a << " " << op << " " << b;
      }
}
