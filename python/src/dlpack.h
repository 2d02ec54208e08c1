//===- dlpack.h - the exchange of arrays by DLPack ------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The structures are those of DLPack 1.0 (dmlc.github.io/dlpack), whose layout
// is fixed.
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_PYTHON_DLPACK_H
#define GPUJIT_PYTHON_DLPACK_H

#include <cstdint>
#include <memory>

#include <pybind11/pybind11.h>

namespace gpujit::python {

class DeviceArray;

namespace dlpack {

enum DeviceType : int32_t { Cpu = 1, Cuda = 2, CudaHost = 3, CudaManaged = 13 };
enum TypeCode : uint8_t {
  Int = 0,
  UInt = 1,
  Float = 2,
  BrainFloat = 4,
  Bool = 6
};
constexpr uint64_t readOnlyFlag = 1;

struct Tensor {
  void *data;
  int32_t deviceType, deviceId;
  int32_t rank;
  uint8_t code, bits;
  uint16_t lanes;
  int64_t *shape, *strides; ///< in elements; null strides: C order
  uint64_t byteOffset;
};

/// Before version 1.0.
struct Managed {
  Tensor tensor;
  void *context;
  void (*deleter)(Managed *);
};

struct ManagedVersioned {
  uint32_t major, minor;
  void *context;
  void (*deleter)(ManagedVersioned *);
  uint64_t flags;
  Tensor tensor;
};

} // namespace dlpack

/// Adds __dlpack__ and __dlpack_device__ to DeviceArray, and from_dlpack to the
/// module.
void bindDLPack(pybind11::module_ &module,
                pybind11::class_<DeviceArray> &deviceArray);

} // namespace gpujit::python

#endif // GPUJIT_PYTHON_DLPACK_H
