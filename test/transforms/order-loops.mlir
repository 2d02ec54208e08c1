// RUN: gpujit-opt %s -loops-order-loops | FileCheck %s

// CHECK-LABEL: func.func @sum
// CHECK: scf.for %[[I:.*]] =
// CHECK-NOT: plan.partial
// CHECK: memref.load %[[S:.*]][]
// CHECK: memref.store %{{.*}}, %[[S]][]
func.func @sum(%x: memref<?xf32>, %n: index, %s: memref<f32>) {
  %zero = arith.constant -0.0 : f32
  scf.forall (%i) in (%n) {
    %p = plan.partial (%s) from (%zero) {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      plan.yield %c : f32
    } : (memref<f32>) from (f32) -> memref<f32>
    %v = memref.load %x[%i] : memref<?xf32>
    %old = memref.load %p[] : memref<f32>
    %new = arith.addf %old, %v : f32
    memref.store %new, %p[] : memref<f32>
  }
  return
}
