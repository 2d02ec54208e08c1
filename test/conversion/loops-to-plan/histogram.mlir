// RUN: gpujit-opt %s -convert-loops-to-plan | FileCheck %s

// A small array has a copy in each block's shared memory, where there are enough iterations to pay for it.

// CHECK-LABEL: plan.program @count
// CHECK-SAME: mappings = ["grid x, shared copies"]
// CHECK: %[[EXTENT:.*]] = plan.extent %{{.*}}[0] : memref<?xi32>
// CHECK: arith.cmpi sle, %[[EXTENT]], %c8192
// CHECK: scf.if
// CHECK: plan.launch @kernels::@count_0 {{.*}} block (512, 1, 1)
// CHECK: } else {
// CHECK: plan.launch @kernels::@count_1
// CHECK: gpu.func @count_0({{.*}}%[[BINS:arg[0-9]+]]: memref<?xi32> {{.*}}) workgroup(%[[COPY:.*]] : memref<8192xi32, #gpu.address_space<workgroup>>)
// CHECK: memref.store %c0_i32, %[[COPY]]
// CHECK: gpu.barrier
// CHECK: memref.atomic_rmw addi %{{.*}}, %[[COPY]]
// CHECK: gpu.barrier
// CHECK: %[[PART:.*]] = memref.load %[[COPY]]
// CHECK: memref.atomic_rmw addi %[[PART]], %[[BINS]]
// CHECK: gpu.func @count_1
// CHECK-NOT: workgroup
func.func @count(%k: memref<?xi64> {gpujit.name = "k"}, %bins: memref<?xi32> {gpujit.name = "bins"}) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %n = memref.dim %k, %c0 : memref<?xi64>
  scf.forall (%i) in (%n) {
    %at = memref.load %k[%i] : memref<?xi64>
    %to = arith.index_cast %at : i64 to index
    memref.atomic_rmw addi %one, %bins[%to] : (i32, memref<?xi32>) -> i32
  } {gpujit.loop = 0 : i64}
  return
}
