//===- Errors.h - CUresult to exceptions ----------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_RUNTIME_CUDA_ERRORS_H
#define GPUJIT_RUNTIME_CUDA_ERRORS_H

#include <string>

#include "runtime/Cuda/Driver.h"

namespace gpujit::runtime::cuda {

/// Throws the DeviceError of `code`. `detail` replaces the driver's own
/// sentence about the error.
[[noreturn]] void raise(const Driver &driver, CUresult code, const char *call,
                        const std::string &detail = "");

/// Throws if `code` isn't success; `call` names the function.
inline void check(const Driver &driver, CUresult code, const char *call) {
  if (code != CUDA_SUCCESS)
    raise(driver, code, call);
}

/// True for errors after which the context can't be used any more.
bool isSticky(CUresult code);

} // namespace gpujit::runtime::cuda

/// Calls the driver's function F and throws what it returns.
#define GPUJIT_CUDA(DRIVER, F, ...)                                            \
  ::gpujit::runtime::cuda::check(DRIVER, (DRIVER).F(__VA_ARGS__), #F)

#endif // GPUJIT_RUNTIME_CUDA_ERRORS_H
