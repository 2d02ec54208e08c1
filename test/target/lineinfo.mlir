// RUN: gpujit-translate %s -plan-to-ptx -lineinfo | FileCheck %s
// RUN: gpujit-translate %s -plan-to-ptx | FileCheck %s --check-prefix=OFF

// Line numbers as of -lineinfo; never `.target ..., debug`, which turns off
// ptxas's optimisation.

// CHECK: .target sm_90{{$}}
// CHECK: .loc 1 6
// CHECK: .file 1 "{{.*}}saxpy.py"
// OFF-NOT: .loc
gpu.module @m {
  gpu.func @k(%x: memref<?xf32>, %a: f32) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    %0 = memref.load %x[%c0] : memref<?xf32> loc("/home/me/saxpy.py":6:9)
    %1 = arith.mulf %0, %a : f32 loc("/home/me/saxpy.py":6:9)
    memref.store %1, %x[%c0] : memref<?xf32> loc("/home/me/saxpy.py":6:9)
    gpu.return loc("/home/me/saxpy.py":6:9)
  } loc("/home/me/saxpy.py":5:1)
}
