//===- Translator.h - from the gpu dialect to code ----===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_SIMULATOR_TRANSLATOR_H
#define GPUJIT_SIMULATOR_TRANSLATOR_H

#include "Simulator/Code.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseMap.h"

namespace gpujit::simulator {

/// Translates one kernel. Methods named after an operation return failure after
/// they have emitted an error there.
class Translator {
public:
  explicit Translator(mlir::gpu::GPUFuncOp function) : function(function) {}

  mlir::FailureOr<Kernel> translate();

private:
  using Operation = mlir::Operation;
  using LogicalResult = mlir::LogicalResult;
  using Value = mlir::Value;

  // Translator.cpp: functions, control, meeting points
  LogicalResult addParameters();
  LogicalResult addWorkgroupArrays();
  LogicalResult emit(mlir::Block &block);
  LogicalResult emit(Operation &op);
  LogicalResult emitControl(Operation &op, bool &done);
  LogicalResult emitFor(mlir::scf::ForOp op);
  LogicalResult emitIf(mlir::scf::IfOp op);
  LogicalResult emitWhile(mlir::scf::WhileOp op);
  LogicalResult emitSwitch(mlir::scf::IndexSwitchOp op);
  LogicalResult emitGpu(Operation &op, bool &done);
  // TranslateArithmetic.cpp
  LogicalResult emitArithmetic(Operation &op, bool &done);
  LogicalResult emitMath(Operation &op, bool &done);
  // TranslateMemory.cpp
  LogicalResult emitMemory(Operation &op, bool &done);
  LogicalResult emitAlloca(mlir::memref::AllocaOp op);
  LogicalResult emitReinterpret(mlir::memref::ReinterpretCastOp op);
  LogicalResult emitAtomic(mlir::memref::AtomicRMWOp op);
  LogicalResult emitGenericAtomic(mlir::memref::GenericAtomicRMWOp op);
  LogicalResult addStaticLayout(mlir::MemRefType type, int slot, Operation *op);
  Instruction access(Opcode code, Value array, mlir::ValueRange indices);

  /// The first slot of a value; new values get theirs at the first mention.
  int slot(Value value);
  int newSlots(int count, int64_t initial = 0);
  int constant(int64_t value) { return newSlots(1, value); }
  static int width(mlir::Type type);
  Instruction &add(Opcode op, int dst = 0, int a = 0, int b = 0, int c = 0);
  /// Adds what may fail, with its origin.
  void addAccess(const Instruction &instruction, Operation *op, Value array);
  /// An instruction on integers of that type.
  Instruction &addInteger(Opcode op, mlir::Type type, int dst, int a,
                          int b = 0);
  /// Copies values at once: the sources are read before any is overwritten.
  void move(mlir::ValueRange from, mlir::ValueRange to);
  void copySlots(int from, int to, int count);
  int here() const { return static_cast<int>(kernel.code.size()); }
  void aim(int jump) { kernel.code[jump].target = here(); }

  mlir::gpu::GPUFuncOp function;
  Kernel kernel;
  llvm::DenseMap<Value, int> slots;
};

/// The bytes of an element in memory; 0 if there can be none.
unsigned elementBytes(mlir::Type type);

/// How many slots a value of the type takes.
int slotCount(mlir::Type type);

} // namespace gpujit::simulator

#endif // GPUJIT_SIMULATOR_TRANSLATOR_H
