//===- modules.h - the parts of the extension module ----------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_PYTHON_MODULES_H
#define GPUJIT_PYTHON_MODULES_H

#include <pybind11/pybind11.h>

namespace gpujit::python {

void bindCompiler(pybind11::module_ &module);
void bindDescribe(pybind11::module_ &module);
void bindDispatcher(pybind11::module_ &module);
void bindPlan(pybind11::module_ &module);
void bindTiming(pybind11::module_ &module);

} // namespace gpujit::python

#endif // GPUJIT_PYTHON_MODULES_H
