//===- Machine.h - one run of a compiled function -------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_INTERPRETER_MACHINE_H
#define GPUJIT_INTERPRETER_MACHINE_H

#include "Interpreter/Recorder.h"

namespace gpujit::interpreter {

/// The state of a run that isn't in slots: local arrays, the poll, the outcome.
class Machine {
public:
  Machine(const Code &code, void *result, Poll poll, void *context,
          Print print);
  ~Machine();

  Outcome run(llvm::ArrayRef<GpujitArg> args);

  /// Records an exception at `pc` and ends the run.
  const Instruction *raise(const Instruction *pc, const RaiseInfo &info,
                           llvm::ArrayRef<int64_t> payload = {});
  /// The same with the exception and the name that the site has.
  const Instruction *raise(const Instruction *pc,
                           llvm::ArrayRef<int64_t> payload = {}) {
    return raise(pc, siteOf(pc).info, payload);
  }
  const Site &siteOf(const Instruction *pc) const {
    return code.sites[code.siteOf[pc - code.instructions.data()]];
  }

  /// Counts `steps` instructions; true when the run is to stop.
  bool spend(int64_t steps) { return (fuel -= steps) < 0 && refuel(); }

  /// Text of a print(), handed on when there is enough of it.
  void print(llvm::StringRef text);

  /// A new local array of zeros, or null when there is no memory for it.
  View *allocate(const Allocation &allocation);

  const Code &code;
  /// What is told of the run, if the code records.
  std::optional<Recorder> recorder;
  /// Where the returned scalar goes, if anybody wants it.
  void *const result;

private:
  struct Block;

  bool refuel();
  void flush();
  void collect();
  View bind(const Parameter &parameter, const GpujitArg &arg) const;

  const Poll poll;
  void *const context;
  const Print write;
  std::string printed; ///< not yet handed on
  int64_t fuel;
  Outcome outcome;
  std::vector<Slot> slots;
  std::vector<View> views;     ///< of array arguments
  std::vector<Block *> blocks; ///< local arrays
  int64_t allocated = 0;       ///< bytes since the last collection
};

} // namespace gpujit::interpreter

#endif // GPUJIT_INTERPRETER_MACHINE_H
