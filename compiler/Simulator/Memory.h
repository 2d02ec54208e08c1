//===- Memory.h - memory that knows who touched it ----===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_SIMULATOR_MEMORY_H
#define GPUJIT_SIMULATOR_MEMORY_H

#include <cstdint>
#include <cstdlib>
#include <memory>

namespace gpujit::simulator {

/// One access to an element. A thread's accesses in front of a barrier come
/// before those behind it of all threads of its block: `epoch` counts the
/// barriers.
struct Access {
  uint32_t block = 0; ///< its number + 1; 0: there was none
  uint32_t epoch = 0;
  uint16_t thread = 0;
  bool isAtomic = false;
  int32_t at = 0; ///< the instruction

  explicit operator bool() const { return block != 0; }
  bool bySameThread(const Access &other) const {
    return block == other.block && thread == other.thread;
  }
  /// Whether `later`, which happens now, may just as well have come first.
  bool isConcurrent(const Access &later) const {
    return block && !bySameThread(later) &&
           (block != later.block || epoch >= later.epoch);
  }
};

/// The accesses that a later one may race with. Of the readers two are enough:
/// no thread is both, and readers of two blocks are kept if there are any.
struct Cell {
  Access writer, readers[2];
};

/// What the accesses of one launch (or, for shared memory, one block) to some
/// bytes of memory were.
class Shadow {
public:
  /// `granule`: no element is smaller.
  Shadow(uint64_t bytes, unsigned granule);

  /// Notes the access to `bytes` bytes at `offset`. Returns the access that it
  /// races with, if there is one.
  const Access *note(uint64_t offset, unsigned bytes, bool writes,
                     const Access &access);

private:
  struct Free {
    void operator()(Cell *cells) const { std::free(cells); }
  };
  // Zeroed memory that isn't touched costs nothing.
  std::unique_ptr<Cell[], Free> cells;
  unsigned granule;
};

} // namespace gpujit::simulator

#endif // GPUJIT_SIMULATOR_MEMORY_H
