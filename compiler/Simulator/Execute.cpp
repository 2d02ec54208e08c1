//===- Execute.cpp - the instructions of a thread ----===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Simulator/Machine.h"
#include "Simulator/Values.h"

#include <cstdio>
#include <cstring>

using namespace gpujit;
using namespace gpujit::simulator;

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

/// ThreadId to LaneId.
int64_t Machine::place(const Block &block, uint32_t thread,
                       const Instruction &i) const {
  switch (i.op) {
  case Opcode::ThreadId:
    return i.c == 0   ? thread % launch.block[0]
           : i.c == 1 ? thread / launch.block[0] % launch.block[1]
                      : thread / launch.block[0] / launch.block[1];
  case Opcode::BlockId:
    return block.index[i.c];
  case Opcode::BlockDim:
    return launch.block[i.c];
  case Opcode::GridDim:
    return launch.grid[i.c];
  default:
    return thread % 32;
  }
}

/// LocalArray to DynamicShared.
void Machine::makeArray(Block &block, uint32_t thread, const Instruction &i,
                        int64_t *array) {
  array[0] = i.op == Opcode::LocalArray ? kLocalRegion : kSharedRegion;
  array[1] = i.immediate;
  if (i.op == Opcode::LocalArray)
    std::memset(block.localSet.data() + thread * kernel.localBytes +
                    i.immediate,
                0, i.c);
  if (i.op == Opcode::DynamicShared) {
    array[1] = kernel.sharedBytes;
    array[2] = launch.sharedBytes;
  }
}

/// What has no value to compute and nobody to meet.
void Machine::act(Block &block, uint32_t thread, const Instruction &i,
                  int64_t *slots) {
  switch (i.op) {
  case Opcode::Record:
    return record(i, slots);
  case Opcode::Raised:
    slots[i.dst] = -static_cast<int64_t>(
        reinterpret_cast<const GpujitErrorBlock *>(slots[i.a + 1])->key !=
        ~uint64_t(0));
    return;
  case Opcode::Print:
    return print(i, slots);
  case Opcode::LocalArray:
  case Opcode::SharedArray:
  case Opcode::DynamicShared:
    return makeArray(block, thread, i, &slots[i.dst]);
  default:
    slots[i.dst] = place(block, thread, i);
  }
}

/// Whether others can see an access. The store of a generic atomic belongs to
/// its load.
static bool isSeen(const Instruction &i, const int64_t *slots) {
  return slots[i.a] != kLocalRegion &&
         (i.op != Opcode::Store || i.atomic != AtomicKind::Generic);
}

void Machine::execute(Block &block, uint32_t thread, unsigned budget) {
  int64_t *slots = &block.slots[thread * initial.size()];
  Thread &me = block.threads[thread];
  const Instruction *code = kernel.code.data();
  // A loop without accesses ends its turn too.
  unsigned jumps = 1024;
  for (int32_t pc = me.pc;;) {
    const Instruction &i = code[pc++];
    if (i.op <= Opcode::Call2) {
      slots[i.dst] = evaluate(i, slots);
    } else if (i.op == Opcode::Jump || i.op == Opcode::JumpIfNot) {
      if (i.op == Opcode::JumpIfNot && slots[i.a])
        continue;
      pc = i.target;
      if (--jumps == 0) {
        me.pc = pc;
        return;
      }
    } else if (i.op >= Opcode::Load && i.op <= Opcode::Atomic) {
      if (isSeen(i, slots) && budget-- == 0) {
        me.pc = pc - 1;
        return;
      }
      if (!access(block, thread, i, slots))
        return;
    } else if (i.op == Opcode::Exit || i.op >= Opcode::Barrier) {
      me = {pc, i.op == Opcode::Exit      ? State::Done
                : i.op == Opcode::Barrier ? State::AtBarrier
                                          : State::AtShuffle};
      return;
    } else {
      act(block, thread, i, slots);
    }
  }
}
