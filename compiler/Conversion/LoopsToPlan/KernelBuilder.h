//===- KernelBuilder.h - one kernel and its launch
//---------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_CONVERSION_LOOPSTOPLAN_KERNELBUILDER_H
#define GPUJIT_CONVERSION_LOOPSTOPLAN_KERNELBUILDER_H

#include "Conversion/LoopsToPlan/HostValues.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace gpujit {

/// The plan's device buffer: the error block, then the words of values that
/// live from one launch to the next.
class Frame {
public:
  /// The word of a value or variable, allotted at the first question.
  int64_t offsetOf(mlir::Value value);
  /// Room for an array of its own.
  int64_t allot(mlir::MemRefType type);
  bool contains(mlir::Value value) const { return words.contains(value); }
  int64_t size() const;

private:
  int64_t allotBytes(int64_t bytes);

  llvm::DenseMap<mlir::Value, int64_t> words;
  int64_t end = 0;
};

/// What all kernels of a plan share.
struct PlanState {
  PlanState(mlir::func::FuncOp function, plan::ProgramOp program,
            mlir::gpu::GPUModuleOp kernels)
      : function(function), program(program), kernels(kernels),
        host(mlir::OpBuilder::atBlockEnd(&program.getBody().front())),
        values(host) {}

  /// The index of a raising site, entered at the first question.
  int64_t siteOf(plan::CheckOp check);

  mlir::func::FuncOp function;
  plan::ProgramOp program;
  mlir::gpu::GPUModuleOp kernels;
  mlir::OpBuilder host; ///< stands where the program grows
  HostValues values;
  Frame frame;
  llvm::SetVector<mlir::Attribute> sites;
  /// Arrays that may share elements with another argument.
  llvm::SmallPtrSet<mlir::Value, 4> overlapping;
  /// Pure operations of arguments and host values that the host can't compute.
  llvm::SmallPtrSet<mlir::Operation *, 16> recomputed;
  /// Conditions that only the device knows, around the place that grows:
  /// kernels do nothing unless all of them are as given.
  llvm::SmallVector<std::pair<mlir::Value, bool>> predicates;
  /// What was done with each loop of the report; empty: not met.
  llvm::SmallVector<std::string> mappings;
  unsigned kernelCount = 0;
  /// Iterations from which a grid is full with several to a thread.
  int64_t manyIterations = 0;

  /// Notes what was done with a loop that the report lists. The first copy of a
  /// loop that has several versions is the one that the report speaks of.
  void recordMapping(mlir::Operation *loop, llvm::StringRef mapping);
  /// Notes it for all loops inside `op`, and for `op` itself.
  void recordMappingsWithin(mlir::Operation *op, llvm::StringRef mapping);
};

/// Builds one kernel: brings in what the code uses from outside, as arguments,
/// copies, or words of the frame; lowers its checks; ends with the launch.
class KernelBuilder {
public:
  /// `unit` are the operations of the loops stage that the kernel will do, all
  /// in one block.
  KernelBuilder(PlanState &state, mlir::ArrayRef<mlir::Operation *> unit);

  /// The kernel's own value for one of the loops stage.
  mlir::Value import(mlir::Value value);
  /// The kernel's argument for a value of the program.
  mlir::Value argument(mlir::Value hostValue);
  /// The same for one that is known to be at least 0.
  mlir::Value nonNegativeArgument(mlir::Value hostValue);

  /// Maps a value of the loops stage, such as a loop's index.
  void map(mlir::Value value, mlir::Value counterpart) {
    mapping.map(value, counterpart);
  }
  /// Copies an operation and all that it uses to where `body` stands.
  void clone(mlir::Operation *op);
  /// Copies the operations of a block with its arguments replaced, without the
  /// terminator; returns what stands for the terminator's operands.
  mlir::SmallVector<mlir::Value> inlineBlock(mlir::Block &block,
                                             mlir::ValueRange arguments);
  /// An array that the threads of a block share, declared by the kernel.
  mlir::Value shared(int64_t count, mlir::Type element);
  /// An array in the frame.
  mlir::Value frameArray(mlir::MemRefType type, int64_t offset);
  /// The word of a value of the loops stage, or the contents of a variable, in
  /// the frame.
  mlir::Value frameView(mlir::Value value);
  /// Whether a variable is used by this kernel alone.
  bool isLocal(mlir::Value variable) const;
  /// Stores a value of the loops stage in its word of the frame.
  void storeToFrame(mlir::Value value);

  /// Marks where an iteration starts; checks record `key()` as its number. Code
  /// after the iterations of a thread counts as its last one.
  void beginIteration(llvm::function_ref<mlir::Value()> key);
  /// Sets the number that checks record, without forgetting a failure.
  void setIteration(mlir::Value key);
  mlir::Value loadIteration();
  /// Sets whether a check of this thread counts as failed.
  void setFailed(mlir::Value failed);
  bool hasChecks() const;

  /// Lowers checks, seals the kernel and emits its launch.
  void launch(mlir::Value gridX, mlir::Value gridY, mlir::Value gridZ,
              mlir::ArrayRef<int32_t> block);

  mlir::Location getLoc() const { return loc; }

  mlir::OpBuilder body; ///< stands where the kernel's code grows

private:
  mlir::Value frameArg();
  mlir::Value importComputed(mlir::Value value);
  void testPredicates();
  void lowerChecks();
  void importOperands(mlir::Operation *op);
  void copyCallees(mlir::Operation *op);

  PlanState &state;
  mlir::SmallVector<mlir::Operation *> unit;
  mlir::Location loc;
  mlir::gpu::GPUFuncOp kernel;
  mlir::OpBuilder entry; ///< stands before the code, where imports grow
  mlir::IRMapping mapping;
  llvm::MapVector<mlir::Value, mlir::Value> arguments; ///< of the program's
  llvm::SmallVector<unsigned> nonNegative; ///< numbers of parameters
  mlir::Value frameArgument;
  mlir::Value failedFlag, iterationKey; ///< variables
};

} // namespace gpujit

#endif // GPUJIT_CONVERSION_LOOPSTOPLAN_KERNELBUILDER_H
