//===- describe.cpp - the quick way from a call's arguments to its code ---===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <string>

#include "describe.h"
#include "modules.h"
#include "runtime/Error.h"

namespace py = pybind11;
using namespace gpujit;
using namespace gpujit::python;
using runtime::Argument;

namespace {

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

} // namespace

bool python::describeCall(PyObject *const *values, size_t count,
                          Arguments &args, std::string &key) {
  if (!readOrdinaryArguments(values, count, args) ||
      mayShareMemory(args.values))
    return false;
  for (const Argument &arg : args.values) {
    if (arg.kind != Argument::Kind::Scalar && arg.rank == 0)
      return false;
    append(key, arg);
  }
  return true;
}

static py::object describe(const py::sequence &values) {
  py::tuple list(values);
  Arguments args;
  std::string key;
  try {
    if (describeCall(PySequence_Fast_ITEMS(list.ptr()), list.size(), args, key))
      return py::bytes(key);
  } catch (const runtime::Error &) {
    // Who looks closer says what is wrong.
  } catch (const py::error_already_set &) {
  }
  return py::none();
}

void python::bindDescribe(py::module_ &module) {
  module.def(
      "describe", describe, py::arg("args"),
      "A key that is equal for two calls only if their arguments have the "
      "same types, layouts and mutability and no two arrays may share "
      "memory. None when that can't be said quickly. Never raises for "
      "what an argument is.");
}
