//===- CudaDevice.cpp - a device behind the CUDA driver -------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/Cuda/CudaDevice.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <thread>
#include <utility>

#include "runtime/Cuda/CudaModule.h"
#include "runtime/Cuda/Devices.h"
#include "runtime/Cuda/Errors.h"
#include "runtime/Error.h"

using namespace gpujit::runtime;
using namespace gpujit::runtime::cuda;

/// Calls a function of the driver, and keeps errors that end the context.
#define GPUJIT_CALL(F, ...) check(api.F(__VA_ARGS__), #F)

//===----------------------------------------------------------------------===//
// The context
//===----------------------------------------------------------------------===//

CudaDevice::Scope::Scope(const CudaDevice &device) : api(device.api) {
  CUcontext current = nullptr;
  GPUJIT_CUDA(api, cuCtxGetCurrent, &current);
  if (current == device.context)
    return;
  GPUJIT_CUDA(api, cuCtxPushCurrent, device.context);
  pushed = true;
}

CudaDevice::Scope::~Scope() {
  CUcontext popped = nullptr;
  if (pushed)
    api.cuCtxPopCurrent(&popped);
}

CudaDevice::CudaDevice(const Driver &api, int ordinal) : api(api) {
  GPUJIT_CUDA(api, cuDeviceGet, &handle, ordinal);
  theInfo.ordinal = ordinal;
  describe();
  GPUJIT_CUDA(api, cuDevicePrimaryCtxRetain, &context, handle);
  Scope scope(*this);
  createPool();
}

int CudaDevice::attribute(CUdevice_attribute which) const {
  int value = 0;
  GPUJIT_CUDA(api, cuDeviceGetAttribute, &value, which, handle);
  return value;
}

static std::string uuidText(const CUuuid &uuid) {
  static const char digits[] = "0123456789abcdef";
  std::string text = "GPU-";
  for (int i = 0; i < 16; ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10)
      text += '-';
    text += digits[(uuid.bytes[i] >> 4) & 15];
    text += digits[uuid.bytes[i] & 15];
  }
  return text;
}

void CudaDevice::describe() {
  char buffer[256] = {};
  GPUJIT_CUDA(api, cuDeviceGetName, buffer, sizeof(buffer) - 1, handle);
  theInfo.name = buffer;
  GPUJIT_CUDA(api, cuDeviceGetPCIBusId, buffer, sizeof(buffer) - 1, handle);
  theInfo.pciBus = buffer;
  CUuuid uuid;
  if (api.cuDeviceGetUuid_v2 &&
      api.cuDeviceGetUuid_v2(&uuid, handle) == CUDA_SUCCESS)
    theInfo.uuid = uuidText(uuid);
  GPUJIT_CUDA(api, cuDeviceTotalMem, &theInfo.memoryBytes, handle);

  theInfo.major = attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
  theInfo.minor = attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
  theInfo.driverVersion = api.version;
  theInfo.ptxVersion = ptxVersionOf(api.version);
  theInfo.multiprocessors = attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
  theInfo.warpSize = attribute(CU_DEVICE_ATTRIBUTE_WARP_SIZE);
  theInfo.clockKHz = attribute(CU_DEVICE_ATTRIBUTE_CLOCK_RATE);
  theInfo.memoryClockKHz = attribute(CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE);
  theInfo.memoryBusBits =
      attribute(CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH);
  theInfo.hasEcc = attribute(CU_DEVICE_ATTRIBUTE_ECC_ENABLED) != 0;
  theInfo.l2Bytes = attribute(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
  theInfo.sharedBytesPerBlock =
      attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);

  theLimits.maxGridX = attribute(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X);
  theLimits.maxGridY = attribute(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y);
  theLimits.maxGridZ = attribute(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z);
  theLimits.maxThreadsPerBlock =
      attribute(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

void CudaDevice::check(CUresult code, const char *call) {
  if (code == CUDA_SUCCESS)
    return;
  if (isSticky(code)) {
    std::lock_guard<std::mutex> lock(mutex);
    if (lost == CUDA_SUCCESS) {
      lost = code;
      lostBy = suspects();
      lostCall = call;
    }
  }
  throwIfLost();
  raise(api, code, call);
}

void CudaDevice::throwIfLost() {
  std::lock_guard<std::mutex> lock(mutex);
  if (lost == CUDA_SUCCESS)
    return;
  raise(api, lost, lostCall.c_str(),
        lostBy.empty() ? "work on the device failed" : lostBy);
}

/// Needs the lock.
std::string CudaDevice::suspects() {
  size_t count = std::min(launches, recent.size());
  if (count == 0)
    return "";
  if (launches == 1)
    return "in kernel " + *recent[0];
  std::string text = "in one of the latest kernels: ";
  for (size_t i = 0; i < count; ++i) {
    size_t at = (launches - count + i) % recent.size();
    text += (i ? ", " : "") + *recent[at];
  }
  return text;
}

void CudaDevice::noteLaunch(std::shared_ptr<const std::string> label) {
  std::lock_guard<std::mutex> lock(mutex);
  // Launches of one kernel in a row are one suspect.
  if (launches && recent[(launches - 1) % recent.size()] == label)
    return;
  recent[launches++ % recent.size()] = std::move(label);
}

void CudaDevice::forgetLaunches() {
  std::lock_guard<std::mutex> lock(mutex);
  launches = 0;
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

void CudaDevice::copyIn(Address to, const void *from, size_t bytes,
                        Stream stream) {
  Scope scope(*this);
  // The asynchronous function may still read pageable memory when it returns;
  // this one has staged it. It works in the order of the legacy stream.
  if (native(stream) == CU_STREAM_LEGACY) {
    GPUJIT_CALL(cuMemcpyHtoD, to, from, bytes);
    return;
  }
  GPUJIT_CALL(cuMemcpyHtoDAsync, to, from, bytes, native(stream));
  synchronize(stream, Poll());
}

void CudaDevice::copyOut(void *to, Address from, size_t bytes, Stream stream) {
  Scope scope(*this);
  GPUJIT_CALL(cuMemcpyDtoHAsync, to, from, bytes, native(stream));
}

void CudaDevice::copy(Address to, Address from, size_t bytes, Stream stream) {
  Scope scope(*this);
  GPUJIT_CALL(cuMemcpyDtoDAsync, to, from, bytes, native(stream));
}

void CudaDevice::fill(Address to, uint8_t value, size_t bytes, Stream stream) {
  Scope scope(*this);
  GPUJIT_CALL(cuMemsetD8Async, to, value, bytes, native(stream));
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

CUevent CudaDevice::takeEvent() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (!spareEvents.empty()) {
      CUevent event = spareEvents.back();
      spareEvents.pop_back();
      return event;
    }
  }
  CUevent event = nullptr;
  GPUJIT_CALL(cuEventCreate, &event, CU_EVENT_DISABLE_TIMING);
  return event;
}

Event CudaDevice::record(Stream stream) {
  Scope scope(*this);
  CUevent event = takeEvent();
  CUresult code = api.cuEventRecord(event, native(stream));
  if (code != CUDA_SUCCESS)
    release(reinterpret_cast<Event>(event));
  check(code, "cuEventRecord");
  return reinterpret_cast<Event>(event);
}

bool CudaDevice::passed(Event event) {
  Scope scope(*this);
  CUresult code = api.cuEventQuery(reinterpret_cast<CUevent>(event));
  if (code == CUDA_ERROR_NOT_READY)
    return false;
  check(code, "cuEventQuery");
  return true;
}

void CudaDevice::release(Event event) noexcept {
  // Recording it again is cheaper than making another, also if it is still to
  // be waited for: who waits, waits for what was recorded then.
  std::lock_guard<std::mutex> lock(mutex);
  if (event)
    spareEvents.push_back(reinterpret_cast<CUevent>(event));
}

void CudaDevice::order(Stream earlier, Stream later) {
  Scope scope(*this);
  if (native(earlier) == native(later))
    return;
  Event event = record(earlier);
  CUresult code = api.cuStreamWaitEvent(
      native(later), reinterpret_cast<CUevent>(event), CU_EVENT_WAIT_DEFAULT);
  release(event);
  check(code, "cuStreamWaitEvent");
}

void CudaDevice::synchronize(Stream stream, Poll poll) {
  using Clock = std::chrono::steady_clock;
  using namespace std::chrono_literals;
  Scope scope(*this);
  Clock::time_point start = Clock::now(), polled = start;
  // Short waits spin, for the sake of latency; long ones yield the processor,
  // and let the host's signals through.
  while (true) {
    CUresult code = api.cuStreamQuery(native(stream));
    if (code == CUDA_SUCCESS)
      break;
    if (code != CUDA_ERROR_NOT_READY)
      check(code, "cuStreamQuery");
    Clock::time_point now = Clock::now();
    if (now - start < 200us)
      continue;
    if (now - polled > 20ms) {
      poll();
      polled = now;
    }
    std::this_thread::sleep_for(now - start < 5ms ? 20us : 200us);
  }
  forgetLaunches();
  writePrinted();
}

/// Has the driver write what kernels have printed: asking for a stream's state
/// doesn't, waiting does. The text goes through the C library's buffer.
void CudaDevice::writePrinted() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (!std::exchange(printed, false))
      return;
  }
  GPUJIT_CALL(cuCtxSynchronize);
  std::fflush(stdout);
}

//===----------------------------------------------------------------------===//
// Launch
//===----------------------------------------------------------------------===//

void CudaDevice::launch(Kernel &kernel, Extent3 grid, Extent3 block,
                        uint32_t sharedBytes, void **params, Stream stream) {
  auto &cudaKernel = static_cast<CudaKernel &>(kernel);
  Scope scope(*this);
  throwIfLost();
  noteLaunch(cudaKernel.label);
  if (cudaKernel.prints) {
    std::lock_guard<std::mutex> lock(mutex);
    printed = true;
  }
  CUresult code = api.cuLaunchKernel(
      cudaKernel.function, grid.x, grid.y, grid.z, block.x, block.y, block.z,
      sharedBytes, native(stream), params, nullptr);
  if (code == CUDA_SUCCESS)
    return;
  check(code, ("cuLaunchKernel of " + *cudaKernel.label).c_str());
}
