//===- PyKernelArithmetic.td - arithmetic of pyk ------*- tablegen -*-===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_DIALECTS_PYKERNELARITHMETIC_TD
#define GPUJIT_DIALECTS_PYKERNELARITHMETIC_TD

include "PyKernelOpBase.td"

//===----------------------------------------------------------------------===//
// Constants and conversions
//===----------------------------------------------------------------------===//

def ConstantOp : PyKernelOp<"constant", [Pure, ConstantLike]> {
  let summary = "a scalar constant";
  let description = [{
    Integers and bools are `i64` attributes holding the value's 64 bits, floats
    `f64` attributes (an f32 constant holds the rounded value).

    ```mlir
    %0 = pyk.constant 3 : i64 -> !pyk.int
    %1 = pyk.constant 5.000000e-01 : f64 -> f32
    ```
  }];
  let arguments = (ins AnyAttr:$value);
  let results = (outs PykScalar:$result);
  let assemblyFormat = "$value `->` type($result) attr-dict";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def CastOp : MayRaiseOp<"cast"> {
  let summary = "converts a scalar, as the pair of types says";
  let description = [{
    | from | to | meaning |
    |---|---|---|
    | any integer or bool | `!pyk.int` | exact; `ui64` beyond 63 bits raises OverflowError |
    | `!pyk.float`, f32, f64 | `!pyk.int` | Python's `int()`: truncates; NaN raises ValueError, inf OverflowError, beyond 64 bits OverflowError |
    | any number or bool | `!pyk.float`, f32, f64 | rounds to nearest even; `!pyk.int` to f32 rounds to double first, as NumPy |
    | `!pyk.int` | strong integer | NEP 50: out of range raises OverflowError "Python integer {0} out of bounds for uint8" |
    | `!pyk.float` | strong integer | assignment of a Python float: `int()`, then as a Python int; NaN raises ValueError, inf and out of range OverflowError |
    | strong integer | strong integer | wraps |
    | f32, f64 | strong integer | truncates, as NumPy on x86-64: `si64`, `ui32` and `ui64` through a 64-bit conversion (above 2^63, `ui64` is that of x - 2^63, top bit flipped), others through a 32-bit one; a conversion gives its lowest signed value for NaN, inf and out of range |
    | any number | `i1`, `!pyk.bool` | not equal to zero (NaN is true) |
    | bool | any | 0 or 1 |

    ```mlir
    %1 = pyk.cast %0 : !pyk.int -> ui8
    ```
  }];
  let arguments = (ins PykScalar:$input, UnitAttr:$exact);
  let results = (outs PykScalar:$result);
  let assemblyFormat = "$input (`exact` $exact^)? attr-dict `:` type($input) `->` type($result)";
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// One operand type in, the same out. `exact` says that a Python integer result is
/// proven to fit 64 bits and that no operand raises; `target` is the variable
/// that the result is assigned to, for messages.
class BinaryOp<string mnemonic, Type type>
    : MayRaiseOp<mnemonic, [SameOperandsAndResultType]> {
  let arguments = (ins type:$lhs, type:$rhs, UnitAttr:$exact,
                       OptionalAttr<StrAttr>:$target);
  let results = (outs type:$result);
  let assemblyFormat = "$lhs `,` $rhs (`exact` $exact^)? attr-dict `:` type($result)";
}

class UnaryOp<string mnemonic, Type type>
    : MayRaiseOp<mnemonic, [SameOperandsAndResultType]> {
  let arguments = (ins type:$operand, UnitAttr:$exact,
                       OptionalAttr<StrAttr>:$target);
  let results = (outs type:$result);
  let assemblyFormat = "$operand (`exact` $exact^)? attr-dict `:` type($result)";
}

def AddOp : BinaryOp<"add", PykNumber> {
  let summary = "sum";
  let description = [{
    `!pyk.int` raises OverflowError beyond 64 bits; strong integers wrap. Bools never reach it (NumPy's
    `+` of bools is `pyk.or`, Python's is of ints).

    ```mlir
    %2 = pyk.add %0, %1 : f32
    ```
  }];
  let hasFolder = 1;
}

def SubOp : BinaryOp<"sub", PykNumber> {
  let summary = "difference";
  let description = [{
    As `pyk.add`.

    ```mlir
    %2 = pyk.sub %0, %1 : !pyk.int
    ```
  }];
  let hasFolder = 1;
}

def MulOp : BinaryOp<"mul", PykNumber> {
  let summary = "product";
  let description = [{
    As `pyk.add`.

    ```mlir
    %2 = pyk.mul %0, %1 : si32
    ```
  }];
  let hasFolder = 1;
}

def DivOp : BinaryOp<"div", PykFloating> {
  let summary = "true division";
  let description = [{
    Integers have been cast before. `!pyk.float` by zero raises ZeroDivisionError "division by zero".

    ```mlir
    %2 = pyk.div %0, %1 : f64
    ```
  }];
}

def FloorDivOp : BinaryOp<"floordiv", PykNumber> {
  let summary = "Python's //";
  let description = [{
    Rounds towards minus infinity. By zero: Python numbers raise ZeroDivisionError, strong integers
    give 0, strong floats inf or NaN as NumPy's floor_divide. The lowest signed value by -1 wraps (strong) or raises
    OverflowError (`!pyk.int`).

    ```mlir
    %2 = pyk.floordiv %0, %1 : si32
    ```
  }];
  let hasFolder = 1;
}

def ModOp : BinaryOp<"mod", PykNumber> {
  let summary = "Python's %";
  let description = [{
    The result has the divisor's sign. By zero as `pyk.floordiv`; strong floats give NaN.

    ```mlir
    %2 = pyk.mod %0, %1 : !pyk.int
    ```
  }];
  let hasFolder = 1;
}

def PowOp : BinaryOp<"pow", PykNumber> {
  let summary = "Python's **";
  let description = [{
    `!pyk.int`: the exponent is proven or checked to be >= 0 (a negative one raises ValueError: the
    result would be a float); overflow raises. Strong integers wrap, a negative exponent raises ValueError "Integers to negative
    integer powers are not allowed.". `!pyk.float`: 0.0 to a negative power raises ZeroDivisionError, a negative
    base to a fraction raises ValueError (Python would give a complex), overflow raises OverflowError. Strong floats: libm's pow.

    ```mlir
    %2 = pyk.pow %0, %1 : f32
    ```
  }];
}

def ShlOp : BinaryOp<"shl", PykInteger> {
  let summary = "Python's <<";
  let description = [{
    `!pyk.int`: a negative count raises ValueError "negative shift count", overflow OverflowError. Strong: a count outside the width
    gives 0, as NumPy.

    ```mlir
    %2 = pyk.shl %0, %1 : !pyk.int
    ```
  }];
}

def ShrOp : BinaryOp<"shr", PykInteger> {
  let summary = "Python's >>";
  let description = [{
    Arithmetic for signed types. A count beyond the width gives 0 or -1; a negative count raises for
    `!pyk.int` and counts as beyond the width for strong integers.

    ```mlir
    %2 = pyk.shr %0, %1 : ui16
    ```
  }];
}

def AndOp : BinaryOp<"and", PykIntegerOrBool> {
  let summary = "bitwise and";
  let description = [{
    ```mlir
    %2 = pyk.and %0, %1 : ui8
    ```
  }];
}

def OrOp : BinaryOp<"or", PykIntegerOrBool> {
  let summary = "bitwise or";
  let description = [{
    ```mlir
    %2 = pyk.or %0, %1 : i1
    ```
  }];
}

def XorOp : BinaryOp<"xor", PykIntegerOrBool> {
  let summary = "bitwise exclusive or";
  let description = [{
    ```mlir
    %2 = pyk.xor %0, %1 : si64
    ```
  }];
}

def MinOp : BinaryOp<"min", PykScalar> {
  let summary = "Python's min of two";
  let description = [{
    `rhs if rhs < lhs else lhs`: a NaN on the left stays, one on the right is passed over.

    ```mlir
    %2 = pyk.min %0, %1 : f32
    ```
  }];
}

def MaxOp : BinaryOp<"max", PykScalar> {
  let summary = "Python's max of two";
  let description = [{
    `rhs if rhs > lhs else lhs`.

    ```mlir
    %2 = pyk.max %0, %1 : f32
    ```
  }];
}

def MinimumOp : BinaryOp<"minimum", PykScalar> {
  let summary = "NumPy's minimum: NaN if either is";
  let description = [{
    ```mlir
    %2 = pyk.minimum %0, %1 : f64
    ```
  }];
}

def MaximumOp : BinaryOp<"maximum", PykScalar> {
  let summary = "NumPy's maximum: NaN if either is";
  let description = [{
    ```mlir
    %2 = pyk.maximum %0, %1 : f64
    ```
  }];
}

def NegOp : UnaryOp<"neg", PykNumber> {
  let summary = "negation";
  let description = [{
    `!pyk.int` raises for the lowest value; strong integers wrap, unsigned ones too.

    ```mlir
    %1 = pyk.neg %0 : f32
    ```
  }];
  let hasFolder = 1;
}

def InvertOp : UnaryOp<"invert", PykIntegerOrBool> {
  let summary = "bitwise not";
  let description = [{
    Of `i1` the logical not, as NumPy; a Python bool has been cast to int before.

    ```mlir
    %1 = pyk.invert %0 : ui8
    ```
  }];
}

def AbsOp : UnaryOp<"abs", PykNumber> {
  let summary = "absolute value";
  let description = [{
    Strong integers wrap at the lowest value; `!pyk.int` raises there.

    ```mlir
    %1 = pyk.abs %0 : si32
    ```
  }];
}

def CmpOp : PyKernelOp<"cmp", [Pure, SameTypeOperands]> {
  let summary = "comparison";
  let description = [{
    Of two values of one type, in that type's order; NaN compares unequal. The import has cast mixed operands to a type that
    holds both, or has used `pyk.cmp_mixed` for ui64 against a signed integer.

    ```mlir
    %c = pyk.cmp lt, %0, %1 : ui16
    ```
  }];
  let arguments = (ins PredicateAttr:$predicate, PykScalar:$lhs, PykScalar:$rhs);
  let results = (outs I1:$result);
  let assemblyFormat = "$predicate `,` $lhs `,` $rhs attr-dict `:` type($lhs)";
}

def CmpMixedOp : PyKernelOp<"cmp_mixed", [Pure]> {
  let summary = "exact comparison of a signed with an unsigned 64-bit integer";
  let description = [{
    `lhs` is `si64` or `!pyk.int`, `rhs` is `ui64`.

    ```mlir
    %c = pyk.cmp_mixed lt, %0, %1 : si64, ui64
    ```
  }];
  let arguments = (ins PredicateAttr:$predicate, PykInteger:$lhs, PykInteger:$rhs);
  let results = (outs I1:$result);
  let assemblyFormat = "$predicate `,` $lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs)";
  let hasVerifier = 1;
}

def NotOp : PyKernelOp<"not", [Pure]> {
  let summary = "logical not of a condition";
  let description = [{
    Of a comparison it becomes the opposite one, but for the order of floats, where a NaN makes both false.

    ```mlir
    %n = pyk.not %c
    ```
  }];
  let arguments = (ins I1:$operand);
  let results = (outs I1:$result);
  let assemblyFormat = "$operand attr-dict";
  let hasFolder = 1;
  let hasCanonicalizeMethod = 1;
}

//===----------------------------------------------------------------------===//
// Math functions
//===----------------------------------------------------------------------===//

def MathOp : MayRaiseOp<"math", [SameOperandsAndResultType]> {
  let summary = "a scalar math function";
  let description = [{
    Of `!pyk.float` it is Python's `math` function: ValueError "math domain error" (or Python's newer text), OverflowError
    "math range error". Of f32 and f64 it is NumPy's: NaN and inf.

    ```mlir
    %1 = pyk.math exp, %0 : f32
    ```
  }];
  let arguments = (ins MathFnAttr:$fn, PykFloating:$operand);
  let results = (outs PykFloating:$result);
  let assemblyFormat = "$fn `,` $operand attr-dict `:` type($result)";
}

def Math2Op : MayRaiseOp<"math2", [SameOperandsAndResultType]> {
  let summary = "a scalar math function of two arguments";
  let description = [{
    As `pyk.math`.

    ```mlir
    %2 = pyk.math2 atan2, %0, %1 : f64
    ```
  }];
  let arguments = (ins MathFn2Attr:$fn, PykFloating:$lhs, PykFloating:$rhs);
  let results = (outs PykFloating:$result);
  let assemblyFormat = "$fn `,` $lhs `,` $rhs attr-dict `:` type($result)";
}

def FmaOp : PyKernelOp<"fma", [Pure, SameOperandsAndResultType]> {
  let summary = "a * b + c, rounded once";
  let description = [{
    ```mlir
    %3 = pyk.fma %a, %b, %c : f64
    ```
  }];
  let arguments = (ins PykFloating:$a, PykFloating:$b, PykFloating:$c);
  let results = (outs PykFloating:$result);
  let assemblyFormat = "$a `,` $b `,` $c attr-dict `:` type($result)";
}

def FloatTestOp : PyKernelOp<"float_test", [Pure]> {
  let summary = "classification of a float";
  let description = [{
    ```mlir
    %c = pyk.float_test isnan, %0 : f32
    ```
  }];
  let arguments = (ins FloatTestAttr:$test, PykFloating:$operand);
  let results = (outs I1:$result);
  let assemblyFormat = "$test `,` $operand attr-dict `:` type($operand)";
}

def RoundOp : PyKernelOp<"round", [Pure, SameOperandsAndResultType]> {
  let summary = "rounds half to even";
  let description = [{
    To an integral value (`ndigits` absent) or to digits. Strong floats with digits do as NumPy: multiply by a power of ten, rint,
    divide; `!pyk.float` rounds correctly, as Python.

    ```mlir
    %1 = pyk.round %0 : f64
    %2 = pyk.round %0 digits 2 : f64
    ```
  }];
  let arguments = (ins PykFloating:$operand, OptionalAttr<I64Attr>:$ndigits);
  let results = (outs PykFloating:$result);
  let assemblyFormat = "$operand (`digits` $ndigits^)? attr-dict `:` type($result)";
}

#endif // GPUJIT_DIALECTS_PYKERNELARITHMETIC_TD
