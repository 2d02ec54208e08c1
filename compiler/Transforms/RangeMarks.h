//===- RangeMarks.h - the marks `exact` and `inbounds` --------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_COMPILER_TRANSFORMS_RANGEMARKS_H
#define GPUJIT_COMPILER_TRANSFORMS_RANGEMARKS_H

#include "Analysis/Intervals.h"

namespace gpujit {

/// Whether this is an operation on Python ints that may raise and wouldn't,
/// were it marked `exact`.
bool canMarkExact(mlir::Operation *op);

/// Whether its result is proven to be what Python computes, without raising.
bool isExact(mlir::Operation *op, Intervals &intervals);

void markExact(mlir::Operation *op);

/// Of a load or a store.
void markInbounds(mlir::Operation *op);

} // namespace gpujit

#endif // GPUJIT_COMPILER_TRANSFORMS_RANGEMARKS_H
