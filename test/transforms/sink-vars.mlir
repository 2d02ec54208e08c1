// RUN: gpujit-opt %s -pyk-sink-vars | FileCheck %s

// Set first in each iteration of the outer loop, carried by the inner one.
// CHECK-LABEL: pyk.func @row_sum
// CHECK-NOT: pyk.var
// CHECK: pyk.for "i"
// CHECK: pyk.var "s"
// CHECK: pyk.for "j"
// CHECK-NOT: pyk.var
// CHECK: pyk.get
pyk.func @row_sum(%f: f32, %n: !pyk.int, %y: !pyk.array<1 x f32, c>) attributes {arg_names = ["f", "n", "y"]} {
  %s = pyk.var "s" tracked : !pyk.ref<f32>
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  pyk.for "i" %0 to %n step %1 {
  ^bb0(%i: !pyk.int):
    pyk.set %s, %f : !pyk.ref<f32>
    pyk.for "j" %0 to %n step %1 {
    ^bb0(%j: !pyk.int):
      %a = pyk.get %s : !pyk.ref<f32>
      %b = pyk.add %a, %f : f32
      pyk.set %s, %b : !pyk.ref<f32>
      pyk.yield
    }
    %r = pyk.get %s : !pyk.ref<f32>
    pyk.store %r, "y" %y[%i] : f32, !pyk.array<1 x f32, c>
    pyk.yield
  }
  pyk.return
}

// One name in two loops: each gets its own.
// CHECK-LABEL: pyk.func @two_loops
// CHECK-NOT: pyk.var
// CHECK: pyk.for "i"
// CHECK: pyk.var "t" : <f32>
// CHECK: pyk.for "k"
// CHECK: pyk.var "t" : <f32>
pyk.func @two_loops(%c: i1, %f: f32, %n: !pyk.int, %y: !pyk.array<1 x f32, c>) attributes {arg_names = ["c", "f", "n", "y"]} {
  %t = pyk.var "t" : !pyk.ref<f32>
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  pyk.for "i" %0 to %n step %1 {
  ^bb0(%i: !pyk.int):
    pyk.set %t, %f : !pyk.ref<f32>
    pyk.if %c {
      pyk.continue
    }
    %r = pyk.get %t : !pyk.ref<f32>
    pyk.store %r, "y" %y[%i] : f32, !pyk.array<1 x f32, c>
    pyk.yield
  }
  pyk.for "k" %0 to %n step %1 {
  ^bb0(%k: !pyk.int):
    pyk.if %c {
      pyk.set %t, %f : !pyk.ref<f32>
      pyk.yield
    } else {
      pyk.break
    }
    %r = pyk.get %t : !pyk.ref<f32>
    pyk.store %r, "y" %y[%k] : f32, !pyk.array<1 x f32, c>
    pyk.yield
  }
  pyk.return
}

// The last value is read after the loop: the slot stays outside.
// CHECK-LABEL: pyk.func @read_after
// CHECK: pyk.var "t"
// CHECK-NEXT: pyk.for
pyk.func @read_after(%f: f32, %n: !pyk.int) -> f32 attributes {arg_names = ["f", "n"]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %t = pyk.var "t" : !pyk.ref<f32>
  pyk.for "i" %0 to %n step %n {
  ^bb0(%i: !pyk.int):
    pyk.set %t, %f : !pyk.ref<f32>
    pyk.yield
  }
  %r = pyk.get %t : !pyk.ref<f32>
  pyk.return %r : f32
}

// Not set on every way to its read: the value may be the previous iteration's.
// CHECK-LABEL: pyk.func @set_under_condition
// CHECK: pyk.var "t"
// CHECK-NEXT: pyk.for
pyk.func @set_under_condition(%c: i1, %f: f32, %n: !pyk.int, %y: !pyk.array<1 x f32, c>) attributes {arg_names = ["c", "f", "n", "y"]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %t = pyk.var "t" : !pyk.ref<f32>
  pyk.for "i" %0 to %n step %n {
  ^bb0(%i: !pyk.int):
    pyk.if %c {
      pyk.set %t, %f : !pyk.ref<f32>
      pyk.yield
    }
    %r = pyk.get %t : !pyk.ref<f32>
    pyk.store %r, "y" %y[%i] : f32, !pyk.array<1 x f32, c>
    pyk.yield
  }
  pyk.return
}

// A while's condition reads what its body left.
// CHECK-LABEL: pyk.func @while_condition
// CHECK: pyk.var "k"
// CHECK-NEXT: pyk.while
pyk.func @while_condition(%n: !pyk.int) attributes {arg_names = ["n"]} {
  %k = pyk.var "k" : !pyk.ref<!pyk.int>
  pyk.while {
    %a = pyk.get %k : !pyk.ref<!pyk.int>
    %c = pyk.cmp gt, %a, %n : !pyk.int
    pyk.condition %c
  } do {
    pyk.set %k, %n : !pyk.ref<!pyk.int>
    pyk.yield
  }
  pyk.return
}
