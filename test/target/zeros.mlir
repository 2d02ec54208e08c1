// RUN: gpujit-translate %s -plan-to-ptx | FileCheck %s

// Of two zeros Python's min keeps the first, whatever its sign: no PTX minimum.

// CHECK-LABEL: .entry min_of_zero
// CHECK-NOT: min.f64
// CHECK: setp.lt.f64
// CHECK-NOT: min.f64
// CHECK: selp
// CHECK-NOT: min.f64
gpu.module @m {
  gpu.func @min_of_zero(%x: memref<?xf64>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f64
    %0 = memref.load %x[%c0] : memref<?xf64>
    %less = arith.cmpf olt, %0, %zero : f64
    %1 = arith.select %less, %0, %zero : f64
    memref.store %1, %x[%c0] : memref<?xf64>
    gpu.return
  }
}
