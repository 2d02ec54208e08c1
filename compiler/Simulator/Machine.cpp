//===- Machine.cpp - the schedule of a launch ----===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Simulator/Machine.h"

#include <algorithm>
#include <cstring>
#include <numeric>

using namespace gpujit;
using namespace gpujit::simulator;

/// About so many threads are under way at a time.
static constexpr uint32_t kResidentThreads = 2048;
static constexpr uint32_t kWarpSize = 32;

/// SplitMix64: every state is a good one.
uint64_t Machine::random() {
  uint64_t z = state += 0x9E3779B97F4A7C15;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

Machine::Machine(const Kernel &kernel, const GpujitSimulatedLaunch &launch)
    : kernel(kernel), launch(launch),
      blockSize(launch.block[0] * launch.block[1] * launch.block[2]),
      blockCount(uint64_t(launch.grid[0]) * launch.grid[1] * launch.grid[2]),
      state(launch.seed), initial(kernel.slots) {
  static constexpr unsigned masks[] = {0, 3, 15, 255};
  budgetMask = masks[random() % 4];
  blockOffset = random() % std::max<uint64_t>(blockCount, 1);
  // An odd walk over all blocks: random enough, and needs no list.
  for (blockStride = random() % std::max<uint64_t>(blockCount, 1) + 1;
       std::gcd(blockStride, blockCount) != 1;)
    blockStride = blockStride % blockCount + 1;
  for (size_t i = 0; i < launch.rangeCount; ++i)
    regions.push_back({launch.ranges[i], 16, nullptr});
  bindParameters();
  for (Region &region : regions)
    region.shadow =
        std::make_unique<Shadow>(region.range.bytes, region.granule);
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

/// An array without elements may point anywhere.
int64_t Machine::regionOf(uint64_t address) {
  for (size_t i = 0; i < regions.size(); ++i)
    if (address >= regions[i].range.address &&
        address - regions[i].range.address < regions[i].range.bytes)
      return static_cast<int64_t>(i);
  return kNoRegion;
}

void Machine::bindArray(const Parameter &parameter, void **&next) {
  int64_t *slots = &initial[parameter.slot];
  std::memcpy(&slots[1], *next++, 8);
  slots[0] = regionOf(slots[1]);
  for (int axis = 0; axis < parameter.rank; ++axis) {
    slots[2 + axis] = parameter.staticExtents[axis];
    if (slots[2 + axis] < 0)
      std::memcpy(&slots[2 + axis], *next++, 8);
  }
  int64_t *strides = slots + 2 + parameter.rank, stride = 1;
  for (int axis = parameter.rank - 1; axis >= 0; --axis) {
    strides[axis] = stride;
    stride *= slots[2 + axis];
  }
  for (int axis = 0; axis < parameter.rank && parameter.isStrided; ++axis)
    std::memcpy(&strides[axis], *next++, 8);
  if (slots[0] < 0)
    return;
  Region &region = regions[slots[0]];
  bool isAligned = (slots[1] - region.range.address) % parameter.bytes == 0;
  region.granule =
      isAligned ? std::min<unsigned>(region.granule, parameter.bytes) : 1;
}

void Machine::bindParameters() {
  void **next = launch.params;
  for (const Parameter &parameter : kernel.parameters) {
    if (parameter.isArray) {
      bindArray(parameter, next);
      continue;
    }
    uint64_t bits = 0;
    std::memcpy(&bits, *next++, parameter.bytes);
    initial[parameter.slot] =
        static_cast<int64_t>(bits << parameter.shift) >> parameter.shift;
  }
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

void Machine::start(Block &block) {
  uint64_t number = (blockOffset + started++ * blockStride) % blockCount;
  block.number = static_cast<uint32_t>(number);
  block.index[0] = static_cast<uint32_t>(number % launch.grid[0]);
  block.index[1] =
      static_cast<uint32_t>(number / launch.grid[0] % launch.grid[1]);
  block.index[2] =
      static_cast<uint32_t>(number / launch.grid[0] / launch.grid[1]);
  block.epoch = block.waiting = 0;
  block.live = blockSize;
  block.threads.assign(blockSize, Thread());
  block.slots.resize(blockSize * initial.size());
  for (uint32_t thread = 0; thread < blockSize; ++thread)
    std::copy(initial.begin(), initial.end(),
              block.slots.begin() + thread * initial.size());
  block.local.resize(blockSize * kernel.localBytes);
  block.localSet.assign(blockSize * kernel.localBytes, 0);
  size_t sharedBytes = kernel.sharedBytes + launch.sharedBytes;
  block.shared.resize(sharedBytes);
  block.sharedSet.assign(sharedBytes, 0);
  block.shadow = std::make_unique<Shadow>(sharedBytes, 1);
  auto place = static_cast<uint32_t>(&block - blocks.data());
  for (uint32_t thread = 0; thread < blockSize; ++thread)
    makeReady(place, thread);
}

void Machine::makeReady(uint32_t place, uint32_t thread) {
  blocks[place].threads[thread].state = State::Ready;
  ready.emplace_back(place, thread);
}

bool Machine::run() {
  if (!blockCount || !blockSize)
    return true;
  uint64_t resident = std::max<uint64_t>(kResidentThreads / blockSize, 2);
  blocks.resize(std::min(resident, blockCount));
  for (Block &block : blocks)
    start(block);
  for (uint64_t turn = 1; !ready.empty(); ++turn) {
    if (turn % 4096 == 0 && launch.poll && launch.poll(launch.context))
      return false;
    size_t chosen = random() % ready.size();
    auto [place, thread] = ready[chosen];
    execute(blocks[place], thread, 1 + (random() & budgetMask));
    if (fault)
      return true;
    if (blocks[place].threads[thread].state == State::Ready)
      continue;
    ready[chosen] = ready.back();
    ready.pop_back();
    arrive(place, thread);
    if (fault)
      return true;
  }
  for (Block &block : blocks)
    if (block.live)
      explainDeadlock();
  return true;
}

/// A thread has stopped: at its end, or where it meets others.
void Machine::arrive(uint32_t place, uint32_t thread) {
  Block &block = blocks[place];
  switch (block.threads[thread].state) {
  case State::Done:
    if (--block.live == 0 && started < blockCount)
      start(block);
    else if (block.live)
      meet(place);
    return;
  case State::AtBarrier:
    ++block.waiting;
    return meet(place);
  default:
    return shuffle(place, thread);
  }
}

/// Ends the barrier if all threads are there.
void Machine::meet(uint32_t place) {
  Block &block = blocks[place];
  if (!block.waiting || block.waiting != block.live)
    return;
  const Thread *first = nullptr;
  for (uint32_t thread = 0; thread < blockSize; ++thread) {
    const Thread &other = block.threads[thread];
    if (other.state == State::Done || (first && first->pc != other.pc)) {
      explainDeadlock();
      return;
    }
    first = &other;
  }
  ++block.epoch;
  block.waiting = 0;
  for (uint32_t thread = 0; thread < blockSize; ++thread)
    makeReady(place, thread);
}

/// Exchanges the values once the whole warp is there.
void Machine::shuffle(uint32_t place, uint32_t thread) {
  Block &block = blocks[place];
  uint32_t begin = thread / kWarpSize * kWarpSize;
  uint32_t end = std::min(begin + kWarpSize, blockSize);
  int32_t pc = block.threads[thread].pc;
  for (uint32_t lane = begin; lane < end; ++lane)
    if (block.threads[lane].state != State::AtShuffle ||
        block.threads[lane].pc != pc)
      return; // if they never come, no thread is ready at the end
  const Instruction &instruction = kernel.code[pc - 1];
  size_t size = initial.size();
  std::vector<int64_t> values;
  for (uint32_t lane = begin; lane < end; ++lane)
    values.push_back(block.slots[lane * size + instruction.a]);
  for (uint32_t lane = 0; lane < end - begin; ++lane) {
    int64_t *slots = &block.slots[(begin + lane) * size];
    int64_t offset = slots[instruction.b], from = offset;
    switch (static_cast<ShuffleMode>(instruction.immediate)) {
    case ShuffleMode::Xor:
      from = lane ^ offset;
      break;
    case ShuffleMode::Up:
      from = lane - offset;
      break;
    case ShuffleMode::Down:
      from = lane + offset;
      break;
    case ShuffleMode::Index:
      from = offset & (kWarpSize - 1);
      break;
    }
    bool isValid = from >= 0 && from < kWarpSize;
    if (isValid && from >= end - begin)
      return fail(pc - 1, "unset read: " + nameOf(block, begin + lane) +
                              " shuffles from lane " + std::to_string(from) +
                              ", which its warp doesn't have");
    slots[instruction.dst] = values[isValid ? from : lane];
    slots[instruction.c] = isValid ? -1 : 0;
  }
  for (uint32_t lane = begin; lane < end; ++lane)
    makeReady(place, lane);
}

//===----------------------------------------------------------------------===//
// Faults
//===----------------------------------------------------------------------===//

std::string Machine::nameOf(uint32_t number, uint32_t thread) const {
  auto triple = [](uint64_t at, const uint32_t *size) {
    return "(" + std::to_string(at % size[0]) + ", " +
           std::to_string(at / size[0] % size[1]) + ", " +
           std::to_string(at / size[0] / size[1]) + ")";
  };
  return "thread " + triple(thread, launch.block) + " of block " +
         triple(number, launch.grid);
}

std::string Machine::nameOf(const Block &block, uint32_t thread) const {
  return nameOf(block.number, thread);
}

void Machine::fail(int32_t at, const std::string &message) {
  auto found = kernel.origins.find(at);
  fault = Fault{message + " (kernel " + kernel.name + ", seed " +
                    std::to_string(launch.seed) + ")",
                found == kernel.origins.end() ? Trace() : found->second.trace};
}

/// Some thread waits for one that never comes.
void Machine::explainDeadlock() {
  for (Block &block : blocks)
    for (uint32_t thread = 0; thread < blockSize && block.live; ++thread) {
      const Thread &waits = block.threads[thread];
      if (waits.state != State::AtBarrier && waits.state != State::AtShuffle)
        continue;
      for (uint32_t other = 0; other < blockSize; ++other) {
        const Thread &elsewhere = block.threads[other];
        if (elsewhere.state == waits.state && elsewhere.pc == waits.pc)
          continue;
        if (waits.state == State::AtShuffle &&
            other / kWarpSize != thread / kWarpSize)
          continue;
        const char *what =
            waits.state == State::AtBarrier ? "barrier" : "shuffle";
        auto found = kernel.origins.find(elsewhere.pc - 1);
        bool isDone = elsewhere.state == State::Done;
        std::string where = isDone ? "has ended" : "waits elsewhere";
        if (!isDone && found != kernel.origins.end())
          where +=
              " (line " + std::to_string(found->second.trace.at.line) + ")";
        return fail(waits.pc - 1, std::string("divergent ") + what + ": " +
                                      nameOf(block, thread) + " waits, " +
                                      nameOf(block, other) + " " + where);
      }
    }
}
