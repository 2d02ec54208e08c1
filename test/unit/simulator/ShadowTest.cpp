//===- ShadowTest.cpp - which accesses race -------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Simulator/Memory.h"

#include <gtest/gtest.h>

using namespace gpujit::simulator;

namespace {
class ShadowTest : public ::testing::Test {
protected:
  /// Notes an access to the float32 at `offset`; whether it races.
  bool races(bool writes, uint32_t block, uint16_t thread, uint32_t epoch = 0,
             bool isAtomic = false, uint64_t offset = 8) {
    return shadow.note(offset, 4, writes, {block, epoch, thread, isAtomic, 0});
  }
  Shadow shadow{64, 4};
};
} // namespace

TEST_F(ShadowTest, ReadersDoNotRace) {
  EXPECT_FALSE(races(false, 1, 0));
  EXPECT_FALSE(races(false, 1, 1));
  EXPECT_FALSE(races(false, 2, 0));
}

TEST_F(ShadowTest, WriteAndReadOfTwoThreadsRace) {
  EXPECT_FALSE(races(true, 1, 0));
  EXPECT_FALSE(races(false, 1, 0));
  EXPECT_TRUE(races(false, 1, 1));
}

TEST_F(ShadowTest, WriteAfterReadersOfTwoBlocksRaces) {
  EXPECT_FALSE(races(false, 1, 0));
  EXPECT_FALSE(races(false, 1, 1));
  EXPECT_FALSE(races(false, 2, 0));
  EXPECT_TRUE(races(true, 1, 0, /*epoch=*/5));
}

TEST_F(ShadowTest, BarrierOrdersThreadsOfOneBlock) {
  EXPECT_FALSE(races(true, 1, 0, /*epoch=*/0));
  EXPECT_FALSE(races(true, 1, 1, /*epoch=*/1));
  EXPECT_TRUE(races(false, 2, 0, /*epoch=*/9));
}

TEST_F(ShadowTest, AtomicsRaceWithPlainAccessesOnly) {
  EXPECT_FALSE(races(true, 1, 0, 0, /*isAtomic=*/true));
  EXPECT_FALSE(races(true, 2, 1, 0, /*isAtomic=*/true));
  EXPECT_TRUE(races(false, 2, 2));
}

TEST_F(ShadowTest, PlainWriteIsNotHiddenByAnAtomicOfTheSameThread) {
  EXPECT_FALSE(races(true, 1, 0));
  EXPECT_FALSE(races(true, 1, 0, 0, /*isAtomic=*/true));
  EXPECT_TRUE(races(true, 1, 1, 0, /*isAtomic=*/true));
}

TEST_F(ShadowTest, NeighboursAreApart) {
  EXPECT_FALSE(races(true, 1, 0, 0, false, 8));
  EXPECT_FALSE(races(true, 1, 1, 0, false, 12));
}
