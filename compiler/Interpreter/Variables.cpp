//===- Variables.cpp - slots, constants -----------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interpreter/Emitter.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::interpreter;

/// Sets the flag in d to `imm`.
static const Instruction *setFlag(const Instruction *pc, Slot *s, Machine &) {
  s[pc->d].i = pc->imm;
  return pc + 1;
}

static const Instruction *checkBound(const Instruction *pc, Slot *s,
                                     Machine &m) {
  return s[pc->a].i ? pc + 1 : m.raise(pc);
}

/// In the order that the interpreter keeps, a part is its variable.
static void emitPartial(pyk::PartialOp op, Emitter &e) {
  for (auto [part, variable] : llvm::zip(op.getParts(), op.getVariables()))
    e.alias(part, e.slotOf(variable));
}

/// Whether a slot knows at run time if it is bound.
static bool isTracked(Value ref) {
  if (ref.getDefiningOp<pyk::PartialOp>())
    return false;
  auto var = ref.getDefiningOp<pyk::VarOp>();
  return !var || var.getTracked();
}

static void emitVar(pyk::VarOp op, Emitter &e) {
  e.slotOf(op.getRef());
  if (op.getTracked())
    e.emit(setFlag, 0, 0, 0, e.boundFlagOf(op.getRef()), 0);
}

static void emitGet(pyk::GetOp op, Emitter &e) {
  if (isTracked(op.getRef())) {
    auto var = op.getRef().getDefiningOp<pyk::VarOp>();
    StringRef name = var ? var.getName() : "";
    e.describe(name, raises::unboundLocal(name));
    e.emit(checkBound, e.boundFlagOf(op.getRef()));
  }
  e.emitCopy(e.slotOf(op.getRef()), e.slotOf(op.getResult()));
}

static void emitSet(pyk::SetOp op, Emitter &e) {
  e.emitCopy(e.slotOf(op.getValue()), e.slotOf(op.getRef()));
  if (isTracked(op.getRef()))
    e.emit(setFlag, 0, 0, 0, e.boundFlagOf(op.getRef()), 1);
}

static void emitIsBound(pyk::IsBoundOp op, Emitter &e) {
  uint32_t result = e.slotOf(op.getResult());
  if (isTracked(op.getRef()))
    e.emitCopy(e.boundFlagOf(op.getRef()), result);
  else
    e.emit(setFlag, 0, 0, 0, result, 1);
}

/// A constant is in the image of the slots: it costs nothing to run.
static void emitConstant(pyk::ConstantOp op, Emitter &e) {
  Slot &slot = e.initial(e.slotOf(op.getResult()));
  if (auto number = dyn_cast<FloatAttr>(op.getValue())) {
    double value = number.getValueAsDouble();
    if (op.getType().isF32())
      slot.f = static_cast<float>(value);
    else if (pyk::isHalf(op.getType()))
      withHalf(kindOf(op.getType()),
               [&](auto tag) { slot.put(decltype(tag)::type::of(value)); });
    else
      slot.d = value;
    return;
  }
  int64_t bits = cast<IntegerAttr>(op.getValue()).getInt();
  withElement(kindOf(op.getType()), [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_arithmetic_v<T>)
      slot.put<T>(static_cast<T>(bits));
  });
}

void interpreter::addVariables(Emitter::Table &table) {
  add<pyk::VarOp, emitVar>(table);
  add<pyk::GetOp, emitGet>(table);
  add<pyk::SetOp, emitSet>(table);
  add<pyk::PartialOp, emitPartial>(table);
  add<pyk::IsBoundOp, emitIsBound>(table);
  add<pyk::ConstantOp, emitConstant>(table);
}
