// RUN: gpujit-opt %s -split-input-file -pyk-sink-arrays | FileCheck %s

// All elements that an iteration loads, it has stored: each gets an array of its own.

// CHECK-LABEL: pyk.func @stored_by_a_loop
// CHECK-NOT: pyk.alloc
// CHECK: pyk.for "i"
// CHECK: pyk.alloc "w" [4] : <1 x f64, c>
// CHECK: pyk.for "j"
pyk.func @stored_by_a_loop(%n: !pyk.int, %v: f64, %y: !pyk.array<1 x f64, c>, %k: !pyk.int) attributes {arg_names = ["n", "v", "y", "k"]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %4 = pyk.constant 4 : i64 -> !pyk.int
  %w = pyk.alloc "w" [4] fill(%v : f64) : !pyk.array<1 x f64, c>
  pyk.for "i" %0 to %n step %1 {
  ^bb0(%i: !pyk.int):
    pyk.for "j" %0 to %4 step %1 {
    ^bb0(%j: !pyk.int):
      pyk.store %v, "w" %w[%j] : f64, !pyk.array<1 x f64, c>
      pyk.yield
    }
    %r = pyk.load "w" %w[%k] : !pyk.array<1 x f64, c> -> f64
    pyk.store %r, "y" %y[%i] : f64, !pyk.array<1 x f64, c>
    pyk.yield
  }
  pyk.return
}

// -----

// One element isn't stored: it is what it was before.

// CHECK-LABEL: pyk.func @one_is_missing
// CHECK: pyk.alloc "w" [4] fill
// CHECK: pyk.for "i"
pyk.func @one_is_missing(%n: !pyk.int, %v: f64, %y: !pyk.array<1 x f64, c>) attributes {arg_names = ["n", "v", "y"]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %3 = pyk.constant 3 : i64 -> !pyk.int
  %w = pyk.alloc "w" [4] fill(%v : f64) : !pyk.array<1 x f64, c>
  pyk.for "i" %0 to %n step %1 {
  ^bb0(%i: !pyk.int):
    pyk.for "j" %0 to %3 step %1 {
    ^bb0(%j: !pyk.int):
      pyk.store %v, "w" %w[%j] : f64, !pyk.array<1 x f64, c>
      pyk.yield
    }
    %r = pyk.load "w" %w[%3] : !pyk.array<1 x f64, c> -> f64
    pyk.store %r, "y" %y[%i] : f64, !pyk.array<1 x f64, c>
    pyk.yield
  }
  pyk.return
}

// -----

// Stored under a condition alone, or in a branch that goes on with the next iteration.

// CHECK-LABEL: pyk.func @perhaps_stored
// CHECK: pyk.alloc "w" [1] fill
// CHECK-NEXT: pyk.for "i"
// CHECK: pyk.for "i"
// CHECK: pyk.alloc "v" [1] :
pyk.func @perhaps_stored(%n: !pyk.int, %v: f64, %c: i1, %y: !pyk.array<1 x f64, c>) attributes {arg_names = ["n", "v", "c", "y"]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %u = pyk.alloc "v" [1] fill(%v : f64) : !pyk.array<1 x f64, c>
  %w = pyk.alloc "w" [1] fill(%v : f64) : !pyk.array<1 x f64, c>
  pyk.for "i" %0 to %n step %1 {
  ^bb0(%i: !pyk.int):
    pyk.if %c {
      pyk.store %v, "w" %w[%0] : f64, !pyk.array<1 x f64, c>
      pyk.yield
    }
    %r = pyk.load "w" %w[%0] : !pyk.array<1 x f64, c> -> f64
    pyk.store %r, "y" %y[%i] : f64, !pyk.array<1 x f64, c>
    pyk.yield
  }
  pyk.for "i" %0 to %n step %1 {
  ^bb0(%i: !pyk.int):
    pyk.if %c {
      pyk.store %v, "v" %u[%0] : f64, !pyk.array<1 x f64, c>
      pyk.yield
    } else {
      pyk.continue
    }
    %r = pyk.load "v" %u[%0] : !pyk.array<1 x f64, c> -> f64
    pyk.store %r, "y" %y[%i] : f64, !pyk.array<1 x f64, c>
    pyk.yield
  }
  pyk.return
}
