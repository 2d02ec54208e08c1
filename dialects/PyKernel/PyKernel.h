//===- PyKernel.h - the pyk dialect ---------------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_DIALECTS_PYKERNEL_H
#define GPUJIT_DIALECTS_PYKERNEL_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

#include "PyKernel/PyKernelDialect.h.inc"
#include "PyKernel/PyKernelEnums.h.inc"

namespace gpujit::pyk {

/// `!pyk.bool` or `i1`.
bool isBool(mlir::Type type);
/// `!pyk.int`, or a signed or unsigned integer of 8 to 64 bits.
bool isInteger(mlir::Type type);
/// `!pyk.float`, bf16, f16, f32 or f64.
bool isFloating(mlir::Type type);
/// f16 or bf16: held in memory and in variables, computed with as f32.
bool isHalf(mlir::Type type);
/// An integer or floating type.
bool isNumber(mlir::Type type);
/// A number or a bool.
bool isScalar(mlir::Type type);
/// `!pyk.int`, `!pyk.float` or `!pyk.bool`: raises where Python raises.
bool isWeak(mlir::Type type);
/// Whether integers of this type are signed; true of `!pyk.int`.
bool isSignedInteger(mlir::Type type);
/// The width in bits of the values of a scalar: 64 for Python's numbers, 1 for
/// bools.
unsigned bitWidth(mlir::Type type);
/// NumPy's name of a scalar type ("float32"), or Python's ("int").
std::string dtypeName(mlir::Type type);

/// Whether running this operation (not those in its regions) may raise: weak
/// arithmetic without `exact`, casts that check, accesses that aren't
/// `inbounds`, reads of tracked slots, loops with a step that may be zero,
/// `pyk.raise`.
bool mayRaise(mlir::Operation *op);

} // namespace gpujit::pyk

#define GET_ATTRDEF_CLASSES
#include "PyKernel/PyKernelAttrs.h.inc"
#define GET_TYPEDEF_CLASSES
#include "PyKernel/PyKernelTypes.h.inc"
#define GET_OP_CLASSES
#include "PyKernel/PyKernelOps.h.inc"

#endif // GPUJIT_DIALECTS_PYKERNEL_H
