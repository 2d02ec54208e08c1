//===- ControlTest.cpp - loops, exits, variables, arrays ------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopsJit.h"

#include "gtest/gtest.h"

using namespace gpujit::test;

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

namespace {

/// Counts iterations in out[0] and keeps the last value in out[1]; one that
/// could break (and never does) is a `while` after structuring.
std::string rangeText(const std::string &name, const std::string &step,
                      const std::string &attributes, const std::string &exit) {
  return substitute(R"(
pyk.func @$name(%lo: !pyk.int, %hi: !pyk.int, %st: !pyk.int, %out: !pyk.array<1 x si64, c>)
    attributes {arg_names = ["lo", "hi", "st", "out"]} {
  %zero = pyk.constant 0 : i64 -> !pyk.int
  %one = pyk.constant 1 : i64 -> !pyk.int
  %one64 = pyk.constant 1 : i64 -> si64
  $step
  %never = pyk.cmp lt, %one, %zero : !pyk.int
  pyk.for "i" %lo to %hi step %step $attributes {
  ^bb0(%i: !pyk.int):
    %n = pyk.load "out" %out[%zero] inbounds : !pyk.array<1 x si64, c> -> si64
    %m = pyk.add %n, %one64 : si64
    pyk.store %m, "out" %out[%zero] inbounds : si64, !pyk.array<1 x si64, c>
    %last = pyk.cast %i exact : !pyk.int -> si64
    pyk.store %last, "out" %out[%one] inbounds : si64, !pyk.array<1 x si64, c>
    $exit
    pyk.yield
  }
  pyk.return
}
)",
                    {{"$name", name},
                     {"$step", step},
                     {"$attributes", attributes},
                     {"$exit", exit}});
}

struct Range {
  int64_t lower, upper, step, count, last;
};

const Range ranges[] = {
    {0, 5, 1, 5, 4},
    {0, 0, 1, 0, -1},
    {5, 0, 1, 0, -1},
    {0, 10, 3, 4, 9},
    {0, 9, 3, 3, 6},
    {1, 8, 7, 1, 1},
    {10, 0, -1, 10, 1},
    {10, 0, -3, 4, 1},
    {10, 1, -3, 3, 4},
    {0, 10, -3, 0, -1},
    {-5, 5, 2, 5, 3},
    {INT64_MAX - 5, INT64_MAX, 1, 5, INT64_MAX - 1},
    {INT64_MAX - 5, INT64_MAX, 3, 2, INT64_MAX - 2},
    {INT64_MIN + 5, INT64_MIN, -3, 2, INT64_MIN + 2},
    {INT64_MIN, INT64_MAX, INT64_MAX, 3, INT64_MAX - 1},
    {INT64_MAX, INT64_MIN, INT64_MIN, 2, -1},
    {INT64_MIN, INT64_MAX, int64_t(1) << 62, 4, int64_t(1) << 62},
    {INT64_MAX, INT64_MIN, INT64_MIN + 1, 3, INT64_MIN + 1}};

const char *const neverBreaks = "pyk.if %never {\n pyk.break\n }";
const char *const isParallel = "attributes {verdict = #pyk<verdict parallel>}";

void expectRange(LoopsJit &jit, const std::string &function,
                 const Range &range) {
  std::vector<int64_t> out = {0, -1};
  EXPECT_EQ(jit.call(function, Arguments()
                                   .scalar(range.lower)
                                   .scalar(range.upper)
                                   .scalar(range.step)
                                   .array(out)),
            "");
  EXPECT_EQ(out[0], range.count) << function << "(" << range.lower << ", "
                                 << range.upper << ", " << range.step << ")";
  EXPECT_EQ(out[1], range.last) << function << "(" << range.lower << ", "
                                << range.upper << ", " << range.step << ")";
}

} // namespace

TEST(Ranges, OfAnyStepAndUpToTheEndOf64Bits) {
  std::string copy = "%step = pyk.add %st, %zero exact : !pyk.int";
  LoopsJit jit(rangeText("plain", copy, "", "") +
               rangeText("parallel", copy, isParallel, "") +
               rangeText("left", copy, "", neverBreaks));
  for (const Range &range : ranges)
    for (const char *function : {"plain", "parallel", "left"})
      expectRange(jit, function, range);
}

TEST(Ranges, OfAConstantStep) {
  std::string text;
  for (size_t i = 0; i < std::size(ranges); ++i) {
    std::string step = "%step = pyk.constant " +
                       std::to_string(ranges[i].step) + " : i64 -> !pyk.int";
    std::string number = std::to_string(i);
    text += rangeText("plain" + number, step, "", "") +
            rangeText("parallel" + number, step, isParallel, "") +
            rangeText("left" + number, step, "", neverBreaks);
  }
  LoopsJit jit(text);
  for (size_t i = 0; i < std::size(ranges); ++i)
    for (const char *function : {"plain", "parallel", "left"})
      expectRange(jit, function + std::to_string(i), ranges[i]);
}

TEST(Ranges, AStepOfZeroRaises) {
  std::string copy = "%step = pyk.add %st, %zero exact : !pyk.int";
  LoopsJit jit(rangeText("plain", copy, "", "") +
               rangeText("parallel", copy, isParallel, "") +
               rangeText("left", copy, "", neverBreaks));
  for (const char *function : {"plain", "parallel", "left"}) {
    std::vector<int64_t> out = {0, -1};
    EXPECT_EQ(jit.call(function, Arguments()
                                     .scalar<int64_t>(0)
                                     .scalar<int64_t>(9)
                                     .scalar<int64_t>(0)
                                     .array(out)),
              "ValueError: range() arg 3 must not be zero");
    EXPECT_EQ(out[0], 0);
  }
}

//===----------------------------------------------------------------------===//
// Exits
//===----------------------------------------------------------------------===//

namespace {

/// An event is a digit appended to out[0] in base ten.
std::string event(int digit) {
  return substitute(R"(
    %e$d = pyk.load "out" %out[%zero] inbounds : !pyk.array<1 x si64, c> -> si64
    %f$d = pyk.mul %e$d, %ten : si64
    %d$d = pyk.constant $d : i64 -> si64
    %g$d = pyk.add %f$d, %d$d : si64
    pyk.store %g$d, "out" %out[%zero] inbounds : si64, !pyk.array<1 x si64, c>
)",
                    {{"$d", std::to_string(digit)}});
}

std::string eventKernel(const std::string &body) {
  return R"(
pyk.func @kernel(%n: !pyk.int, %k: !pyk.int, %out: !pyk.array<1 x si64, c>) attributes {arg_names = ["n", "k", "out"]} {
  %zero = pyk.constant 0 : i64 -> !pyk.int
  %one = pyk.constant 1 : i64 -> !pyk.int
  %ten = pyk.constant 10 : i64 -> si64
)" + body +
         R"(
  pyk.return
}
)";
}

int64_t events(LoopsJit &jit, int64_t n, int64_t k) {
  std::vector<int64_t> out = {0};
  EXPECT_EQ(jit.call("kernel", Arguments().scalar(n).scalar(k).array(out)), "");
  return out[0];
}

} // namespace

TEST(Exits, ContinueWithinABranch) {
  LoopsJit jit(eventKernel(R"(
  pyk.for "i" %zero to %n step %one {
  ^bb0(%i: !pyk.int):
    %c = pyk.cmp ge, %i, %one : !pyk.int
    pyk.if %c {
      %d = pyk.cmp eq, %i, %k : !pyk.int
      pyk.if %d {
        pyk.continue
      })" + event(2) + R"(
      pyk.yield
    })" + event(1) + R"(
    pyk.yield
  })" + event(9)));
  EXPECT_EQ(events(jit, 3, 1), 1219);
  EXPECT_EQ(events(jit, 3, 7), 121219);
  EXPECT_EQ(events(jit, 0, 0), 9);
}

TEST(Exits, BreakLeavesTheInnerLoopOnly) {
  LoopsJit jit(eventKernel(R"(
  pyk.for "i" %zero to %n step %one {
  ^bb0(%i: !pyk.int):
    pyk.for "j" %zero to %n step %one {
    ^bb0(%j: !pyk.int):
      %d = pyk.cmp eq, %j, %k : !pyk.int
      pyk.if %d {
        pyk.break
      })" + event(1) + R"(
      pyk.yield
    })" + event(2) + R"(
    pyk.yield
  })"));
  EXPECT_EQ(events(jit, 2, 1), 1212);
  EXPECT_EQ(events(jit, 2, 0), 22);
  EXPECT_EQ(events(jit, 2, 5), 112112);
}

TEST(Exits, ReturnLeavesLoopsAndCallees) {
  LoopsJit jit(eventKernel(R"(
  pyk.for "i" %zero to %n step %one {
  ^bb0(%i: !pyk.int):
    %r = pyk.inlined "search" -> !pyk.int {
      pyk.for "j" %zero to %n step %one {
      ^bb0(%j: !pyk.int):
        %c = pyk.cmp eq, %j, %i : !pyk.int
        pyk.if %c {
          pyk.return %j : !pyk.int
        })" + event(1) + R"(
        pyk.yield
      })" + event(8) + R"(
      pyk.return %zero : !pyk.int
    }
    %d = pyk.cmp eq, %r, %k : !pyk.int
    pyk.if %d {
      pyk.return
    })" + event(2) + R"(
    pyk.yield
  })" + event(9)));
  EXPECT_EQ(events(jit, 3, 0), 0);
  EXPECT_EQ(events(jit, 3, 1), 21);
  EXPECT_EQ(events(jit, 3, 2), 21211);
  EXPECT_EQ(events(jit, 3, 7), 2121129);
}

TEST(Exits, BothBranchesLeave) {
  LoopsJit jit(eventKernel(R"(
  pyk.while {
    %t = pyk.cmp eq, %zero, %zero : !pyk.int
    pyk.condition %t
  } do {)" + event(1) + R"(
    %c = pyk.cmp lt, %n, %k : !pyk.int
    pyk.if %c {
      pyk.break
    } else {
      pyk.return
    })" + event(7) + R"(
    pyk.yield
  })" + event(9)));
  EXPECT_EQ(events(jit, 0, 1), 19);
  EXPECT_EQ(events(jit, 1, 0), 1);
}

TEST(Exits, ConditionOfAWhileIsNotEvaluatedAfterABreak) {
  LoopsJit jit(eventKernel(R"(
  %v = pyk.var "v" : !pyk.ref<!pyk.int>
  pyk.set %v, %zero : !pyk.ref<!pyk.int>
  pyk.while {)" + event(3) +
                           R"(
    %a = pyk.get %v : !pyk.ref<!pyk.int>
    %t = pyk.cmp lt, %a, %n : !pyk.int
    pyk.condition %t
  } do {
    %b = pyk.get %v : !pyk.ref<!pyk.int>
    %c = pyk.add %b, %one : !pyk.int
    pyk.set %v, %c : !pyk.ref<!pyk.int>
    %d = pyk.cmp eq, %c, %k : !pyk.int
    pyk.if %d {
      pyk.break
    })" + event(1) + R"(
    pyk.yield
  })"));
  EXPECT_EQ(events(jit, 2, 0), 31313);
  EXPECT_EQ(events(jit, 2, 2), 313);
  EXPECT_EQ(events(jit, 2, 1), 3);
}

//===----------------------------------------------------------------------===//
// Errors end loops
//===----------------------------------------------------------------------===//

TEST(Failures, AWhileOnASuppressedValueEnds) {
  LoopsJit jit(R"(
pyk.func @kernel(%out: !pyk.array<1 x si64, c>) attributes {arg_names = ["out"]} {
  %zero = pyk.constant 0 : i64 -> !pyk.int
  %one = pyk.constant 1 : i64 -> !pyk.int
  pyk.while {
    %v = pyk.load "out" %out[%one] : !pyk.array<1 x si64, c> -> si64
    %w = pyk.cast %v : si64 -> !pyk.int
    %t = pyk.cmp eq, %w, %zero : !pyk.int
    pyk.condition %t
  } do {
    pyk.yield
  }
  pyk.return
}
)");
  std::vector<int64_t> out = {0};
  EXPECT_EQ(jit.call("kernel", Arguments().array(out)),
            "IndexError: index 1 is out of bounds for axis 0 with size 1 in "
            "'out'");
}

//===----------------------------------------------------------------------===//
// Variables and arrays
//===----------------------------------------------------------------------===//

TEST(Variables, TrackedOnesRaiseWhenUnbound) {
  LoopsJit jit(R"(
pyk.func @kernel(%n: !pyk.int, %out: !pyk.array<1 x si64, c>) attributes {arg_names = ["n", "out"]} {
  %v = pyk.var "last" tracked : !pyk.ref<si64>
  %zero = pyk.constant 0 : i64 -> !pyk.int
  %one = pyk.constant 1 : i64 -> !pyk.int
  pyk.for "i" %zero to %n step %one {
  ^bb0(%i: !pyk.int):
    %s = pyk.cast %i : !pyk.int -> si64
    pyk.set %v, %s : !pyk.ref<si64>
    pyk.yield
  }
  %b = pyk.is_bound %v : !pyk.ref<si64>
  %c = pyk.cast %b : i1 -> si64
  pyk.store %c, "out" %out[%one] : si64, !pyk.array<1 x si64, c>
  %r = pyk.get %v : !pyk.ref<si64>
  pyk.store %r, "out" %out[%zero] : si64, !pyk.array<1 x si64, c>
  pyk.return
}
)");
  std::vector<int64_t> out = {7, 7};
  EXPECT_EQ(jit.call("kernel", Arguments().scalar<int64_t>(3).array(out)), "");
  EXPECT_EQ(out, (std::vector<int64_t>{2, 1}));
  EXPECT_EQ(
      jit.call("kernel", Arguments().scalar<int64_t>(0).array(out)),
      "UnboundLocalError: cannot access local variable 'last' where it is "
      "not associated with a value");
  EXPECT_EQ(out[1], 0);
}

TEST(Arrays, NegativeSubscriptsCountFromTheEnd) {
  LoopsJit jit(R"(
pyk.func @get(%a: !pyk.array<1 x f32, c>, %i: !pyk.int, %out: !pyk.array<1 x f32, c>) attributes {arg_names = ["a", "i", "out"]} {
  %zero = pyk.constant 0 : i64 -> !pyk.int
  %v = pyk.load "a" %a[%i] : !pyk.array<1 x f32, c> -> f32
  pyk.store %v, "out" %out[%zero] : f32, !pyk.array<1 x f32, c>
  pyk.return
}
pyk.func @put(%a: !pyk.array<1 x f32, c>, %i: !pyk.int) attributes {arg_names = ["a", "i"]} {
  %v = pyk.constant 9.0 : f64 -> f32
  pyk.store %v, "a" %a[%i] : f32, !pyk.array<1 x f32, c>
  pyk.return
}
)");
  std::vector<float> a = {1, 2, 3}, out = {0};
  auto get = [&](int64_t i) {
    return jit.call("get", Arguments().array(a).scalar(i).array(out));
  };
  for (int64_t i : {0, 1, 2, -1, -2, -3}) {
    EXPECT_EQ(get(i), "");
    EXPECT_EQ(out[0], a[(i + 3) % 3]);
  }
  EXPECT_EQ(
      get(3),
      "IndexError: index 3 is out of bounds for axis 0 with size 3 in 'a'");
  EXPECT_EQ(out[0], 0);
  EXPECT_EQ(
      get(-4),
      "IndexError: index -4 is out of bounds for axis 0 with size 3 in 'a'");
  EXPECT_EQ(get(INT64_MIN).substr(0, 10), "IndexError");
  EXPECT_EQ(get(INT64_MAX).substr(0, 10), "IndexError");
  EXPECT_EQ(jit.call("put", Arguments().array(a).scalar<int64_t>(-1)), "");
  EXPECT_EQ(
      jit.call("put", Arguments().array(a).scalar<int64_t>(3)).substr(0, 10),
      "IndexError");
  EXPECT_EQ(a, (std::vector<float>{1, 2, 9}));
}

TEST(Arrays, LocalOnesAreFreshInEachIteration) {
  LoopsJit jit(R"(
pyk.func @kernel(%a: !pyk.array<1 x ui8, c>, %out: !pyk.array<1 x si64, c>) attributes {arg_names = ["a", "out"]} {
  %zero = pyk.constant 0 : i64 -> !pyk.int
  %one = pyk.constant 1 : i64 -> !pyk.int
  %zero64 = pyk.constant 0 : i64 -> si64
  %one64 = pyk.constant 1 : i64 -> si64
  %n = pyk.extent %a[0] : !pyk.array<1 x ui8, c>
  pyk.for "i" %zero to %n step %one attributes {verdict = #pyk<verdict parallel>} {
  ^bb0(%i: !pyk.int):
    %s = pyk.var "counts" : !pyk.ref<!pyk.array<2 x si64, c>>
    %c = pyk.alloc "counts" [2, 3] fill(%zero64 : si64) : !pyk.array<2 x si64, c>
    pyk.set %s, %c : !pyk.ref<!pyk.array<2 x si64, c>>
    %k = pyk.load "a" %a[%i] : !pyk.array<1 x ui8, c> -> ui8
    %j = pyk.cast %k : ui8 -> !pyk.int
    %d = pyk.get %s : !pyk.ref<!pyk.array<2 x si64, c>>
    %v = pyk.load "counts" %d[%one, %j] : !pyk.array<2 x si64, c> -> si64
    %w = pyk.add %v, %one64 : si64
    pyk.store %w, "counts" %d[%one, %j] : si64, !pyk.array<2 x si64, c>
    %x = pyk.load "counts" %d[%one, %one] : !pyk.array<2 x si64, c> -> si64
    pyk.store %x, "out" %out[%i] : si64, !pyk.array<1 x si64, c>
    pyk.yield
  }
  pyk.return
}
)");
  std::vector<uint8_t> a = {1, 0, 1, 1, 2};
  std::vector<int64_t> out(5, 7);
  EXPECT_EQ(jit.call("kernel", Arguments().array(a).array(out)), "");
  EXPECT_EQ(out, (std::vector<int64_t>{1, 0, 1, 1, 0}));
  a[2] = 200;
  EXPECT_EQ(jit.call("kernel", Arguments().array(a).array(out)),
            "IndexError: index 200 is out of bounds for axis 1 with size 3 in "
            "'counts'");
}

TEST(Branches, GiveValues) {
  LoopsJit jit(R"(
pyk.func @kernel(%a: f32, %b: f32, %out: !pyk.array<1 x f32, c>) attributes {arg_names = ["a", "b", "out"]} {
  %zero = pyk.constant 0 : i64 -> !pyk.int
  %c = pyk.cmp lt, %a, %b : f32
  %r = pyk.if %c -> f32 {
    %s = pyk.sub %b, %a : f32
    pyk.yield %s : f32
  } else {
    pyk.yield %a : f32
  }
  pyk.store %r, "out" %out[%zero] : f32, !pyk.array<1 x f32, c>
  pyk.return
}
)");
  std::vector<float> out = {0};
  jit.call("kernel", Arguments().scalar(1.0f).scalar(5.0f).array(out));
  EXPECT_EQ(out[0], 4.0f);
  jit.call("kernel", Arguments().scalar(5.0f).scalar(1.0f).array(out));
  EXPECT_EQ(out[0], 5.0f);
}
