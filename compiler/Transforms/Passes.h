//===- Passes.h - passes over pyk and loops -------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_COMPILER_TRANSFORMS_PASSES_H
#define GPUJIT_COMPILER_TRANSFORMS_PASSES_H

#include "PyKernel/PyKernel.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace gpujit {

#define GEN_PASS_DECL
#include "Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "Transforms/Passes.h.inc"

} // namespace gpujit

#endif // GPUJIT_COMPILER_TRANSFORMS_PASSES_H
