//===- CudaGraph.h - launches that are made by one call -------*- C++ -*-===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_RUNTIME_CUDA_CUDAGRAPH_H
#define GPUJIT_RUNTIME_CUDA_CUDAGRAPH_H

#include <set>

#include "runtime/Cuda/CudaDevice.h"

namespace gpujit::runtime::cuda {

/// A CUDA graph whose nodes are kernels, each after the one before.
class CudaGraph final : public Graph {
public:
  explicit CudaGraph(CudaDevice &device);
  ~CudaGraph() override;

  /// Whether the driver has what a graph needs.
  static bool isSupported(const Driver &api);

  void add(Kernel &kernel, Extent3 grid, Extent3 block, uint32_t sharedBytes,
           void **params) override;
  void finish() override;
  void launch(Stream stream) override;

private:
  CudaDevice &device;
  CUgraph graph = nullptr;
  CUgraphNode last = nullptr;
  CUgraphExec executable = nullptr; ///< null: not finished, or empty
  /// Of the kernels, for errors.
  std::set<std::shared_ptr<const std::string>> labels;
};

} // namespace gpujit::runtime::cuda

#endif // GPUJIT_RUNTIME_CUDA_CUDAGRAPH_H
