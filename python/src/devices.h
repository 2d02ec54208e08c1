//===- devices.h - devices as Python sees them ----------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_PYTHON_DEVICES_H
#define GPUJIT_PYTHON_DEVICES_H

#include <deque>

#include <pybind11/pybind11.h>

#include "runtime/Plan/PendingErrors.h"

namespace gpujit::python {

/// A device, and what its asynchronous calls have left behind. Lives as long as
/// the process. Its members are used under the interpreter's lock, or are their
/// own protection.
class PythonDevice {
public:
  explicit PythonDevice(runtime::Device &device)
      : device(device), pending(device) {}

  runtime::Device &device;
  runtime::PendingErrors pending;

  /// Keeps `objects` alive until the stream has come so far: their memory is in
  /// use there. Needs the interpreter's lock.
  void keep(pybind11::object objects, runtime::Stream stream);

  /// Lets go of what the streams have passed. Needs the interpreter's lock.
  void letGo();

  /// Waits for the default stream, and raises what calls have left. Needs the
  /// interpreter's lock, which it releases while it waits.
  void synchronize();

private:
  struct Kept {
    runtime::Event event;
    pybind11::object objects;
  };
  std::deque<Kept> kept;
};

/// The device of that number. Raises CudaError.
PythonDevice &pythonDevice(int ordinal);

void bindDevices(pybind11::module_ &module);

} // namespace gpujit::python

#endif // GPUJIT_PYTHON_DEVICES_H
