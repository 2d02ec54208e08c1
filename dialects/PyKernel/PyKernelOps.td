//===- PyKernelOps.td - operations of pyk -------------------*- tablegen -*-===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_DIALECTS_PYKERNELOPS_TD
#define GPUJIT_DIALECTS_PYKERNELOPS_TD

include "PyKernelOpBase.td"

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

def FuncOp : PyKernelOp<"func", [IsolatedFromAbove, FunctionOpInterface]> {
  let summary = "a kernel with the types of one specialisation";
  let description = [{
    Arguments are scalars and arrays; the one optional result is a scalar. The
    attribute `arg_names` holds the parameters' names, for diagnostics.
    `same` lists groups of array arguments that are one array (one pointer, shape and
    strides), `overlap` pairs that may meet in another way; all other pairs are
    disjoint.

    ```mlir
    pyk.func @scale(%a: f32, %x: !pyk.array<1 x f32, c>) attributes {arg_names = ["a", "x"]} {
      pyk.return
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       TypeAttrOf<FunctionType>:$function_type,
                       StrArrayAttr:$arg_names,
                       OptionalAttr<ArrayAttr>:$same,
                       OptionalAttr<ArrayAttr>:$overlap,
                       OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() { return getFunctionType().getInputs(); }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() { return getFunctionType().getResults(); }
    ::mlir::Region *getCallableRegion() { return &getBody(); }
    /// The name of the parameter with this number.
    ::llvm::StringRef getArgName(unsigned index);
  }];
}

def ReturnOp : PyKernelOp<"return", [Terminator]> {
  let summary = "leaves the innermost inlined callee, or the kernel";
  let description = [{
    Ends any region inside the `pyk.inlined` or `pyk.func` that it leaves, also from within
    loops.

    ```mlir
    pyk.return %v : f32
    ```
  }];
  let arguments = (ins Variadic<PykScalar>:$operands);
  let assemblyFormat = "attr-dict ($operands^ `:` type($operands))?";
  let hasVerifier = 1;
}

def InlinedOp : PyKernelOp<"inlined"> {
  let summary = "the body of a callee, at its call";
  let description = [{
    Results are what its `pyk.return`s return. The region may also end in
    `pyk.yield` when the callee ends without a return and nothing is returned.

    ```mlir
    %r = pyk.inlined "square" -> f32 {
      %p = pyk.mul %v, %v : f32
      pyk.return %p : f32
    }
    ```
  }];
  let arguments = (ins StrAttr:$callee);
  let results = (outs Variadic<PykScalar>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$callee (`->` type($results)^)? attr-dict-with-keyword $body";
}

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

def VarOp : PyKernelOp<"var", [MemoryEffects<[MemAlloc]>]> {
  let summary = "the slot of a variable, unbound at first";
  let description = [{
    With `tracked` the slot knows at run time whether it is bound; without, every
    `pyk.get` has been proven to come after a `pyk.set`. Each execution of the operation
    makes a new slot.

    ```mlir
    %s = pyk.var "s" : !pyk.ref<f32>
    %v = pyk.var "v" tracked : !pyk.ref<f32>
    ```
  }];
  let arguments = (ins StrAttr:$name, UnitAttr:$tracked);
  let results = (outs PykRef:$ref);
  let assemblyFormat = "$name (`tracked` $tracked^)? attr-dict `:` type($ref)";
}

def GetOp : PyKernelOp<"get", [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    TypesMatchWith<"result is the slot's value", "ref", "result",
                   "::llvm::cast<::gpujit::pyk::RefType>($_self).getValueType()">]> {
  let summary = "the value of a variable";
  let description = [{
    Raises UnboundLocalError when the slot is `tracked` and unbound.

    ```mlir
    %0 = pyk.get %s : !pyk.ref<f32>
    ```
  }];
  let arguments = (ins PykRef:$ref);
  let results = (outs PykValue:$result);
  let assemblyFormat = "$ref attr-dict `:` type($ref)";
}

def SetOp : PyKernelOp<"set", [MemoryEffects<[MemWrite]>,
    TypesMatchWith<"value is of the slot's type", "ref", "value",
                   "::llvm::cast<::gpujit::pyk::RefType>($_self).getValueType()">]> {
  let summary = "binds a variable";
  let description = [{
    Canonicalisation puts the set of a choice that may keep the variable as it is (`s = s + x if c else s`) into the branch that
    changes it.

    ```mlir
    pyk.set %s, %0 : !pyk.ref<f32>
    ```
  }];
  let arguments = (ins Arg<PykRef, "", [MemWrite]>:$ref, PykValue:$value);
  let assemblyFormat = "$ref `,` $value attr-dict `:` type($ref)";
  let hasCanonicalizeMethod = 1;
}

def IsBoundOp : PyKernelOp<"is_bound", [MemoryEffects<[MemRead]>]> {
  let summary = "whether a tracked slot is bound";
  let description = [{
    ```mlir
    %b = pyk.is_bound %v : !pyk.ref<f32>
    ```
  }];
  let arguments = (ins Arg<PykRef, "", [MemRead]>:$ref);
  let results = (outs I1:$result);
  let assemblyFormat = "$ref attr-dict `:` type($ref)";
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

def ExtentOp : PyKernelOp<"extent", [Pure]> {
  let summary = "an array's extent along one axis";
  let description = [{
    ```mlir
    %n = pyk.extent %x[0] : !pyk.array<1 x f32, c>
    ```
  }];
  let arguments = (ins PykArray:$array, I64Attr:$axis);
  let results = (outs PyInt:$result);
  let assemblyFormat = "$array `[` $axis `]` attr-dict `:` type($array)";
  let hasVerifier = 1;
}

def LoadOp : PyKernelOp<"load", [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "an element of an array";
  let description = [{
    Subscripts are as written: a negative one counts from the end, one outside raises
    IndexError naming `name`. With `inbounds` they are proven to lie in `0 <= i < extent`.

    ```mlir
    %0 = pyk.load "a" %a[%i, %j] : !pyk.array<2 x f32, c> -> f32
    ```
  }];
  let arguments = (ins StrAttr:$name, PykArray:$array,
                       Variadic<PyInt>:$indices, UnitAttr:$inbounds);
  let results = (outs PykScalar:$result);
  let assemblyFormat = [{
    $name $array `[` $indices `]` (`inbounds` $inbounds^)? attr-dict
    `:` type($array) `->` type($result)
  }];
  let hasVerifier = 1;
}

def StoreOp : PyKernelOp<"store", [MemoryEffects<[MemWrite]>]> {
  let summary = "stores an element of an array";
  let description = [{
    The value has the array's element type: the import has put the cast that NumPy's
    assignment makes. Subscripts as for `pyk.load`.

    ```mlir
    pyk.store %v, "a" %a[%i] : f32, !pyk.array<1 x f32, c>
    ```
  }];
  let arguments = (ins PykScalar:$value, StrAttr:$name,
                       Arg<PykArray, "", [MemWrite]>:$array,
                       Variadic<PyInt>:$indices, UnitAttr:$inbounds);
  let assemblyFormat = [{
    $value `,` $name $array `[` $indices `]` (`inbounds` $inbounds^)? attr-dict
    `:` type($value) `,` type($array)
  }];
  let hasVerifier = 1;
}

def AllocOp : PyKernelOp<"alloc", [AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "a fresh local array";
  let description = [{
    Each execution makes a new array. With a `fill` every element is that value;
    without, elements are unset. An extent is a constant or a `!pyk.int`; a negative one of these raises ValueError, unless
    `exact` says that there is none.

    ```mlir
    %n = pyk.alloc "n" [4] fill(%zero : si64) : !pyk.array<1 x si64, c>
    %m = pyk.alloc "m" [%k, 3] : !pyk.array<2 x f32, c>
    ```
  }];
  let arguments = (ins StrAttr:$name, DenseI64ArrayAttr:$shape,
                       Variadic<PyInt>:$extents, Optional<PykScalar>:$fill,
                       UnitAttr:$exact);
  let results = (outs PykArray:$array);
  let assemblyFormat = [{
    $name custom<DynamicIndexList>($extents, $shape) (`exact` $exact^)?
    (`fill` `(` $fill^ `:` type($fill) `)`)? attr-dict `:` type($array)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The extent along an axis, if it is a constant.
    std::optional<int64_t> constantExtent(unsigned axis);
    /// The extent along an axis, if it isn't; else null.
    ::mlir::Value computedExtent(unsigned axis);
  }];
}

//===----------------------------------------------------------------------===//
// What iterations share
//===----------------------------------------------------------------------===//

def PartialOp : PyKernelOp<"partial", [AttrSizedOperandSegments]> {
  let summary = "an iteration's own part of accumulators that iterations share";
  let description = [{
    Stands at the start of a `concurrent` loop. Each part starts as its identity; when the loop is done the parts are combined into the
    variables by `combine`, which gets two groups of values, the earlier iterations' first, and yields one. With `ordered`
    only parts of neighbouring iterations may be combined, earlier ones first; without, any. A loop that runs in order uses the
    variables themselves.

    ```mlir
    %p = pyk.partial (%s) from (%zero) {
    ^bb0(%a: f32, %b: f32):
      %c = pyk.add %a, %b : f32
      pyk.yield %c : f32
    } : (!pyk.ref<f32>) from (f32) -> !pyk.ref<f32>
    ```
  }];
  let arguments = (ins Variadic<PykRef>:$variables,
                       Variadic<PykScalar>:$identities, UnitAttr:$ordered);
  let results = (outs Variadic<PykRef>:$parts);
  let regions = (region SizedRegion<1>:$combine);
  let assemblyFormat = [{
    `(` $variables `)` `from` `(` $identities `)` (`ordered` $ordered^)? $combine attr-dict
    `:` `(` type($variables) `)` `from` `(` type($identities) `)` `->` type($parts)
  }];
  let hasVerifier = 1;
}

def UpdateOp : PyKernelOp<"update", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "replaces an array's element by what is computed from it, indivisibly";
  let description = [{
    Iterations of a `concurrent` loop may update one element, in any order. Subscripts as for `pyk.load`; `compute` gets the old element and yields
    the new one.

    ```mlir
    pyk.update "bins" %bins[%k] {
    ^bb0(%old: si64):
      %new = pyk.add %old, %one : si64
      pyk.yield %new : si64
    } : !pyk.array<1 x si64, c>
    ```
  }];
  let arguments = (ins StrAttr:$name, Arg<PykArray, "", [MemRead, MemWrite]>:$array,
                       Variadic<PyInt>:$indices, UnitAttr:$inbounds);
  let regions = (region SizedRegion<1>:$compute);
  let assemblyFormat = [{
    $name $array `[` $indices `]` (`inbounds` $inbounds^)? $compute attr-dict `:` type($array)
  }];
  let hasVerifier = 1;
}

include "PyKernelArithmetic.td"

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

def ForOp : PyKernelOp<"for"> {
  let summary = "for ... in range(lower, upper, step)";
  let description = [{
    Runs its body for lower, lower + step, ... while it stays before upper (above it, for a negative step). A step of zero
    raises ValueError "range() arg 3 must not be zero". The block argument is the iteration's value. `index` numbers the
    kernel's own written loops in source order; a callee's loop has none. `asserted` marks `prange`. The analysis sets
    `verdict` and `reason`. `concurrent` says that iterations may run at once although they accumulate into something that they share: all of it
    is in `pyk.partial` and `pyk.update`.

    ```mlir
    pyk.for "i" %lo to %hi step %st {
    ^bb0(%i: !pyk.int):
      pyk.yield
    } 
    ```
  }];
  let arguments = (ins StrAttr:$name, PyInt:$lower, PyInt:$upper, PyInt:$step,
                       OptionalAttr<I64Attr>:$index, UnitAttr:$asserted,
                       OptionalAttr<VerdictAttr>:$verdict,
                       OptionalAttr<StrAttr>:$reason, UnitAttr:$concurrent);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$name $lower `to` $upper `step` $step attr-dict-with-keyword $body";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::BlockArgument getInductionVar() { return getBody().getArgument(0); }
    /// Whether iterations may run at once.
    bool isParallel() { return getVerdict() == Verdict::parallel || getConcurrent(); }
  }];
}

def WhileOp : PyKernelOp<"while"> {
  let summary = "while";
  let description = [{
    ```mlir
    pyk.while {
      pyk.condition %c
    } do {
      pyk.yield
    }
    ```
  }];
  let regions = (region SizedRegion<1>:$before, SizedRegion<1>:$body);
  let assemblyFormat = "attr-dict-with-keyword $before `do` $body";
  let hasVerifier = 1;
}

def ConditionOp : PyKernelOp<"condition", [Terminator, HasParent<"WhileOp">]> {
  let summary = "goes on with the while loop's body if true";
  let description = [{
    ```mlir
    pyk.condition %c
    ```
  }];
  let arguments = (ins I1:$condition);
  let assemblyFormat = "$condition attr-dict";
}

def IfOp : PyKernelOp<"if"> {
  let summary = "if, with values when used as an expression";
  let description = [{
    The else region is empty when nothing is written there. Regions that yield, yield the results; others leave by break, continue or
    return.

    ```mlir
    %r = pyk.if %c -> f32 {
      pyk.yield %a : f32
    } else {
      pyk.yield %b : f32
    }
    ```
  }];
  let arguments = (ins I1:$condition);
  let results = (outs Variadic<PykScalar>:$results);
  let regions = (region SizedRegion<1>:$thenRegion, MaxSizedRegion<1>:$elseRegion);
  let assemblyFormat = [{
    $condition (`->` type($results)^)? attr-dict-with-keyword $thenRegion
    (`else` $elseRegion^)?
  }];
  let hasVerifier = 1;
}

def YieldOp : PyKernelOp<"yield", [Terminator]> {
  let summary = "ends a region normally";
  let description = [{
    ```mlir
    pyk.yield %v : f32
    ```
  }];
  let arguments = (ins Variadic<PykScalar>:$operands);
  let assemblyFormat = "attr-dict ($operands^ `:` type($operands))?";
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, ValueRange()); }]>];
}

def BreakOp : PyKernelOp<"break", [Terminator]> {
  let summary = "leaves the innermost loop";
  let description = [{
    ```mlir
    pyk.break
    ```
  }];
  let assemblyFormat = "attr-dict";
  let hasVerifier = 1;
}

def ContinueOp : PyKernelOp<"continue", [Terminator]> {
  let summary = "goes on with the next iteration of the innermost loop";
  let description = [{
    ```mlir
    pyk.continue
    ```
  }];
  let assemblyFormat = "attr-dict";
  let hasVerifier = 1;
}

def RaiseOp : PyKernelOp<"raise"> {
  let summary = "raises a standard exception with a constant text";
  let description = [{
    Control does not go past it in the interpreter; lowered code records the error and goes on
    with the flag set.

    ```mlir
    pyk.raise "AssertionError" "x must be positive"
    ```
  }];
  let arguments = (ins StrAttr:$exception, StrAttr:$message);
  let assemblyFormat = "$exception $message attr-dict";
}

def PrintOp : PyKernelOp<"print"> {
  let summary = "prints scalars between constant texts";
  let description = [{
    Prints the first piece, the first value, the second piece, and so on to the last piece, all at once.
    What one iteration prints comes in its order; of parallel iterations there is no order.
    The interpreter writes values as Python does; lowered code writes floats with all their digits.

    ```mlir
    pyk.print ["x = ", ", n = ", "\0A"] (%x, %n) : f32, !pyk.int
    ```
  }];
  let arguments = (ins StrArrayAttr:$pieces, Variadic<PykScalar>:$values);
  let assemblyFormat = "$pieces `(` $values `)` (`:` type($values)^)? attr-dict";
  let hasVerifier = 1;
}

#endif // GPUJIT_DIALECTS_PYKERNELOPS_TD
