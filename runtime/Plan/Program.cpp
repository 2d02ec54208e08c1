//===- Program.cpp - the arithmetic of the host's part --------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/Plan/Program.h"

using namespace gpujit::runtime;

namespace {

uint64_t bits(int64_t value) { return static_cast<uint64_t>(value); }
int64_t number(uint64_t value) { return static_cast<int64_t>(value); }

// The lowest number / -1 does not fit, and traps on x86: it wraps, remainder 0.
int64_t quotient(int64_t a, int64_t b) {
  if (b == 0)
    return 0;
  return b == -1 ? number(0 - bits(a)) : a / b;
}

int64_t remainder(int64_t a, int64_t b) {
  return b == 0 || b == -1 ? 0 : a % b;
}

int64_t floorQuotient(int64_t a, int64_t b) {
  int64_t rest = remainder(a, b);
  return quotient(a, b) - (rest != 0 && (rest < 0) != (b < 0));
}

int64_t floorRemainder(int64_t a, int64_t b) {
  int64_t rest = remainder(a, b);
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

// A count outside of [0, 63] shifts everything out.
int64_t shiftLeft(int64_t a, int64_t b) {
  return bits(b) > 63 ? 0 : number(bits(a) << b);
}

int64_t shiftRight(int64_t a, int64_t b) {
  return a >> (bits(b) > 63 ? 63 : b);
}

} // namespace

int64_t gpujit::runtime::evaluate(Op op, int64_t a, int64_t b) {
  int64_t ignored;
  switch (op) {
  case Op::Add:
    return number(bits(a) + bits(b));
  case Op::Sub:
    return number(bits(a) - bits(b));
  case Op::Mul:
    return number(bits(a) * bits(b));
  case Op::FloorDiv:
    return floorQuotient(a, b);
  case Op::Mod:
    return floorRemainder(a, b);
  case Op::Min:
    return a < b ? a : b;
  case Op::Max:
    return a > b ? a : b;
  case Op::And:
    return a & b;
  case Op::Or:
    return a | b;
  case Op::Xor:
    return a ^ b;
  case Op::Shl:
    return shiftLeft(a, b);
  case Op::Shr:
    return shiftRight(a, b);
  case Op::Eq:
    return a == b;
  case Op::Ne:
    return a != b;
  case Op::Lt:
    return a < b;
  case Op::Le:
    return a <= b;
  case Op::Gt:
    return a > b;
  case Op::Ge:
    return a >= b;
  case Op::ULt:
    return bits(a) < bits(b);
  case Op::ULe:
    return bits(a) <= bits(b);
  case Op::DivS:
    return quotient(a, b);
  case Op::RemS:
    return remainder(a, b);
  case Op::DivU:
    return b == 0 ? 0 : number(bits(a) / bits(b));
  case Op::RemU:
    return b == 0 ? 0 : number(bits(a) % bits(b));
  case Op::AddO:
    return __builtin_add_overflow(a, b, &ignored);
  case Op::SubO:
    return __builtin_sub_overflow(a, b, &ignored);
  case Op::MulO:
    return __builtin_mul_overflow(a, b, &ignored);
  default:
    return 0;
  }
}
