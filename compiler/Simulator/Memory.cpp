//===- Memory.cpp - memory that knows who touched it ----===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Simulator/Memory.h"

#include <utility>

using namespace gpujit::simulator;

Shadow::Shadow(uint64_t bytes, unsigned granule)
    : cells(static_cast<Cell *>(
          std::calloc((bytes + granule - 1) / granule + 1, sizeof(Cell)))),
      granule(granule) {}

static const Access *noteRead(Cell &cell, const Access &access) {
  if (cell.writer.isConcurrent(access) &&
      !(cell.writer.isAtomic && access.isAtomic))
    return &cell.writer;
  Access &first = cell.readers[0], &second = cell.readers[1];
  // One that is ordered before this one adds nothing: what races with it races
  // with this one, or is ordered behind both.
  if (!first.isConcurrent(access))
    first = access;
  else if (!second.isConcurrent(access) || second.block == first.block)
    second = access;
  return nullptr;
}

static const Access *noteWrite(Cell &cell, const Access &access) {
  for (const Access *earlier :
       {&cell.writer, &cell.readers[0], &cell.readers[1]})
    if (earlier->isConcurrent(access) &&
        !(earlier->isAtomic && access.isAtomic))
      return earlier;
  // A plain write stays the one to race with.
  bool hidesPlain = access.isAtomic && cell.writer && !cell.writer.isAtomic &&
                    cell.writer.bySameThread(access) &&
                    cell.writer.epoch == access.epoch;
  if (!hidesPlain)
    cell.writer = access;
  return nullptr;
}

const Access *Shadow::note(uint64_t offset, unsigned bytes, bool writes,
                           const Access &access) {
  uint64_t last = (offset + bytes - 1) / granule;
  for (uint64_t i = offset / granule; i <= last; ++i)
    if (const Access *other =
            writes ? noteWrite(cells[i], access) : noteRead(cells[i], access))
      return other;
  return nullptr;
}
