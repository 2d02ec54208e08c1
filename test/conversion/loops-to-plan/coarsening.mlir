// RUN: gpujit-opt %s -convert-loops-to-plan=many-iterations=1000 -split-input-file | FileCheck %s

// From 1000 iterations on a thread takes four, a block's width apart: in a row where all exist, else one by one.

// CHECK-LABEL: plan.program @saxpy(
// CHECK: %[[IS_MANY:.*]] = arith.cmpi sge, %[[COUNT:.*]], %c1000
// CHECK: %[[FACTOR:.*]] = arith.select %[[IS_MANY]], %c4, %c1
// CHECK: %[[SHARE:.*]] = arith.muli %[[FACTOR]], %c256
// CHECK: %[[BLOCKS:.*]] = arith.ceildivsi %[[COUNT]], %[[SHARE]]
// CHECK: plan.launch @kernels::@saxpy_0 grid(%[[BLOCKS]], {{.*}}) block (256, 1, 1) (%[[FACTOR]],

// CHECK: gpu.func @saxpy_0
// CHECK: arith.cmpi slt, %{{.*}}, %[[N:.*]] : index
// CHECK: scf.if
// CHECK-COUNT-4: memref.store
// CHECK: } else {
// CHECK: scf.for
// CHECK: memref.store
// CHECK-NOT: memref.store
// CHECK: gpu.return
func.func @saxpy(%a: f32, %x: memref<?xf32>, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  scf.forall (%k) in (%n) {
    %0 = memref.load %x[%k] : memref<?xf32>
    %1 = arith.mulf %a, %0 : f32
    memref.store %1, %out[%k] : memref<?xf32>
  }
  return
}

// -----

// Of two loops the one along y: a thread takes neighbouring rows, whose loads may be shared.

// CHECK-LABEL: plan.program @copy(
// CHECK: gpu.func @copy_0
// CHECK: gpu.grid_dim y
// CHECK: scf.for %[[FIRST:.*]] =
// CHECK: scf.if
// CHECK: memref.load %{{.*}}[%[[FIRST]], %{{.*}}]
// CHECK: %[[SECOND:.*]] = arith.addi %[[FIRST]], %c1
// CHECK: memref.load %{{.*}}[%[[SECOND]], %{{.*}}]
func.func @copy(%x: memref<?x?xf32>, %out: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %h = memref.dim %x, %c0 : memref<?x?xf32>
  %w = memref.dim %x, %c1 : memref<?x?xf32>
  scf.forall (%i) in (%h) {
    scf.forall (%j) in (%w) {
      %0 = memref.load %x[%i, %j] : memref<?x?xf32>
      memref.store %0, %out[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// -----

// What may raise, or holds a loop, has a thread for each iteration.

// CHECK-LABEL: plan.program @inner(
// CHECK-NOT: arith.select
// CHECK: gpu.module
func.func @inner(%x: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  scf.forall (%k) in (%n) {
    %s = scf.for %j = %c0 to %k step %c1 iter_args(%t = %v) -> f32 {
      %0 = arith.addf %t, %v : f32
      scf.yield %0 : f32
    }
    memref.store %s, %x[%k] : memref<?xf32>
  }
  return
}
