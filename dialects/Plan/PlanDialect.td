//===- PlanDialect.td - the plan dialect --------------------*- tablegen -*-===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_DIALECTS_PLANDIALECT_TD
#define GPUJIT_DIALECTS_PLANDIALECT_TD

include "mlir/IR/OpBase.td"

def PlanDialect : Dialect {
  let name = "plan";
  let summary = "What runs where: the host's program around the launches";
  let description = [{
    A `plan.program` is small, holds 64-bit integer arithmetic, host loops, branches and launches, and is
    serialised to the recipe (docs/abi.md). `plan.check` and `plan.failed` stand already in the `loops` stage.
  }];
  let cppNamespace = "::gpujit::plan";
  let useDefaultAttributePrinterParser = 1;
}

#endif // GPUJIT_DIALECTS_PLANDIALECT_TD
