//===- PlanOps.td - operations of plan ----------------------*- tablegen -*-===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_DIALECTS_PLANOPS_TD
#define GPUJIT_DIALECTS_PLANOPS_TD

include "PlanDialect.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class PlanOp<string mnemonic, list<Trait> traits = []>
    : Op<PlanDialect, mnemonic, traits>;

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

def CheckOp : PlanOp<"check", [MemoryEffects<[MemWrite]>]> {
  let summary = "records a Python error when the condition is false";
  let description = [{
    Goes on either way: what depends on the condition is guarded by it. The first error in program order is the one
    that the user sees. `{0}`, `{1}`, `{2}` in the message are filled with the payload. The operation's location is the
    raising site; an inlined callee's is a call-site location.

    ```mlir
    plan.check %ok, "IndexError", "index {0} is out of bounds for axis 0 with size {1} in 'x'" (%i, %n)
    ```
  }];
  let arguments = (ins I1:$condition, StrAttr:$exception, StrAttr:$message,
                       Variadic<I64>:$payload);
  let assemblyFormat = [{
    $condition `,` $exception `,` $message (`(` $payload^ `)`)? attr-dict
  }];
  let hasVerifier = 1;
}

def FailedOp : PlanOp<"failed", [MemoryEffects<[MemRead]>]> {
  let summary = "whether a check of this iteration has failed before";
  let description = [{
    Ends loops whose values can't be trusted any more.

    ```mlir
    %f = plan.failed
    ```
  }];
  let results = (outs I1:$result);
  let assemblyFormat = "attr-dict";
}

#endif // GPUJIT_DIALECTS_PLANOPS_TD
