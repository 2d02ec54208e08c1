//===- Execution.h - one call of a plan -----------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_RUNTIME_PLAN_EXECUTION_H
#define GPUJIT_RUNTIME_PLAN_EXECUTION_H

#include <memory>
#include <vector>

#include "runtime/Plan/Arguments.h"
#include "runtime/Plan/HostArrays.h"
#include "runtime/Plan/PendingErrors.h"
#include "runtime/Plan/Recipe.h"
#include "runtime/Plan/Replay.h"

namespace gpujit::runtime {

/// Where a call runs. The stream's order holds for all that the call does.
struct LaunchContext {
  Device &device;
  PendingErrors &pending;
  Stream stream = 0;
  Poll poll;
};

/// What a kernel returned.
struct Result {
  bool present = false;
  DType dtype = DType::PyInt;
  uint64_t bits = 0; ///< as loadScalar gives it
};

/// The state of one call: the slots, the kernels' parameter lists that point
/// into them, the frame. Used again by later calls, so that a warm call with
/// device arrays allocates nothing.
class Execution {
public:
  explicit Execution(std::shared_ptr<const Recipe> recipe);

  /// Runs the program. `kernels[i]` is the recipe's entry i. With host arrays
  /// or a result it waits and throws what the kernel raised; otherwise that is
  /// left to context.pending.
  Result run(const LaunchContext &context, const std::vector<Kernel *> &kernels,
             const Argument *args, const Aliases &aliases);

private:
  void bind(const LaunchContext &context, const Argument *args,
            const Aliases &aliases);
  void bindArray(size_t index, const Argument &arg);
  /// Makes the frame ready for the call's first kernel that takes it.
  void resetFrame(const LaunchContext &context);
  void interpret(const LaunchContext &context,
                 const std::vector<Kernel *> &kernels);
  /// Does one instruction; returns the next one's index.
  size_t step(const LaunchContext &context,
              const std::vector<Kernel *> &kernels, size_t pc);
  /// Waits for a byte of the frame; 0 once a launch has recorded an error.
  int64_t readByte(const LaunchContext &context, size_t offset);
  /// Makes a scratch array anew, in place of the one of its last time.
  Address makeScratch(const LaunchContext &context, size_t index);
  void launch(const LaunchContext &context,
              const std::vector<Kernel *> &kernels, const LaunchStep &step);
  /// Runs the program, or a graph that does the same.
  void interpretOrReplay(const LaunchContext &context,
                         const std::vector<Kernel *> &kernels);
  void failCheck(const LaunchContext &context, const CheckStep &step);
  void throwRaised(const LaunchContext &context);
  Result finish(const LaunchContext &context, const Argument *args);
  void orderStreams(const LaunchContext &context, const Argument *args,
                    bool before);

  int64_t &word(int slot) { return reinterpret_cast<int64_t &>(slots[slot]); }

  std::shared_ptr<const Recipe> recipe;
  std::vector<uint64_t> slots;
  std::vector<std::vector<void *>> params; ///< by entry, into slots
  HostArrays hostArrays;
  Buffer frame;
  Replay replay;
  std::vector<Buffer> scratch; ///< by number, until the end of the call
  bool anyHost = false;
  bool frameInUse = false; ///< the call's kernels may have written to it
};

} // namespace gpujit::runtime

#endif // GPUJIT_RUNTIME_PLAN_EXECUTION_H
