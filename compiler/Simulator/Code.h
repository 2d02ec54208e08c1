//===- Code.h - what a simulated thread runs ----===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A kernel as a list of instructions over 64-bit slots, with explicit jumps, so
// that a thread is a slot array and a program counter: cheap to suspend.
//
// Integers are kept sign-extended to 64 bits (i1: 0 or -1), floats as their
// bits. An array of rank r takes 2 + 2r slots: its region (below), the address
// of element 0, the extents, the strides in elements.
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_SIMULATOR_CODE_H
#define GPUJIT_SIMULATOR_CODE_H

#include "Support/Locations.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace gpujit::simulator {

/// What an array's region slot holds: the number of a range of the device's
/// memory, or one of these.
constexpr int64_t kLocalRegion = -1, kSharedRegion = -2, kNoRegion = -3;

enum class Opcode : uint8_t {
  // dst <- a (op) b, wrapping at the width
  Add,
  Sub,
  Mul,
  DivS,
  DivU,
  RemS,
  RemU,
  FloorDivS,
  CeilDivS,
  And,
  Or,
  Xor,
  Shl,
  ShrS,
  ShrU,
  MaxS,
  MinS,
  MaxU,
  MinU,
  MulHighS,
  MulHighU,
  Eq,
  Ne,
  LtS,
  LeS,
  GtS,
  GeS,
  LtU,
  LeU,
  GtU,
  GeU,
  Select, ///< dst <- a ? b : c
  Move,
  SignExtend, ///< to 64 bits from the width
  ZeroExtend, ///< from the width, whose mask is `immediate`
  // floats: `isDouble` tells which
  AddF,
  SubF,
  MulF,
  DivF,
  NegF,
  FmaF,
  CompareF, ///< `immediate` is MLIR's predicate
  SignedToF,
  UnsignedToF,
  FToSigned,
  FToUnsigned,
  Extend,
  Truncate,
  HalfToF, ///< float16 has no operations but these two
  FToHalf,
  Call1,
  Call2, ///< a C function of floats
  // control
  Jump,
  JumpIfNot, ///< to `target`
  Exit,
  // places
  ThreadId,
  BlockId,
  BlockDim,
  GridDim,
  LaneId, ///< `c` is the axis
  // memory
  LocalArray,  ///< the thread's own memory at `immediate`: `c` bytes, now unset
  SharedArray, ///< the address of the block's memory at `immediate`
  DynamicShared, ///< bytes of a launch's shared memory
  Load,
  Store,
  Atomic,
  Record,
  Raised,
  Print, ///< format `c` with the `rank` slots from `lists[list]` on
  // meeting points
  Barrier,
  Shuffle,
};

enum class AtomicKind : uint8_t {
  Exchange,
  AddI,
  AddF,
  MaxS,
  MinS,
  MaxU,
  MinU,
  MaxF,
  MinF,
  MaxNumF,
  MinNumF,
  MulI,
  MulF,
  And,
  Or,
  Xor,
  Generic,
};

enum class ShuffleMode : uint8_t { Xor, Up, Down, Index };

/// One instruction. A Load or Store takes the array at slot `a`; its index
/// slots are `lists[list ...]`.
struct Instruction {
  Opcode op;
  uint8_t shift = 0; ///< 64 - width of the integer
  uint8_t bytes = 0; ///< of the element in memory
  uint8_t rank = 0;
  bool isDouble = false;
  AtomicKind atomic = AtomicKind::Exchange;
  int32_t dst = 0, a = 0, b = 0, c = 0;
  union {
    int64_t immediate = 0;
    int32_t target;
    int32_t list;
    float (*f1)(float);
    double (*d1)(double);
    float (*f2)(float, float);
    double (*d2)(double, double);
  };
};

/// One parameter in the order of docs/abi.md, and the slots it fills.
struct Parameter {
  bool isArray = false;
  int slot = 0, rank = 0;
  bool isStrided = false;
  uint8_t bytes = 8, shift = 0;       ///< of a scalar or an element
  std::vector<int64_t> staticExtents; ///< -1: passed
};

/// Where an instruction that can fail comes from, and the array it is about.
struct Origin {
  Trace trace;
  std::string array;
};

struct Kernel {
  std::string name;
  std::vector<Instruction> code;
  std::vector<int32_t> lists;
  std::vector<int64_t> slots; ///< initial values: the constants
  std::vector<Parameter> parameters;
  std::map<int32_t, Origin> origins; ///< by instruction
  std::vector<std::string> formats;  ///< of prints, as printf's
  int64_t localBytes = 0, sharedBytes = 0;
};

} // namespace gpujit::simulator

#endif // GPUJIT_SIMULATOR_CODE_H
