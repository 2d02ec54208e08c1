//===- errors.h - the runtime's exceptions as Python's --------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_PYTHON_ERRORS_H
#define GPUJIT_PYTHON_ERRORS_H

#include <pybind11/pybind11.h>

namespace gpujit::python {

/// Adds RecipeError to the module, and has every
/// runtime::Error that leaves a bound function become a Python exception: this
/// file alone knows which.
void bindErrors(pybind11::module_ &module);

} // namespace gpujit::python

#endif // GPUJIT_PYTHON_ERRORS_H
