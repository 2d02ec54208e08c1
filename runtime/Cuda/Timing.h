//===- Timing.h - how long work on a device takes -------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_RUNTIME_CUDA_TIMING_H
#define GPUJIT_RUNTIME_CUDA_TIMING_H

#include <cstdint>
#include <memory>

#include "runtime/Cuda/CudaDevice.h"

namespace gpujit::runtime::cuda {

/// A point in a stream, with the time at which the device passed it.
class TimedEvent {
public:
  explicit TimedEvent(CudaDevice &device);
  ~TimedEvent();
  TimedEvent(const TimedEvent &) = delete;

  void record(Stream stream);
  /// True once the device has passed it; also if it was never recorded.
  bool passed();
  /// Waits until it is passed. Throws what went wrong on the device.
  void wait(Poll poll);
  /// From this event to a later one; both must be passed. The device's own
  /// clock, with a resolution of about half a microsecond.
  double millisecondsTo(TimedEvent &later);

private:
  CudaDevice &device;
  CUevent handle = nullptr;
};

/// Holds a stream back with a kernel that spins until it is let go, so that
/// what is queued meanwhile starts without the time that queueing takes. The
/// kernel ends by itself after a limit: work that waits for the stream before
/// the gate is opened can't lock up. It also says how fast the
/// multiprocessors' clock ran.
class Gate {
public:
  explicit Gate(CudaDevice &device);
  ~Gate();
  Gate(const Gate &) = delete;

  /// Queues the kernel. It spins for at least `least` nanoseconds and at most
  /// `limit`.
  void hold(Stream stream, uint64_t least, uint64_t limit);
  void open();

  /// What the latest hold was, once the stream has passed it.
  struct Held {
    bool expired = false; ///< the limit came before the opening
    uint64_t nanoseconds = 0, cycles = 0;
  };
  Held held() const;

private:
  struct Words; ///< shared with the kernel, in pinned memory

  CudaDevice &device;
  std::unique_ptr<Module> code;
  Kernel *kernel = nullptr;
  Words *words = nullptr;
};

} // namespace gpujit::runtime::cuda

#endif // GPUJIT_RUNTIME_CUDA_TIMING_H
