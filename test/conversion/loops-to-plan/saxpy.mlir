// RUN: gpujit-opt %s -convert-loops-to-plan=many-iterations=0 | FileCheck %s
// RUN: gpujit-opt %s -convert-loops-to-plan=many-iterations=0 | gpujit-opt | FileCheck %s

// One parallel loop is one launch along x. The extent stands for the count, the
// scalar and the arrays are parameters, and nothing is written but %out.

// CHECK-LABEL: plan.program @saxpy(
// CHECK-SAME: %[[A:.*]]: f32 {plan.dtype = "float32", plan.name = "a"},
// CHECK-SAME: %[[X:.*]]: memref<?xf32> {plan.access = "read", plan.dtype = "float32", plan.name = "x"},
// CHECK-SAME: %[[OUT:.*]]: memref<?xf32> {plan.access = "readwrite", plan.dtype = "float32", plan.name = "out"})
// CHECK-SAME: frame_bytes = 40 : i64, mappings = ["grid x"], sites = []
// CHECK: %[[N:.*]] = plan.extent %[[X]][0]
// CHECK: %[[COUNT:.*]] = arith.maxsi %[[N]]
// CHECK: %[[ONE:.*]] = arith.constant 1 : index
// CHECK: %[[BLOCK:.*]] = arith.constant 256 : index
// CHECK: %[[BLOCKS:.*]] = arith.ceildivsi %[[COUNT]], %[[BLOCK]]
// CHECK: plan.launch @kernels::@saxpy_0 grid(%[[BLOCKS]], %[[ONE]], %[[ONE]]) block (256, 1, 1) (%[[X]], %[[A]], %[[OUT]])

// CHECK: gpu.module @kernels
// CHECK: gpu.func @saxpy_0(%[[KX:.*]]: memref<?xf32> {llvm.noalias, llvm.readonly}, %[[KA:.*]]: f32, %[[KOUT:.*]]: memref<?xf32> {llvm.noalias}) kernel attributes {known_block_size = array<i32: 256, 1, 1>}
// CHECK: %[[KN:.*]] = memref.dim %[[KX]]
// CHECK: %[[ID:.*]] = gpu.block_id x
// CHECK: %[[THREAD:.*]] = gpu.thread_id x
// CHECK: %[[FIRST:.*]] = arith.muli %[[ID]]
// CHECK: %[[I:.*]] = arith.addi %[[FIRST]], %[[THREAD]]
// CHECK: %[[INSIDE:.*]] = arith.cmpi slt, %[[I]], %[[KN]]
// CHECK: scf.if %[[INSIDE]]
// CHECK: memref.load %[[KX]][%[[I]]]
// CHECK: memref.store %{{.*}}, %[[KOUT]][%[[I]]]
func.func @saxpy(%a: f32 {gpujit.name = "a"}, %x: memref<?xf32> {gpujit.name = "x"}, %out: memref<?xf32> {gpujit.name = "out"}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  scf.forall (%k) in (%n) {
    %0 = memref.load %x[%k] : memref<?xf32>
    %1 = arith.mulf %a, %0 : f32
    memref.store %1, %out[%k] : memref<?xf32>
  } {gpujit.loop = 0 : i64}
  return
}
