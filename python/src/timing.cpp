//===- timing.cpp - events, and what a measurement needs ------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/Cuda/Timing.h"

#include <pybind11/pybind11.h>

#include "gil.h"
#include "modules.h"
#include "poll.h"
#include "runtime/Cuda/Devices.h"

namespace py = pybind11;
using namespace gpujit;
using namespace gpujit::python;
using runtime::cuda::CudaDevice;
using runtime::cuda::Gate;
using runtime::cuda::TimedEvent;

namespace {

CudaDevice &cudaDevice(int ordinal) {
  return static_cast<CudaDevice &>(runtime::cuda::device(ordinal));
}

void waitFor(TimedEvent &event) {
  SignalPoll poll;
  WithoutGil unlocked;
  event.wait(poll.asPoll());
}

void synchronizeAll(int ordinal) {
  CudaDevice &device = cudaDevice(ordinal);
  WithoutGil unlocked;
  device.synchronizeAll();
}

py::dict memory(int ordinal) {
  CudaDevice &device = cudaDevice(ordinal);
  auto [available, total] = device.memory();
  CudaDevice::MemoryPeaks peaks = device.memoryPeaks();
  py::dict dict;
  dict["free"] = available;
  dict["total"] = total;
  dict["peak_live"] = peaks.live;
  dict["peak_reserved"] = peaks.reserved;
  return dict;
}

py::tuple held(const Gate &gate) {
  Gate::Held held = gate.held();
  return py::make_tuple(held.expired, held.nanoseconds, held.cycles);
}

} // namespace

void python::bindTiming(py::module_ &module) {
  py::class_<TimedEvent>(
      module, "Event",
      "A point in a stream (0: the one kernels run in), with the time at which "
      "the device passed it.")
      .def(py::init(
               [](int device) { return new TimedEvent(cudaDevice(device)); }),
           py::arg("device") = 0)
      .def("record", &TimedEvent::record, py::arg("stream") = 0)
      .def("query", &TimedEvent::passed, "Whether the device has passed it.")
      .def("synchronize", waitFor, "Waits until it is passed.")
      .def("elapsed_time", &TimedEvent::millisecondsTo, py::arg("later"),
           "Milliseconds from this event to a later one, both passed.");

  py::class_<Gate>(
      module, "Gate",
      "Holds a stream back with a kernel that spins until open(), or a limit.")
      .def(py::init([](int device) { return new Gate(cudaDevice(device)); }),
           py::arg("device") = 0)
      .def("hold", &Gate::hold, py::arg("stream") = 0, py::arg("least") = 0,
           py::arg("limit") = 1000000000, "Times in nanoseconds.")
      .def("open", &Gate::open)
      .def("held", held,
           "(whether the limit came first, nanoseconds, clock cycles) of the "
           "latest hold, once it is passed.");

  module.def("synchronize_all", synchronizeAll, py::arg("device") = 0,
             "Waits for all streams of a device, also other libraries'.");
  module.def(
      "evict_l2", [](int device) { cudaDevice(device).evictL2(); },
      py::arg("device") = 0,
      "Queues traffic that leaves nothing of earlier work in the L2.");
  module.def("memory", memory, py::arg("device") = 0,
             "Bytes: free and total of the device, and the peaks of gpujit's "
             "pool since reset_memory_peaks.");
  module.def(
      "reset_memory_peaks",
      [](int device) { cudaDevice(device).resetMemoryPeaks(); },
      py::arg("device") = 0);
}
