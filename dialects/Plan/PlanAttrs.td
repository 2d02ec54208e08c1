//===- PlanAttrs.td - attributes of plan ----------------*- tablegen -*-===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_DIALECTS_PLANATTRS_TD
#define GPUJIT_DIALECTS_PLANATTRS_TD

include "PlanDialect.td"
include "mlir/IR/AttrTypeBase.td"

class PlanAttr<string name, string mnem> : AttrDef<PlanDialect, name> {
  let mnemonic = mnem;
}

def SiteAttr : PlanAttr<"Site", "site"> {
  let summary = "a place in a kernel that raises";
  let description = [{
    The exception's class, the message with `{0}`, `{1}`, `{2}` for the payload, and where it was written; the location of an
    inlined callee is a call-site location.

    ```mlir
    #plan.site<"IndexError", "index {0} is out of bounds", loc("saxpy.py":6:8)>
    ```
  }];
  let parameters = (ins "::mlir::StringAttr":$exception,
                        "::mlir::StringAttr":$message,
                        "::mlir::LocationAttr":$location);
  let assemblyFormat = "`<` $exception `,` $message `,` $location `>`";
}

def ResultAttr : PlanAttr<"Result", "result"> {
  let summary = "the word of the frame that holds the kernel's result";
  let description = [{
    ```mlir
    #plan.result<48, "float32">
    ```
  }];
  let parameters = (ins "int64_t":$offset, "::mlir::StringAttr":$dtype);
  let assemblyFormat = "`<` $offset `,` $dtype `>`";
}

#endif // GPUJIT_DIALECTS_PLANATTRS_TD
