//===- DriverTest.cpp - loading, initialising, faults of the driver -------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <cstdlib>

#include <sys/wait.h>
#include <unistd.h>

#include "TestSupport.h"
#include "runtime/Cuda/Devices.h"
#include "runtime/Cuda/Driver.h"

using namespace gpujit::runtime;
using ::testing::AllOf;
using ::testing::HasSubstr;

/// Each of these wants a process in which nothing is loaded yet: the body runs
/// in one, and its status is 0 if it held.
#define FRESH(...)                                                             \
  EXPECT_EXIT(std::exit([]()->bool __VA_ARGS__() ? 0 : 1),                     \
              ::testing::ExitedWithCode(0), "")

class FreshProcess : public ::testing::Test {
protected:
  FreshProcess() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

template <typename Action>
static std::string messageOf(Action action) {
  try {
    action();
  } catch (const Error &error) {
    return error.what();
  }
  return "";
}

static bool contains(const std::string &text, const char *part) {
  if (text.find(part) != std::string::npos)
    return true;
  fprintf(stderr, "'%s' lacks '%s'\n", text.c_str(), part);
  return false;
}

TEST_F(FreshProcess, NoLibrary) {
  FRESH({
    setenv("GPUJIT_CUDA_LIBRARY", "/nowhere/libcuda.so.1", 1);
    std::string first = messageOf([] { cuda::driver(); });
    std::string second = messageOf([] { cuda::deviceCount(); });
    return contains(first, "Install NVIDIA's driver") && first == second &&
           contains(cuda::probe().reason, "/nowhere/libcuda.so.1");
  });
}

TEST_F(FreshProcess, NotADriver) {
  FRESH({
    setenv("GPUJIT_CUDA_LIBRARY", "libc.so.6", 1);
    return contains(messageOf([] { cuda::driver(); }), "driver too old");
  });
}

TEST_F(FreshProcess, NoDevice) {
  FRESH({
    setenv("GPUJIT_FAKE_FAULT", "cuInit:100", 1);
    std::string message = messageOf([] { cuda::deviceCount(); });
    return contains(message, "cuInit failed with CUDA_ERROR_NO_DEVICE") &&
           contains(message, "CUDA_VISIBLE_DEVICES");
  });
}

TEST_F(FreshProcess, InitialisationRunsOnceAlsoWhenItFails) {
  FRESH({
    setenv("GPUJIT_FAKE_FAULT", "cuInit:999:0:1", 1);
    std::string first = messageOf([] { cuda::driver(); });
    std::string second = messageOf([] { cuda::driver(); });
    return !first.empty() && first == second && fake().calls("cuInit") == 1;
  });
}

TEST_F(FreshProcess, ProbeLeavesCudaAlone) {
  FRESH({ return cuda::probe().usable && fake().calls("cuInit") == 0; });
}

TEST_F(FreshProcess, HiddenDevices) {
  FRESH({
    setenv("CUDA_VISIBLE_DEVICES", "", 1);
    return !cuda::probe().usable &&
           contains(cuda::probe().reason, "hides every device");
  });
}

TEST_F(FreshProcess, ForkAfterInitialisation) {
  FRESH({
    cuda::device(0);
    if (pid_t child = fork()) {
      int status = 0;
      waitpid(child, &status, 0);
      return WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }
    bool named = contains(messageOf([] { cuda::device(0); }), "spawn");
    _exit(named && !cuda::probe().usable ? 0 : 1);
  });
}

TEST_F(FreshProcess, ForkAfterFailedInitialisation) {
  FRESH({
    setenv("GPUJIT_FAKE_FAULT", "cuInit:100", 1);
    messageOf([] { cuda::driver(); });
    if (pid_t child = fork()) {
      int status = 0;
      waitpid(child, &status, 0);
      return WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }
    // The true reason, not the fork.
    _exit(contains(messageOf([] { cuda::driver(); }), "NO_DEVICE") ? 0 : 1);
  });
}

TEST_F(FreshProcess, IllegalAddressNamesTheKernelForEver) {
  FRESH({
    Device &device = cuda::device(0);
    auto module = device.load("code");
    Kernel &kernel = module->kernel("count_0", "count (count_0)");
    int64_t cell = 0;
    uint64_t address = reinterpret_cast<uint64_t>(&cell);
    int64_t one = 1, zero = 0;
    void *params[] = {&address, &one, &zero};
    device.launch(kernel, {}, {}, 0, params, 0);
    fake().fault("cuStreamQuery", 700, 0, 1);
    std::string first = messageOf([&] { device.synchronize(0, {}); });
    std::string later = messageOf([&] { device.load("code"); });
    return contains(first, "CUDA_ERROR_ILLEGAL_ADDRESS") &&
           contains(first, "in kernel count (count_0)") && first == later;
  });
}

TEST_F(FreshProcess, WithoutPools) {
  FRESH({
    setenv("GPUJIT_FAKE_POOLS", "0", 1);
    Device &device = cuda::device(0);
    {
      Buffer buffer(device, 100, 0);
    }
    return fake().calls("cuMemAlloc") == 1 && fake().calls("cuMemFree") == 1 &&
           fake().liveBytes() == 0;
  });
}

class CudaDeviceTest : public DeviceTest {};

TEST_F(CudaDeviceTest, Describes) {
  const DeviceInfo &info = device.info();
  EXPECT_EQ(info.name, "Fake GPU");
  EXPECT_EQ(info.major, 9);
  EXPECT_EQ(info.driverVersion, 13000);
  EXPECT_EQ(info.ptxVersion, 90);
  EXPECT_EQ(info.uuid, "GPU-1a1a1a1a-1a1a-1a1a-1a1a-1a1a1a1a1a1a");
  EXPECT_EQ(device.limits().maxGridY, 65535);
}

TEST_F(CudaDeviceTest, NoSuchDevice) {
  auto error = caught<DeviceError>([] { cuda::device(7); });
  EXPECT_EQ(error.name, "CUDA_ERROR_INVALID_DEVICE");
  EXPECT_EQ(error.call, "cuDeviceGet");
  EXPECT_THAT(error.remedy, HasSubstr("gpujit.devices()"));
}

TEST_F(CudaDeviceTest, TrimsAndTriesAgain) {
  fake().fault("cuMemAllocFromPoolAsync", 2, 0, 1);
  {
    Buffer buffer(device, 1 << 20, 0);
  }
  EXPECT_EQ(fake().calls("cuMemPoolTrimTo"), 1);
  EXPECT_EQ(fake().calls("cuMemAllocFromPoolAsync"), 2);
}

TEST_F(CudaDeviceTest, OutOfMemoryHasNumbers) {
  auto error =
      caught<OutOfMemory>([&] { Buffer buffer(device, size_t(1) << 40, 0); });
  EXPECT_EQ(error.requested, size_t(1) << 40);
  EXPECT_THAT(error.what(),
              AllOf(HasSubstr("1048576 MiB asked for"),
                    HasSubstr("free of 8192 MiB"), HasSubstr("Fake GPU")));
}

TEST_F(CudaDeviceTest, PinnedMemoryExhausted) {
  fake().fault("cuMemHostAlloc", 2, 0, 1);
  auto error = caught<OutOfMemory>([&] { device.allocateHost(4096); });
  EXPECT_THAT(error.what(), HasSubstr("pinned"));
}

TEST_F(CudaDeviceTest, RefusedCodeShowsTheLog) {
  auto error = caught<DeviceError>([&] { device.load("a syntax error"); });
  EXPECT_EQ(error.name, "CUDA_ERROR_INVALID_PTX");
  EXPECT_EQ(error.problem,
            "ptxas application ptx input, line 3; error : syntax");
}

TEST_F(CudaDeviceTest, NewerPtxThanTheDriver) {
  fake().fault("cuModuleLoadDataEx", 222, 0, 1);
  auto error = caught<DeviceError>([&] { device.load("code"); });
  EXPECT_THAT(error.what(), HasSubstr("newer than the driver"));
}

TEST_F(CudaDeviceTest, NoSuchEntryPoint) {
  auto module = device.load("code");
  auto error = caught<DeviceError>([&] { module->kernel("nothing", "n"); });
  EXPECT_THAT(error.what(), HasSubstr("no entry point 'nothing'"));
}

TEST_F(CudaDeviceTest, WaitingLetsTheHostStop) {
  fake().fault("cuStreamQuery", CUDA_ERROR_NOT_READY, 0, 1 << 30);
  Poll poll{[](void *) { return 1; }, nullptr};
  EXPECT_THROW(device.synchronize(0, poll), Interrupted);
}

TEST_F(CudaDeviceTest, FindsThePointersDevice) {
  uint64_t address = fake().allocate(0, 1000);
  EXPECT_EQ(cuda::ordinalOf(address + 8, 992, "x"), 0);
  auto shape = caught<ArgumentError>(
      [&] { cuda::ordinalOf(address + 8, 993, "argument 'x'"); });
  EXPECT_THAT(shape.what(), AllOf(HasSubstr("argument 'x' claims 993 bytes"),
                                  HasSubstr("only 992 left")));
  int local = 0;
  auto host = caught<ArgumentError>([&] {
    cuda::ordinalOf(reinterpret_cast<uint64_t>(&local), 4, "argument 'x'");
  });
  EXPECT_THAT(host.what(), HasSubstr("its pointer is of the host"));
}

TEST_F(CudaDeviceTest, FindsItAlsoWithoutAContext) {
  uint64_t address = fake().allocate(0, 1000);
  fake().fault("cuPointerGetAttributes", 201, 0, 1); // invalid context
  EXPECT_EQ(cuda::ordinalOf(address, 1000, "x"), 0);
}

TEST(PtxVersion, IsWhatTheDriverTakes) {
  EXPECT_EQ(cuda::ptxVersionOf(10020), 65);
  EXPECT_EQ(cuda::ptxVersionOf(11080), 78);
  EXPECT_EQ(cuda::ptxVersionOf(12060), 85);
  EXPECT_EQ(cuda::ptxVersionOf(13000), 90);
  EXPECT_EQ(cuda::ptxVersionOf(14000), 91);
}
