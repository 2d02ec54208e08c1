// RUN: gpujit-opt %s -pyk-promote-vars | FileCheck %s

// A value set before a loop and read in it.
// CHECK-LABEL: pyk.func @set_before_loop
// CHECK-NOT: pyk.var
// CHECK: %[[H:.*]] = pyk.extent %{{.*}}[0]
// CHECK: pyk.for "i"
// CHECK: pyk.store %{{.*}}, "x" %{{.*}}[%[[H]]]
pyk.func @set_before_loop(%x: !pyk.array<1 x f32, c>) attributes {arg_names = ["x"]} {
  %h = pyk.var "h" : !pyk.ref<!pyk.int>
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %f = pyk.constant 1.0 : f64 -> f32
  %e = pyk.extent %x[0] : !pyk.array<1 x f32, c>
  pyk.set %h, %e : !pyk.ref<!pyk.int>
  %n = pyk.get %h : !pyk.ref<!pyk.int>
  pyk.for "i" %0 to %n step %1 {
  ^bb0(%i: !pyk.int):
    %m = pyk.get %h : !pyk.ref<!pyk.int>
    pyk.store %f, "x" %x[%m] : f32, !pyk.array<1 x f32, c>
    pyk.yield
  }
  pyk.return
}

// The loop variable's slot is set first in each iteration.
// CHECK-LABEL: pyk.func @induction_variable
// CHECK-NOT: pyk.var
// CHECK: ^bb0(%[[I:.*]]: !pyk.int):
// CHECK-NEXT: pyk.store %{{.*}}, "x" %{{.*}}[%[[I]]]
pyk.func @induction_variable(%x: !pyk.array<1 x f32, c>) attributes {arg_names = ["x"]} {
  %v = pyk.var "i" tracked : !pyk.ref<!pyk.int>
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %f = pyk.constant 1.0 : f64 -> f32
  pyk.for "i" %0 to %1 step %1 {
  ^bb0(%i: !pyk.int):
    pyk.set %v, %i : !pyk.ref<!pyk.int>
    %k = pyk.get %v : !pyk.ref<!pyk.int>
    pyk.store %f, "x" %x[%k] : f32, !pyk.array<1 x f32, c>
    pyk.yield
  }
  pyk.return
}

// What a loop changes isn't known in it, nor after it.
// CHECK-LABEL: pyk.func @accumulates
// CHECK: pyk.var "s" : <f32>
// CHECK: pyk.for
// CHECK: %[[OLD:.*]] = pyk.get
// CHECK: %[[NEW:.*]] = pyk.add %[[OLD]]
// CHECK: pyk.set %{{.*}}, %[[NEW]]
// CHECK: %[[S:.*]] = pyk.get
// CHECK: pyk.return %[[S]]
pyk.func @accumulates(%y: f32) -> f32 attributes {arg_names = ["y"]} {
  %s = pyk.var "s" : !pyk.ref<f32>
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  pyk.set %s, %y : !pyk.ref<f32>
  pyk.for "i" %0 to %1 step %1 {
  ^bb0(%i: !pyk.int):
    %a = pyk.get %s : !pyk.ref<f32>
    %b = pyk.add %a, %y : f32
    pyk.set %s, %b : !pyk.ref<f32>
    pyk.yield
  }
  %r = pyk.get %s : !pyk.ref<f32>
  pyk.return %r : f32
}

// Values of a while's condition don't reach its body.
// CHECK-LABEL: pyk.func @while_condition
// CHECK: pyk.while
// CHECK: pyk.get
// CHECK: } do {
// CHECK: pyk.get
pyk.func @while_condition(%n: !pyk.int) attributes {arg_names = ["n"]} {
  %k = pyk.var "k" : !pyk.ref<!pyk.int>
  pyk.set %k, %n : !pyk.ref<!pyk.int>
  pyk.while {
    %a = pyk.get %k : !pyk.ref<!pyk.int>
    %c = pyk.cmp gt, %a, %n : !pyk.int
    pyk.condition %c
  } do {
    %b = pyk.get %k : !pyk.ref<!pyk.int>
    %d = pyk.add %b, %b : !pyk.int
    pyk.set %k, %d : !pyk.ref<!pyk.int>
    pyk.yield
  }
  pyk.return
}

// Bound on one way only: still tracked, and its get stays though nobody uses it.
// CHECK-LABEL: pyk.func @maybe_unbound
// CHECK: pyk.var "v" tracked
// CHECK: pyk.get
pyk.func @maybe_unbound(%c: i1, %y: f32) attributes {arg_names = ["c", "y"]} {
  %v = pyk.var "v" tracked : !pyk.ref<f32>
  pyk.if %c {
    pyk.set %v, %y : !pyk.ref<f32>
    pyk.yield
  }
  %0 = pyk.get %v : !pyk.ref<f32>
  pyk.return
}

// Bound on both ways: no need to track.
// CHECK-LABEL: pyk.func @bound_both_ways
// CHECK: pyk.var "v" : <f32>
pyk.func @bound_both_ways(%c: i1, %y: f32, %z: f32) -> f32 attributes {arg_names = ["c", "y", "z"]} {
  %v = pyk.var "v" tracked : !pyk.ref<f32>
  pyk.if %c {
    pyk.set %v, %y : !pyk.ref<f32>
    pyk.yield
  } else {
    pyk.set %v, %z : !pyk.ref<f32>
    pyk.yield
  }
  %0 = pyk.get %v : !pyk.ref<f32>
  pyk.return %0 : f32
}

// The set vanishes with its slot, the load that may raise stays.
// CHECK-LABEL: pyk.func @dead_set
// CHECK-NOT: pyk.var
// CHECK: pyk.load "x"
// CHECK-NEXT: pyk.return
pyk.func @dead_set(%x: !pyk.array<1 x f32, c>) attributes {arg_names = ["x"]} {
  %v = pyk.var "v" : !pyk.ref<f32>
  %9 = pyk.constant 9 : i64 -> !pyk.int
  %0 = pyk.load "x" %x[%9] : !pyk.array<1 x f32, c> -> f32
  pyk.set %v, %0 : !pyk.ref<f32>
  pyk.return
}

// A callee that ends in its only return is spliced; one that returns early isn't.
// CHECK-LABEL: pyk.func @callees
// CHECK-NEXT: %[[P:.*]] = pyk.mul
// CHECK-NEXT: %[[R:.*]] = pyk.inlined "early"
// CHECK: pyk.add %[[P]], %[[R]]
pyk.func @callees(%c: i1, %y: f32) -> f32 attributes {arg_names = ["c", "y"]} {
  %0 = pyk.inlined "square" -> f32 {
    %p = pyk.mul %y, %y : f32
    pyk.return %p : f32
  }
  %1 = pyk.inlined "early" -> f32 {
    pyk.if %c {
      pyk.return %y : f32
    }
    pyk.return %0 : f32
  }
  %2 = pyk.add %0, %1 : f32
  pyk.return %2 : f32
}
