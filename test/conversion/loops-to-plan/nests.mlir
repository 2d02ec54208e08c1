// RUN: gpujit-opt %s -convert-loops-to-plan=many-iterations=0 -split-input-file | FileCheck %s

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
// CHECK: gpu.func @every_third_0(%[[KCOUNT:.*]]: index {plan.nonnegative},
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

// -----

// The contiguous dimension becomes thread x, though its loop is the outer one; that
// negative subscripts wrap doesn't hide it.

// CHECK-LABEL: plan.program @columns
// CHECK-SAME: mappings = ["grid x", "grid y"]
// CHECK: plan.launch @kernels::@columns_0 grid(%[[X:.*]], %[[Y:.*]], %{{.*}}) block (64, 4, 1)
func.func @columns(%x: memref<?x?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %h = memref.dim %x, %c0 : memref<?x?xf32>
  %w = memref.dim %x, %c1 : memref<?x?xf32>
  %w64 = arith.index_cast %w : index to i64
  scf.forall (%j) in (%w) {
    scf.forall (%i) in (%h) {
      %j64 = arith.index_cast %j : index to i64
      %wrapped = arith.addi %j64, %w64 : i64
      %negative = arith.cmpi slt, %j64, %zero : i64
      %subscript = arith.select %negative, %wrapped, %j64 : i64
      %at = arith.index_cast %subscript : i64 to index
      memref.store %v, %x[%i, %at] : memref<?x?xf32>
    } {gpujit.loop = 1 : i64}
  } {gpujit.loop = 0 : i64}
  return
}

// -----

// Of a linear subscript i * w + j, j is the contiguous one.

// CHECK-LABEL: plan.program @linear
// CHECK-SAME: mappings = ["grid x", "grid y"]
func.func @linear(%x: memref<?xf32>, %h: index, %w: index, %v: f32) {
  scf.forall (%j) in (%w) {
    scf.forall (%i) in (%h) {
      %row = arith.muli %i, %w : index
      %at = arith.addi %row, %j : index
      memref.store %v, %x[%at] : memref<?xf32>
    } {gpujit.loop = 1 : i64}
  } {gpujit.loop = 0 : i64}
  return
}

// -----

// A check between the loops that is the same in every iteration is the host's, if
// there is an iteration.

// CHECK-LABEL: plan.program @checked
// CHECK-SAME: mappings = ["grid y", "grid x"]
// CHECK: %[[RUNS:.*]] = arith.cmpi sgt
// CHECK: scf.if %[[RUNS]] {
// CHECK-NEXT: plan.check %{{.*}}, "ValueError", "n is {0}"(%{{.*}})
// CHECK-NEXT: }
// CHECK: plan.launch
// CHECK-NOT: plan.record
func.func @checked(%x: memref<?x?xf32>, %n: i64, %v: f32) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i64
  %h = memref.dim %x, %c0 : memref<?x?xf32>
  scf.forall (%i) in (%h) {
    %ok = arith.cmpi sge, %n, %zero : i64
    plan.check %ok, "ValueError", "n is {0}" (%n)
    %w = arith.index_cast %n : i64 to index
    scf.forall (%j) in (%w) {
      memref.store %v, %x[%i, %j] : memref<?x?xf32>
    } {gpujit.loop = 1 : i64}
  } {gpujit.loop = 0 : i64}
  return
}

// -----

// Bounds that only the device knows: a grid of fixed size takes strides.

// CHECK-LABEL: plan.program @prefix
// CHECK-SAME: frame_bytes = 48 : i64, mappings = ["grid x"]
// CHECK: plan.launch @kernels::@prefix_0 {{.*}} block (1, 1, 1)
// CHECK: %[[FIXED:.*]] = arith.constant 1024 : index
// CHECK: plan.launch @kernels::@prefix_1 grid(%[[FIXED]], %{{.*}}, %{{.*}}) block (256, 1, 1)
// CHECK: gpu.func @prefix_1
// CHECK: %[[N:.*]] = memref.load
// CHECK: gpu.grid_dim x
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[N]]
func.func @prefix(%x: memref<?xf32>, %count: memref<?xi64>, %v: f32) {
  %c0 = arith.constant 0 : index
  %n64 = memref.load %count[%c0] : memref<?xi64>
  %n = arith.index_cast %n64 : i64 to index
  scf.forall (%i) in (%n) {
    memref.store %v, %x[%i] : memref<?xf32>
  } {gpujit.loop = 0 : i64}
  return
}

// -----

// A condition that only the device knows: the launches of both branches test it, and
// a check under it isn't the host's.

// CHECK-LABEL: plan.program @conditional
// CHECK-SAME: mappings = ["grid x", "grid x"]
// CHECK-NOT: plan.check
// CHECK: plan.launch @kernels::@conditional_0
// CHECK: plan.launch @kernels::@conditional_1
// CHECK: plan.launch @kernels::@conditional_2
// CHECK: plan.launch @kernels::@conditional_3
// CHECK: gpu.func @conditional_1
// CHECK: %[[HOLDS:.*]] = memref.load %{{.*}}[] : memref<i1>
// CHECK: scf.if %[[HOLDS]] {
// CHECK: plan.record
// CHECK: gpu.func @conditional_2
// CHECK: %[[HOLDS:.*]] = memref.load %{{.*}}[] : memref<i1>
// CHECK: scf.if %[[HOLDS]] {
// CHECK: memref.store
// CHECK: gpu.func @conditional_3
// CHECK: %[[HOLDS:.*]] = memref.load %{{.*}}[] : memref<i1>
// CHECK: %[[NOT:.*]] = arith.xori %[[HOLDS]]
// CHECK: scf.if %[[NOT]] {
func.func @conditional(%x: memref<?xi64>, %v: i64) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xi64>
  %first = memref.load %x[%c0] : memref<?xi64>
  %holds = arith.cmpi sgt, %first, %v : i64
  scf.if %holds {
    %ok = arith.cmpi sgt, %v, %first : i64
    %fine = arith.cmpi sgt, %v, %v : i64
    plan.check %fine, "ValueError", "v is {0}" (%v)
    scf.forall (%i) in (%n) {
      memref.store %v, %x[%i] : memref<?xi64>
    } {gpujit.loop = 0 : i64}
  } else {
    scf.forall (%i) in (%n) {
      memref.store %first, %x[%i] : memref<?xi64>
    } {gpujit.loop = 1 : i64}
  }
  return
}
