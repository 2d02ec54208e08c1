//===- HostArraysTest.cpp - host arrays on the device and back ------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

using namespace gpujit::runtime;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// move(x, y): y[i] = x[i], in order, of int32.
static Plan movePlan(const char *layout, const char *xAccess,
                     const char *yAccess) {
  auto array = [&](const char *name, const char *access) {
    return std::string(R"({"name": ")") + name +
           R"(", "kind": "array", "dtype": "int32", "rank": 1, "layout": ")" +
           layout + R"(", "access": ")" + access + R"("})";
  };
  return Plan(R"({"version": 1, "kernel": "move", "frame_bytes": 0,
      "raises": false, "registers": 1, "sites": [], "args": [)" +
                  array("x", xAccess) + ", " + array("y", yAccess) +
                  R"(], "body": [["const", 0, 1],
      ["launch", 0, 0, 0, 0, 1, 1, 1]],
      "entries": [{"symbol": "move_0", "params": [["array", 0], ["array", 1]]}]})",
              "code");
}

class HostArraysTest : public DeviceTest {
protected:
  void move(Plan &plan, Argument x, Argument y, const Aliases &aliases = {}) {
    Argument args[] = {x, y};
    plan.launch(context(), args, 2, aliases);
    EXPECT_EQ(fake().liveBytes(), 0u);
  }

  Plan strided = movePlan("strided", "read", "readwrite");
};

TEST_F(HostArraysTest, ViewsArePacked) {
  std::vector<int32_t> x = {1, 2, 3, 4, 5, 6}, y(6, -1);
  move(strided, hostView(x, 5, 3, -2), hostView(y, 0, 3, 2));
  EXPECT_THAT(y, ElementsAre(6, -1, 4, -1, 2, -1));
}

TEST_F(HostArraysTest, WriteOnlyIsNotCopiedIn) {
  Plan plan = movePlan("strided", "read", "write");
  std::vector<int32_t> x = {1, 2}, y = {7, 8};
  move(plan, hostArray(x), hostArray(y));
  EXPECT_EQ(fake().calls("cuMemcpyHtoD"), 1);
  EXPECT_EQ(fake().calls("cuMemcpyDtoHAsync"), 1);
  EXPECT_THAT(y, ElementsAre(1, 2));
}

TEST_F(HostArraysTest, OverlappingArraysShareASpan) {
  // y is x one further: in order, the first element goes all the way.
  std::vector<int32_t> data = {1, 2, 3, 4, 5};
  move(strided, hostView(data, 0, 4, 1), hostView(data, 1, 4, 1),
       {{}, {{0, 1}}});
  EXPECT_THAT(data, Each(1));
}

TEST_F(HostArraysTest, ReversedOverlap) {
  std::vector<int32_t> data = {1, 2, 3, 4, 5};
  move(strided, hostView(data, 4, 5, -1), hostView(data, 0, 5, 1),
       {{}, {{0, 1}}});
  EXPECT_THAT(data, ElementsAre(5, 4, 3, 4, 5));
}

TEST_F(HostArraysTest, InterleavedViewsKeepTheGaps) {
  // Each view has its own packed copy; neither writes over the other's
  // elements.
  std::vector<int32_t> data = {1, 0, 3, 0, 5, 0, 99};
  move(strided, hostView(data, 0, 3, 2), hostView(data, 1, 3, 2));
  EXPECT_THAT(data, ElementsAre(1, 1, 3, 3, 5, 5, 99));
}

TEST_F(HostArraysTest, SpanKeepsTheGaps) {
  std::vector<int32_t> data = {1, 10, 2, 20, 3, 30, 4};
  move(strided, hostView(data, 0, 3, 2), hostView(data, 2, 3, 2),
       {{}, {{0, 1}}});
  EXPECT_THAT(data, ElementsAre(1, 10, 1, 20, 1, 30, 1));
}

TEST_F(HostArraysTest, SameArraysShareOneCopy) {
  std::vector<int32_t> data = {1, 2, 3, 4};
  Argument view = hostView(data, 3, 4, -1);
  move(strided, view, view, {{{0, 1}}, {}});
  EXPECT_EQ(fake().calls("cuMemcpyHtoD"), 1);
  EXPECT_THAT(data, ElementsAre(1, 2, 3, 4));
}

TEST_F(HostArraysTest, BroadcastInput) {
  std::vector<int32_t> one = {9}, y(3);
  move(strided, hostView(one, 0, 3, 0), hostArray(y), {{}, {{0, 0}}});
  EXPECT_THAT(y, Each(9));
}

TEST_F(HostArraysTest, BroadcastOutputIsRefused) {
  std::vector<int32_t> x = {1, 2, 3}, one = {9};
  Argument args[] = {hostArray(x), hostView(one, 0, 3, 0)};
  auto error = caught<ArgumentError>(
      [&] { strided.launch(context(), args, 2, {{}, {{1, 1}}}); });
  EXPECT_THAT(error.what(), HasSubstr("'y' has stride 0"));
}

TEST_F(HostArraysTest, NoElements) {
  std::vector<int32_t> none, y = {1};
  Argument x = hostArray(none), empty = hostView(y, 0, 0, 1);
  x.bits = 0;
  move(strided, x, empty, {{}, {{0, 1}}});
  EXPECT_THAT(y, ElementsAre(1));
}

TEST_F(HostArraysTest, MisalignedViews) {
  std::vector<char> bytes(64);
  Argument x, y;
  std::vector<int32_t> values = {5, 6, 7}, out(3);
  std::copy_n(reinterpret_cast<char *>(values.data()), 12, bytes.data() + 1);
  x = hostArray(values);
  x.bits = reinterpret_cast<uint64_t>(bytes.data() + 1);
  y = hostArray(out);
  move(strided, x, y);
  EXPECT_THAT(out, ElementsAre(5, 6, 7));
  // In a span it would be misaligned on the device as well.
  Argument args[] = {x, x};
  args[1].bits += 4;
  auto error = caught<ArgumentError>(
      [&] { strided.launch(context(), args, 2, {{}, {{0, 1}}}); });
  EXPECT_THAT(error.what(), HasSubstr("isn't aligned"));
}

TEST_F(HostArraysTest, FailureGivesTheMemoryBack) {
  std::vector<int32_t> x = {1, 2}, y = {7, 8};
  Argument args[] = {hostArray(x), hostArray(y)};
  fake().fault("cuMemcpyHtoD", 1, 1, 1);
  EXPECT_THROW(strided.launch(context(), args, 2, {}), DeviceError);
  EXPECT_EQ(fake().liveBytes(), 0u);
  EXPECT_THAT(y, ElementsAre(7, 8));
}
