// RUN: gpujit-opt %s -split-input-file -verify-diagnostics -pass-pipeline="builtin.module(pyk.func(pyk-analyze-loops{require=true}))"
// RUN: gpujit-opt %s -split-input-file -pass-pipeline="builtin.module(pyk.func(pyk-analyze-loops{budget-ms=0}))" | FileCheck %s --check-prefix=BUDGET

!A = !pyk.array<1 x f32, c>

// BUDGET: reason = "analysis budget", verdict = #pyk<verdict sequential>
pyk.func @carried(%a: !A, %n: !pyk.int) attributes {arg_names = ["a", "n"]} {
  %1 = pyk.constant 1 : i64 -> !pyk.int
  // expected-error @below {{the loop over 'i' can't run in parallel: iteration i reads a[i - 1]}}
  pyk.for "i" %1 to %n step %1 attributes {index = 0 : i64} {
  ^bb0(%i: !pyk.int):
    %k = pyk.sub %i, %1 : !pyk.int
    %v = pyk.load "a" %a[%k] : !A -> f32
    pyk.store %v, "a" %a[%i] : f32, !A
    pyk.yield
  }
  pyk.return
}

// -----

// An ordered loop around a parallel one is as parallel as can be.
!M = !pyk.array<2 x f32, c>
pyk.func @rows(%a: !M, %n: !pyk.int) attributes {arg_names = ["a", "n"]} {
  %1 = pyk.constant 1 : i64 -> !pyk.int
  pyk.for "i" %1 to %n step %1 attributes {index = 0 : i64} {
  ^bb0(%i: !pyk.int):
    %k = pyk.sub %i, %1 : !pyk.int
    pyk.for "j" %1 to %n step %1 attributes {index = 1 : i64} {
    ^bb0(%j: !pyk.int):
      %v = pyk.load "a" %a[%k, %j] : !M -> f32
      pyk.store %v, "a" %a[%i, %j] : f32, !M
      pyk.yield
    }
    pyk.yield
  }
  pyk.return
}
