//===- PolynomialTest.cpp - polynomials and the proofs from them ----------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Polynomial.h"

#include <gtest/gtest.h>

using namespace gpujit;

namespace {
Polynomial var(unsigned id) { return Polynomial::variable(id); }
} // namespace

TEST(Polynomial, CancelsProducts) {
  auto product = multiply(var(0), var(1));
  ASSERT_TRUE(product);
  auto sum = add(*product, var(2));
  auto difference = subtract(*sum, *multiply(var(1), var(0)));
  ASSERT_TRUE(difference);
  EXPECT_TRUE(*difference == var(2));
}

TEST(Polynomial, SplitsByAVariable) {
  // 3 * x * w + 2 * w + y is (3 * x + 2) * w + y.
  auto value = add(*scale(*multiply(var(0), var(9)), 3),
                   *add(*scale(var(9), 2), var(1)));
  auto [quotient, rest] = value->splitBy(9);
  EXPECT_EQ(quotient.coefficient(0), 3);
  EXPECT_EQ(quotient.constantTerm(), 2);
  EXPECT_TRUE(rest == var(1));
}

TEST(Polynomial, GivesUpBeyond62Bits) {
  Polynomial large = Polynomial::constant(int64_t(1) << 61);
  EXPECT_FALSE(scale(large, 4));
  EXPECT_FALSE(multiply(large, large));
  EXPECT_TRUE(add(large, large));
}

TEST(Polynomial, KnowsConstantsAndAffine) {
  EXPECT_EQ(Polynomial::constant(0).asConstant(), 0);
  EXPECT_TRUE(Polynomial::constant(0).isZero());
  EXPECT_FALSE(var(1).asConstant());
  EXPECT_TRUE(addConstant(var(1), 5)->isAffine());
  EXPECT_FALSE(multiply(var(1), var(1))->isAffine());
}
