// RUN: not gpujit-translate %s -plan-to-ptx 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not gpujit-translate %s -plan-to-ptx -libdevice=/nonexistent 2>&1 | FileCheck %s --check-prefix=NOFILE
// RUN: not gpujit-translate %s -plan-to-ptx -arch=sm_1 2>&1 | FileCheck %s --check-prefix=ARCH

// MISSING: error: '__nv_expf' needs libdevice, which wasn't found
// NOFILE: error: libdevice '/nonexistent': No such file or directory
// ARCH: error: unknown architecture 'sm_1'
gpu.module @m {
  gpu.func @k(%x: memref<?xf32>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    %0 = memref.load %x[%c0] : memref<?xf32>
    %1 = math.exp %0 : f32
    memref.store %1, %x[%c0] : memref<?xf32>
    gpu.return
  }
}
