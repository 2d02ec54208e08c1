//===- Recording.cpp - instructions that tell a recorder ------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interpreter/Emitter.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::interpreter;

/// The number of loops over ranges around `op`.
static unsigned depthOf(Operation *op) {
  unsigned depth = 0;
  for (Operation *outer = op->getParentOp(); outer;
       outer = outer->getParentOp())
    depth += isa<pyk::ForOp>(outer);
  return depth;
}

//===----------------------------------------------------------------------===//
// Loops: imm is the loop's number, a the slot of the iteration's value.
//===----------------------------------------------------------------------===//

static const Instruction *noteLoop(const Instruction *pc, Slot *, Machine &m) {
  m.recorder->enterLoop(pc->imm);
  return pc + 1;
}

static const Instruction *noteIteration(const Instruction *pc, Slot *s,
                                        Machine &m) {
  m.recorder->startIteration(pc->imm, s[pc->a].i);
  return pc + 1;
}

void interpreter::recordLoop(pyk::ForOp op, Emitter &e) {
  if (!e.code.records)
    return;
  int64_t index = op.getIndex() ? static_cast<int64_t>(*op.getIndex()) : -1;
  e.emit(noteLoop, 0, 0, 0, 0, e.code.loops.size());
  e.code.loops.push_back({e.code.sites[e.siteOfCurrent()].trace,
                          op.getName().str(), index, op.getAsserted(),
                          depthOf(op)});
}

void interpreter::recordIteration(pyk::ForOp op, uint32_t value, Emitter &e) {
  // Loops inside come after: this one is still the last.
  if (e.code.records)
    e.emit(noteIteration, value, 0, 0, 0, e.code.loops.size() - 1);
}

//===----------------------------------------------------------------------===//
// Arrays: operands as of the access that follows, but d is the access's number.
//===----------------------------------------------------------------------===//

/// What is out of bounds is left to the access itself.
static const Instruction *noteAccess(const Instruction *pc, Slot *s,
                                     Machine &m) {
  const uint32_t slots[] = {pc->b, pc->c, static_cast<uint32_t>(pc->imm),
                            static_cast<uint32_t>(pc->imm >> 32)};
  unsigned rank = m.code.accesses[pc->d].rank;
  const View *view = s[pc->a].view;
  const char *address = view->data;
  int64_t element[GPUJIT_MAX_RANK];
  for (unsigned axis = 0; axis < rank; ++axis) {
    int64_t written = s[slots[axis]].i, extent = view->extents[axis];
    element[axis] = written < 0 ? written + extent : written;
    if (element[axis] < 0 || element[axis] >= extent)
      return pc + 1;
    address += element[axis] * view->strides[axis];
  }
  m.recorder->touch(pc->d, reinterpret_cast<uintptr_t>(address),
                    llvm::ArrayRef(element, rank));
  return pc + 1;
}

void interpreter::recordAccess(Operation *op, Value array, bool isWrite,
                               const uint32_t (&subscripts)[GPUJIT_MAX_RANK],
                               Emitter &e) {
  if (!e.code.records)
    return;
  auto type = cast<pyk::ArrayType>(array.getType());
  e.emit(noteAccess, e.slotOf(array), subscripts[0], subscripts[1],
         e.code.accesses.size(),
         static_cast<int64_t>(uint64_t(subscripts[3]) << 32 | subscripts[2]));
  e.code.accesses.push_back({e.siteOfCurrent(), isWrite,
                             sizeOf(kindOf(type.getElementType())),
                             type.getRank(), depthOf(op)});
}

/// A new local array in a; imm is its number, d whether it has no
/// values yet.
static const Instruction *noteAllocation(const Instruction *pc, Slot *s,
                                         Machine &m) {
  m.recorder->allocate(*s[pc->a].view,
                       m.code.localArrays[pc->imm].allocation(s).bytes, pc->d);
  return pc + 1;
}

void interpreter::recordAllocation(pyk::AllocOp op, uint32_t array,
                                   Emitter &e) {
  if (e.code.records)
    e.emit(noteAllocation, array, 0, 0, !op.getFill(),
           e.code.localArrays.size() - 1);
}
