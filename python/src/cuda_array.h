//===- cuda_array.h - arrays of other libraries ---------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_PYTHON_CUDA_ARRAY_H
#define GPUJIT_PYTHON_CUDA_ARRAY_H

#include <string>

#include <pybind11/pybind11.h>

#include "runtime/Plan/Arguments.h"

namespace gpujit::python {

struct CudaArray {
  runtime::Argument argument;
  int device = -1; ///< -1: it has no elements, so it is nowhere
};

/// The object's __cuda_array_interface__, or a null object if it has none.
pybind11::object cudaArrayInterface(pybind11::handle value);

/// Reads an interface (version 2 or 3). Raises TypeError or ValueError naming
/// `what` if it lies, has a mask, or isn't in a device's memory.
CudaArray readCudaArray(pybind11::handle value,
                        const pybind11::object &interface,
                        const std::string &what);

} // namespace gpujit::python

#endif // GPUJIT_PYTHON_CUDA_ARRAY_H
