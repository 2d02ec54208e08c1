//===- Strided.cpp - packing of strided views -----------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/Plan/Strided.h"

#include <cstring>

using namespace gpujit::runtime;

namespace {

using Strides = std::array<int64_t, GPUJIT_MAX_RANK>;

template <size_t Size>
void copyRow(char *to, int64_t toStride, const char *from, int64_t fromStride,
             int64_t count) {
  for (int64_t i = 0; i < count; ++i)
    std::memcpy(to + i * toStride, from + i * fromStride, Size);
}

void row(size_t size, char *to, int64_t toStride, const char *from,
         int64_t fromStride, int64_t count) {
  auto step = static_cast<int64_t>(size);
  if (toStride == step && fromStride == step)
    std::memcpy(to, from, size * static_cast<size_t>(count));
  else if (size == 8)
    copyRow<8>(to, toStride, from, fromStride, count);
  else if (size == 4)
    copyRow<4>(to, toStride, from, fromStride, count);
  else if (size == 2)
    copyRow<2>(to, toStride, from, fromStride, count);
  else
    copyRow<1>(to, toStride, from, fromStride, count);
}

void walk(const Argument &view, int axis, char *to, const Strides &toStrides,
          const char *from, const Strides &fromStrides) {
  if (axis >= view.rank - 1) {
    int64_t count = view.rank ? view.extents[axis] : 1;
    return row(sizeOf(view.dtype), to, toStrides[axis], from, fromStrides[axis],
               count);
  }
  for (int64_t i = 0; i < view.extents[axis]; ++i)
    walk(view, axis + 1, to + i * toStrides[axis], toStrides,
         from + i * fromStrides[axis], fromStrides);
}

Strides packedStrides(const Argument &view) {
  Strides strides{};
  auto step = static_cast<int64_t>(sizeOf(view.dtype));
  for (int i = view.rank - 1; i >= 0; --i) {
    strides[i] = step;
    step *= view.extents[i];
  }
  return strides;
}

} // namespace

void gpujit::runtime::gather(const Argument &view, const char *from, char *to) {
  walk(view, 0, to, packedStrides(view), from, view.strides);
}

void gpujit::runtime::scatter(const Argument &view, const char *from,
                              char *to) {
  walk(view, 0, to, view.strides, from, packedStrides(view));
}

void gpujit::runtime::copyElements(const Argument &view, const char *from,
                                   char *to) {
  walk(view, 0, to, view.strides, from, view.strides);
}
