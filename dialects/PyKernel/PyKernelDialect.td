//===- PyKernelDialect.td - the pyk dialect -----------------*- tablegen -*-===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_DIALECTS_PYKERNELDIALECT_TD
#define GPUJIT_DIALECTS_PYKERNELDIALECT_TD

include "mlir/IR/OpBase.td"

def PyKernelDialect : Dialect {
  let name = "pyk";
  let summary = "What a Python kernel says, before any decision";
  let description = [{
    `pyk` keeps what was written: structured loops, Python's arithmetic, arrays
    with dtype, rank, layout and mutability in the type, subscripts before
    normalisation, and raising sites as operations. The interpreter runs it, and
    every analysis reads it.

    Scalars come in two kinds. `!pyk.int`, `!pyk.float` and `!pyk.bool` are
    Python's own (weak under NEP 50): their operations raise what Python raises.
    `si8`..`ui64`, `i1` (NumPy's bool), `f32` and `f64` are NumPy's (strong):
    their integer operations wrap and their float operations give inf and NaN.
    The operands of an arithmetic operation have one type, so its type alone
    says whether it raises and whether it is signed.
  }];
  let cppNamespace = "::gpujit::pyk";
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  let hasConstantMaterializer = 1;
}

#endif // GPUJIT_DIALECTS_PYKERNELDIALECT_TD
