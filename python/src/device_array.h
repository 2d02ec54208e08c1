//===- device_array.h - arrays on a device --------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_PYTHON_DEVICE_ARRAY_H
#define GPUJIT_PYTHON_DEVICE_ARRAY_H

#include <memory>

#include <pybind11/pybind11.h>

#include "devices.h"
#include "runtime/Plan/Arguments.h"

namespace gpujit::python {

/// An array in a device's memory, in C order.
class DeviceArray {
public:
  /// Uninitialised. Raises MemoryError, CudaError.
  DeviceArray(PythonDevice &owner, runtime::DType dtype,
              const std::vector<int64_t> &shape);

  int device() const { return owner->device.info().ordinal; }
  const runtime::Argument &argument() const { return view; }
  size_t bytes() const;

  PythonDevice *owner;

private:
  runtime::Buffer memory;
  runtime::Argument view;
};

void bindDeviceArray(pybind11::module_ &module);

} // namespace gpujit::python

#endif // GPUJIT_PYTHON_DEVICE_ARRAY_H
