//===- VersionLoop.h - a loop that is parallel under conditions -----------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_COMPILER_TRANSFORMS_VERSIONLOOP_H
#define GPUJIT_COMPILER_TRANSFORMS_VERSIONLOOP_H

#include "Analysis/Conditions.h"

namespace gpujit {

/// Puts `loop` twice, under a test of the conditions: parallel where they hold,
/// and as it was. Of the first it notes the conditions and `otherwise`, the
/// reason why the second is sequential.
void versionLoop(pyk::ForOp loop, const Conditions &conditions,
                 llvm::StringRef otherwise);

} // namespace gpujit

#endif // GPUJIT_COMPILER_TRANSFORMS_VERSIONLOOP_H
