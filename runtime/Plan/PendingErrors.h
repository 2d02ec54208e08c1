//===- PendingErrors.h - errors of launches that nobody waited for --------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_RUNTIME_PLAN_PENDINGERRORS_H
#define GPUJIT_RUNTIME_PLAN_PENDINGERRORS_H

#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

#include "runtime/Abi.h"
#include "runtime/Device.h"

namespace gpujit::runtime {

struct Recipe;

/// The error blocks of a device's asynchronous launches, in the order of the
/// calls. Each block is copied to pinned memory behind the call's last launch,
/// and looked at once the stream has come so far. Every function may be called
/// from any thread.
class PendingErrors {
public:
  explicit PendingErrors(Device &device) : device(device) {}

  /// Watches the block at `frame`, which may be used again right behind.
  void watch(Address frame, Stream stream,
             std::shared_ptr<const Recipe> recipe);

  /// Throws the KernelRaised of the earliest finished call that met one, once.
  /// Doesn't wait.
  void raiseFinished();

private:
  struct Entry {
    GpujitErrorBlock *block;
    Event event;
    std::shared_ptr<const Recipe> recipe;
  };

  GpujitErrorBlock *takeBlock();

  Device &device;
  std::mutex mutex;
  std::deque<Entry> entries;
  std::vector<GpujitErrorBlock *> unused;
  std::atomic<size_t> count{0}; ///< of entries, to be asked without the lock
};

} // namespace gpujit::runtime

#endif // GPUJIT_RUNTIME_PLAN_PENDINGERRORS_H
