//===- Driver.h - the CUDA driver, loaded when needed ---------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_RUNTIME_CUDA_DRIVER_H
#define GPUJIT_RUNTIME_CUDA_DRIVER_H

#include <string>

#include <cuda.h>

namespace gpujit::runtime::cuda {

/// The driver's functions under their plain names. Optional ones may be null.
struct Driver {
// NOLINTNEXTLINE(bugprone-macro-parentheses): F is declared here
#define GPUJIT_CUDA_SYMBOL(F) decltype(&::F) F = nullptr;
#include "runtime/Cuda/Symbols.def"
  int version = 0; ///< newest CUDA that the driver supports: 13000 is 13.0
};

/// The driver, loaded but not initialised: only the version and the names of
/// errors may be asked. Throws DeviceError if it can't be loaded; the
/// environment variable GPUJIT_CUDA_LIBRARY names another file than
/// libcuda.so.1.
const Driver &loadDriver();

/// The driver after cuInit, which runs once. A failure is kept and thrown again
/// by every later call. Throws DeviceError as well in a process that was forked
/// after the initialisation.
const Driver &driver();

/// True in a child forked after the parent initialised CUDA; then no function
/// of the driver may be called, not even to release something.
bool inForkedChild() noexcept;

struct Probe {
  bool usable = false;
  std::string reason; ///< a sentence without full stop, empty if usable
};

/// Whether there seems to be a driver and a device. Never calls cuInit, so that
/// a process may fork afterwards.
Probe probe();

} // namespace gpujit::runtime::cuda

#endif // GPUJIT_RUNTIME_CUDA_DRIVER_H
