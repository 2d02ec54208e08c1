// RUN: gpujit-opt %s -pyk-prove-ranges | FileCheck %s

!A = !pyk.array<1 x f32, c>

// CHECK-LABEL: pyk.func @own_extent
// CHECK: pyk.load "x" %{{.*}} inbounds
// CHECK: pyk.add %{{.*}} exact : !pyk.int
// CHECK: pyk.load "x" %{{[a-z0-9]+}}[%{{[a-z0-9]+}}] :
pyk.func @own_extent(%x: !A) attributes {arg_names = ["x"]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !A
  pyk.for "i" %0 to %n step %1 {
  ^bb0(%i: !pyk.int):
    %a = pyk.load "x" %x[%i] : !A -> f32
    %k = pyk.add %i, %1 : !pyk.int
    %b = pyk.load "x" %x[%k] : !A -> f32
    pyk.yield
  }
  pyk.return
}

// The guard makes i - 1 a subscript of the array; so does `if i == 0: continue`.
// CHECK-LABEL: pyk.func @guarded
// CHECK: pyk.load "x" %{{.*}} inbounds
// CHECK: pyk.load "x" %{{.*}} inbounds
pyk.func @guarded(%x: !A) attributes {arg_names = ["x"]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !A
  pyk.for "i" %0 to %n step %1 {
  ^bb0(%i: !pyk.int):
    %k = pyk.sub %i, %1 : !pyk.int
    %c = pyk.cmp gt, %i, %0 : !pyk.int
    pyk.if %c {
      %a = pyk.load "x" %x[%k] : !A -> f32
      pyk.yield
    }
    %d = pyk.cmp lt, %i, %1 : !pyk.int
    pyk.if %d {
      pyk.continue
    }
    %b = pyk.load "x" %x[%k] : !A -> f32
    pyk.yield
  }
  pyk.return
}

// An argument may be any int; the product of two extents may leave 64 bits.
// CHECK-LABEL: pyk.func @not_exact
// CHECK: pyk.add %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : !pyk.int
// CHECK: pyk.mul %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : !pyk.int
// CHECK: pyk.mod
// CHECK: pyk.cast %{{[a-z0-9]+}} exact : !pyk.int -> ui8
// CHECK: pyk.cast %{{[a-z0-9]+}} : !pyk.int -> ui8
pyk.func @not_exact(%x: !A, %n: !pyk.int) attributes {arg_names = ["x", "n"]} {
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %m = pyk.constant 256 : i64 -> !pyk.int
  %e = pyk.extent %x[0] : !A
  %a = pyk.add %n, %1 : !pyk.int
  %b = pyk.mul %e, %e : !pyk.int
  %c = pyk.mod %n, %m : !pyk.int
  %d = pyk.cast %c : !pyk.int -> ui8
  %f = pyk.cast %n : !pyk.int -> ui8
  pyk.return
}

// Counting by ones can't leave 64 bits; doubling can.
// CHECK-LABEL: pyk.func @counter
// CHECK: pyk.add %{{.*}} exact : !pyk.int
// CHECK: pyk.mul %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : !pyk.int
pyk.func @counter(%n: !pyk.int) attributes {arg_names = ["n"]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %2 = pyk.constant 2 : i64 -> !pyk.int
  %k = pyk.var "k" : !pyk.ref<!pyk.int>
  %p = pyk.var "p" : !pyk.ref<!pyk.int>
  pyk.set %k, %0 : !pyk.ref<!pyk.int>
  pyk.set %p, %1 : !pyk.ref<!pyk.int>
  pyk.for "i" %0 to %n step %1 {
  ^bb0(%i: !pyk.int):
    %a = pyk.get %k : !pyk.ref<!pyk.int>
    %b = pyk.add %a, %1 : !pyk.int
    pyk.set %k, %b : !pyk.ref<!pyk.int>
    %c = pyk.get %p : !pyk.ref<!pyk.int>
    %d = pyk.mul %c, %2 : !pyk.int
    pyk.set %p, %d : !pyk.ref<!pyk.int>
    pyk.yield
  }
  pyk.return
}

// The lowest int by -1, and by what may be 0.
// CHECK-LABEL: pyk.func @division
// CHECK: pyk.floordiv %{{.*}} exact
// CHECK: pyk.floordiv %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : !pyk.int
// CHECK: pyk.floordiv %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : !pyk.int
pyk.func @division(%x: !A, %n: !pyk.int) attributes {arg_names = ["x", "n"]} {
  %m = pyk.constant -1 : i64 -> !pyk.int
  %e = pyk.extent %x[0] : !A
  %a = pyk.floordiv %e, %m : !pyk.int
  %b = pyk.floordiv %n, %m : !pyk.int
  %c = pyk.floordiv %n, %e : !pyk.int
  pyk.return
}
