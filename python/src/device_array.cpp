//===- device_array.cpp - arrays on a device ------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device_array.h"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "arguments.h"
#include "dlpack.h"
#include "gil.h"
#include "runtime/Error.h"
#include "runtime/Plan/Strided.h"

namespace py = pybind11;
using namespace gpujit;
using namespace gpujit::python;
using runtime::Argument;
using runtime::ArgumentError;

DeviceArray::DeviceArray(PythonDevice &owner, runtime::DType dtype,
                         const std::vector<int64_t> &shape)
    : owner(&owner) {
  if (shape.size() > GPUJIT_MAX_RANK)
    throw ArgumentError(ArgumentError::Kind::Value,
                        "an array has at most " +
                            std::to_string(GPUJIT_MAX_RANK) + " axes, not " +
                            std::to_string(shape.size()));
  view.kind = Argument::Kind::DeviceArray;
  view.dtype = dtype;
  view.rank = static_cast<int>(shape.size());
  auto step = static_cast<int64_t>(sizeOf(dtype));
  for (int i = view.rank - 1; i >= 0; --i) {
    if (shape[i] < 0)
      throw ArgumentError(ArgumentError::Kind::Value,
                          "an array's extents can't be negative");
    view.extents[i] = shape[i];
    view.strides[i] = step;
    if (__builtin_mul_overflow(step, shape[i], &step))
      throw runtime::OutOfMemory("an array of more than 2**63 bytes", SIZE_MAX);
  }
  auto buffer = std::make_shared<runtime::Buffer>(owner.device, bytes(), 0);
  view.bits = buffer->address();
  keeper = std::move(buffer);
}

size_t DeviceArray::bytes() const {
  return static_cast<size_t>(elementCount(view)) * sizeOf(view.dtype);
}

namespace {

py::tuple asTuple(const std::array<int64_t, GPUJIT_MAX_RANK> &values,
                  int rank) {
  py::tuple tuple(rank);
  for (int i = 0; i < rank; ++i)
    tuple[i] = values[i];
  return tuple;
}

py::tuple shapeOf(const DeviceArray &array) {
  return asTuple(array.argument().extents, array.argument().rank);
}

py::tuple stridesOf(const DeviceArray &array) {
  return asTuple(array.argument().strides, array.argument().rank);
}

py::dtype dtypeOf(const DeviceArray &array) {
  return numpyDType(array.argument().dtype);
}

py::dict interfaceOf(const DeviceArray &array) {
  py::dict dict;
  dict["shape"] = shapeOf(array);
  dict["typestr"] = dtypeOf(array).attr("str");
  dict["data"] =
      py::make_tuple(array.argument().bits, array.argument().readonly);
  dict["version"] = 3;
  dict["strides"] = isContiguous(array.argument())
                        ? py::object(py::none())
                        : py::object(stridesOf(array));
  dict["stream"] = 1; // All work on it is in the order of the legacy stream.
  return dict;
}

/// Copies the elements in C order to `to`, and waits. Needs no lock.
void copyElementsOut(const DeviceArray &array, char *to) {
  const Argument &view = array.argument();
  runtime::Device &device = array.owner->device;
  auto [low, high] = byteRange(view);
  bool packed = isContiguous(view);
  std::unique_ptr<char[]> span(packed ? nullptr : new char[high - low]);
  device.copyOut(packed ? to : span.get(), view.bits + low, high - low, 0);
  device.synchronize(0, runtime::Poll());
  if (!packed)
    gather(view, span.get() - low, to);
}

py::array toNumPy(const DeviceArray &array) {
  array.owner->synchronize();
  const Argument &view = array.argument();
  std::vector<py::ssize_t> shape(view.extents.begin(),
                                 view.extents.begin() + view.rank);
  py::array result(dtypeOf(array), shape);
  if (array.bytes()) {
    auto *to = static_cast<char *>(result.mutable_data());
    WithoutGil unlocked;
    copyElementsOut(array, to);
  }
  return result;
}

std::vector<int64_t> readShape(const py::object &shape) {
  if (py::isinstance<py::int_>(shape))
    return {py::cast<int64_t>(shape)};
  return py::cast<std::vector<int64_t>>(shape);
}

std::unique_ptr<DeviceArray> empty(const py::object &shape,
                                   const py::object &dtype, int device) {
  runtime::DType type = readDType(py::dtype::from_args(dtype), "the array");
  return std::make_unique<DeviceArray>(pythonDevice(device), type,
                                       readShape(shape));
}

std::unique_ptr<DeviceArray> zeros(const py::object &shape,
                                   const py::object &dtype, int device) {
  std::unique_ptr<DeviceArray> array = empty(shape, dtype, device);
  if (size_t bytes = array->bytes())
    array->owner->device.fill(array->argument().bits, 0, bytes, 0);
  return array;
}

std::unique_ptr<DeviceArray> toDevice(const py::object &source, int device) {
  py::array array = py::array::ensure(source, py::array::c_style);
  if (!array)
    throw py::error_already_set();
  runtime::DType type = readDType(array.dtype(), "the array");
  std::vector<int64_t> shape(array.shape(), array.shape() + array.ndim());
  auto result =
      std::make_unique<DeviceArray>(pythonDevice(device), type, shape);
  if (size_t bytes = result->bytes()) {
    const void *from = array.data();
    WithoutGil unlocked;
    result->owner->device.copyIn(result->argument().bits, from, bytes, 0);
  }
  return result;
}

int64_t length(const DeviceArray &array) {
  if (array.argument().rank == 0)
    throw py::type_error("len() of an array without axes");
  return array.argument().extents[0];
}

std::string describe(const DeviceArray &array) {
  return "<gpujit.DeviceArray " +
         py::cast<std::string>(py::str(dtypeOf(array))) +
         py::cast<std::string>(py::str(shapeOf(array))) + " on device " +
         std::to_string(array.device()) + ">";
}

} // namespace

void python::bindDeviceArray(py::module_ &module) {
  py::class_<DeviceArray> deviceArray(
      module, "DeviceArray",
      "An array in a GPU's memory, in C order. Kernels take it without a copy; "
      "other libraries take it through __cuda_array_interface__ and DLPack.");
  deviceArray.def_property_readonly("shape", shapeOf)
      .def_property_readonly("strides", stridesOf, "In bytes.")
      .def_property_readonly("dtype", dtypeOf)
      .def_property_readonly(
          "ndim", [](const DeviceArray &a) { return a.argument().rank; })
      .def_property_readonly(
          "size",
          [](const DeviceArray &a) { return elementCount(a.argument()); })
      .def_property_readonly("nbytes", &DeviceArray::bytes)
      .def_property_readonly("device", &DeviceArray::device)
      .def_property_readonly("__cuda_array_interface__", interfaceOf)
      .def("numpy", toNumPy,
           "A copy in the host's memory. Waits for the device; raises what a "
           "kernel raised meanwhile.")
      .def("__len__", length)
      .def("__repr__", describe);
  bindDLPack(module, deviceArray);

  module.def("to_device", toDevice, py::arg("array"), py::arg("device") = 0,
             "A copy of a NumPy array, or of what NumPy makes one of, on a "
             "device. Raises TypeError, MemoryError, CudaError.");
  module.def("empty", empty, py::arg("shape"), py::arg("dtype") = "float64",
             py::arg("device") = 0,
             "An array on a device whose elements may be anything.");
  module.def("zeros", zeros, py::arg("shape"), py::arg("dtype") = "float64",
             py::arg("device") = 0, "An array of zeros on a device.");
}
