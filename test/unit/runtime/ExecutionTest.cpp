//===- ExecutionTest.cpp - plans over the fake driver ---------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <thread>

#include "TestSupport.h"

using namespace gpujit::runtime;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Counts in c (int64) under control of n; entry 0 does c[r0] += 1, entry 1
/// raises in iteration r0 unless that is negative, entry 2 stores a float32.
static std::string recipe(const std::string &body, bool raises = false,
                          const std::string &result = "null") {
  return R"({"version": 1, "kernel": "count", "arch": "sm_90",
  "args": [{"name": "n", "kind": "scalar", "dtype": "pyint"},
           {"name": "a", "kind": "scalar", "dtype": "float32"},
           {"name": "c", "kind": "array", "dtype": "int64", "rank": 1,
            "layout": "C", "access": "readwrite"}],
  "frame_bytes": 48, "registers": 6, "raises": )" +
         std::string(raises ? "true" : "false") + R"(,
  "sites": [{"exception": "ValueError", "message": "n is {0}"},
            {"exception": "IndexError", "message": "{0} in {1}",
             "file": "k.py", "line": 3}],
  "entries": [{"symbol": "count_0", "params": [["array", 2], ["register", 0]]},
              {"symbol": "raise_0", "params": [["frame"], ["register", 0]]},
              {"symbol": "store_0", "params": [["frame"], ["scalar", 1]]}],
  "result": )" +
         result + R"(, "body": [["const", 5, 1], )" + body + "]}";
}

static const std::string launchCount = R"(["launch", 0, 5, 5, 5, 32, 1, 1])";
static const std::string launchRaise = R"(["launch", 1, 5, 5, 5, 1, 1, 1])";

class ExecutionTest : public DeviceTest {
protected:
  /// Runs with n and zeros in c; returns c.
  std::vector<int64_t> run(const std::string &body, int64_t n,
                           bool raises = false) {
    Plan plan(recipe(body, raises), "code");
    std::vector<int64_t> c(4);
    Argument args[] = {scalarInt(n), scalarFloat32(0), hostArray(c)};
    plan.launch(context(), args, 3, {});
    return c;
  }

  /// The same, over an array on the device.
  void runAsync(Plan &plan, int64_t n, const Buffer &memory) {
    std::vector<int64_t> shape(4);
    Argument c = hostArray(shape);
    c.kind = Argument::Kind::DeviceArray;
    c.bits = memory.address();
    Argument args[] = {scalarInt(n), scalarFloat32(2.5f), c};
    plan.launch(context(), args, 3, {});
  }
};

TEST_F(ExecutionTest, Loops) {
  // for r0 in range(0, n): for r1 in range(0, r0): count
  std::string body = R"(["arg", 2, 0], ["const", 3, 0],
    ["for", 0, 3, 2, 5, [["for", 1, 3, 0, 5, [)" +
                     launchCount + "]]]]";
  EXPECT_THAT(run(body, 4), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(run(body, 0), ElementsAre(0, 0, 0, 0));
}

TEST_F(ExecutionTest, LoopUpToTheLastInteger) {
  std::string body = R"(["const", 1, 9223372036854775805],
    ["const", 2, 9223372036854775807], ["const", 3, 4], ["const", 4, 0],
    ["for", 0, 1, 2, 3, [["add", 4, 4, 5]]], ["move", 0, 4], )" +
                     launchCount;
  EXPECT_THAT(run(body, 0), ElementsAre(0, 1, 0, 0));
}

TEST_F(ExecutionTest, Branches) {
  std::string body = R"(["arg", 1, 0], ["const", 2, 10], ["const", 0, 0],
    ["lt", 3, 1, 2], ["if", 3, [["const", 0, 1]],
    [["const", 0, 2], ["if", 1, [["const", 0, 3]]]]], )" +
                     launchCount;
  EXPECT_THAT(run(body, 3), ElementsAre(0, 1, 0, 0));
  EXPECT_THAT(run(body, 30), ElementsAre(0, 0, 0, 1));
}

TEST_F(ExecutionTest, SelectExtentStride) {
  std::string body = R"(["extent", 1, 2, 0], ["stride", 2, 2, 0],
    ["sub", 1, 1, 2], ["const", 3, 0], ["select", 0, 3, 2, 1], )" +
                     launchCount;
  EXPECT_THAT(run(body, 0), ElementsAre(0, 0, 0, 1));
}

TEST_F(ExecutionTest, ScratchLivesUntilItIsMadeAgain) {
  size_t before = fake().liveBytes();
  std::string loop = R"(["arg", 2, 0], ["const", 3, 0], ["for", 0, 3, 2, 5,
    [["const", 1, 1000], ["scratch", 4, 8, 0, 1]]], ["const", 0, 2], )" +
                     launchCount;
  EXPECT_THAT(run(loop, 4), ElementsAre(0, 0, 1, 0));
  EXPECT_EQ(fake().liveBytes(), before);
}

TEST_F(ExecutionTest, WhileRunsUntilTheConditionIsZero) {
  // r0 counts down from n; c[r0] += 1 for each that isn't 0.
  std::string body = R"(["arg", 0, 0], ["while", [["move", 1, 0]], 1, [)" +
                     launchCount + R"(, ["sub", 0, 0, 5]]])";
  EXPECT_THAT(run(body, 3), ElementsAre(0, 1, 1, 1));
  EXPECT_THAT(run(body, 0), ElementsAre(0, 0, 0, 0));
}

TEST_F(ExecutionTest, ReadsTheFrame) {
  // A frame starts as zeros; the float32 2.5 has 0x40 as its last byte.
  std::string body = R"(["read", 0, 43], )" + launchCount +
                     R"(, ["launch", 2, 5, 5, 5, 1, 1, 1], ["read", 1, 43],
    ["const", 2, 0], ["ne", 0, 1, 2], )" +
                     launchCount;
  Plan plan(recipe(body), "code");
  std::vector<int64_t> c(4);
  Argument args[] = {scalarInt(0), scalarFloat32(2.5f), hostArray(c)};
  plan.launch(context(), args, 3, {});
  EXPECT_THAT(c, ElementsAre(1, 1, 0, 0));
}

TEST_F(ExecutionTest, NothingIsReadAfterAnError) {
  std::string body = R"(["const", 0, 3], ["launch", 2, 5, 5, 5, 1, 1, 1],
    ["while", [["read", 1, 43]], 1, [)" +
                     launchRaise + "]]";
  auto raised = caught<KernelRaised>([&] {
    Plan plan(recipe(body, /*raises=*/true), "code");
    std::vector<int64_t> c(4);
    Argument args[] = {scalarInt(0), scalarFloat32(2.5f), hostArray(c)};
    plan.launch(context(), args, 3, {});
  });
  EXPECT_THAT(raised.what(), HasSubstr("IndexError"));
}

TEST_F(ExecutionTest, ScratchThatIsTooLarge) {
  std::string body = R"(["const", 0, 4611686018427387904],
    ["scratch", 1, 8, 0, 0])";
  auto raised = caught<OutOfMemory>([&] { run(body, 0); });
  EXPECT_THAT(raised.what(),
              HasSubstr("count(): an array of the kernel's own"));
}

TEST_F(ExecutionTest, GridsAreClampedOrSkipped) {
  std::string body = R"(["const", 0, 0], ["const", 1, 2147483647],
    ["const", 2, 70000], ["const", 3, -1],
    ["launch", 0, 1, 2, 2, 32, 2, 1, 512], ["launch", 0, 1, 3, 2, 32, 2, 1],
    ["launch", 0, 0, 5, 5, 1, 1, 1])";
  EXPECT_THAT(run(body, 0), ElementsAre(1, 0, 0, 0));
  ASSERT_EQ(fake().launchCount(), 1);
  FakeLaunch launch = fake().launch(0);
  EXPECT_STREQ(launch.symbol, "count_0");
  EXPECT_THAT(launch.grid, ElementsAre(2147483647, 65535, 65535));
  EXPECT_THAT(launch.block, ElementsAre(32, 2, 1));
  EXPECT_EQ(launch.sharedBytes, 512u);
}

TEST_F(ExecutionTest, NoIterationIsLeftOutAlongX) {
  std::string body = R"(["const", 0, 2147483648], ["const", 1, 1],
    ["launch", 0, 0, 1, 1, 32, 1, 1])";
  auto raised = caught<ArgumentError>([&] { run(body, 0); });
  EXPECT_THAT(raised.what(), HasSubstr("needs 2147483648 blocks"));
  EXPECT_EQ(fake().launchCount(), 0);
}

TEST_F(ExecutionTest, ChecksRaise) {
  std::string body = R"(["arg", 1, 0], ["const", 0, 0],
    ["check", 1, 0, 1, -1, -1], )" +
                     launchCount;
  EXPECT_THAT(run(body, 5), ElementsAre(1, 0, 0, 0));
  auto raised = caught<KernelRaised>([&] { run(body, 0); });
  EXPECT_STREQ(raised.what(), "ValueError: n is 0");
  EXPECT_EQ(fake().liveBytes() / 1024, 0u);
}

TEST_F(ExecutionTest, KernelRaises) {
  std::string body = R"(["arg", 0, 0], )" + launchRaise + ", " + launchRaise;
  EXPECT_NO_THROW(run(body, -1, true));
  auto raised = caught<KernelRaised>([&] { run(body, 3, true); });
  EXPECT_STREQ(raised.what(), "IndexError: 3 in 7");
  EXPECT_THAT(raised.json, HasSubstr(R"("file":"k.py","line":3)"));
}

TEST_F(ExecutionTest, NothingIsWrittenBackWhenItRaises) {
  Plan plan(
      recipe(R"(["const", 0, 1], )" + launchCount + ", " + launchRaise, true),
      "code");
  std::vector<int64_t> c(4, 8);
  Argument args[] = {scalarInt(0), scalarFloat32(0), hostArray(c)};
  EXPECT_THROW(plan.launch(context(), args, 3, {}), KernelRaised);
  EXPECT_THAT(c, ElementsAre(8, 8, 8, 8));
}

TEST_F(ExecutionTest, AnEarlierLaunchRaisesBeforeALaterCheck) {
  std::string body = R"(["arg", 0, 0], ["const", 1, 0], )" + launchRaise +
                     R"(, ["check", 1, 0, 1, -1, -1])";
  EXPECT_STREQ(caught<KernelRaised>([&] { run(body, 2, true); }).what(),
               "IndexError: 2 in 7");
  EXPECT_STREQ(caught<KernelRaised>([&] { run(body, -2, true); }).what(),
               "ValueError: n is 0");
}

TEST_F(ExecutionTest, Result) {
  Plan plan(recipe(R"(["launch", 2, 5, 5, 5, 1, 1, 1])", false,
                   R"({"offset": 40, "dtype": "float32"})"),
            "code");
  std::vector<int64_t> c(1);
  Argument args[] = {scalarInt(0), scalarFloat32(1.5f), hostArray(c)};
  Result result = plan.launch(context(), args, 3, {});
  EXPECT_TRUE(result.present);
  EXPECT_EQ(result.dtype, DType::Float32);
  EXPECT_EQ(result.bits, scalarFloat32(1.5f).bits);
}

TEST_F(ExecutionTest, AsynchronousErrorsComeOnceEachInOrder) {
  Plan plan(recipe(R"(["arg", 0, 0], )" + launchRaise, true), "code");
  Buffer memory(device, 32, 0);
  fake().fault("cuEventQuery", 600, 0, 1 << 30); // not ready
  runAsync(plan, 3, memory);
  runAsync(plan, -1, memory);
  runAsync(plan, 4, memory);
  EXPECT_NO_THROW(pending.raiseFinished());
  fake().fault("cuEventQuery", 0, 0, 0);
  EXPECT_STREQ(caught<KernelRaised>([&] { pending.raiseFinished(); }).what(),
               "IndexError: 3 in 7");
  // The next call tells of the other one, and doesn't run.
  int launches = fake().launchCount();
  EXPECT_STREQ(caught<KernelRaised>([&] { runAsync(plan, -1, memory); }).what(),
               "IndexError: 4 in 7");
  EXPECT_EQ(fake().launchCount(), launches);
  EXPECT_NO_THROW(runAsync(plan, -1, memory));
  EXPECT_NO_THROW(pending.raiseFinished());
}

TEST_F(ExecutionTest, WarmCallsAllocateNothingOnTheDevice) {
  Plan plan(recipe(R"(["arg", 0, 0], )" + launchRaise, true), "code");
  Buffer memory(device, 32, 0);
  runAsync(plan, -1, memory);
  fake().reset();
  for (int i = 0; i < 5; ++i)
    runAsync(plan, -1, memory);
  EXPECT_EQ(fake().calls("cuMemAllocFromPoolAsync"), 0);
  EXPECT_EQ(fake().calls("cuMemHostAlloc"), 0);
  EXPECT_EQ(fake().calls("cuEventCreate"), 0);
  EXPECT_EQ(fake().calls("cuModuleLoadDataEx"), 0);
  EXPECT_EQ(fake().calls("cuStreamQuery"), 0);
}

TEST_F(ExecutionTest, WithoutAKernelThatTakesItThereIsNoFrame) {
  Plan plan(recipe(R"(["arg", 0, 0], ["ge", 1, 0, 5], ["if", 1, [)" +
                       launchRaise + "]], [\"const\", 0, 0], " + launchCount,
                   true),
            "code");
  Buffer memory(device, 32, 0);
  fake().reset();
  runAsync(plan, 0, memory); // 0 >= 1: not taken
  EXPECT_EQ(fake().launchCount(), 1);
  EXPECT_EQ(fake().calls("cuMemsetD8Async"), 0);
  EXPECT_EQ(fake().calls("cuEventRecord"), 0);
  runAsync(plan, 1, memory);
  EXPECT_EQ(fake().calls("cuMemsetD8Async"), 2);
  EXPECT_THROW(pending.raiseFinished(), KernelRaised);
}

TEST_F(ExecutionTest, LongHostLoopsCanBeStopped) {
  Plan plan(recipe(R"(["const", 1, 1000000000000], ["const", 2, 0],
                      ["for", 0, 2, 1, 5, []])"),
            "code");
  std::vector<int64_t> c(1);
  Argument args[] = {scalarInt(0), scalarFloat32(0), hostArray(c)};
  LaunchContext stopping = context();
  stopping.poll = {[](void *) { return 1; }, nullptr};
  EXPECT_THROW(plan.launch(stopping, args, 3, {}), Interrupted);
}

TEST_F(ExecutionTest, FailedLoadFailsEveryTime) {
  Plan plan(recipe(launchCount), "a syntax error");
  std::vector<int64_t> c(1);
  Argument args[] = {scalarInt(0), scalarFloat32(0), hostArray(c)};
  EXPECT_THROW(plan.launch(context(), args, 3, {}), DeviceError);
  EXPECT_THROW(plan.launch(context(), args, 3, {}), DeviceError);
}

TEST_F(ExecutionTest, FailedLaunchIsNamed) {
  fake().fault("cuLaunchKernel", 1, 0, 1);
  auto error = caught<DeviceError>([&] { run(launchCount, 0); });
  EXPECT_EQ(error.call, "cuLaunchKernel of count (count_0)");
}

TEST_F(ExecutionTest, WhatKernelsPrintIsWrittenBeforeTheCallReturns) {
  std::vector<int64_t> c(4);
  Argument args[] = {scalarInt(0), scalarFloat32(0), hostArray(c)};
  std::string body = R"(["const", 0, 0], )" + launchCount;
  Plan silent(recipe(body), "code"), printing(recipe(body), "calls vprintf");
  fake().reset();
  silent.launch(context(), args, 3, {});
  EXPECT_EQ(fake().calls("cuCtxSynchronize"), 0);
  printing.launch(context(), args, 3, {});
  EXPECT_EQ(fake().calls("cuCtxSynchronize"), 1);
  silent.launch(context(), args, 3, {});
  EXPECT_EQ(fake().calls("cuCtxSynchronize"), 1);
}

TEST_F(ExecutionTest, ForeignStreamsAreOrdered) {
  Plan plan(recipe(launchCount), "code");
  Buffer memory(device, 32, 0);
  std::vector<int64_t> shape(4);
  Argument c = hostArray(shape);
  c.kind = Argument::Kind::DeviceArray;
  c.bits = memory.address();
  c.stream = 2;
  Argument args[] = {scalarInt(0), scalarFloat32(0), c};
  plan.launch(context(), args, 3, {});
  EXPECT_EQ(fake().calls("cuStreamWaitEvent"), 2); // before and after
}

TEST_F(ExecutionTest, ManyThreads) {
  Plan plan(recipe(R"(["arg", 0, 0], )" + launchCount), "code");
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (int64_t t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 50; ++i) {
        std::vector<int64_t> c(4), expected(4);
        expected[t] = 1;
        Argument args[] = {scalarInt(t), scalarFloat32(0), hostArray(c)};
        plan.launch(context(), args, 3, {});
        wrong += c != expected;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(fake().calls("cuModuleLoadDataEx"), 1);
}

//===----------------------------------------------------------------------===//
// Replay
//===----------------------------------------------------------------------===//

static const std::string countUpTo = R"(["arg", 2, 0], ["const", 3, 0],
    ["for", 0, 3, 2, 5, [)" + launchCount +
                                     "]]";

TEST_F(ExecutionTest, TheSameCallIsAGraph) {
  Plan plan(recipe(countUpTo), "code");
  Buffer memory(device, 32, 0);
  device.fill(memory.address(), 0, 32, 0);
  for (int call = 0; call < 3; ++call)
    runAsync(plan, 3, memory);
  EXPECT_EQ(fake().calls("cuGraphAddKernelNode"), 3);
  EXPECT_EQ(fake().calls("cuGraphInstantiate"), 1);
  EXPECT_EQ(fake().calls("cuGraphLaunch"), 3);
  EXPECT_EQ(fake().calls("cuLaunchKernel"), 0);
  int64_t c[4];
  device.copyOut(c, memory.address(), 32, 0);
  EXPECT_THAT(c, ElementsAre(3, 3, 3, 0));
}

TEST_F(ExecutionTest, OtherArgumentsAreOtherLaunches) {
  Plan plan(recipe(countUpTo), "code");
  Buffer memory(device, 32, 0);
  device.fill(memory.address(), 0, 32, 0);
  for (int n : {1, 2, 3, 4, 4, 4})
    runAsync(plan, n, memory);
  // The first is recorded and of no use; the next changes are launched, until a
  // call comes twice.
  EXPECT_EQ(fake().calls("cuGraphInstantiate"), 2);
  EXPECT_EQ(fake().calls("cuGraphLaunch"), 3);
  int64_t c[4];
  device.copyOut(c, memory.address(), 32, 0);
  EXPECT_THAT(c, ElementsAre(6, 5, 4, 3));
}

TEST_F(ExecutionTest, AGraphThatCannotBeMadeIsLaunches) {
  fake().fault("cuGraphInstantiate", /*out of memory=*/2, 0, 1);
  Plan plan(recipe(countUpTo), "code");
  Buffer memory(device, 32, 0);
  device.fill(memory.address(), 0, 32, 0);
  runAsync(plan, 3, memory);
  runAsync(plan, 3, memory);
  EXPECT_EQ(fake().calls("cuLaunchKernel"), 6);
  int64_t c[4];
  device.copyOut(c, memory.address(), 32, 0);
  EXPECT_THAT(c, ElementsAre(2, 2, 2, 0));
}

TEST_F(ExecutionTest, AnErrorInARecordingComesAfterItsLaunches) {
  std::string body = R"(["arg", 2, 0], ["const", 3, 0], ["const", 4, 2],
    ["for", 0, 3, 2, 5, [)" +
                     launchCount +
                     R"(, ["lt", 1, 0, 4], ["check", 1, 0, 0, -1, -1]]])";
  Plan plan(recipe(body), "code");
  Buffer memory(device, 32, 0);
  device.fill(memory.address(), 0, 32, 0);
  for (int call = 0; call < 2; ++call)
    EXPECT_THROW(runAsync(plan, 4, memory), KernelRaised);
  int64_t c[4];
  device.copyOut(c, memory.address(), 32, 0);
  EXPECT_THAT(c, ElementsAre(2, 2, 2, 0));
}
