//===- Access.cpp - loads, stores and atomics ----===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Simulator/Machine.h"
#include "Simulator/Values.h"

using namespace gpujit;
using namespace gpujit::simulator;

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
