//===- Recipe.h - the launch recipe of a plan
//--------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_TARGET_NVPTX_RECIPE_H
#define GPUJIT_TARGET_NVPTX_RECIPE_H

#include "Plan/Plan.h"

#include "llvm/Support/JSON.h"

namespace gpujit {

/// The recipe of docs/abi.md for a program. `arch` is what its kernels are
/// compiled for. An operation that has no instruction is a diagnostic.
mlir::FailureOr<llvm::json::Value> buildRecipe(plan::ProgramOp program,
                                               llvm::StringRef arch);

} // namespace gpujit

#endif // GPUJIT_TARGET_NVPTX_RECIPE_H
