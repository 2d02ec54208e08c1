//===- Translator.cpp - from the gpu dialect to code ----===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Simulator/Translator.h"

#include "Plan/Plan.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::simulator;

//===----------------------------------------------------------------------===//
// Slots
//===----------------------------------------------------------------------===//

int simulator::slotCount(Type type) {
  auto array = dyn_cast<MemRefType>(type);
  return array ? 2 + 2 * static_cast<int>(array.getRank()) : 1;
}

unsigned simulator::elementBytes(Type type) {
  if (type.isIndex())
    return 8;
  return type.isIntOrFloat() ? (type.getIntOrFloatBitWidth() + 7) / 8 : 0;
}

int Translator::newSlots(int count, int64_t initial) {
  kernel.slots.resize(kernel.slots.size() + count, initial);
  return static_cast<int>(kernel.slots.size()) - count;
}

int Translator::slot(Value value) {
  auto [entry, isNew] = slots.try_emplace(value, 0);
  if (isNew)
    entry->second = newSlots(slotCount(value.getType()));
  return entry->second;
}

int Translator::width(Type type) {
  return type.isIndex() ? 64 : static_cast<int>(type.getIntOrFloatBitWidth());
}

Instruction &Translator::add(Opcode op, int dst, int a, int b, int c) {
  Instruction instruction;
  instruction.op = op;
  instruction.dst = dst;
  instruction.a = a;
  instruction.b = b;
  instruction.c = c;
  return kernel.code.emplace_back(instruction);
}

Instruction &Translator::addInteger(Opcode op, Type type, int dst, int a,
                                    int b) {
  Instruction &added = add(op, dst, a, b);
  added.shift = static_cast<uint8_t>(64 - width(type));
  return added;
}

void Translator::copySlots(int from, int to, int count) {
  for (int i = 0; i < count; ++i)
    add(Opcode::Move, to + i, from + i);
}

void Translator::move(ValueRange from, ValueRange to) {
  std::vector<std::pair<int, int>> moves; // source, target
  for (auto [source, target] : llvm::zip_equal(from, to))
    for (int i = 0; i < slotCount(source.getType()); ++i)
      moves.emplace_back(slot(source) + i, slot(target) + i);
  if (moves.size() > 1)
    for (auto &[source, target] : moves) {
      int copy = newSlots(1);
      add(Opcode::Move, copy, source);
      source = copy;
    }
  for (auto [source, target] : moves)
    add(Opcode::Move, target, source);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

LogicalResult Translator::addParameters() {
  for (BlockArgument argument : function.getArguments().take_front(
           function.getFunctionType().getNumInputs())) {
    Parameter &parameter = kernel.parameters.emplace_back();
    parameter.slot = slot(argument);
    Type type = argument.getType();
    if (auto array = dyn_cast<MemRefType>(type)) {
      parameter.isArray = true;
      parameter.rank = static_cast<int>(array.getRank());
      parameter.isStrided = !array.getLayout().isIdentity();
      for (int64_t extent : array.getShape())
        parameter.staticExtents.push_back(
            ShapedType::isDynamic(extent) ? -1 : extent);
      type = array.getElementType();
    } else if (type.isInteger()) {
      parameter.shift = static_cast<uint8_t>(64 - width(type));
    }
    parameter.bytes = static_cast<uint8_t>(elementBytes(type));
    if (!parameter.bytes)
      return function.emitError(
                 "the simulated device has no parameters of type ")
             << type;
  }
  return success();
}

/// Workgroup arrays lie one after the other in the block's memory, private ones
/// in the thread's.
LogicalResult Translator::addWorkgroupArrays() {
  for (bool isShared : {true, false})
    for (BlockArgument argument : isShared
                                      ? function.getWorkgroupAttributions()
                                      : function.getPrivateAttributions()) {
      auto type = cast<MemRefType>(argument.getType());
      if (failed(addStaticLayout(type, slot(argument), function)))
        return failure();
      int64_t size =
          type.getNumElements() * elementBytes(type.getElementType());
      int64_t &used = isShared ? kernel.sharedBytes : kernel.localBytes;
      Instruction &added =
          add(isShared ? Opcode::SharedArray : Opcode::LocalArray,
              slot(argument), 0, 0, static_cast<int>(size));
      added.immediate = used;
      used += (size + 15) / 16 * 16;
    }
  return success();
}

FailureOr<Kernel> Translator::translate() {
  kernel.name = function.getName().str();
  if (!function.getBody().hasOneBlock())
    return function.emitError(
        "the simulated device runs kernels with structured control flow only");
  if (failed(addParameters()) || failed(addWorkgroupArrays()) ||
      failed(emit(function.getBody().front())))
    return failure();
  return std::move(kernel);
}

LogicalResult Translator::emit(Block &block) {
  for (Operation &op : block)
    if (failed(emit(op)))
      return failure();
  return success();
}

LogicalResult Translator::emit(Operation &op) {
  bool done = true;
  using Part = LogicalResult (Translator::*)(Operation &, bool &);
  for (Part part : {&Translator::emitArithmetic, &Translator::emitMemory,
                    &Translator::emitControl, &Translator::emitGpu,
                    &Translator::emitMath}) {
    done = true;
    if (failed((this->*part)(op, done)))
      return failure();
    if (done)
      return success();
  }
  return op.emitError("the simulated device doesn't know the operation '")
         << op.getName() << "'";
}

//===----------------------------------------------------------------------===//
// Control
//===----------------------------------------------------------------------===//

LogicalResult Translator::emitControl(Operation &op, bool &done) {
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return emitFor(loop);
  if (auto choice = dyn_cast<scf::IfOp>(op))
    return emitIf(choice);
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return emitWhile(loop);
  if (auto choice = dyn_cast<scf::IndexSwitchOp>(op))
    return emitSwitch(choice);
  if (isa<gpu::ReturnOp>(op)) {
    kernel.origins[here()] = {traceOf(op.getLoc()), ""};
    add(Opcode::Exit);
  } else if (!isa<scf::YieldOp, scf::ConditionOp>(op)) {
    done = false; // terminators are their parents' business
  }
  return success();
}

LogicalResult Translator::emitFor(scf::ForOp op) {
  move(op.getInitArgs(), op.getRegionIterArgs());
  Type type = op.getInductionVar().getType();
  add(Opcode::Move, slot(op.getInductionVar()), slot(op.getLowerBound()));
  int top = here(), goesOn = newSlots(1);
  add(op.getUnsignedCmp() ? Opcode::LtU : Opcode::LtS, goesOn,
      slot(op.getInductionVar()), slot(op.getUpperBound()));
  int exit = here();
  add(Opcode::JumpIfNot, 0, goesOn);
  if (failed(emit(*op.getBody())))
    return failure();
  move(op.getYieldedValues(), op.getRegionIterArgs());
  addInteger(Opcode::Add, type, slot(op.getInductionVar()),
             slot(op.getInductionVar()), slot(op.getStep()));
  add(Opcode::Jump).target = top;
  aim(exit);
  move(op.getRegionIterArgs(), op.getResults());
  return success();
}

LogicalResult Translator::emitIf(scf::IfOp op) {
  int skip = here();
  add(Opcode::JumpIfNot, 0, slot(op.getCondition()));
  if (failed(emit(*op.thenBlock())))
    return failure();
  move(op.thenYield().getOperands(), op.getResults());
  if (op.elseBlock()) {
    int end = here();
    add(Opcode::Jump);
    aim(skip);
    if (failed(emit(*op.elseBlock())))
      return failure();
    move(op.elseYield().getOperands(), op.getResults());
    skip = end;
  }
  aim(skip);
  return success();
}

LogicalResult Translator::emitWhile(scf::WhileOp op) {
  move(op.getInits(), op.getBeforeArguments());
  int top = here();
  if (failed(emit(*op.getBeforeBody())))
    return failure();
  scf::ConditionOp condition = op.getConditionOp();
  int exit = here();
  add(Opcode::JumpIfNot, 0, slot(condition.getCondition()));
  move(condition.getArgs(), op.getAfterArguments());
  if (failed(emit(*op.getAfterBody())))
    return failure();
  move(op.getYieldOp().getOperands(), op.getBeforeArguments());
  add(Opcode::Jump).target = top;
  aim(exit);
  move(condition.getArgs(), op.getResults());
  return success();
}

LogicalResult Translator::emitSwitch(scf::IndexSwitchOp op) {
  std::vector<int> ends;
  auto emitCase = [&](Block &block) {
    if (failed(emit(block)))
      return failure();
    move(block.getTerminator()->getOperands(), op.getResults());
    ends.push_back(here());
    add(Opcode::Jump);
    return success();
  };
  for (auto [number, value] : llvm::enumerate(op.getCases())) {
    int isCase = newSlots(1);
    add(Opcode::Eq, isCase, slot(op.getArg()), constant(value));
    int next = here();
    add(Opcode::JumpIfNot, 0, isCase);
    if (failed(emitCase(op.getCaseBlock(number))))
      return failure();
    aim(next);
  }
  if (failed(emitCase(op.getDefaultBlock())))
    return failure();
  for (int end : ends)
    aim(end);
  return success();
}

//===----------------------------------------------------------------------===//
// gpu and plan
//===----------------------------------------------------------------------===//

static int axisOf(gpu::Dimension dimension) {
  return static_cast<int>(dimension);
}

static simulator::ShuffleMode modeOf(gpu::ShuffleMode mode) {
  switch (mode) {
  case gpu::ShuffleMode::XOR:
    return simulator::ShuffleMode::Xor;
  case gpu::ShuffleMode::UP:
    return simulator::ShuffleMode::Up;
  case gpu::ShuffleMode::DOWN:
    return simulator::ShuffleMode::Down;
  case gpu::ShuffleMode::IDX:
    break;
  }
  return simulator::ShuffleMode::Index;
}

LogicalResult Translator::emitGpu(Operation &op, bool &done) {
  if (auto id = dyn_cast<gpu::ThreadIdOp>(op)) {
    add(Opcode::ThreadId, slot(id), 0, 0, axisOf(id.getDimension()));
  } else if (auto id = dyn_cast<gpu::BlockIdOp>(op)) {
    add(Opcode::BlockId, slot(id), 0, 0, axisOf(id.getDimension()));
  } else if (auto id = dyn_cast<gpu::BlockDimOp>(op)) {
    add(Opcode::BlockDim, slot(id), 0, 0, axisOf(id.getDimension()));
  } else if (auto id = dyn_cast<gpu::GridDimOp>(op)) {
    add(Opcode::GridDim, slot(id), 0, 0, axisOf(id.getDimension()));
  } else if (auto id = dyn_cast<gpu::LaneIdOp>(op)) {
    add(Opcode::LaneId, slot(id));
  } else if (isa<gpu::BarrierOp>(op)) {
    kernel.origins[here()] = {traceOf(op.getLoc()), ""};
    add(Opcode::Barrier);
  } else if (auto shuffle = dyn_cast<gpu::ShuffleOp>(op)) {
    std::optional<int64_t> lanes = getConstantIntValue(shuffle.getWidth());
    if (lanes != 32)
      return op.emitError("the simulated device shuffles 32 lanes only");
    kernel.origins[here()] = {traceOf(op.getLoc()), ""};
    add(Opcode::Shuffle, slot(shuffle.getShuffleResult()),
        slot(shuffle.getValue()), slot(shuffle.getOffset()),
        slot(shuffle.getValid()))
        .immediate = static_cast<int64_t>(modeOf(shuffle.getMode()));
  } else if (auto record = dyn_cast<plan::RecordOp>(op)) {
    int list = static_cast<int>(kernel.lists.size());
    for (Value payload : record.getPayload())
      kernel.lists.push_back(slot(payload));
    Instruction &added = add(Opcode::Record, constant(record.getSite()),
                             slot(record.getFrame()), slot(record.getKey()));
    added.rank = static_cast<uint8_t>(record.getPayload().size());
    added.list = list;
  } else if (auto print = dyn_cast<gpu::PrintfOp>(op)) {
    int list = static_cast<int>(kernel.lists.size());
    for (Value value : print.getArgs())
      kernel.lists.push_back(slot(value));
    Instruction &added = add(Opcode::Print);
    added.c = static_cast<int32_t>(kernel.formats.size());
    added.rank = static_cast<uint8_t>(print.getArgs().size());
    added.list = list;
    kernel.formats.push_back(print.getFormat().str());
  } else if (auto raised = dyn_cast<plan::RaisedOp>(op)) {
    add(Opcode::Raised, slot(raised), slot(raised.getFrame()));
  } else {
    done = false;
  }
  return success();
}
