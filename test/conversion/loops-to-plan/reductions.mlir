// RUN: gpujit-opt %s -convert-loops-to-plan -split-input-file | FileCheck %s

// Two launches: blocks make their parts, a last block makes the total. The number of blocks follows from the number of
// iterations alone.

// CHECK-LABEL: plan.program @sum
// CHECK-SAME: mappings = ["grid reduction"]
// CHECK: %[[BLOCKS:.*]] = arith.minsi %{{.*}}, %c1024
// CHECK: plan.launch @kernels::@sum_1 grid(%[[BLOCKS]], %{{.*}}, %{{.*}}) block (256, 1, 1)
// CHECK: plan.launch @kernels::@sum_2 grid(%{{.*}}, %{{.*}}, %{{.*}}) block (256, 1, 1) (%[[BLOCKS]],
// CHECK: gpu.func @sum_1({{.*}}) workgroup(%[[SHARED:.*]] : memref<256xf32, #gpu.address_space<workgroup>>) kernel
// CHECK: memref.store %cst{{.*}}, %[[PART:.*]][] : memref<f32>
// CHECK: scf.for
// CHECK: memref.store %{{.*}}, %[[PART]][]
// CHECK: memref.store %{{.*}}, %[[SHARED]][%[[THREAD:.*]]]
// CHECK: scf.for
// CHECK: gpu.barrier
// CHECK: scf.if
// CHECK: arith.addf
// CHECK: memref.store %{{.*}}, %{{.*}}[%{{.*}}] : memref<1024xf32>
// CHECK: gpu.func @sum_2
// CHECK: memref.load %{{.*}}[%{{.*}}] : memref<1024xf32>
func.func @sum(%x: memref<?xf32> {gpujit.name = "x"}, %out: memref<?xf32> {gpujit.name = "out"}) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant -0.0 : f32
  %start = arith.constant 1.0 : f32
  %s = memref.alloca() : memref<f32>
  memref.store %start, %s[] : memref<f32>
  %n = memref.dim %x, %c0 : memref<?xf32>
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
  } {gpujit.loop = 0 : i64}
  %r = memref.load %s[] : memref<f32>
  memref.store %r, %out[%c0] : memref<?xf32>
  return
}

// -----

// A block for each row where rows are long, a thread for each otherwise. Only one thread stores.

// CHECK-LABEL: plan.program @rows
// CHECK-SAME: mappings = ["block for each", "threads of a block"]
// CHECK: %[[LONG:.*]] = arith.cmpi sge, %{{.*}}, %c64
// CHECK: scf.if %[[LONG]] {
// CHECK: plan.launch @kernels::@rows_0 grid(%{{.*}}, %{{.*}}, %{{.*}}) block (128, 1, 1)
// CHECK: } else {
// CHECK: plan.launch @kernels::@rows_1
// CHECK: gpu.func @rows_0
// CHECK: %[[THREAD:.*]] = gpu.thread_id x
// CHECK: %[[ROW:.*]] = gpu.block_id x
// CHECK: gpu.barrier
// CHECK: %[[REST:.*]] = scf.for %[[J:.*]] = %[[THREAD]] to %{{.*}} step %{{.*}} iter_args
// CHECK: memref.load %{{.*}}[%[[ROW]], %[[J]]]
// CHECK: %[[NEXT:.*]] = arith.addi %[[J]], %c128
// CHECK: memref.load %{{.*}}[%[[ROW]], %[[NEXT]]]
// CHECK: scf.for %{{.*}} = %[[REST]] to %{{.*}} step %c128
// CHECK: gpu.barrier
// CHECK: %[[IS:.*]] = arith.cmpi eq, %[[THREAD]], %c0
// CHECK-NEXT: scf.if %[[IS]] {
// CHECK-NEXT: memref.store %{{.*}}, %{{.*}}[%[[ROW]]] : memref<?xf32>
func.func @rows(%x: memref<?x?xf32> {gpujit.name = "x"}, %out: memref<?xf32> {gpujit.name = "out"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant -0.0 : f32
  %h = memref.dim %x, %c0 : memref<?x?xf32>
  %w = memref.dim %x, %c1 : memref<?x?xf32>
  scf.forall (%i) in (%h) {
    %s = memref.alloca() : memref<f32>
    memref.store %zero, %s[] : memref<f32>
    scf.forall (%j) in (%w) {
      %p = plan.partial (%s) from (%zero) {
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        plan.yield %c : f32
      } : (memref<f32>) from (f32) -> memref<f32>
      %v = memref.load %x[%i, %j] : memref<?x?xf32>
      %old = memref.load %p[] : memref<f32>
      %new = arith.addf %old, %v : f32
      memref.store %new, %p[] : memref<f32>
    } {gpujit.loop = 1 : i64}
    %r = memref.load %s[] : memref<f32>
    memref.store %r, %out[%i] : memref<?xf32>
  } {gpujit.loop = 0 : i64}
  return
}
