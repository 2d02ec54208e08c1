//===- SourceText.h - values as the kernel would write them ---------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_COMPILER_ANALYSIS_SOURCETEXT_H
#define GPUJIT_COMPILER_ANALYSIS_SOURCETEXT_H

#include "PyKernel/PyKernel.h"

namespace gpujit {

/// An expression for a value, as in `2 * i + 1`; `...` for what isn't short.
std::string sourceText(mlir::Value value);

/// An access as in `a[i - 1, j]`.
std::string accessText(mlir::Operation *loadOrStore);

/// The line in the kernel's file, or 0; of a callee's code, the callee's line.
unsigned lineOf(mlir::Location location);

/// The column, counted from 0.
unsigned columnOf(mlir::Location location);

} // namespace gpujit

#endif // GPUJIT_COMPILER_ANALYSIS_SOURCETEXT_H
