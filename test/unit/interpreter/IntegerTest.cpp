//===- IntegerTest.cpp - integers of 8 bits, all pairs --------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs an operator on all pairs of 8-bit integers, against the definition of
// Python's operator on unbounded integers, reduced to 8 bits.
//
//===----------------------------------------------------------------------===//

#include "Interpreter/Interpreter.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace gpujit;
using namespace gpujit::interpreter;

namespace {

/// out[i, j] = x[i] op x[j], for `body` that makes %r of %a and %b.
constexpr const char *program = R"(
  pyk.func @f(%x: !pyk.array<1 x TYPE, c>, %out: !pyk.array<2 x TYPE, c>)
      attributes {arg_names = ["x", "out"]} {
    %0 = pyk.constant 0 : i64 -> !pyk.int
    %1 = pyk.constant 1 : i64 -> !pyk.int
    %n = pyk.extent %x[0] : !pyk.array<1 x TYPE, c>
    pyk.for "i" %0 to %n step %1 {
    ^bb0(%i: !pyk.int):
      pyk.for "j" %0 to %n step %1 {
      ^bb0(%j: !pyk.int):
        %a = pyk.load "x" %x[%i] : !pyk.array<1 x TYPE, c> -> TYPE
        %b = pyk.load "x" %x[%j] : !pyk.array<1 x TYPE, c> -> TYPE
        BODY
        pyk.store %r, "out" %out[%i, %j] : TYPE, !pyk.array<2 x TYPE, c>
        pyk.yield
      }
      pyk.yield
    }
    pyk.return
  })";

std::string replaceAll(std::string text, const std::string &what,
                       const std::string &by) {
  for (size_t at = 0; (at = text.find(what, at)) != std::string::npos;
       at += by.size())
    text.replace(at, what.size(), by);
  return text;
}

/// All values of T, in order of their bits.
template <class T>
std::vector<T> allValues() {
  std::vector<T> values;
  for (int bits = 0; bits < 256; ++bits)
    values.push_back(static_cast<T>(bits));
  return values;
}

/// The interpreter's results for all pairs, row by row.
template <class T>
std::vector<T> runAllPairs(const std::string &body) {
  std::string type = std::is_signed_v<T> ? "si8" : "ui8";
  std::string text =
      replaceAll(replaceAll(program, "BODY", body), "TYPE", type);
  mlir::MLIRContext context;
  context.loadDialect<pyk::PyKernelDialect>();
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  if (!module)
    return {};
  auto kernel = llvm::cantFail(
      CompiledKernel::compile(*module->getOps<pyk::FuncOp>().begin()));
  std::vector<T> x = allValues<T>(), out(256 * 256);
  GpujitArg args[] = {{x.data(), {256}, {1}},
                      {out.data(), {256, 256}, {256, 1}}};
  Outcome outcome = llvm::cantFail(kernel.run(args, nullptr));
  EXPECT_EQ(outcome.status, Status::Done) << outcome.raised.message;
  return out;
}

/// Compares with `expected`, a function of two wide integers.
template <class T, class F>
void expectAllPairs(const std::string &body, F expected) {
  std::vector<T> values = allValues<T>(), out = runAllPairs<T>(body);
  ASSERT_EQ(out.size(), 256u * 256u);
  for (size_t i = 0; i < 256; ++i)
    for (size_t j = 0; j < 256; ++j) {
      int a = values[i], b = values[j];
      ASSERT_EQ(out[i * 256 + j], static_cast<T>(expected(a, b)))
          << a << ", " << b << ": " << body;
    }
}

template <class T>
struct Integers : testing::Test {};
using EightBits = testing::Types<int8_t, uint8_t>;
TYPED_TEST_SUITE(Integers, EightBits);

/// The largest q with q * b <= a (b > 0) or q * b >= a (b < 0), by search.
int floorQuotient(int a, int b) {
  int q = -300;
  while (b > 0 ? (q + 1) * b <= a : (q + 1) * b >= a)
    ++q;
  return q;
}

TYPED_TEST(Integers, Add) {
  expectAllPairs<TypeParam>("%r = pyk.add %a, %b : TYPE",
                            [](int a, int b) { return a + b; });
}

TYPED_TEST(Integers, Sub) {
  expectAllPairs<TypeParam>("%r = pyk.sub %a, %b : TYPE",
                            [](int a, int b) { return a - b; });
}

TYPED_TEST(Integers, Mul) {
  expectAllPairs<TypeParam>("%r = pyk.mul %a, %b : TYPE",
                            [](int a, int b) { return a * b; });
}

TYPED_TEST(Integers, FloorDiv) {
  expectAllPairs<TypeParam>(
      "%r = pyk.floordiv %a, %b : TYPE",
      [](int a, int b) { return b == 0 ? 0 : floorQuotient(a, b); });
}

TYPED_TEST(Integers, Mod) {
  expectAllPairs<TypeParam>("%r = pyk.mod %a, %b : TYPE", [](int a, int b) {
    return b == 0 ? 0 : a - b * floorQuotient(a, b);
  });
}

TYPED_TEST(Integers, Pow) {
  // A negative exponent raises: absolute values, and -128 as 0.
  expectAllPairs<TypeParam>(R"(
      %c = pyk.abs %b : TYPE
      %d = pyk.constant 127 : i64 -> TYPE
      %e = pyk.and %c, %d : TYPE
      %r = pyk.pow %a, %e : TYPE)",
                            [](int a, int b) {
                              unsigned power = 1;
                              for (int k = std::abs(b) & 127; k > 0; --k)
                                power *= static_cast<unsigned>(a);
                              return power;
                            });
}

TYPED_TEST(Integers, Shl) {
  expectAllPairs<TypeParam>("%r = pyk.shl %a, %b : TYPE", [](int a, int b) {
    return b < 0 || b >= 8 ? 0 : a * (1 << b);
  });
}

TYPED_TEST(Integers, Shr) {
  expectAllPairs<TypeParam>("%r = pyk.shr %a, %b : TYPE", [](int a, int b) {
    return b < 0 || b >= 8 ? (a < 0 ? -1 : 0) : floorQuotient(a, 1 << b);
  });
}

TYPED_TEST(Integers, Bits) {
  expectAllPairs<TypeParam>("%r = pyk.and %a, %b : TYPE",
                            [](int a, int b) { return a & b; });
  expectAllPairs<TypeParam>("%r = pyk.or %a, %b : TYPE",
                            [](int a, int b) { return a | b; });
  expectAllPairs<TypeParam>("%r = pyk.xor %a, %b : TYPE",
                            [](int a, int b) { return a ^ b; });
}

TYPED_TEST(Integers, Unary) {
  expectAllPairs<TypeParam>("%r = pyk.neg %a : TYPE",
                            [](int a, int) { return -a; });
  expectAllPairs<TypeParam>("%r = pyk.abs %a : TYPE",
                            [](int a, int) { return std::abs(a); });
  expectAllPairs<TypeParam>("%r = pyk.invert %a : TYPE",
                            [](int a, int) { return ~a; });
}

TYPED_TEST(Integers, Order) {
  expectAllPairs<TypeParam>("%r = pyk.min %a, %b : TYPE",
                            [](int a, int b) { return std::min(a, b); });
  expectAllPairs<TypeParam>("%r = pyk.maximum %a, %b : TYPE",
                            [](int a, int b) { return std::max(a, b); });
  for (auto [name, order] :
       {std::pair("lt", -1), std::pair("eq", 0), std::pair("gt", 1)})
    expectAllPairs<TypeParam>(
        replaceAll("%c = pyk.cmp ORDER, %a, %b : TYPE\n"
                   "%r = pyk.cast %c : i1 -> TYPE",
                   "ORDER", name),
        [order = order](int a, int b) { return (a > b) - (a < b) == order; });
}

TYPED_TEST(Integers, Casts) {
  // Through each wider type and back.
  for (const char *wide :
       {"si16", "ui16", "si32", "ui32", "si64", "ui64", "f32", "f64"})
    expectAllPairs<TypeParam>(replaceAll("%c = pyk.cast %a : TYPE -> WIDE\n"
                                         "%r = pyk.cast %c : WIDE -> TYPE",
                                         "WIDE", wide),
                              [](int a, int) { return a; });
  expectAllPairs<TypeParam>(R"(
      %c = pyk.cast %a : TYPE -> !pyk.int
      %d = pyk.cast %b : TYPE -> !pyk.int
      %e = pyk.mul %c, %d : !pyk.int
      %f = pyk.cast %e : !pyk.int -> si64
      %r = pyk.cast %f : si64 -> TYPE)",
                            [](int a, int b) { return a * b; });
}

} // namespace
