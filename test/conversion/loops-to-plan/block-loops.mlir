// RUN: gpujit-opt %s -convert-loops-to-plan=many-iterations=0 -split-input-file | FileCheck %s

// Short parallel loops inside an ordered one: one block of 512 threads goes through it, which share the iterations and meet at barriers.

// CHECK-LABEL: plan.program @steps
// CHECK: %[[WORK:.*]] = arith.maxsi
// CHECK: arith.cmpi sle, %[[WORK]], %c1024
// CHECK: scf.if
// CHECK-NEXT: arith.constant
// CHECK-NEXT: plan.launch @kernels::@steps_0 grid(%[[ONE:.*]], %[[ONE]], %[[ONE]]) block (512, 1, 1)
// CHECK: } else {
// CHECK: scf.for
// CHECK: plan.launch @kernels::@steps_1

// CHECK: gpu.func @steps_0
// CHECK: gpu.barrier
// CHECK: scf.for
// CHECK: gpu.barrier
// CHECK: scf.for %{{.*}} = %thread_id_x
// CHECK: memref.store
// CHECK: gpu.barrier
func.func @steps(%a: memref<?xf32>, %steps: i64, %v: f32) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %len = memref.dim %a, %c0 : memref<?xf32>
  scf.for %t = %zero to %steps step %one : i64 {
    scf.forall (%i) in (%len) {
      %0 = memref.load %a[%i] : memref<?xf32>
      %1 = arith.addf %0, %v : f32
      memref.store %1, %a[%i] : memref<?xf32>
    }
  }
  return
}

// -----

// So is a `while`: all threads have the variable and so the same condition; it goes back to the frame at the end.

// CHECK-LABEL: plan.program @until
// CHECK-SAME: mappings = ["grid x"]
// CHECK: plan.launch @kernels::@until_{{.*}} block (512, 1, 1)
// CHECK: gpu.func @until_1
// CHECK: %[[COPY:.*]] = memref.alloca() : memref<f32>
// CHECK: scf.while
// CHECK: memref.load %[[COPY]][]
// CHECK: scf.condition
// CHECK: gpu.barrier
// CHECK: memref.store %{{.*}}, %[[COPY]][]
// CHECK: memref.load %[[COPY]][]
// CHECK: memref.store
func.func @until(%a: memref<?xf32>, %limit: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %len = memref.dim %a, %c0 : memref<?xf32>
  %s = memref.alloca() : memref<f32>
  %zero = arith.constant 0.0 : f32
  memref.store %zero, %s[] : memref<f32>
  scf.while : () -> () {
    %0 = memref.load %s[] : memref<f32>
    %1 = arith.cmpf olt, %0, %limit : f32
    scf.condition(%1)
  } do {
    scf.forall (%i) in (%len) {
      memref.store %limit, %a[%i] : memref<?xf32>
    } {gpujit.loop = 0 : i64}
    %2 = memref.load %s[] : memref<f32>
    %3 = arith.addf %2, %limit : f32
    memref.store %3, %s[] : memref<f32>
    scf.yield
  }
  %r = memref.load %s[] : memref<f32>
  return %r : f32
}
