// REQUIRES: ptxas
// RUN: gpujit-opt %s -convert-loops-to-plan=many-iterations=0 -o %t.mlir
// RUN: gpujit-translate %t.mlir -plan-to-ptx -arch=sm_75 -ptx=63 -o %t.75.ptx
// RUN: %ptxas -arch=sm_75 %t.75.ptx -o %t.75.cubin
// RUN: gpujit-translate %t.mlir -plan-to-ptx -arch=sm_90 -o %t.90.ptx
// RUN: %ptxas -arch=sm_90 %t.90.ptx -o %t.90.cubin
// RUN: gpujit-translate %t.mlir -plan-to-ptx -arch=sm_100 -ptx=86 -o %t.100.ptx
// RUN: %ptxas -arch=sm_100 %t.100.ptx -o %t.100.cubin
// RUN: FileCheck %s < %t.90.ptx

// Nothing is contracted; read-only arrays go through the texture path; divisions and
// square roots are IEEE's.

// CHECK-LABEL: .visible .entry rounding_0(
// CHECK: .maxntid 256, 1, 1
// CHECK-DAG: ld.global.nc.b32
// CHECK-DAG: mul.rn.f32
// CHECK-DAG: add.rn.f32
// CHECK-DAG: fma.rn.f32
// CHECK-DAG: div.rn.f32
// CHECK-DAG: sqrt.rn.f32
// CHECK: st.global.b32
// CHECK-NOT: ld.global
func.func @rounding(%a: f32, %x: memref<?xf32>, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  scf.forall (%k) in (%n) {
    %0 = memref.load %x[%k] : memref<?xf32>
    %1 = arith.mulf %a, %0 : f32
    %2 = arith.addf %1, %0 : f32
    %3 = math.fma %2, %0, %a : f32
    %4 = arith.divf %3, %0 : f32
    %5 = math.sqrt %4 : f32
    memref.store %5, %out[%k] : memref<?xf32>
  }
  return
}
