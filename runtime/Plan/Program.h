//===- Program.h - the host's part of a kernel ----------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_RUNTIME_PLAN_PROGRAM_H
#define GPUJIT_RUNTIME_PLAN_PROGRAM_H

#include <cstdint>
#include <vector>

#include "runtime/Device.h"

namespace gpujit::runtime {

/// The operations of the recipe's body, its loops and branches as jumps.
enum class Op : uint8_t {
  // clang-format off
  Const, Move, Select,
  Add, Sub, Mul, FloorDiv, Mod, Min, Max, And, Or, Xor, Shl, Shr,
  Eq, Ne, Lt, Le, Gt, Ge, ULt, ULe,
  DivS, RemS, DivU, RemU, AddO, SubO, MulO,
  Jump,        ///< to `value`
  JumpUnless,  ///< to `value` if a is 0
  JumpUnlessLt,///< to `value` if not a < b
  Next,        ///< d += a and to `value`, unless that overflows
  Check,       ///< checks[value]
  Read,        ///< d = the frame's byte at `value`; 0 after an error
  Scratch,     ///< d = the address of scratch array `value`, made anew
  Launch,      ///< launches[value]
  // clang-format on
};

/// d, a, b, c are slots.
struct Instruction {
  Op op;
  int32_t d = 0, a = 0, b = 0, c = 0;
  int64_t value = 0;
};

struct CheckStep {
  int condition = 0, site = 0;
  int payload[3] = {-1, -1, -1}; ///< slots; -1: none
};

/// An array of the plan's own.
struct ScratchStep {
  int64_t elementBytes = 0;
  std::vector<int> extents; ///< slots
};

struct LaunchStep {
  int entry = 0;
  int grid[3] = {0, 0, 0}; ///< slots
  Extent3 block;
  uint32_t sharedBytes = 0;
};

struct Program {
  std::vector<Instruction> code;
  std::vector<CheckStep> checks;
  std::vector<ScratchStep> scratch;
  std::vector<LaunchStep> launches;
};

/// Evaluates one of the operations from Add to MulO, as docs/abi.md says.
int64_t evaluate(Op op, int64_t a, int64_t b);

} // namespace gpujit::runtime

#endif // GPUJIT_RUNTIME_PLAN_PROGRAM_H
