//===- ValuesTest.cpp - what instructions compute -------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Simulator/Values.h"

#include <gtest/gtest.h>
#include <limits>

using namespace gpujit::simulator;

static Instruction make(Opcode op, unsigned width = 64) {
  Instruction made;
  made.op = op;
  made.shift = static_cast<uint8_t>(64 - width);
  made.b = 1;
  made.c = 2;
  return made;
}

/// The instruction on integers of `width` bits.
static int64_t integers(Opcode op, unsigned width, int64_t a, int64_t b) {
  int64_t slots[] = {a, b, 0};
  return evaluate(make(op, width), slots);
}

static float floats(Opcode op, float a, float b, float c = 0) {
  int64_t slots[] = {bitsOf(a), bitsOf(b), bitsOf(c)};
  return load<float>(evaluate(make(op), slots));
}

TEST(Values, IntegersWrapAtTheirWidth) {
  EXPECT_EQ(integers(Opcode::Add, 8, 127, 1), -128);
  EXPECT_EQ(integers(Opcode::Mul, 32, 1 << 20, 1 << 20), 0);
  EXPECT_EQ(integers(Opcode::Sub, 16, -32768, 1), 32767);
}

TEST(Values, Division) {
  int64_t least = std::numeric_limits<int64_t>::min();
  EXPECT_EQ(integers(Opcode::DivS, 64, -7, 2), -3);
  EXPECT_EQ(integers(Opcode::FloorDivS, 64, -7, 2), -4);
  EXPECT_EQ(integers(Opcode::CeilDivS, 64, 7, 2), 4);
  EXPECT_EQ(integers(Opcode::RemS, 64, -7, 2), -1);
  EXPECT_EQ(integers(Opcode::DivS, 64, least, -1), least);
  EXPECT_EQ(integers(Opcode::RemS, 64, least, -1), 0);
  EXPECT_EQ(integers(Opcode::DivU, 8, -1, 2), 127);
  EXPECT_EQ(integers(Opcode::DivS, 64, 5, 0), -1);
}

TEST(Values, ShiftsByAnyCount) {
  EXPECT_EQ(integers(Opcode::Shl, 8, 1, 7), -128);
  EXPECT_EQ(integers(Opcode::Shl, 8, 1, 8), 0);
  EXPECT_EQ(integers(Opcode::ShrS, 32, -8, 40), -1);
  EXPECT_EQ(integers(Opcode::ShrU, 8, -1, 4), 15);
}

TEST(Values, ComparisonsGiveAllBits) {
  EXPECT_EQ(integers(Opcode::LtS, 64, -1, 0), -1);
  EXPECT_EQ(integers(Opcode::LtU, 64, -1, 0), 0);
}

TEST(Values, HighHalves) {
  EXPECT_EQ(integers(Opcode::MulHighS, 64, -1, 2), -1);
  EXPECT_EQ(integers(Opcode::MulHighU, 64, -1, 2), 1);
}

TEST(Values, AProductAndASumAreTwoRoundings) {
  float a = 1 + 0x1p-12f;
  EXPECT_EQ(floats(Opcode::AddF, floats(Opcode::MulF, a, a), -1 - 0x1p-11f), 0);
  EXPECT_EQ(floats(Opcode::FmaF, a, a, -1 - 0x1p-11f), 0x1p-24f);
}

TEST(Values, FloatsToIntegersSaturate) {
  auto convert = [](double value, Opcode op, unsigned width) {
    Instruction made = make(op, width);
    made.isDouble = true;
    int64_t slots[] = {bitsOf(value), 0, 0};
    return evaluate(made, slots);
  };
  EXPECT_EQ(convert(3.9, Opcode::FToSigned, 32), 3);
  EXPECT_EQ(convert(1e10, Opcode::FToSigned, 32), 2147483647);
  EXPECT_EQ(convert(-1e10, Opcode::FToSigned, 32), -2147483648);
  EXPECT_EQ(convert(-5, Opcode::FToUnsigned, 32), 0);
  EXPECT_EQ(convert(1e10, Opcode::FToUnsigned, 32), -1);
  EXPECT_EQ(convert(NAN, Opcode::FToSigned, 32), 0);
}

TEST(Values, AtomicsCombine) {
  Instruction made = make(Opcode::Atomic, 8);
  made.atomic = AtomicKind::MaxU;
  EXPECT_EQ(combine(made, -1, 1), -1);
  made.atomic = AtomicKind::MaxS;
  EXPECT_EQ(combine(made, -1, 1), 1);
  made.atomic = AtomicKind::AddI;
  EXPECT_EQ(combine(made, 127, 1), -128);
  made.atomic = AtomicKind::Exchange;
  EXPECT_EQ(combine(made, 3, 9), 9);
}
