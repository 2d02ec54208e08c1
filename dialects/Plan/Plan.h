//===- Plan.h - the plan dialect ------------------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_DIALECTS_PLAN_H
#define GPUJIT_DIALECTS_PLAN_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "Plan/PlanDialect.h.inc"

namespace gpujit::plan {

/// Attributes of a program's arguments: name, NumPy's type, and how an array is
/// used.
constexpr llvm::StringLiteral kNameAttr = "plan.name";
constexpr llvm::StringLiteral kDtypeAttr = "plan.dtype";
constexpr llvm::StringLiteral kAccessAttr = "plan.access";
/// Of a kernel's parameter that is never below 0.
constexpr llvm::StringLiteral kNonNegativeAttr = "plan.nonnegative";

/// Attributes of the loops stage: of arguments and results, of the function
/// (groups of arrays that are one, pairs that overlap), and of loops.
constexpr llvm::StringLiteral kSourceNameAttr = "gpujit.name";
constexpr llvm::StringLiteral kSourceDtypeAttr = "gpujit.dtype";
constexpr llvm::StringLiteral kSourceReadonlyAttr = "gpujit.readonly";
constexpr llvm::StringLiteral kSameAttr = "gpujit.same";
constexpr llvm::StringLiteral kOverlapAttr = "gpujit.overlap";
constexpr llvm::StringLiteral kLoopAttr = "gpujit.loop";

/// NumPy's name of a scalar type ("float32"). Signless integers count as
/// signed: what is unsigned or Python's own needs `plan.dtype`.
std::string dtypeOf(mlir::Type type);

} // namespace gpujit::plan

#define GET_ATTRDEF_CLASSES
#include "Plan/PlanAttrs.h.inc"
#define GET_OP_CLASSES
#include "Plan/PlanOps.h.inc"

#endif // GPUJIT_DIALECTS_PLAN_H
