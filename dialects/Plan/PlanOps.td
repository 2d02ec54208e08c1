//===- PlanOps.td - operations of plan ----------------------*- tablegen -*-===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_DIALECTS_PLANOPS_TD
#define GPUJIT_DIALECTS_PLANOPS_TD

include "PlanAttrs.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class PlanOp<string mnemonic, list<Trait> traits = []>
    : Op<PlanDialect, mnemonic, traits>;

//===----------------------------------------------------------------------===//
// The host's program
//===----------------------------------------------------------------------===//

def ProgramOp : PlanOp<"program", [AutomaticAllocationScope, FunctionOpInterface,
                                   IsolatedFromAbove, NoTerminator, SingleBlock,
                                   Symbol]> {
  let summary = "what the host does at a call of the kernel";
  let description = [{
    The arguments are those of the kernel: arrays as memrefs, scalars in their own type. Each carries `plan.name` and
    `plan.dtype` (NumPy's name, or `pyint`, `pyfloat`, `pybool`), an array also `plan.access` (`read`, `write`,
    `readwrite`). The body holds integer arithmetic (`arith` on `index` and integers up to 64 bits), `scf.for`, `scf.while` without values, `scf.if`,
    `plan.check`, variables that hold arrays (`memref.alloca`, `memref.load`, `memref.store` of `memref<memref<...>>`), and the launches, in the
    order in which they run; all of it has a counterpart in the recipe.

    `frame_bytes` is the size of the plan's frame: a device buffer that starts with the `GpujitErrorBlock` of
    runtime/Abi.h, followed by what lives from one launch to the next. `sites` are the places that raise in the kernels;
    `mappings` says, loop by loop of the report, what was done with it (empty: the loop is gone). `result` is the word of the frame that
    holds the returned scalar.

    ```mlir
    plan.program @double(%x: memref<?xf32> {plan.name = "x", plan.dtype = "float32", plan.access = "readwrite"})
        attributes {frame_bytes = 40 : i64, mappings = ["grid x"], sites = []} {
      %n = plan.extent %x[0] : memref<?xf32>
      %c256 = arith.constant 256 : index
      %g = arith.ceildivsi %n, %c256 : index
      %c1 = arith.constant 1 : index
      plan.launch @kernels::@double_0 grid(%g, %c1, %c1) block(256, 1, 1) (%x) : memref<?xf32>
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       TypeAttrOf<FunctionType>:$function_type,
                       I64Attr:$frame_bytes, TypedArrayAttrBase<SiteAttr, "raising sites">:$sites,
                       StrArrayAttr:$mappings, OptionalAttr<ResultAttr>:$result,
                       OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs);
  let regions = (region SizedRegion<1>:$body);
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins "::llvm::StringRef":$name,
                                 "::mlir::FunctionType":$type)>];
  let extraClassDeclaration = [{
    ::mlir::Region *getCallableRegion() { return &getBody(); }
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() { return getFunctionType().getInputs(); }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() { return getFunctionType().getResults(); }
  }];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def ExtentOp : PlanOp<"extent", [Pure]> {
  let summary = "the extent of an array along one axis";
  let description = [{
    In elements.

    ```mlir
    %n = plan.extent %x[0] : memref<?xf32>
    ```
  }];
  let arguments = (ins AnyMemRef:$array, I64Attr:$axis);
  let results = (outs Index:$result);
  let assemblyFormat = "$array `[` $axis `]` attr-dict `:` type($array)";
  let hasVerifier = 1;
}

def StrideOp : PlanOp<"stride", [Pure]> {
  let summary = "the stride of an array along one axis";
  let description = [{
    In elements, of any sign.

    ```mlir
    %s = plan.stride %x[0] : memref<?xf32, strided<[?]>>
    ```
  }];
  let arguments = (ins AnyMemRef:$array, I64Attr:$axis);
  let results = (outs Index:$result);
  let assemblyFormat = "$array `[` $axis `]` attr-dict `:` type($array)";
  let hasVerifier = 1;
}

def FrameOp : PlanOp<"frame", [Pure]> {
  let summary = "the plan's device scratch buffer";
  let description = [{
    Its size is the program's `frame_bytes`. Only launches take it.

    ```mlir
    %f = plan.frame : memref<48xi8>
    ```
  }];
  let results = (outs MemRefRankOf<[I8], [1]>:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def ReadOp : PlanOp<"read", [MemoryEffects<[MemRead]>]> {
  let summary = "a truth value that a kernel left in the frame";
  let description = [{
    Waits for the launches before. False once one of them has recorded an error: no loop goes on after that.

    ```mlir
    %c = plan.read [40] : i1
    ```
  }];
  let arguments = (ins I64Attr:$offset);
  let results = (outs I1:$result);
  let assemblyFormat = "`[` $offset `]` attr-dict `:` type($result)";
}

def ScratchOp : PlanOp<"scratch", [MemoryEffects<[MemAlloc]>]> {
  let summary = "an array of the plan's own on the device";
  let description = [{
    Each execution makes a new one, whose elements are unset; it lives until the next execution, or the end of the call. Extents aren't negative.
    Only launches take it.

    ```mlir
    %s = plan.scratch (%n) : memref<?x4xf32>
    ```
  }];
  let arguments = (ins Variadic<Index>:$extents);
  let results = (outs Res<AnyMemRef, "", [MemAlloc]>:$array);
  let assemblyFormat = "`(` $extents `)` attr-dict `:` type($array)";
  let hasVerifier = 1;
}

def LaunchOp : PlanOp<"launch", [DeclareOpInterfaceMethods<SymbolUserOpInterface>,
                                 MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "the launch of a kernel";
  let description = [{
    The grid is computed, the block is fixed. A grid with a 0 is no launch. Arguments have the types of the
    kernel's: an array argument of the program, a scalar argument of the program, a scratch array, what a variable holds, the frame, or a computed `index`
    or `i64`.

    ```mlir
    plan.launch @kernels::@saxpy_0 grid(%g, %c1, %c1) block(256, 1, 1) (%a, %x) : f32, memref<?xf32>
    ```
  }];
  let arguments = (ins SymbolRefAttr:$kernel, Index:$gridX, Index:$gridY,
                       Index:$gridZ, DenseI32ArrayAttr:$block,
                       Variadic<AnyType>:$args);
  let assemblyFormat = [{
    $kernel `grid` `(` $gridX `,` $gridY `,` $gridZ `)` `block` custom<Block>($block)
    `(` $args `)` attr-dict (`:` type($args)^)?
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

def PartialOp : PlanOp<"partial", [AttrSizedOperandSegments, SingleBlock]> {
  let summary = "a thread's own part of variables into which a parallel loop accumulates";
  let description = [{
    Stands in the body of an `scf.forall` of the loops stage. Each part starts as its identity; after the loop the parts are combined into the
    variables by the region, which gets two groups of values, the earlier iterations' first, and yields one. With
    `ordered` only parts of neighbouring iterations are combined, earlier ones first. In a loop that runs in order the parts are the variables.

    ```mlir
    %p = plan.partial (%s) from (%zero) {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      plan.yield %c : f32
    } : (memref<f32>) from (f32) -> memref<f32>
    ```
  }];
  let arguments = (ins Variadic<AnyMemRef>:$variables,
                       Variadic<AnyType>:$identities, UnitAttr:$ordered);
  let results = (outs Variadic<AnyMemRef>:$parts);
  let regions = (region SizedRegion<1>:$combine);
  let assemblyFormat = [{
    `(` $variables `)` `from` `(` $identities `)` (`ordered` $ordered^)? $combine attr-dict
    `:` `(` type($variables) `)` `from` `(` type($identities) `)` `->` type($parts)
  }];
  let hasVerifier = 1;
}

def YieldOp : PlanOp<"yield", [Pure, Terminator, HasParent<"PartialOp">]> {
  let summary = "the combined values";
  let description = [{
    ```mlir
    plan.yield %c : f32
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "attr-dict ($operands^ `:` type($operands))?";
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

def CheckOp : PlanOp<"check", [MemoryEffects<[MemWrite]>]> {
  let summary = "records a Python error when the condition is false";
  let description = [{
    Goes on either way: what depends on the condition is guarded by it. The first error in program order is the one
    that the user sees. `{0}`, `{1}`, `{2}` in the message are filled with the payload. The operation's location is the
    raising site; an inlined callee's is a call-site location.

    ```mlir
    plan.check %ok, "IndexError", "index {0} is out of bounds for axis 0 with size {1} in 'x'" (%i, %n)
    ```
  }];
  let arguments = (ins I1:$condition, StrAttr:$exception, StrAttr:$message,
                       Variadic<I64>:$payload);
  let assemblyFormat = [{
    $condition `,` $exception `,` $message (`(` $payload^ `)`)? attr-dict
  }];
  let hasVerifier = 1;
}

def FailedOp : PlanOp<"failed", [MemoryEffects<[MemRead]>]> {
  let summary = "whether a check of this iteration has failed before";
  let description = [{
    Ends loops whose values can't be trusted any more.

    ```mlir
    %f = plan.failed
    ```
  }];
  let results = (outs I1:$result);
  let assemblyFormat = "attr-dict";
}

def RecordOp : PlanOp<"record", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "records an error of a kernel's iteration in the frame";
  let description = [{
    What `plan.check` becomes in a kernel, under the condition that it is the iteration's first failure. The lowest
    `key`, the number of the iteration in program order, wins. `site` is an index into the program's `sites`.

    ```mlir
    plan.record %frame, %key, 3 (%i, %n) : memref<40xi8>
    ```
  }];
  let arguments = (ins MemRefRankOf<[I8], [1]>:$frame, Index:$key,
                       I64Attr:$site, Variadic<I64>:$payload);
  let assemblyFormat = [{
    $frame `,` $key `,` $site (`(` $payload^ `)`)? attr-dict `:` type($frame)
  }];
  let hasVerifier = 1;
}

def RaisedOp : PlanOp<"raised", [MemoryEffects<[MemRead]>]> {
  let summary = "whether an earlier launch has recorded an error";
  let description = [{
    A kernel that follows one that raises asks first, and returns if so.

    ```mlir
    %r = plan.raised %frame : memref<40xi8>
    ```
  }];
  let arguments = (ins MemRefRankOf<[I8], [1]>:$frame);
  let results = (outs I1:$result);
  let assemblyFormat = "$frame attr-dict `:` type($frame)";
}

#endif // GPUJIT_DIALECTS_PLANOPS_TD
