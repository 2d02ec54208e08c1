//===- program.h - a compiled specialisation ------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_PYTHON_PROGRAM_H
#define GPUJIT_PYTHON_PROGRAM_H

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <pybind11/pybind11.h>

#include "compiler.h"
#include "runtime/DType.h"

namespace gpujit::python {

/// Owns a GpujitProgram.
class Program {
public:
  Program(std::shared_ptr<Compiler> compiler, GpujitProgram *handle)
      : compiler(std::move(compiler)), handle(handle) {}
  Program(const Program &) = delete;
  ~Program() { compiler->destroy(handle); }

  /// Nothing if the program has no such text.
  std::optional<std::string> text(const char *what) const;

  /// Runs on the CPU. Raises what the kernel raises, TypeError, or what a
  /// signal's handler raises.
  pybind11::object interpret(const pybind11::sequence &values);

private:
  /// Without the interpreter's lock. Throws KernelRaised, Interrupted.
  void run(const std::vector<GpujitArg> &args, void *result);
  std::optional<runtime::DType> resultType() const;

  std::shared_ptr<Compiler> compiler;
  GpujitProgram *handle;
  /// What a run raised is a text of the program: one run at a time.
  std::mutex running;
};

void bindProgram(pybind11::module_ &module);

} // namespace gpujit::python

#endif // GPUJIT_PYTHON_PROGRAM_H
