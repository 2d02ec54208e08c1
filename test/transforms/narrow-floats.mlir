// RUN: gpujit-opt %s -split-input-file -pass-pipeline="builtin.module(func.func(loops-narrow-floats))" | FileCheck %s --check-prefixes=CHECK,CONTRACT
// RUN: gpujit-opt %s -split-input-file -pass-pipeline="builtin.module(func.func(loops-narrow-floats{fp=fast}))" | FileCheck %s --check-prefixes=CHECK,FAST
// RUN: gpujit-opt %s -split-input-file -pass-pipeline="builtin.module(func.func(loops-narrow-floats{fp=strict}))" | FileCheck %s --check-prefix=STRICT

// CHECK-LABEL: func.func @one_function(
// CHECK-SAME: %[[X:.*]]: f32
// STRICT-LABEL: func.func @one_function(
func.func @one_function(%x: f32) -> (f32, f32) {
  // CHECK: %[[R:.*]] = math.sin %[[X]] : f32
  // CHECK: return %[[R]], %[[R]]
  // STRICT: math.sin {{.*}} : f64
  %0 = arith.extf %x : f32 to f64
  %1 = math.sin %0 : f64
  %2 = arith.truncf %1 : f64 to f32
  %3 = arith.truncf %1 : f64 to f32
  return %2, %3 : f32, f32
}

// -----

// CHECK-LABEL: func.func @with_a_constant(
func.func @with_a_constant(%x: f32) -> (f32, f32) {
  // A constant that float32 holds, and one that it doesn't.
  // CHECK: math.atan2 {{.*}} : f32
  // CONTRACT: math.atan2 {{.*}} : f64
  // FAST: math.atan2 {{.*}} : f32
  %half = arith.constant 0.5 : f64
  %tenth = arith.constant 0.1 : f64
  %0 = arith.extf %x : f32 to f64
  %1 = math.atan2 %0, %half : f64
  %2 = arith.truncf %1 : f64 to f32
  %3 = math.atan2 %0, %tenth : f64
  %4 = arith.truncf %3 : f64 to f32
  return %2, %4 : f32, f32
}

// -----

// CHECK-LABEL: func.func @looked_at(
func.func @looked_at(%x: f32, %limit: f64) -> (f32, i1) {
  // CHECK: math.exp {{.*}} : f64
  %0 = arith.extf %x : f32 to f64
  %1 = math.exp %0 : f64
  %2 = arith.cmpf oeq, %1, %limit : f64
  %3 = arith.truncf %1 : f64 to f32
  return %3, %2 : f32, i1
}

// -----

// CHECK-LABEL: func.func @an_expression(
func.func @an_expression(%x: f32) -> f32 {
  // CONTRACT: math.sqrt {{.*}} : f64
  // CONTRACT: arith.divf {{.*}} : f64
  // FAST-DAG: %[[R:.*]] = math.sqrt %{{.*}} : f32
  // FAST-DAG: %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
  // FAST: arith.divf %[[ONE]], %[[R]] : f32
  %one = arith.constant 1.0 : f64
  %0 = arith.extf %x : f32 to f64
  %1 = math.sqrt %0 : f64
  %2 = arith.divf %one, %1 : f64
  %3 = arith.truncf %2 : f64 to f32
  return %3 : f32
}

// -----

// CHECK-LABEL: func.func @of_float64(
func.func @of_float64(%x: f64) -> f32 {
  // CHECK: math.sin {{.*}} : f64
  %0 = math.sin %x : f64
  %1 = arith.truncf %0 : f64 to f32
  return %1 : f32
}
