//===- arguments.cpp - Python's values as arguments -----------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "arguments.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

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

/// The element type of NumPy's own number for a type; nothing for what isn't a
/// plain number.
static std::optional<DType> dtypeOfNumber(int number) {
  using Api = py::detail::npy_api;
  switch (number) {
  case Api::NPY_BOOL_:
    return DType::Bool;
  case Api::NPY_BYTE_:
    return DType::Int8;
  case Api::NPY_UBYTE_:
    return DType::UInt8;
  case Api::NPY_SHORT_:
    return DType::Int16;
  case Api::NPY_USHORT_:
    return DType::UInt16;
  case Api::NPY_INT_:
    return DType::Int32;
  case Api::NPY_UINT_:
    return DType::UInt32;
  case Api::NPY_LONG_:
  case Api::NPY_LONGLONG_:
    static_assert(sizeof(long) == 8);
    return DType::Int64;
  case Api::NPY_ULONG_:
  case Api::NPY_ULONGLONG_:
    return DType::UInt64;
  case Api::NPY_FLOAT_:
    return DType::Float32;
  case Api::NPY_DOUBLE_:
    return DType::Float64;
  default:
    return std::nullopt;
  }
}

DType python::readDType(const py::dtype &type, const std::string &what) {
  if (type.byteorder() != '>')
    if (std::optional<DType> known = dtypeOfNumber(type.num()))
      return *known;
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

//===----------------------------------------------------------------------===//
// Ordinary values
//===----------------------------------------------------------------------===//

/// The types that most arguments are of, looked up once.
struct OrdinaryTypes {
  PyTypeObject *ndarray, *deviceArray;
  std::array<std::pair<PyTypeObject *, DType>, 11> scalars;

  OrdinaryTypes() {
    py::module_ numpy = py::module_::import("numpy");
    auto type = [&](const char *name) {
      return reinterpret_cast<PyTypeObject *>(
          py::object(numpy.attr(name)).release().ptr()); // NumPy stays
    };
    ndarray = type("ndarray");
    deviceArray =
        reinterpret_cast<PyTypeObject *>(py::type::of<DeviceArray>().ptr());
    scalars = {{{type("float32"), DType::Float32},
                {type("float64"), DType::Float64},
                {type("int64"), DType::Int64},
                {type("int32"), DType::Int32},
                {type("bool_"), DType::Bool},
                {type("int8"), DType::Int8},
                {type("int16"), DType::Int16},
                {type("uint8"), DType::UInt8},
                {type("uint16"), DType::UInt16},
                {type("uint32"), DType::UInt32},
                {type("uint64"), DType::UInt64}}};
  }
};

const OrdinaryTypes &ordinaryTypes() {
  PYBIND11_CONSTINIT static py::gil_safe_call_once_and_store<OrdinaryTypes>
      types;
  return types.call_once_and_store_result([] { return OrdinaryTypes(); })
      .get_stored();
}

/// A scalar of one of NumPy's types, which converts to Python's without loss.
bool readTypedScalar(PyObject *object, DType type, Argument &arg) {
  if (type == DType::Float32 || type == DType::Float64) {
    double number = PyFloat_AsDouble(object);
    auto narrow = static_cast<float>(number);
    arg = scalar(type, type == DType::Float32
                           ? runtime::loadScalar(type, &narrow)
                           : runtime::loadScalar(type, &number));
    return true;
  }
  py::object integer = py::reinterpret_steal<py::object>(
      type == DType::Bool ? PyNumber_Long(object) : PyNumber_Index(object));
  if (!integer)
    throw py::error_already_set();
  uint64_t bits = PyLong_AsUnsignedLongLongMask(integer.ptr());
  // Little-endian: the value's own bytes come first.
  arg = scalar(type, runtime::loadScalar(type, &bits));
  return true;
}

/// The C++ object behind an exact DeviceArray. py::cast would look its type up
/// anew each time.
DeviceArray &deviceArrayOf(PyObject *object) {
  auto *instance = reinterpret_cast<py::detail::instance *>(object);
  return *instance->get_value_and_holder().value_ptr<DeviceArray>();
}

/// Reads what needs no name for messages.
class OrdinaryReader {
public:
  /// `takesForeign`: whether arrays of other libraries count as ordinary; an
  /// error in their interface is then raised without a name.
  OrdinaryReader(Arguments &into, bool takesForeign)
      : into(into), takesForeign(takesForeign) {}

  bool read(PyObject *object) {
    PyTypeObject *type = Py_TYPE(object);
    Argument &arg = into.values.emplace_back();
    if (type == types.deviceArray)
      return readDeviceArray(object, arg);
    if (type == types.ndarray)
      return readNumPyArray(object, arg);
    if (type == &PyFloat_Type)
      return arg = readFloat(object), true;
    if (type == &PyLong_Type)
      return readPlainInt(object, arg);
    if (type == &PyBool_Type)
      return arg = scalar(DType::PyBool, object == Py_True), true;
    for (const auto &[scalarType, dtype] : types.scalars)
      if (type == scalarType)
        return readTypedScalar(object, dtype, arg);
    return takesForeign && readForeignArray(object, arg);
  }

private:
  bool place(int device) {
    if (into.device >= 0 && into.device != device)
      return false;
    into.device = device;
    return true;
  }

  bool readDeviceArray(PyObject *object, Argument &arg) {
    DeviceArray &array = deviceArrayOf(object);
    into.foreign |= array.isForeign();
    arg = array.argument();
    return place(array.device());
  }

  /// An array of another library whose interface is in order.
  bool readForeignArray(py::handle value, Argument &arg) {
    py::object interface = cudaArrayInterface(value);
    if (!interface)
      return false;
    CudaArray array = readCudaArray(value, interface, "the array");
    arg = array.argument;
    into.foreign = true;
    return arg.rank > 0 && (array.device < 0 || place(array.device));
  }

  bool readNumPyArray(PyObject *object, Argument &arg) {
    auto array = py::reinterpret_borrow<py::array>(object);
    py::dtype dtype = array.dtype();
    if (array.ndim() > GPUJIT_MAX_RANK || dtype.byteorder() == '>' ||
        !dtypeOfNumber(dtype.num()))
      return false;
    arg = readArray(array, "");
    return true;
  }

  bool readPlainInt(PyObject *object, Argument &arg) {
    int overflow = 0;
    long long number = PyLong_AsLongLongAndOverflow(object, &overflow);
    arg = scalar(DType::PyInt, static_cast<uint64_t>(number));
    return overflow == 0;
  }

  Arguments &into;
  bool takesForeign;
  const OrdinaryTypes &types = ordinaryTypes();
};

class Reader {
public:
  explicit Reader(const std::vector<std::string> &names) : names(names) {}

  void read(py::handle value, size_t index) {
    if (OrdinaryReader(result, /*takesForeign=*/false).read(value.ptr())) {
      if (result.device >= 0 && first == kNone)
        first = index;
      return;
    }
    result.values.pop_back();
    std::string what = nameOf(index);
    if (py::isinstance<py::array>(value)) {
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
    if (first == kNone)
      first = index;
  }

  const std::vector<std::string> &names;
  static constexpr size_t kNone = -1;
  size_t first = kNone; ///< that is on a device
};

} // namespace

bool python::readOrdinaryArguments(PyObject *const *values, size_t count,
                                   Arguments &into) {
  into.values.reserve(count);
  OrdinaryReader reader(into, /*takesForeign=*/true);
  for (size_t i = 0; i < count; ++i)
    if (!reader.read(values[i]))
      return false;
  return true;
}

Arguments python::readArguments(const py::sequence &values,
                                const std::vector<std::string> &names) {
  Reader reader(names);
  size_t count = values.size();
  reader.result.values.reserve(count);
  for (size_t i = 0; i < count; ++i)
    reader.read(py::object(values[i]), i);
  return std::move(reader.result);
}
