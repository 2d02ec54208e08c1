//===- ReductionKernel.h - kernels whose threads accumulate ---------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_CONVERSION_LOOPSTOPLAN_REDUCTIONKERNEL_H
#define GPUJIT_CONVERSION_LOOPSTOPLAN_REDUCTIONKERNEL_H

#include "Conversion/LoopsToPlan/KernelBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace gpujit {

/// The parts of one thread, in variables of its own.
struct Parts {
  plan::PartialOp source;
  mlir::SmallVector<mlir::Value> variables;
  mlir::SmallVector<int64_t> offsets; ///< of the blocks' parts in the frame
};

/// Builds a kernel whose threads combine what they accumulate.
class ReductionKernel {
public:
  using Value = mlir::Value;

  /// `loop` is what the kernel does. A block has `threads` threads, 2 to the
  /// power of `levels`.
  ReductionKernel(PlanState &state, mlir::Operation *loop, int64_t threads,
                  int64_t levels)
      : kernel(state, {loop}), body(kernel.body), loc(loop->getLoc()),
        threads(threads), levels(levels) {
    thread = mlir::gpu::ThreadIdOp::create(body, loc, mlir::gpu::Dimension::x);
  }

  /// Gives the thread its variables, with the identities in them.
  void declare(Parts &parts);
  /// Lets the loop's code use the thread's variables.
  void mapParts(Parts &parts);
  /// Opens the loop over the iterations of one of several lanes, leaves `body`
  /// inside and returns the number of the iteration. Where order matters a lane
  /// has neighbouring iterations; otherwise neighbouring lanes do.
  Value openIterations(Value lane, Value lanes, Value count, bool isOrdered);
  /// Emits the iterations of one of several lanes, neighbours to neighbouring
  /// lanes: several at a time where the code is short, so that their loads are
  /// under way together, then what is left.
  void forEachOf(Value lane, Value lanes, Value count, mlir::scf::ForallOp loop,
                 llvm::function_ref<void(Value)> iterate);
  /// Combines two groups of values into the variables.
  void combine(Parts &parts, mlir::ValueRange earlier, mlir::ValueRange later);
  /// A tree over the threads in order: at each level every second of those left
  /// takes in its right neighbour. The total is in the variables of thread 0
  /// and in the first elements of the shared arrays, which are returned.
  mlir::SmallVector<Value> combineInBlock(Parts &parts);
  /// The same; all threads get the total.
  mlir::SmallVector<Value> combineForAll(Parts &parts);
  mlir::SmallVector<Value> load(Parts &parts);
  Value isFirstThread();

  Value constant(int64_t value) {
    return mlir::arith::ConstantIndexOp::create(body, loc, value);
  }

  KernelBuilder kernel;
  mlir::OpBuilder &body;
  mlir::Location loc;
  int64_t threads, levels;
  Value thread; ///< its number in the block
};

} // namespace gpujit

#endif // GPUJIT_CONVERSION_LOOPSTOPLAN_REDUCTIONKERNEL_H
