//===- TestSupport.h - the fake driver, from a test -----------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_TEST_UNIT_RUNTIME_TESTSUPPORT_H
#define GPUJIT_TEST_UNIT_RUNTIME_TESTSUPPORT_H

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fake_cuda.h"
#include "runtime/Error.h"
#include "runtime/Plan/Plan.h"

/// The fake driver's functions. The program's first use of it sets
/// GPUJIT_CUDA_LIBRARY, so that the runtime loads it too.
struct FakeDriver {
  FakeDriver();
  decltype(&::fakeFault) fault;
  decltype(&::fakeReset) reset;
  decltype(&::fakeCalls) calls;
  decltype(&::fakeLaunchCount) launchCount;
  decltype(&::fakeLaunch) launch;
  decltype(&::fakeLiveBytes) liveBytes;
  decltype(&::fakeAllocate) allocate;
};

FakeDriver &fake();

/// Runs `action`, which must throw an E; returns it.
template <typename E, typename Action>
E caught(Action action) {
  try {
    action();
  } catch (const E &error) {
    return error;
  }
  ADD_FAILURE() << "nothing was thrown";
  throw std::logic_error("nothing was thrown");
}

/// Device 0 of the fake driver, with nothing injected or pending.
class DeviceTest : public ::testing::Test {
protected:
  DeviceTest();

  gpujit::runtime::Device &device;
  gpujit::runtime::PendingErrors pending;

  gpujit::runtime::LaunchContext context() { return {device, pending, 0, {}}; }
};

template <typename T>
gpujit::runtime::DType dtypeFor();

/// A contiguous host array of rank 1.
template <typename T>
gpujit::runtime::Argument hostArray(std::vector<T> &values) {
  gpujit::runtime::Argument arg;
  arg.kind = gpujit::runtime::Argument::Kind::HostArray;
  arg.dtype = dtypeFor<T>();
  arg.rank = 1;
  arg.bits = reinterpret_cast<uint64_t>(values.data());
  arg.extents[0] = static_cast<int64_t>(values.size());
  arg.strides[0] = sizeof(T);
  return arg;
}

/// Every `step`-th element from `first` on, `count` of them.
template <typename T>
gpujit::runtime::Argument hostView(std::vector<T> &values, int64_t first,
                                   int64_t count, int64_t step) {
  gpujit::runtime::Argument arg = hostArray(values);
  arg.bits += first * sizeof(T);
  arg.extents[0] = count;
  arg.strides[0] = step * static_cast<int64_t>(sizeof(T));
  return arg;
}

gpujit::runtime::Argument scalarInt(int64_t value);
gpujit::runtime::Argument scalarFloat32(float value);

#endif // GPUJIT_TEST_UNIT_RUNTIME_TESTSUPPORT_H
