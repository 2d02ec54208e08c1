//===- fake_cuda.cpp - a driver without a GPU -----------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fake_cuda.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>
#include <vector>

#include <cuda.h>

namespace {

struct Fault {
  int code = 0, skip = 0, times = 0;
};

struct Allocation {
  size_t bytes;
  int device;
  bool host;
};

struct State {
  std::recursive_mutex mutex;
  std::map<std::string, Fault> faults;
  std::map<std::string, int> calls;
  std::map<CUdeviceptr, Allocation> allocations;
  std::vector<CUdeviceptr> foreign; ///< allocated by a test
  std::vector<FakeLaunch> launches;
  bool initialised = false;
  uint64_t peak = 0; ///< of the bytes in use
};

int numberFrom(const char *variable, int otherwise) {
  const char *text = std::getenv(variable);
  return text ? std::atoi(text) : otherwise;
}

/// name:code[:skip[:times]], separated by commas.
void readFaults(State &state, const char *text) {
  std::istringstream list(text);
  for (std::string item; std::getline(list, item, ',');) {
    std::istringstream fields(item);
    std::string name, field;
    std::getline(fields, name, ':');
    Fault fault{0, 0, 1 << 30};
    for (int *slot : {&fault.code, &fault.skip, &fault.times})
      if (std::getline(fields, field, ':'))
        *slot = std::atoi(field.c_str());
    state.faults[name] = fault;
  }
}

thread_local std::vector<CUcontext> contexts;

State &state() {
  static State &state = *[] {
    auto *made = new State;
    if (const char *text = std::getenv("GPUJIT_FAKE_FAULT"))
      readFaults(*made, text);
    return made;
  }();
  return state;
}

CUresult enter(const char *name) {
  std::lock_guard<std::recursive_mutex> lock(state().mutex);
  ++state().calls[name];
  if (!state().initialised && std::strcmp(name, "cuInit") &&
      std::strcmp(name, "cuDriverGetVersion"))
    return CUDA_ERROR_NOT_INITIALIZED;
  auto found = state().faults.find(name);
  if (found == state().faults.end() || found->second.times <= 0)
    return CUDA_SUCCESS;
  if (found->second.skip-- > 0)
    return CUDA_SUCCESS;
  --found->second.times;
  return static_cast<CUresult>(found->second.code);
}

// Each function counts its calls and may be made to fail.
#define ENTER(NAME)                                                            \
  if (CUresult code = enter(NAME))                                             \
  return code

int currentDevice() {
  return contexts.empty()
             ? 0
             : static_cast<int>(reinterpret_cast<uintptr_t>(contexts.back()) -
                                1);
}

uint64_t used(int device) {
  uint64_t bytes = 0;
  for (auto &[address, allocation] : state().allocations)
    if (!allocation.host && (device < 0 || allocation.device == device))
      bytes += allocation.bytes;
  return bytes;
}

uint64_t capacity() {
  const char *text = std::getenv("GPUJIT_FAKE_MEMORY");
  return text ? std::strtoull(text, nullptr, 10) : uint64_t(1) << 33;
}

CUresult allocate(CUdeviceptr *address, size_t bytes, int device, bool host) {
  std::lock_guard<std::recursive_mutex> lock(state().mutex);
  if (!host && used(device) + bytes > capacity())
    return CUDA_ERROR_OUT_OF_MEMORY;
  void *memory = nullptr;
  if (posix_memalign(&memory, 256, bytes))
    return CUDA_ERROR_OUT_OF_MEMORY;
  std::memset(memory, 0xCD, bytes);
  *address = reinterpret_cast<CUdeviceptr>(memory);
  state().allocations[*address] = {bytes, device, host};
  state().peak = std::max(state().peak, used(-1));
  return CUDA_SUCCESS;
}

CUresult release(CUdeviceptr address) {
  std::lock_guard<std::recursive_mutex> lock(state().mutex);
  if (!state().allocations.erase(address))
    return CUDA_ERROR_INVALID_VALUE;
  std::free(reinterpret_cast<void *>(address));
  return CUDA_SUCCESS;
}

/// The allocation that holds the address.
auto find(CUdeviceptr address) {
  auto &all = state().allocations;
  auto next = all.upper_bound(address);
  if (next == all.begin())
    return all.end();
  --next;
  return address < next->first + next->second.bytes ? next : all.end();
}

bool inside(CUdeviceptr address, size_t bytes) {
  std::lock_guard<std::recursive_mutex> lock(state().mutex);
  auto found = find(address);
  return found != state().allocations.end() &&
         address + bytes <= found->first + found->second.bytes;
}

} // namespace

//===----------------------------------------------------------------------===//
// For the tests
//===----------------------------------------------------------------------===//

extern "C" {

void fakeFault(const char *name, int code, int skip, int times) {
  state().faults[name] = {code, skip, times};
}

void fakeReset() {
  state().faults.clear();
  state().calls.clear();
  state().launches.clear();
  for (CUdeviceptr address : state().foreign)
    release(address);
  state().foreign.clear();
}

int fakeCalls(const char *name) { return state().calls[name]; }
int fakeLaunchCount() { return static_cast<int>(state().launches.size()); }
FakeLaunch fakeLaunch(int index) { return state().launches.at(index); }
uint64_t fakeLiveBytes() { return used(-1); }

uint64_t fakeAllocate(int device, uint64_t bytes) {
  CUdeviceptr address = 0;
  allocate(&address, bytes, device, false);
  state().foreign.push_back(address);
  return address;
}

//===----------------------------------------------------------------------===//
// Start, errors
//===----------------------------------------------------------------------===//

CUresult cuInit(unsigned) {
  ENTER("cuInit");
  state().initialised = true;
  return CUDA_SUCCESS;
}

CUresult cuDriverGetVersion(int *version) {
  ENTER("cuDriverGetVersion");
  *version = numberFrom("GPUJIT_FAKE_VERSION", 13000);
  return CUDA_SUCCESS;
}

static const std::map<int, std::pair<const char *, const char *>> texts = {
    {1, {"CUDA_ERROR_INVALID_VALUE", "invalid argument"}},
    {2, {"CUDA_ERROR_OUT_OF_MEMORY", "out of memory"}},
    {3, {"CUDA_ERROR_NOT_INITIALIZED", "initialization error"}},
    {100, {"CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"}},
    {101, {"CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"}},
    {218, {"CUDA_ERROR_INVALID_PTX", "a PTX JIT compilation failed"}},
    {222, {"CUDA_ERROR_UNSUPPORTED_PTX_VERSION", "unsupported toolchain"}},
    {500, {"CUDA_ERROR_NOT_FOUND", "named symbol not found"}},
    {700, {"CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access"}},
};

CUresult cuGetErrorName(CUresult code, const char **text) {
  auto found = texts.find(code);
  if (found == texts.end())
    return CUDA_ERROR_INVALID_VALUE;
  *text = found->second.first;
  return CUDA_SUCCESS;
}

CUresult cuGetErrorString(CUresult code, const char **text) {
  auto found = texts.find(code);
  if (found == texts.end())
    return CUDA_ERROR_INVALID_VALUE;
  *text = found->second.second;
  return CUDA_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Devices, contexts
//===----------------------------------------------------------------------===//

CUresult cuDeviceGetCount(int *count) {
  ENTER("cuDeviceGetCount");
  *count = numberFrom("GPUJIT_FAKE_DEVICES", 1);
  return CUDA_SUCCESS;
}

CUresult cuDeviceGet(CUdevice *device, int ordinal) {
  ENTER("cuDeviceGet");
  if (ordinal < 0 || ordinal >= numberFrom("GPUJIT_FAKE_DEVICES", 1))
    return CUDA_ERROR_INVALID_DEVICE;
  *device = ordinal;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetName(char *name, int length, CUdevice) {
  ENTER("cuDeviceGetName");
  std::strncpy(name, "Fake GPU", length);
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice device) {
  ENTER("cuDeviceGetUuid");
  std::memset(uuid->bytes, 0x1a + device, sizeof(uuid->bytes));
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetPCIBusId(char *id, int length, CUdevice) {
  ENTER("cuDeviceGetPCIBusId");
  std::strncpy(id, "0000:01:00.0", length);
  return CUDA_SUCCESS;
}

CUresult cuDeviceTotalMem(size_t *bytes, CUdevice) {
  ENTER("cuDeviceTotalMem");
  *bytes = capacity();
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute which, CUdevice) {
  ENTER("cuDeviceGetAttribute");
  switch (which) {
  case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR:
    *value = 9;
    break;
  case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR:
    *value = 0;
    break;
  case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X:
    *value = 2147483647;
    break;
  case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y:
  case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z:
    *value = 65535;
    break;
  case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
    *value = 1024;
    break;
  case CU_DEVICE_ATTRIBUTE_WARP_SIZE:
    *value = 32;
    break;
  case CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED:
    *value = numberFrom("GPUJIT_FAKE_POOLS", 1);
    break;
  default:
    *value = 1;
  }
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) {
  ENTER("cuDevicePrimaryCtxRetain");
  *context = reinterpret_cast<CUcontext>(uintptr_t(device) + 1);
  return CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext *context) {
  ENTER("cuCtxGetCurrent");
  std::lock_guard<std::recursive_mutex> lock(state().mutex);
  *context = contexts.empty() ? nullptr : contexts.back();
  return CUDA_SUCCESS;
}

CUresult cuCtxPushCurrent(CUcontext context) {
  ENTER("cuCtxPushCurrent");
  std::lock_guard<std::recursive_mutex> lock(state().mutex);
  contexts.push_back(context);
  return CUDA_SUCCESS;
}

CUresult cuCtxPopCurrent(CUcontext *context) {
  ENTER("cuCtxPopCurrent");
  std::lock_guard<std::recursive_mutex> lock(state().mutex);
  if (contexts.empty())
    return CUDA_ERROR_INVALID_CONTEXT;
  *context = contexts.back();
  contexts.pop_back();
  return CUDA_SUCCESS;
}

CUresult cuCtxSynchronize() {
  ENTER("cuCtxSynchronize");
  return CUDA_SUCCESS;
}

CUresult cuCtxResetPersistingL2Cache() {
  ENTER("cuCtxResetPersistingL2Cache");
  return CUDA_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

CUresult cuMemGetInfo(size_t *available, size_t *total) {
  ENTER("cuMemGetInfo");
  *total = capacity();
  *available = capacity() - used(currentDevice());
  return CUDA_SUCCESS;
}

CUresult cuMemAlloc(CUdeviceptr *address, size_t bytes) {
  ENTER("cuMemAlloc");
  return allocate(address, bytes, currentDevice(), false);
}

CUresult cuMemFree(CUdeviceptr address) {
  ENTER("cuMemFree");
  return release(address);
}

CUresult cuMemHostAlloc(void **memory, size_t bytes, unsigned) {
  ENTER("cuMemHostAlloc");
  return allocate(reinterpret_cast<CUdeviceptr *>(memory), bytes,
                  currentDevice(), true);
}

CUresult cuMemFreeHost(void *memory) {
  ENTER("cuMemFreeHost");
  return release(reinterpret_cast<CUdeviceptr>(memory));
}

CUresult cuMemPoolCreate(CUmemoryPool *pool, const CUmemPoolProps *props) {
  ENTER("cuMemPoolCreate");
  *pool = reinterpret_cast<CUmemoryPool>(uintptr_t(props->location.id) + 1);
  return CUDA_SUCCESS;
}

CUresult cuMemPoolGetAttribute(CUmemoryPool, CUmemPool_attribute, void *value) {
  ENTER("cuMemPoolGetAttribute");
  *static_cast<uint64_t *>(value) = state().peak;
  return CUDA_SUCCESS;
}

CUresult cuMemPoolSetAttribute(CUmemoryPool, CUmemPool_attribute which,
                               void *) {
  ENTER("cuMemPoolSetAttribute");
  if (which == CU_MEMPOOL_ATTR_USED_MEM_HIGH)
    state().peak = used(-1);
  return CUDA_SUCCESS;
}

CUresult cuMemPoolTrimTo(CUmemoryPool, size_t) {
  ENTER("cuMemPoolTrimTo");
  return CUDA_SUCCESS;
}

CUresult cuMemAllocFromPoolAsync(CUdeviceptr *address, size_t bytes,
                                 CUmemoryPool pool, CUstream) {
  ENTER("cuMemAllocFromPoolAsync");
  return allocate(address, bytes,
                  static_cast<int>(reinterpret_cast<uintptr_t>(pool) - 1),
                  false);
}

CUresult cuMemFreeAsync(CUdeviceptr address, CUstream) {
  ENTER("cuMemFreeAsync");
  return release(address);
}

CUresult cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t bytes) {
  ENTER("cuMemcpyHtoD");
  if (!inside(to, bytes))
    return CUDA_ERROR_INVALID_VALUE;
  std::memcpy(reinterpret_cast<void *>(to), from, bytes);
  return CUDA_SUCCESS;
}

CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void *from, size_t bytes,
                           CUstream) {
  ENTER("cuMemcpyHtoDAsync");
  return cuMemcpyHtoD(to, from, bytes);
}

CUresult cuMemcpyDtoHAsync(void *to, CUdeviceptr from, size_t bytes, CUstream) {
  ENTER("cuMemcpyDtoHAsync");
  if (!inside(from, bytes))
    return CUDA_ERROR_INVALID_VALUE;
  std::memcpy(to, reinterpret_cast<const void *>(from), bytes);
  return CUDA_SUCCESS;
}

CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes,
                           CUstream) {
  ENTER("cuMemcpyDtoDAsync");
  if (!inside(to, bytes) || !inside(from, bytes))
    return CUDA_ERROR_INVALID_VALUE;
  std::memmove(reinterpret_cast<void *>(to),
               reinterpret_cast<const void *>(from), bytes);
  return CUDA_SUCCESS;
}

CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t bytes,
                         CUstream) {
  ENTER("cuMemsetD8Async");
  if (!inside(to, bytes))
    return CUDA_ERROR_INVALID_VALUE;
  std::memset(reinterpret_cast<void *>(to), value, bytes);
  return CUDA_SUCCESS;
}

CUresult cuPointerGetAttributes(unsigned count, CUpointer_attribute *names,
                                void **values, CUdeviceptr address) {
  ENTER("cuPointerGetAttributes");
  std::lock_guard<std::recursive_mutex> lock(state().mutex);
  auto found = find(address);
  bool known = found != state().allocations.end();
  for (unsigned i = 0; i < count; ++i) {
    switch (names[i]) {
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
      *static_cast<unsigned *>(values[i]) = !known               ? 0
                                            : found->second.host ? 1
                                                                 : 2;
      break;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
      *static_cast<int *>(values[i]) = known ? found->second.device : -2;
      break;
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
      *static_cast<CUdeviceptr *>(values[i]) = known ? found->first : 0;
      break;
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
      *static_cast<size_t *>(values[i]) = known ? found->second.bytes : 0;
      break;
    case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
      *static_cast<unsigned *>(values[i]) = 1;
      break;
    default:
      break;
    }
  }
  return CUDA_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned count,
                            CUjit_option *options, void **values) {
  ENTER("cuModuleLoadDataEx");
  std::string text = static_cast<const char *>(image);
  if (text.find("syntax error") == std::string::npos) {
    *module = reinterpret_cast<CUmodule>(new std::string(text));
    return CUDA_SUCCESS;
  }
  for (unsigned i = 0; i < count; ++i)
    if (options[i] == CU_JIT_ERROR_LOG_BUFFER)
      std::strcpy(static_cast<char *>(values[i]),
                  "ptxas application ptx input, line 3; error : syntax\n");
  return CUDA_ERROR_INVALID_PTX;
}

CUresult cuModuleUnload(CUmodule module) {
  ENTER("cuModuleUnload");
  delete reinterpret_cast<std::string *>(module);
  return CUDA_SUCCESS;
}

CUresult cuModuleGetFunction(CUfunction *function, CUmodule, const char *name) {
  ENTER("cuModuleGetFunction");
  if (!fakeHasKernel(name))
    return CUDA_ERROR_NOT_FOUND;
  static std::map<std::string, std::string> &names =
      *new std::map<std::string, std::string>;
  std::lock_guard<std::recursive_mutex> lock(state().mutex);
  *function =
      reinterpret_cast<CUfunction>(&names.emplace(name, name).first->second);
  return CUDA_SUCCESS;
}

static void fakeLaunchNow(CUfunction function, FakeLaunch launch,
                          void **params) {
  const char *symbol = reinterpret_cast<std::string *>(function)->c_str();
  std::strncpy(launch.symbol, symbol, sizeof(launch.symbol) - 1);
  std::lock_guard<std::recursive_mutex> lock(state().mutex);
  state().launches.push_back(launch);
  fakeRun(symbol, params);
}

CUresult cuLaunchKernel(CUfunction function, unsigned gx, unsigned gy,
                        unsigned gz, unsigned bx, unsigned by, unsigned bz,
                        unsigned sharedBytes, CUstream, void **params,
                        void **) {
  ENTER("cuLaunchKernel");
  fakeLaunchNow(function, {{}, {gx, gy, gz}, {bx, by, bz}, sharedBytes},
                params);
  return CUDA_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

namespace {
/// A launch whose parameters were copied: all are of up to 8 bytes.
struct FakeNode {
  CUDA_KERNEL_NODE_PARAMS launch;
  std::vector<uint64_t> values;
};
using FakeGraph = std::vector<FakeNode>;
} // namespace

CUresult cuGraphCreate(CUgraph *graph, unsigned) {
  ENTER("cuGraphCreate");
  *graph = reinterpret_cast<CUgraph>(new FakeGraph);
  return CUDA_SUCCESS;
}

CUresult cuGraphAddKernelNode(CUgraphNode *node, CUgraph graph,
                              const CUgraphNode *, size_t,
                              const CUDA_KERNEL_NODE_PARAMS *params) {
  ENTER("cuGraphAddKernelNode");
  auto *nodes = reinterpret_cast<FakeGraph *>(graph);
  const char *symbol = reinterpret_cast<std::string *>(params->func)->c_str();
  FakeNode &added = nodes->emplace_back(FakeNode{*params, {}});
  for (size_t i = 0; i < fakeParams(symbol); ++i)
    added.values.push_back(
        *static_cast<const uint64_t *>(params->kernelParams[i]));
  *node = reinterpret_cast<CUgraphNode>(nodes->size());
  return CUDA_SUCCESS;
}

CUresult cuGraphInstantiate(CUgraphExec *executable, CUgraph graph,
                            unsigned long long) {
  ENTER("cuGraphInstantiate");
  *executable = reinterpret_cast<CUgraphExec>(
      new FakeGraph(*reinterpret_cast<FakeGraph *>(graph)));
  return CUDA_SUCCESS;
}

CUresult cuGraphLaunch(CUgraphExec executable, CUstream) {
  ENTER("cuGraphLaunch");
  std::lock_guard<std::recursive_mutex> lock(state().mutex);
  for (FakeNode &node : *reinterpret_cast<FakeGraph *>(executable)) {
    std::vector<void *> params;
    for (uint64_t &value : node.values)
      params.push_back(&value);
    const CUDA_KERNEL_NODE_PARAMS &how = node.launch;
    fakeLaunchNow(how.func,
                  {{},
                   {how.gridDimX, how.gridDimY, how.gridDimZ},
                   {how.blockDimX, how.blockDimY, how.blockDimZ},
                   how.sharedMemBytes},
                  params.data());
  }
  return CUDA_SUCCESS;
}

CUresult cuGraphDestroy(CUgraph graph) {
  ENTER("cuGraphDestroy");
  delete reinterpret_cast<FakeGraph *>(graph);
  return CUDA_SUCCESS;
}

CUresult cuGraphExecDestroy(CUgraphExec executable) {
  ENTER("cuGraphExecDestroy");
  delete reinterpret_cast<FakeGraph *>(executable);
  return CUDA_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

CUresult cuStreamQuery(CUstream) {
  ENTER("cuStreamQuery");
  return CUDA_SUCCESS;
}

CUresult cuStreamWaitEvent(CUstream, CUevent, unsigned) {
  ENTER("cuStreamWaitEvent");
  return CUDA_SUCCESS;
}

CUresult cuEventCreate(CUevent *event, unsigned) {
  ENTER("cuEventCreate");
  *event = reinterpret_cast<CUevent>(new double(0));
  return CUDA_SUCCESS;
}

CUresult cuEventDestroy(CUevent event) {
  ENTER("cuEventDestroy");
  delete reinterpret_cast<double *>(event);
  return CUDA_SUCCESS;
}

CUresult cuEventElapsedTime(float *milliseconds, CUevent start, CUevent end) {
  ENTER("cuEventElapsedTime");
  *milliseconds = static_cast<float>(*reinterpret_cast<double *>(end) -
                                     *reinterpret_cast<double *>(start));
  return CUDA_SUCCESS;
}

CUresult cuEventRecord(CUevent event, CUstream) {
  ENTER("cuEventRecord");
  using Clock = std::chrono::steady_clock;
  *reinterpret_cast<double *>(event) =
      std::chrono::duration<double, std::milli>(Clock::now().time_since_epoch())
          .count();
  return CUDA_SUCCESS;
}

CUresult cuEventQuery(CUevent) {
  ENTER("cuEventQuery");
  return CUDA_SUCCESS;
}

} // extern "C"
