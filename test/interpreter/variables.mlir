// RUN: gpujit-interpret %s | FileCheck %s

// A value that was read keeps when the variable changes: a, b = b, a + b.
// CHECK: fibonacci: 55
pyk.func @fibonacci() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.var "a" : !pyk.ref<!pyk.int>
  %b = pyk.var "b" : !pyk.ref<!pyk.int>
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %10 = pyk.constant 10 : i64 -> !pyk.int
  pyk.set %a, %0 : !pyk.ref<!pyk.int>
  pyk.set %b, %1 : !pyk.ref<!pyk.int>
  pyk.for "i" %0 to %10 step %1 {
  ^bb0(%i: !pyk.int):
    %x = pyk.get %b : !pyk.ref<!pyk.int>
    %y = pyk.get %a : !pyk.ref<!pyk.int>
    %z = pyk.get %b : !pyk.ref<!pyk.int>
    %s = pyk.add %y, %z : !pyk.int
    pyk.set %a, %x : !pyk.ref<!pyk.int>
    pyk.set %b, %s : !pyk.ref<!pyk.int>
    pyk.yield
  }
  %r = pyk.get %a : !pyk.ref<!pyk.int>
  pyk.return %r : !pyk.int
}

// The same when the change is inside a region, and when the value is used in one.
// CHECK: changed_inside: 12
pyk.func @changed_inside() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.var "a" : !pyk.ref<!pyk.int>
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %2 = pyk.constant 2 : i64 -> !pyk.int
  %5 = pyk.constant 5 : i64 -> !pyk.int
  %10 = pyk.constant 10 : i64 -> !pyk.int
  %t = pyk.constant 1 : i64 -> i1
  pyk.set %a, %1 : !pyk.ref<!pyk.int>
  %x = pyk.get %a : !pyk.ref<!pyk.int>
  pyk.if %t {
    pyk.set %a, %10 : !pyk.ref<!pyk.int>
    pyk.yield
  }
  %y = pyk.get %a : !pyk.ref<!pyk.int>
  pyk.set %a, %5 : !pyk.ref<!pyk.int>
  %r = pyk.if %t -> !pyk.int {
    %s = pyk.add %y, %2 : !pyk.int
    pyk.yield %s : !pyk.int
  } else {
    pyk.yield %x : !pyk.int
  }
  %u = pyk.sub %r, %x : !pyk.int
  %v = pyk.add %u, %1 : !pyk.int
  pyk.return %v : !pyk.int
}

// An expression with branches writes its variable only at the end.
// CHECK: conditional: 6
pyk.func @conditional() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.var "a" : !pyk.ref<!pyk.int>
  %3 = pyk.constant 3 : i64 -> !pyk.int
  %t = pyk.constant 1 : i64 -> i1
  pyk.set %a, %3 : !pyk.ref<!pyk.int>
  %r = pyk.if %t -> !pyk.int {
    %x = pyk.get %a : !pyk.ref<!pyk.int>
    %y = pyk.get %a : !pyk.ref<!pyk.int>
    %z = pyk.add %x, %y : !pyk.int
    pyk.yield %z : !pyk.int
  } else {
    %w = pyk.get %a : !pyk.ref<!pyk.int>
    pyk.yield %w : !pyk.int
  }
  pyk.set %a, %r : !pyk.ref<!pyk.int>
  %s = pyk.get %a : !pyk.ref<!pyk.int>
  pyk.return %s : !pyk.int
}

// Tracked variables know whether they are bound, anew in each execution of pyk.var.
// CHECK: unbound: raised UnboundLocalError: cannot access local variable 'v' where it is not associated with a value
pyk.func @unbound() -> f32 attributes {arg_names = []} {
  %v = pyk.var "v" tracked : !pyk.ref<f32>
  %r = pyk.get %v : !pyk.ref<f32>
  pyk.return %r : f32
}

// CHECK: bound: 1.5
pyk.func @bound() -> f32 attributes {arg_names = []} {
  %v = pyk.var "v" tracked : !pyk.ref<f32>
  %0 = pyk.constant 1.5 : f64 -> f32
  pyk.set %v, %0 : !pyk.ref<f32>
  %r = pyk.get %v : !pyk.ref<f32>
  pyk.return %r : f32
}

// CHECK-LABEL: in_a_loop: raised UnboundLocalError: cannot access local variable 'v'
// CHECK: out = [1, -1]
pyk.func @in_a_loop(%out: !pyk.array<1 x si8, c>) attributes {arg_names = ["out"], gpujit.args = [dense<-1> : tensor<2xsi8>]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %2 = pyk.constant 2 : i64 -> !pyk.int
  %b = pyk.constant 1 : i64 -> si8
  pyk.for "i" %0 to %2 step %1 {
  ^bb0(%i: !pyk.int):
    %v = pyk.var "v" tracked : !pyk.ref<si8>
    %c = pyk.cmp eq, %i, %0 : !pyk.int
    pyk.if %c {
      pyk.set %v, %b : !pyk.ref<si8>
      pyk.yield
    }
    %x = pyk.get %v : !pyk.ref<si8>
    pyk.store %x, "out" %out[%i] : si8, !pyk.array<1 x si8, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: is_bound: done
// CHECK: out = [False, True, True]
pyk.func @is_bound(%out: !pyk.array<1 x i1, c>) attributes {arg_names = ["out"], gpujit.args = [dense<false> : tensor<3xi1>]} {
  %v = pyk.var "v" tracked : !pyk.ref<!pyk.int>
  %w = pyk.var "w" : !pyk.ref<!pyk.int>
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %2 = pyk.constant 2 : i64 -> !pyk.int
  %a = pyk.is_bound %v : !pyk.ref<!pyk.int>
  pyk.store %a, "out" %out[%0] : i1, !pyk.array<1 x i1, c>
  pyk.set %v, %0 : !pyk.ref<!pyk.int>
  %b = pyk.is_bound %v : !pyk.ref<!pyk.int>
  pyk.store %b, "out" %out[%1] : i1, !pyk.array<1 x i1, c>
  %c = pyk.is_bound %w : !pyk.ref<!pyk.int>
  pyk.store %c, "out" %out[%2] : i1, !pyk.array<1 x i1, c>
  pyk.return
}

// Variables of arrays: two buffers change places.
// CHECK-LABEL: swap: done
// CHECK: a = [1, 20]
// CHECK: b = [10, 2]
pyk.func @swap(%a: !pyk.array<1 x si32, c>, %b: !pyk.array<1 x si32, c>) attributes {arg_names = ["a", "b"],
    gpujit.args = [dense<0> : tensor<2xsi32>, dense<0> : tensor<2xsi32>]} {
  %p = pyk.var "a" : !pyk.ref<!pyk.array<1 x si32, c>>
  %q = pyk.var "b" : !pyk.ref<!pyk.array<1 x si32, c>>
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> si32
  %c2 = pyk.constant 2 : i64 -> si32
  %c10 = pyk.constant 10 : i64 -> si32
  %c20 = pyk.constant 20 : i64 -> si32
  pyk.set %p, %a : !pyk.ref<!pyk.array<1 x si32, c>>
  pyk.set %q, %b : !pyk.ref<!pyk.array<1 x si32, c>>
  %x = pyk.get %p : !pyk.ref<!pyk.array<1 x si32, c>>
  pyk.store %c1, "a" %x[%0] : si32, !pyk.array<1 x si32, c>
  %y = pyk.get %q : !pyk.ref<!pyk.array<1 x si32, c>>
  pyk.store %c10, "b" %y[%0] : si32, !pyk.array<1 x si32, c>
  %u = pyk.get %q : !pyk.ref<!pyk.array<1 x si32, c>>
  %v = pyk.get %p : !pyk.ref<!pyk.array<1 x si32, c>>
  pyk.set %p, %u : !pyk.ref<!pyk.array<1 x si32, c>>
  pyk.set %q, %v : !pyk.ref<!pyk.array<1 x si32, c>>
  %s = pyk.get %p : !pyk.ref<!pyk.array<1 x si32, c>>
  pyk.store %c2, "a" %s[%1] : si32, !pyk.array<1 x si32, c>
  %t = pyk.get %q : !pyk.ref<!pyk.array<1 x si32, c>>
  pyk.store %c20, "b" %t[%1] : si32, !pyk.array<1 x si32, c>
  pyk.return
}

// An array variable before it is set has no elements: an error, not a crash.
// CHECK: no_array: raised IndexError: index 0 is out of bounds for axis 0 with size 0 in 'a'
pyk.func @no_array() -> f32 attributes {arg_names = []} {
  %p = pyk.var "a" : !pyk.ref<!pyk.array<1 x f32, c>>
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %a = pyk.get %p : !pyk.ref<!pyk.array<1 x f32, c>>
  %r = pyk.load "a" %a[%0] : !pyk.array<1 x f32, c> -> f32
  pyk.return %r : f32
}

// Constants of each kind; an f32 constant is rounded.
// CHECK: constant_f32: 0.1
pyk.func @constant_f32() -> f32 attributes {arg_names = []} {
  %0 = pyk.constant 0.1 : f64 -> f32
  pyk.return %0 : f32
}
// CHECK: constant_ui64: 18446744073709551615
pyk.func @constant_ui64() -> ui64 attributes {arg_names = []} {
  %0 = pyk.constant -1 : i64 -> ui64
  pyk.return %0 : ui64
}
// CHECK: constant_ui8: 255
pyk.func @constant_ui8() -> ui8 attributes {arg_names = []} {
  %0 = pyk.constant 255 : i64 -> ui8
  pyk.return %0 : ui8
}
// CHECK: constant_bool: True
pyk.func @constant_bool() -> !pyk.bool attributes {arg_names = []} {
  %0 = pyk.constant 1 : i64 -> !pyk.bool
  pyk.return %0 : !pyk.bool
}

// Scalar arguments arrive in their own types.
// CHECK: arguments: -3.0
pyk.func @arguments(%a: si8, %b: ui16, %c: f32, %d: !pyk.float, %e: i1, %f: !pyk.int) -> f64
    attributes {arg_names = ["a", "b", "c", "d", "e", "f"],
    gpujit.args = [-1 : si8, 65535 : ui16, 0.5 : f64, 1.5 : f64, true, -65539 : i64]} {
  %0 = pyk.cast %a : si8 -> f64
  %1 = pyk.cast %b : ui16 -> f64
  %2 = pyk.cast %c : f32 -> f64
  %3 = pyk.cast %d : !pyk.float -> f64
  %4 = pyk.cast %e : i1 -> f64
  %5 = pyk.cast %f : !pyk.int -> f64
  %6 = pyk.add %0, %1 : f64
  %7 = pyk.add %6, %2 : f64
  %8 = pyk.add %7, %3 : f64
  %9 = pyk.sub %8, %4 : f64
  %10 = pyk.add %9, %5 : f64
  %11 = pyk.cast %4 : f64 -> f64
  %12 = pyk.add %10, %11 : f64
  pyk.return %12 : f64
}
