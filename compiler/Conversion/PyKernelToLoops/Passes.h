//===- Passes.h - from pyk to loops -----------------------------*- C++ -*-===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_CONVERSION_PYKERNELTOLOOPS_PASSES_H
#define GPUJIT_CONVERSION_PYKERNELTOLOOPS_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace gpujit {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "Conversion/PyKernelToLoops/Passes.h.inc"

} // namespace gpujit

#endif // GPUJIT_CONVERSION_PYKERNELTOLOOPS_PASSES_H
