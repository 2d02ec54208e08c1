// RUN: gpujit-opt %s -nvptx-expand-kernel-arguments -nvptx-lower-to-nvvm -canonicalize | FileCheck %s --check-prefix=NVVM
// RUN: gpujit-translate %s -plan-to-ptx | FileCheck %s --check-prefix=PTX

// NVVM: llvm.func internal @gpujit_record_error(
// NVVM: llvm.func @k(%[[F:.*]]: !llvm.ptr
// NVVM: %[[KEY:.*]] = llvm.load volatile %[[F]]
// NVVM: llvm.icmp "ne" %[[KEY]]
// NVVM: llvm.call @gpujit_record_error(%[[F]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}})

// PTX: .func gpujit_record_error
// PTX: atom{{.*}}cas.b32
// PTX: st.volatile
// PTX: .visible .entry k(
// PTX: call.uni
gpu.module @m {
  gpu.func @k(%frame: memref<40xi8>, %p: i64, %q: i64) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %key = gpu.thread_id x
    %raised = plan.raised %frame : memref<40xi8>
    scf.if %raised {
    } else {
      plan.record %frame, %key, 3 (%p) : memref<40xi8>
      plan.record %frame, %key, 4 (%q, %p) : memref<40xi8>
    }
    gpu.return
  }
}
