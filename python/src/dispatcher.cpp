//===- dispatcher.cpp - the short way of a call ---------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call whose arguments are ordinary, of types met before, and whose captured
// names still give the same objects, goes from here to the device without
// running Python code. Any other returns the mark `MISSED`, and Python looks
// closer.
//
//===----------------------------------------------------------------------===//

#include <string>
#include <vector>

#include <pybind11/pybind11.h>

#include "describe.h"
#include "modules.h"
#include "plan.h"
#include "runtime/Error.h"

namespace py = pybind11;
using namespace gpujit;
using namespace gpujit::python;

namespace {

/// A name that a kernel's code uses, and what it gave when that was compiled.
class Watch {
public:
  /// `root`: a namespace, a closure's cell, or a function, whose attribute
  /// `name` is then meant. `seen` is `missing` where there was nothing.
  Watch(py::object root, py::str name, py::tuple attributes, py::object seen)
      : root(std::move(root)), name(std::move(name)),
        attributes(std::move(attributes)), seen(std::move(seen)) {}

  /// Whether the name still gives the same object. False also where it gives
  /// nothing, or looking raises: then Python looks closer.
  bool isCurrent() const {
    py::object now = read();
    for (py::handle attribute : attributes) {
      if (!now)
        break;
      now = py::reinterpret_steal<py::object>(
          PyObject_GetAttr(now.ptr(), attribute.ptr()));
    }
    if (!now)
      PyErr_Clear();
    return now && now.is(seen);
  }

private:
  py::object read() const {
    PyObject *object = root.ptr();
    if (PyDict_CheckExact(object)) {
      PyObject *found = PyDict_GetItemWithError(object, name.ptr());
      if (!found && !PyErr_Occurred())
        found = PyDict_GetItemWithError(PyEval_GetBuiltins(), name.ptr());
      return py::reinterpret_borrow<py::object>(found);
    }
    if (PyCell_Check(object))
      return py::reinterpret_steal<py::object>(PyCell_Get(object));
    return py::reinterpret_steal<py::object>(
        PyObject_GetAttr(object, name.ptr()));
  }

  py::object root;
  py::str name;
  py::tuple attributes;
  py::object seen;
};

/// The versions of one kernel by the description of their arguments.
class Dispatcher {
public:
  explicit Dispatcher(size_t parameters) : parameters(parameters) {}

  /// Forgets all versions: the kernel captures other objects now. `arrays` are
  /// captured ones, which follow the arguments.
  void reset(const py::list &names, const py::list &arrays) {
    versions.clear();
    watches.clear();
    hidden = py::tuple(arrays);
    for (py::handle entry : names) {
      py::tuple watch = py::reinterpret_borrow<py::tuple>(entry);
      watches.emplace_back(watch[0], watch[1], watch[2], watch[3]);
    }
  }

  void add(std::string key, std::shared_ptr<PythonPlan> plan) {
    versions.push_back({std::move(key), std::move(plan)});
  }

  /// The kernel's result; null where Python has to look closer.
  py::object call(const py::tuple &args) {
    if (versions.empty() || args.size() != parameters)
      return {};
    for (const Watch &watch : watches)
      if (!watch.isCurrent())
        return {};
    py::tuple values = hidden.empty() ? args : py::tuple(args + hidden);
    Arguments read;
    std::string key;
    if (!describe(values, read, key))
      return {};
    for (const Version &version : versions) {
      if (version.key != key)
        continue;
      ++calls;
      // The table may be another one when the call returns.
      std::shared_ptr<PythonPlan> plan = version.plan;
      return plan->launch(read, values, {}, 0);
    }
    return {};
  }

  uint64_t calls = 0;

private:
  static bool describe(const py::tuple &values, Arguments &read,
                       std::string &key) {
    try {
      return describeCall(PySequence_Fast_ITEMS(values.ptr()), values.size(),
                          read, key);
    } catch (const runtime::Error &) {
      return false; // Python names the argument.
    } catch (const py::error_already_set &) {
      return false;
    }
  }

  struct Version {
    std::string key;
    std::shared_ptr<PythonPlan> plan;
  };

  size_t parameters;
  std::vector<Watch> watches;
  py::tuple hidden;
  std::vector<Version> versions;
};

/// What a call returns that Python has to look closer at.
PyObject *missedMark = nullptr;

/// The type's tp_call: pybind11's own way to a function costs more than all
/// that this one does before the launch.
PyObject *callDispatcher(PyObject *self, PyObject *args, PyObject *) {
  auto *instance = reinterpret_cast<py::detail::instance *>(self);
  auto *dispatcher = instance->get_value_and_holder().value_ptr<Dispatcher>();
  try {
    py::object result =
        dispatcher->call(py::reinterpret_borrow<py::tuple>(args));
    return result ? result.release().ptr() : Py_NewRef(missedMark);
  } catch (...) {
    py::detail::try_translate_exceptions();
    return nullptr;
  }
}

} // namespace

void python::bindDispatcher(py::module_ &module) {
  py::object missed = py::module_::import("builtins").attr("object")();
  module.attr("MISSED") = missed;
  missedMark = missed.release().ptr();
  py::class_<Dispatcher>(
      module, "Dispatcher", py::custom_type_setup([](PyHeapTypeObject *type) {
        type->ht_type.tp_call = callDispatcher;
      }),
      "The compiled versions of one kernel that most calls can be given to "
      "without a closer look. Called with a kernel's arguments it returns the "
      "result, or MISSED where there is no version for them or Python has to "
      "look. Raises what the kernel raises.")
      .def(py::init<size_t>(), py::arg("parameters"))
      .def("reset", &Dispatcher::reset, py::arg("watches"), py::arg("hidden"),
           "Forgets all versions. `watches` are tuples (root, name, "
           "attributes, object) of what the kernel's code names, `hidden` the "
           "arrays that it captures.")
      .def("add", &Dispatcher::add, py::arg("key"), py::arg("plan"),
           "Enters a version for calls that describe() gives this key.")
      .def_readonly("calls", &Dispatcher::calls);
}
