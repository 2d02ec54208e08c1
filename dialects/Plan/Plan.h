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
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "Plan/PlanDialect.h.inc"

#define GET_OP_CLASSES
#include "Plan/PlanOps.h.inc"

#endif // GPUJIT_DIALECTS_PLAN_H
