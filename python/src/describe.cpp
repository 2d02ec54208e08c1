//===- describe.cpp - the quick way from a call's arguments to its code ---===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <string>

#include "arguments.h"
#include "device_array.h"
#include "modules.h"
#include "runtime/Error.h"

namespace py = pybind11;
using namespace gpujit;
using namespace gpujit::python;
using runtime::Argument;

namespace {

py::object &ndarray() {
  PYBIND11_CONSTINIT static py::gil_safe_call_once_and_store<py::object> type;
  return type
      .call_once_and_store_result([] {
        return py::object(py::module_::import("numpy").attr("ndarray"));
      })
      .get_stored();
}

/// What has the same type as any other value with the same description. Not so
/// a subclass of ndarray (a masked array), or an array of another library.
bool isOrdinary(py::handle value) {
  PyObject *object = value.ptr();
  if (PyLong_CheckExact(object) || PyFloat_CheckExact(object) ||
      PyBool_Check(object))
    return true;
  if (py::isinstance<py::array>(value))
    return py::type::handle_of(value).is(ndarray()) &&
           py::reinterpret_borrow<py::array>(value).ndim() > 0;
  return isNumPyScalar(value) || py::isinstance<DeviceArray>(value);
}

/// Whether two elements may share a byte: sorted by stride, each axis must step
/// over all that the smaller ones reach.
bool mayOverlapItself(const Argument &array) {
  std::array<std::pair<int64_t, int64_t>, GPUJIT_MAX_RANK> axes;
  int count = 0;
  for (int i = 0; i < array.rank; ++i)
    if (array.extents[i] > 1)
      axes[count++] = {std::abs(array.strides[i]), array.extents[i]};
  std::sort(axes.begin(), axes.begin() + count);
  auto reach = static_cast<int64_t>(sizeOf(array.dtype));
  for (int i = 0; i < count; ++i) {
    if (axes[i].first < reach)
      return true;
    reach += axes[i].first * (axes[i].second - 1);
  }
  return false;
}

bool mayMeet(const Argument &a, const Argument &b) {
  auto [aLow, aHigh] = byteRange(a);
  auto [bLow, bHigh] = byteRange(b);
  return a.bits + aLow < b.bits + bHigh && b.bits + bLow < a.bits + aHigh;
}

bool hasElements(const Argument &arg) {
  return arg.kind != Argument::Kind::Scalar && elementCount(arg) > 0;
}

bool mayShareMemory(const std::vector<Argument> &args) {
  for (size_t i = 0; i < args.size(); ++i) {
    if (!hasElements(args[i]))
      continue;
    if (!isContiguous(args[i]) && mayOverlapItself(args[i]))
      return true;
    for (size_t j = 0; j < i; ++j)
      if (hasElements(args[j]) && mayMeet(args[i], args[j]))
        return true;
  }
  return false;
}

void append(std::string &key, const Argument &arg) {
  bool isArray = arg.kind != Argument::Kind::Scalar;
  key += static_cast<char>(arg.dtype);
  key += static_cast<char>(isArray << 7 | arg.rank << 2 |
                           (isArray && !isContiguous(arg)) << 1 | arg.readonly);
}

py::object describe(const py::sequence &values) {
  for (py::handle value : values)
    if (!isOrdinary(value))
      return py::none();
  try {
    Arguments args = readArguments(values, {});
    if (mayShareMemory(args.values))
      return py::none();
    std::string key;
    for (const Argument &arg : args.values)
      append(key, arg);
    return py::bytes(key);
  } catch (const runtime::ArgumentError &) {
    return py::none(); // Who looks closer says what is wrong.
  } catch (py::error_already_set &) {
    return py::none();
  }
}

} // namespace

void python::bindDescribe(py::module_ &module) {
  module.def(
      "describe", describe, py::arg("args"),
      "A key that is equal for two calls only if their arguments have the "
      "same types, layouts and mutability and no two arrays may share "
      "memory. None when that can't be said quickly. Never raises for "
      "what an argument is.");
}
