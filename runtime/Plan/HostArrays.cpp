//===- HostArrays.cpp - arrays of the host on the device, for one call ----===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/Plan/HostArrays.h"

#include <algorithm>
#include <string>

#include "runtime/Error.h"
#include "runtime/Plan/Recipe.h"
#include "runtime/Plan/Strided.h"

using namespace gpujit::runtime;

/// Device addresses agree with host addresses up to this, so that what is
/// aligned on the host stays so.
static constexpr uint64_t alignment = 256;

static bool takesPart(const Argument &arg) {
  return arg.isHost() && elementCount(arg) > 0;
}

static size_t packedBytes(const Argument &array) {
  return static_cast<size_t>(elementCount(array)) * sizeOf(array.dtype);
}

int HostArrays::root(int argument) {
  while (parent[argument] != argument)
    argument = parent[argument] = parent[parent[argument]];
  return argument;
}

void HostArrays::group(const Recipe &recipe, const Argument *args,
                       const Aliases &aliases) {
  auto count = static_cast<int>(recipe.args.size());
  parent.resize(count);
  overlapping.assign(count, 0);
  for (int i = 0; i < count; ++i)
    parent[i] = i;
  auto join = [&](int a, int b) {
    if (a < 0 || b < 0 || a >= count || b >= count)
      throw ArgumentError(ArgumentError::Kind::Value,
                          "aliases name an argument that doesn't exist");
    if (!takesPart(args[a]) || !takesPart(args[b]))
      return false;
    int from = root(b), to = root(a);
    overlapping[to] |= overlapping[from];
    parent[from] = to;
    return true;
  };
  for (const std::vector<int> &same : aliases.same)
    for (size_t i = 1; i < same.size(); ++i)
      join(same[0], same[i]);
  for (auto [a, b] : aliases.overlap)
    if (join(a, b))
      overlapping[root(a)] = 1;
}

void HostArrays::placeSpan(Device &device, Stream stream, const Recipe &recipe,
                           const Argument *args, int leader) {
  uint64_t low = UINT64_MAX, high = 0;
  for (size_t i = 0; i < parent.size(); ++i) {
    if (!takesPart(args[i]) || root(i) != leader)
      continue;
    auto [first, last] = byteRange(args[i]);
    low = std::min(low, args[i].bits + first);
    high = std::max(high, args[i].bits + last);
  }
  uint64_t skew = low % alignment;
  buffers.emplace_back(device, high - low + skew, stream);
  Address base = buffers.back().address() + skew;
  // Also if all is written: the kernel may depend on what its elements share.
  device.copyIn(base, reinterpret_cast<const void *>(low), high - low, stream);
  for (size_t i = 0; i < parent.size(); ++i) {
    if (!takesPart(args[i]) || root(i) != leader)
      continue;
    places[i].address = base + (args[i].bits - low);
    places[i].strides = args[i].strides;
    Argument there = args[i];
    there.kind = Argument::Kind::DeviceArray;
    there.bits = places[i].address;
    validatePlacement(recipe.args[i], there);
  }
}

void HostArrays::placePacked(Device &device, Stream stream,
                             const Recipe &recipe, const Argument *args,
                             int leader) {
  const Argument &array = args[leader];
  size_t bytes = packedBytes(array);
  buffers.emplace_back(device, bytes, stream);
  Place place;
  place.address = buffers.back().address();
  auto step = static_cast<int64_t>(sizeOf(array.dtype));
  for (int axis = array.rank - 1; axis >= 0; --axis) {
    place.strides[axis] = step;
    step *= array.extents[axis];
  }
  bool read = false;
  for (size_t i = 0; i < parent.size(); ++i) {
    if (!takesPart(args[i]) || root(i) != leader)
      continue;
    places[i] = place;
    read |= recipe.args[i].reads();
  }
  if (!read)
    return;
  const char *source = array.host();
  if (!isContiguous(array)) {
    gather(array, source, scratchOf(bytes));
    source = scratch.get();
  }
  device.copyIn(place.address, source, bytes, stream);
}

void HostArrays::copyIn(Device &device, Stream stream, const Recipe &recipe,
                        const Argument *args, const Aliases &aliases) {
  release();
  places.assign(recipe.args.size(), Place());
  group(recipe, args, aliases);
  for (size_t i = 0; i < parent.size(); ++i) {
    if (!takesPart(args[i]) || root(i) != static_cast<int>(i))
      continue;
    if (overlapping[i])
      placeSpan(device, stream, recipe, args, i);
    else
      placePacked(device, stream, recipe, args, i);
  }
}

void HostArrays::copyOut(Device &device, Stream stream, const Recipe &recipe,
                         const Argument *args) {
  for (size_t i = 0; i < parent.size(); ++i) {
    const Argument &array = args[i];
    if (!takesPart(array) || !recipe.args[i].writes())
      continue;
    if (isContiguous(array)) {
      device.copyOut(array.host(), places[i].address, packedBytes(array),
                     stream);
      continue;
    }
    bool span = overlapping[root(i)];
    auto [low, high] = span
                           ? byteRange(array)
                           : std::pair<int64_t, int64_t>(0, packedBytes(array));
    char *copy = scratchOf(high - low);
    device.copyOut(copy, places[i].address + low, high - low, stream);
    device.synchronize(stream, Poll());
    if (span)
      copyElements(array, copy - low, array.host());
    else
      scatter(array, copy, array.host());
  }
  device.synchronize(stream, Poll());
}

void HostArrays::release() {
  buffers.clear();
  // A large copy isn't worth keeping between calls.
  if (scratchBytes > (size_t(1) << 24)) {
    scratch.reset();
    scratchBytes = 0;
  }
}

char *HostArrays::scratchOf(size_t bytes) {
  if (bytes > scratchBytes) {
    scratch.reset(new char[bytes]);
    scratchBytes = bytes;
  }
  return scratch.get();
}
