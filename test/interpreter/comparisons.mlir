// RUN: gpujit-interpret %s | FileCheck %s

// Comparisons in the order of the type; NaN is unequal to everything.

// CHECK-LABEL: si8: done
// CHECK: eq = [False, True, False]
// CHECK: ne = [True, False, True]
// CHECK: lt = [True, False, False]
// CHECK: le = [True, True, False]
// CHECK: gt = [False, False, True]
// CHECK: ge = [False, True, True]
pyk.func @si8(%x: !pyk.array<1 x si8, c>, %y: !pyk.array<1 x si8, c>,
    %eq: !pyk.array<1 x i1, c>,
    %ne: !pyk.array<1 x i1, c>,
    %lt: !pyk.array<1 x i1, c>,
    %le: !pyk.array<1 x i1, c>,
    %gt: !pyk.array<1 x i1, c>,
    %ge: !pyk.array<1 x i1, c>)
    attributes {arg_names = ["x", "y", "eq", "ne", "lt", "le", "gt", "ge"],
    gpujit.args = [
      dense<[-1, 5, 5]> : tensor<3xsi8>,
      dense<[1, 5, -5]> : tensor<3xsi8>,
      dense<false> : tensor<3xi1>,
      dense<false> : tensor<3xi1>,
      dense<false> : tensor<3xi1>,
      dense<false> : tensor<3xi1>,
      dense<false> : tensor<3xi1>,
      dense<false> : tensor<3xi1>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x si8, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x si8, c> -> si8
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x si8, c> -> si8
    %r0 = pyk.cmp eq, %xi, %yi : si8
    pyk.store %r0, "eq" %eq[%i] : i1, !pyk.array<1 x i1, c>
    %r1 = pyk.cmp ne, %xi, %yi : si8
    pyk.store %r1, "ne" %ne[%i] : i1, !pyk.array<1 x i1, c>
    %r2 = pyk.cmp lt, %xi, %yi : si8
    pyk.store %r2, "lt" %lt[%i] : i1, !pyk.array<1 x i1, c>
    %r3 = pyk.cmp le, %xi, %yi : si8
    pyk.store %r3, "le" %le[%i] : i1, !pyk.array<1 x i1, c>
    %r4 = pyk.cmp gt, %xi, %yi : si8
    pyk.store %r4, "gt" %gt[%i] : i1, !pyk.array<1 x i1, c>
    %r5 = pyk.cmp ge, %xi, %yi : si8
    pyk.store %r5, "ge" %ge[%i] : i1, !pyk.array<1 x i1, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: ui8: done
// CHECK: eq = [False, True, False]
// CHECK: ne = [True, False, True]
// CHECK: lt = [False, False, True]
// CHECK: le = [False, True, True]
// CHECK: gt = [True, False, False]
// CHECK: ge = [True, True, False]
pyk.func @ui8(%x: !pyk.array<1 x ui8, c>, %y: !pyk.array<1 x ui8, c>,
    %eq: !pyk.array<1 x i1, c>,
    %ne: !pyk.array<1 x i1, c>,
    %lt: !pyk.array<1 x i1, c>,
    %le: !pyk.array<1 x i1, c>,
    %gt: !pyk.array<1 x i1, c>,
    %ge: !pyk.array<1 x i1, c>)
    attributes {arg_names = ["x", "y", "eq", "ne", "lt", "le", "gt", "ge"],
    gpujit.args = [
      dense<[255, 5, 5]> : tensor<3xui8>,
      dense<[1, 5, 250]> : tensor<3xui8>,
      dense<false> : tensor<3xi1>,
      dense<false> : tensor<3xi1>,
      dense<false> : tensor<3xi1>,
      dense<false> : tensor<3xi1>,
      dense<false> : tensor<3xi1>,
      dense<false> : tensor<3xi1>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x ui8, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x ui8, c> -> ui8
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x ui8, c> -> ui8
    %r0 = pyk.cmp eq, %xi, %yi : ui8
    pyk.store %r0, "eq" %eq[%i] : i1, !pyk.array<1 x i1, c>
    %r1 = pyk.cmp ne, %xi, %yi : ui8
    pyk.store %r1, "ne" %ne[%i] : i1, !pyk.array<1 x i1, c>
    %r2 = pyk.cmp lt, %xi, %yi : ui8
    pyk.store %r2, "lt" %lt[%i] : i1, !pyk.array<1 x i1, c>
    %r3 = pyk.cmp le, %xi, %yi : ui8
    pyk.store %r3, "le" %le[%i] : i1, !pyk.array<1 x i1, c>
    %r4 = pyk.cmp gt, %xi, %yi : ui8
    pyk.store %r4, "gt" %gt[%i] : i1, !pyk.array<1 x i1, c>
    %r5 = pyk.cmp ge, %xi, %yi : ui8
    pyk.store %r5, "ge" %ge[%i] : i1, !pyk.array<1 x i1, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: ui16: done
// CHECK: eq = [False, False, True]
// CHECK: ne = [True, True, False]
// CHECK: lt = [False, True, False]
// CHECK: le = [False, True, True]
// CHECK: gt = [True, False, False]
// CHECK: ge = [True, False, True]
pyk.func @ui16(%x: !pyk.array<1 x ui16, c>, %y: !pyk.array<1 x ui16, c>,
    %eq: !pyk.array<1 x i1, c>,
    %ne: !pyk.array<1 x i1, c>,
    %lt: !pyk.array<1 x i1, c>,
    %le: !pyk.array<1 x i1, c>,
    %gt: !pyk.array<1 x i1, c>,
    %ge: !pyk.array<1 x i1, c>)
    attributes {arg_names = ["x", "y", "eq", "ne", "lt", "le", "gt", "ge"],
    gpujit.args = [
      dense<[40000, 5, 65535]> : tensor<3xui16>,
      dense<[5, 40000, 65535]> : tensor<3xui16>,
      dense<false> : tensor<3xi1>,
      dense<false> : tensor<3xi1>,
      dense<false> : tensor<3xi1>,
      dense<false> : tensor<3xi1>,
      dense<false> : tensor<3xi1>,
      dense<false> : tensor<3xi1>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x ui16, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x ui16, c> -> ui16
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x ui16, c> -> ui16
    %r0 = pyk.cmp eq, %xi, %yi : ui16
    pyk.store %r0, "eq" %eq[%i] : i1, !pyk.array<1 x i1, c>
    %r1 = pyk.cmp ne, %xi, %yi : ui16
    pyk.store %r1, "ne" %ne[%i] : i1, !pyk.array<1 x i1, c>
    %r2 = pyk.cmp lt, %xi, %yi : ui16
    pyk.store %r2, "lt" %lt[%i] : i1, !pyk.array<1 x i1, c>
    %r3 = pyk.cmp le, %xi, %yi : ui16
    pyk.store %r3, "le" %le[%i] : i1, !pyk.array<1 x i1, c>
    %r4 = pyk.cmp gt, %xi, %yi : ui16
    pyk.store %r4, "gt" %gt[%i] : i1, !pyk.array<1 x i1, c>
    %r5 = pyk.cmp ge, %xi, %yi : ui16
    pyk.store %r5, "ge" %ge[%i] : i1, !pyk.array<1 x i1, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: ui64: done
// CHECK: eq = [False, False, True]
// CHECK: ne = [True, True, False]
// CHECK: lt = [False, True, False]
// CHECK: le = [False, True, True]
// CHECK: gt = [True, False, False]
// CHECK: ge = [True, False, True]
pyk.func @ui64(%x: !pyk.array<1 x ui64, c>, %y: !pyk.array<1 x ui64, c>,
    %eq: !pyk.array<1 x i1, c>,
    %ne: !pyk.array<1 x i1, c>,
    %lt: !pyk.array<1 x i1, c>,
    %le: !pyk.array<1 x i1, c>,
    %gt: !pyk.array<1 x i1, c>,
    %ge: !pyk.array<1 x i1, c>)
    attributes {arg_names = ["x", "y", "eq", "ne", "lt", "le", "gt", "ge"],
    gpujit.args = [
      dense<[9223372036854775808, 1, 18446744073709551615]> : tensor<3xui64>,
      dense<[1, 9223372036854775808, 18446744073709551615]> : tensor<3xui64>,
      dense<false> : tensor<3xi1>,
      dense<false> : tensor<3xi1>,
      dense<false> : tensor<3xi1>,
      dense<false> : tensor<3xi1>,
      dense<false> : tensor<3xi1>,
      dense<false> : tensor<3xi1>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x ui64, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x ui64, c> -> ui64
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x ui64, c> -> ui64
    %r0 = pyk.cmp eq, %xi, %yi : ui64
    pyk.store %r0, "eq" %eq[%i] : i1, !pyk.array<1 x i1, c>
    %r1 = pyk.cmp ne, %xi, %yi : ui64
    pyk.store %r1, "ne" %ne[%i] : i1, !pyk.array<1 x i1, c>
    %r2 = pyk.cmp lt, %xi, %yi : ui64
    pyk.store %r2, "lt" %lt[%i] : i1, !pyk.array<1 x i1, c>
    %r3 = pyk.cmp le, %xi, %yi : ui64
    pyk.store %r3, "le" %le[%i] : i1, !pyk.array<1 x i1, c>
    %r4 = pyk.cmp gt, %xi, %yi : ui64
    pyk.store %r4, "gt" %gt[%i] : i1, !pyk.array<1 x i1, c>
    %r5 = pyk.cmp ge, %xi, %yi : ui64
    pyk.store %r5, "ge" %ge[%i] : i1, !pyk.array<1 x i1, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: si64: done
// CHECK: eq = [False, False, True]
// CHECK: ne = [True, True, False]
// CHECK: lt = [True, False, False]
// CHECK: le = [True, False, True]
// CHECK: gt = [False, True, False]
// CHECK: ge = [False, True, True]
pyk.func @si64(%x: !pyk.array<1 x si64, c>, %y: !pyk.array<1 x si64, c>,
    %eq: !pyk.array<1 x i1, c>,
    %ne: !pyk.array<1 x i1, c>,
    %lt: !pyk.array<1 x i1, c>,
    %le: !pyk.array<1 x i1, c>,
    %gt: !pyk.array<1 x i1, c>,
    %ge: !pyk.array<1 x i1, c>)
    attributes {arg_names = ["x", "y", "eq", "ne", "lt", "le", "gt", "ge"],
    gpujit.args = [
      dense<[-9223372036854775808, 1, 5]> : tensor<3xsi64>,
      dense<[1, -9223372036854775808, 5]> : tensor<3xsi64>,
      dense<false> : tensor<3xi1>,
      dense<false> : tensor<3xi1>,
      dense<false> : tensor<3xi1>,
      dense<false> : tensor<3xi1>,
      dense<false> : tensor<3xi1>,
      dense<false> : tensor<3xi1>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x si64, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x si64, c> -> si64
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x si64, c> -> si64
    %r0 = pyk.cmp eq, %xi, %yi : si64
    pyk.store %r0, "eq" %eq[%i] : i1, !pyk.array<1 x i1, c>
    %r1 = pyk.cmp ne, %xi, %yi : si64
    pyk.store %r1, "ne" %ne[%i] : i1, !pyk.array<1 x i1, c>
    %r2 = pyk.cmp lt, %xi, %yi : si64
    pyk.store %r2, "lt" %lt[%i] : i1, !pyk.array<1 x i1, c>
    %r3 = pyk.cmp le, %xi, %yi : si64
    pyk.store %r3, "le" %le[%i] : i1, !pyk.array<1 x i1, c>
    %r4 = pyk.cmp gt, %xi, %yi : si64
    pyk.store %r4, "gt" %gt[%i] : i1, !pyk.array<1 x i1, c>
    %r5 = pyk.cmp ge, %xi, %yi : si64
    pyk.store %r5, "ge" %ge[%i] : i1, !pyk.array<1 x i1, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: f32: done
// CHECK: eq = [False, True, False, False]
// CHECK: ne = [True, False, True, True]
// CHECK: lt = [False, False, True, False]
// CHECK: le = [False, True, True, False]
// CHECK: gt = [False, False, False, True]
// CHECK: ge = [False, True, False, True]
pyk.func @f32(%x: !pyk.array<1 x f32, c>, %y: !pyk.array<1 x f32, c>,
    %eq: !pyk.array<1 x i1, c>,
    %ne: !pyk.array<1 x i1, c>,
    %lt: !pyk.array<1 x i1, c>,
    %le: !pyk.array<1 x i1, c>,
    %gt: !pyk.array<1 x i1, c>,
    %ge: !pyk.array<1 x i1, c>)
    attributes {arg_names = ["x", "y", "eq", "ne", "lt", "le", "gt", "ge"],
    gpujit.args = [
      dense<[0x7FC00000, -0.0, 1.5, 0x7F800000]> : tensor<4xf32>,
      dense<[0x7FC00000, 0.0, 2.5, 0xFF800000]> : tensor<4xf32>,
      dense<false> : tensor<4xi1>,
      dense<false> : tensor<4xi1>,
      dense<false> : tensor<4xi1>,
      dense<false> : tensor<4xi1>,
      dense<false> : tensor<4xi1>,
      dense<false> : tensor<4xi1>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x f32, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x f32, c> -> f32
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x f32, c> -> f32
    %r0 = pyk.cmp eq, %xi, %yi : f32
    pyk.store %r0, "eq" %eq[%i] : i1, !pyk.array<1 x i1, c>
    %r1 = pyk.cmp ne, %xi, %yi : f32
    pyk.store %r1, "ne" %ne[%i] : i1, !pyk.array<1 x i1, c>
    %r2 = pyk.cmp lt, %xi, %yi : f32
    pyk.store %r2, "lt" %lt[%i] : i1, !pyk.array<1 x i1, c>
    %r3 = pyk.cmp le, %xi, %yi : f32
    pyk.store %r3, "le" %le[%i] : i1, !pyk.array<1 x i1, c>
    %r4 = pyk.cmp gt, %xi, %yi : f32
    pyk.store %r4, "gt" %gt[%i] : i1, !pyk.array<1 x i1, c>
    %r5 = pyk.cmp ge, %xi, %yi : f32
    pyk.store %r5, "ge" %ge[%i] : i1, !pyk.array<1 x i1, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: f64: done
// CHECK: eq = [False, True, False, False]
// CHECK: ne = [True, False, True, True]
// CHECK: lt = [False, False, True, False]
// CHECK: le = [False, True, True, False]
// CHECK: gt = [False, False, False, True]
// CHECK: ge = [False, True, False, True]
pyk.func @f64(%x: !pyk.array<1 x f64, c>, %y: !pyk.array<1 x f64, c>,
    %eq: !pyk.array<1 x i1, c>,
    %ne: !pyk.array<1 x i1, c>,
    %lt: !pyk.array<1 x i1, c>,
    %le: !pyk.array<1 x i1, c>,
    %gt: !pyk.array<1 x i1, c>,
    %ge: !pyk.array<1 x i1, c>)
    attributes {arg_names = ["x", "y", "eq", "ne", "lt", "le", "gt", "ge"],
    gpujit.args = [
      dense<[0x7FF8000000000000, -0.0, 1.5, 0x7FF0000000000000]> : tensor<4xf64>,
      dense<[1.0, 0.0, 2.5, 0xFFF0000000000000]> : tensor<4xf64>,
      dense<false> : tensor<4xi1>,
      dense<false> : tensor<4xi1>,
      dense<false> : tensor<4xi1>,
      dense<false> : tensor<4xi1>,
      dense<false> : tensor<4xi1>,
      dense<false> : tensor<4xi1>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x f64, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x f64, c> -> f64
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x f64, c> -> f64
    %r0 = pyk.cmp eq, %xi, %yi : f64
    pyk.store %r0, "eq" %eq[%i] : i1, !pyk.array<1 x i1, c>
    %r1 = pyk.cmp ne, %xi, %yi : f64
    pyk.store %r1, "ne" %ne[%i] : i1, !pyk.array<1 x i1, c>
    %r2 = pyk.cmp lt, %xi, %yi : f64
    pyk.store %r2, "lt" %lt[%i] : i1, !pyk.array<1 x i1, c>
    %r3 = pyk.cmp le, %xi, %yi : f64
    pyk.store %r3, "le" %le[%i] : i1, !pyk.array<1 x i1, c>
    %r4 = pyk.cmp gt, %xi, %yi : f64
    pyk.store %r4, "gt" %gt[%i] : i1, !pyk.array<1 x i1, c>
    %r5 = pyk.cmp ge, %xi, %yi : f64
    pyk.store %r5, "ge" %ge[%i] : i1, !pyk.array<1 x i1, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: i1: done
// CHECK: eq = [False, False, True]
// CHECK: ne = [True, True, False]
// CHECK: lt = [True, False, False]
// CHECK: le = [True, False, True]
// CHECK: gt = [False, True, False]
// CHECK: ge = [False, True, True]
pyk.func @i1(%x: !pyk.array<1 x i1, c>, %y: !pyk.array<1 x i1, c>,
    %eq: !pyk.array<1 x i1, c>,
    %ne: !pyk.array<1 x i1, c>,
    %lt: !pyk.array<1 x i1, c>,
    %le: !pyk.array<1 x i1, c>,
    %gt: !pyk.array<1 x i1, c>,
    %ge: !pyk.array<1 x i1, c>)
    attributes {arg_names = ["x", "y", "eq", "ne", "lt", "le", "gt", "ge"],
    gpujit.args = [
      dense<[false, true, true]> : tensor<3xi1>,
      dense<[true, false, true]> : tensor<3xi1>,
      dense<false> : tensor<3xi1>,
      dense<false> : tensor<3xi1>,
      dense<false> : tensor<3xi1>,
      dense<false> : tensor<3xi1>,
      dense<false> : tensor<3xi1>,
      dense<false> : tensor<3xi1>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x i1, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x i1, c> -> i1
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x i1, c> -> i1
    %r0 = pyk.cmp eq, %xi, %yi : i1
    pyk.store %r0, "eq" %eq[%i] : i1, !pyk.array<1 x i1, c>
    %r1 = pyk.cmp ne, %xi, %yi : i1
    pyk.store %r1, "ne" %ne[%i] : i1, !pyk.array<1 x i1, c>
    %r2 = pyk.cmp lt, %xi, %yi : i1
    pyk.store %r2, "lt" %lt[%i] : i1, !pyk.array<1 x i1, c>
    %r3 = pyk.cmp le, %xi, %yi : i1
    pyk.store %r3, "le" %le[%i] : i1, !pyk.array<1 x i1, c>
    %r4 = pyk.cmp gt, %xi, %yi : i1
    pyk.store %r4, "gt" %gt[%i] : i1, !pyk.array<1 x i1, c>
    %r5 = pyk.cmp ge, %xi, %yi : i1
    pyk.store %r5, "ge" %ge[%i] : i1, !pyk.array<1 x i1, c>
    pyk.yield
  }
  pyk.return
}

// As exact numbers, not as bits.
// CHECK-LABEL: si64_ui64: done
// CHECK: mixed_eq = [False, False, True, False, False, False]
// CHECK: mixed_ne = [True, True, False, True, True, True]
// CHECK: mixed_lt = [True, True, False, False, True, True]
// CHECK: mixed_le = [True, True, True, False, True, True]
// CHECK: mixed_gt = [False, False, False, True, False, False]
// CHECK: mixed_ge = [False, False, True, True, False, False]
// CHECK: mixed_weak = [True, True, False, False, True, True]
pyk.func @si64_ui64(%x: !pyk.array<1 x si64, c>, %y: !pyk.array<1 x ui64, c>,
    %mixed_eq: !pyk.array<1 x i1, c>,
    %mixed_ne: !pyk.array<1 x i1, c>,
    %mixed_lt: !pyk.array<1 x i1, c>,
    %mixed_le: !pyk.array<1 x i1, c>,
    %mixed_gt: !pyk.array<1 x i1, c>,
    %mixed_ge: !pyk.array<1 x i1, c>,
    %mixed_weak: !pyk.array<1 x i1, c>)
    attributes {arg_names = ["x", "y", "mixed_eq", "mixed_ne", "mixed_lt", "mixed_le", "mixed_gt", "mixed_ge", "mixed_weak"],
    gpujit.args = [
      dense<[-1, 9223372036854775807, 0, 5, 5, -9223372036854775808]> : tensor<6xsi64>,
      dense<[18446744073709551615, 9223372036854775808, 0, 4, 6, 9223372036854775808]> : tensor<6xui64>,
      dense<false> : tensor<6xi1>,
      dense<false> : tensor<6xi1>,
      dense<false> : tensor<6xi1>,
      dense<false> : tensor<6xi1>,
      dense<false> : tensor<6xi1>,
      dense<false> : tensor<6xi1>,
      dense<false> : tensor<6xi1>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x si64, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x si64, c> -> si64
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x ui64, c> -> ui64
    %r0 = pyk.cmp_mixed eq, %xi, %yi : si64, ui64
    pyk.store %r0, "mixed_eq" %mixed_eq[%i] : i1, !pyk.array<1 x i1, c>
    %r1 = pyk.cmp_mixed ne, %xi, %yi : si64, ui64
    pyk.store %r1, "mixed_ne" %mixed_ne[%i] : i1, !pyk.array<1 x i1, c>
    %r2 = pyk.cmp_mixed lt, %xi, %yi : si64, ui64
    pyk.store %r2, "mixed_lt" %mixed_lt[%i] : i1, !pyk.array<1 x i1, c>
    %r3 = pyk.cmp_mixed le, %xi, %yi : si64, ui64
    pyk.store %r3, "mixed_le" %mixed_le[%i] : i1, !pyk.array<1 x i1, c>
    %r4 = pyk.cmp_mixed gt, %xi, %yi : si64, ui64
    pyk.store %r4, "mixed_gt" %mixed_gt[%i] : i1, !pyk.array<1 x i1, c>
    %r5 = pyk.cmp_mixed ge, %xi, %yi : si64, ui64
    pyk.store %r5, "mixed_ge" %mixed_ge[%i] : i1, !pyk.array<1 x i1, c>
    %w6 = pyk.cast %xi : si64 -> !pyk.int
    %r6 = pyk.cmp_mixed lt, %w6, %yi : !pyk.int, ui64
    pyk.store %r6, "mixed_weak" %mixed_weak[%i] : i1, !pyk.array<1 x i1, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: i1_2: done
// CHECK: not = [False, True]
pyk.func @i1_2(%x: !pyk.array<1 x i1, c>,
    %not: !pyk.array<1 x i1, c>)
    attributes {arg_names = ["x", "not"],
    gpujit.args = [
      dense<[true, false]> : tensor<2xi1>,
      dense<false> : tensor<2xi1>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x i1, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x i1, c> -> i1
    %r0 = pyk.not %xi
    pyk.store %r0, "not" %not[%i] : i1, !pyk.array<1 x i1, c>
    pyk.yield
  }
  pyk.return
}

// Python's: a NaN on the left stays, one on the right is passed over.
// CHECK-LABEL: f32_2: done
// CHECK: min = [nan, 1.0, -0.0, 0.0, 2.0]
// CHECK: max = [nan, 1.0, -0.0, 0.0, 3.0]
pyk.func @f32_2(%x: !pyk.array<1 x f32, c>, %y: !pyk.array<1 x f32, c>,
    %min: !pyk.array<1 x f32, c>,
    %max: !pyk.array<1 x f32, c>)
    attributes {arg_names = ["x", "y", "min", "max"],
    gpujit.args = [
      dense<[0x7FC00000, 1.0, -0.0, 0.0, 2.0]> : tensor<5xf32>,
      dense<[1.0, 0x7FC00000, 0.0, -0.0, 3.0]> : tensor<5xf32>,
      dense<0.0> : tensor<5xf32>,
      dense<0.0> : tensor<5xf32>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x f32, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x f32, c> -> f32
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x f32, c> -> f32
    %r0 = pyk.min %xi, %yi : f32
    pyk.store %r0, "min" %min[%i] : f32, !pyk.array<1 x f32, c>
    %r1 = pyk.max %xi, %yi : f32
    pyk.store %r1, "max" %max[%i] : f32, !pyk.array<1 x f32, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: si8_2: done
// CHECK: min = [-1, -5]
// CHECK: max = [1, 5]
// CHECK: minimum = [-1, -5]
// CHECK: maximum = [1, 5]
pyk.func @si8_2(%x: !pyk.array<1 x si8, c>, %y: !pyk.array<1 x si8, c>,
    %min: !pyk.array<1 x si8, c>,
    %max: !pyk.array<1 x si8, c>,
    %minimum: !pyk.array<1 x si8, c>,
    %maximum: !pyk.array<1 x si8, c>)
    attributes {arg_names = ["x", "y", "min", "max", "minimum", "maximum"],
    gpujit.args = [
      dense<[-1, 5]> : tensor<2xsi8>,
      dense<[1, -5]> : tensor<2xsi8>,
      dense<0> : tensor<2xsi8>,
      dense<0> : tensor<2xsi8>,
      dense<0> : tensor<2xsi8>,
      dense<0> : tensor<2xsi8>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x si8, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x si8, c> -> si8
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x si8, c> -> si8
    %r0 = pyk.min %xi, %yi : si8
    pyk.store %r0, "min" %min[%i] : si8, !pyk.array<1 x si8, c>
    %r1 = pyk.max %xi, %yi : si8
    pyk.store %r1, "max" %max[%i] : si8, !pyk.array<1 x si8, c>
    %r2 = pyk.minimum %xi, %yi : si8
    pyk.store %r2, "minimum" %minimum[%i] : si8, !pyk.array<1 x si8, c>
    %r3 = pyk.maximum %xi, %yi : si8
    pyk.store %r3, "maximum" %maximum[%i] : si8, !pyk.array<1 x si8, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: ui8_2: done
// CHECK: min = [1, 5]
// CHECK: max = [255, 5]
pyk.func @ui8_2(%x: !pyk.array<1 x ui8, c>, %y: !pyk.array<1 x ui8, c>,
    %min: !pyk.array<1 x ui8, c>,
    %max: !pyk.array<1 x ui8, c>)
    attributes {arg_names = ["x", "y", "min", "max"],
    gpujit.args = [
      dense<[255, 5]> : tensor<2xui8>,
      dense<[1, 5]> : tensor<2xui8>,
      dense<0> : tensor<2xui8>,
      dense<0> : tensor<2xui8>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x ui8, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x ui8, c> -> ui8
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x ui8, c> -> ui8
    %r0 = pyk.min %xi, %yi : ui8
    pyk.store %r0, "min" %min[%i] : ui8, !pyk.array<1 x ui8, c>
    %r1 = pyk.max %xi, %yi : ui8
    pyk.store %r1, "max" %max[%i] : ui8, !pyk.array<1 x ui8, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: i1_3: done
// CHECK: min = [False, False]
// CHECK: max = [True, True]
// CHECK: minimum = [False, False]
// CHECK: maximum = [True, True]
pyk.func @i1_3(%x: !pyk.array<1 x i1, c>, %y: !pyk.array<1 x i1, c>,
    %min: !pyk.array<1 x i1, c>,
    %max: !pyk.array<1 x i1, c>,
    %minimum: !pyk.array<1 x i1, c>,
    %maximum: !pyk.array<1 x i1, c>)
    attributes {arg_names = ["x", "y", "min", "max", "minimum", "maximum"],
    gpujit.args = [
      dense<[false, true]> : tensor<2xi1>,
      dense<[true, false]> : tensor<2xi1>,
      dense<false> : tensor<2xi1>,
      dense<false> : tensor<2xi1>,
      dense<false> : tensor<2xi1>,
      dense<false> : tensor<2xi1>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x i1, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x i1, c> -> i1
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x i1, c> -> i1
    %r0 = pyk.min %xi, %yi : i1
    pyk.store %r0, "min" %min[%i] : i1, !pyk.array<1 x i1, c>
    %r1 = pyk.max %xi, %yi : i1
    pyk.store %r1, "max" %max[%i] : i1, !pyk.array<1 x i1, c>
    %r2 = pyk.minimum %xi, %yi : i1
    pyk.store %r2, "minimum" %minimum[%i] : i1, !pyk.array<1 x i1, c>
    %r3 = pyk.maximum %xi, %yi : i1
    pyk.store %r3, "maximum" %maximum[%i] : i1, !pyk.array<1 x i1, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: f64_2: done
// CHECK: min = [nan, 1.0, -0.0, 0.0, 2.0]
// CHECK: max = [nan, 1.0, -0.0, 0.0, 3.0]
pyk.func @f64_2(%x: !pyk.array<1 x f64, c>, %y: !pyk.array<1 x f64, c>,
    %min: !pyk.array<1 x f64, c>,
    %max: !pyk.array<1 x f64, c>)
    attributes {arg_names = ["x", "y", "min", "max"],
    gpujit.args = [
      dense<[0x7FF8000000000000, 1.0, -0.0, 0.0, 2.0]> : tensor<5xf64>,
      dense<[1.0, 0x7FF8000000000000, 0.0, -0.0, 3.0]> : tensor<5xf64>,
      dense<0.0> : tensor<5xf64>,
      dense<0.0> : tensor<5xf64>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x f64, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x f64, c> -> f64
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x f64, c> -> f64
    %r0 = pyk.min %xi, %yi : f64
    pyk.store %r0, "min" %min[%i] : f64, !pyk.array<1 x f64, c>
    %r1 = pyk.max %xi, %yi : f64
    pyk.store %r1, "max" %max[%i] : f64, !pyk.array<1 x f64, c>
    pyk.yield
  }
  pyk.return
}

// NumPy's: a NaN from either side.
// CHECK-LABEL: f32_3: done
// CHECK: minimum = [nan, nan, 2.0, -5.0]
// CHECK: maximum = [nan, nan, 3.0, 5.0]
pyk.func @f32_3(%x: !pyk.array<1 x f32, c>, %y: !pyk.array<1 x f32, c>,
    %minimum: !pyk.array<1 x f32, c>,
    %maximum: !pyk.array<1 x f32, c>)
    attributes {arg_names = ["x", "y", "minimum", "maximum"],
    gpujit.args = [
      dense<[0x7FC00000, 1.0, 2.0, 5.0]> : tensor<4xf32>,
      dense<[1.0, 0x7FC00000, 3.0, -5.0]> : tensor<4xf32>,
      dense<0.0> : tensor<4xf32>,
      dense<0.0> : tensor<4xf32>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x f32, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x f32, c> -> f32
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x f32, c> -> f32
    %r0 = pyk.minimum %xi, %yi : f32
    pyk.store %r0, "minimum" %minimum[%i] : f32, !pyk.array<1 x f32, c>
    %r1 = pyk.maximum %xi, %yi : f32
    pyk.store %r1, "maximum" %maximum[%i] : f32, !pyk.array<1 x f32, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: ui64_2: done
// CHECK: minimum = [1, 5]
// CHECK: maximum = [18446744073709551615, 5]
pyk.func @ui64_2(%x: !pyk.array<1 x ui64, c>, %y: !pyk.array<1 x ui64, c>,
    %minimum: !pyk.array<1 x ui64, c>,
    %maximum: !pyk.array<1 x ui64, c>)
    attributes {arg_names = ["x", "y", "minimum", "maximum"],
    gpujit.args = [
      dense<[18446744073709551615, 5]> : tensor<2xui64>,
      dense<[1, 5]> : tensor<2xui64>,
      dense<0> : tensor<2xui64>,
      dense<0> : tensor<2xui64>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x ui64, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x ui64, c> -> ui64
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x ui64, c> -> ui64
    %r0 = pyk.minimum %xi, %yi : ui64
    pyk.store %r0, "minimum" %minimum[%i] : ui64, !pyk.array<1 x ui64, c>
    %r1 = pyk.maximum %xi, %yi : ui64
    pyk.store %r1, "maximum" %maximum[%i] : ui64, !pyk.array<1 x ui64, c>
    pyk.yield
  }
  pyk.return
}
