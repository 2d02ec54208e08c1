// RUN: gpujit-opt %s -nvptx-expand-kernel-arguments -nvptx-lower-to-nvvm -canonicalize -split-input-file | FileCheck %s

// Pointer, extents, strides; subscripts are signed, because strides may be negative.

// CHECK-LABEL: llvm.func @strided(
// CHECK-SAME: %[[P:.*]]: !llvm.ptr {llvm.noalias}, %[[N0:.*]]: i64{{.*}}, %[[N1:.*]]: i64{{.*}}, %[[S0:.*]]: i64, %[[S1:.*]]: i64, %[[I:.*]]: i64)
// CHECK-SAME: nvvm.kernel
// CHECK: %[[ROW:.*]] = llvm.mul %[[I]], %[[S0]] overflow<nsw> : i64
// CHECK: %[[COLUMN:.*]] = llvm.mul %[[I]], %[[S1]] overflow<nsw> : i64
// CHECK: %[[AT:.*]] = llvm.add %[[ROW]], %[[COLUMN]] overflow<nsw> : i64
// CHECK: llvm.getelementptr inbounds %[[P]][%[[AT]]]
gpu.module @m {
  gpu.func @strided(%x: memref<?x?xf32, strided<[?, ?]>> {llvm.noalias}, %i: index) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %0 = memref.load %x[%i, %i] : memref<?x?xf32, strided<[?, ?]>>
    memref.store %0, %x[%i, %i] : memref<?x?xf32, strided<[?, ?]>>
    gpu.return
  }
}

// -----

// A C layout has no strides, a frame no extents, a bool is a byte.

// CHECK-LABEL: llvm.func @contiguous(
// CHECK-SAME: %[[P:.*]]: !llvm.ptr, %[[N0:.*]]: i64{{.*}}, %[[N1:.*]]: i64{{.*}}, %[[F:.*]]: !llvm.ptr, %[[B:.*]]: i8)
// CHECK: llvm.trunc %[[B]] : i8 to i1
// CHECK: llvm.mul %{{.*}}, %[[N1]] overflow<nsw>
gpu.module @m {
  gpu.func @contiguous(%x: memref<?x?xi1>, %frame: memref<48xi8>, %b: i1) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.block_id x
    memref.store %b, %x[%i, %i] : memref<?x?xi1>
    gpu.return
  }
}

// -----

// Extents and counts are never negative.

// CHECK-LABEL: llvm.func @ranges(
// CHECK-SAME: i64 {llvm.range = #llvm.constant_range<i64, 0, 9223372036854775807>}, %{{.*}}: i64 {llvm.range = #llvm.constant_range<i64, 0, 9223372036854775807>}, %{{.*}}: i64)
gpu.module @m {
  gpu.func @ranges(%x: memref<?xf32>, %n: index {plan.nonnegative}, %i: index) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    gpu.return
  }
}
