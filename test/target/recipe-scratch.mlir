// RUN: gpujit-translate %s -plan-to-recipe -arch=sm_75 -o %t.json
// RUN: %python %S/Inputs/recipe_lines.py %t.json | FileCheck %s

// A scratch array's address is a register; kernels take it, and the extents that aren't constant.
// CHECK: entries [{"params": {{\[\[}}"register", 2], ["register", 0]], "symbol": "scratch_0"}]
// CHECK: body ["extent", 0, 0, 0]
// CHECK-NEXT: body ["const", 1, 1]
// CHECK-NEXT: body ["const", 3, 3]
// CHECK-NEXT: body ["scratch", 2, 8, 0, 3]
// CHECK-NEXT: body ["launch", 0, 1, 1, 1, 1, 1, 1]
plan.program @scratch(%x: memref<?xf32> {plan.name = "x", plan.dtype = "float32", plan.access = "read"})
    attributes {frame_bytes = 40 : i64, mappings = [], sites = []} {
  %n = plan.extent %x[0] : memref<?xf32>
  %c1 = arith.constant 1 : index
  %s = plan.scratch (%n) : memref<?x3xf64>
  plan.launch @kernels::@scratch_0 grid(%c1, %c1, %c1) block (1, 1, 1) (%s) : memref<?x3xf64>
}

gpu.module @kernels {
  gpu.func @scratch_0(%s: memref<?x3xf64>) kernel {
    gpu.return
  }
}
