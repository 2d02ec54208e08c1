// RUN: gpujit-opt %s -pyk-analyze-loops | FileCheck %s

!A = !pyk.array<1 x f32, c>
!M = !pyk.array<2 x f32, c>

// CHECK-LABEL: pyk.func @element_wise
// CHECK: reason = "no iteration touches an element that another one writes", verdict = #pyk<verdict parallel>
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

// CHECK-LABEL: pyk.func @recurrence
// CHECK: reason = "iteration i reads a[i - 1] (line [[@LINE+8]]), written by an earlier one as a[i] (line [[@LINE+9]])"
// CHECK-SAME: verdict = #pyk<verdict sequential>
pyk.func @recurrence(%a: !A, %n: !pyk.int) attributes {arg_names = ["a", "n"]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  pyk.for "i" %1 to %n step %1 {
  ^bb0(%i: !pyk.int):
    %k = pyk.sub %i, %1 : !pyk.int
    %v = pyk.load "a" %a[%k] : !A -> f32
    pyk.store %v, "a" %a[%i] : f32, !A
    pyk.yield
  }
  pyk.return
}

// For i = 0 the subscript is -1: the last element, which the last iteration writes.
// CHECK-LABEL: pyk.func @wraps_around
// CHECK: verdict = #pyk<verdict sequential>
pyk.func @wraps_around(%a: !A) attributes {arg_names = ["a"]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %2 = pyk.constant 2 : i64 -> !pyk.int
  %e = pyk.extent %a[0] : !A
  %h = pyk.floordiv %e, %2 : !pyk.int
  pyk.for "i" %0 to %e step %2 {
  ^bb0(%i: !pyk.int):
    %k = pyk.sub %i, %2 : !pyk.int
    %s = pyk.add %k, %1 : !pyk.int
    %v = pyk.load "a" %a[%s] : !A -> f32
    pyk.store %v, "a" %a[%i] : f32, !A
    pyk.yield
  }
  pyk.return
}

// The same without the first iteration: odd from even elements.
// CHECK-LABEL: pyk.func @odd_from_even
// CHECK: verdict = #pyk<verdict parallel>
pyk.func @odd_from_even(%a: !A) attributes {arg_names = ["a"]} {
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %2 = pyk.constant 2 : i64 -> !pyk.int
  %e = pyk.extent %a[0] : !A
  pyk.for "i" %2 to %e step %2 {
  ^bb0(%i: !pyk.int):
    %s = pyk.sub %i, %1 : !pyk.int
    %v = pyk.load "a" %a[%s] : !A -> f32
    pyk.store %v, "a" %a[%i] : f32, !A
    pyk.yield
  }
  pyk.return
}

// Arguments that are one array, and arguments that overlap.
// CHECK-LABEL: pyk.func @one_array
// CHECK: verdict = #pyk<verdict sequential>
pyk.func @one_array(%x: !A, %y: !A, %n: !pyk.int) attributes {arg_names = ["x", "y", "n"], same = [[0, 1]]} {
  %1 = pyk.constant 1 : i64 -> !pyk.int
  pyk.for "i" %1 to %n step %1 {
  ^bb0(%i: !pyk.int):
    %k = pyk.sub %i, %1 : !pyk.int
    %v = pyk.load "x" %x[%k] : !A -> f32
    pyk.store %v, "y" %y[%i] : f32, !A
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: pyk.func @overlapping
// CHECK: verdict = #pyk<verdict sequential>
pyk.func @overlapping(%x: !A, %y: !A, %n: !pyk.int) attributes {arg_names = ["x", "y", "n"], overlap = [[0, 1]]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  pyk.for "i" %0 to %n step %1 {
  ^bb0(%i: !pyk.int):
    %v = pyk.load "x" %x[%i] : !A -> f32
    pyk.store %v, "y" %y[%i] : f32, !A
    pyk.yield
  }
  pyk.return
}

// An array one element of which is another of its elements.
// CHECK-LABEL: pyk.func @overlaps_itself
// CHECK: verdict = #pyk<verdict sequential>
pyk.func @overlaps_itself(%y: !A, %f: f32, %n: !pyk.int) attributes {arg_names = ["y", "f", "n"], overlap = [[0, 0]]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  pyk.for "i" %0 to %n step %1 {
  ^bb0(%i: !pyk.int):
    pyk.store %f, "y" %y[%i] : f32, !A
    pyk.yield
  }
  pyk.return
}

// An overlap with one of a group of arguments is an overlap with all of them.
// CHECK-LABEL: pyk.func @overlaps_a_group
// CHECK: verdict = #pyk<verdict sequential>
pyk.func @overlaps_a_group(%x: !A, %y: !A, %z: !A, %n: !pyk.int) attributes {arg_names = ["x", "y", "z", "n"], same = [[0, 1]], overlap = [[1, 2]]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  pyk.for "i" %0 to %n step %1 {
  ^bb0(%i: !pyk.int):
    %v = pyk.load "x" %x[%i] : !A -> f32
    pyk.store %v, "z" %z[%i] : f32, !A
    pyk.yield
  }
  pyk.return
}

// `i * w + j` with 0 <= j < w, whatever w is.
// CHECK-LABEL: pyk.func @linearised
// CHECK: verdict = #pyk<verdict parallel>
// CHECK: verdict = #pyk<verdict parallel>
pyk.func @linearised(%a: !A, %f: f32, %h: !pyk.int, %w: !pyk.int) attributes {arg_names = ["a", "f", "h", "w"]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  pyk.for "i" %0 to %h step %1 {
  ^bb0(%i: !pyk.int):
    pyk.for "j" %0 to %w step %1 {
    ^bb0(%j: !pyk.int):
      %r = pyk.mul %i, %w : !pyk.int
      %k = pyk.add %r, %j : !pyk.int
      pyk.store %f, "a" %a[%k] : f32, !A
      pyk.yield
    }
    pyk.yield
  }
  pyk.return
}

// The row is one longer than its pitch.
// CHECK-LABEL: pyk.func @rows_overlap
// CHECK: "i"{{.*}}verdict = #pyk<verdict sequential>
// CHECK: "j"{{.*}}verdict = #pyk<verdict parallel>
pyk.func @rows_overlap(%a: !A, %f: f32, %h: !pyk.int, %w: !pyk.int) attributes {arg_names = ["a", "f", "h", "w"]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %x = pyk.extent %a[0] : !A
  pyk.for "i" %0 to %h step %1 {
  ^bb0(%i: !pyk.int):
    %u = pyk.add %x, %1 : !pyk.int
    pyk.for "j" %0 to %u step %1 {
    ^bb0(%j: !pyk.int):
      %r = pyk.mul %i, %x : !pyk.int
      %k = pyk.add %r, %j : !pyk.int
      pyk.store %f, "a" %a[%k] : f32, !A
      pyk.yield
    }
    pyk.yield
  }
  pyk.return
}

// Each iteration's remainder by the extent differs.
// CHECK-LABEL: pyk.func @ring
// CHECK: verdict = #pyk<verdict parallel>
pyk.func @ring(%a: !A, %f: f32, %k: !pyk.int) attributes {arg_names = ["a", "f", "k"]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %a[0] : !A
  pyk.for "i" %0 to %n step %1 {
  ^bb0(%i: !pyk.int):
    %s = pyk.add %i, %k : !pyk.int
    %r = pyk.mod %s, %n : !pyk.int
    pyk.store %f, "a" %a[%r] : f32, !A
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: pyk.func @sum
// CHECK: reason = "iterations only accumulate into 's'", verdict = #pyk<verdict reduction>
pyk.func @sum(%a: !A, %f: f32) -> f32 attributes {arg_names = ["a", "f"]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %s = pyk.var "s" : !pyk.ref<f32>
  pyk.set %s, %f : !pyk.ref<f32>
  %n = pyk.extent %a[0] : !A
  pyk.for "i" %0 to %n step %1 {
  ^bb0(%i: !pyk.int):
    %v = pyk.load "a" %a[%i] : !A -> f32
    %old = pyk.get %s : !pyk.ref<f32>
    %new = pyk.add %old, %v : f32
    pyk.set %s, %new : !pyk.ref<f32>
    pyk.yield
  }
  %r = pyk.get %s : !pyk.ref<f32>
  pyk.return %r : f32
}

// A running sum whose values are stored is none.
// CHECK-LABEL: pyk.func @running_sum
// CHECK: reason = "'s' is carried from one iteration to the next", verdict = #pyk<verdict sequential>
pyk.func @running_sum(%a: !A, %f: f32) attributes {arg_names = ["a", "f"]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %s = pyk.var "s" : !pyk.ref<f32>
  pyk.set %s, %f : !pyk.ref<f32>
  %n = pyk.extent %a[0] : !A
  pyk.for "i" %0 to %n step %1 {
  ^bb0(%i: !pyk.int):
    %old = pyk.get %s : !pyk.ref<f32>
    %new = pyk.add %old, %f : f32
    pyk.set %s, %new : !pyk.ref<f32>
    pyk.store %new, "a" %a[%i] : f32, !A
    pyk.yield
  }
  pyk.return
}

// How often the least is lowered depends on the order.
// CHECK-LABEL: pyk.func @counts_records
// CHECK: reason = "'k' is carried from one iteration to the next"
pyk.func @counts_records(%a: !A, %f: f32) -> !pyk.int attributes {arg_names = ["a", "f"]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %s = pyk.var "s" : !pyk.ref<f32>
  %k = pyk.var "k" : !pyk.ref<!pyk.int>
  pyk.set %s, %f : !pyk.ref<f32>
  pyk.set %k, %0 : !pyk.ref<!pyk.int>
  %n = pyk.extent %a[0] : !A
  pyk.for "i" %0 to %n step %1 {
  ^bb0(%i: !pyk.int):
    %v = pyk.load "a" %a[%i] : !A -> f32
    %least = pyk.get %s : !pyk.ref<f32>
    %c = pyk.cmp lt, %v, %least : f32
    pyk.if %c {
      pyk.set %s, %v : !pyk.ref<f32>
      %old = pyk.get %k : !pyk.ref<!pyk.int>
      %new = pyk.add %old, %1 : !pyk.int
      pyk.set %k, %new : !pyk.ref<!pyk.int>
      pyk.yield
    }
    pyk.yield
  }
  %r = pyk.get %k : !pyk.ref<!pyk.int>
  pyk.return %r : !pyk.int
}

// CHECK-LABEL: pyk.func @histogram
// CHECK: verdict = #pyk<verdict atomic>
pyk.func @histogram(%x: !pyk.array<1 x si32, c>, %bins: !A, %f: f32) attributes {arg_names = ["x", "bins", "f"]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x si32, c>
  pyk.for "i" %0 to %n step %1 {
  ^bb0(%i: !pyk.int):
    %v = pyk.load "x" %x[%i] : !pyk.array<1 x si32, c> -> si32
    %k = pyk.cast %v : si32 -> !pyk.int
    %old = pyk.load "bins" %bins[%k] : !A -> f32
    %new = pyk.add %old, %f : f32
    pyk.store %new, "bins" %bins[%k] : f32, !A
    pyk.yield
  }
  pyk.return
}

// One more read of the element, and it's no update.
// CHECK-LABEL: pyk.func @reads_the_bin_too
// CHECK: verdict = #pyk<verdict sequential>
pyk.func @reads_the_bin_too(%x: !pyk.array<1 x si32, c>, %bins: !A, %out: !A) attributes {arg_names = ["x", "bins", "out"]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %f = pyk.constant 1.0 : f64 -> f32
  %n = pyk.extent %x[0] : !pyk.array<1 x si32, c>
  pyk.for "i" %0 to %n step %1 {
  ^bb0(%i: !pyk.int):
    %v = pyk.load "x" %x[%i] : !pyk.array<1 x si32, c> -> si32
    %k = pyk.cast %v : si32 -> !pyk.int
    %old = pyk.load "bins" %bins[%k] : !A -> f32
    %new = pyk.add %old, %f : f32
    pyk.store %new, "bins" %bins[%k] : f32, !A
    %now = pyk.load "bins" %bins[%k] : !A -> f32
    pyk.store %now, "out" %out[%i] : f32, !A
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: pyk.func @leaves
// CHECK: reason = "'break' leaves the loop early (line [[@LINE+7]])", verdict = #pyk<verdict sequential>
pyk.func @leaves(%c: i1, %n: !pyk.int) attributes {arg_names = ["c", "n"]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  pyk.for "i" %0 to %n step %1 {
  ^bb0(%i: !pyk.int):
    pyk.if %c {
      pyk.break
    }
    pyk.yield
  }
  pyk.return
}

// prange asserts that elements differ; a variable carried is one all the same.
// CHECK-LABEL: pyk.func @asserted
// CHECK: reason = "asserted by prange", verdict = #pyk<verdict parallel>
// CHECK: reason = "'s' is carried from one iteration to the next", verdict = #pyk<verdict sequential>
pyk.func @asserted(%x: !pyk.array<1 x si32, c>, %a: !A, %f: f32, %n: !pyk.int) attributes {arg_names = ["x", "a", "f", "n"]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %s = pyk.var "s" : !pyk.ref<f32>
  pyk.set %s, %f : !pyk.ref<f32>
  pyk.for "i" %0 to %n step %1 attributes {asserted} {
  ^bb0(%i: !pyk.int):
    %v = pyk.load "x" %x[%i] : !pyk.array<1 x si32, c> -> si32
    %k = pyk.cast %v : si32 -> !pyk.int
    pyk.store %f, "a" %a[%k] : f32, !A
    pyk.yield
  }
  pyk.for "i" %0 to %n step %1 attributes {asserted} {
  ^bb0(%i: !pyk.int):
    %old = pyk.get %s : !pyk.ref<f32>
    pyk.store %old, "a" %a[%i] : f32, !A
    %new = pyk.add %old, %f : f32
    pyk.set %s, %new : !pyk.ref<f32>
    pyk.yield
  }
  pyk.return
}

// A local array made in the iteration is its own; one made before is shared.
// CHECK-LABEL: pyk.func @local_array
// CHECK: verdict = #pyk<verdict parallel>
// CHECK: verdict = #pyk<verdict sequential>
pyk.func @local_array(%f: f32, %n: !pyk.int) attributes {arg_names = ["f", "n"]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %shared = pyk.alloc "t" [4] : !A
  pyk.for "i" %0 to %n step %1 {
  ^bb0(%i: !pyk.int):
    %own = pyk.alloc "t" [4] fill(%f : f32) : !A
    pyk.store %f, "t" %own[%0] : f32, !A
    pyk.yield
  }
  pyk.for "i" %0 to %n step %1 {
  ^bb0(%i: !pyk.int):
    pyk.store %f, "t" %shared[%0] : f32, !A
    pyk.yield
  }
  pyk.return
}
