//===- arguments.h - Python's values as arguments -------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_PYTHON_ARGUMENTS_H
#define GPUJIT_PYTHON_ARGUMENTS_H

#include <string>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include "runtime/Plan/Arguments.h"

namespace gpujit::python {

/// The arguments of a call. They point into the objects, which must outlive
/// them.
struct Arguments {
  std::vector<runtime::Argument> values;
  int device = -1;      ///< that holds the device arrays; -1: there are none
  bool foreign = false; ///< some are arrays of another library
};

/// Arrays are NumPy's (not copied), gpujit's, or any with a
/// __cuda_array_interface__; scalars are Python's int, float, bool and NumPy's.
/// Raises TypeError, ValueError or OverflowError naming the argument:
/// `names[i]` if there are names, else its number.
Arguments readArguments(const pybind11::sequence &values,
                        const std::vector<std::string> &names);

/// The same where every value is an ordinary one: arrays on one device, NumPy's
/// own arrays, Python's numbers, NumPy's scalars of up to 64 bits. Returns
/// false for any other; raises as readArguments does, without the argument's
/// name.
bool readOrdinaryArguments(PyObject *const *values, size_t count,
                           Arguments &into);

/// Whether it is an instance of np.generic.
bool isNumPyScalar(pybind11::handle value);

/// The element type of a NumPy dtype. Raises TypeError naming `what`.
runtime::DType readDType(const pybind11::dtype &type, const std::string &what);

/// The NumPy dtype of an element type; not for Python's own scalars.
pybind11::dtype numpyDType(runtime::DType type);

/// A scalar's value, as runtime::loadScalar gives it, as a Python or NumPy
/// scalar.
pybind11::object makeScalar(runtime::DType type, uint64_t bits);

} // namespace gpujit::python

#endif // GPUJIT_PYTHON_ARGUMENTS_H
