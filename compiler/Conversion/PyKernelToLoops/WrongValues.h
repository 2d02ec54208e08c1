//===- WrongValues.h - what a failed check may falsify ----------*- C++ -*-===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowered code goes on where Python would have raised: with a zero, or with
// what is left of a sum in 64 bits. What was proven of the values that Python
// has, an `inbounds` among them, does not hold of such a value, nor of what is
// computed from it.
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_CONVERSION_PYKERNELTOLOOPS_WRONGVALUES_H
#define GPUJIT_CONVERSION_PYKERNELTOLOOPS_WRONGVALUES_H

#include "PyKernel/PyKernel.h"

#include "llvm/ADT/DenseSet.h"

namespace gpujit {

class WrongValues {
public:
  explicit WrongValues(pyk::FuncOp function);

  /// Whether any operation of the function may raise.
  bool any() const { return mayFail; }

  /// Whether the scalar may differ from Python's after a check has failed.
  bool contains(mlir::Value value) const;

private:
  bool mayFail = false;
  llvm::DenseSet<mlir::Value> slots;
};

} // namespace gpujit

#endif // GPUJIT_CONVERSION_PYKERNELTOLOOPS_WRONGVALUES_H
