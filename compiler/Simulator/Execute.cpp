//===- Execute.cpp - the instructions of a thread ----===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Simulator/Machine.h"
#include "Support/Half.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>

using namespace gpujit;
using namespace gpujit::simulator;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

template <class T>
static T load(int64_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof(T));
  return value;
}

template <class T>
static int64_t bitsOf(T value) {
  int64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(T));
  return bits;
}

static int64_t narrow(uint64_t value, unsigned shift) {
  return static_cast<int64_t>(value << shift) >> shift;
}

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

static int64_t combine(const Instruction &i, int64_t old, int64_t value) {
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
// Memory
//===----------------------------------------------------------------------===//

std::string Machine::elementName(const Instruction &i,
                                 const int64_t *slots) const {
  std::string text = "[";
  for (int axis = 0; axis < i.rank; ++axis)
    text +=
        (axis ? ", " : "") + std::to_string(slots[kernel.lists[i.list + axis]]);
  auto found = kernel.origins.find(indexOf(i));
  return "element " + text + "] of " +
         (found == kernel.origins.end() ? "an array" : found->second.array);
}

bool Machine::find(Block &block, uint32_t thread, const Instruction &i,
                   int64_t *slots, bool writes, Element &element) {
  const int64_t *array = slots + i.a;
  auto address = static_cast<uint64_t>(array[1]);
  bool isInside = true;
  for (int axis = 0; axis < i.rank; ++axis) {
    int64_t index = slots[kernel.lists[i.list + axis]];
    isInside &=
        static_cast<uint64_t>(index) < static_cast<uint64_t>(array[2 + axis]);
    address += static_cast<uint64_t>(index) *
               static_cast<uint64_t>(array[2 + i.rank + axis]) * i.bytes;
  }
  uint64_t base = 0, size = 0;
  if (array[0] == kLocalRegion) {
    element.data = block.local.data() + thread * kernel.localBytes;
    element.set = block.localSet.data() + thread * kernel.localBytes;
    size = kernel.localBytes;
  } else if (array[0] == kSharedRegion) {
    element.data = block.shared.data();
    element.set = block.sharedSet.data();
    element.shadow = block.shadow.get();
    size = block.shared.size();
  } else if (array[0] >= 0) {
    Region &region = regions[array[0]];
    base = region.range.address;
    element.data = reinterpret_cast<uint8_t *>(base);
    element.set = region.range.set;
    element.shadow = region.shadow.get();
    size = region.range.bytes;
  }
  element.offset = address - base;
  if (isInside && element.offset <= size && i.bytes <= size - element.offset) {
    element.data += element.offset;
    element.set += element.offset;
    return true;
  }
  std::string extents;
  for (int axis = 0; axis < i.rank; ++axis)
    extents += (axis ? ", " : "") + std::to_string(array[2 + axis]);
  fail(indexOf(i), "out of range: " + nameOf(block, thread) +
                       (writes ? " writes " : " reads ") +
                       elementName(i, slots) + ", whose shape is (" + extents +
                       ")");
  return false;
}

bool Machine::checkSet(const Element &element, Block &block, uint32_t thread,
                       const Instruction &i) {
  for (unsigned k = 0; k < i.bytes; ++k)
    if (!element.set[k]) {
      const int64_t *slots = &block.slots[thread * initial.size()];
      fail(indexOf(i), "unset read: " + nameOf(block, thread) + " reads " +
                           elementName(i, slots) +
                           ", which nothing has written");
      return false;
    }
  return true;
}

bool Machine::checkRace(const Element &element, Block &block, uint32_t thread,
                        const Instruction &i, bool writes, bool isAtomic) {
  if (!element.shadow)
    return true;
  Access now{block.number + 1, block.epoch, static_cast<uint16_t>(thread),
             isAtomic, indexOf(i)};
  const Access *other =
      element.shadow->note(element.offset, i.bytes, writes, now);
  if (!other)
    return true;
  Opcode op = kernel.code[other->at].op;
  const char *did = op == Opcode::Load    ? " reads"
                    : op == Opcode::Store ? " writes"
                                          : " updates";
  auto found = kernel.origins.find(other->at);
  std::string line =
      found == kernel.origins.end()
          ? ""
          : " at line " + std::to_string(found->second.trace.at.line);
  const int64_t *slots = &block.slots[thread * initial.size()];
  fail(indexOf(i), "data race: " + nameOf(block, thread) +
                       (!writes                  ? " reads "
                        : i.op == Opcode::Atomic ? " updates "
                                                 : " writes ") +
                       elementName(i, slots) + ", which " +
                       nameOf(other->block - 1, other->thread) + did + line +
                       "; nothing orders the two");
  return false;
}

/// Load, Store, Atomic. False after a fault.
bool Machine::access(Block &block, uint32_t thread, const Instruction &i,
                     int64_t *slots) {
  bool reads = i.op != Opcode::Store, writes = i.op != Opcode::Load;
  bool isAtomic = i.op == Opcode::Atomic || i.atomic == AtomicKind::Generic;
  Element element;
  if (!find(block, thread, i, slots, writes, element) ||
      (reads && !checkSet(element, block, thread, i)) ||
      !checkRace(element, block, thread, i, writes, isAtomic))
    return false;
  uint64_t old = 0;
  if (reads)
    std::memcpy(&old, element.data, i.bytes);
  int64_t value = narrow(old, i.shift);
  if (i.op != Opcode::Store)
    slots[i.dst] = value;
  if (!writes || (i.op == Opcode::Atomic && i.atomic == AtomicKind::Generic))
    return true;
  int64_t stored =
      i.op == Opcode::Atomic ? combine(i, value, slots[i.b]) : slots[i.b];
  if (i.shift == 63)
    stored &= 1; // a bool is a byte
  std::memcpy(element.data, &stored, i.bytes);
  std::memset(element.set, 1, i.bytes);
  return true;
}

/// What the device's printf does, on the C library's: to stdout, all at once.
void Machine::print(const Instruction &i, int64_t *slots) {
  const std::string &format = kernel.formats[i.c];
  std::string text;
  int next = 0;
  for (size_t from = 0; from < format.size();) {
    size_t percent = format.find('%', from);
    text += format.substr(from, percent - from);
    if (percent == std::string::npos)
      break;
    if (format[percent + 1] == '%') {
      text += '%';
      from = percent + 2;
      continue;
    }
    from = format.find_first_of("dugc", percent) + 1;
    std::string conversion = format.substr(percent, from - percent);
    int64_t value = slots[kernel.lists[i.list + next++]];
    char buffer[64];
    if (conversion.back() == 'g')
      std::snprintf(buffer, sizeof(buffer), conversion.c_str(),
                    load<double>(value));
    else
      std::snprintf(buffer, sizeof(buffer), conversion.c_str(), value);
    text += buffer;
  }
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

/// The protocol of GpujitErrorBlock, in one go.
void Machine::record(const Instruction &i, int64_t *slots) {
  auto *block = reinterpret_cast<GpujitErrorBlock *>(slots[i.a + 1]);
  auto key = static_cast<uint64_t>(slots[i.b]);
  if (key >= block->key)
    return;
  block->key = key;
  block->site = static_cast<uint32_t>(slots[i.dst]);
  for (int k = 0; k < GPUJIT_MAX_PAYLOAD; ++k)
    block->payload[k] = k < i.rank ? slots[kernel.lists[i.list + k]] : 0;
}

//===----------------------------------------------------------------------===//
// The loop
//===----------------------------------------------------------------------===//

void Machine::execute(Block &block, uint32_t thread, unsigned budget) {
  int64_t *slots = &block.slots[thread * initial.size()];
  Thread &me = block.threads[thread];
  const Instruction *code = kernel.code.data();
  // A loop without accesses ends its turn too.
  unsigned jumps = 1024;
  for (int32_t pc = me.pc;;) {
    const Instruction &i = code[pc++];
    int64_t a = slots[i.a], b = slots[i.b];
    switch (i.op) {
    case Opcode::Eq:
    case Opcode::Ne:
    case Opcode::LtS:
    case Opcode::LeS:
    case Opcode::GtS:
    case Opcode::GeS:
    case Opcode::LtU:
    case Opcode::LeU:
    case Opcode::GtU:
    case Opcode::GeU:
      slots[i.dst] = -static_cast<int64_t>(compare(i.op, a, b));
      break;
    case Opcode::Select:
      slots[i.dst] = a ? b : slots[i.c];
      break;
    case Opcode::Move:
      slots[i.dst] = a;
      break;
    case Opcode::SignExtend:
      slots[i.dst] = narrow(static_cast<uint64_t>(a), i.shift);
      break;
    case Opcode::ZeroExtend:
      slots[i.dst] = narrow(static_cast<uint64_t>(a & i.immediate), i.shift);
      break;
    case Opcode::AddF:
    case Opcode::SubF:
    case Opcode::MulF:
    case Opcode::DivF:
    case Opcode::NegF:
    case Opcode::FmaF:
      slots[i.dst] =
          i.isDouble ? bitsOf(arithmetic(i, load<double>(a), load<double>(b),
                                         load<double>(slots[i.c])))
                     : bitsOf(arithmetic(i, load<float>(a), load<float>(b),
                                         load<float>(slots[i.c])));
      break;
    case Opcode::CompareF:
      slots[i.dst] = -static_cast<int64_t>(
          i.isDouble
              ? compareFloats(i.immediate, load<double>(a), load<double>(b))
              : compareFloats(i.immediate, load<float>(a), load<float>(b)));
      break;
    case Opcode::SignedToF:
    case Opcode::UnsignedToF:
      slots[i.dst] = i.isDouble ? bitsOf(fromInteger<double>(i, a))
                                : bitsOf(fromInteger<float>(i, a));
      break;
    case Opcode::FToSigned:
    case Opcode::FToUnsigned:
      slots[i.dst] = toInteger(i.isDouble ? load<double>(a) : load<float>(a),
                               i.op == Opcode::FToSigned, 64 - i.shift);
      break;
    case Opcode::Extend:
      slots[i.dst] = bitsOf(static_cast<double>(load<float>(a)));
      break;
    case Opcode::Truncate:
      slots[i.dst] = bitsOf(static_cast<float>(load<double>(a)));
      break;
    case Opcode::HalfToF: {
      float value(Half::ofBits(static_cast<uint16_t>(a)));
      slots[i.dst] =
          i.isDouble ? bitsOf(static_cast<double>(value)) : bitsOf(value);
      break;
    }
    case Opcode::FToHalf:
      slots[i.dst] =
          Half::of(i.isDouble ? load<double>(a) : load<float>(a)).bits;
      break;
    case Opcode::Call1:
      slots[i.dst] = i.isDouble ? bitsOf(i.d1(load<double>(a)))
                                : bitsOf(i.f1(load<float>(a)));
      break;
    case Opcode::Call2:
      slots[i.dst] = i.isDouble ? bitsOf(i.d2(load<double>(a), load<double>(b)))
                                : bitsOf(i.f2(load<float>(a), load<float>(b)));
      break;
    case Opcode::JumpIfNot:
      if (a)
        break;
      [[fallthrough]];
    case Opcode::Jump:
      pc = i.target;
      if (--jumps == 0) {
        me.pc = pc;
        return;
      }
      break;
    case Opcode::Exit:
      me = {pc, State::Done};
      return;
    case Opcode::ThreadId:
      slots[i.dst] = i.c == 0   ? thread % launch.block[0]
                     : i.c == 1 ? thread / launch.block[0] % launch.block[1]
                                : thread / launch.block[0] / launch.block[1];
      break;
    case Opcode::BlockId:
      slots[i.dst] = block.index[i.c];
      break;
    case Opcode::BlockDim:
      slots[i.dst] = launch.block[i.c];
      break;
    case Opcode::GridDim:
      slots[i.dst] = launch.grid[i.c];
      break;
    case Opcode::LaneId:
      slots[i.dst] = thread % 32;
      break;
    case Opcode::LocalArray:
      slots[i.dst] = kLocalRegion;
      slots[i.dst + 1] = i.immediate;
      std::memset(block.localSet.data() + thread * kernel.localBytes +
                      i.immediate,
                  0, i.c);
      break;
    case Opcode::SharedArray:
      slots[i.dst] = kSharedRegion;
      slots[i.dst + 1] = i.immediate;
      break;
    case Opcode::DynamicShared:
      slots[i.dst] = kSharedRegion;
      slots[i.dst + 1] = kernel.sharedBytes;
      slots[i.dst + 2] = launch.sharedBytes;
      break;
    case Opcode::Load:
    case Opcode::Store:
    case Opcode::Atomic: {
      // The store of a generic atomic belongs to its load.
      bool isSeen = slots[i.a] != kLocalRegion &&
                    (i.op != Opcode::Store || i.atomic != AtomicKind::Generic);
      if (isSeen && budget-- == 0) {
        me.pc = pc - 1;
        return;
      }
      if (!access(block, thread, i, slots))
        return;
      break;
    }
    case Opcode::Record:
      record(i, slots);
      break;
    case Opcode::Raised:
      slots[i.dst] = -static_cast<int64_t>(
          reinterpret_cast<const GpujitErrorBlock *>(slots[i.a + 1])->key !=
          ~uint64_t(0));
      break;
    case Opcode::Print:
      print(i, slots);
      break;
    case Opcode::Barrier:
      me = {pc, State::AtBarrier};
      return;
    case Opcode::Shuffle:
      me = {pc, State::AtShuffle};
      return;
    default:
      slots[i.dst] = integer(i, a, b);
      break;
    }
  }
}
