//===- ProgramTest.cpp - the arithmetic of the host's part ----------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include <limits>

using namespace gpujit::runtime;

static constexpr int64_t least = std::numeric_limits<int64_t>::min();
static constexpr int64_t most = std::numeric_limits<int64_t>::max();

struct Case {
  Op op;
  int64_t a, b, expected;
};

class Evaluate : public ::testing::TestWithParam<Case> {};

TEST_P(Evaluate, AsTheRecipeSays) {
  Case c = GetParam();
  EXPECT_EQ(evaluate(c.op, c.a, c.b), c.expected)
      << int(c.op) << " of " << c.a << ", " << c.b;
}

INSTANTIATE_TEST_SUITE_P(
    Ops, Evaluate,
    ::testing::Values(
        Case{Op::Add, most, 1, least}, Case{Op::Sub, least, 1, most},
        Case{Op::Mul, most, 2, -2}, Case{Op::FloorDiv, 7, 2, 3},
        Case{Op::FloorDiv, -7, 2, -4}, Case{Op::FloorDiv, 7, -2, -4},
        Case{Op::FloorDiv, -7, -2, 3}, Case{Op::FloorDiv, -8, 2, -4},
        Case{Op::FloorDiv, 5, 0, 0}, Case{Op::FloorDiv, least, -1, least},
        Case{Op::Mod, 7, 3, 1}, Case{Op::Mod, -7, 3, 2},
        Case{Op::Mod, 7, -3, -2}, Case{Op::Mod, -6, 3, 0},
        Case{Op::Mod, 5, 0, 0}, Case{Op::Mod, least, -1, 0},
        Case{Op::Min, -1, 2, -1}, Case{Op::Max, -1, 2, 2},
        Case{Op::And, 12, 10, 8}, Case{Op::Or, 12, 10, 14},
        Case{Op::Xor, 12, 10, 6}, Case{Op::Shl, 3, 2, 12},
        Case{Op::Shl, 3, 64, 0}, Case{Op::Shl, 3, -1, 0},
        Case{Op::Shr, -8, 1, -4}, Case{Op::Shr, -8, 100, -1},
        Case{Op::Shr, 8, 100, 0}));

INSTANTIATE_TEST_SUITE_P(
    Comparisons, Evaluate,
    ::testing::Values(Case{Op::Eq, 3, 3, 1}, Case{Op::Ne, 3, 3, 0},
                      Case{Op::Lt, -1, 0, 1}, Case{Op::Le, 0, 0, 1},
                      Case{Op::Gt, -1, 0, 0}, Case{Op::Ge, 0, 0, 1},
                      Case{Op::ULt, -1, 0, 0}, Case{Op::ULt, 0, -1, 1},
                      Case{Op::ULe, -1, -1, 1}, Case{Op::DivS, -7, 2, -3},
                      Case{Op::DivS, least, -1, least}, Case{Op::DivS, 1, 0, 0},
                      Case{Op::RemS, -7, 2, -1}, Case{Op::RemS, 1, 0, 0},
                      Case{Op::DivU, -1, 2, most}, Case{Op::DivU, 1, 0, 0},
                      Case{Op::RemU, -1, 10, 5}, Case{Op::RemU, 1, 0, 0},
                      Case{Op::AddO, most, 1, 1}, Case{Op::AddO, most, 0, 0},
                      Case{Op::SubO, least, 1, 1}, Case{Op::MulO, most, 2, 1},
                      Case{Op::MulO, 3, 4, 0}));
