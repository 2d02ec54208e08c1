//===- ArrayAccess.h - how a kernel uses its array arguments
//-----------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_CONVERSION_LOOPSTOPLAN_ARRAYACCESS_H
#define GPUJIT_CONVERSION_LOOPSTOPLAN_ARRAYACCESS_H

#include "mlir/IR/Value.h"
#include <optional>

namespace gpujit {

/// How much `value` grows when `index`, an argument of a block around it, grows
/// by one; nothing when that isn't a constant.
std::optional<int64_t> coefficientOf(mlir::Value value, mlir::Value index);

/// The number of loads and stores inside `op` that move by one element when
/// `index` moves by one.
unsigned countUnitStrides(mlir::Operation *op, mlir::Value index);

/// "read" when the array is never written, else "readwrite".
llvm::StringRef accessOf(mlir::Value array);

} // namespace gpujit

#endif // GPUJIT_CONVERSION_LOOPSTOPLAN_ARRAYACCESS_H
