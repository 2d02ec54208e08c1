//===- Recorder.h - which iterations touch one element --------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A run of a recording function tells of every iteration, access and local
// array. Two accesses to one element, one of them writing, belong to the loop
// in whose iterations they differ first, from the outside. For each element and
// each loop around it, it is enough to know the first iteration that read it
// and the first that wrote it.
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_INTERPRETER_RECORDER_H
#define GPUJIT_INTERPRETER_RECORDER_H

#include "Interpreter/Code.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/JSON.h"

namespace gpujit::interpreter {

class Recorder {
public:
  /// `args` are those of the run.
  Recorder(const Code &code, llvm::ArrayRef<GpujitArg> args);

  void enterLoop(uint32_t loop);
  void startIteration(uint32_t loop, int64_t value);
  /// `element` are the subscripts, counted from the start.
  void touch(uint32_t access, uintptr_t address,
             llvm::ArrayRef<int64_t> element);
  /// A new local array; `isUnset` when its elements have no value yet.
  void allocate(const View &array, int64_t bytes, bool isUnset);

  /// What was found, as docs/abi.md says.
  llvm::json::Value findings() const;

private:
  /// An access, and the iteration it was in.
  struct Mark {
    uint32_t instance = 0; ///< of the loop; 0: none
    uint32_t access = 0;
    int64_t value = 0;
  };
  struct Marks {
    Mark read, write;
  };
  /// A loop that is running.
  struct Frame {
    uint32_t loop, instance;
    int64_t value;
  };
  struct Conflict {
    Mark first, second;
    std::vector<int64_t> element;
    std::vector<Frame> around;
  };
  struct Tally {
    uint64_t iterations = 0, conflicts = 0;
    Conflict first;
  };

  void touchUnit(uint32_t access, uintptr_t address,
                 llvm::ArrayRef<int64_t> element);
  void report(const Mark &first, uint32_t access, size_t depth,
              llvm::ArrayRef<int64_t> element);
  llvm::json::Object describe(const Mark &mark) const;
  llvm::json::Object placeOf(uint32_t access) const;

  const Code &code;
  /// Whether elements of different arrays may meet in part, so that each byte
  /// is looked at on its own.
  bool byBytes = false;
  uint32_t instances = 0;
  std::vector<Frame> frames;
  std::vector<Tally> tallies; ///< by loop
  /// Where the marks of an address start in `marks`: one for each loop that may
  /// be around.
  llvm::DenseMap<uintptr_t, size_t> cells;
  std::vector<Marks> marks;
  size_t depth = 0; ///< of the innermost access
  llvm::DenseSet<uintptr_t> unset;
  /// The first read of an element that had no value.
  std::optional<std::pair<uint32_t, std::vector<int64_t>>> unsetRead;
};

} // namespace gpujit::interpreter

#endif // GPUJIT_INTERPRETER_RECORDER_H
