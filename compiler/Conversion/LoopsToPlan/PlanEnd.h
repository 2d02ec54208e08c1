//===- PlanEnd.h - what a plan knows only at its end
//-------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_CONVERSION_LOOPSTOPLAN_PLANEND_H
#define GPUJIT_CONVERSION_LOOPSTOPLAN_PLANEND_H

#include "Conversion/LoopsToPlan/KernelBuilder.h"

namespace gpujit {

/// Writes down the frame's size, the sites, the mappings and where `result`
/// (null: none) is; lets kernels that follow an error return at once; removes
/// what no launch uses.
void finishPlan(PlanState &state, mlir::Value result);

} // namespace gpujit

#endif // GPUJIT_CONVERSION_LOOPSTOPLAN_PLANEND_H
