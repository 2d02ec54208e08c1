//===- errors.cpp - the runtime's exceptions as Python's ------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "errors.h"

#include "runtime/Error.h"

namespace py = pybind11;
using namespace gpujit;

namespace {

/// gpujit's own class, so that there is one CudaError. Looked up when it is
/// needed: the package may still be being imported when this module is.
py::object cudaErrorClass() {
  return py::module_::import("gpujit._errors").attr("CudaError");
}

/// As gpujit._errors renders it: Python's own class, with the place in its
/// text.
void raiseKernelRaised(const runtime::KernelRaised &error) {
  try {
    py::object exception =
        py::module_::import("gpujit._errors").attr("from_text")(error.json);
    PyErr_SetObject(py::type::handle_of(exception).ptr(), exception.ptr());
  } catch (py::error_already_set &failure) {
    failure.restore();
  }
}

void raiseCudaError(const runtime::DeviceError &error) {
  try {
    py::object exception = cudaErrorClass()(error.what());
    exception.attr("name") = error.name;
    exception.attr("call") = error.call;
    exception.attr("remedy") = error.remedy;
    PyErr_SetObject(py::type::handle_of(exception).ptr(), exception.ptr());
  } catch (py::error_already_set &failure) {
    failure.restore();
  }
}

void raiseArgumentError(const runtime::ArgumentError &error) {
  bool isType = error.kind == runtime::ArgumentError::Kind::Type;
  PyErr_SetString(isType ? PyExc_TypeError : PyExc_ValueError, error.what());
}

// Borrowed from the module, which is never unloaded.
PyObject *recipeError;

// NOLINTNEXTLINE(performance-unnecessary-value-param): as pybind11 calls it
void translate(std::exception_ptr pointer) {
  try {
    if (pointer)
      std::rethrow_exception(pointer);
  } catch (const runtime::KernelRaised &error) {
    raiseKernelRaised(error);
  } catch (const runtime::DeviceError &error) {
    raiseCudaError(error);
  } catch (const runtime::OutOfMemory &error) {
    PyErr_SetString(PyExc_MemoryError, error.what());
  } catch (const runtime::ArgumentError &error) {
    raiseArgumentError(error);
  } catch (const runtime::RecipeError &error) {
    PyErr_SetString(recipeError, error.what());
  } catch (const runtime::Interrupted &error) {
    // The signal's handler has set an exception already, mostly
    // KeyboardInterrupt.
    if (!PyErr_Occurred())
      PyErr_SetString(PyExc_KeyboardInterrupt, error.what());
  } catch (const runtime::Error &error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
}

PyObject *addException(py::module_ &module, const char *name, PyObject *base,
                       const char *doc) {
  std::string qualified =
      py::cast<std::string>(module.attr("__name__")) + "." + name;
  auto made = py::reinterpret_steal<py::object>(
      PyErr_NewExceptionWithDoc(qualified.c_str(), doc, base, nullptr));
  if (!made)
    throw py::error_already_set();
  module.attr(name) = made;
  return made.ptr();
}

} // namespace

void python::bindErrors(py::module_ &module) {
  recipeError =
      addException(module, "RecipeError", PyExc_ValueError,
                   "A launch recipe that this version doesn't understand.");
  py::register_local_exception_translator(translate);
}
