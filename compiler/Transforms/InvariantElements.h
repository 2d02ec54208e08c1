//===- InvariantElements.h - elements that all iterations update -- C++ -*-===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_COMPILER_TRANSFORMS_INVARIANTELEMENTS_H
#define GPUJIT_COMPILER_TRANSFORMS_INVARIANTELEMENTS_H

#include "Analysis/Updates.h"

namespace gpujit {

/// Keeps elements into which `loop` accumulates, and which every iteration
/// names alike (`out[i] += x` in a loop over `j`), in variables while the loop
/// runs. An element that may be another accumulator under a second name stays
/// in its array: two variables would each keep part of the result.
void promoteInvariantElements(pyk::ForOp loop, Arrays &arrays,
                              ValueNumbering &numbering);

} // namespace gpujit

#endif // GPUJIT_COMPILER_TRANSFORMS_INVARIANTELEMENTS_H
