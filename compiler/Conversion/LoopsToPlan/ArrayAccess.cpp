//===- ArrayAccess.cpp - how a kernel uses its array arguments
//---------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/LoopsToPlan/ArrayAccess.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

StringRef gpujit::accessOf(Value array) {
  bool isRead = llvm::all_of(array.getUsers(),
                             llvm::IsaPred<memref::LoadOp, memref::DimOp>);
  return isRead ? "read" : "readwrite";
}
