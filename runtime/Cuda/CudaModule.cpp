//===- CudaModule.cpp - loaded code ---------------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/Cuda/CudaModule.h"

#include "runtime/Cuda/Errors.h"
#include "runtime/Error.h"

using namespace gpujit::runtime;
using namespace gpujit::runtime::cuda;

namespace {

constexpr size_t logBytes = 8192;

void *asOption(size_t value) { return reinterpret_cast<void *>(value); }

/// What the driver's compiler wrote, or its sentence if it wrote nothing.
std::string problemOf(const Driver &api, CUresult code, const char *log) {
  std::string text = log;
  while (!text.empty() && (text.back() == '\n' || text.back() == ' '))
    text.pop_back();
  if (!text.empty())
    return text;
  const char *sentence = nullptr;
  api.cuGetErrorString(code, &sentence);
  return sentence ? sentence : "";
}

} // namespace

CudaModule::CudaModule(CudaDevice &device, std::string_view image)
    : device(device), prints(image.find("vprintf") != std::string_view::npos) {
  std::string terminated(image); // The driver wants PTX to end in a zero.
  char errors[logBytes] = {};
  CUjit_option names[] = {CU_JIT_ERROR_LOG_BUFFER,
                          CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void *values[] = {errors, asOption(logBytes)};
  CudaDevice::Scope scope(device);
  device.throwIfLost();
  const Driver &api = device.api;
  CUresult code =
      api.cuModuleLoadDataEx(&handle, terminated.c_str(), 2, names, values);
  errors[logBytes - 1] = 0;
  if (isSticky(code))
    device.check(code, "cuModuleLoadDataEx");
  if (code != CUDA_SUCCESS)
    raise(api, code, "cuModuleLoadDataEx", problemOf(api, code, errors));
}

CudaModule::~CudaModule() {
  if (inForkedChild())
    return;
  try {
    CudaDevice::Scope scope(device);
    device.api.cuModuleUnload(handle);
  } catch (const Error &) {
    // The process is ending, or the context is lost: nothing is left to
    // release.
  }
}

Kernel &CudaModule::kernel(const std::string &symbol,
                           const std::string &label) {
  std::lock_guard<std::mutex> lock(mutex);
  auto found = kernels.find(symbol);
  if (found != kernels.end())
    return found->second;
  CudaDevice::Scope scope(device);
  CUfunction function = nullptr;
  CUresult code =
      device.api.cuModuleGetFunction(&function, handle, symbol.c_str());
  if (code != CUDA_SUCCESS)
    raise(device.api, code, "cuModuleGetFunction",
          "no entry point '" + symbol + "' in the code");
  CudaKernel &kernel = kernels[symbol];
  kernel.function = function;
  kernel.label = std::make_shared<const std::string>(label);
  kernel.prints = prints;
  return kernel;
}

std::unique_ptr<Module> CudaDevice::load(std::string_view image) {
  return std::make_unique<CudaModule>(*this, image);
}
