//===- SimulatedDevice.cpp - a device inside the compiler library --------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/Simulated/SimulatedDevice.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "runtime/Error.h"

using namespace gpujit::runtime;

namespace {

struct SimulatedKernel final : Kernel {
  SimulatedKernel(GpujitProgram *image, std::string symbol)
      : image(image), symbol(std::move(symbol)) {}

  GpujitProgram *image;
  std::string symbol;
};

class SimulatedModule final : public Module {
public:
  SimulatedModule(const Simulator &simulator, GpujitProgram *image)
      : simulator(simulator), image(image) {}
  ~SimulatedModule() override { simulator.destroy(image); }

  Kernel &kernel(const std::string &symbol, const std::string &) override {
    kernels.push_back(std::make_unique<SimulatedKernel>(image, symbol));
    return *kernels.back();
  }

private:
  Simulator simulator;
  GpujitProgram *image;
  std::vector<std::unique_ptr<SimulatedKernel>> kernels;
};

} // namespace

SimulatedDevice::SimulatedDevice(Simulator simulator, uint64_t seed)
    : simulator(simulator), seed(seed) {
  theLimits = {2147483647, 65535, 65535, 1024};
  theInfo.name = "simulated device";
  theInfo.warpSize = 32;
  theInfo.multiprocessors = 1;
  theInfo.sharedBytesPerBlock = 49152;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Address SimulatedDevice::allocate(size_t bytes, Stream) {
  size_t size = (std::max<size_t>(bytes, 1) + 255) / 256 * 256;
  void *memory = size >= bytes ? std::aligned_alloc(256, size) : nullptr;
  if (!memory)
    throw OutOfMemory("the simulated device has no " + std::to_string(bytes) +
                          " bytes left",
                      bytes);
  auto address = reinterpret_cast<Address>(memory);
  std::lock_guard<std::mutex> lock(mutex);
  allocations.emplace(address, std::vector<uint8_t>(bytes));
  return address;
}

void SimulatedDevice::free(Address address, Stream) noexcept {
  std::lock_guard<std::mutex> lock(mutex);
  if (allocations.erase(address))
    std::free(reinterpret_cast<void *>(address));
}

void *SimulatedDevice::allocateHost(size_t bytes) {
  void *memory = std::malloc(std::max<size_t>(bytes, 1));
  if (!memory)
    throw OutOfMemory(
        "the host has no " + std::to_string(bytes) + " bytes left", bytes);
  return memory;
}

void SimulatedDevice::freeHost(void *memory) noexcept { std::free(memory); }

uint8_t *SimulatedDevice::notes(Address address) {
  auto behind = allocations.upper_bound(address);
  if (behind == allocations.begin())
    throw Error("an address that isn't the simulated device's");
  auto found = std::prev(behind);
  return found->second.data() + (address - found->first);
}

void SimulatedDevice::copyIn(Address to, const void *from, size_t bytes,
                             Stream) {
  std::lock_guard<std::mutex> lock(mutex);
  std::memcpy(reinterpret_cast<void *>(to), from, bytes);
  if (bytes)
    std::memset(notes(to), 1, bytes);
}

void SimulatedDevice::copyOut(void *to, Address from, size_t bytes, Stream) {
  std::memcpy(to, reinterpret_cast<void *>(from), bytes);
}

void SimulatedDevice::copy(Address to, Address from, size_t bytes, Stream) {
  std::lock_guard<std::mutex> lock(mutex);
  std::memmove(reinterpret_cast<void *>(to), reinterpret_cast<void *>(from),
               bytes);
  if (bytes)
    std::memmove(notes(to), notes(from), bytes);
}

void SimulatedDevice::fill(Address to, uint8_t value, size_t bytes, Stream) {
  std::lock_guard<std::mutex> lock(mutex);
  std::memset(reinterpret_cast<void *>(to), value, bytes);
  if (bytes)
    std::memset(notes(to), 1, bytes);
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

std::unique_ptr<Module> SimulatedDevice::load(std::string_view image) {
  auto module = std::make_unique<SimulatedModule>(
      simulator, simulator.load(image.data(), image.size()));
  auto &kernel = static_cast<SimulatedKernel &>(module->kernel("", ""));
  if (const char *problem = simulator.text(kernel.image, "error", nullptr))
    throw KernelRaised("the simulated device can't take the code", problem);
  return module;
}

void SimulatedDevice::launch(Kernel &kernel, Extent3 grid, Extent3 block,
                             uint32_t sharedBytes, void **params, Stream) {
  auto &simulated = static_cast<SimulatedKernel &>(kernel);
  std::lock_guard<std::mutex> lock(mutex);
  std::vector<GpujitRange> ranges;
  for (auto &[address, notes] : allocations)
    ranges.push_back({address, notes.size(), notes.data()});
  GpujitSimulatedLaunch launch = {simulated.symbol.c_str(),
                                  {grid.x, grid.y, grid.z},
                                  {block.x, block.y, block.z},
                                  sharedBytes,
                                  params,
                                  ranges.data(),
                                  ranges.size(),
                                  seed++,
                                  poll.function,
                                  poll.context};
  int status = simulator.simulate(simulated.image, &launch);
  if (status == 2)
    throw Interrupted();
  if (status != 0)
    throw KernelRaised("a fault on the simulated device",
                       simulator.text(simulated.image, "raised", nullptr));
}
