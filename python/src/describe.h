//===- describe.h - what a call's arguments have in common -----*- C++ -*-===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_PYTHON_DESCRIBE_H
#define GPUJIT_PYTHON_DESCRIBE_H

#include "arguments.h"

namespace gpujit::python {

/// Reads a call's arguments and makes a key that is equal for two calls only if
/// their arguments have the same types, layouts and mutability, and no two
/// arrays may share memory. Returns false where that can't be said quickly;
/// raises where an argument can't be read.
bool describeCall(PyObject *const *values, size_t count, Arguments &args,
                  std::string &key);

} // namespace gpujit::python

#endif // GPUJIT_PYTHON_DESCRIBE_H
