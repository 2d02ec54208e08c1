//===- arguments.cpp - Python's values as arguments -----------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "arguments.h"

#include <cstring>

#include "cuda_array.h"
#include "device_array.h"
#include "runtime/Error.h"

namespace py = pybind11;
using namespace gpujit;
using namespace gpujit::python;
using runtime::Argument;
using runtime::ArgumentError;
using runtime::DType;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

DType python::readDType(const py::dtype &type, const std::string &what) {
  char kind = type.kind();
  py::ssize_t size = type.itemsize();
  if (type.byteorder() == '>')
    throw ArgumentError(ArgumentError::Kind::Type,
                        what + " isn't in this machine's byte order: pass "
                               "x.astype(x.dtype.newbyteorder('='))");
  bool integer = kind == 'i' || kind == 'u';
  if (kind == 'b')
    return DType::Bool;
  if (integer && (size == 1 || size == 2 || size == 4 || size == 8))
    return *runtime::parseDType((kind == 'i' ? "int" : "uint") +
                                std::to_string(8 * size));
  if (kind == 'V' && size == 2 &&
      py::cast<std::string>(py::str(type)) == "bfloat16")
    return DType::BFloat16;
  if (kind == 'f' && size == 2)
    return DType::Float16;
  if (kind == 'f' && size == 4)
    return DType::Float32;
  if (kind == 'f' && size == 8)
    return DType::Float64;
  throw ArgumentError(
      ArgumentError::Kind::Type,
      what + " has dtype " + py::cast<std::string>(py::str(type)) +
          "; gpujit takes bool, int8 to int64, uint8 to uint64 and "
          "float16 to float64");
}

py::dtype python::numpyDType(DType type) {
  switch (type) {
  case DType::PyInt:
    return py::dtype("int64");
  case DType::PyFloat:
    return py::dtype("float64");
  case DType::PyBool:
    return py::dtype("bool");
  case DType::BFloat16:
    return py::dtype::from_args(
        py::module_::import("ml_dtypes").attr("bfloat16"));
  default:
    return py::dtype(runtime::name(type));
  }
}

py::object python::makeScalar(DType type, uint64_t bits) {
  double number;
  std::memcpy(&number, &bits, sizeof(number));
  if (type == DType::PyInt)
    return py::int_(static_cast<int64_t>(bits));
  if (type == DType::PyFloat)
    return py::float_(number);
  if (type == DType::PyBool)
    return py::bool_(bits != 0);
  // Little-endian: the value's own bytes come first.
  py::array value(numpyDType(type), std::vector<py::ssize_t>(), &bits);
  return value[py::tuple()];
}

bool python::isNumPyScalar(py::handle value) {
  PYBIND11_CONSTINIT static py::gil_safe_call_once_and_store<py::object>
      generic;
  py::object &type =
      generic
          .call_once_and_store_result([] {
            return py::object(py::module_::import("numpy").attr("generic"));
          })
          .get_stored();
  return py::isinstance(value, type);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

namespace {

Argument readArray(const py::array &array, const std::string &what) {
  Argument arg;
  arg.kind = Argument::Kind::HostArray;
  arg.dtype = readDType(array.dtype(), what);
  if (array.ndim() > GPUJIT_MAX_RANK)
    throw ArgumentError(ArgumentError::Kind::Type,
                        what + " has rank " + std::to_string(array.ndim()) +
                            "; the highest is " +
                            std::to_string(GPUJIT_MAX_RANK));
  arg.rank = static_cast<int>(array.ndim());
  arg.readonly = !array.writeable();
  arg.bits = reinterpret_cast<uint64_t>(array.data());
  for (int i = 0; i < arg.rank; ++i) {
    arg.extents[i] = array.shape(i);
    arg.strides[i] = array.strides(i);
  }
  return arg;
}

Argument scalar(DType type, uint64_t bits) {
  Argument arg;
  arg.dtype = type;
  arg.bits = bits;
  return arg;
}

Argument readInt(py::handle value, const std::string &what) {
  int overflow = 0;
  long long number = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
  if (overflow) {
    PyErr_SetString(PyExc_OverflowError,
                    (what + " is an int beyond 64 bits").c_str());
    throw py::error_already_set();
  }
  if (number == -1 && PyErr_Occurred())
    throw py::error_already_set();
  return scalar(DType::PyInt, static_cast<uint64_t>(number));
}

Argument readFloat(py::handle value) {
  double number = PyFloat_AsDouble(value.ptr());
  uint64_t bits;
  std::memcpy(&bits, &number, sizeof(bits));
  return scalar(DType::PyFloat, bits);
}

/// Of a NumPy scalar: np.float64 is a Python float too, so it comes before
/// that.
Argument readNumPyScalar(py::handle value, const std::string &what) {
  py::array array = py::array::ensure(value);
  if (!array)
    throw py::error_already_set();
  DType type = readDType(array.dtype(), what);
  return scalar(type, runtime::loadScalar(type, array.data()));
}

Argument readScalar(py::handle value, const std::string &what) {
  PyObject *object = value.ptr();
  if (PyBool_Check(object))
    return scalar(DType::PyBool, object == Py_True);
  if (PyLong_CheckExact(object))
    return readInt(value, what);
  if (PyFloat_CheckExact(object))
    return readFloat(value);
  if (isNumPyScalar(value))
    return readNumPyScalar(value, what);
  if (PyLong_Check(object))
    return readInt(value, what);
  if (PyFloat_Check(object))
    return readFloat(value);
  throw ArgumentError(
      ArgumentError::Kind::Type,
      what + " is of type " + std::string(Py_TYPE(object)->tp_name) +
          "; gpujit takes NumPy arrays, arrays on a GPU, and numbers");
}

/// Only to spare Python's numbers a look for attributes they don't have.
bool isPlainScalar(py::handle value) {
  return PyLong_CheckExact(value.ptr()) || PyFloat_CheckExact(value.ptr()) ||
         PyBool_Check(value.ptr());
}

class Reader {
public:
  explicit Reader(const std::vector<std::string> &names) : names(names) {}

  void read(py::handle value, size_t index) {
    std::string what = nameOf(index);
    if (isPlainScalar(value)) {
      result.values.push_back(readScalar(value, what));
    } else if (py::isinstance<py::array>(value)) {
      result.values.push_back(
          readArray(py::reinterpret_borrow<py::array>(value), what));
    } else if (py::isinstance<DeviceArray>(value)) {
      auto &array = py::cast<DeviceArray &>(value);
      result.values.push_back(array.argument());
      result.foreign |= array.isForeign();
      place(array.device(), index);
    } else if (py::object interface = cudaArrayInterface(value)) {
      CudaArray array = readCudaArray(value, interface, what);
      result.values.push_back(array.argument);
      result.foreign = true;
      if (array.device >= 0)
        place(array.device, index);
    } else {
      result.values.push_back(readScalar(value, what));
    }
  }

  Arguments result;

private:
  std::string nameOf(size_t index) const {
    if (index < names.size())
      return "argument '" + names[index] + "'";
    return "argument " + std::to_string(index);
  }

  void place(int device, size_t index) {
    if (result.device >= 0 && result.device != device)
      throw ArgumentError(ArgumentError::Kind::Value,
                          nameOf(first) + " is on device " +
                              std::to_string(result.device) + ", but " +
                              nameOf(index) + " on device " +
                              std::to_string(device) +
                              ": copy one of them to the other's device");
    result.device = device;
    first = index;
  }

  const std::vector<std::string> &names;
  size_t first = 0;
};

} // namespace

Arguments python::readArguments(const py::sequence &values,
                                const std::vector<std::string> &names) {
  Reader reader(names);
  size_t count = values.size();
  reader.result.values.reserve(count);
  for (size_t i = 0; i < count; ++i)
    reader.read(py::object(values[i]), i);
  return std::move(reader.result);
}
