//===- Errors.cpp - CUresult to exceptions --------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/Cuda/Errors.h"

#include "runtime/Error.h"

using namespace gpujit::runtime;
using namespace gpujit::runtime::cuda;

namespace {

struct Remedy {
  CUresult code;
  const char *text;
};

constexpr Remedy remedies[] = {
    {CUDA_ERROR_NO_DEVICE,
     "No GPU is visible: look at nvidia-smi and CUDA_VISIBLE_DEVICES"},
    {CUDA_ERROR_INVALID_DEVICE,
     "There is no device of that number; gpujit.devices() lists them"},
    {CUDA_ERROR_DEVICE_UNAVAILABLE,
     "Another process holds the device exclusively; nvidia-smi shows which"},
    {CUDA_ERROR_STUB_LIBRARY,
     "The toolkit's stub of libcuda was found before the driver's: take its "
     "folder off LD_LIBRARY_PATH"},
    {CUDA_ERROR_SYSTEM_DRIVER_MISMATCH,
     "The kernel module and libcuda are of different versions: reboot, or "
     "reinstall the driver"},
    {CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE,
     "The forward compatibility package doesn't support this GPU: remove it "
     "from LD_LIBRARY_PATH, or update the driver"},
    {CUDA_ERROR_SYSTEM_NOT_READY,
     "The fabric manager isn't running: start nvidia-fabricmanager"},
    {CUDA_ERROR_UNKNOWN,
     "Often the kernel module isn't loaded, as after a suspend: try sudo "
     "modprobe nvidia_uvm, or reboot"},
    {CUDA_ERROR_INVALID_PTX,
     "The driver refused the PTX: it is for a newer GPU than this, or there is "
     "a fault in the compiler; .inspect(\"ptx\") shows it"},
    {CUDA_ERROR_UNSUPPORTED_PTX_VERSION,
     "The PTX is newer than the driver: compile with a lower PTX version, or "
     "update the driver"},
    {CUDA_ERROR_NO_BINARY_FOR_GPU,
     "The code was compiled for another GPU: compile for this device's arch"},
    {CUDA_ERROR_JIT_COMPILER_NOT_FOUND,
     "The driver lacks libnvidia-ptxjitcompiler.so.1: install the complete "
     "driver, also in the container"},
    {CUDA_ERROR_OUT_OF_MEMORY, "Free arrays, or work on smaller pieces"},
    {CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES,
     "A block needs more registers or shared memory than the device has: "
     "compile with fewer threads a block"},
    {CUDA_ERROR_LAUNCH_TIMEOUT,
     "The device also drives a display, which limits a kernel's time: split "
     "the work, or use another device"},
    {CUDA_ERROR_ILLEGAL_ADDRESS,
     "A kernel accessed memory outside of its arrays, and the device's context "
     "is lost: restart the process, and look with boundscheck=True or "
     "compute-sanitizer"},
    {CUDA_ERROR_MISALIGNED_ADDRESS,
     "An array isn't aligned to its element's size, and the device's context "
     "is lost: restart the process, and copy that array first"},
    {CUDA_ERROR_ASSERT, "The device's context is lost: restart the process"},
    {CUDA_ERROR_LAUNCH_FAILED,
     "The device's context is lost: restart the process, and run it under "
     "compute-sanitizer"},
    {CUDA_ERROR_ECC_UNCORRECTABLE,
     "The device's memory is defective: see nvidia-smi -q"},
    {CUDA_ERROR_DEINITIALIZED, "The process is ending"},
};

const char *remedyFor(CUresult code) {
  for (const Remedy &remedy : remedies)
    if (remedy.code == code)
      return remedy.text;
  return "";
}

std::string numbered(CUresult code) {
  return "CUDA error " + std::to_string(static_cast<int>(code));
}

} // namespace

void cuda::raise(const Driver &driver, CUresult code, const char *call,
                 const std::string &detail) {
  const char *name = nullptr, *text = nullptr;
  if (driver.cuGetErrorName)
    driver.cuGetErrorName(code, &name);
  if (driver.cuGetErrorString)
    driver.cuGetErrorString(code, &text);
  throw DeviceError(name ? name : numbered(code), call,
                    !detail.empty() ? detail
                    : text          ? text
                                    : "",
                    remedyFor(code));
}

bool cuda::isSticky(CUresult code) {
  switch (code) {
  case CUDA_ERROR_ILLEGAL_ADDRESS:
  case CUDA_ERROR_MISALIGNED_ADDRESS:
  case CUDA_ERROR_INVALID_ADDRESS_SPACE:
  case CUDA_ERROR_INVALID_PC:
  case CUDA_ERROR_ILLEGAL_INSTRUCTION:
  case CUDA_ERROR_HARDWARE_STACK_ERROR:
  case CUDA_ERROR_LAUNCH_FAILED:
  case CUDA_ERROR_LAUNCH_TIMEOUT:
  case CUDA_ERROR_ASSERT:
  case CUDA_ERROR_ECC_UNCORRECTABLE:
    return true;
  default:
    return false;
  }
}
