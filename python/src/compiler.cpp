//===- compiler.cpp - the compiler library --------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler.h"

#include <dlfcn.h>
#include <pybind11/pybind11.h>

#include "gil.h"
#include "modules.h"
#include "program.h"

namespace py = pybind11;
using namespace gpujit::python;

template <typename Function>
static void lookUp(void *library, const char *symbol, Function *&function) {
  function = reinterpret_cast<Function *>(dlsym(library, symbol));
  if (!function)
    throw py::import_error(std::string("the compiler library has no ") +
                           symbol + ": it is of another version");
}

Compiler::Compiler(const std::string &path) {
  void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *reason = dlerror();
    throw py::import_error("the compiler library can't be opened: " +
                           std::string(reason ? reason : path));
  }
  lookUp(library, "gpujit_compile", compile);
  lookUp(library, "gpujit_destroy", destroy);
  lookUp(library, "gpujit_text", text);
  lookUp(library, "gpujit_interpret", interpret);
  lookUp(library, "gpujit_simulator_load", loadSimulated);
  lookUp(library, "gpujit_simulate", simulate);
}

static std::unique_ptr<Program>
compile(const std::shared_ptr<Compiler> &compiler, const py::bytes &request) {
  std::string_view text = request;
  WithoutGil unlocked;
  return std::make_unique<Program>(compiler,
                                   compiler->compile(text.data(), text.size()));
}

void gpujit::python::bindCompiler(py::module_ &module) {
  py::class_<Compiler, std::shared_ptr<Compiler>>(module, "Compiler",
                                                  "The compiler library.")
      .def(py::init<const std::string &>(), py::arg("path"),
           py::call_guard<WithoutGil>())
      .def("compile", compile, py::arg("request"),
           "Compiles a request (JSON, as bytes). Never raises for what is "
           "wrong with the kernel: that is the program's text(\"error\").");
  bindProgram(module);
}
