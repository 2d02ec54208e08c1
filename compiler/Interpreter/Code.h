//===- Code.h - what the interpreter runs ---------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_INTERPRETER_CODE_H
#define GPUJIT_INTERPRETER_CODE_H

#include "Interpreter/Interpreter.h"
#include "Support/Half.h"
#include "Support/Raise.h"
#include <cstring>
#include <type_traits>
#include <vector>

namespace gpujit::interpreter {

class Machine;
struct Instruction;
union Slot;

//===----------------------------------------------------------------------===//
// Types of values
//===----------------------------------------------------------------------===//

/// The representations of scalars. Whether one is Python's own is decided when
/// code is emitted: a Python int is an I64 and a Python float an F64.
enum class Kind {
  Bool,
  I8,
  I16,
  I32,
  I64,
  U8,
  U16,
  U32,
  U64,
  F16,
  BF16,
  F32,
  F64
};

/// The representation of a pyk scalar.
Kind kindOf(mlir::Type type);

/// The size of an element of this kind in memory, in bytes.
unsigned sizeOf(Kind kind);

template <class T>
struct Tag {
  using type = T;
};

/// Calls `f` with the Tag of the C++ type of an integer kind.
template <class F>
auto withInteger(Kind kind, F f) {
  switch (kind) {
  case Kind::I8:
    return f(Tag<int8_t>{});
  case Kind::I16:
    return f(Tag<int16_t>{});
  case Kind::I32:
    return f(Tag<int32_t>{});
  case Kind::U8:
    return f(Tag<uint8_t>{});
  case Kind::U16:
    return f(Tag<uint16_t>{});
  case Kind::U32:
    return f(Tag<uint32_t>{});
  case Kind::U64:
    return f(Tag<uint64_t>{});
  default:
    return f(Tag<int64_t>{});
  }
}

/// The same for F32 and F64.
template <class F>
auto withFloat(Kind kind, F f) {
  return kind == Kind::F32 ? f(Tag<float>{}) : f(Tag<double>{});
}

inline bool isFloat(Kind kind) {
  return kind == Kind::F32 || kind == Kind::F64;
}

/// Calls `f` with the Tag of any number's type.
template <class F>
auto withNumber(Kind kind, F f) {
  return isFloat(kind) ? withFloat(kind, f) : withInteger(kind, f);
}

/// Calls `f` with the Tag of the type of any scalar that is computed with.
template <class F>
auto withScalar(Kind kind, F f) {
  return kind == Kind::Bool ? f(Tag<bool>{}) : withNumber(kind, f);
}

inline bool isHalf(Kind kind) {
  return kind == Kind::F16 || kind == Kind::BF16;
}

/// Calls `f` with the Tag of a float's type of 16 bits.
template <class F>
auto withHalf(Kind kind, F f) {
  return kind == Kind::F16 ? f(Tag<Half>{}) : f(Tag<BFloat16>{});
}

/// The same for what is stored or converted: floats of 16 bits too.
template <class F>
auto withElement(Kind kind, F f) {
  return isHalf(kind) ? withHalf(kind, f) : withScalar(kind, f);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// An array as the code sees it; strides count bytes.
struct View {
  char *data;
  int64_t extents[GPUJIT_MAX_RANK];
  int64_t strides[GPUJIT_MAX_RANK];
};

/// A value: integers are extended to 64 bits by their own signedness, so that
/// all kinds but U64 compare alike; bools are 0 or 1.
union Slot {
  int64_t i;
  double d;
  float f;
  const View *view;

  template <class T>
  T get() const {
    if constexpr (std::is_same_v<T, float>)
      return f;
    else if constexpr (std::is_same_v<T, double>)
      return d;
    else if constexpr (std::is_same_v<T, Half>)
      return Half::ofBits(static_cast<uint16_t>(i));
    else if constexpr (std::is_same_v<T, BFloat16>)
      return BFloat16::ofBits(static_cast<uint16_t>(i));
    else
      return static_cast<T>(i);
  }
  template <class T>
  void put(T value) {
    if constexpr (std::is_same_v<T, float>)
      f = value;
    else if constexpr (std::is_same_v<T, double>)
      d = value;
    else if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>)
      i = value.bits;
    else
      i = static_cast<int64_t>(value);
  }
};

/// An element from memory, which may be misaligned; bools are any non-zero
/// byte.
template <class T>
T loadElement(const char *address) {
  std::conditional_t<std::is_same_v<T, bool>, uint8_t, T> value;
  std::memcpy(&value, address, sizeof(value));
  return static_cast<T>(value);
}

template <class T>
void storeElement(char *address, T value) {
  std::memcpy(address, &value, sizeof(value));
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// Runs one instruction and returns the next, or null to end the run. It reads
/// all operands before it writes: the result may share a slot with one.
using Handler = const Instruction *(*)(const Instruction *, Slot *, Machine &);

/// `a`, `b`, `c` are slots read, `d` the slot written, by convention. `imm` is
/// a jump's distance or the handler's own.
struct Instruction {
  Handler run;
  uint32_t a, b, c, d;
  int64_t imm;
};

/// What an instruction says when it raises: where it stands, the name in its
/// message (array or variable), and its exception when that's fixed.
struct Site {
  Trace trace;
  std::string name;
  RaiseInfo info;
};

/// The shape of a local array.
struct Allocation {
  View shape; ///< without data
  int64_t bytes;
  bool fits; ///< whether `bytes` is right, or beyond 63 bits
};

/// A local array as its allocation is written: an extent is a constant, or what
/// a slot holds then.
struct LocalArray {
  unsigned rank, elementSize;
  int64_t extents[GPUJIT_MAX_RANK]; ///< -1: the slot's
  uint32_t slots[GPUJIT_MAX_RANK];

  Allocation allocation(const Slot *s) const;
};

/// An argument or the result: an array or a scalar.
struct Parameter {
  bool isArray;
  Kind kind;
  unsigned rank;
  bool contiguous;
};

/// A loop and an access, as a recorder knows them. `depth` is the number of
/// loops around.
struct RecordedLoop {
  Trace trace;
  std::string name;
  int64_t index; ///< in the kernel's source order, or -1
  bool isAsserted;
  unsigned depth;
};
struct RecordedAccess {
  uint32_t site;
  bool isWrite;
  unsigned size; ///< of the element, in bytes
  unsigned rank, depth;
};

/// What a print() writes: texts, and between them the values of slots.
struct PrintedLine {
  std::vector<std::string> pieces;
  std::vector<std::pair<uint32_t, Kind>> values;
};

/// A compiled function.
struct Code {
  std::vector<Instruction> instructions;
  std::vector<uint32_t> siteOf; ///< by instruction
  std::vector<Site> sites;
  std::vector<Slot> image;          ///< slots at the start: constants
  std::vector<uint32_t> arraySlots; ///< all that may hold a view
  std::vector<LocalArray> localArrays;
  std::vector<PrintedLine> lines;
  std::vector<Parameter> parameters; ///< argument k is in slot k
  /// Whether the code tells a recorder what it does; then all loops over ranges
  /// and all accesses are here.
  bool records = false;
  std::vector<RecordedLoop> loops;
  std::vector<RecordedAccess> accesses;
};

} // namespace gpujit::interpreter

#endif // GPUJIT_INTERPRETER_CODE_H
