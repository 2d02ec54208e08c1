//===- CudaModule.h - loaded code -----------------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_RUNTIME_CUDA_CUDAMODULE_H
#define GPUJIT_RUNTIME_CUDA_CUDAMODULE_H

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "runtime/Cuda/CudaDevice.h"

namespace gpujit::runtime::cuda {

class CudaKernel final : public Kernel {
public:
  CUfunction function = nullptr;
  std::shared_ptr<const std::string> label;
  bool prints = false; ///< Its code may call printf.
};

class CudaModule final : public Module {
public:
  /// Has the driver compile PTX, or load a cubin. Throws DeviceError with the
  /// driver's log.
  CudaModule(CudaDevice &device, std::string_view image);
  ~CudaModule() override;

  Kernel &kernel(const std::string &symbol, const std::string &label) override;

private:
  CudaDevice &device;
  CUmodule handle = nullptr;
  bool prints = false;
  std::mutex mutex;
  std::map<std::string, CudaKernel> kernels;
};

} // namespace gpujit::runtime::cuda

#endif // GPUJIT_RUNTIME_CUDA_CUDAMODULE_H
