// RUN: gpujit-translate %s -plan-to-recipe -arch=sm_75 -o %t.json
// RUN: %python %S/Inputs/recipe_lines.py %t.json | FileCheck %s

// CHECK: arch "sm_75"
// CHECK-NEXT: args [{"dtype": "uint8", "kind": "scalar", "name": "k"}, {"access": "read", "dtype": "float32", "kind": "array", "layout": "strided", "name": "x", "rank": 2}]
// CHECK-NEXT: entries [{"params": {{\[\[}}"array", 1], ["scalar", 0], ["register", 13], ["frame"]], "symbol": "everything_0"}]
// CHECK-NEXT: frame_bytes 48
// CHECK-NEXT: kernel "everything"
// CHECK-NEXT: raises true
// CHECK-NEXT: registers 27
// CHECK-NEXT: result {"dtype": "float32", "offset": 40}
// CHECK-NEXT: sites [{"calls": [{"file": "k.py", "line": 9, "name": "f"}], "column": 7, "exception": "IndexError", "file": "k.py", "line": 6, "message": "index {0}"}, {"calls": [], "column": 0, "exception": "ValueError", "file": "k.py", "line": 2, "message": "host"}]
// CHECK-NEXT: version 1

// An unsigned byte is extended by its sign in its register.
// CHECK-NEXT: body ["arg", 0, 0]
// CHECK-NEXT: body ["const", 1, 56]
// CHECK-NEXT: body ["shl", 2, 0, 1]
// CHECK-NEXT: body ["shr", 3, 2, 1]
// CHECK-NEXT: body ["const", 4, 0]
// CHECK-NEXT: body ["const", 5, 1]
// CHECK-NEXT: body ["const", 6, 3]
// CHECK-NEXT: body ["extent", 7, 1, 0]
// CHECK-NEXT: body ["stride", 8, 1, 1]

// Extended without a sign, it is a number again.
// CHECK-NEXT: body ["const", 9, 255]
// CHECK-NEXT: body ["and", 10, 3, 9]
// CHECK-NEXT: body ["le", 11, 10, 7]
// CHECK-NEXT: body ["check", 11, 1, 10, -1, -1]

// Loops, branches, and values carried through them.
// CHECK-NEXT: body ["move", 12, 4]
// CHECK-NEXT: body ["for", 13, 4, 7, 5, {{\[\[}}"add", 14, 12, 13], ["launch", 0, 5, 5, 7, 64, 4, 1], ["move", 12, 14]]]
// CHECK-NEXT: body ["move", 15, 12]
// CHECK-NEXT: body ["if", 11, {{\[\[}}"move", 16, 15]], {{\[\[}}"move", 16, 5]]]

// Arithmetic that has no instruction of its own.
// CHECK-NEXT: body ["const", 17, 0]
// CHECK-NEXT: body ["sub", 18, 17, 16]
// CHECK-NEXT: body ["floordiv", 19, 18, 6]
// CHECK-NEXT: body ["sub", 20, 17, 19]
// CHECK-NEXT: body ["ult", 21, 6, 7]
// CHECK-NEXT: body ["mul", 22, 7, 7]
// CHECK-NEXT: body ["const", 23, 63]
// CHECK-NEXT: body ["shr", 24, 22, 23]
// CHECK-NEXT: body ["mulo", 25, 7, 7]
// CHECK-NEXT: body ["xor", 26, 24, 25]
plan.program @everything(%k: i8 {plan.name = "k", plan.dtype = "uint8"},
                         %x: memref<?x?xf32, strided<[?, ?]>> {plan.name = "x", plan.dtype = "float32", plan.access = "read"})
    attributes {frame_bytes = 48 : i64, mappings = [], result = #plan.result<40, "float32">,
                sites = [#plan.site<"IndexError", "index {0}", loc(callsite("f"("k.py":6:8) at "k.py":9:3))>]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %n = plan.extent %x[0] : memref<?x?xf32, strided<[?, ?]>>
  %s = plan.stride %x[1] : memref<?x?xf32, strided<[?, ?]>>
  %k64 = arith.extui %k : i8 to i64
  %n64 = arith.index_cast %n : index to i64
  %ok = arith.cmpi sle, %k64, %n64 : i64
  plan.check %ok, "ValueError", "host" (%k64) loc("k.py":2:1)
  %frame = plan.frame : memref<48xi8>
  %sum = scf.for %t = %c0 to %n step %c1 iter_args(%carried = %c0) -> (index) {
    %next = arith.addi %carried, %t : index
    plan.launch @kernels::@everything_0 grid(%c1, %c1, %n) block (64, 4, 1) (%x, %k, %t, %frame) : memref<?x?xf32, strided<[?, ?]>>, i8, index, memref<48xi8>
    scf.yield %next : index
  }
  %chosen = scf.if %ok -> (index) {
    scf.yield %sum : index
  } else {
    scf.yield %c1 : index
  }
  %up = arith.ceildivsi %chosen, %c3 : index
  %above = arith.cmpi ugt, %n, %c3 : index
  %low, %high = arith.mulsi_extended %n64, %n64 : i64
}
gpu.module @kernels {
  gpu.func @everything_0(%x: memref<?x?xf32, strided<[?, ?]>>, %k: i8, %t: index, %frame: memref<48xi8>) kernel {
    gpu.return
  }
}
