//===- Passes.td - from the gpu module to NVVM -----------------*- tablegen -*-===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_TARGET_NVPTX_PASSES_TD
#define GPUJIT_TARGET_NVPTX_PASSES_TD

include "mlir/Pass/PassBase.td"

def ExpandKernelArguments : Pass<"nvptx-expand-kernel-arguments", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Gives kernels the parameters that the recipe's launch passes";
  let description = [{
    An array becomes its pointer, then its extents, then its strides where the layout doesn't give them (docs/abi.md, params of
    an entry); the frame becomes its pointer; a bool becomes a byte. Inside the kernel the array is put together again.

    ```mlir
    gpu.func @k(%x: memref<?x?xf32> {llvm.noalias}) kernel {
    ```
    ==>
    ```mlir
    gpu.func @k(%p: !llvm.ptr {llvm.noalias}, %n0: i64, %n1: i64) kernel {
      %0 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
      %1 = llvm.insertvalue %p, %0[0]
      ...
      %x = builtin.unrealized_conversion_cast %8 : !llvm.struct<...> to memref<?x?xf32>
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def LowerToNVVM : Pass<"nvptx-lower-to-nvvm", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Lowers a gpu module to the LLVM and NVVM dialects";
  let description = [{
    Functions of `math` become calls of libdevice, but for those that PTX has correctly rounded (square root, fused
    multiply-add) or exactly. Subscripts are computed without the assumption that they are unsigned, because strides may be
    negative. `plan.record` becomes a call of one function a module, `gpujit_record_error`.

    ```mlir
    %0 = math.sqrt %x : f32
    %1 = math.exp %0 : f32
    ```
    ==>
    ```mlir
    %0 = llvm.intr.sqrt(%x) : (f32) -> f32
    %1 = llvm.call @__nv_expf(%0) : (f32) -> f32
    ```
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::arith::ArithDialect"
  ];
}

#endif // GPUJIT_TARGET_NVPTX_PASSES_TD
