//===- Device.h - what a device can do ------------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The interface between the plan's executor and a device: the CUDA driver, or a
// simulation. It knows neither. Every function may throw a runtime::Error; the
// ones marked noexcept swallow failures, as destructors need.
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_RUNTIME_DEVICE_H
#define GPUJIT_RUNTIME_DEVICE_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace gpujit::runtime {

/// A place in the device's memory; 0 is none.
using Address = uint64_t;

/// A queue of work; 0 is the device's default one. Handles of other libraries'
/// streams are valid too.
using Stream = uint64_t;

/// A point in a stream that can be waited for; 0 is none.
using Event = uint64_t;

struct Extent3 {
  uint32_t x = 1, y = 1, z = 1;
};

struct Limits {
  int64_t maxGridX = 1, maxGridY = 1, maxGridZ = 1;
  uint32_t maxThreadsPerBlock = 1;
};

/// Everything that a person or the compiler asks about a device.
struct DeviceInfo {
  std::string name, uuid, pciBus;
  int ordinal = 0;
  int major = 0, minor = 0; ///< compute capability
  int driverVersion = 0;    ///< 13000 is CUDA 13.0
  int ptxVersion = 0;       ///< newest PTX ISA that the driver takes: 90 is 9.0
  int multiprocessors = 0, warpSize = 0, clockKHz = 0;
  int memoryClockKHz = 0, memoryBusBits = 0;
  bool hasEcc = false; ///< error correction is on
  size_t memoryBytes = 0, l2Bytes = 0, sharedBytesPerBlock = 0;
};

/// Asked now and then while the host waits or loops; non-zero means stop.
struct Poll {
  int (*function)(void *) = nullptr;
  void *context = nullptr;

  /// Throws Interrupted if the host should stop.
  void operator()() const;
};

/// One entry point. Owned by its module.
class Kernel {
public:
  virtual ~Kernel();
};

/// Loaded code. Unloaded by the destructor.
class Module {
public:
  virtual ~Module();

  /// The entry point `symbol`; `label` names it in errors ("saxpy,
  /// saxpy.py:4").
  virtual Kernel &kernel(const std::string &symbol,
                         const std::string &label) = 0;
};

/// Launches in an order, made by one call.
class Graph {
public:
  virtual ~Graph();

  /// Adds a launch, as Device::launch has it, after those that are there.
  virtual void add(Kernel &kernel, Extent3 grid, Extent3 block,
                   uint32_t sharedBytes, void **params) = 0;
  /// Makes it ready; nothing is added afterwards. Throws DeviceError,
  /// OutOfMemory.
  virtual void finish() = 0;
  /// Makes all launches of a finished graph.
  virtual void launch(Stream stream) = 0;
};

class Device {
public:
  virtual ~Device();

  virtual const Limits &limits() const = 0;
  virtual const DeviceInfo &info() const = 0;

  /// Memory for what follows in `stream`. Never 0, also for 0 bytes; aligned to
  /// 256 bytes. Throws OutOfMemory.
  virtual Address allocate(size_t bytes, Stream stream) = 0;
  /// Takes the memory back once what is in `stream` so far is done.
  virtual void free(Address address, Stream stream) noexcept = 0;
  /// Host memory that asynchronous copies can use. Throws OutOfMemory.
  virtual void *allocateHost(size_t bytes) = 0;
  virtual void freeHost(void *memory) noexcept = 0;

  /// After a copy in, the source may be changed at once.
  virtual void copyIn(Address to, const void *from, size_t bytes,
                      Stream stream) = 0;
  /// Queued; `to` is filled when the stream has come so far. Into pageable
  /// memory it may wait.
  virtual void copyOut(void *to, Address from, size_t bytes, Stream stream) = 0;
  virtual void copy(Address to, Address from, size_t bytes, Stream stream) = 0;
  virtual void fill(Address to, uint8_t value, size_t bytes, Stream stream) = 0;

  /// Throws DeviceError with the log if the device refuses the code.
  virtual std::unique_ptr<Module> load(std::string_view image) = 0;
  /// `params[i]` points at the value of parameter i; they are read at once.
  virtual void launch(Kernel &kernel, Extent3 grid, Extent3 block,
                      uint32_t sharedBytes, void **params, Stream stream) = 0;
  /// An empty graph; null where the device has none.
  virtual std::unique_ptr<Graph> makeGraph() { return nullptr; }

  /// Waits for all that is in `stream`; throws what went wrong there.
  virtual void synchronize(Stream stream, Poll poll) = 0;
  /// Makes what follows in `later` wait for what is in `earlier`.
  virtual void order(Stream earlier, Stream later) = 0;

  virtual Event record(Stream stream) = 0;
  /// True once the stream has passed the event. Throws what went wrong there.
  virtual bool passed(Event event) = 0;
  virtual void release(Event event) noexcept = 0;
};

/// Device memory that is given back by the destructor.
class Buffer {
public:
  Buffer() = default;
  Buffer(Device &device, size_t bytes, Stream stream)
      : device(&device), stream(stream),
        memory(device.allocate(bytes, stream)) {}
  Buffer(Buffer &&other) noexcept { swap(other); }
  Buffer &operator=(Buffer &&other) noexcept {
    swap(other);
    return *this;
  }
  ~Buffer() {
    if (memory)
      device->free(memory, stream);
  }

  Address address() const { return memory; }
  explicit operator bool() const { return memory != 0; }
  /// True if the memory is of this device and in the order of this stream.
  bool belongsTo(const Device &other, Stream otherStream) const {
    return device == &other && stream == otherStream;
  }

private:
  void swap(Buffer &other) noexcept {
    std::swap(device, other.device);
    std::swap(stream, other.stream);
    std::swap(memory, other.memory);
  }

  Device *device = nullptr;
  Stream stream = 0;
  Address memory = 0;
};

} // namespace gpujit::runtime

#endif // GPUJIT_RUNTIME_DEVICE_H
