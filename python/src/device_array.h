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

/// An array in a device's memory: in C order, or another library's with its
/// strides.
class DeviceArray {
public:
  /// Uninitialised, in C order. Raises MemoryError, CudaError.
  DeviceArray(PythonDevice &owner, runtime::DType dtype,
              const std::vector<int64_t> &shape);
  /// Over memory of another library, which `memory` keeps.
  DeviceArray(PythonDevice &owner, const runtime::Argument &view,
              std::shared_ptr<void> memory)
      : owner(&owner), keeper(std::move(memory)), view(view), foreign(true) {}

  int device() const { return owner->device.info().ordinal; }
  const runtime::Argument &argument() const { return view; }
  /// Keeps the elements where they are.
  const std::shared_ptr<void> &memory() const { return keeper; }
  bool isForeign() const { return foreign; }
  size_t bytes() const;

  PythonDevice *owner;

private:
  std::shared_ptr<void> keeper;
  runtime::Argument view;
  bool foreign = false;
};

void bindDeviceArray(pybind11::module_ &module);

} // namespace gpujit::python

#endif // GPUJIT_PYTHON_DEVICE_ARRAY_H
