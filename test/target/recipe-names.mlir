// RUN: gpujit-translate %s -plan-to-recipe -arch=sm_75 -o %t.json
// RUN: %python %S/Inputs/recipe_lines.py %t.json | FileCheck %s

// A variable that holds an array is its address, extents and strides in registers; arguments that it may hold are loaded at the start.
// CHECK: entries [{"params": {{\[\[}}"register", 7], ["register", 8], ["register", 9]], "symbol": "names_0"}]
// CHECK: body ["address", 0, 0]
// CHECK-NEXT: body ["extent", 1, 0, 0]
// CHECK-NEXT: body ["stride", 2, 0, 0]
// CHECK-NEXT: body ["const", 6, 1]
// CHECK-NEXT: body ["move", 3, 0]
// CHECK-NEXT: body ["move", 4, 1]
// CHECK-NEXT: body ["move", 5, 2]
plan.program @names(%x: memref<?xf32, strided<[?]>> {plan.name = "x", plan.dtype = "float32", plan.access = "read"})
    attributes {frame_bytes = 40 : i64, mappings = [], sites = []} {
  %a = memref.alloca() : memref<memref<?xf32, strided<[?]>>>
  %c1 = arith.constant 1 : index
  memref.store %x, %a[] : memref<memref<?xf32, strided<[?]>>>
  %now = memref.load %a[] : memref<memref<?xf32, strided<[?]>>>
  plan.launch @kernels::@names_0 grid(%c1, %c1, %c1) block (1, 1, 1) (%now) : memref<?xf32, strided<[?]>>
}

gpu.module @kernels {
  gpu.func @names_0(%s: memref<?xf32, strided<[?]>>) kernel {
    gpu.return
  }
}
