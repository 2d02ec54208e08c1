// RUN: gpujit-opt %s | gpujit-opt | FileCheck %s
// RUN: gpujit-opt %s --mlir-print-op-generic | gpujit-opt | FileCheck %s

// CHECK: #loc = loc("double.py":6:8)
// CHECK-LABEL: plan.program @double(%{{.*}}: memref<?xf32, strided<[?]>> {plan.access = "readwrite", plan.dtype = "float32", plan.name = "x"}, %{{.*}}: i64 {plan.dtype = "pyint", plan.name = "n"})
// CHECK-SAME: attributes {frame_bytes = 48 : i64, mappings = ["grid x", ""], result = #plan.result<40, "float32">, sites = [#plan.site<"IndexError", "index {0}", #loc>]} {
plan.program @double(%x: memref<?xf32, strided<[?]>> {plan.name = "x", plan.dtype = "float32", plan.access = "readwrite"},
                     %n: i64 {plan.name = "n", plan.dtype = "pyint"})
    attributes {frame_bytes = 48 : i64, mappings = ["grid x", ""], result = #plan.result<40, "float32">,
                sites = [#plan.site<"IndexError", "index {0}", loc("double.py":6:8)>]} {
  // CHECK: %[[N:.*]] = plan.extent %{{.*}}[0] : memref<?xf32, strided<[?]>>
  %extent = plan.extent %x[0] : memref<?xf32, strided<[?]>>
  // CHECK: plan.stride %{{.*}}[0] : memref<?xf32, strided<[?]>>
  %stride = plan.stride %x[0] : memref<?xf32, strided<[?]>>
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : index
  // CHECK: %[[FRAME:.*]] = plan.frame : memref<48xi8>
  %frame = plan.frame : memref<48xi8>
  %ok = arith.cmpi sge, %n, %c0 : i64
  // CHECK: plan.check %{{.*}}, "ValueError", "n is {0}"(%{{.*}})
  plan.check %ok, "ValueError", "n is {0}" (%n)
  scf.if %ok {
    // CHECK: plan.launch @kernels::@double_0 grid(%[[N]], %{{.*}}, %{{.*}}) block (64, 4, 1) (%{{.*}}, %[[FRAME]]) : memref<?xf32, strided<[?]>>, memref<48xi8>
    plan.launch @kernels::@double_0 grid(%extent, %c1, %c1) block (64, 4, 1) (%x, %frame) : memref<?xf32, strided<[?]>>, memref<48xi8>
    // CHECK: plan.scratch(%{{.*}}) : memref<?x4xf32>
    %scratch = plan.scratch (%extent) : memref<?x4xf32>
    // CHECK: plan.launch @kernels::@nothing grid(%{{.*}}, %{{.*}}, %{{.*}}) block (1, 1, 1) (){{$}}
    plan.launch @kernels::@nothing grid(%c1, %c1, %c1) block (1, 1, 1) ()
  }
}

gpu.module @kernels {
  gpu.func @double_0(%x: memref<?xf32, strided<[?]>>, %frame: memref<48xi8>) kernel {
    // CHECK: plan.raised %{{.*}} : memref<48xi8>
    %raised = plan.raised %frame : memref<48xi8>
    %failed = plan.failed
    %key = gpu.block_id x
    %p = arith.constant 3 : i64
    // CHECK: plan.record %{{.*}}, %{{.*}}, 0(%{{.*}}, %{{.*}}) : memref<48xi8>
    plan.record %frame, %key, 0 (%p, %p) : memref<48xi8>
    // CHECK: plan.record %{{.*}}, %{{.*}}, 0 : memref<48xi8>
    plan.record %frame, %key, 0 : memref<48xi8>
    gpu.return
  }
  gpu.func @nothing() kernel {
    gpu.return
  }
}
