// REQUIRES: ptxas
// RUN: gpujit-opt %s -convert-loops-to-plan -o %t.mlir
// RUN: gpujit-translate %t.mlir -plan-to-ptx -arch=sm_75 -ptx=63 -o %t.75.ptx
// RUN: %ptxas -arch=sm_75 %t.75.ptx -o %t.75.cubin
// RUN: gpujit-translate %t.mlir -plan-to-ptx -arch=sm_90 -o %t.90.ptx
// RUN: %ptxas -arch=sm_90 %t.90.ptx -o %t.90.cubin
// RUN: FileCheck %s < %t.90.ptx

// An update that has an instruction is one, without fences; others are loops around a comparison of bits. Bytes are
// parts of words.

// CHECK-LABEL: .entry update_0
// CHECK: atom.shared.add.f32
// CHECK: atom.global.add.f32
// CHECK-LABEL: .entry update_1
// CHECK-NOT: shared
// CHECK: atom.global.add.f32
// CHECK-LABEL: .entry update_2
// CHECK: atom{{.*}}.cas.b64
// CHECK-NOT: fence
// CHECK-LABEL: .entry update_3
// CHECK: atom{{.*}}.cas.b{{16|32}}
func.func @update(%k: memref<?xi64> {gpujit.name = "k"}, %f: f32, %sums: memref<?xf32> {gpujit.name = "sums"},
                  %d: f64, %most: memref<?xf64> {gpujit.name = "most"},
                  %v: i64, %bytes: memref<?xi8> {gpujit.name = "bytes"}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %k, %c0 : memref<?xi64>
  scf.forall (%i) in (%n) {
    %at = memref.load %k[%i] : memref<?xi64>
    %to = arith.index_cast %at : i64 to index
    memref.atomic_rmw addf %f, %sums[%to] : (f32, memref<?xf32>) -> f32
  }
  scf.forall (%i) in (%n) {
    %at = memref.load %k[%i] : memref<?xi64>
    %to = arith.index_cast %at : i64 to index
    memref.generic_atomic_rmw %most[%to] : memref<?xf64> {
    ^bb0(%old: f64):
      %new = arith.maximumf %old, %d : f64
      memref.atomic_yield %new : f64
    }
  }
  scf.forall (%i) in (%n) {
    %at = memref.load %k[%i] : memref<?xi64>
    %to = arith.index_cast %at : i64 to index
    %low = arith.trunci %v : i64 to i8
    memref.generic_atomic_rmw %bytes[%to] : memref<?xi8> {
    ^bb0(%old: i8):
      %new = arith.addi %old, %low : i8
      memref.atomic_yield %new : i8
    }
  }
  return
}
