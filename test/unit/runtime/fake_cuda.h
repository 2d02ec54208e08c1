//===- fake_cuda.h - what the tests ask of the fake driver ----------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The fake driver is a libcuda.so of ours. Device memory is memory of the host,
// work is done at once, and a kernel is one of a few functions found by its
// entry point's name (fake_kernels.cpp). Tests in the same process reach these
// functions by dlsym; other processes use the environment:
//
//   GPUJIT_FAKE_DEVICES=N   how many devices there are (1)
//   GPUJIT_FAKE_VERSION=N   the CUDA version (13000)
//   GPUJIT_FAKE_FAULT=cuInit:100[:SKIP[:TIMES]],...   what fails, and how
//   GPUJIT_FAKE_MEMORY=N    bytes that each device has
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_TEST_UNIT_RUNTIME_FAKE_CUDA_H
#define GPUJIT_TEST_UNIT_RUNTIME_FAKE_CUDA_H

#include <cstddef>
#include <cstdint>

struct FakeLaunch {
  char symbol[64];
  uint32_t grid[3], block[3], sharedBytes;
};

extern "C" {
/// The function `name` returns `code` from its call number `skip` on (0 is the
/// next), `times` times; 0 times: no longer.
void fakeFault(const char *name, int code, int skip, int times);
/// Forgets faults, counts, launches, and what fakeAllocate gave.
void fakeReset();
/// How often a function was called.
int fakeCalls(const char *name);
int fakeLaunchCount();
FakeLaunch fakeLaunch(int index);
/// Bytes allocated on all devices and not freed.
uint64_t fakeLiveBytes();
/// Allocates on a device behind the runtime's back, as another library would.
/// Freed by fakeReset.
uint64_t fakeAllocate(int device, uint64_t bytes);
}

/// Runs the kernel `symbol` as if by a GPU. False if there is no such kernel.
bool fakeRun(const char *symbol, void **params);

/// The number of its parameters.
size_t fakeParams(const char *symbol);

/// Whether there is a kernel of that name.
bool fakeHasKernel(const char *symbol);

#endif // GPUJIT_TEST_UNIT_RUNTIME_FAKE_CUDA_H
