//===- Passes.td - passes over pyk and loops ----------------*- tablegen -*-===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_COMPILER_TRANSFORMS_PASSES
#define GPUJIT_COMPILER_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

def PromoteVars : Pass<"pyk-promote-vars", "::gpujit::pyk::FuncOp"> {
  let summary = "replaces variables by the values they hold";
  let description = [{
    The import gives each variable a slot. A `pyk.get` that can see one value only becomes that
    value; a `pyk.set` that no `pyk.get` can see vanishes, and so does a slot without uses. A slot that
    a loop doesn't set is read once, before the loop. `tracked` goes where every get comes after a
    set. A callee that ends in its only return is spliced into its caller.

    ```mlir
    %h = pyk.var "h" : !pyk.ref<!pyk.int>
    %0 = pyk.extent %a[0] : !pyk.array<1 x f32, c>
    pyk.set %h, %0 : !pyk.ref<!pyk.int>
    %1 = pyk.get %h : !pyk.ref<!pyk.int>
    %2 = pyk.add %1, %c1 : !pyk.int
    ==>
    %0 = pyk.extent %a[0] : !pyk.array<1 x f32, c>
    %2 = pyk.add %0, %c1 : !pyk.int
    ```
  }];
}

def ExpandInductions : Pass<"pyk-expand-inductions", "::gpujit::pyk::FuncOp"> {
  let summary = "gives variables that each iteration moves by the same amount their closed form";
  let description = [{
    A Python int that a loop's body always adds the same to (`k += 2`, also through a loop inside it, `k += 1`) is its
    value before the loop plus a multiple of the iteration's number. It is no longer carried, and subscripts made of it are
    affine. Loops that may be left early, and variables that may be unbound, stay as they are. `pyk-promote-vars`
    cleans up.

    ```mlir
    pyk.for "i" %zero to %n step %one {
    ^bb0(%i: !pyk.int):
      %0 = pyk.get %k : !pyk.ref<!pyk.int>
      %1 = pyk.add %0, %two : !pyk.int
      pyk.set %k, %1 : !pyk.ref<!pyk.int>
    ==>
    %s = pyk.get %k : !pyk.ref<!pyk.int>
    pyk.for "i" %zero to %n step %one {
    ^bb0(%i: !pyk.int):
      %0 = pyk.sub %i, %zero : !pyk.int
      %1 = pyk.mul %0, %two : !pyk.int
      %2 = pyk.add %s, %1 : !pyk.int
    ```
  }];
}

def SinkVars : Pass<"pyk-sink-vars", "::gpujit::pyk::FuncOp"> {
  let summary = "gives each iteration its own variables";
  let description = [{
    A loop body that always sets a variable before it reads it, and whose last value nobody reads
    after the loop, gets a slot of its own: the variable is private to the iteration and
    no obstacle to running iterations in parallel. Outer loops come first, so a slot ends in the
    innermost body it can.

    ```mlir
    %s = pyk.var "s" : !pyk.ref<f32>
    pyk.for "i" %lo to %n step %st {
    ^bb0(%i: !pyk.int):
      pyk.set %s, %zero : !pyk.ref<f32>
    ==>
    pyk.for "i" %lo to %n step %st {
    ^bb0(%i: !pyk.int):
      %s = pyk.var "s" : !pyk.ref<f32>
      pyk.set %s, %zero : !pyk.ref<f32>
    ```
  }];
}

def SinkArrays : Pass<"pyk-sink-arrays", "::gpujit::pyk::FuncOp"> {
  let summary = "gives each iteration its own local arrays";
  let description = [{
    A local array of constant shape that only one loop uses, and whose elements each iteration stores before it loads them, moves into that loop: it is
    private to the iteration, as one that was made there would be. What is stored for certain is found by a walk over the iteration, in which inner loops with
    constant bounds are taken iteration by iteration.

    ```mlir
    %w = pyk.alloc "w" [2] fill(%zero : f64) : !pyk.array<1 x f64, c>
    pyk.for "i" %lo to %n step %one {
    ^bb0(%i: !pyk.int):
      pyk.store %v, "w" %w[%zero] : f64, !pyk.array<1 x f64, c>
      %0 = pyk.load "w" %w[%zero] : !pyk.array<1 x f64, c> -> f64
    ==>
    pyk.for "i" %lo to %n step %one {
    ^bb0(%i: !pyk.int):
      %w = pyk.alloc "w" [2] : !pyk.array<1 x f64, c>
      pyk.store %v, "w" %w[%zero] : f64, !pyk.array<1 x f64, c>
      %0 = pyk.load "w" %w[%zero] : !pyk.array<1 x f64, c> -> f64
    ```
  }];
}

def HoldExtremes : Pass<"pyk-hold-extremes", "::gpujit::pyk::FuncOp"> {
  let summary = "keeps the element that a variable points at in a variable";
  let description = [{
    `if a[i] > a[k]: k = i` looks its extreme up by its place. Where the loop doesn't write the array, the element `a[k]` gets a variable, which is set
    where k is: then the loop is a reduction with a companion. The element is loaded before the loop, if that runs and if nothing in front of it could have
    raised.

    ```mlir
    %0 = pyk.get %k : !pyk.ref<!pyk.int>
    %1 = pyk.load "a" %a[%0] : !pyk.array<1 x f64, c> -> f64
    %2 = pyk.cmp gt, %x, %1 : f64
    pyk.if %2 {
      pyk.set %k, %i : !pyk.ref<!pyk.int>
    ==>
    %1 = pyk.get %held : !pyk.ref<f64>
    %2 = pyk.cmp gt, %x, %1 : f64
    pyk.if %2 {
      pyk.set %held, %x : !pyk.ref<f64>
      pyk.set %k, %i : !pyk.ref<!pyk.int>
    ```
  }];
}

def AnalyzeLoops : Pass<"pyk-analyze-loops", "::gpujit::pyk::FuncOp"> {
  let summary = "sets the verdict on every loop, and the reason";
  let description = [{
    A loop is `parallel` only where it is proven that no two of its iterations touch one element, one
    of them writing, and that nothing else passes from one to another. `reduction` and `atomic`
    loops pass on what is only accumulated. Everything else is `sequential`; its reason names the two accesses
    that meet, or the variable that is carried.

    ```mlir
    pyk.for "i" %lo to %n step %st attributes {index = 0 : i64} {
    ==>
    pyk.for "i" %lo to %n step %st attributes {index = 0 : i64, reason = "no iteration touches ...",
                                               verdict = #pyk.verdict<parallel>} {
    ```
  }];
  let options = [
    Option<"budgetMs", "budget-ms", "unsigned", "1000",
           "time for the proofs of one function, in milliseconds">];
}

def FormReductions : Pass<"pyk-form-reductions", "::gpujit::pyk::FuncOp"> {
  let summary = "makes explicit what iterations of reductions and histograms share";
  let description = [{
    A loop whose verdict is `reduction` or `atomic` becomes `concurrent` if all that its iterations share has an explicit form: each
    variable into which it accumulates a `pyk.partial`, each element that several iterations may update a `pyk.update`. Extremes of floats,
    those with companions (the index of a minimum) and last values have one more variable, the number of the iteration that a part came
    from, so NaN, ties and zeros come out as in the sequential loop in whatever order parts are combined. What a NaN makes forget what came before it
    (`min(x, s)`, `if not x > s: s = x` of floats) has its state instead, and is combined in the order of the iterations. Where one form is missing the
    loop stays as it was and runs in order: float sums into one element that may not exist (their order would be that in which threads
    arrive), one accumulator that is compared in different ways.

    ```mlir
    pyk.for "i" %lo to %n step %st attributes {verdict = #pyk<verdict reduction>} {
    ^bb0(%i: !pyk.int):
      %0 = pyk.get %s : !pyk.ref<f32>
      %1 = pyk.add %0, %x : f32
      pyk.set %s, %1 : !pyk.ref<f32>
    ==>
    pyk.for "i" %lo to %n step %st attributes {concurrent, verdict = #pyk<verdict reduction>} {
    ^bb0(%i: !pyk.int):
      %p = pyk.partial (%s) from (%zero) { ... }
      %0 = pyk.get %p : !pyk.ref<f32>
      %1 = pyk.add %0, %x : f32
      pyk.set %p, %1 : !pyk.ref<f32>
    ```
  }];
  let options = [Option<"reproducible", "reproducible", "bool", "false",
                        "no updates whose result depends on the order of the iterations">];
}

def ProveRanges : Pass<"pyk-prove-ranges", "::gpujit::pyk::FuncOp"> {
  let summary = "marks what is proven not to raise";
  let description = [{
    Operations on Python ints whose result provably fits 64 bits get `exact`, accesses whose subscripts
    provably lie in `0 <= i < extent` get `inbounds`. No check is added for either.

    ```mlir
    pyk.for "i" %zero to %n step %one {
    ^bb0(%i: !pyk.int):
      %0 = pyk.add %i, %one : !pyk.int
      %1 = pyk.load "x" %x[%i] : !pyk.array<1 x f32, c> -> f32
    ==>
      %0 = pyk.add %i, %one exact : !pyk.int
      %1 = pyk.load "x" %x[%i] inbounds : !pyk.array<1 x f32, c> -> f32
    ```
  }];
  let options = [Option<"budgetMs", "budget-ms", "unsigned", "300",
                        "time for the proofs about accesses, in milliseconds">];
}

def VersionChecks : Pass<"pyk-version-checks", "::gpujit::pyk::FuncOp"> {
  let summary = "puts a loop nest twice: without checks, and with them";
  let description = [{
    Before each outermost nest (in an ordered loop around parallel ones, before those) stands a condition
    over arguments, extents and the variables of loops around it, which the host evaluates: symbols lie in
    [-2^31, 2^31] and the extremes of each subscript lie inside the array. Where it holds, a copy
    runs whose accesses are `inbounds` and whose integer operations are `exact`; where it doesn't, the nest as it was. A
    check that fails never raises by itself. Accesses whose extremes aren't known, as in `a[b[i]]`, keep their checks.

    ```mlir
    pyk.for "i" %zero to %n step %one { ... }
    ==>
    %0 = pyk.extent %x[0] : !pyk.array<1 x f32, c>
    %1 = pyk.sub %n, %one exact : !pyk.int
    %2 = pyk.cmp lt, %1, %0 : !pyk.int
    pyk.if %2 {
      pyk.for "i" %zero to %n step %one { ... inbounds ... }
      pyk.yield
    } else {
      pyk.for "i" %zero to %n step %one { ... }
      pyk.yield
    }
    ```
  }];
}

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

def ResolveArrays : Pass<"pyk-resolve-arrays", "::gpujit::pyk::FuncOp"> {
  let summary = "replaces arrays' names by the arrays they stand for";
  let description = [{
    After `pyk-structure-exits`. Each read of an array's slot becomes the array that the slot holds there, and the slots vanish. Where
    the iterations of a loop in order exchange arrays (`a, b = b, a`), as many of them as bring the names back become one
    iteration. What depends on a condition, or on the number of iterations after such a loop, keeps its slot.

    ```mlir
    pyk.for "t" %zero to %n step %one {
    ^bb0(%t: !pyk.int):
      %x = pyk.get %a : !pyk.ref<!pyk.array<1 x f32, c>>
      %y = pyk.get %b : !pyk.ref<!pyk.array<1 x f32, c>>
      "use"(%x, %y) : (!pyk.array<1 x f32, c>, !pyk.array<1 x f32, c>) -> ()
      pyk.set %a, %y : !pyk.ref<!pyk.array<1 x f32, c>>
      pyk.set %b, %x : !pyk.ref<!pyk.array<1 x f32, c>>
      pyk.yield
    }
    ==>
    pyk.for "t" %zero to %n step %two {
    ^bb0(%t: !pyk.int):
      "use"(%array0, %array1) : (!pyk.array<1 x f32, c>, !pyk.array<1 x f32, c>) -> ()
      %t1 = pyk.add %t, %one exact : !pyk.int
      %c = pyk.cmp lt, %t1, %n : !pyk.int
      pyk.if %c {
        "use"(%array1, %array0) : (!pyk.array<1 x f32, c>, !pyk.array<1 x f32, c>) -> ()
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

def NarrowFloats : Pass<"loops-narrow-floats", "::mlir::func::FuncOp"> {
  let summary = "computes in float32 what is rounded to it at once";
  let description = [{
    `math.sin(x)` of a float32 is a Python float: a float64. Where every use rounds that to float32, the function itself is
    computed in float32; with `fp=fast` so are `+`, `-`, `*`, `/` of such values, and constants are rounded too. Not where a check looks at the
    float64: one of overflow means the float64's. `fp=strict` leaves everything.

    ```mlir
    %0 = arith.extf %x : f32 to f64
    %1 = math.sin %0 : f64
    %2 = arith.truncf %1 : f64 to f32
    ==>
    %2 = math.sin %x : f32
    ```
  }];
  let options = [
    Option<"fp", "fp", "std::string", "\"contract\"", "strict, contract or fast">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect"];
}

def OrderLoops : Pass<"loops-order-loops", "::mlir::func::FuncOp"> {
  let summary = "runs parallel loops of the loops stage in order";
  let description = [{
    What a kernel does with loops that found no place in its grid, for the whole function: the result runs anywhere.

    ```mlir
    scf.forall (%i) in (%n) {
      %p = plan.partial (%s) from (%zero) { ... } : (memref<f32>) from (f32) -> memref<f32>
      %0 = memref.load %p[] : memref<f32>
    ==>
    scf.for %i = %c0 to %n step %c1 {
      %0 = memref.load %s[] : memref<f32>
    ```
  }];
}

#endif // GPUJIT_COMPILER_TRANSFORMS_PASSES
