//===- Coarsening.h - several iterations to a thread ----------*- C++ -*-===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Thread coarsening: where bodies are short a thread does kCoarse iterations at
// a time, so that their loads are under way together and neighbouring rows
// share what they load. A grid with few iterations keeps a thread for each.
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_CONVERSION_LOOPSTOPLAN_COARSENING_H
#define GPUJIT_CONVERSION_LOOPSTOPLAN_COARSENING_H

#include "Conversion/LoopsToPlan/GridLoop.h"

namespace gpujit {

/// Iterations that a thread does together.
inline constexpr int64_t kCoarse = 4;

/// The loop of which a thread does several iterations: the only one of a nest,
/// or the innermost that doesn't run along x. Null where the body is long, may
/// raise, the host doesn't know how many iterations there are, or the state
/// wants one to a thread.
GridLoop *coarsenedLoop(PlanState &state, mlir::MutableArrayRef<GridLoop> nest);

/// Iterations a thread takes, computed in the program: kCoarse where the nest
/// fills the device all the same, otherwise 1.
mlir::Value coarseningFactor(PlanState &state,
                             mlir::MutableArrayRef<GridLoop> nest);

/// Emits a thread's iterations of `loop`, `factor` at a time. `iterate` emits
/// the one with the number it is given. Along x they are a block's width apart,
/// along y and z neighbours.
void forEachCoarse(KernelBuilder &kernel, GridLoop &loop, mlir::Value factor,
                   llvm::function_ref<void(mlir::Value)> iterate);

} // namespace gpujit

#endif // GPUJIT_CONVERSION_LOOPSTOPLAN_COARSENING_H
