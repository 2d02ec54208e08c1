// RUN: gpujit-opt %s | gpujit-opt | FileCheck %s
// RUN: gpujit-opt %s --mlir-print-op-generic | gpujit-opt | FileCheck %s

// CHECK-LABEL: pyk.func @functions(%{{.*}}: f32, %{{.*}}: !pyk.array<1 x f32, c>, %{{.*}}: !pyk.array<2 x si32, strided, readonly>) -> f32 attributes {arg_names = ["a", "x", "y"]
// CHECK-SAME: overlap = {{\[}}[1, 2]], same = {{\[}}[1, 2]]}
pyk.func @functions(%a: f32, %x: !pyk.array<1 x f32, c>, %y: !pyk.array<2 x si32, strided, readonly>) -> f32
    attributes {arg_names = ["a", "x", "y"], same = [[1, 2]], overlap = [[1, 2]]} {
  // CHECK: %[[R:.*]] = pyk.inlined "square" -> f32 {
  // CHECK-NEXT: %[[P:.*]] = pyk.mul %{{.*}}, %{{.*}} : f32
  // CHECK-NEXT: pyk.return %[[P]] : f32
  // CHECK-NEXT: }
  %r = pyk.inlined "square" -> f32 {
    %p = pyk.mul %a, %a : f32
    pyk.return %p : f32
  }
  // CHECK: pyk.inlined "nothing" {
  // CHECK-NEXT: pyk.yield
  pyk.inlined "nothing" {
    pyk.yield
  }
  // CHECK: pyk.return %[[R]] : f32
  pyk.return %r : f32
}

// CHECK-LABEL: pyk.func @variables
pyk.func @variables(%x: !pyk.array<3 x i1, c>, %y: !pyk.array<4 x ui8, strided>) attributes {arg_names = ["x", "y"]} {
  // CHECK: %[[S:.*]] = pyk.var "s" : <f32>
  %s = pyk.var "s" : !pyk.ref<f32>
  // CHECK: %[[V:.*]] = pyk.var "v" tracked : <!pyk.bool>
  %v = pyk.var "v" tracked : !pyk.ref<!pyk.bool>
  // CHECK: pyk.var "view" : <!pyk.array<3 x i1, c>>
  %w = pyk.var "view" : !pyk.ref<!pyk.array<3 x i1, c>>
  // CHECK: pyk.set %{{.*}}, %{{.*}} : <!pyk.array<3 x i1, c>>
  pyk.set %w, %x : !pyk.ref<!pyk.array<3 x i1, c>>
  // CHECK: %[[G:.*]] = pyk.get %[[S]] : <f32>
  %0 = pyk.get %s : !pyk.ref<f32>
  // CHECK: pyk.set %[[S]], %[[G]] : <f32>
  pyk.set %s, %0 : !pyk.ref<f32>
  // CHECK: pyk.is_bound %[[V]] : <!pyk.bool>
  %b = pyk.is_bound %v : !pyk.ref<!pyk.bool>
  pyk.return
}

// CHECK-LABEL: pyk.func @arrays
pyk.func @arrays(%x: !pyk.array<2 x ui8, c>, %i: !pyk.int) attributes {arg_names = ["x", "i"]} {
  // CHECK: pyk.extent %{{.*}}[1] : <2 x ui8, c>
  %n = pyk.extent %x[1] : !pyk.array<2 x ui8, c>
  // CHECK: %[[E:.*]] = pyk.load "x" %{{.*}}[%{{.*}}, %{{.*}}] : <2 x ui8, c> -> ui8
  %e = pyk.load "x" %x[%i, %n] : !pyk.array<2 x ui8, c> -> ui8
  // CHECK: pyk.load "x" %{{.*}}[%{{.*}}, %{{.*}}] inbounds : <2 x ui8, c> -> ui8
  %f = pyk.load "x" %x[%i, %n] inbounds : !pyk.array<2 x ui8, c> -> ui8
  // CHECK: pyk.store %[[E]], "x" %{{.*}}[%{{.*}}, %{{.*}}] : ui8, <2 x ui8, c>
  pyk.store %e, "x" %x[%i, %n] : ui8, !pyk.array<2 x ui8, c>
  // CHECK: pyk.store %[[E]], "x" %{{.*}}[%{{.*}}, %{{.*}}] inbounds : ui8, <2 x ui8, c>
  pyk.store %e, "x" %x[%i, %n] inbounds : ui8, !pyk.array<2 x ui8, c>
  // CHECK: pyk.alloc "n" [4, 2] fill(%[[E]] : ui8) : <2 x ui8, c>
  %a = pyk.alloc "n" [4, 2] fill(%e : ui8) : !pyk.array<2 x ui8, c>
  // CHECK: pyk.alloc "m" [0] : <1 x f64, c>
  %b = pyk.alloc "m" [0] : !pyk.array<1 x f64, c>
  // CHECK: pyk.alloc "k" [%{{.*}}, 4, %{{.*}}] fill(%[[E]] : ui8) : <3 x ui8, c>
  %c = pyk.alloc "k" [%n, 4, %i] fill(%e : ui8) : !pyk.array<3 x ui8, c>
  // CHECK: pyk.alloc "l" [%{{.*}}] exact : <1 x ui8, c>
  %d = pyk.alloc "l" [%n] exact : !pyk.array<1 x ui8, c>
  pyk.return
}

// CHECK-LABEL: pyk.func @scalars
pyk.func @scalars() attributes {arg_names = []} {
  // CHECK: %[[W:.*]] = pyk.constant 3 : i64 -> !pyk.int
  %w = pyk.constant 3 : i64 -> !pyk.int
  // CHECK: pyk.constant 1 : i64 -> i1
  %t = pyk.constant 1 : i64 -> i1
  // CHECK: %[[F:.*]] = pyk.constant 5.000000e-01 : f64 -> f32
  %f = pyk.constant 5.000000e-01 : f64 -> f32
  // CHECK: pyk.constant 0x7FF8000000000000 : f64 -> !pyk.float
  %nan = pyk.constant 0x7FF8000000000000 : f64 -> !pyk.float
  // CHECK: pyk.cast %[[W]] : !pyk.int -> ui8
  %c = pyk.cast %w : !pyk.int -> ui8
  // CHECK: pyk.cast %[[W]] exact : !pyk.int -> ui8
  %d = pyk.cast %w exact : !pyk.int -> ui8
  pyk.return
}

// CHECK-LABEL: pyk.func @arithmetic
pyk.func @arithmetic(%i: !pyk.int, %u: ui8, %f: !pyk.float, %s: si64, %v: ui64, %b: i1) attributes {arg_names = ["i", "u", "f", "s", "v", "b"]} {
  // CHECK: pyk.add %{{.*}}, %{{.*}} : !pyk.int
  %0 = pyk.add %i, %i : !pyk.int
  // CHECK: pyk.add %{{.*}}, %{{.*}} exact : !pyk.int
  %1 = pyk.add %i, %i exact : !pyk.int
  // CHECK: pyk.add %{{.*}}, %{{.*}} {target = "s"} : !pyk.int
  %2 = pyk.add %i, %i {target = "s"} : !pyk.int
  // CHECK: pyk.sub %{{.*}}, %{{.*}} : ui8
  %3 = pyk.sub %u, %u : ui8
  // CHECK: pyk.mul %{{.*}}, %{{.*}} : !pyk.float
  %4 = pyk.mul %f, %f : !pyk.float
  // CHECK: pyk.div %{{.*}}, %{{.*}} : !pyk.float
  %5 = pyk.div %f, %f : !pyk.float
  // CHECK: pyk.floordiv %{{.*}}, %{{.*}} : ui8
  %6 = pyk.floordiv %u, %u : ui8
  // CHECK: pyk.mod %{{.*}}, %{{.*}} exact : !pyk.int
  %7 = pyk.mod %i, %i exact : !pyk.int
  // CHECK: pyk.pow %{{.*}}, %{{.*}} : si64
  %8 = pyk.pow %s, %s : si64
  // CHECK: pyk.shl %{{.*}}, %{{.*}} : !pyk.int
  %9 = pyk.shl %i, %i : !pyk.int
  // CHECK: pyk.shr %{{.*}}, %{{.*}} : ui64
  %10 = pyk.shr %v, %v : ui64
  // CHECK: pyk.and %{{.*}}, %{{.*}} : i1
  %11 = pyk.and %b, %b : i1
  // CHECK: pyk.or %{{.*}}, %{{.*}} : ui8
  %12 = pyk.or %u, %u : ui8
  // CHECK: pyk.xor %{{.*}}, %{{.*}} : si64
  %13 = pyk.xor %s, %s : si64
  // CHECK: pyk.min %{{.*}}, %{{.*}} : !pyk.float
  %14 = pyk.min %f, %f : !pyk.float
  // CHECK: pyk.max %{{.*}}, %{{.*}} : i1
  %15 = pyk.max %b, %b : i1
  // CHECK: pyk.minimum %{{.*}}, %{{.*}} : ui8
  %16 = pyk.minimum %u, %u : ui8
  // CHECK: pyk.maximum %{{.*}}, %{{.*}} : si64
  %17 = pyk.maximum %s, %s : si64
  // CHECK: pyk.neg %{{.*}} : !pyk.float
  %18 = pyk.neg %f : !pyk.float
  // CHECK: pyk.invert %{{.*}} : i1
  %19 = pyk.invert %b : i1
  // CHECK: pyk.abs %{{.*}} exact : !pyk.int
  %20 = pyk.abs %i exact : !pyk.int
  // CHECK: %[[C:.*]] = pyk.cmp lt, %{{.*}}, %{{.*}} : ui8
  %21 = pyk.cmp lt, %u, %u : ui8
  // CHECK: pyk.cmp_mixed ge, %{{.*}}, %{{.*}} : si64, ui64
  %22 = pyk.cmp_mixed ge, %s, %v : si64, ui64
  // CHECK: pyk.cmp_mixed eq, %{{.*}}, %{{.*}} : !pyk.int, ui64
  %23 = pyk.cmp_mixed eq, %i, %v : !pyk.int, ui64
  // CHECK: pyk.not %[[C]]
  %24 = pyk.not %21
  pyk.return
}

// CHECK-LABEL: pyk.func @math
pyk.func @math(%f: f32) attributes {arg_names = ["f"]} {
  // CHECK: pyk.math exp, %{{.*}} : f32
  %0 = pyk.math exp, %f : f32
  // CHECK: pyk.math2 atan2, %{{.*}}, %{{.*}} : f32
  %1 = pyk.math2 atan2, %f, %f : f32
  // CHECK: pyk.fma %{{.*}}, %{{.*}}, %{{.*}} : f32
  %2 = pyk.fma %f, %f, %f : f32
  // CHECK: pyk.float_test isnan, %{{.*}} : f32
  %3 = pyk.float_test isnan, %f : f32
  // CHECK: pyk.round %{{.*}} : f32
  %4 = pyk.round %f : f32
  // CHECK: pyk.round %{{.*}} digits -2 : f32
  %5 = pyk.round %f digits -2 : f32
  pyk.return
}

// CHECK-LABEL: pyk.func @control
pyk.func @control(%n: !pyk.int, %c: i1) attributes {arg_names = ["n", "c"]} {
  // CHECK: pyk.for "i" %{{.*}} to %{{.*}} step %{{.*}} attributes {asserted, index = 0 : i64, reason = "no reason", verdict = #pyk<verdict parallel>} {
  // CHECK-NEXT: ^bb0(%{{.*}}: !pyk.int):
  pyk.for "i" %n to %n step %n attributes {asserted, index = 0 : i64, verdict = #pyk<verdict parallel>, reason = "no reason"} {
  ^bb0(%i: !pyk.int):
    // CHECK-NEXT: pyk.if %{{.*}} {
    // CHECK-NEXT: pyk.break
    // CHECK-NEXT: } else {
    // CHECK-NEXT: pyk.continue
    // CHECK-NEXT: }
    pyk.if %c {
      pyk.break
    } else {
      pyk.continue
    }
    // CHECK-NEXT: pyk.yield
    pyk.yield
  }
  // CHECK: pyk.while {
  // CHECK-NEXT: pyk.condition %{{.*}}
  // CHECK-NEXT: } do {
  // CHECK-NEXT: pyk.yield
  pyk.while {
    pyk.condition %c
  } do {
    pyk.yield
  }
  // CHECK: pyk.if %{{.*}} -> !pyk.int {
  // CHECK-NEXT: pyk.yield %{{.*}} : !pyk.int
  // CHECK-NEXT: } else {
  // CHECK-NEXT: pyk.return
  %r = pyk.if %c -> !pyk.int {
    pyk.yield %n : !pyk.int
  } else {
    pyk.return
  }
  // CHECK: pyk.raise "AssertionError" "x must be positive"
  pyk.raise "AssertionError" "x must be positive"
  // CHECK: pyk.print ["n = ", "\0A"](%{{.*}}) : !pyk.int
  pyk.print ["n = ", "\0A"](%n) : !pyk.int
  // CHECK: pyk.print ["done"]()
  pyk.print ["done"]()
  pyk.return
}
