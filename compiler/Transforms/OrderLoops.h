//===- OrderLoops.h - parallel loops that run in order --------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_COMPILER_TRANSFORMS_ORDERLOOPS_H
#define GPUJIT_COMPILER_TRANSFORMS_ORDERLOOPS_H

#include "mlir/IR/Operation.h"

namespace gpujit {

/// Makes an `scf.for` of every `scf.forall` below `root`; parts of accumulators
/// become the variables themselves.
void orderLoops(mlir::Operation *root);

} // namespace gpujit

#endif // GPUJIT_COMPILER_TRANSFORMS_ORDERLOOPS_H
