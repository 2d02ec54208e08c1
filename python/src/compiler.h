//===- compiler.h - the compiler library ----------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_PYTHON_COMPILER_H
#define GPUJIT_PYTHON_COMPILER_H

#include <string>

#include "runtime/Abi.h"

namespace gpujit::python {

/// libgpujit.so. Never closed: LLVM doesn't survive that.
class Compiler {
public:
  /// Raises ImportError if the library can't be opened or lacks a function.
  explicit Compiler(const std::string &path);

  gpujit_compile_fn *compile = nullptr;
  gpujit_destroy_fn *destroy = nullptr;
  gpujit_text_fn *text = nullptr;
  gpujit_interpret_fn *interpret = nullptr;
  gpujit_simulator_load_fn *loadSimulated = nullptr;
  gpujit_simulate_fn *simulate = nullptr;
};

} // namespace gpujit::python

#endif // GPUJIT_PYTHON_COMPILER_H
