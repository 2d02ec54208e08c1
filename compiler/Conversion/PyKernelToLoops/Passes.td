//===- Passes.td - from pyk to loops ------------------------*- tablegen -*-===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_CONVERSION_PYKERNELTOLOOPS_PASSES_TD
#define GPUJIT_CONVERSION_PYKERNELTOLOOPS_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertPyKernelToLoops : Pass<"convert-pyk-to-loops", "::mlir::ModuleOp"> {
  let summary = "Lowers pyk to scf, memref, arith, math and plan.check";
  let description = [{
    Makes one `func.func` of every `pyk.func`, which must be free of break, continue, early return and
    `pyk.inlined` (run `pyk-structure-exits` first). Signs move from the types into the operations. What raises
    becomes a `plan.check`, and what depends on it is guarded: no operation has undefined behaviour for any
    input. A loop with the verdict `parallel` becomes an `scf.forall`.

    ```mlir
    pyk.for "i" %lo to %n step %one attributes {index = 0 : i64, verdict = #pyk.verdict<parallel>} {
    ^bb0(%i: !pyk.int):
      %v = pyk.load "x" %x[%i] inbounds : !pyk.array<1 x ui8, c> -> ui8
      ...
    }
    ```
    ==>
    ```mlir
    scf.forall (%k) in (%n) {
      %v = memref.load %x[%k] : memref<?xi8>
      ...
    } {gpujit.loop = 0 : i64}
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect", "::mlir::gpu::GPUDialect", "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect", "::gpujit::plan::PlanDialect"];
}

#endif // GPUJIT_CONVERSION_PYKERNELTOLOOPS_PASSES_TD
