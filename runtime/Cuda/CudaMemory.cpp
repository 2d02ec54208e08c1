//===- CudaMemory.cpp - allocation ----------------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/Cuda/CudaDevice.h"
#include "runtime/Cuda/Errors.h"
#include "runtime/Error.h"

using namespace gpujit::runtime;
using namespace gpujit::runtime::cuda;

static std::string mebibytes(size_t bytes) {
  if (bytes < (size_t(1) << 20))
    return std::to_string(bytes) + " bytes";
  return std::to_string(bytes >> 20) + " MiB";
}

void CudaDevice::createPool() {
  if (!api.cuMemPoolCreate || !api.cuMemPoolSetAttribute ||
      !api.cuMemPoolTrimTo || !api.cuMemAllocFromPoolAsync ||
      !api.cuMemFreeAsync ||
      !attribute(CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED))
    return;
  CUmemPoolProps props = {};
  props.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  props.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  props.location.id = handle;
  if (api.cuMemPoolCreate(&pool, &props) != CUDA_SUCCESS) {
    pool = nullptr;
    return;
  }
  // By default a pool gives its memory back at every synchronisation, which
  // makes the next call as slow as the first.
  cuuint64_t threshold = UINT64_MAX;
  GPUJIT_CUDA(api, cuMemPoolSetAttribute, pool,
              CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &threshold);
}

CUresult CudaDevice::tryAllocate(CUdeviceptr &address, size_t bytes,
                                 Stream stream) {
  // Atomic updates of 8 and 16 bits go through the word around them.
  constexpr size_t word = 4;
  bytes = bytes == 0 ? word : bytes + (word - bytes % word) % word;
  if (pool)
    return api.cuMemAllocFromPoolAsync(&address, bytes, pool, native(stream));
  return api.cuMemAlloc(&address, bytes);
}

void CudaDevice::trim(Stream stream) {
  synchronize(stream, Poll());
  if (pool)
    GPUJIT_CUDA(api, cuMemPoolTrimTo, pool, 0);
}

Address CudaDevice::allocate(size_t bytes, Stream stream) {
  Scope scope(*this);
  CUdeviceptr address = 0;
  CUresult code = tryAllocate(address, bytes, stream);
  if (code == CUDA_ERROR_OUT_OF_MEMORY) {
    trim(stream);
    code = tryAllocate(address, bytes, stream);
  }
  if (code == CUDA_ERROR_OUT_OF_MEMORY)
    outOfMemory(bytes, "device");
  check(code, pool ? "cuMemAllocFromPoolAsync" : "cuMemAlloc");
  return address;
}

void CudaDevice::free(Address address, Stream stream) noexcept {
  if (!address || inForkedChild())
    return;
  try {
    Scope scope(*this);
    if (pool)
      api.cuMemFreeAsync(address, native(stream));
    else
      api.cuMemFree(address);
  } catch (const Error &) {
    // The process is ending, or the context is lost.
  }
}

void *CudaDevice::allocateHost(size_t bytes) {
  Scope scope(*this);
  void *memory = nullptr;
  CUresult code =
      api.cuMemHostAlloc(&memory, bytes ? bytes : 1, CU_MEMHOSTALLOC_PORTABLE);
  if (code == CUDA_ERROR_OUT_OF_MEMORY)
    outOfMemory(bytes, "host (pinned)");
  check(code, "cuMemHostAlloc");
  return memory;
}

void CudaDevice::freeHost(void *memory) noexcept {
  if (!memory || inForkedChild())
    return;
  try {
    Scope scope(*this);
    api.cuMemFreeHost(memory);
  } catch (const Error &) {
    // As above.
  }
}

CudaDevice::MemoryPeaks CudaDevice::memoryPeaks() {
  MemoryPeaks peaks;
  if (!pool || !api.cuMemPoolGetAttribute)
    return peaks;
  cuuint64_t live = 0, reserved = 0;
  GPUJIT_CUDA(api, cuMemPoolGetAttribute, pool, CU_MEMPOOL_ATTR_USED_MEM_HIGH,
              &live);
  GPUJIT_CUDA(api, cuMemPoolGetAttribute, pool,
              CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH, &reserved);
  peaks.live = live;
  peaks.reserved = reserved;
  return peaks;
}

void CudaDevice::resetMemoryPeaks() {
  if (!pool)
    return;
  cuuint64_t zero = 0;
  GPUJIT_CUDA(api, cuMemPoolSetAttribute, pool, CU_MEMPOOL_ATTR_USED_MEM_HIGH,
              &zero);
  GPUJIT_CUDA(api, cuMemPoolSetAttribute, pool,
              CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH, &zero);
}

std::pair<size_t, size_t> CudaDevice::memory() {
  Scope scope(*this);
  size_t available = 0, total = 0;
  GPUJIT_CUDA(api, cuMemGetInfo, &available, &total);
  return {available, total};
}

void CudaDevice::outOfMemory(size_t bytes, const char *where) {
  size_t available = 0, total = 0;
  api.cuMemGetInfo(&available, &total);
  throw OutOfMemory("out of " + std::string(where) +
                        " memory: " + mebibytes(bytes) + " asked for; " +
                        theInfo.name + " has " + mebibytes(available) +
                        " free of " + mebibytes(total) +
                        ". Free arrays, or work on smaller pieces",
                    bytes);
}
