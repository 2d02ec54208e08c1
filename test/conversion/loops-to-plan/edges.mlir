// RUN: gpujit-opt %s -convert-loops-to-plan -split-input-file | FileCheck %s

// Nothing to do.

// CHECK-LABEL: plan.program @empty() attributes {frame_bytes = 40 : i64, mappings = [], sites = []} {
// CHECK-NEXT: }
// CHECK-NEXT: gpu.module @kernels {
// CHECK-NEXT: }
func.func @empty() {
  return
}

// -----

// A result that the host knows is stored by a kernel all the same.

// CHECK-LABEL: plan.program @both
// CHECK-SAME: result = #plan.result<40, "pybool">
// CHECK: %[[AND:.*]] = arith.andi
// CHECK: %[[WIDE:.*]] = arith.extui %[[AND]] : i1 to i64
// CHECK: plan.launch @kernels::@both_0 {{.*}} (%[[WIDE]], %{{.*}}) : i64, memref<48xi8>
// CHECK: gpu.func @both_0(%[[REGISTER:.*]]: i64,
// CHECK: %[[VALUE:.*]] = arith.trunci %[[REGISTER]] : i64 to i1
// CHECK: memref.store %[[VALUE]], %{{.*}}[] : memref<i1>
func.func @both(%a: i1, %b: i1) -> (i1 {gpujit.dtype = "pybool"}) {
  %c = arith.andi %a, %b : i1
  return %c : i1
}

// -----

// PTX has names of ASCII.

// CHECK: plan.launch @kernels::@gr____e_1_0
// CHECK: gpu.func @gr____e_1_0
func.func @"größe-1"(%x: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  memref.store %v, %x[%c0] : memref<?xf32>
  return
}

// -----

// A function of a scalar argument is computed again by the kernel, which declares it.

// CHECK-LABEL: plan.program @call
// CHECK: func.func private @__nv_expf(f32) -> f32
// CHECK: gpu.func @call_0(%{{.*}}, %[[V:.*]]: f32)
// CHECK: %[[E:.*]] = func.call @__nv_expf(%[[V]])
// CHECK: scf.if
// CHECK: memref.store %[[E]]
func.func private @__nv_expf(f32) -> f32
func.func @call(%x: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %e = func.call @__nv_expf(%v) : (f32) -> f32
  scf.forall (%i) in (%n) {
    memref.store %e, %x[%i] : memref<?xf32>
  }
  return
}

// -----

// An array of the kernel's own lives in the frame between launches.

// CHECK-LABEL: plan.program @own
// CHECK-SAME: frame_bytes = 72
// CHECK: gpu.func @own_0
// CHECK: memref.view %{{.*}}[%{{.*}}][] : memref<72xi8> to memref<8xf32>
// CHECK: gpu.func @own_1
// CHECK: memref.view %{{.*}}[%{{.*}}][] : memref<72xi8> to memref<8xf32>
func.func @own(%x: memref<?xf32>) {
  %a = memref.alloca() : memref<8xf32>
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %v = memref.load %x[%c0] : memref<?xf32>
  memref.store %v, %a[%c0] : memref<8xf32>
  scf.forall (%i) in (%n) {
    %w = memref.load %a[%i] : memref<8xf32>
    memref.store %w, %x[%i] : memref<?xf32>
  }
  return
}
