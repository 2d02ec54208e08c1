//===- Strided.h - packing of strided views -------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_RUNTIME_PLAN_STRIDED_H
#define GPUJIT_RUNTIME_PLAN_STRIDED_H

#include "runtime/Plan/Arguments.h"

namespace gpujit::runtime {

/// Copies the elements of a view, whose element 0 is at `from`, to `to` in C
/// order.
void gather(const Argument &view, const char *from, char *to);

/// Copies elements in C order at `from` to a view, whose element 0 is at `to`.
/// What lies between the view's elements isn't touched.
void scatter(const Argument &view, const char *from, char *to);

/// Copies between two views of the same strides; element 0 is at `from`, `to`.
void copyElements(const Argument &view, const char *from, char *to);

} // namespace gpujit::runtime

#endif // GPUJIT_RUNTIME_PLAN_STRIDED_H
