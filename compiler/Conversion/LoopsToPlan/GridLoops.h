//===- GridLoops.h - nests of parallel loops on the grid
//---------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_CONVERSION_LOOPSTOPLAN_GRIDLOOPS_H
#define GPUJIT_CONVERSION_LOOPSTOPLAN_GRIDLOOPS_H

#include "Conversion/LoopsToPlan/KernelBuilder.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace gpujit {

/// Makes a launch of a nest of parallel loops: the outermost with the perfectly
/// nested ones inside it whose bounds the host knows, up to the three
/// dimensions of a grid. The loop along which most accesses are contiguous runs
/// along x. Checks between the loops that the host can make are made there.
/// When only the device knows the outermost loop's bounds, a grid of fixed size
/// takes strides over it.
void launchNest(PlanState &state, mlir::scf::ForallOp outermost);

/// Whether the threads of one block can run an ordered loop together.
bool canRunInBlock(mlir::Operation *loop);

/// Launches one block for an ordered loop (`scf.for` or `scf.while`) around
/// parallel ones.
void launchInBlock(PlanState &state, mlir::Operation *loop);

/// Where an ordered loop, a `while` or one with the host's bounds, can run in
/// one block: emits that launch, what `launchOtherwise` emits, and the choice
/// by the length of the parallel loops. Returns whether it did.
bool launchInBlockIfShort(PlanState &state, mlir::Operation *loop,
                          llvm::function_ref<void()> launchOtherwise);

} // namespace gpujit

#endif // GPUJIT_CONVERSION_LOOPSTOPLAN_GRIDLOOPS_H
