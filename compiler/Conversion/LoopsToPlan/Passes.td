//===- Passes.td - the conversion from loops to plan -----------*- tablegen -*-===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_CONVERSION_LOOPSTOPLAN_PASSES_TD
#define GPUJIT_CONVERSION_LOOPSTOPLAN_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertLoopsToPlan : Pass<"convert-loops-to-plan", "::mlir::ModuleOp"> {
  let summary = "Decides what runs where: a host program and its kernels";
  let description = [{
    The function becomes a `plan.program` and a `gpu.module`. What can be computed on the host stays there; a nest of
    parallel loops becomes a launch, with the contiguous one on x; loops and branches around parallel loops whose control is
    the host's run on the host; a run of other operations becomes a launch of one thread. Values that live from one launch
    to the next are words of the frame. docs/pipeline.md has the rules.

    ```mlir
    func.func @zero(%x: memref<?xf32> {gpujit.name = "x", gpujit.dtype = "float32"}) {
      %c0 = arith.constant 0 : index
      %f = arith.constant 0.0 : f32
      %n = memref.dim %x, %c0 : memref<?xf32>
      scf.forall (%i) in (%n) {
        memref.store %f, %x[%i] : memref<?xf32>
      } {gpujit.loop = 0 : i64}
      return
    }
    ```
    ==>
    ```mlir
    plan.program @zero(%x: memref<?xf32> {plan.name = "x", plan.dtype = "float32", plan.access = "readwrite"})
        attributes {frame_bytes = 40 : i64, mappings = ["grid x"], sites = []} {
      %n = plan.extent %x[0] : memref<?xf32>
      ...
      %blocks = arith.ceildivsi %count, %c256 : index
      plan.launch @kernels::@zero_0 grid(%blocks, %c1, %c1) block (256, 1, 1) (%x) : memref<?xf32>
    }
    gpu.module @kernels {
      gpu.func @zero_0(%x: memref<?xf32> {llvm.noalias}) kernel {
        %n = memref.dim %x, %c0 : memref<?xf32>
        ...
        %inside = arith.cmpi slt, %i, %n : index
        scf.if %inside {
          memref.store %f, %x[%i] : memref<?xf32>
        }
        gpu.return
      }
    }
    ```
  }];
  let options = [Option<
      "manyIterations", "many-iterations", "int64_t", "int64_t(1) << 21",
      "iterations from which a grid is full with several to a thread: some 130 multiprocessors of 2048 threads, each twice (0: always one to a thread)">];
  let dependentDialects = [
    "::gpujit::plan::PlanDialect", "::mlir::arith::ArithDialect",
    "::mlir::gpu::GPUDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"
  ];
}

#endif // GPUJIT_CONVERSION_LOOPSTOPLAN_PASSES_TD
