//===- Passes.h - from the gpu module to NVVM
//--------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_TARGET_NVPTX_PASSES_H
#define GPUJIT_TARGET_NVPTX_PASSES_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Pass/Pass.h"

namespace mlir {
class LLVMTypeConverter;
class RewritePatternSet;
} // namespace mlir

namespace gpujit {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "Target/NVPTX/Passes.h.inc"

/// Patterns of `plan.record` and `plan.raised`.
void populateRecordErrorPatterns(const mlir::LLVMTypeConverter &converter,
                                 mlir::RewritePatternSet &patterns);

/// Patterns of `memref.atomic_rmw` and `memref.generic_atomic_rmw`.
void populateAtomicPatterns(const mlir::LLVMTypeConverter &converter,
                            mlir::RewritePatternSet &patterns);

} // namespace gpujit

#endif // GPUJIT_TARGET_NVPTX_PASSES_H
