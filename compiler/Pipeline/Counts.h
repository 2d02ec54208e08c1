//===- Counts.h - what a kernel does, counted -----------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_COMPILER_PIPELINE_COUNTS_H
#define GPUJIT_COMPILER_PIPELINE_COUNTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/JSON.h"

namespace gpujit {

/// The operations and the accesses to array arguments of a function of the
/// stage `loops`, as a tree of loops and branches, with the numbers that decide
/// how often each runs as expressions of the arguments (docs/abi.md, "Counts").
llvm::json::Value countWork(mlir::func::FuncOp function);

} // namespace gpujit

#endif // GPUJIT_COMPILER_PIPELINE_COUNTS_H
