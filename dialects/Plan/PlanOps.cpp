//===- PlanOps.cpp - the plan dialect and its operations ------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/Plan.h"
#include "../../runtime/Abi.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace gpujit::plan;

#include "Plan/PlanDialect.cpp.inc"

#define GET_OP_CLASSES
#include "Plan/PlanOps.cpp.inc"

void PlanDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "Plan/PlanOps.cpp.inc"
      >();
}

LogicalResult CheckOp::verify() {
  if (getPayload().size() > GPUJIT_MAX_PAYLOAD)
    return emitOpError("carries ") << getPayload().size() << " values, at most "
                                   << GPUJIT_MAX_PAYLOAD << " fit";
  return success();
}
