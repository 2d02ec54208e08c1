//===- CudaDevice.h - a device behind the CUDA driver ---------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_RUNTIME_CUDA_CUDADEVICE_H
#define GPUJIT_RUNTIME_CUDA_CUDADEVICE_H

#include <array>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "runtime/Cuda/Driver.h"
#include "runtime/Device.h"

namespace gpujit::runtime::cuda {

/// The driver's handle of a stream.
inline CUstream native(Stream stream) {
  return stream ? reinterpret_cast<CUstream>(stream) : CU_STREAM_LEGACY;
}

/// One GPU, over its primary context. Its default stream is the legacy one,
/// which waits for and is waited for by the ordinary streams of other
/// libraries. All functions may be called from any thread.
class CudaDevice final : public Device {
public:
  CudaDevice(const Driver &api, int ordinal);

  const Limits &limits() const override { return theLimits; }
  const DeviceInfo &info() const override { return theInfo; }

  Address allocate(size_t bytes, Stream stream) override;
  void free(Address address, Stream stream) noexcept override;
  void *allocateHost(size_t bytes) override;
  void freeHost(void *memory) noexcept override;

  void copyIn(Address to, const void *from, size_t bytes,
              Stream stream) override;
  void copyOut(void *to, Address from, size_t bytes, Stream stream) override;
  void copy(Address to, Address from, size_t bytes, Stream stream) override;
  void fill(Address to, uint8_t value, size_t bytes, Stream stream) override;

  std::unique_ptr<Module> load(std::string_view image) override;
  void launch(Kernel &kernel, Extent3 grid, Extent3 block, uint32_t sharedBytes,
              void **params, Stream stream) override;
  std::unique_ptr<Graph> makeGraph() override;

  void synchronize(Stream stream, Poll poll) override;
  void order(Stream earlier, Stream later) override;
  Event record(Stream stream) override;
  bool passed(Event event) override;
  void release(Event event) noexcept override;

  /// Waits for all streams of the context, also those that other libraries made
  /// and that the default one doesn't wait for.
  void synchronizeAll();

  /// Queues traffic that leaves nothing of earlier work in the second-level
  /// cache: twice its size is written.
  void evictL2();

  /// The most bytes of our pool that were in use, and that it held, since the
  /// last reset. Zeros where the driver has no pools.
  struct MemoryPeaks {
    size_t live = 0, reserved = 0;
  };
  MemoryPeaks memoryPeaks();
  void resetMemoryPeaks();
  /// (free, total) bytes of the device.
  std::pair<size_t, size_t> memory();

  /// Makes the device's context current for as long as it lives.
  class Scope;

private:
  friend class CudaModule;
  friend class CudaGraph;
  friend class TimedEvent;
  friend class Gate;

  int attribute(CUdevice_attribute which) const;
  void describe();
  void createPool();
  CUresult tryAllocate(CUdeviceptr &address, size_t bytes, Stream stream);
  void trim(Stream stream);
  [[noreturn]] void outOfMemory(size_t bytes, const char *where);

  /// Throws if `code` is an error. An error that ends the context is kept, with
  /// the names of the kernels that may have caused it, and thrown by every
  /// later call.
  void check(CUresult code, const char *call);
  void throwIfLost();
  void noteLaunch(std::shared_ptr<const std::string> label);
  void forgetLaunches();
  void writePrinted();
  std::string suspects();
  CUevent takeEvent();

  const Driver &api;
  CUdevice handle = 0;
  CUcontext context = nullptr;
  CUmemoryPool pool = nullptr; ///< null: the driver has no pools
  Limits theLimits;
  DeviceInfo theInfo;

  std::mutex mutex; ///< of what follows
  CUresult lost = CUDA_SUCCESS;
  std::string lostBy, lostCall;
  /// The latest kernels since the device was last known to be well.
  std::array<std::shared_ptr<const std::string>, 4> recent;
  size_t launches = 0;
  bool printed = false; ///< The driver may hold text of a kernel's printf.
  std::vector<CUevent> spareEvents;
};

class CudaDevice::Scope {
public:
  explicit Scope(const CudaDevice &device);
  ~Scope();
  Scope(const Scope &) = delete;

private:
  const Driver &api;
  bool pushed = false;
};

} // namespace gpujit::runtime::cuda

#endif // GPUJIT_RUNTIME_CUDA_CUDADEVICE_H
