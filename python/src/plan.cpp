//===- plan.cpp - kernels on a device -------------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <mutex>
#include <optional>

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "compiler.h"
#include "devices.h"
#include "gil.h"
#include "modules.h"
#include "plan.h"
#include "poll.h"
#include "runtime/Error.h"
#include "runtime/Plan/Plan.h"
#include "runtime/Simulated/SimulatedDevice.h"

namespace py = pybind11;
using namespace gpujit;
using namespace gpujit::python;

namespace {

/// A plan with a simulated device of its own.
class SimulatedPlan {
public:
  SimulatedPlan(std::shared_ptr<Compiler> theCompiler,
                const std::string &recipe, std::string image, uint64_t seed)
      : compiler(std::move(theCompiler)),
        device({compiler->loadSimulated, compiler->simulate, compiler->text,
                compiler->destroy},
               seed),
        pending(device), plan(recipe, std::move(image)) {
    for (const runtime::RecipeArg &arg : plan.recipe().args)
      names.push_back(arg.name);
  }

  py::object launch(const py::sequence &values, const py::object &aliases);

private:
  std::shared_ptr<Compiler> compiler;
  runtime::SimulatedDevice device; // outlives the plan, whose code is on it
  runtime::PendingErrors pending;
  runtime::Plan plan;
  std::vector<std::string> names;
  std::mutex running;
};

runtime::Aliases readAliases(const py::object &object) {
  runtime::Aliases aliases;
  if (object.is_none())
    return aliases;
  py::dict dict = object;
  if (dict.contains("same"))
    aliases.same = py::cast<std::vector<std::vector<int>>>(dict["same"]);
  if (dict.contains("overlap"))
    aliases.overlap =
        py::cast<std::vector<std::pair<int, int>>>(dict["overlap"]);
  return aliases;
}

py::object SimulatedPlan::launch(const py::sequence &values,
                                 const py::object &aliasing) {
  Arguments args = readArguments(values, names);
  if (args.device >= 0)
    throw runtime::ArgumentError(
        runtime::ArgumentError::Kind::Type,
        "an array on a GPU can't be used on the simulated device: pass a copy "
        "in the host's memory, as x.numpy() or x.get()");
  runtime::Aliases aliases = readAliases(aliasing);
  SignalPoll poll;
  runtime::Result result;
  {
    WithoutGil unlocked;
    std::lock_guard<std::mutex> lock(running);
    device.poll = poll.asPoll();
    runtime::LaunchContext context{device, pending, 0, poll.asPoll()};
    result =
        plan.launch(context, args.values.data(), args.values.size(), aliases);
  }
  if (!result.present)
    return py::none();
  return makeScalar(result.dtype, result.bits);
}

} // namespace

PythonPlan::PythonPlan(const std::string &recipe, std::string image)
    : plan(recipe, std::move(image)) {
  for (const runtime::RecipeArg &arg : plan.recipe().args)
    names.push_back(arg.name);
}

py::object PythonPlan::launch(const py::sequence &values,
                              const py::object &aliasing,
                              std::optional<int> ordinal) {
  Arguments args = readArguments(values, names);
  return launch(args, values, readAliases(aliasing), ordinal.value_or(0));
}

py::object PythonPlan::launch(const Arguments &args, const py::sequence &values,
                              const runtime::Aliases &aliases, int ordinal) {
  PythonDevice &where = pythonDevice(args.device >= 0 ? args.device : ordinal);
  where.letGo();
  SignalPoll poll;
  runtime::LaunchContext context{where.device, where.pending, 0, poll.asPoll()};
  runtime::Result result;
  {
    WithoutGil unlocked;
    result =
        plan.launch(context, args.values.data(), args.values.size(), aliases);
  }
  if (args.foreign)
    where.keep(py::tuple(values), context.stream);
  if (!result.present)
    return py::none();
  return makeScalar(result.dtype, result.bits);
}

void python::bindPlan(py::module_ &module) {
  py::class_<PythonPlan, std::shared_ptr<PythonPlan>>(
      module, "Plan", "A kernel's recipe and PTX, ready to be launched.")
      .def(
          "launch",
          py::overload_cast<const py::sequence &, const py::object &,
                            std::optional<int>>(&PythonPlan::launch),
          py::arg("args"), py::arg("aliases") = py::none(),
          py::arg("device") = py::none(),
          "Runs the kernel on the device that holds the arrays, else on "
          "`device` (0). NumPy arrays are copied there and back. `aliases` is "
          "the request's. With NumPy arrays or a returned scalar it waits, and "
          "raises what the kernel raised; otherwise a later call or "
          "synchronize() does. "
          "Raises TypeError, ValueError, MemoryError, CudaError.")
      .def_property_readonly("kernel", &PythonPlan::kernel);

  py::class_<SimulatedPlan>(module, "SimulatedPlan",
                            "A kernel on a simulated device of its own.")
      .def(py::init<std::shared_ptr<Compiler>, const std::string &, std::string,
                    uint64_t>(),
           py::arg("compiler"), py::arg("recipe"), py::arg("image"),
           py::arg("seed"))
      .def("launch", &SimulatedPlan::launch, py::arg("args"),
           py::arg("aliases") = py::none(),
           "Runs the kernel on NumPy arrays. Raises what the kernel raises, "
           "gpujit.SimulationError for a fault of the mapped program, "
           "TypeError, ValueError, MemoryError.");

  module.def(
      "launch_plan",
      [](const std::string &recipe, std::string ptx) {
        return std::make_shared<PythonPlan>(recipe, std::move(ptx));
      },
      py::arg("recipe"), py::arg("ptx"),
      "The plan of a recipe (JSON) and its PTX. Touches no device. Raises "
      "RecipeError.");
}
