//===- PyKernelOpBase.td - what pyk's operations share -*- tablegen -*-===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_DIALECTS_PYKERNELOPBASE_TD
#define GPUJIT_DIALECTS_PYKERNELOPBASE_TD

include "PyKernelTypes.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class PyKernelOp<string mnemonic, list<Trait> traits = []>
    : Op<PyKernelDialect, mnemonic, traits>;

/// An operation without memory whose types (and `exact`) say whether it may raise
/// (`pyk::mayRaise`): only where it can't may it be removed, moved or run speculatively.
class MayRaiseOp<string mnemonic, list<Trait> traits = []>
    : PyKernelOp<mnemonic, traits # [
        DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
        DeclareOpInterfaceMethods<ConditionallySpeculatable>]>;

#endif // GPUJIT_DIALECTS_PYKERNELOPBASE_TD
