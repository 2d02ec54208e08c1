//===- TranslateToPTX.h - PTX from a gpu module
//------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_TARGET_NVPTX_TRANSLATETOPTX_H
#define GPUJIT_TARGET_NVPTX_TRANSLATETOPTX_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/IR/Module.h"
#include <functional>
#include <string>

namespace gpujit {

/// What PTX is made for, and what to show on the way.
struct PTXOptions {
  std::string arch = "sm_90";
  unsigned ptxVersion = 80; ///< ten times PTX's version: 80 is 8.0
  std::string libdevice;    ///< path of the bitcode; may be empty
  bool lineInfo = false;
  /// Called with the module in the LLVM and NVVM dialects.
  std::function<void(mlir::gpu::GPUModuleOp)> onNVVM;
  /// Called with the module as LLVM's passes left it.
  std::function<void(llvm::Module &)> onLLVM;
};

/// What translateToPTX needs of a context.
void registerPTXDialects(mlir::DialectRegistry &registry);

/// Lowers the module, in place, to PTX. Errors, LLVM's own included, are
/// diagnostics of the module's location.
mlir::FailureOr<std::string> translateToPTX(mlir::gpu::GPUModuleOp kernels,
                                            const PTXOptions &options);

} // namespace gpujit

#endif // GPUJIT_TARGET_NVPTX_TRANSLATETOPTX_H
