//===- Devices.cpp - the CUDA devices of this process ---------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/Cuda/Devices.h"

#include <map>
#include <mutex>

#include "runtime/Cuda/CudaDevice.h"
#include "runtime/Cuda/Errors.h"
#include "runtime/Error.h"

using namespace gpujit::runtime;
using namespace gpujit::runtime::cuda;

int cuda::deviceCount() {
  const Driver &api = driver();
  int count = 0;
  GPUJIT_CUDA(api, cuDeviceGetCount, &count);
  return count;
}

Device &cuda::device(int ordinal) {
  // Never destroyed: arrays may be freed while the interpreter ends.
  static std::mutex &mutex = *new std::mutex;
  static auto &devices = *new std::map<int, std::unique_ptr<Device>>;
  const Driver &api = driver();
  std::lock_guard<std::mutex> lock(mutex);
  std::unique_ptr<Device> &device = devices[ordinal];
  if (!device)
    device = std::make_unique<CudaDevice>(api, ordinal);
  return *device;
}

namespace {

struct Pointer {
  unsigned memoryType = 0; ///< 0: CUDA doesn't know it
  int ordinal = -1;
  CUdeviceptr rangeStart = 0;
  size_t rangeSize = 0;
  CUmemoryPool pool = nullptr;
  unsigned legacy = 0; ///< came from cuMemAlloc
};

Pointer query(const Driver &api, Address address) {
  Pointer pointer;
  CUpointer_attribute names[] = {
      CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
      CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL,
      CU_POINTER_ATTRIBUTE_RANGE_START_ADDR,
      CU_POINTER_ATTRIBUTE_RANGE_SIZE,
      CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE,
      CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE};
  void *values[] = {&pointer.memoryType, &pointer.ordinal, &pointer.rangeStart,
                    &pointer.rangeSize,  &pointer.pool,    &pointer.legacy};
  auto ask = [&] {
    return api.cuPointerGetAttributes(std::size(names), names, values, address);
  };
  CUresult code = ask();
  if (code == CUDA_ERROR_INVALID_CONTEXT) {
    // Any context will do, and this thread has none yet.
    CudaDevice::Scope scope(static_cast<CudaDevice &>(cuda::device(0)));
    code = ask();
  }
  check(api, code, "cuPointerGetAttributes");
  return pointer;
}

bool endsInside(const Driver &api, const Pointer &first, Address address,
                size_t bytes) {
  if (!first.rangeSize || address - first.rangeStart + bytes <= first.rangeSize)
    return true;
  // A plain allocation ends there. One that is mapped from pieces goes on, if
  // its last byte is known too.
  if (first.pool || first.legacy)
    return false;
  Pointer last = query(api, address + bytes - 1);
  return last.memoryType && last.ordinal == first.ordinal;
}

} // namespace

int cuda::ordinalOf(Address address, size_t bytes, const char *what) {
  const Driver &api = driver();
  Pointer pointer = query(api, address);
  if (!pointer.memoryType || pointer.ordinal < 0)
    throw ArgumentError(ArgumentError::Kind::Value,
                        std::string(what) +
                            " says that it lies in a device's memory, but its "
                            "pointer is of the host or was freed");
  if (!endsInside(api, pointer, address, bytes))
    throw ArgumentError(
        ArgumentError::Kind::Value,
        std::string(what) + " claims " + std::to_string(bytes) +
            " bytes from its pointer on, but the allocation there has only " +
            std::to_string(pointer.rangeSize - (address - pointer.rangeStart)) +
            " left; its shape or strides are wrong");
  return pointer.ordinal;
}

int cuda::ptxVersionOf(int cudaVersion) {
  struct Row {
    int cuda, ptx;
  };
  static constexpr Row rows[] = {
      {11000, 70}, {11010, 71}, {11020, 72}, {11030, 73}, {11040, 74},
      {11050, 75}, {11060, 76}, {11070, 77}, {11080, 78}, {12000, 80},
      {12010, 81}, {12020, 82}, {12030, 83}, {12040, 84}, {12050, 85},
      {12070, 86}, {12080, 87}, {12090, 88}, {13000, 90}, {13010, 91},
  };
  int ptx = 65; // CUDA 10.2
  for (const Row &row : rows)
    if (cudaVersion >= row.cuda)
      ptx = row.ptx;
  return ptx;
}
