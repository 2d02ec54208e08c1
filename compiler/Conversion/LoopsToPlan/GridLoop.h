//===- GridLoop.h - a parallel loop on the grid ---------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_CONVERSION_LOOPSTOPLAN_GRIDLOOP_H
#define GPUJIT_CONVERSION_LOOPSTOPLAN_GRIDLOOP_H

#include "Conversion/LoopsToPlan/KernelBuilder.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace gpujit {

/// Blocks of a grid whose loop's length only the device knows, and the most
/// that a reduction takes.
inline constexpr int64_t kFixedGrid = 1024;

/// A loop of a nest, and the dimension of the grid that it runs along.
struct GridLoop {
  mlir::scf::ForallOp loop;
  mlir::gpu::Dimension dimension;
  int32_t blockSize;
  mlir::Value
      count; ///< iterations, in the program; null: only the device knows

  mlir::Value lower() { return get(loop.getMixedLowerBound(), loop); }
  mlir::Value upper() { return get(loop.getMixedUpperBound(), loop); }
  mlir::Value step() { return get(loop.getMixedStep(), loop); }
  mlir::Value index() { return loop.getInductionVars()[0]; }

private:
  /// A bound as a value; constants are made before the loop.
  static mlir::Value get(mlir::ArrayRef<mlir::OpFoldResult> bounds,
                         mlir::scf::ForallOp loop) {
    mlir::OpBuilder builder(loop);
    return getValueOrCreateConstantIndexOp(builder, loop.getLoc(), bounds[0]);
  }
};

/// Whether the program can compute how often the loop runs.
bool hasHostBounds(PlanState &state, mlir::scf::ForallOp loop);
/// The number of iterations, computed in the program.
mlir::Value countIterations(PlanState &state, GridLoop &loop);
/// The count within the kernel; the extent itself where it is one.
mlir::Value importCount(KernelBuilder &kernel, GridLoop &loop);
/// The count where only values of the kernel are used; it may be negative.
mlir::Value countInKernel(KernelBuilder &kernel, GridLoop &loop);
/// lower + number * step, in the kernel.
mlir::Value indexOf(KernelBuilder &kernel, GridLoop &loop, mlir::Value number);

/// Whether iterations accumulate into variables from outside the loop.
bool accumulates(mlir::scf::ForallOp loop);
/// Launches a loop that accumulates: each thread makes a part, each block
/// combines those of its threads, a last block those of all blocks.
void launchReduction(PlanState &state, mlir::scf::ForallOp loop);

/// Where a loop updates elements of one array: emits a launch whose blocks have
/// copies of it in shared memory and, by `launchOtherwise`, one without, and
/// the choice by the array's extent. Returns whether it did.
bool launchHistogram(PlanState &state, mlir::scf::ForallOp loop,
                     llvm::function_ref<void()> launchOtherwise);

/// Where a loop around others may have a block for each iteration: emits both
/// that launch and, by `launchOtherwise`, one with a thread for each, and the
/// choice by the length of the inner loops. Returns whether it did.
bool launchRowsOrNest(PlanState &state, mlir::scf::ForallOp loop,
                      llvm::function_ref<void()> launchOtherwise);

} // namespace gpujit

#endif // GPUJIT_CONVERSION_LOOPSTOPLAN_GRIDLOOP_H
