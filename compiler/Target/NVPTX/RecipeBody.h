//===- RecipeBody.h - the instructions of a recipe
//---------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_TARGET_NVPTX_RECIPEBODY_H
#define GPUJIT_TARGET_NVPTX_RECIPEBODY_H

#include "Plan/Plan.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/JSON.h"

namespace gpujit {

/// Writes the body of a program as instructions over 64-bit registers.
///
/// A register holds an integer of fewer bits extended by its sign, an `i1` as 0
/// or 1: so comparisons need no care, and what may leave the width is cut back.
class RecipeBody {
public:
  explicit RecipeBody(plan::ProgramOp program) : program(program) {}

  mlir::LogicalResult write();

  llvm::json::Array body, entries;
  llvm::SmallVector<plan::SiteAttr> sites; ///< the program's, then the host's
  int64_t registerCount = 0;

private:
  using Register = int64_t;

  void writeArguments();
  mlir::LogicalResult writeBlock(mlir::Block &block);
  mlir::LogicalResult writeOp(mlir::Operation &op);
  mlir::LogicalResult writeArithmetic(mlir::Operation &op);
  mlir::LogicalResult writeFor(mlir::scf::ForOp loop);
  mlir::LogicalResult writeWhile(mlir::scf::WhileOp loop);
  mlir::LogicalResult writeIf(mlir::scf::IfOp branch);
  void writeConstant(mlir::arith::ConstantOp op);
  void writeCompare(mlir::arith::CmpIOp op);
  void writeCast(mlir::Operation &op);
  void writeUnsigned(mlir::Operation &op, llvm::StringRef name);
  void writeShiftRightUnsigned(mlir::Operation &op);
  void writeMinMaxUnsigned(mlir::Operation &op, bool isMin);
  void writeCeilDiv(mlir::Operation &op);
  void writeProduct(mlir::arith::MulSIExtendedOp op);
  void writeCheck(plan::CheckOp check);
  void loadArray(mlir::BlockArgument argument);
  void writeScratch(plan::ScratchOp scratch);
  mlir::LogicalResult writeArrayOp(mlir::Operation &op);
  void passArray(mlir::Value array, llvm::json::Array &parameters);
  void writeLaunch(plan::LaunchOp launch);
  /// Copies all at once: what is read isn't yet overwritten.
  void writeMoves(mlir::ValueRange from, mlir::ValueRange to);

  void writeArrayMove(llvm::ArrayRef<Register> from,
                      llvm::ArrayRef<Register> to);
  llvm::SmallVector<Register> freshParts(mlir::MemRefType type);

  Register reg(mlir::Value value);
  Register fresh() { return registerCount++; }
  Register constant(int64_t value);
  Register emit(llvm::StringRef name, llvm::ArrayRef<Register> operands);
  void emitTo(Register result, llvm::StringRef name,
              llvm::ArrayRef<Register> operands);
  /// The value without its sign's extension.
  Register zeroExtended(mlir::Value value);
  /// Cuts a register back to the width of `type`.
  Register normalised(Register value, mlir::Type type);
  void define(mlir::Value value, Register result) { registers[value] = result; }
  /// Runs `write` with a body of its own, and returns that.
  mlir::FailureOr<llvm::json::Array>
  nested(llvm::function_ref<mlir::LogicalResult()> write);

  plan::ProgramOp program;
  llvm::DenseMap<mlir::Value, Register> registers;
  /// The parts of scratch arrays, of arguments that variables hold, of such
  /// variables and of what is loaded from them: address, extents, strides.
  llvm::DenseMap<mlir::Value, llvm::SmallVector<Register>> arrays;
};

} // namespace gpujit

#endif // GPUJIT_TARGET_NVPTX_RECIPEBODY_H
