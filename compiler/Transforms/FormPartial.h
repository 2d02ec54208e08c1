//===- FormPartial.h - a part of an accumulator for each iteration *- C++
//-*-===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_COMPILER_TRANSFORMS_FORMPARTIAL_H
#define GPUJIT_COMPILER_TRANSFORMS_FORMPARTIAL_H

#include "Analysis/Reductions.h"

namespace gpujit {

/// Whether the parts that iterations accumulate can be combined to what the
/// loop gives in order.
bool canFormPartial(pyk::ForOp loop, const SlotReduction &reduction);

/// Gives each iteration of the loop its own part of what it accumulates, by a
/// `pyk.partial`. Needs `canFormPartial`.
void formPartial(pyk::ForOp loop, SlotReduction &reduction);

/// Branches that only set parts become choices of values: without a jump the
/// loads of several iterations can be under way together.
void flattenChoices(pyk::ForOp loop);

} // namespace gpujit

#endif // GPUJIT_COMPILER_TRANSFORMS_FORMPARTIAL_H
