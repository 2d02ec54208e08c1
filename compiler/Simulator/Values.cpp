//===- Values.cpp - what instructions compute ----===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Simulator/Values.h"
#include "Support/Half.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace gpujit;
using namespace gpujit::simulator;

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

static uint64_t masked(int64_t value, unsigned shift) {
  return static_cast<uint64_t>(value) << shift >> shift;
}

/// Division by zero gives what no one should use: all ones.
static int64_t divide(Opcode op, int64_t a, int64_t b) {
  if (b == 0)
    return -1;
  if (b == -1) // also of the least integer, which wraps
    return op == Opcode::RemS ? 0 : static_cast<int64_t>(0 - uint64_t(a));
  int64_t quotient = a / b, rest = a % b;
  bool isNegative = (a < 0) != (b < 0);
  switch (op) {
  case Opcode::RemS:
    return rest;
  case Opcode::FloorDivS:
    return quotient - (rest != 0 && isNegative);
  case Opcode::CeilDivS:
    return quotient + (rest != 0 && !isNegative);
  default:
    return quotient;
  }
}

static int64_t integer(const Instruction &i, int64_t a, int64_t b) {
  auto ua = static_cast<uint64_t>(a), ub = static_cast<uint64_t>(b);
  unsigned width = 64 - i.shift;
  uint64_t count = masked(b, i.shift);
  switch (i.op) {
  case Opcode::Add:
    return narrow(ua + ub, i.shift);
  case Opcode::Sub:
    return narrow(ua - ub, i.shift);
  case Opcode::Mul:
    return narrow(ua * ub, i.shift);
  case Opcode::DivU:
    return b ? narrow(masked(a, i.shift) / count, i.shift) : -1;
  case Opcode::RemU:
    return b ? narrow(masked(a, i.shift) % count, i.shift) : a;
  case Opcode::And:
    return a & b;
  case Opcode::Or:
    return a | b;
  case Opcode::Xor:
    return a ^ b;
  case Opcode::Shl:
    return count < width ? narrow(ua << count, i.shift) : 0;
  case Opcode::ShrS:
    return a >> std::min<uint64_t>(count, 63);
  case Opcode::ShrU:
    return count < width ? narrow(masked(a, i.shift) >> count, i.shift) : 0;
  case Opcode::MaxS:
    return std::max(a, b);
  case Opcode::MinS:
    return std::min(a, b);
  case Opcode::MaxU:
    return ua > ub ? a : b;
  case Opcode::MinU:
    return ua < ub ? a : b;
  case Opcode::MulHighS:
    return narrow(
        static_cast<uint64_t>((static_cast<__int128>(a) * b) >> width),
        i.shift);
  case Opcode::MulHighU:
    return narrow(
        static_cast<uint64_t>(
            (static_cast<unsigned __int128>(masked(a, i.shift)) * count) >>
            width),
        i.shift);
  default:
    return narrow(static_cast<uint64_t>(divide(i.op, a, b)), i.shift);
  }
}

static bool compare(Opcode op, int64_t a, int64_t b) {
  // Sign extension keeps the order of unsigned values, too.
  auto ua = static_cast<uint64_t>(a), ub = static_cast<uint64_t>(b);
  switch (op) {
  case Opcode::Eq:
    return a == b;
  case Opcode::Ne:
    return a != b;
  case Opcode::LtS:
    return a < b;
  case Opcode::LeS:
    return a <= b;
  case Opcode::GtS:
    return a > b;
  case Opcode::GeS:
    return a >= b;
  case Opcode::LtU:
    return ua < ub;
  case Opcode::LeU:
    return ua <= ub;
  case Opcode::GtU:
    return ua > ub;
  default:
    return ua >= ub;
  }
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

/// MLIR's predicates: bit 0 equal, bit 1 greater, bit 2 less, in its order.
static bool compareFloats(int64_t predicate, double a, double b) {
  bool isUnordered = std::isnan(a) || std::isnan(b);
  switch (predicate) {
  case 0:
    return false;
  case 1:
    return a == b;
  case 2:
    return a > b;
  case 3:
    return a >= b;
  case 4:
    return a < b;
  case 5:
    return a <= b;
  case 6:
    return !isUnordered && a != b;
  case 7:
    return !isUnordered;
  case 8:
    return isUnordered || a == b;
  case 9:
    return isUnordered || a > b;
  case 10:
    return isUnordered || a >= b;
  case 11:
    return isUnordered || a < b;
  case 12:
    return isUnordered || a <= b;
  case 13:
    return a != b;
  case 14:
    return isUnordered;
  default:
    return true;
  }
}

/// As PTX converts: towards zero, to the nearest value that there is.
static int64_t toInteger(double value, bool isSigned, unsigned width) {
  if (std::isnan(value))
    return width < 64 ? 0 : std::numeric_limits<int64_t>::min();
  double limit = std::ldexp(1.0, static_cast<int>(width - isSigned));
  if (value >= limit)
    return isSigned ? static_cast<int64_t>(~uint64_t(0) >> (65 - width)) : -1;
  if (!isSigned)
    return value <= 0 ? 0 : narrow(static_cast<uint64_t>(value), 64 - width);
  if (value <= -limit)
    return narrow(uint64_t(1) << (width - 1), 64 - width);
  return static_cast<int64_t>(value);
}

template <class T>
static T fromInteger(const Instruction &i, int64_t a) {
  return i.op == Opcode::SignedToF ? static_cast<T>(a)
                                   : static_cast<T>(masked(a, i.shift));
}

template <class T>
static T arithmetic(const Instruction &i, T a, T b, T c) {
  switch (i.op) {
  case Opcode::AddF:
    return a + b;
  case Opcode::SubF:
    return a - b;
  case Opcode::MulF:
    return a * b;
  case Opcode::DivF:
    return a / b;
  case Opcode::NegF:
    return -a;
  default:
    return std::fma(a, b, c);
  }
}

//===----------------------------------------------------------------------===//
// Atomics
//===----------------------------------------------------------------------===//

template <class T>
static T combineFloats(AtomicKind kind, T a, T b) {
  bool isNaN = std::isnan(a) || std::isnan(b);
  switch (kind) {
  case AtomicKind::AddF:
    return a + b;
  case AtomicKind::MulF:
    return a * b;
  case AtomicKind::MaxF:
    return isNaN ? std::numeric_limits<T>::quiet_NaN() : std::fmax(a, b);
  case AtomicKind::MinF:
    return isNaN ? std::numeric_limits<T>::quiet_NaN() : std::fmin(a, b);
  case AtomicKind::MaxNumF:
    return std::fmax(a, b);
  default:
    return std::fmin(a, b);
  }
}

int64_t simulator::combine(const Instruction &i, int64_t old, int64_t value) {
  Instruction integral = i;
  switch (i.atomic) {
  case AtomicKind::Exchange:
  case AtomicKind::Generic:
    return value;
  case AtomicKind::AddI:
    integral.op = Opcode::Add;
    break;
  case AtomicKind::MulI:
    integral.op = Opcode::Mul;
    break;
  case AtomicKind::MaxS:
    integral.op = Opcode::MaxS;
    break;
  case AtomicKind::MinS:
    integral.op = Opcode::MinS;
    break;
  case AtomicKind::MaxU:
    integral.op = Opcode::MaxU;
    break;
  case AtomicKind::MinU:
    integral.op = Opcode::MinU;
    break;
  case AtomicKind::And:
    integral.op = Opcode::And;
    break;
  case AtomicKind::Or:
    integral.op = Opcode::Or;
    break;
  case AtomicKind::Xor:
    integral.op = Opcode::Xor;
    break;
  default:
    return i.isDouble ? bitsOf(combineFloats(i.atomic, load<double>(old),
                                             load<double>(value)))
                      : bitsOf(combineFloats(i.atomic, load<float>(old),
                                             load<float>(value)));
  }
  return integer(integral, old, value);
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// Operations of floats that give a float of the same type.
template <class T>
static int64_t ofFloats(const Instruction &i, int64_t a, int64_t b, int64_t c) {
  return bitsOf(arithmetic(i, load<T>(a), load<T>(b), load<T>(c)));
}

static int64_t conversion(const Instruction &i, int64_t a) {
  switch (i.op) {
  case Opcode::SignedToF:
  case Opcode::UnsignedToF:
    return i.isDouble ? bitsOf(fromInteger<double>(i, a))
                      : bitsOf(fromInteger<float>(i, a));
  case Opcode::FToSigned:
  case Opcode::FToUnsigned:
    return toInteger(i.isDouble ? load<double>(a) : load<float>(a),
                     i.op == Opcode::FToSigned, 64 - i.shift);
  case Opcode::Extend:
    return bitsOf(static_cast<double>(load<float>(a)));
  case Opcode::Truncate:
    return bitsOf(static_cast<float>(load<double>(a)));
  case Opcode::HalfToF: {
    float value(Half::ofBits(static_cast<uint16_t>(a)));
    return i.isDouble ? bitsOf(static_cast<double>(value)) : bitsOf(value);
  }
  default:
    return Half::of(i.isDouble ? load<double>(a) : load<float>(a)).bits;
  }
}

static int64_t call(const Instruction &i, int64_t a, int64_t b) {
  if (i.op == Opcode::Call1)
    return i.isDouble ? bitsOf(i.d1(load<double>(a)))
                      : bitsOf(i.f1(load<float>(a)));
  return i.isDouble ? bitsOf(i.d2(load<double>(a), load<double>(b)))
                    : bitsOf(i.f2(load<float>(a), load<float>(b)));
}

static int64_t ofFloat(const Instruction &i, int64_t a, int64_t b, int64_t c) {
  if (i.op <= Opcode::FmaF)
    return i.isDouble ? ofFloats<double>(i, a, b, c)
                      : ofFloats<float>(i, a, b, c);
  if (i.op == Opcode::CompareF)
    return -static_cast<int64_t>(
        i.isDouble
            ? compareFloats(i.immediate, load<double>(a), load<double>(b))
            : compareFloats(i.immediate, load<float>(a), load<float>(b)));
  return i.op < Opcode::Call1 ? conversion(i, a) : call(i, a, b);
}

int64_t simulator::evaluate(const Instruction &i, const int64_t *slots) {
  int64_t a = slots[i.a], b = slots[i.b];
  if (i.op < Opcode::Eq)
    return integer(i, a, b);
  if (i.op < Opcode::Select)
    return -static_cast<int64_t>(compare(i.op, a, b));
  switch (i.op) {
  case Opcode::Select:
    return a ? b : slots[i.c];
  case Opcode::Move:
    return a;
  case Opcode::SignExtend:
    return narrow(static_cast<uint64_t>(a), i.shift);
  case Opcode::ZeroExtend:
    return narrow(static_cast<uint64_t>(a & i.immediate), i.shift);
  default:
    return ofFloat(i, a, b, slots[i.c]);
  }
}
