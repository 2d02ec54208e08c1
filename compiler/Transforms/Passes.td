//===- Passes.td - passes over pyk and loops ----------------*- tablegen -*-===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_COMPILER_TRANSFORMS_PASSES
#define GPUJIT_COMPILER_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

def StructureExits : Pass<"pyk-structure-exits", "::gpujit::pyk::FuncOp"> {
  let summary = "replaces break, continue and early return by flags";
  let description = [{
    Afterwards every region ends in `pyk.yield` or `pyk.condition`, the kernel in its one `pyk.return`, and callees
    (`pyk.inlined`) are spliced into their callers. Each thing that is left has a flag, declared where it is entered; what follows
    an operation that may have left stands under a `pyk.if` on the flags. Where one branch always leaves, what follows moves
    into the other branch: a `continue` of that kind needs no flag. A `pyk.for` that can be left becomes a `pyk.while` with
    a slot for its value, and keeps its index as `gpujit.loop`; other loops stay as they are.

    ```mlir
    pyk.for "i" %lo to %n step %one {
    ^bb0(%i: !pyk.int):
      pyk.if %c {
        pyk.continue
      }
      "rest"() : () -> ()
      pyk.yield
    }
    ==>
    pyk.for "i" %lo to %n step %one {
    ^bb0(%i: !pyk.int):
      pyk.if %c {
        pyk.yield
      } else {
        "rest"() : () -> ()
        pyk.yield
      }
      pyk.yield
    }
    ```
  }];
}

def FormFMA : Pass<"loops-form-fma", "::mlir::func::FuncOp"> {
  let summary = "fuses multiplications and additions of floats";
  let description = [{
    Numerics change: `a * b + c` is rounded once instead of twice, unless `fp` is `strict`. This is the only place where
    that is decided; nothing below may contract. A product with other uses is left alone. Where both operands of a sum are
    products, the left one is fused.

    ```mlir
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %0, %c : f32
    ==>
    %1 = math.fma %a, %b, %c : f32
    ```
  }];
  let options = [
    Option<"fp", "fp", "std::string", "\"contract\"", "strict, contract or fast">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect"];
}

#endif // GPUJIT_COMPILER_TRANSFORMS_PASSES
