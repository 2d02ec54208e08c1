// RUN: gpujit-opt %s -split-input-file -convert-pyk-to-loops -canonicalize -cse | FileCheck %s

// NumPy's functions do not raise; what the math dialect lacks is libdevice's.

// CHECK-LABEL: func.func @strong(
pyk.func @strong(%x: f32, %y: f32) -> f32 attributes {arg_names = ["x", "y"]} {
  // CHECK-NOT: plan.check
  // CHECK: math.sqrt
  %0 = pyk.math sqrt, %x : f32
  // CHECK: call @__nv_tgammaf(
  %1 = pyk.math gamma, %0 : f32
  // CHECK: call @__nv_hypotf(
  %2 = pyk.math2 hypot, %1, %y : f32
  // CHECK: math.atan2
  %3 = pyk.math2 atan2, %2, %y : f32
  // CHECK: math.fma
  %4 = pyk.fma %3, %x, %y : f32
  // CHECK: math.roundeven
  %5 = pyk.round %4 : f32
  pyk.return %5 : f32
}
// CHECK: func.func private @__nv_tgammaf(f32) -> f32
// CHECK: func.func private @__nv_hypotf(f32, f32) -> f32

// -----

// Python's raise: of the argument, or of an infinite result.

// CHECK-LABEL: func.func @weak(
// CHECK-SAME: %[[X:[a-z0-9]+]]: f64
pyk.func @weak(%x: !pyk.float) -> !pyk.float attributes {arg_names = ["x"]} {
  // CHECK: %[[LOG:.*]] = math.log %[[X]]
  // CHECK-NEXT: %[[OK:.*]] = arith.cmpf ugt, %[[X]], %cst
  // CHECK-NEXT: plan.check %[[OK]], "ValueError", "math domain error"
  %0 = pyk.math log, %x : !pyk.float
  // CHECK: math.exp %[[LOG]]
  // CHECK: plan.check %{{.*}}, "OverflowError", "math range error"
  %1 = pyk.math exp, %0 : !pyk.float
  // CHECK: math.tanh
  // CHECK-NOT: plan.check
  // CHECK: return
  %2 = pyk.math tanh, %1 : !pyk.float
  pyk.return %2 : !pyk.float
}

// -----

// Floor division of floats is the algorithm of CPython and NumPy, on an exact
// fmod.

// CHECK-LABEL: func.func @float_floordiv(
pyk.func @float_floordiv(%x: !pyk.float, %y: !pyk.float) -> !pyk.float attributes {arg_names = ["x", "y"]} {
  // CHECK: plan.check %{{.*}}, "ZeroDivisionError"
  // CHECK: call @__nv_fmod(
  // CHECK: math.floor
  %0 = pyk.floordiv %x, %y : !pyk.float
  pyk.return %0 : !pyk.float
}

// -----

// NumPy's rounding to digits scales; Python's is correctly rounded.

// CHECK-LABEL: func.func @digits(
pyk.func @digits(%x: f64, %y: !pyk.float) -> f64 attributes {arg_names = ["x", "y"]} {
  // CHECK: arith.mulf
  // CHECK-NEXT: math.roundeven
  // CHECK-NEXT: arith.divf
  %0 = pyk.round %x digits 2 : f64
  // CHECK: math.fma
  %1 = pyk.round %y digits 2 : !pyk.float
  %2 = pyk.cast %1 : !pyk.float -> f64
  %3 = pyk.add %0, %2 : f64
  pyk.return %3 : f64
}

// -----

// Python's min keeps a NaN on the left; NumPy's minimum gives one for either.

// CHECK-LABEL: func.func @extremes(
// CHECK-SAME: %[[X:[a-z0-9]+]]: f32{{.*}}, %[[Y:[a-z0-9]+]]: f32
pyk.func @extremes(%x: f32, %y: f32) -> f32 attributes {arg_names = ["x", "y"]} {
  // CHECK: %[[LESS:.*]] = arith.cmpf olt, %[[Y]], %[[X]]
  // CHECK: %[[MIN:.*]] = arith.select %[[LESS]], %[[Y]], %[[X]]
  %0 = pyk.min %x, %y : f32
  // CHECK: arith.cmpf ogt, %[[MIN]], %[[Y]]
  // CHECK: arith.cmpf uno, %[[MIN]], %[[MIN]]
  %1 = pyk.maximum %0, %y : f32
  pyk.return %1 : f32
}
