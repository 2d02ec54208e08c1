//===- PendingErrors.cpp - errors of launches that nobody waited for ------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/Plan/PendingErrors.h"

#include "runtime/Error.h"
#include "runtime/Plan/Recipe.h"

using namespace gpujit::runtime;

/// Blocks in one piece of pinned memory. With more calls under way there are
/// more pieces; they are kept for the life of the process.
static constexpr size_t blocksPerSlab = 256;

GpujitErrorBlock *PendingErrors::takeBlock() {
  if (unused.empty()) {
    auto *slab = static_cast<GpujitErrorBlock *>(
        device.allocateHost(blocksPerSlab * sizeof(GpujitErrorBlock)));
    for (size_t i = 0; i < blocksPerSlab; ++i)
      unused.push_back(slab + i);
  }
  GpujitErrorBlock *block = unused.back();
  unused.pop_back();
  return block;
}

void PendingErrors::watch(Address frame, Stream stream,
                          std::shared_ptr<const Recipe> recipe) {
  std::lock_guard<std::mutex> lock(mutex);
  GpujitErrorBlock *block = takeBlock();
  Event event = 0;
  try {
    device.copyOut(block, frame, sizeof(*block), stream);
    event = device.record(stream);
  } catch (...) {
    unused.push_back(block);
    throw;
  }
  entries.push_back({block, event, std::move(recipe)});
  ++count;
}

void PendingErrors::raiseFinished() {
  if (count == 0)
    return;
  std::lock_guard<std::mutex> lock(mutex);
  while (!entries.empty() && device.passed(entries.front().event)) {
    Entry entry = std::move(entries.front());
    entries.pop_front();
    --count;
    device.release(entry.event);
    GpujitErrorBlock block = *entry.block;
    unused.push_back(entry.block);
    if (block.key != UINT64_MAX)
      entry.recipe->raise(block.site, block.payload);
  }
}
