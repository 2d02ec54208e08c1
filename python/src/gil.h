//===- gil.h - the interpreter's lock -------------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_PYTHON_GIL_H
#define GPUJIT_PYTHON_GIL_H

#include <pybind11/pybind11.h>

namespace gpujit::python {

/// Releases the interpreter's lock while it lives.
///
/// When the interpreter ends, CPython up to 3.13 ends a daemon thread that asks
/// for the lock by unwinding its stack, which no C++ frame survives. So a
/// thread that is in here then stays here, until the process is gone.
class WithoutGil {
public:
  WithoutGil() : state(PyEval_SaveThread()) {}
  WithoutGil(const WithoutGil &) = delete;
  ~WithoutGil();

private:
  PyThreadState *state;
};

/// Has the end of the interpreter be noticed.
void watchForTheEnd();

} // namespace gpujit::python

#endif // GPUJIT_PYTHON_GIL_H
