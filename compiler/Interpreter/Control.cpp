//===- Control.cpp - loops, branches, callees, exits ----------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interpreter/Emitter.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::interpreter;

//===----------------------------------------------------------------------===//
// for: the slots at d are the iteration's value, the iterations left, the step.
//===----------------------------------------------------------------------===//

/// The length of range(lower, upper, step).
static uint64_t lengthOfRange(int64_t lower, int64_t upper, int64_t step) {
  uint64_t low = lower, high = upper, stride = step;
  if (step < 0) {
    std::swap(low, high);
    stride = 0 - stride;
    std::swap(lower, upper);
  }
  return lower < upper ? (high - low - 1) / stride + 1 : 0;
}

static const Instruction *enterFor(const Instruction *pc, Slot *s, Machine &m) {
  int64_t lower = s[pc->a].i, upper = s[pc->b].i, step = s[pc->c].i;
  if (step == 0)
    return m.raise(pc);
  uint64_t length = lengthOfRange(lower, upper, step);
  s[pc->d].i = lower;
  s[pc->d + 1].put(length);
  s[pc->d + 2].i = step;
  return pc + (length ? 1 : pc->imm);
}

static const Instruction *nextOfFor(const Instruction *pc, Slot *s,
                                    Machine &m) {
  if (--s[pc->d + 1].i == 0)
    return pc + 1;
  s[pc->d].i += s[pc->d + 2].i;
  if (m.spend(-pc->imm))
    return nullptr;
  return pc + pc->imm;
}

static void emitFor(pyk::ForOp op, Emitter &e) {
  uint32_t state = e.newSlot(3);
  e.alias(op.getInductionVar(), state);
  Label start = e.newLabel(), next = e.newLabel(), end = e.newLabel();
  e.setExits(op, {next, end, next});

  e.describe(op.getName(), raises::zeroStep());
  recordLoop(op, e);
  e.emit(enterFor, e.slotOf(op.getLower()), e.slotOf(op.getUpper()),
         e.slotOf(op.getStep()), state);
  e.aim(end);
  e.bind(start);
  recordIteration(op, state, e);
  e.emitBlock(op.getBody().front());
  e.bind(next);
  e.emit(nextOfFor, 0, 0, 0, state);
  e.aim(start);
  e.bind(end);
}

//===----------------------------------------------------------------------===//
// while
//===----------------------------------------------------------------------===//

static const Instruction *goBack(const Instruction *pc, Slot *, Machine &m) {
  return m.spend(-pc->imm) ? nullptr : pc + pc->imm;
}

static void emitWhile(pyk::WhileOp op, Emitter &e) {
  Label start = e.newLabel(), next = e.newLabel(), end = e.newLabel();
  e.setExits(op, {next, end, next});
  e.bind(start);
  e.emitBlock(op.getBefore().front());
  e.emitBlock(op.getBody().front());
  e.bind(next);
  e.emit(goBack);
  e.aim(start);
  e.bind(end);
}

static void emitCondition(pyk::ConditionOp op, Emitter &e) {
  e.jumpUnless(op.getCondition(), e.exits(op->getParentOp()).leave);
}

//===----------------------------------------------------------------------===//
// if, inlined callees
//===----------------------------------------------------------------------===//

static void emitIf(pyk::IfOp op, Emitter &e) {
  Label otherwise = e.newLabel(), end = e.newLabel();
  e.setExits(op, {end, end, end});
  e.jumpUnless(op.getCondition(), otherwise);
  e.emitBlock(op.getThenRegion().front());
  if (op.getElseRegion().empty()) {
    e.bind(end);
    return e.bind(otherwise);
  }
  e.bind(otherwise);
  e.emitBlock(op.getElseRegion().front());
  e.bind(end);
}

static void emitInlined(pyk::InlinedOp op, Emitter &e) {
  Label end = e.newLabel();
  e.setExits(op, {end, end, end});
  e.emitBlock(op.getBody().front());
  e.bind(end);
}

//===----------------------------------------------------------------------===//
// Exits
//===----------------------------------------------------------------------===//

/// Stores the scalar in a as the kernel's result.
template <class T>
static const Instruction *giveResult(const Instruction *pc, Slot *s,
                                     Machine &m) {
  if (m.result)
    storeElement<T>(static_cast<char *>(m.result), s[pc->a].get<T>());
  return pc + 1;
}

static void emitYield(pyk::YieldOp op, Emitter &e) {
  Operation *parent = op->getParentOp();
  // What an update yields is stored by the update.
  if (!isa<pyk::UpdateOp>(parent))
    e.emitCopies(op.getOperands(), parent->getResults());
  e.jump(e.exits(parent).yield);
}

static void emitReturn(pyk::ReturnOp op, Emitter &e) {
  Operation *left = op->getParentOp();
  while (!isa<pyk::FuncOp, pyk::InlinedOp>(left))
    left = left->getParentOp();
  if (isa<pyk::InlinedOp>(left))
    e.emitCopies(op.getOperands(), left->getResults());
  else
    for (Value value : op.getOperands())
      e.emit(withElement(kindOf(value.getType()),
                         [](auto tag) -> Handler {
                           return giveResult<typename decltype(tag)::type>;
                         }),
             e.slotOf(value));
  e.jump(e.exits(left).leave);
}

static Operation *loopAround(Operation *op) {
  Operation *loop = op->getParentOp();
  while (!isa<pyk::ForOp, pyk::WhileOp>(loop))
    loop = loop->getParentOp();
  return loop;
}

static void emitBreak(pyk::BreakOp op, Emitter &e) {
  e.jump(e.exits(loopAround(op)).leave);
}

static void emitContinue(pyk::ContinueOp op, Emitter &e) {
  e.jump(e.exits(loopAround(op)).next);
}

static const Instruction *raise(const Instruction *pc, Slot *, Machine &m) {
  return m.raise(pc);
}

static void emitRaise(pyk::RaiseOp op, Emitter &e) {
  e.describe("", {op.getException().str(), op.getMessage().str()});
  e.emit(raise);
}

void interpreter::addControl(Emitter::Table &table) {
  add<pyk::ForOp, emitFor>(table);
  add<pyk::WhileOp, emitWhile>(table);
  add<pyk::ConditionOp, emitCondition>(table);
  add<pyk::IfOp, emitIf>(table);
  add<pyk::InlinedOp, emitInlined>(table);
  add<pyk::YieldOp, emitYield>(table);
  add<pyk::ReturnOp, emitReturn>(table);
  add<pyk::BreakOp, emitBreak>(table);
  add<pyk::ContinueOp, emitContinue>(table);
  add<pyk::RaiseOp, emitRaise>(table);
}
