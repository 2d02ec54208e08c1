// RUN: gpujit-opt %s -convert-loops-to-plan -split-input-file | FileCheck %s

// The inner of two perfectly nested loops is x; its bound is the host's, though it
// is computed between the loops. Rows are strided over: the grid's y is limited.

// CHECK-LABEL: plan.program @rows
// CHECK-SAME: mappings = ["grid y", "grid x"]
// CHECK: %[[H:.*]] = plan.extent %{{.*}}[0]
// CHECK: %[[W:.*]] = plan.extent %{{.*}}[1]
// CHECK: %[[INNER:.*]] = arith.subi %[[W]]
// CHECK: plan.launch @kernels::@rows_0 grid({{.*}}) block (64, 4, 1)
// CHECK: gpu.func @rows_0
// CHECK: gpu.block_id x
// CHECK: scf.if
// CHECK: gpu.block_id y
// CHECK: gpu.grid_dim y
// CHECK: scf.for %[[I:.*]] =
// CHECK: arith.addi
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[I]], %{{.*}}]
func.func @rows(%x: memref<?x?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %h = memref.dim %x, %c0 : memref<?x?xf32>
  scf.forall (%i) in (%h) {
    %w = memref.dim %x, %c1 : memref<?x?xf32>
    %inner = arith.subi %w, %c1 : index
    scf.forall (%j) in (%inner) {
      %jj = arith.addi %j, %c1 : index
      memref.store %v, %x[%i, %jj] : memref<?x?xf32>
    } {gpujit.loop = 1 : i64}
  } {gpujit.loop = 0 : i64}
  return
}

// -----

// Lower bound and step: the host counts, the kernel computes the index.

// CHECK-LABEL: plan.program @every_third
// CHECK: %[[N:.*]] = plan.extent
// CHECK: %[[DISTANCE:.*]] = arith.subi %[[N]]
// CHECK: %[[COUNT:.*]] = arith.ceildivsi %[[DISTANCE]]
// CHECK: %[[RUNS:.*]] = arith.maxsi %[[COUNT]]
// CHECK: plan.launch @kernels::@every_third_0 {{.*}} (%[[RUNS]],
// CHECK: gpu.func @every_third_0(%[[KCOUNT:.*]]: index,
// CHECK: arith.cmpi slt, %[[NUMBER:.*]], %[[KCOUNT]]
// CHECK: %[[SCALED:.*]] = arith.muli %[[NUMBER]]
// CHECK: %[[I:.*]] = arith.addi %[[SCALED]]
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[I]]]
func.func @every_third(%x: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  scf.forall (%i) = (2) to (%n) step (3) {
    memref.store %v, %x[%i] : memref<?xf32>
  }
  return
}

// -----

// An inner bound that depends on the outer index isn't the host's: the inner loop
// runs in order in each thread.

// CHECK-LABEL: plan.program @triangle
// CHECK-SAME: mappings = ["grid x", "in each thread"]
// CHECK: block (256, 1, 1)
// CHECK: gpu.func @triangle_0
// CHECK: scf.if
// CHECK: scf.for
// CHECK-NOT: scf.forall
func.func @triangle(%x: memref<?x?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %h = memref.dim %x, %c0 : memref<?x?xf32>
  scf.forall (%i) in (%h) {
    %end = arith.addi %i, %c1 : index
    scf.forall (%j) in (%end) {
      memref.store %v, %x[%i, %j] : memref<?x?xf32>
    } {gpujit.loop = 1 : i64}
  } {gpujit.loop = 0 : i64}
  return
}

// -----

// Three loops are the three dimensions.

// CHECK-LABEL: plan.program @volume
// CHECK-SAME: mappings = ["grid z", "grid y", "grid x"]
// CHECK: block (64, 4, 1)
func.func @volume(%x: memref<?x?x?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %d = memref.dim %x, %c0 : memref<?x?x?xf32>
  %h = memref.dim %x, %c1 : memref<?x?x?xf32>
  %w = memref.dim %x, %c2 : memref<?x?x?xf32>
  scf.forall (%i) in (%d) {
    scf.forall (%j) in (%h) {
      scf.forall (%k) in (%w) {
        memref.store %v, %x[%i, %j, %k] : memref<?x?x?xf32>
      } {gpujit.loop = 2 : i64}
    } {gpujit.loop = 1 : i64}
  } {gpujit.loop = 0 : i64}
  return
}
