//===- Machine.h - one launch on the simulated device ----===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_SIMULATOR_MACHINE_H
#define GPUJIT_SIMULATOR_MACHINE_H

#include "Simulator/Code.h"
#include "Simulator/Memory.h"
#include "runtime/Abi.h"

#include <optional>

namespace gpujit::simulator {

/// What ends a launch: a sentence, and where it happened.
struct Fault {
  std::string message;
  Trace trace;
};

/// Runs the blocks of a launch, some at a time, their threads interleaved at
/// memory accesses by a random generator with the launch's seed.
class Machine {
public:
  Machine(const Kernel &kernel, const GpujitSimulatedLaunch &launch);

  /// Runs to the end or the first fault. Returns false if the poll asked to
  /// stop.
  bool run();

  std::optional<Fault> fault;

private:
  enum class State : uint8_t { Ready, AtBarrier, AtShuffle, Done };

  struct Thread {
    int32_t pc = 0;
    State state = State::Ready;
  };

  /// A place for a block that is running.
  struct Block {
    uint32_t number = 0;
    uint32_t index[3] = {};
    uint32_t epoch = 0;
    uint32_t live = 0;    ///< threads that haven't ended
    uint32_t waiting = 0; ///< at a barrier
    std::vector<Thread> threads;
    std::vector<int64_t> slots;           ///< of all threads
    std::vector<uint8_t> local, localSet; ///< of all threads
    std::vector<uint8_t> shared, sharedSet;
    std::unique_ptr<Shadow> shadow;
  };

  /// A range of the device's memory, as this launch uses it.
  struct Region {
    GpujitRange range;
    unsigned granule = 16;
    std::unique_ptr<Shadow> shadow;
  };

  /// An element that was found in memory.
  struct Element {
    uint8_t *data = nullptr, *set = nullptr;
    Shadow *shadow = nullptr; ///< null: the thread's own
    uint64_t offset = 0;
  };

  // Machine.cpp: the schedule
  void bindParameters();
  void bindArray(const Parameter &parameter, void **&next);
  int64_t regionOf(uint64_t address);
  void start(Block &block);
  void makeReady(uint32_t place, uint32_t thread);
  void arrive(uint32_t place, uint32_t thread);
  void finish(uint32_t place);
  void meet(uint32_t place);
  void shuffle(uint32_t place, uint32_t thread);
  void explainDeadlock();
  uint64_t random();
  std::string nameOf(const Block &block, uint32_t thread) const;
  std::string nameOf(uint32_t number, uint32_t thread) const;
  void fail(int32_t at, const std::string &message);

  // Execute.cpp: the instructions
  /// Runs a thread until it meets others, ends, faults, or has done `budget`
  /// accesses that others may see.
  void execute(Block &block, uint32_t thread, unsigned budget);
  // Access.cpp: memory
  bool find(Block &block, uint32_t thread, const Instruction &instruction,
            int64_t *slots, bool writes, Element &element);
  bool checkSet(const Element &element, Block &block, uint32_t thread,
                const Instruction &instruction);
  bool checkRace(const Element &element, Block &block, uint32_t thread,
                 const Instruction &instruction, bool writes, bool isAtomic);
  bool access(Block &block, uint32_t thread, const Instruction &instruction,
              int64_t *slots);
  int64_t place(const Block &block, uint32_t thread,
                const Instruction &instruction) const;
  void makeArray(Block &block, uint32_t thread, const Instruction &instruction,
                 int64_t *array);
  void act(Block &block, uint32_t thread, const Instruction &instruction,
           int64_t *slots);
  void print(const Instruction &instruction, int64_t *slots);
  void record(const Instruction &instruction, int64_t *slots);
  int32_t indexOf(const Instruction &instruction) const {
    return static_cast<int32_t>(&instruction - kernel.code.data());
  }
  std::string elementName(const Instruction &instruction,
                          const int64_t *slots) const;

  const Kernel &kernel;
  const GpujitSimulatedLaunch &launch;
  uint32_t blockSize;
  uint64_t blockCount, started = 0, blockStride = 1, blockOffset = 0;
  uint64_t state; ///< of the generator
  unsigned budgetMask;
  std::vector<int64_t> initial; ///< slots at a thread's start
  std::vector<Region> regions;
  std::vector<Block> blocks;
  std::vector<std::pair<uint32_t, uint32_t>> ready; ///< place, thread
};

} // namespace gpujit::simulator

#endif // GPUJIT_SIMULATOR_MACHINE_H
