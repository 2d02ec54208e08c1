//===- Emitter.h - pyk to code --------------------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_INTERPRETER_EMITTER_H
#define GPUJIT_INTERPRETER_EMITTER_H

#include "Interpreter/Code.h"
#include "Interpreter/Machine.h"
#include "Interpreter/Numerics.h"
#include "llvm/ADT/DenseMap.h"

namespace gpujit::interpreter {

/// A place in the code that jumps go to.
using Label = unsigned;

/// Writes the code of one function, operation by operation.
class Emitter {
public:
  /// Emits one operation. The table has one for each kind of operation.
  using Emit = void (*)(mlir::Operation *, Emitter &);
  using Table = llvm::DenseMap<mlir::TypeID, Emit>;

  explicit Emitter(Code &code, const Table &table);

  llvm::Error emitFunction(pyk::FuncOp func);

  //===--------------------------------------------------------------------===//
  // Slots
  //===--------------------------------------------------------------------===//

  /// The slot of a value, made at the first call.
  uint32_t slotOf(mlir::Value value);
  /// A slot (the first of `count`) that no value has.
  uint32_t newSlot(unsigned count = 1);
  /// Makes `value` live where another does.
  void alias(mlir::Value value, uint32_t slot) { slots[value] = slot; }
  /// What a slot holds at the start of a run.
  Slot &initial(uint32_t slot) { return code.image[slot]; }
  /// The slot that says whether a tracked variable is bound.
  uint32_t boundFlagOf(mlir::Value ref);

  //===--------------------------------------------------------------------===//
  // Instructions
  //===--------------------------------------------------------------------===//

  /// Appends an instruction of the operation that is being emitted.
  void emit(Handler run, uint32_t a = 0, uint32_t b = 0, uint32_t c = 0,
            uint32_t d = 0, int64_t imm = 0);
  void emitCopy(uint32_t from, uint32_t to);
  /// `operands` into `results`, which differ in all slots.
  void emitCopies(mlir::ValueRange operands, mlir::ValueRange results);
  /// Gives the current operation's raising instructions a name and exception.
  void describe(llvm::StringRef name, RaiseInfo info = {});

  Label newLabel();
  /// Binds `label` to the next instruction.
  void bind(Label label);
  /// Sets the last instruction's `imm` to the distance to `label`.
  void aim(Label label);
  void jump(Label label);
  /// The site of the operation that is being emitted.
  uint32_t siteOfCurrent();
  /// Goes to `label` when the i1 `condition` is false.
  void jumpUnless(mlir::Value condition, Label label);

  void emitBlock(mlir::Block &block);

  //===--------------------------------------------------------------------===//
  // Exits of regions
  //===--------------------------------------------------------------------===//

  /// Where yield, break, continue and return inside an operation go to.
  struct Exits {
    Label yield = 0;
    Label leave = 0; ///< break; return for functions and callees
    Label next = 0;  ///< continue
  };
  void setExits(mlir::Operation *op, Exits exits) { exitsOf[op] = exits; }
  const Exits &exits(mlir::Operation *op) { return exitsOf[op]; }

  Code &code;

private:
  const Table &table;
  mlir::Operation *current = nullptr;
  mlir::Operation *unknown = nullptr;
  llvm::DenseMap<mlir::Value, uint32_t> slots;
  llvm::DenseMap<mlir::Value, uint32_t> boundFlags;
  llvm::DenseMap<mlir::Operation *, Exits> exitsOf;
  llvm::DenseMap<mlir::Operation *, uint32_t> sites;
  std::vector<size_t> labels;
  std::vector<std::pair<size_t, Label>> jumps;
};

/// Whether a comparison is part of the branch that follows it.
bool isFusedWithBranch(pyk::CmpOp op);

/// Each group of operations adds its own.
void addVariables(Emitter::Table &table);
void addArrays(Emitter::Table &table);
void addArithmetic(Emitter::Table &table);
void addComparisons(Emitter::Table &table);
void addCasts(Emitter::Table &table);
void addMath(Emitter::Table &table);
void addPrint(Emitter::Table &table);
void addControl(Emitter::Table &table);

/// Instructions that tell a recorder what the ones after them do; nothing where
/// the code doesn't record. `subscripts` are slots.
void recordLoop(pyk::ForOp op, Emitter &e);
void recordIteration(pyk::ForOp op, uint32_t value, Emitter &e);
void recordAccess(mlir::Operation *op, mlir::Value array, bool isWrite,
                  const uint32_t (&subscripts)[GPUJIT_MAX_RANK], Emitter &e);
void recordAllocation(pyk::AllocOp op, uint32_t array, Emitter &e);

/// Adds `emit`, a function of the operation's own class.
template <class Op, void (*emit)(Op, Emitter &)>
void add(Emitter::Table &table) {
  table[mlir::TypeID::get<Op>()] = [](mlir::Operation *op, Emitter &emitter) {
    emit(mlir::cast<Op>(op), emitter);
  };
}

//===----------------------------------------------------------------------===//
// Handlers of the common shapes
//===----------------------------------------------------------------------===//

/// d = F(a, b), for a stateless functor F.
template <class F, class T, class R = T>
const Instruction *binary(const Instruction *pc, Slot *s, Machine &) {
  s[pc->d].put<R>(F()(s[pc->a].get<T>(), s[pc->b].get<T>()));
  return pc + 1;
}

/// d = F(a).
template <class F, class T, class R = T>
const Instruction *unary(const Instruction *pc, Slot *s, Machine &) {
  s[pc->d].put<R>(F()(s[pc->a].get<T>()));
  return pc + 1;
}

} // namespace gpujit::interpreter

#endif // GPUJIT_INTERPRETER_EMITTER_H
