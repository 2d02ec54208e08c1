//===- SimulatedDevice.h - a device inside the compiler library ----------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_RUNTIME_SIMULATED_SIMULATEDDEVICE_H
#define GPUJIT_RUNTIME_SIMULATED_SIMULATEDDEVICE_H

#include <map>
#include <mutex>
#include <vector>

#include "runtime/Abi.h"
#include "runtime/Device.h"

namespace gpujit::runtime {

/// The functions of the compiler library that simulate.
struct Simulator {
  gpujit_simulator_load_fn *load;
  gpujit_simulate_fn *simulate;
  gpujit_text_fn *text;
  gpujit_destroy_fn *destroy;
};

/// Memory is the host's, with a note for every byte whether it was written.
/// Everything is done at once: streams and events have nothing to do. All
/// functions may be called from any thread.
class SimulatedDevice final : public Device {
public:
  /// Launch n of the device has the seed `seed` + n.
  SimulatedDevice(Simulator simulator, uint64_t seed);

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

  /// Throws KernelRaised with a SimulationError that names what it doesn't
  /// know.
  std::unique_ptr<Module> load(std::string_view image) override;
  /// Throws KernelRaised with a SimulationError for a fault, Interrupted.
  void launch(Kernel &kernel, Extent3 grid, Extent3 block, uint32_t sharedBytes,
              void **params, Stream stream) override;

  void synchronize(Stream, Poll) override {}
  void order(Stream, Stream) override {}
  Event record(Stream) override { return 1; }
  bool passed(Event) override { return true; }
  void release(Event) noexcept override {}

  /// What launches ask now and then.
  Poll poll;

private:
  /// The notes of the bytes at `address`, which an allocation holds.
  uint8_t *notes(Address address);

  Simulator simulator;
  Limits theLimits;
  DeviceInfo theInfo;
  std::mutex mutex; ///< of what follows
  std::map<Address, std::vector<uint8_t>> allocations;
  uint64_t seed;
};

} // namespace gpujit::runtime

#endif // GPUJIT_RUNTIME_SIMULATED_SIMULATEDDEVICE_H
