// REQUIRES: libdevice
// RUN: gpujit-translate %s -plan-to-ptx -libdevice=%libdevice | FileCheck %s

// Only what is called is linked, and it is inlined; square roots inside are IEEE's.

// CHECK-NOT: .func
// CHECK: .visible .entry k(
// CHECK-NOT: call
// CHECK: sqrt.rn.f32
// CHECK-NOT: approx.ftz
gpu.module @m {
  func.func private @__nv_sqrtf(f32) -> f32
  func.func private @__nv_expf(f32) -> f32
  gpu.func @k(%x: memref<?xf32>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    %0 = memref.load %x[%c0] : memref<?xf32>
    %1 = func.call @__nv_expf(%0) : (f32) -> f32
    %2 = func.call @__nv_sqrtf(%1) : (f32) -> f32
    memref.store %2, %x[%c0] : memref<?xf32>
    gpu.return
  }
}
