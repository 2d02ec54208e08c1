//===- TranslateMemory.cpp - memref as code ----===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Simulator/Translator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::simulator;

/// The name that a location carries, in quotes behind a blank; or nothing.
static std::string nameIn(Location location) {
  auto name = dyn_cast<NameLoc>(location);
  return name ? " '" + name.getName().str() + "'" : "";
}

/// What a person calls an array: by its name in the source, if it has one.
static std::string arrayName(Value array) {
  while (Operation *op = array.getDefiningOp()) {
    if (isa<memref::AllocaOp>(op))
      return (nameIn(op->getLoc()).empty() ? "a local array" : "local array") +
             nameIn(op->getLoc());
    if (!isa<memref::CastOp, memref::ViewOp, memref::ReinterpretCastOp>(op))
      return "an array";
    array = op->getOperand(0);
  }
  auto argument = cast<BlockArgument>(array);
  auto function = dyn_cast<gpu::GPUFuncOp>(argument.getOwner()->getParentOp());
  if (!function)
    return "an array";
  if (std::string name = nameIn(argument.getLoc()); !name.empty())
    return name.substr(1);
  unsigned inputs = function.getFunctionType().getNumInputs();
  if (argument.getArgNumber() >= inputs)
    return "shared memory";
  return "parameter " + std::to_string(argument.getArgNumber());
}

void Translator::addAccess(const Instruction &instruction, Operation *op,
                           Value array) {
  kernel.origins[here()] = {traceOf(op->getLoc()), arrayName(array)};
  kernel.code.push_back(instruction);
}

/// The extents and strides of a static shape.
LogicalResult Translator::addStaticLayout(MemRefType type, int at,
                                          Operation *op) {
  if (!type.hasStaticShape() || !type.getLayout().isIdentity() ||
      !elementBytes(type.getElementType()))
    return op->emitError("the simulated device has no local arrays of type ")
           << type;
  int64_t stride = 1;
  for (int64_t axis = type.getRank() - 1; axis >= 0; --axis) {
    kernel.slots[at + 2 + axis] = type.getDimSize(axis);
    kernel.slots[at + 2 + type.getRank() + axis] = stride;
    stride *= type.getDimSize(axis);
  }
  return success();
}

LogicalResult Translator::emitAlloca(memref::AllocaOp op) {
  int at = slot(op);
  if (failed(addStaticLayout(op.getType(), at, op)))
    return failure();
  int64_t size = op.getType().getNumElements() *
                 elementBytes(op.getType().getElementType());
  add(Opcode::LocalArray, at, 0, 0, static_cast<int>(size)).immediate =
      kernel.localBytes;
  kernel.localBytes += (size + 15) / 16 * 16;
  return success();
}

Instruction Translator::access(Opcode code, Value array, ValueRange indices) {
  Type element = cast<MemRefType>(array.getType()).getElementType();
  Instruction made;
  made.op = code;
  made.a = slot(array);
  made.rank = static_cast<uint8_t>(indices.size());
  made.bytes = static_cast<uint8_t>(elementBytes(element));
  made.isDouble = element.isF64();
  if (element.isIntOrIndex())
    made.shift = static_cast<uint8_t>(64 - width(element));
  made.list = static_cast<int32_t>(kernel.lists.size());
  for (Value index : indices)
    kernel.lists.push_back(slot(index));
  return made;
}

LogicalResult Translator::emitReinterpret(memref::ReinterpretCastOp op) {
  int at = slot(op), from = slot(op.getSource());
  int64_t rank = op.getType().getRank();
  auto value = [&](OpFoldResult given) {
    if (std::optional<int64_t> known = getConstantIntValue(given))
      return constant(*known);
    return slot(cast<Value>(given));
  };
  int bytes = constant(elementBytes(op.getType().getElementType()));
  int offset = newSlots(1);
  add(Opcode::Mul, offset, value(op.getMixedOffsets().front()), bytes);
  add(Opcode::Move, at, from);
  add(Opcode::Add, at + 1, from + 1, offset);
  for (int64_t axis = 0; axis < rank; ++axis) {
    add(Opcode::Move, at + 2 + axis, value(op.getMixedSizes()[axis]));
    add(Opcode::Move, at + 2 + rank + axis, value(op.getMixedStrides()[axis]));
  }
  return success();
}

static std::optional<AtomicKind> atomicKind(arith::AtomicRMWKind kind) {
  switch (kind) {
  case arith::AtomicRMWKind::addf:
    return AtomicKind::AddF;
  case arith::AtomicRMWKind::addi:
    return AtomicKind::AddI;
  case arith::AtomicRMWKind::assign:
    return AtomicKind::Exchange;
  case arith::AtomicRMWKind::maximumf:
    return AtomicKind::MaxF;
  case arith::AtomicRMWKind::minimumf:
    return AtomicKind::MinF;
  case arith::AtomicRMWKind::maxnumf:
    return AtomicKind::MaxNumF;
  case arith::AtomicRMWKind::minnumf:
    return AtomicKind::MinNumF;
  case arith::AtomicRMWKind::maxs:
    return AtomicKind::MaxS;
  case arith::AtomicRMWKind::maxu:
    return AtomicKind::MaxU;
  case arith::AtomicRMWKind::mins:
    return AtomicKind::MinS;
  case arith::AtomicRMWKind::minu:
    return AtomicKind::MinU;
  case arith::AtomicRMWKind::mulf:
    return AtomicKind::MulF;
  case arith::AtomicRMWKind::muli:
    return AtomicKind::MulI;
  case arith::AtomicRMWKind::andi:
    return AtomicKind::And;
  case arith::AtomicRMWKind::ori:
    return AtomicKind::Or;
  case arith::AtomicRMWKind::xori:
    return AtomicKind::Xor;
  default:
    return std::nullopt;
  }
}

LogicalResult Translator::emitAtomic(memref::AtomicRMWOp op) {
  std::optional<AtomicKind> kind = atomicKind(op.getKind());
  if (!kind)
    return op.emitError("the simulated device doesn't know this atomic");
  Instruction made = access(Opcode::Atomic, op.getMemref(), op.getIndices());
  made.atomic = *kind;
  made.dst = slot(op.getResult());
  made.b = slot(op.getValue());
  addAccess(made, op, op.getMemref());
  return success();
}

/// An atomic load, the body, and the store that belongs to it: a thread isn't
/// suspended in front of the latter.
LogicalResult Translator::emitGenericAtomic(memref::GenericAtomicRMWOp op) {
  Block &body = op.getRegion().front();
  for (Operation &inner : body)
    if (inner.getNumRegions() || isa<memref::LoadOp, memref::StoreOp>(inner))
      return inner.emitError("the simulated device takes arithmetic only in an "
                             "atomic operation");
  Instruction made = access(Opcode::Atomic, op.getMemref(), op.getIndices());
  made.atomic = AtomicKind::Generic;
  made.dst = slot(body.getArgument(0));
  addAccess(made, op, op.getMemref());
  for (Operation &inner : body.without_terminator())
    if (failed(emit(inner)))
      return failure();
  made.op = Opcode::Store;
  made.atomic = AtomicKind::Generic;
  made.b = slot(body.getTerminator()->getOperand(0));
  addAccess(made, op, op.getMemref());
  add(Opcode::Move, slot(op.getResult()), made.b);
  return success();
}

LogicalResult Translator::emitMemory(Operation &op, bool &done) {
  if (auto load = dyn_cast<memref::LoadOp>(op)) {
    Instruction made =
        access(Opcode::Load, load.getMemref(), load.getIndices());
    made.dst = slot(load);
    addAccess(made, &op, load.getMemref());
  } else if (auto store = dyn_cast<memref::StoreOp>(op)) {
    Instruction made =
        access(Opcode::Store, store.getMemref(), store.getIndices());
    made.b = slot(store.getValue());
    addAccess(made, &op, store.getMemref());
  } else if (auto alloca = dyn_cast<memref::AllocaOp>(op)) {
    return emitAlloca(alloca);
  } else if (auto dim = dyn_cast<memref::DimOp>(op)) {
    std::optional<int64_t> axis = dim.getConstantIndex();
    if (!axis)
      return op.emitError("the simulated device needs a constant axis");
    add(Opcode::Move, slot(dim),
        slot(dim.getSource()) + 2 + static_cast<int>(*axis));
  } else if (isa<memref::CastOp, memref::MemorySpaceCastOp>(op)) {
    if (!isa<MemRefType>(op.getOperand(0).getType()))
      return op.emitError("the simulated device needs a ranked array");
    slots[op.getResult(0)] = slot(op.getOperand(0));
  } else if (auto view = dyn_cast<memref::ViewOp>(op)) {
    if (failed(addStaticLayout(view.getType(), slot(view), &op)))
      return failure();
    add(Opcode::Move, slot(view), slot(view.getSource()));
    add(Opcode::Add, slot(view) + 1, slot(view.getSource()) + 1,
        slot(view.getByteShift()));
  } else if (auto cast = dyn_cast<memref::ReinterpretCastOp>(op)) {
    return emitReinterpret(cast);
  } else if (auto atomic = dyn_cast<memref::AtomicRMWOp>(op)) {
    return emitAtomic(atomic);
  } else if (auto atomic = dyn_cast<memref::GenericAtomicRMWOp>(op)) {
    return emitGenericAtomic(atomic);
  } else if (auto shared = dyn_cast<gpu::DynamicSharedMemoryOp>(op)) {
    kernel.slots[slot(shared) + 3] = 1;
    add(Opcode::DynamicShared, slot(shared));
  } else {
    done = isa<memref::AtomicYieldOp>(op);
  }
  return success();
}
