//===- devices.cpp - devices as Python sees them --------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "devices.h"

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include <pybind11/stl.h>

#include "gil.h"
#include "poll.h"
#include "runtime/Cuda/Devices.h"
#include "runtime/Cuda/Driver.h"
#include "runtime/Error.h"

namespace py = pybind11;
using namespace gpujit;
using namespace gpujit::python;

void PythonDevice::keep(py::object objects, runtime::Stream stream) {
  kept.push_back({device.record(stream), std::move(objects)});
}

void PythonDevice::letGo() {
  while (!kept.empty() && device.passed(kept.front().event)) {
    // Letting go may run any code, also this function: take it out first.
    Kept front = std::move(kept.front());
    kept.pop_front();
    device.release(front.event);
  }
}

void PythonDevice::synchronize() {
  {
    SignalPoll poll;
    WithoutGil unlocked;
    device.synchronize(0, poll.asPoll());
  }
  letGo();
  pending.raiseFinished();
}

using Table = std::map<int, std::unique_ptr<PythonDevice>>;

/// Never destroyed: what it keeps alive can't be let go of once the interpreter
/// has ended. Used under the interpreter's lock.
static Table &table() {
  static Table &devices = *new Table;
  return devices;
}

PythonDevice &python::pythonDevice(int ordinal) {
  auto found = table().find(ordinal);
  // A forked child finds the table, but may not use it.
  runtime::Device &device = runtime::cuda::device(ordinal);
  if (found == table().end())
    found =
        table().emplace(ordinal, std::make_unique<PythonDevice>(device)).first;
  return *found->second;
}

namespace {

py::tuple driverStatus(bool initialise) {
  runtime::cuda::Probe probe = runtime::cuda::probe();
  if (probe.usable && initialise) {
    try {
      if (runtime::cuda::deviceCount() == 0)
        probe = {false, "the driver sees no device"};
    } catch (const runtime::Error &error) {
      probe = {false, error.what()};
    }
  }
  return py::make_tuple(probe.usable, probe.reason);
}

py::dict deviceInfo(int ordinal) {
  const runtime::DeviceInfo &info = runtime::cuda::device(ordinal).info();
  py::dict dict;
  dict["name"] = info.name;
  dict["ordinal"] = info.ordinal;
  dict["uuid"] = info.uuid;
  dict["pci_bus"] = info.pciBus;
  dict["compute_capability"] = py::make_tuple(info.major, info.minor);
  dict["driver_version"] = info.driverVersion;
  dict["ptx_version"] = info.ptxVersion;
  dict["multiprocessors"] = info.multiprocessors;
  dict["warp_size"] = info.warpSize;
  dict["clock_khz"] = info.clockKHz;
  dict["memory_clock_khz"] = info.memoryClockKHz;
  dict["memory_bus_bits"] = info.memoryBusBits;
  dict["ecc"] = info.hasEcc;
  dict["total_memory"] = info.memoryBytes;
  dict["l2_bytes"] = info.l2Bytes;
  dict["shared_bytes_per_block"] = info.sharedBytesPerBlock;
  return dict;
}

/// Of one device, or of all that have been used.
void synchronizeDevices(std::optional<int> ordinal) {
  if (ordinal)
    return pythonDevice(*ordinal).synchronize();
  std::vector<PythonDevice *> used;
  for (auto &[number, device] : table())
    used.push_back(device.get());
  for (PythonDevice *device : used)
    device->synchronize();
}

} // namespace

void python::bindDevices(py::module_ &module) {
  module.def("driver_status", driverStatus, py::arg("initialise") = false,
             "(usable, reason): whether there seem to be a CUDA driver and a "
             "device. Leaves CUDA untouched, so that the process may fork, "
             "unless `initialise` asks to make sure. Never raises.");
  module.def("device_count", runtime::cuda::deviceCount,
             "How many devices are visible. Initialises CUDA; raises "
             "CudaError.");
  module.def("device_info", deviceInfo, py::arg("device") = 0,
             "A dict about a device: sizes in bytes, clock in kHz, "
             "ptx_version 90 for PTX ISA 9.0. Raises CudaError.");
  const char *wait =
      "Waits until the device, or each one in use, has done all that was "
      "asked of it. Raises what a kernel raised meanwhile, or CudaError.";
  module.def("synchronize", synchronizeDevices, py::arg("device") = py::none(),
             wait);
  module.def("check_errors", synchronizeDevices, py::arg("device") = py::none(),
             wait);
}
