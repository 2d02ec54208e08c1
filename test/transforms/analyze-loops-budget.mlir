// RUN: gpujit-opt %s -pyk-analyze-loops=budget-ms=0 | FileCheck %s
// RUN: gpujit-opt %s -pyk-analyze-loops | FileCheck %s --check-prefix=TIME

!A = !pyk.array<1 x f32, c>

// Once the time for proofs is used up, nothing that needs one is parallel.
// CHECK: reason = "analysis budget", verdict = #pyk<verdict sequential>
// TIME: verdict = #pyk<verdict parallel>
pyk.func @element_wise(%x: !A, %n: !pyk.int) attributes {arg_names = ["x", "n"]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  pyk.for "i" %0 to %n step %1 {
  ^bb0(%i: !pyk.int):
    %v = pyk.load "x" %x[%i] : !A -> f32
    pyk.store %v, "x" %x[%i] : f32, !A
    pyk.yield
  }
  pyk.return
}
