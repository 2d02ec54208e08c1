//===- program.cpp - a compiled specialisation ----------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "program.h"

#include <algorithm>
#include <vector>

#include <nlohmann/json.hpp>
#include <pybind11/stl.h>

#include "arguments.h"
#include "gil.h"
#include "poll.h"
#include "runtime/Error.h"

namespace py = pybind11;
using namespace gpujit;
using namespace gpujit::python;
using json = nlohmann::json;

namespace {

/// As the interpreter takes an argument. `arg` must outlive the result.
GpujitArg interpreterArg(runtime::Argument &arg) {
  GpujitArg result = {};
  if (arg.kind == runtime::Argument::Kind::Scalar) {
    result.data = &arg.bits; // Little-endian: the value's own bytes come first.
    return result;
  }
  if (!arg.isHost())
    throw runtime::ArgumentError(
        runtime::ArgumentError::Kind::Type,
        "an array on a GPU can't be used on the CPU: pass a copy in the host's "
        "memory, as x.numpy() or x.get()");
  result.data = arg.host();
  std::copy(arg.extents.begin(), arg.extents.end(), result.extents);
  std::copy(arg.strides.begin(), arg.strides.end(), result.strides);
  return result;
}

} // namespace

std::optional<std::string> Program::text(const char *what) const {
  size_t length = 0;
  const char *found = compiler->text(handle, what, &length);
  if (!found)
    return std::nullopt;
  return std::string(found, length);
}

std::optional<runtime::DType> Program::resultType() const {
  std::optional<std::string> recipe = text("result");
  json document;
  if (recipe)
    document = json::parse(*recipe, nullptr, /*allow_exceptions=*/false);
  else if ((recipe = text("recipe")))
    document = json::parse(*recipe, nullptr, false).value("result", json());
  if (!document.is_object() || !document.contains("dtype"))
    return std::nullopt;
  return runtime::parseDType(document["dtype"].get<std::string>());
}

void Program::run(const std::vector<GpujitArg> &args, void *result) {
  SignalPoll poll;
  std::lock_guard<std::mutex> lock(running);
  int status = compiler->interpret(handle, args.data(), args.size(), result,
                                   SignalPoll::poll, &poll, SignalPoll::print);
  if (status == 2)
    throw runtime::Interrupted();
  if (status != 0)
    throw runtime::KernelRaised(
        "raised in a kernel",
        text("raised").value_or(
            R"({"exception": "RuntimeError", "message": "unknown error"})"));
}

py::object Program::interpret(const py::sequence &values) {
  Arguments args = readArguments(values, {});
  std::vector<GpujitArg> list;
  for (runtime::Argument &arg : args.values)
    list.push_back(interpreterArg(arg));
  uint64_t result = 0;
  {
    WithoutGil unlocked;
    run(list, &result);
  }
  std::optional<runtime::DType> type = resultType();
  if (!type)
    return py::none();
  return makeScalar(*type, runtime::loadScalar(*type, &result));
}

void python::bindProgram(py::module_ &module) {
  py::class_<Program>(module, "Program",
                      "A compiled kernel, or the error that took its place.")
      .def("text", &Program::text, py::arg("what"),
           "One of the program's texts (\"error\", \"report\", \"recipe\", "
           "\"ptx\", ...), or None.")
      .def("interpret", &Program::interpret, py::arg("args"),
           "Runs the kernel on the CPU, writing NumPy arrays in place. Returns "
           "what the kernel returns, or raises what it raises.");
}
