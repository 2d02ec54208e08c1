// RUN: gpujit-opt %s -split-input-file -pass-pipeline="builtin.module(pyk.func(pyk-resolve-arrays))" | FileCheck %s

// Iterations that exchange two arrays become one of two.

// CHECK-LABEL: pyk.func @swap
// CHECK-SAME: (%[[A:.*]]: !pyk.array<1 x f32, c>, %[[B:.*]]: !pyk.array<1 x f32, c>, %[[N:.*]]: !pyk.int)
pyk.func @swap(%x: !pyk.array<1 x f32, c>, %y: !pyk.array<1 x f32, c>, %n: !pyk.int) attributes {arg_names = ["a", "b", "n"]} {
  %zero = pyk.constant 0 : i64 -> !pyk.int
  %one = pyk.constant 1 : i64 -> !pyk.int
  %v = pyk.constant 1.0 : f64 -> f32
  %a = pyk.var "a" : !pyk.ref<!pyk.array<1 x f32, c>>
  %b = pyk.var "b" : !pyk.ref<!pyk.array<1 x f32, c>>
  pyk.set %a, %x : !pyk.ref<!pyk.array<1 x f32, c>>
  pyk.set %b, %y : !pyk.ref<!pyk.array<1 x f32, c>>
  // CHECK-NOT: pyk.var
  // CHECK: %[[TWO:.*]] = pyk.constant 2 : i64 -> !pyk.int
  // CHECK-NEXT: pyk.for "t" %{{.*}} to %[[N]] step %[[TWO]] attributes {index = 0 : i64} {
  // CHECK-NEXT: ^bb0(%[[T:.*]]: !pyk.int):
  pyk.for "t" %zero to %n step %one attributes {index = 0 : i64} {
  ^bb0(%t: !pyk.int):
    // CHECK-NEXT: pyk.store %{{.*}}, "a" %[[A]][%[[T]]]
    // CHECK-NEXT: %[[T1:.*]] = pyk.add %[[T]], %{{.*}} exact
    // CHECK-NEXT: %[[RUNS:.*]] = pyk.cmp lt, %[[T1]], %[[N]]
    // CHECK-NEXT: pyk.if %[[RUNS]] {
    // CHECK-NEXT: pyk.store %{{.*}}, "a" %[[B]][%[[T1]]]
    // CHECK-NEXT: pyk.yield
    // CHECK-NEXT: }
    // CHECK-NEXT: pyk.yield
    %0 = pyk.get %a : !pyk.ref<!pyk.array<1 x f32, c>>
    %1 = pyk.get %b : !pyk.ref<!pyk.array<1 x f32, c>>
    pyk.store %v, "a" %0[%t] : f32, !pyk.array<1 x f32, c>
    pyk.set %a, %1 : !pyk.ref<!pyk.array<1 x f32, c>>
    pyk.set %b, %0 : !pyk.ref<!pyk.array<1 x f32, c>>
    pyk.yield
  }
  pyk.return
}

// -----

// What follows such a loop does not know which array it has.

// CHECK-LABEL: pyk.func @after
pyk.func @after(%x: !pyk.array<1 x f32, c>, %y: !pyk.array<1 x f32, c>, %n: !pyk.int) attributes {arg_names = ["a", "b", "n"]} {
  %zero = pyk.constant 0 : i64 -> !pyk.int
  %one = pyk.constant 1 : i64 -> !pyk.int
  %v = pyk.constant 1.0 : f64 -> f32
  // CHECK: %[[SLOT:.*]] = pyk.var "a"
  // CHECK-NOT: pyk.var "b"
  %a = pyk.var "a" : !pyk.ref<!pyk.array<1 x f32, c>>
  %b = pyk.var "b" : !pyk.ref<!pyk.array<1 x f32, c>>
  pyk.set %a, %x : !pyk.ref<!pyk.array<1 x f32, c>>
  pyk.set %b, %y : !pyk.ref<!pyk.array<1 x f32, c>>
  pyk.for "t" %n to %zero step %one {
  ^bb0(%t: !pyk.int):
    %0 = pyk.get %a : !pyk.ref<!pyk.array<1 x f32, c>>
    %1 = pyk.get %b : !pyk.ref<!pyk.array<1 x f32, c>>
    pyk.set %a, %1 : !pyk.ref<!pyk.array<1 x f32, c>>
    pyk.set %b, %0 : !pyk.ref<!pyk.array<1 x f32, c>>
    pyk.yield
  }
  // CHECK: %[[LAST:.*]] = pyk.get %[[SLOT]]
  // CHECK-NEXT: pyk.store %{{.*}}, "a" %[[LAST]]
  %2 = pyk.get %a : !pyk.ref<!pyk.array<1 x f32, c>>
  pyk.store %v, "a" %2[%zero] : f32, !pyk.array<1 x f32, c>
  pyk.return
}

// -----

// A name bound to another array and used after that; another bound in a branch.

// CHECK-LABEL: pyk.func @straight
// CHECK-SAME: (%[[A:.*]]: !pyk.array<1 x f32, c>, %[[B:.*]]: !pyk.array<1 x f32, c>, %{{.*}}: i1)
pyk.func @straight(%x: !pyk.array<1 x f32, c>, %y: !pyk.array<1 x f32, c>, %c: i1) attributes {arg_names = ["a", "b", "c"]} {
  %zero = pyk.constant 0 : i64 -> !pyk.int
  %v = pyk.constant 1.0 : f64 -> f32
  %a = pyk.var "a" : !pyk.ref<!pyk.array<1 x f32, c>>
  %d = pyk.var "d" : !pyk.ref<!pyk.array<1 x f32, c>>
  pyk.set %a, %x : !pyk.ref<!pyk.array<1 x f32, c>>
  pyk.set %d, %x : !pyk.ref<!pyk.array<1 x f32, c>>
  %0 = pyk.get %a : !pyk.ref<!pyk.array<1 x f32, c>>
  // CHECK: pyk.store %{{.*}}, "a" %[[A]]
  pyk.store %v, "a" %0[%zero] : f32, !pyk.array<1 x f32, c>
  pyk.set %a, %y : !pyk.ref<!pyk.array<1 x f32, c>>
  %1 = pyk.get %a : !pyk.ref<!pyk.array<1 x f32, c>>
  // CHECK: pyk.store %{{.*}}, "a" %[[B]]
  pyk.store %v, "a" %1[%zero] : f32, !pyk.array<1 x f32, c>
  pyk.if %c {
    pyk.set %d, %y : !pyk.ref<!pyk.array<1 x f32, c>>
    %2 = pyk.get %d : !pyk.ref<!pyk.array<1 x f32, c>>
    // CHECK: pyk.if
    // CHECK: pyk.store %{{.*}}, "d" %[[B]]
    pyk.store %v, "d" %2[%zero] : f32, !pyk.array<1 x f32, c>
    pyk.yield
  }
  // CHECK: %[[D:.*]] = pyk.get
  // CHECK-NEXT: pyk.store %{{.*}}, "d" %[[D]]
  %3 = pyk.get %d : !pyk.ref<!pyk.array<1 x f32, c>>
  pyk.store %v, "d" %3[%zero] : f32, !pyk.array<1 x f32, c>
  pyk.return
}

// -----

// An array made in each iteration is the one that the iteration uses.

// CHECK-LABEL: pyk.func @fresh
pyk.func @fresh(%n: !pyk.int) attributes {arg_names = ["n"]} {
  %zero = pyk.constant 0 : i64 -> !pyk.int
  %one = pyk.constant 1 : i64 -> !pyk.int
  %v = pyk.constant 1.0 : f64 -> f32
  // CHECK-NOT: pyk.var
  %a = pyk.var "a" : !pyk.ref<!pyk.array<1 x f32, c>>
  pyk.for "t" %zero to %n step %one {
  ^bb0(%t: !pyk.int):
    // CHECK: %[[FRESH:.*]] = pyk.alloc "a" [4]
    // CHECK-NEXT: pyk.store %{{.*}}, "a" %[[FRESH]]
    %0 = pyk.alloc "a" [4] : !pyk.array<1 x f32, c>
    pyk.set %a, %0 : !pyk.ref<!pyk.array<1 x f32, c>>
    %1 = pyk.get %a : !pyk.ref<!pyk.array<1 x f32, c>>
    pyk.store %v, "a" %1[%zero] : f32, !pyk.array<1 x f32, c>
    pyk.yield
  }
  pyk.return
}
