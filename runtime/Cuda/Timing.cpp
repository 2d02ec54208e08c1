//===- Timing.cpp - how long work on a device takes -----------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/Cuda/Timing.h"

#include <chrono>
#include <thread>

#include "runtime/Cuda/Errors.h"
#include "runtime/Error.h"

using namespace gpujit::runtime;
using namespace gpujit::runtime::cuda;

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

TimedEvent::TimedEvent(CudaDevice &device) : device(device) {
  CudaDevice::Scope scope(device);
  device.check(device.api.cuEventCreate(&handle, CU_EVENT_DEFAULT),
               "cuEventCreate");
}

TimedEvent::~TimedEvent() {
  if (inForkedChild())
    return;
  try {
    CudaDevice::Scope scope(device);
    device.api.cuEventDestroy(handle);
  } catch (const Error &) {
    // The process is ending, or the context is lost.
  }
}

void TimedEvent::record(Stream stream) {
  CudaDevice::Scope scope(device);
  device.check(device.api.cuEventRecord(handle, native(stream)),
               "cuEventRecord");
}

bool TimedEvent::passed() {
  return device.passed(reinterpret_cast<Event>(handle));
}

void TimedEvent::wait(Poll poll) {
  for (unsigned turn = 0; !passed(); ++turn) {
    poll();
    if (turn > 1000)
      std::this_thread::sleep_for(std::chrono::microseconds(50));
  }
}

double TimedEvent::millisecondsTo(TimedEvent &later) {
  CudaDevice::Scope scope(device);
  float milliseconds = 0;
  CUresult code =
      device.api.cuEventElapsedTime
          ? device.api.cuEventElapsedTime(&milliseconds, handle, later.handle)
          : CUDA_ERROR_NOT_SUPPORTED;
  device.check(code, "cuEventElapsedTime");
  return milliseconds;
}

//===----------------------------------------------------------------------===//
// The gate
//===----------------------------------------------------------------------===//

struct Gate::Words {
  uint32_t open, expired;
  uint64_t nanoseconds, cycles;
};

// Waits for words.open, in the host's memory. The oldest PTX that serves.
static const char gateCode[] = R"(
.version 6.3
.target sm_75
.address_size 64
.visible .entry gpujit_gate(
  .param .u64 words, .param .u64 least, .param .u64 limit)
{
  .reg .pred %open, %early, %late;
  .reg .b32 %word;
  .reg .b64 %words, %least, %limit, %start, %now, %cycles, %end;
  ld.param.u64 %words, [words];
  ld.param.u64 %least, [least];
  ld.param.u64 %limit, [limit];
  mov.u64 %cycles, %clock64;
  mov.u64 %start, %globaltimer;
again:
  mov.u64 %now, %globaltimer;
  mov.u64 %end, %clock64;
  sub.u64 %now, %now, %start;
  setp.lt.u64 %early, %now, %least;
  @%early bra again;
  ld.volatile.u32 %word, [%words];
  setp.ne.u32 %open, %word, 0;
  @%open bra done;
  setp.lt.u64 %late, %now, %limit;
  @%late bra again;
  mov.u32 %word, 1;
  st.volatile.u32 [%words+4], %word;
done:
  sub.u64 %cycles, %end, %cycles;
  st.volatile.u64 [%words+8], %now;
  st.volatile.u64 [%words+16], %cycles;
  ret;
}
)";

Gate::Gate(CudaDevice &device)
    : device(device), code(device.load(gateCode)),
      kernel(&code->kernel("gpujit_gate", "gpujit's timing")),
      words(static_cast<Words *>(device.allocateHost(sizeof(Words)))) {
  *words = Words();
}

Gate::~Gate() {
  if (inForkedChild())
    return;
  open(); // memory that a kernel still reads stays until it ends
  device.freeHost(words);
}

void Gate::hold(Stream stream, uint64_t least, uint64_t limit) {
  *words = Words();
  auto address = reinterpret_cast<uint64_t>(words);
  void *params[] = {&address, &least, &limit};
  device.launch(*kernel, {1, 1, 1}, {1, 1, 1}, 0, params, stream);
}

void Gate::open() {
  __atomic_store_n(&words->open, uint32_t(1), __ATOMIC_RELEASE);
}

Gate::Held Gate::held() const {
  Held held;
  held.expired = __atomic_load_n(&words->expired, __ATOMIC_ACQUIRE) != 0;
  held.nanoseconds = __atomic_load_n(&words->nanoseconds, __ATOMIC_ACQUIRE);
  held.cycles = __atomic_load_n(&words->cycles, __ATOMIC_ACQUIRE);
  return held;
}

//===----------------------------------------------------------------------===//
// What is timed: everything, from a known state of the cache
//===----------------------------------------------------------------------===//

void CudaDevice::synchronizeAll() {
  synchronize(0, Poll()); // unlike the driver's wait, it yields the processor
  Scope scope(*this);
  check(api.cuCtxSynchronize(), "cuCtxSynchronize");
}

void CudaDevice::evictL2() {
  Scope scope(*this);
  // Lines that were made to persist would survive any traffic.
  if (api.cuCtxResetPersistingL2Cache)
    check(api.cuCtxResetPersistingL2Cache(), "cuCtxResetPersistingL2Cache");
  size_t bytes = 2 * theInfo.l2Bytes;
  Buffer buffer(*this, bytes, 0);
  fill(buffer.address(), 0, bytes, 0);
}
