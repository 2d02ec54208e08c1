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

namespace gpujit {

/// "read" when the array is never written, else "readwrite".
llvm::StringRef accessOf(mlir::Value array);

} // namespace gpujit

#endif // GPUJIT_CONVERSION_LOOPSTOPLAN_ARRAYACCESS_H
