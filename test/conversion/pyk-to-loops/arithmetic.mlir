// RUN: gpujit-opt %s -split-input-file -convert-pyk-to-loops -canonicalize -cse | FileCheck %s

// Strong integers wrap: no check. Signs move into the operations.

// CHECK-LABEL: func.func @strong(
// CHECK-SAME: %[[A:[a-z0-9]+]]: i32 {gpujit.dtype = "uint32", gpujit.name = "a"}
// CHECK-SAME: %[[B:[a-z0-9]+]]: i32
pyk.func @strong(%a: ui32, %b: ui32) -> ui32 attributes {arg_names = ["a", "b"]} {
  // CHECK-NOT: plan.check
  // CHECK: arith.addi %[[A]], %[[B]] : i32
  // CHECK: arith.muli
  // CHECK: arith.subi
  %0 = pyk.add %a, %b : ui32
  %1 = pyk.mul %0, %b : ui32
  %2 = pyk.sub %1, %a : ui32
  // CHECK: %[[ZERO:.*]] = arith.cmpi eq, %[[B]], %c0_i32
  // CHECK-NEXT: %[[SAFE:.*]] = arith.select %[[ZERO]], %c1_i32, %[[B]]
  // CHECK-NEXT: %[[Q:.*]] = arith.divui %{{.*}}, %[[SAFE]]
  // CHECK-NEXT: arith.select %[[ZERO]], %c0_i32, %[[Q]]
  %3 = pyk.floordiv %2, %b : ui32
  // CHECK: arith.remui
  %4 = pyk.mod %3, %b : ui32
  // CHECK: arith.cmpi ugt
  // CHECK: arith.select
  %5 = pyk.max %4, %a : ui32
  pyk.return %5 : ui32
}

// -----

// Python's ints are checked.

// CHECK-LABEL: func.func @weak(
// CHECK-SAME: %[[A:[a-z0-9]+]]: i64 {gpujit.dtype = "pyint", gpujit.name = "a"}
// CHECK-SAME: %[[B:[a-z0-9]+]]: i64
// CHECK-SAME: -> (i64 {gpujit.dtype = "pyint"})
pyk.func @weak(%a: !pyk.int, %b: !pyk.int) -> !pyk.int attributes {arg_names = ["a", "b"]} {
  // CHECK: %[[SUM:.*]] = arith.addi %[[A]], %[[B]] : i64
  // CHECK-NEXT: %[[L:.*]] = arith.xori %[[A]], %[[SUM]]
  // CHECK-NEXT: %[[R:.*]] = arith.xori %[[B]], %[[SUM]]
  // CHECK-NEXT: %[[SIGN:.*]] = arith.andi %[[L]], %[[R]]
  // CHECK-NEXT: %[[OK:.*]] = arith.cmpi sge, %[[SIGN]], %c0_i64
  // CHECK-NEXT: plan.check %[[OK]], "OverflowError", "'s' leaves 64 bits: {0} + {1}"(%[[A]], %[[B]])
  %0 = pyk.add %a, %b {target = "s"} : !pyk.int
  // CHECK: %[[LOW:.*]], %[[HIGH:.*]] = arith.mulsi_extended %[[SUM]], %[[B]]
  // CHECK-NEXT: %[[TOP:.*]] = arith.shrsi %[[LOW]], %c63_i64
  // CHECK-NEXT: %[[FITS:.*]] = arith.cmpi eq, %[[HIGH]], %[[TOP]]
  // CHECK-NEXT: plan.check %[[FITS]], "OverflowError", "a Python int leaves 64 bits: {0} * {1}"
  %1 = pyk.mul %0, %b : !pyk.int
  // CHECK: arith.subi
  // CHECK: plan.check %{{.*}}, "OverflowError", "a Python int leaves 64 bits: {0} - {1}"
  %2 = pyk.sub %1, %b : !pyk.int
  // CHECK: plan.check %{{.*}}, "ZeroDivisionError", "integer division or modulo by zero"
  // CHECK: plan.check %{{.*}}, "OverflowError", "a Python int leaves 64 bits: {0} // {1}"
  // CHECK: arith.divsi
  // CHECK: arith.remsi
  %3 = pyk.floordiv %2, %b : !pyk.int
  // CHECK: plan.check %{{.*}}, "OverflowError", "a Python int leaves 64 bits: -({0})"
  %4 = pyk.neg %3 : !pyk.int
  // CHECK: plan.check %{{.*}}, "ValueError", "negative shift count"
  // CHECK: plan.check %{{.*}}, "OverflowError", "a Python int leaves 64 bits: {0} << {1}"
  %5 = pyk.shl %4, %b : !pyk.int
  pyk.return %5 : !pyk.int
}

// -----

// What is proven needs no check.

// CHECK-LABEL: func.func @exact(
pyk.func @exact(%a: !pyk.int, %b: !pyk.int) -> !pyk.int attributes {arg_names = ["a", "b"]} {
  // CHECK-NOT: plan.check
  %0 = pyk.add %a, %b exact : !pyk.int
  %1 = pyk.mul %0, %b exact : !pyk.int
  %2 = pyk.neg %1 exact : !pyk.int
  %3 = pyk.floordiv %2, %b exact : !pyk.int
  pyk.return %3 : !pyk.int
}

// -----

// Divisors known to be positive need no guard; powers of two no division.

// CHECK-LABEL: func.func @constant_divisors(
// CHECK-SAME: %[[A:[a-z0-9]+]]: i64
pyk.func @constant_divisors(%a: !pyk.int) -> !pyk.int attributes {arg_names = ["a"]} {
  %eight = pyk.constant 8 : i64 -> !pyk.int
  %ten = pyk.constant 10 : i64 -> !pyk.int
  // CHECK: %[[Q:.*]] = arith.shrsi %[[A]], %c3_i64
  %0 = pyk.floordiv %a, %eight : !pyk.int
  // CHECK-NEXT: %[[M:.*]] = arith.andi %[[Q]], %c7_i64
  %1 = pyk.mod %0, %eight : !pyk.int
  // CHECK-NEXT: %[[R:.*]] = arith.remsi %[[M]], %c10_i64
  // CHECK-NEXT: %[[NEGATIVE:.*]] = arith.cmpi slt, %[[R]], %c0_i64
  // CHECK-NEXT: %[[UP:.*]] = arith.addi %[[R]], %c10_i64
  // CHECK-NEXT: %[[MOD:.*]] = arith.select %[[NEGATIVE]], %[[UP]], %[[R]]
  // CHECK-NEXT: return %[[MOD]]
  %2 = pyk.mod %1, %ten : !pyk.int
  pyk.return %2 : !pyk.int
}

// -----

// Small constant exponents are multiplications, 0.5 is a square root.

// CHECK-LABEL: func.func @powers(
// CHECK-SAME: %[[A:[a-z0-9]+]]: i32{{.*}}, %[[X:[a-z0-9]+]]: f32
pyk.func @powers(%a: si32, %x: f32) -> f32 attributes {arg_names = ["a", "x"]} {
  %three = pyk.constant 3 : i64 -> si32
  %half = pyk.constant 5.000000e-01 : f64 -> f32
  %two = pyk.constant 2.000000e+00 : f64 -> f32
  // CHECK: %[[SQUARE:.*]] = arith.muli %[[A]], %[[A]] : i32
  // CHECK: arith.muli %[[A]], %[[SQUARE]] : i32
  %0 = pyk.pow %a, %three : si32
  %1 = pyk.cast %0 : si32 -> f32
  // CHECK: math.sqrt %[[X]] : f32
  // CHECK: arith.cmpf oeq, %[[X]]
  %2 = pyk.pow %x, %half : f32
  // CHECK: arith.mulf
  %3 = pyk.pow %2, %two : f32
  %4 = pyk.add %1, %3 : f32
  // CHECK: math.powf
  %5 = pyk.pow %4, %x : f32
  pyk.return %5 : f32
}

// -----

// Other exponents are a loop over their bits.

// CHECK-LABEL: func.func @power_loop(
pyk.func @power_loop(%a: !pyk.int, %b: !pyk.int) -> !pyk.int attributes {arg_names = ["a", "b"]} {
  // CHECK: plan.check %{{.*}}, "ValueError", "{0} ** {1} of Python ints is a float
  // CHECK: scf.while
  // CHECK: plan.check %{{.*}}, "OverflowError", "a Python int leaves 64 bits: {0} ** {1}"
  %0 = pyk.pow %a, %b : !pyk.int
  pyk.return %0 : !pyk.int
}

// -----

// Shift counts outside the width.

// CHECK-LABEL: func.func @shifts(
// CHECK-SAME: %[[A:[a-z0-9]+]]: i8{{.*}}, %[[B:[a-z0-9]+]]: i8
pyk.func @shifts(%a: si8, %b: si8) -> si8 attributes {arg_names = ["a", "b"]} {
  // CHECK: %[[COUNT:.*]] = arith.minui %[[B]], %c8_i8
  // CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %[[COUNT]], %c8_i8
  // CHECK: %[[SAFE:.*]] = arith.select %[[INSIDE]], %[[COUNT]], %c0_i8
  // CHECK: %[[SHIFTED:.*]] = arith.shli %[[A]], %[[SAFE]]
  // CHECK: %[[L:.*]] = arith.select %[[INSIDE]], %[[SHIFTED]], %c0_i8
  %0 = pyk.shl %a, %b : si8
  // CHECK: %[[MOST:.*]] = arith.minui %[[B]], %c7_i8
  // CHECK: arith.shrsi %[[L]], %[[MOST]]
  %1 = pyk.shr %0, %b : si8
  pyk.return %1 : si8
}

// -----

// CHECK-LABEL: func.func @comparisons(
// CHECK-SAME: %[[A:[a-z0-9]+]]: i64{{.*}}, %[[B:[a-z0-9]+]]: i64{{.*}}, %[[X:[a-z0-9]+]]: f64
pyk.func @comparisons(%a: si64, %b: ui64, %x: f64) -> i1 attributes {arg_names = ["a", "b", "x"]} {
  // CHECK: %[[BELOW:.*]] = arith.cmpi slt, %[[A]], %c0_i64
  // CHECK: %[[LESS:.*]] = arith.cmpi ult, %[[A]], %[[B]]
  // CHECK: arith.ori %[[BELOW]], %[[LESS]]
  %0 = pyk.cmp_mixed lt, %a, %b : si64, ui64
  // CHECK: arith.cmpf une, %[[X]], %[[X]]
  %1 = pyk.cmp ne, %x, %x : f64
  %2 = pyk.and %0, %1 : i1
  %3 = pyk.not %2
  pyk.return %3 : i1
}
