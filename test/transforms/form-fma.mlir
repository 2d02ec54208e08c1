// RUN: gpujit-opt %s -split-input-file -pass-pipeline="builtin.module(func.func(loops-form-fma))" | FileCheck %s
// RUN: gpujit-opt %s -split-input-file -pass-pipeline="builtin.module(func.func(loops-form-fma{fp=fast}))" | FileCheck %s
// RUN: gpujit-opt %s -split-input-file -pass-pipeline="builtin.module(func.func(loops-form-fma{fp=strict}))" | FileCheck %s --check-prefix=STRICT
// RUN: not gpujit-opt %s -split-input-file -pass-pipeline="builtin.module(func.func(loops-form-fma{fp=loose}))" 2>&1 | FileCheck %s --check-prefix=BAD

// STRICT-NOT: math.fma
// BAD: fp must be strict, contract or fast, got 'loose'

// CHECK-LABEL: func.func @product_first(
// CHECK-SAME: %[[A:[a-z0-9]+]]: f32, %[[B:[a-z0-9]+]]: f32, %[[C:[a-z0-9]+]]: f32
func.func @product_first(%a: f32, %b: f32, %c: f32) -> f32 {
  // CHECK-NEXT: %[[R:.*]] = math.fma %[[A]], %[[B]], %[[C]] : f32
  // CHECK-NEXT: return %[[R]]
  %0 = arith.mulf %a, %b : f32
  %1 = arith.addf %0, %c : f32
  return %1 : f32
}

// -----

// CHECK-LABEL: func.func @product_second(
// CHECK-SAME: %[[A:[a-z0-9]+]]: f64, %[[B:[a-z0-9]+]]: f64, %[[C:[a-z0-9]+]]: f64
func.func @product_second(%a: f64, %b: f64, %c: f64) -> f64 {
  // CHECK-NEXT: math.fma %[[A]], %[[B]], %[[C]] : f64
  %0 = arith.mulf %a, %b : f64
  %1 = arith.addf %c, %0 : f64
  return %1 : f64
}

// -----

// CHECK-LABEL: func.func @less_c(
// CHECK-SAME: %[[A:[a-z0-9]+]]: f32, %[[B:[a-z0-9]+]]: f32, %[[C:[a-z0-9]+]]: f32
func.func @less_c(%a: f32, %b: f32, %c: f32) -> f32 {
  // CHECK-NEXT: %[[N:.*]] = arith.negf %[[C]]
  // CHECK-NEXT: math.fma %[[A]], %[[B]], %[[N]] : f32
  %0 = arith.mulf %a, %b : f32
  %1 = arith.subf %0, %c : f32
  return %1 : f32
}

// -----

// CHECK-LABEL: func.func @less_product(
// CHECK-SAME: %[[A:[a-z0-9]+]]: f32, %[[B:[a-z0-9]+]]: f32, %[[C:[a-z0-9]+]]: f32
func.func @less_product(%a: f32, %b: f32, %c: f32) -> f32 {
  // CHECK-NEXT: %[[N:.*]] = arith.negf %[[A]]
  // CHECK-NEXT: math.fma %[[N]], %[[B]], %[[C]] : f32
  %0 = arith.mulf %a, %b : f32
  %1 = arith.subf %c, %0 : f32
  return %1 : f32
}

// -----

// Of two products the left one is fused.

// CHECK-LABEL: func.func @two_products(
// CHECK-SAME: %[[A:[a-z0-9]+]]: f32, %[[B:[a-z0-9]+]]: f32
func.func @two_products(%a: f32, %b: f32) -> f32 {
  // CHECK-NEXT: %[[BB:.*]] = arith.mulf %[[B]], %[[B]]
  // CHECK-NEXT: math.fma %[[A]], %[[A]], %[[BB]] : f32
  %0 = arith.mulf %a, %a : f32
  %1 = arith.mulf %b, %b : f32
  %2 = arith.addf %0, %1 : f32
  return %2 : f32
}

// -----

// CHECK-LABEL: func.func @used_twice(
func.func @used_twice(%a: f32, %b: f32, %c: f32) -> (f32, f32) {
  // CHECK-NOT: math.fma
  %0 = arith.mulf %a, %b : f32
  %1 = arith.addf %0, %c : f32
  return %0, %1 : f32, f32
}
