//===- Machine.cpp - one run of a compiled function -----------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interpreter/Machine.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace gpujit;
using namespace gpujit::interpreter;

/// Instructions between two polls, and bytes between two collections.
static constexpr int64_t pollInterval = 1 << 20;
static constexpr int64_t collectInterval = 1 << 20;

/// A local array: its view, then its elements.
struct Machine::Block {
  View view;
  alignas(16) char elements[];
};

Machine::Machine(const Code &code, void *result, Poll poll, void *context,
                 Print print)
    : code(code), result(result), poll(poll), context(context), write(print),
      fuel(pollInterval) {}

void Machine::print(llvm::StringRef text) {
  printed += text;
  if (printed.size() > 4096)
    flush();
}

void Machine::flush() {
  if (write && !printed.empty())
    write(context, printed.data(), printed.size());
  printed.clear();
}

Machine::~Machine() {
  for (Block *block : blocks)
    std::free(block);
}

const Instruction *Machine::raise(const Instruction *pc, const RaiseInfo &info,
                                  llvm::ArrayRef<int64_t> payload) {
  outcome.status = Status::Raised;
  outcome.raised = {info.exception, formatMessage(info.message, payload),
                    siteOf(pc).trace};
  return nullptr;
}

bool Machine::refuel() {
  fuel = pollInterval;
  if (!poll || poll(context) == 0)
    return false;
  outcome.status = Status::Stopped;
  return true;
}

//===----------------------------------------------------------------------===//
// Local arrays
//===----------------------------------------------------------------------===//

View *Machine::allocate(const Allocation &allocation) {
  if (!allocation.fits)
    return nullptr;
  if ((allocated += allocation.bytes + sizeof(Block)) > collectInterval)
    collect();
  auto *block =
      static_cast<Block *>(std::calloc(1, sizeof(Block) + allocation.bytes));
  if (!block)
    return nullptr;
  block->view = allocation.shape;
  block->view.data = block->elements;
  blocks.push_back(block);
  return &block->view;
}

/// Frees the local arrays that no slot holds. There are no views into another
/// array, so this is all that can be reached.
void Machine::collect() {
  allocated = 0;
  llvm::DenseSet<const View *> held;
  for (uint32_t slot : code.arraySlots)
    held.insert(slots[slot].view);
  llvm::erase_if(blocks, [&](Block *block) {
    if (held.contains(&block->view))
      return false;
    std::free(block);
    return true;
  });
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

View Machine::bind(const Parameter &parameter, const GpujitArg &arg) const {
  View view = {};
  view.data = static_cast<char *>(arg.data);
  int64_t stride = sizeOf(parameter.kind);
  for (unsigned axis = parameter.rank; axis-- > 0;) {
    view.extents[axis] = arg.extents[axis];
    view.strides[axis] = parameter.contiguous ? stride : arg.strides[axis];
    stride *= arg.extents[axis];
  }
  return view;
}

Outcome Machine::run(llvm::ArrayRef<GpujitArg> args) {
  slots = code.image;
  views.resize(args.size());
  for (auto [index, parameter] : llvm::enumerate(code.parameters)) {
    const GpujitArg &arg = args[index];
    if (parameter.isArray) {
      views[index] = bind(parameter, arg);
      slots[index].view = &views[index];
      continue;
    }
    withElement(parameter.kind, [&, index = index](auto tag) {
      using T = typename decltype(tag)::type;
      slots[index].put<T>(loadElement<T>(static_cast<const char *>(arg.data)));
    });
  }
  if (code.records)
    recorder.emplace(code, args);
  const Instruction *pc = code.instructions.data();
  Slot *base = slots.data();
  while (pc)
    pc = pc->run(pc, base, *this);
  if (recorder)
    llvm::raw_string_ostream(outcome.findings) << recorder->findings();
  flush();
  return std::move(outcome);
}
