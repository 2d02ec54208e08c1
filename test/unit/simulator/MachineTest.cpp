//===- MachineTest.cpp - launches on the simulated device -----------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Simulator/Simulator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <numeric>

using namespace gpujit::simulator;
using ::testing::HasSubstr;

/// A module with one kernel over the float32 array %x of %n elements; %t is the
/// thread, %b the block.
static std::string kernel(const std::string &body,
                          const std::string &attributes = "") {
  return R"(gpu.module @kernels {
  gpu.func @k(%x: memref<?xf32>) )" +
         attributes + R"( kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = memref.dim %x, %c0 : memref<?xf32>
    %t = gpu.thread_id x
    %b = gpu.block_id x
)" + body +
         "\n    gpu.return\n  }\n}\n";
}

namespace {
class MachineTest : public ::testing::TestWithParam<uint64_t> {
protected:
  /// Launches the kernel; returns the fault's message, empty when there is
  /// none.
  std::string run(const std::string &text, uint32_t blocks = 1,
                  uint32_t threads = 64) {
    llvm::Expected<Image> image = load(text);
    if (!image)
      return toString(image.takeError());
    std::vector<uint8_t> set(x.size() * sizeof(float), 1);
    GpujitRange range = {reinterpret_cast<uint64_t>(x.data()), set.size(),
                         set.data()};
    uint64_t address = range.address;
    int64_t extent = static_cast<int64_t>(x.size());
    void *params[] = {&address, &extent};
    GpujitSimulatedLaunch launch = {
        "k",        {blocks, 1, 1}, {threads, 1, 1}, 0, params, &range, 1,
        GetParam(), poll,           nullptr};
    Machine machine(image->at("k"), launch);
    wasStopped = !machine.run();
    return machine.fault ? machine.fault->message : "";
  }

  std::vector<float> x = std::vector<float>(64);
  int (*poll)(void *) = nullptr;
  bool wasStopped = false;
};
} // namespace

TEST_P(MachineTest, EveryThreadOfEveryBlockRunsOnce) {
  x.assign(640, 1);
  EXPECT_EQ(run(kernel(R"(
    %c64 = arith.constant 64 : index
    %p = arith.muli %b, %c64 : index
    %i = arith.addi %p, %t : index
    %v = memref.load %x[%i] : memref<?xf32>
    %w = arith.addf %v, %v : f32
    memref.store %w, %x[%i] : memref<?xf32>)"),
                10),
            "");
  EXPECT_THAT(x, ::testing::Each(2));
}

/// Each lane's value after a shuffle with this mode and offset.
static std::string shuffle(const std::string &mode, int offset) {
  return kernel(R"(
    %w = arith.constant 32 : i32
    %o = arith.constant )" +
                std::to_string(offset) + R"( : i32
    %v = memref.load %x[%t] : memref<?xf32>
    %s, %p = gpu.shuffle )" +
                mode + R"( %v, %o, %w : f32
    memref.store %s, %x[%t] : memref<?xf32>)");
}

TEST_P(MachineTest, Shuffles) {
  auto expect = [&](const std::string &mode, int offset, auto from) {
    std::iota(x.begin(), x.end(), 0);
    ASSERT_EQ(run(shuffle(mode, offset)), "");
    for (int i = 0; i < 64; ++i) {
      int source = from(i % 32);
      bool isValid = source >= 0 && source < 32;
      EXPECT_EQ(x[i], i / 32 * 32 + (isValid ? source : i % 32))
          << mode << " " << i;
    }
  };
  expect("xor", 5, [](int lane) { return lane ^ 5; });
  expect("up", 3, [](int lane) { return lane - 3; });
  expect("down", 7, [](int lane) { return lane + 7; });
  expect("idx", 9, [](int) { return 9; });
}

TEST_P(MachineTest, ShuffleFromALaneThatIsNotThere) {
  x.resize(40);
  EXPECT_THAT(run(shuffle("down", 4), 1, 40), HasSubstr("doesn't have"));
}

TEST_P(MachineTest, DivergentShuffle) {
  EXPECT_THAT(run(kernel(R"(
    %first = arith.cmpi eq, %t, %c0 : index
    %w = arith.constant 32 : i32
    %v = memref.load %x[%t] : memref<?xf32>
    scf.if %first {
      %s, %p = gpu.shuffle xor %v, %w, %w : f32
    })")),
              HasSubstr("divergent shuffle"));
}

TEST_P(MachineTest, TwoBarriersAreNotOne) {
  EXPECT_THAT(run(kernel(R"(
    %first = arith.cmpi eq, %t, %c0 : index
    scf.if %first {
      gpu.barrier
    } else {
      gpu.barrier
    })")),
              HasSubstr("divergent barrier"));
}

TEST_P(MachineTest, HalvesAreConverted) {
  x.assign(64, 1.0f / 3);
  EXPECT_EQ(run(kernel(R"(
    %v = memref.load %x[%t] : memref<?xf32>
    %h = arith.truncf %v : f32 to f16
    %w = arith.extf %h : f16 to f32
    memref.store %w, %x[%t] : memref<?xf32>)")),
            "");
  EXPECT_THAT(x, ::testing::Each(0.333251953125f));
}

TEST_P(MachineTest, WhatIsNotKnownIsNamed) {
  EXPECT_THAT(run(kernel("    %s = gpu.subgroup_id : index")),
              HasSubstr("doesn't know the operation 'gpu.subgroup_id'"));
  EXPECT_THAT(
      run(kernel("    %v = vector.broadcast %c0 : index to vector<4xindex>")),
      HasSubstr("vector"));
}

TEST_P(MachineTest, NamesOfArraysAreTheSources) {
  std::string text = kernel("    memref.store %v, %x[%n] : memref<?xf32>");
  text.replace(text.find("memref<?xf32>) "), 15,
               R"(memref<?xf32> loc("flow"("k.py":3:1))) )");
  text.replace(text.find("%c0 ="), 0, "%v = arith.constant 1.0 : f32\n    ");
  EXPECT_THAT(run(text), HasSubstr("element [64] of 'flow'"));
}

TEST_P(MachineTest, ThePollStopsALaunch) {
  poll = [](void *) { return 1; };
  EXPECT_EQ(run(kernel(R"(
    %true = arith.constant true
    scf.while : () -> () {
      scf.condition(%true)
    } do {
      scf.yield
    })"),
                1, 1),
            "");
  EXPECT_TRUE(wasStopped);
}

INSTANTIATE_TEST_SUITE_P(Schedules, MachineTest,
                         ::testing::Range<uint64_t>(0, 8));
