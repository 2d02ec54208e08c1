//===- cuda_array.cpp - arrays of other libraries -------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda_array.h"

#include "arguments.h"
#include "runtime/Cuda/Devices.h"
#include "runtime/Error.h"

namespace py = pybind11;
using namespace gpujit;
using namespace gpujit::python;
using runtime::Argument;
using runtime::ArgumentError;

namespace {

[[noreturn]] void refuse(const std::string &what, const std::string &problem) {
  throw ArgumentError(ArgumentError::Kind::Value,
                      what + "'s __cuda_array_interface__ " + problem);
}

py::object field(const py::dict &interface, const char *name) {
  return interface.contains(name) ? py::object(interface[name])
                                  : py::object(py::none());
}

void readShape(const py::dict &interface, Argument &arg,
               const std::string &what) {
  py::tuple shape = interface["shape"];
  if (shape.size() > GPUJIT_MAX_RANK)
    throw ArgumentError(ArgumentError::Kind::Type,
                        what + " has rank " + std::to_string(shape.size()) +
                            "; the highest is " +
                            std::to_string(GPUJIT_MAX_RANK));
  arg.rank = static_cast<int>(shape.size());
  int64_t total = static_cast<int64_t>(sizeOf(arg.dtype));
  for (int i = 0; i < arg.rank; ++i) {
    arg.extents[i] = py::cast<int64_t>(shape[i]);
    if (arg.extents[i] < 0)
      refuse(what, "has a negative extent");
    if (__builtin_mul_overflow(total, arg.extents[i], &total))
      refuse(what, "has a shape of more than 2**63 bytes");
  }
}

void readStrides(const py::dict &interface, Argument &arg,
                 const std::string &what) {
  py::object strides = field(interface, "strides");
  if (!strides.is_none()) {
    py::tuple list = strides;
    if (static_cast<int>(list.size()) != arg.rank)
      refuse(what, "has " + std::to_string(list.size()) + " strides for " +
                       std::to_string(arg.rank) + " axes");
    for (int i = 0; i < arg.rank; ++i)
      arg.strides[i] = py::cast<int64_t>(list[i]);
    return;
  }
  auto step = static_cast<int64_t>(sizeOf(arg.dtype));
  for (int i = arg.rank - 1; i >= 0; --i) {
    arg.strides[i] = step;
    step *= arg.extents[i];
  }
}

void readStream(const py::dict &interface, Argument &arg,
                const std::string &what) {
  py::object stream = field(interface, "stream");
  if (stream.is_none())
    return;
  auto handle = py::cast<int64_t>(stream);
  if (handle == 0)
    refuse(what, "names stream 0, which is ambiguous: 1 is the legacy default "
                 "stream, 2 the per-thread one");
  // 1 is the legacy stream, in whose order all of our work is already.
  if (handle != 1)
    arg.stream = static_cast<runtime::Stream>(handle);
}

/// Arrays that their library promises never to change.
bool isImmutable(py::handle value) {
  auto module = py::cast<std::string>(
      py::str(py::type::handle_of(value).attr("__module__")));
  return module.rfind("jax", 0) == 0;
}

int locate(const Argument &arg, const std::string &what) {
  auto [low, high] = runtime::byteRange(arg);
  if (!arg.bits)
    refuse(what, "has a null pointer, but elements");
  return runtime::cuda::ordinalOf(
      arg.bits + low, static_cast<size_t>(high - low), what.c_str());
}

CudaArray read(py::handle value, const py::dict &interface,
               const std::string &what) {
  CudaArray array;
  Argument &arg = array.argument;
  arg.kind = Argument::Kind::DeviceArray;
  if (!field(interface, "mask").is_none())
    refuse(what, "has a mask, which gpujit doesn't support: pass the array "
                 "without it");
  arg.dtype = readDType(py::dtype::from_args(interface["typestr"]), what);
  readShape(interface, arg, what);
  readStrides(interface, arg, what);
  readStream(interface, arg, what);
  py::tuple data = interface["data"];
  py::object pointer = data[0];
  arg.bits = pointer.is_none() ? 0 : py::cast<uint64_t>(pointer);
  arg.readonly = py::cast<bool>(data[1]) || isImmutable(value);
  // An empty array's pointer may be anything.
  if (runtime::elementCount(arg) > 0)
    array.device = locate(arg, what);
  return array;
}

} // namespace

py::object python::cudaArrayInterface(py::handle value) {
  PyObject *found =
      PyObject_GetAttrString(value.ptr(), "__cuda_array_interface__");
  if (found)
    return py::reinterpret_steal<py::object>(found);
  if (!PyErr_ExceptionMatches(PyExc_AttributeError))
    throw py::error_already_set();
  PyErr_Clear();
  return py::object();
}

CudaArray python::readCudaArray(py::handle value, const py::object &interface,
                                const std::string &what) {
  try {
    return read(value, py::dict(interface), what);
  } catch (const py::error_already_set &error) {
    if (error.matches(PyExc_KeyError))
      refuse(what, std::string("is incomplete: ") + error.what());
    throw;
  } catch (const py::cast_error &) {
    refuse(what, "has a field of a wrong type");
  }
}
