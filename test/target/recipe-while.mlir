// RUN: gpujit-translate %s -plan-to-recipe -arch=sm_75 -o %t.json
// RUN: %python %S/Inputs/recipe_lines.py %t.json | FileCheck %s

// CHECK: body ["const", 0, 1]
// CHECK-NEXT: body ["while", {{\[\[}}"launch", 0, 0, 0, 0, 1, 1, 1], ["read", 1, 40]], 1, {{\[\[}}"launch", 1, 0, 0, 0, 1, 1, 1]]]
plan.program @until() attributes {frame_bytes = 48 : i64, mappings = [], sites = []} {
  %c1 = arith.constant 1 : index
  %f = plan.frame : memref<48xi8>
  scf.while : () -> () {
    plan.launch @kernels::@until_0 grid(%c1, %c1, %c1) block (1, 1, 1) (%f) : memref<48xi8>
    %on = plan.read [40] : i1
    scf.condition(%on)
  } do {
    plan.launch @kernels::@until_0 grid(%c1, %c1, %c1) block (1, 1, 1) (%f) : memref<48xi8>
    scf.yield
  }
}

gpu.module @kernels {
  gpu.func @until_0(%f: memref<48xi8>) kernel {
    gpu.return
  }
}
