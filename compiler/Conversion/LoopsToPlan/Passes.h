//===- Passes.h - the conversion from loops to plan
//--------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_CONVERSION_LOOPSTOPLAN_PASSES_H
#define GPUJIT_CONVERSION_LOOPSTOPLAN_PASSES_H

#include "Plan/Plan.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Pass/Pass.h"

namespace gpujit {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "Conversion/LoopsToPlan/Passes.h.inc"

} // namespace gpujit

#endif // GPUJIT_CONVERSION_LOOPSTOPLAN_PASSES_H
