//===- TestSupport.cpp - the fake driver, from a test ---------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include <cstdlib>
#include <cstring>

#include <dlfcn.h>

#include "runtime/Cuda/Devices.h"

using namespace gpujit::runtime;

// Before any test runs, and again in the process of a death test.
static const bool redirected =
    setenv("GPUJIT_CUDA_LIBRARY", GPUJIT_FAKE_CUDA, /*overwrite=*/1) == 0;

template <typename F>
static void resolve(void *library, const char *name, F &function) {
  function = reinterpret_cast<F>(dlsym(library, name));
}

FakeDriver::FakeDriver() {
  EXPECT_TRUE(redirected);
  void *library = dlopen(GPUJIT_FAKE_CUDA, RTLD_NOW);
  if (!library)
    std::abort();
  resolve(library, "fakeFault", fault);
  resolve(library, "fakeReset", reset);
  resolve(library, "fakeCalls", calls);
  resolve(library, "fakeLaunchCount", launchCount);
  resolve(library, "fakeLaunch", launch);
  resolve(library, "fakeLiveBytes", liveBytes);
  resolve(library, "fakeAllocate", allocate);
}

FakeDriver &fake() {
  static FakeDriver driver;
  return driver;
}

DeviceTest::DeviceTest() : device(cuda::device(0)), pending(device) {
  fake().reset();
}

template <>
DType dtypeFor<float>() {
  return DType::Float32;
}
template <>
DType dtypeFor<double>() {
  return DType::Float64;
}
template <>
DType dtypeFor<int32_t>() {
  return DType::Int32;
}
template <>
DType dtypeFor<int64_t>() {
  return DType::Int64;
}

Argument scalarInt(int64_t value) {
  Argument arg;
  arg.dtype = DType::PyInt;
  arg.bits = static_cast<uint64_t>(value);
  return arg;
}

Argument scalarFloat32(float value) {
  Argument arg;
  arg.dtype = DType::Float32;
  std::memcpy(&arg.bits, &value, sizeof(value));
  return arg;
}
