//===- Execution.cpp - one call of a plan ---------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/Plan/Execution.h"

#include <algorithm>

#include "runtime/Error.h"

using namespace gpujit::runtime;

Execution::Execution(std::shared_ptr<const Recipe> theRecipe)
    : recipe(std::move(theRecipe)), slots(recipe->slots) {
  for (const Entry &entry : recipe->entries) {
    std::vector<void *> &list = params.emplace_back();
    for (int slot : entry.params)
      list.push_back(&slots[slot]);
  }
}

//===----------------------------------------------------------------------===//
// Before
//===----------------------------------------------------------------------===//

void Execution::bindArray(size_t index, const Argument &arg) {
  const RecipeArg &expected = recipe->args[index];
  auto size = static_cast<int64_t>(sizeOf(arg.dtype));
  const HostArrays::Place *place =
      arg.isHost() ? &hostArrays.place(index) : nullptr;
  slots[expected.slot] = place ? place->address : arg.bits;
  for (int axis = 0; axis < arg.rank; ++axis) {
    word(expected.slot + 1 + axis) = arg.extents[axis];
    int64_t stride = place ? place->strides[axis] : arg.strides[axis];
    word(expected.slot + 1 + arg.rank + axis) = stride / size;
  }
}

void Execution::bind(const LaunchContext &context, const Argument *args,
                     const Aliases &aliases) {
  size_t count = recipe->args.size();
  anyHost = std::any_of(args, args + count,
                        [](const Argument &arg) { return arg.isHost(); });
  if (anyHost)
    hostArrays.copyIn(context.device, context.stream, *recipe, args, aliases);
  for (size_t i = 0; i < count; ++i) {
    if (recipe->args[i].isArray)
      bindArray(i, args[i]);
    else
      slots[recipe->args[i].slot] = args[i].bits;
  }
}

void Execution::resetFrame(const LaunchContext &context) {
  size_t bytes = recipe->frameBytes;
  frameInUse = true;
  // The frame of an earlier call in this stream may still be in use there; what
  // is queued behind it isn't before its end.
  if (!frame.belongsTo(context.device, context.stream))
    frame = Buffer(context.device, bytes, context.stream);
  slots[recipe->frameSlot] = frame.address();
  size_t block = std::min(bytes, sizeof(GpujitErrorBlock));
  context.device.fill(frame.address(), 0xFF, block, context.stream);
  if (bytes > block)
    context.device.fill(frame.address() + block, 0, bytes - block,
                        context.stream);
}

void Execution::orderStreams(const LaunchContext &context, const Argument *args,
                             bool before) {
  for (size_t i = 0; i < recipe->args.size(); ++i) {
    Stream theirs = args[i].stream;
    if (!theirs || theirs == context.stream)
      continue;
    if (before)
      context.device.order(theirs, context.stream);
    else
      context.device.order(context.stream, theirs);
  }
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

/// Kernels stride over what remains along y and z.
static uint32_t clampGrid(int64_t wanted, int64_t limit) {
  return static_cast<uint32_t>(std::clamp<int64_t>(wanted, 0, limit));
}

/// Along x a thread has one iteration, so all blocks must be there.
static uint32_t wholeGrid(const std::string &kernel, int64_t wanted,
                          int64_t limit) {
  if (wanted > limit)
    throw ArgumentError(ArgumentError::Kind::Value,
                        kernel + "(): a loop needs " + std::to_string(wanted) +
                            " blocks, the device launches at most " +
                            std::to_string(limit) +
                            ": split the loop into several calls");
  return clampGrid(wanted, limit);
}

int64_t Execution::readByte(const LaunchContext &context, size_t offset) {
  if (!frameInUse)
    resetFrame(context);
  uint64_t key = UINT64_MAX;
  uint8_t byte = 0;
  context.device.copyOut(&byte, frame.address() + offset, 1, context.stream);
  if (recipe->raises)
    context.device.copyOut(&key,
                           frame.address() + offsetof(GpujitErrorBlock, key),
                           sizeof(key), context.stream);
  context.device.synchronize(context.stream, context.poll);
  return key == UINT64_MAX && byte;
}

Address Execution::makeScratch(const LaunchContext &context, size_t index) {
  const ScratchStep &step = recipe->program.scratch[index];
  int64_t bytes = step.elementBytes;
  bool isTooLarge = false;
  for (int extent : step.extents)
    isTooLarge |= __builtin_mul_overflow(bytes, word(extent), &bytes);
  if (isTooLarge)
    throw OutOfMemory(recipe->kernel + "(): an array of the kernel's own has "
                                       "more bytes than there can be",
                      SIZE_MAX);
  scratch.resize(recipe->program.scratch.size());
  scratch[index] = Buffer(context.device, bytes, context.stream);
  return scratch[index].address();
}

void Execution::launch(const LaunchContext &context,
                       const std::vector<Kernel *> &kernels,
                       const LaunchStep &step) {
  const Limits &limits = context.device.limits();
  Extent3 grid = {
      wholeGrid(recipe->kernel, word(step.grid[0]), limits.maxGridX),
      clampGrid(word(step.grid[1]), limits.maxGridY),
      clampGrid(word(step.grid[2]), limits.maxGridZ)};
  if (!grid.x || !grid.y || !grid.z)
    return;
  if (recipe->entries[step.entry].takesFrame && !frameInUse)
    resetFrame(context);
  Kernel &kernel = *kernels[step.entry];
  void **values = params[step.entry].data();
  if (replay.isRecording())
    replay.add(kernel, grid, step.block, step.sharedBytes, values);
  else
    context.device.launch(kernel, grid, step.block, step.sharedBytes, values,
                          context.stream);
}

void Execution::failCheck(const LaunchContext &context, const CheckStep &step) {
  // A launch before this check comes first in program order.
  replay.giveUp();
  if (frameInUse && recipe->raises)
    throwRaised(context);
  int64_t payload[GPUJIT_MAX_PAYLOAD] = {};
  for (int i = 0; i < GPUJIT_MAX_PAYLOAD; ++i)
    if (step.payload[i] >= 0)
      payload[i] = word(step.payload[i]);
  recipe->raise(step.site, payload);
}

void Execution::interpret(const LaunchContext &context,
                          const std::vector<Kernel *> &kernels) {
  size_t end = recipe->program.code.size();
  uint32_t jumpsBack = 0;
  for (size_t pc = 0; pc < end;) {
    size_t next = step(context, kernels, pc);
    // A host loop may be long, and may launch nothing.
    if (next < pc && ++jumpsBack % 64 == 0)
      context.poll();
    pc = next;
  }
}

/// Whether a program may launch a kernel more than once, and what it launches
/// follows from its arguments: not from what the device found, nor from its own
/// arrays, which are at other addresses in every call.
static bool isWorthReplaying(const Program &program) {
  auto has = [&](Op op) {
    return std::any_of(program.code.begin(), program.code.end(),
                       [&](const Instruction &now) { return now.op == op; });
  };
  return has(Op::Next) && has(Op::Launch) && !has(Op::Read) &&
         !has(Op::Scratch);
}

void Execution::interpretOrReplay(const LaunchContext &context,
                                  const std::vector<Kernel *> &kernels) {
  if (!isWorthReplaying(recipe->program))
    return interpret(context, kernels);
  const uint64_t *arguments = slots.data() + recipe->registers;
  Replay::Mode mode =
      replay.begin(context.device, context.stream, arguments,
                   static_cast<size_t>(recipe->frameSlot - recipe->registers));
  if (mode == Replay::Mode::Play) {
    if (replay.usesFrame() && !frameInUse)
      resetFrame(context);
    return replay.play();
  }
  interpret(context, kernels);
  if (replay.isRecording() && !replay.finish(frameInUse))
    interpret(context, kernels);
}

size_t Execution::step(const LaunchContext &context,
                       const std::vector<Kernel *> &kernels, size_t pc) {
  const Program &program = recipe->program;
  const Instruction &now = program.code[pc];
  size_t target = static_cast<size_t>(now.value);
  switch (now.op) {
  case Op::Const:
    word(now.d) = now.value;
    return pc + 1;
  case Op::Move:
    word(now.d) = word(now.a);
    return pc + 1;
  case Op::Select:
    word(now.d) = word(now.c) ? word(now.a) : word(now.b);
    return pc + 1;
  case Op::Jump:
    return target;
  case Op::JumpUnless:
    return word(now.a) ? pc + 1 : target;
  case Op::JumpUnlessLt:
    return word(now.a) < word(now.b) ? pc + 1 : target;
  case Op::Next:
    return __builtin_add_overflow(word(now.d), word(now.a), &word(now.d))
               ? pc + 1
               : target;
  case Op::Check:
    if (!word(program.checks[target].condition))
      failCheck(context, program.checks[target]);
    return pc + 1;
  case Op::Read:
    word(now.d) = readByte(context, target);
    return pc + 1;
  case Op::Scratch:
    slots[now.d] = makeScratch(context, target);
    return pc + 1;
  case Op::Launch:
    launch(context, kernels, program.launches[target]);
    return pc + 1;
  default:
    word(now.d) = evaluate(now.op, word(now.a), word(now.b));
    return pc + 1;
  }
}

//===----------------------------------------------------------------------===//
// After
//===----------------------------------------------------------------------===//

void Execution::throwRaised(const LaunchContext &context) {
  GpujitErrorBlock block;
  context.device.copyOut(&block, frame.address(), sizeof(block),
                         context.stream);
  context.device.synchronize(context.stream, context.poll);
  if (block.key != UINT64_MAX)
    recipe->raise(block.site, block.payload);
}

Result Execution::finish(const LaunchContext &context, const Argument *args) {
  Result result;
  if (!anyHost && !recipe->result) {
    if (recipe->raises && frameInUse)
      context.pending.watch(frame.address(), context.stream, recipe);
    return result;
  }
  // Wait first: a copy into pageable memory can't be interrupted.
  context.device.synchronize(context.stream, context.poll);
  if (recipe->raises && frameInUse)
    throwRaised(context);
  if (recipe->result) {
    uint64_t value = 0;
    size_t bytes = sizeOf(recipe->result->dtype);
    context.device.copyOut(&value, frame.address() + recipe->result->offset,
                           bytes, context.stream);
    context.device.synchronize(context.stream, context.poll);
    result = {true, recipe->result->dtype,
              loadScalar(recipe->result->dtype, &value)};
  }
  if (anyHost)
    hostArrays.copyOut(context.device, context.stream, *recipe, args);
  return result;
}

Result Execution::run(const LaunchContext &context,
                      const std::vector<Kernel *> &kernels,
                      const Argument *args, const Aliases &aliases) {
  frameInUse = false;
  try {
    bind(context, args, aliases);
    orderStreams(context, args, /*before=*/true);
    if (recipe->result)
      resetFrame(context);
    interpretOrReplay(context, kernels);
    orderStreams(context, args, /*before=*/false);
    Result result = finish(context, args);
    hostArrays.release();
    scratch.clear();
    return result;
  } catch (...) {
    replay.abandon();
    hostArrays.release();
    scratch.clear();
    throw;
  }
}
