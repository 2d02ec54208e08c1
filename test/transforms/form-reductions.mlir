// RUN: gpujit-opt %s -split-input-file -pass-pipeline='builtin.module(pyk.func(pyk-analyze-loops,pyk-form-reductions))' | FileCheck %s
// RUN: gpujit-opt %s -split-input-file -pass-pipeline='builtin.module(pyk.func(pyk-analyze-loops,pyk-form-reductions{reproducible=true}))' | FileCheck %s --check-prefix=SAME

// A sum starts at -0.0, which leaves the sign of a zero alone.

// CHECK-LABEL: pyk.func @sum
// CHECK: pyk.for "i" {{.*}}concurrent
// CHECK: %[[NONE:.*]] = pyk.constant -0.000000e+00 : f64 -> f32
// CHECK: %[[PART:.*]] = pyk.partial(%{{.*}}) from(%[[NONE]]) {
// CHECK: pyk.add
// CHECK: pyk.get %[[PART]]
// CHECK: pyk.set %[[PART]]
pyk.func @sum(%n: !pyk.int, %x: !pyk.array<1 x f32, c>, %f: f32) -> f32 attributes {arg_names = ["n", "x", "f"]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %s = pyk.var "s" : !pyk.ref<f32>
  pyk.set %s, %f : !pyk.ref<f32>
  pyk.for "i" %0 to %n step %1 {
  ^bb0(%i: !pyk.int):
    %a = pyk.get %s : !pyk.ref<f32>
    %v = pyk.load "x" %x[%i] : !pyk.array<1 x f32, c> -> f32
    %b = pyk.add %a, %v : f32
    pyk.set %s, %b : !pyk.ref<f32>
    pyk.yield
  }
  %r = pyk.get %s : !pyk.ref<f32>
  pyk.return %r : f32
}

// -----

// What is set where a minimum takes a new value goes with it, in the order of the iterations.

// CHECK-LABEL: pyk.func @argmin
// CHECK: %[[FROM:.*]] = pyk.var "from"
// CHECK: pyk.for
// CHECK: ^bb0(%[[N:.*]]: !pyk.int):
// CHECK: %[[PARTS:.*]]:3 = pyk.partial(%{{.*}}, %{{.*}}, %[[FROM]]) from(%{{.*}}, %{{.*}}, %{{.*}}) {
// CHECK: ^bb0(%[[A:.*]]: si32, %[[I:.*]]: !pyk.int, %[[P:.*]]: !pyk.int, %[[B:.*]]: si32, %[[J:.*]]: !pyk.int, %[[Q:.*]]: !pyk.int):
// CHECK: %[[SWAPPED:.*]] = pyk.cmp lt, %[[Q]], %[[P]] : !pyk.int
// CHECK: %[[PAIR:.*]]:3 = pyk.if %[[SWAPPED]] -> si32, si32, !pyk.int
// CHECK: pyk.cmp lt, %[[PAIR]]#1, %[[PAIR]]#0 : si32
// CHECK: pyk.xor
// CHECK: pyk.yield %[[N]]
// CHECK: pyk.set %[[PARTS]]#2
pyk.func @argmin(%n: !pyk.int, %x: !pyk.array<1 x si32, c>, %f: si32) -> !pyk.int attributes {arg_names = ["n", "x", "f"]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %s = pyk.var "s" : !pyk.ref<si32>
  %k = pyk.var "k" : !pyk.ref<!pyk.int>
  pyk.set %s, %f : !pyk.ref<si32>
  pyk.set %k, %0 : !pyk.ref<!pyk.int>
  pyk.for "i" %0 to %n step %1 {
  ^bb0(%i: !pyk.int):
    %a = pyk.get %s : !pyk.ref<si32>
    %v = pyk.load "x" %x[%i] : !pyk.array<1 x si32, c> -> si32
    %c = pyk.cmp lt, %v, %a : si32
    pyk.if %c {
      pyk.set %s, %v : !pyk.ref<si32>
      pyk.set %k, %i : !pyk.ref<!pyk.int>
      pyk.yield
    }
    pyk.yield
  }
  %r = pyk.get %k : !pyk.ref<!pyk.int>
  pyk.return %r : !pyk.int
}

// -----

// Float updates depend on the order in which threads arrive: not where results are to be reproducible.

// CHECK-LABEL: pyk.func @histogram
// CHECK: pyk.for {{.*}}concurrent
// CHECK: pyk.update "bins" %{{.*}}[%{{.*}}] {
// CHECK-NEXT: ^bb0(%[[OLD:.*]]: f32):
// CHECK-NEXT: %[[NEW:.*]] = pyk.add %[[OLD]], %{{.*}} : f32
// CHECK-NEXT: pyk.yield %[[NEW]] : f32
// CHECK-NOT: pyk.store
// SAME-LABEL: pyk.func @histogram
// SAME-NOT: concurrent
// SAME: pyk.store
pyk.func @histogram(%n: !pyk.int, %k: !pyk.array<1 x si32, c>, %w: f32, %bins: !pyk.array<1 x f32, c>) attributes {arg_names = ["n", "k", "w", "bins"]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  pyk.for "i" %0 to %n step %1 {
  ^bb0(%i: !pyk.int):
    %at = pyk.load "k" %k[%i] : !pyk.array<1 x si32, c> -> si32
    %to = pyk.cast %at : si32 -> !pyk.int
    %old = pyk.load "bins" %bins[%to] : !pyk.array<1 x f32, c> -> f32
    %new = pyk.add %old, %w : f32
    pyk.store %new, "bins" %bins[%to] : f32, !pyk.array<1 x f32, c>
    pyk.yield
  }
  pyk.return
}

// -----

// min(x, s) of floats forgets what came before a NaN: parts say whether they are empty or have met one.

// CHECK-LABEL: pyk.func @min_on_the_right
// CHECK: %[[STATE:.*]] = pyk.var "from"
// CHECK: pyk.for {{.*}}concurrent
// CHECK: %[[NAN:.*]] = pyk.constant 0x7FF8000000000000 : f64 -> f32
// CHECK: %[[PARTS:.*]]:2 = pyk.partial(%{{.*}}, %[[STATE]]) from(%[[NAN]], %{{.*}}) ordered {
// CHECK: pyk.cmp ne, %[[V:.*]], %[[V]] : f32
// CHECK: pyk.set %[[PARTS]]#1
// CHECK: pyk.set %[[PARTS]]#0, %[[V]]
pyk.func @min_on_the_right(%n: !pyk.int, %x: !pyk.array<1 x f32, c>, %f: f32) -> f32 attributes {arg_names = ["n", "x", "f"]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %s = pyk.var "s" : !pyk.ref<f32>
  pyk.set %s, %f : !pyk.ref<f32>
  pyk.for "i" %0 to %n step %1 {
  ^bb0(%i: !pyk.int):
    %a = pyk.get %s : !pyk.ref<f32>
    %v = pyk.load "x" %x[%i] : !pyk.array<1 x f32, c> -> f32
    %b = pyk.min %v, %a : f32
    pyk.set %s, %b : !pyk.ref<f32>
    pyk.yield
  }
  %r = pyk.get %s : !pyk.ref<f32>
  pyk.return %r : f32
}

// -----

// An element that is the same in every iteration, and exists, is a variable while the loop runs.

// CHECK-LABEL: pyk.func @into_element
// CHECK: %[[S:.*]] = pyk.var "out"
// CHECK: pyk.if {{.*}} -> f32
// CHECK: pyk.load "out"
// CHECK: pyk.for {{.*}}concurrent
// CHECK: pyk.partial(%[[S]])
// CHECK: pyk.if
// CHECK: pyk.store {{.*}}"out"
pyk.func @into_element(%n: !pyk.int, %x: !pyk.array<1 x f32, c>, %out: !pyk.array<1 x f32, c>) attributes {arg_names = ["n", "x", "out"]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  pyk.for "i" %0 to %n step %1 {
  ^bb0(%i: !pyk.int):
    %v = pyk.load "x" %x[%i] : !pyk.array<1 x f32, c> -> f32
    %old = pyk.load "out" %out[%0] inbounds : !pyk.array<1 x f32, c> -> f32
    %new = pyk.add %old, %v : f32
    pyk.store %new, "out" %out[%0] inbounds : f32, !pyk.array<1 x f32, c>
    pyk.yield
  }
  pyk.return
}

// -----

// One element under two names keeps both in the array; whole numbers are updated in indivisible steps.

// CHECK-LABEL: pyk.func @one_element_under_two_names
// CHECK-NOT: pyk.var
// CHECK: pyk.for {{.*}}concurrent
// CHECK: pyk.update
// CHECK: pyk.update
pyk.func @one_element_under_two_names(%n: !pyk.int, %i: !pyk.int, %k: !pyk.int, %out: !pyk.array<1 x si64, c>) attributes {arg_names = ["n", "i", "k", "out"]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %one = pyk.constant 1 : i64 -> si64
  pyk.for "j" %0 to %n step %1 {
  ^bb0(%j: !pyk.int):
    %a = pyk.load "out" %out[%i] inbounds : !pyk.array<1 x si64, c> -> si64
    %b = pyk.add %a, %one : si64
    pyk.store %b, "out" %out[%i] inbounds : si64, !pyk.array<1 x si64, c>
    %c = pyk.load "out" %out[%k] inbounds : !pyk.array<1 x si64, c> -> si64
    %d = pyk.add %c, %one : si64
    pyk.store %d, "out" %out[%k] inbounds : si64, !pyk.array<1 x si64, c>
    pyk.yield
  }
  pyk.return
}

// -----

// Two updates of one element share a variable.

// CHECK-LABEL: pyk.func @two_updates_of_one_element
// CHECK-COUNT-1: pyk.var
// CHECK-NOT: pyk.var
// CHECK: pyk.return
pyk.func @two_updates_of_one_element(%n: !pyk.int, %i: !pyk.int, %out: !pyk.array<1 x si64, c>) attributes {arg_names = ["n", "i", "out"]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %one = pyk.constant 1 : i64 -> si64
  pyk.for "j" %0 to %n step %1 {
  ^bb0(%j: !pyk.int):
    %a = pyk.load "out" %out[%i] inbounds : !pyk.array<1 x si64, c> -> si64
    %b = pyk.add %a, %one : si64
    pyk.store %b, "out" %out[%i] inbounds : si64, !pyk.array<1 x si64, c>
    %c = pyk.load "out" %out[%i] inbounds : !pyk.array<1 x si64, c> -> si64
    %d = pyk.add %c, %one : si64
    pyk.store %d, "out" %out[%i] inbounds : si64, !pyk.array<1 x si64, c>
    pyk.yield
  }
  pyk.return
}

// -----

// What the last iteration that sets a variable leaves; it keeps its value where none does.

// CHECK-LABEL: pyk.func @last_value
// CHECK: %[[S:.*]] = pyk.var "s" : <si32>
// CHECK: %[[FROM:.*]] = pyk.var "from"
// CHECK: %[[OWN:.*]] = pyk.var "s" : <si32>
// CHECK: pyk.for {{.*}}concurrent
// CHECK: pyk.partial(%[[OWN]], %[[FROM]])
// CHECK: pyk.cmp gt
// CHECK: pyk.get %[[FROM]]
// CHECK: pyk.if
// CHECK: %[[LAST:.*]] = pyk.get %[[OWN]]
// CHECK: pyk.set %[[S]], %[[LAST]]
pyk.func @last_value(%n: !pyk.int, %x: !pyk.array<1 x si32, c>, %f: si32) -> si32 attributes {arg_names = ["n", "x", "f"]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %s = pyk.var "s" : !pyk.ref<si32>
  pyk.set %s, %f : !pyk.ref<si32>
  pyk.for "i" %0 to %n step %1 {
  ^bb0(%i: !pyk.int):
    %v = pyk.load "x" %x[%i] : !pyk.array<1 x si32, c> -> si32
    %c = pyk.cmp lt, %v, %f : si32
    pyk.if %c {
      pyk.set %s, %v : !pyk.ref<si32>
      pyk.yield
    }
    pyk.yield
  }
  %r = pyk.get %s : !pyk.ref<si32>
  pyk.return %r : si32
}
