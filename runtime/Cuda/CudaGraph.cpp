//===- CudaGraph.cpp - launches that are made by one call -----------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/Cuda/CudaGraph.h"

#include "runtime/Cuda/CudaModule.h"
#include "runtime/Error.h"

using namespace gpujit::runtime;
using namespace gpujit::runtime::cuda;

bool CudaGraph::isSupported(const Driver &api) {
  return api.cuGraphCreate && api.cuGraphAddKernelNode &&
         api.cuGraphInstantiate && api.cuGraphLaunch && api.cuGraphDestroy &&
         api.cuGraphExecDestroy;
}

CudaGraph::CudaGraph(CudaDevice &device) : device(device) {
  CudaDevice::Scope scope(device);
  device.check(device.api.cuGraphCreate(&graph, 0), "cuGraphCreate");
}

CudaGraph::~CudaGraph() {
  if (inForkedChild())
    return;
  try {
    CudaDevice::Scope scope(device);
    if (executable)
      device.api.cuGraphExecDestroy(executable);
    device.api.cuGraphDestroy(graph);
  } catch (const Error &) {
    // The process is ending, or the context is lost: nothing is left to
    // release.
  }
}

void CudaGraph::add(Kernel &kernel, Extent3 grid, Extent3 block,
                    uint32_t sharedBytes, void **params) {
  auto &cudaKernel = static_cast<CudaKernel &>(kernel);
  CudaDevice::Scope scope(device);
  device.throwIfLost();
  CUDA_KERNEL_NODE_PARAMS node = {};
  node.func = cudaKernel.function;
  node.gridDimX = grid.x;
  node.gridDimY = grid.y;
  node.gridDimZ = grid.z;
  node.blockDimX = block.x;
  node.blockDimY = block.y;
  node.blockDimZ = block.z;
  node.sharedMemBytes = sharedBytes;
  node.kernelParams = params;
  CUgraphNode before = last;
  device.check(device.api.cuGraphAddKernelNode(&last, graph,
                                               before ? &before : nullptr,
                                               before ? 1 : 0, &node),
               "cuGraphAddKernelNode");
  labels.insert(cudaKernel.label);
}

void CudaGraph::finish() {
  if (!last)
    return;
  CudaDevice::Scope scope(device);
  device.check(device.api.cuGraphInstantiate(&executable, graph, 0),
               "cuGraphInstantiate");
}

void CudaGraph::launch(Stream stream) {
  if (!executable)
    return;
  CudaDevice::Scope scope(device);
  device.throwIfLost();
  for (const auto &label : labels)
    device.noteLaunch(label);
  device.check(device.api.cuGraphLaunch(executable, native(stream)),
               "cuGraphLaunch");
}

std::unique_ptr<Graph> CudaDevice::makeGraph() {
  if (!CudaGraph::isSupported(api))
    return nullptr;
  return std::make_unique<CudaGraph>(*this);
}
