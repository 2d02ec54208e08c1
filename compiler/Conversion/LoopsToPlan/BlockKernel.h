//===- BlockKernel.h - code that a block runs together --------*- C++ -*-===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The threads of a block share the iterations of parallel loops. What stands
// between those is done by all threads, each with its own copy of the
// variables, which stay equal; only the first thread stores to arrays. So loops
// and branches between them go the same way in all threads, which meet at
// barriers.
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_CONVERSION_LOOPSTOPLAN_BLOCKKERNEL_H
#define GPUJIT_CONVERSION_LOOPSTOPLAN_BLOCKKERNEL_H

#include "Conversion/LoopsToPlan/GridLoop.h"
#include "Conversion/LoopsToPlan/ReductionKernel.h"

namespace gpujit {

/// Whether the threads of a block can do the operation together, as part of
/// `outer`.
bool canShare(mlir::Operation &op, mlir::Operation *outer);

/// Builds a kernel whose blocks do the code of one block of operations.
class BlockKernel : public ReductionKernel {
public:
  using ReductionKernel::ReductionKernel;

  /// Emits the operations of a block, without the terminator.
  void build(mlir::Block &block);
  void buildOne(mlir::Operation &op);
  /// Has the code's checks recorded in program order. In front of all code.
  void beginChecks();

private:
  void distribute(mlir::scf::ForallOp loop);
  void emitIterations(mlir::scf::ForallOp loop, bool isOrdered);
  void store(mlir::Operation *op);
  void branch(mlir::scf::IfOp op);
  void repeat(mlir::scf::ForOp op);
  void repeat(mlir::scf::WhileOp op);
  void barrier();
  std::pair<Value, Value> split(Value number, Value width);
  void unlessFailed(llvm::function_ref<void()> emit);
  void beginStep();
  void agreeOnFailure();

  Value step; ///< variable: parts of the code begun so far; null: no checks
  Value anyFailed; ///< shared: whether a thread's check has failed
};

} // namespace gpujit

#endif // GPUJIT_CONVERSION_LOOPSTOPLAN_BLOCKKERNEL_H
