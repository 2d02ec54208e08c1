//===- fake_kernels.cpp - the kernels that the fake driver knows ----------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fake_cuda.h"

#include <cstring>
#include <map>
#include <string>

#include "runtime/Abi.h"

namespace {

template <typename T>
T param(void **params, int index) {
  T value;
  std::memcpy(&value, params[index], sizeof(T));
  return value;
}

template <typename T>
T *array(void **params, int index) {
  return reinterpret_cast<T *>(param<uint64_t>(params, index));
}

/// x, n, y, n, a, out, n: out = a * x + y.
void saxpy(void **params) {
  auto *x = array<float>(params, 0), *y = array<float>(params, 2),
       *out = array<float>(params, 5);
  auto n = param<int64_t>(params, 1);
  auto a = param<float>(params, 4);
  for (int64_t i = 0; i < n; ++i)
    out[i] = a * x[i] + y[i];
}

/// x, n, strides: every element + 1, for float64 of rank 1.
void increment(void **params) {
  auto *x = array<double>(params, 0);
  auto n = param<int64_t>(params, 1), stride = param<int64_t>(params, 2);
  for (int64_t i = 0; i < n; ++i)
    x[i * stride] += 1;
}

/// x, n, stride, y, n, stride, int32 each: y[i] = x[i] in order.
void move(void **params) {
  auto *x = array<int32_t>(params, 0), *y = array<int32_t>(params, 3);
  auto n = param<int64_t>(params, 1), xs = param<int64_t>(params, 2),
       ys = param<int64_t>(params, 5);
  for (int64_t i = 0; i < n; ++i)
    y[i * ys] = x[i * xs];
}

/// x, h, w of int64, C order: x[i, j] = 10 * i + j.
void number(void **params) {
  auto *x = array<int64_t>(params, 0);
  auto h = param<int64_t>(params, 1), w = param<int64_t>(params, 2);
  for (int64_t i = 0; i < h; ++i)
    for (int64_t j = 0; j < w; ++j)
      x[i * w + j] = 10 * i + j;
}

/// x, n of int64, r: x[r] += 1, so that the host's loops can be seen.
void count(void **params) {
  array<int64_t>(params, 0)[param<int64_t>(params, 2)] += 1;
}

/// frame, k: if k isn't negative, iteration k raises site 1 with payload k, 7;
/// an error that came before it stays.
void raiseAt(void **params) {
  auto *block = array<GpujitErrorBlock>(params, 0);
  auto k = param<int64_t>(params, 1);
  if (k < 0 || static_cast<uint64_t>(k) >= block->key)
    return;
  block->key = static_cast<uint64_t>(k);
  block->site = 1;
  block->payload[0] = k;
  block->payload[1] = 7;
}

/// frame, value (float32): stores it 40 bytes into the frame.
void store(void **params) {
  auto *frame = array<char>(params, 0);
  std::memcpy(frame + sizeof(GpujitErrorBlock), params[1], sizeof(float));
}

/// words, least, limit: passes at once, at a clock of 2 GHz.
void gate(void **params) {
  auto *words = array<uint64_t>(params, 0);
  words[1] = param<uint64_t>(params, 1);
  words[2] = 2 * words[1];
}

struct FakeKernel {
  void (*run)(void **params);
  size_t params;
};

const std::map<std::string, FakeKernel> kernels = {
    {"gpujit_gate", {gate, 3}},      {"saxpy_0", {saxpy, 7}},
    {"increment_0", {increment, 3}}, {"move_0", {move, 6}},
    {"number_0", {number, 3}},       {"count_0", {count, 3}},
    {"raise_0", {raiseAt, 2}},       {"store_0", {store, 2}},
};

} // namespace

bool fakeHasKernel(const char *symbol) { return kernels.count(symbol) != 0; }

size_t fakeParams(const char *symbol) {
  auto found = kernels.find(symbol);
  return found == kernels.end() ? 0 : found->second.params;
}

bool fakeRun(const char *symbol, void **params) {
  auto found = kernels.find(symbol);
  if (found == kernels.end())
    return false;
  found->second.run(params);
  return true;
}
