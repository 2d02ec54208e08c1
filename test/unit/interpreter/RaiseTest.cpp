//===- RaiseTest.cpp - messages of exceptions -----------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Raise.h"

#include "gtest/gtest.h"

using namespace gpujit;

namespace {

TEST(Raise, FillsPayloads) {
  EXPECT_EQ(formatMessage("{1} and {0}, {1}", {7, -8}), "-8 and 7, -8");
  EXPECT_EQ(formatMessage("{0}", {INT64_MIN}), "-9223372036854775808");
}

TEST(Raise, KeepsOtherBraces) {
  EXPECT_EQ(formatMessage("{x} {} { {0", {1}), "{x} {} { {0");
  EXPECT_EQ(formatMessage("{0} {1}", {1}), "1 {1}");
  EXPECT_EQ(formatMessage("{0}", {}), "{0}");
  EXPECT_EQ(formatMessage("", {1}), "");
}

TEST(Raise, NamesTheArray) {
  RaiseInfo info = raises::outOfBounds("out", 1);
  EXPECT_EQ(info.exception, "IndexError");
  EXPECT_EQ(formatMessage(info.message, {4, 3}),
            "index 4 is out of bounds for axis 1 with size 3 in 'out'");
}

TEST(Raise, NamesTheVariable) {
  EXPECT_EQ(raises::integerOverflow("s", "*").message,
            "'s' leaves 64 bits: {0} * {1}");
  EXPECT_EQ(raises::integerOverflow("", "*").message,
            "a Python int leaves 64 bits: {0} * {1}");
}

} // namespace
