//===- Devices.h - the CUDA devices of this process -----------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_RUNTIME_CUDA_DEVICES_H
#define GPUJIT_RUNTIME_CUDA_DEVICES_H

#include <cstddef>

#include "runtime/Device.h"

namespace gpujit::runtime::cuda {

/// How many devices are visible. Initialises CUDA; throws DeviceError.
int deviceCount();

/// The device of that number, over its primary context; made at the first call,
/// never destroyed. Throws DeviceError.
Device &device(int ordinal);

/// The device that holds `address`, for an array of another library whose
/// elements lie in [address, address + bytes). Throws ArgumentError if that
/// isn't memory that a device can reach; `what` names the array.
int ordinalOf(Address address, size_t bytes, const char *what);

/// The newest PTX ISA (90 is 9.0) that a driver of that CUDA version
/// (13000 is 13.0) takes.
int ptxVersionOf(int cudaVersion);

} // namespace gpujit::runtime::cuda

#endif // GPUJIT_RUNTIME_CUDA_DEVICES_H
