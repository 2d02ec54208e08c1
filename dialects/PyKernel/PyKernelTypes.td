//===- PyKernelTypes.td - types and enums of pyk ------------*- tablegen -*-===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_DIALECTS_PYKERNELTYPES_TD
#define GPUJIT_DIALECTS_PYKERNELTYPES_TD

include "PyKernelDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

class PyKernelType<string name, string mnem> : TypeDef<PyKernelDialect, name> {
  let mnemonic = mnem;
}

def PyIntType : PyKernelType<"PyInt", "int"> {
  let summary = "a Python int: 64 bits, raises OverflowError beyond them";
}

def PyFloatType : PyKernelType<"PyFloat", "float"> {
  let summary = "a Python float: a double whose operations raise as Python's";
}

def PyBoolType : PyKernelType<"PyBool", "bool"> {
  let summary = "a Python bool";
}

def Layout : I32EnumAttr<"Layout", "memory layout of an array", [
    I32EnumAttrCase<"C", 0, "c">,
    I32EnumAttrCase<"Strided", 1, "strided">]> {
  let cppNamespace = "::gpujit::pyk";
}

def ArrayType : PyKernelType<"Array", "array"> {
  let summary = "an array view: element type, rank, layout, mutability";
  let description = [{
    `!pyk.array<2 x f32, c>` is a C-contiguous matrix of float32,
    `!pyk.array<1 x si32, strided, readonly>` any one-dimensional view that must
    not be stored to. Extents and strides are values of the run, never of the
    type. The element type is a strong scalar.
  }];
  let parameters = (ins "unsigned":$rank, "::mlir::Type":$elementType,
                        "::gpujit::pyk::Layout":$layout,
                        DefaultValuedParameter<"bool", "false">:$readOnly);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def RefType : PyKernelType<"Ref", "ref"> {
  let summary = "the slot of a variable";
  let description = [{
    `!pyk.ref<f32>` is what `pyk.var` makes and `pyk.get`/`pyk.set` use. The slot's type is
    any scalar of pyk or an array.
  }];
  let parameters = (ins "::mlir::Type":$valueType);
  let assemblyFormat = "`<` $valueType `>`";
}

//===----------------------------------------------------------------------===//
// Type constraints
//===----------------------------------------------------------------------===//

def PyInt : Type<CPred<"::llvm::isa<::gpujit::pyk::PyIntType>($_self)">,
                 "a Python int", "::gpujit::pyk::PyIntType">,
            BuildableType<"::gpujit::pyk::PyIntType::get($_builder.getContext())">;
def PykScalar : Type<CPred<"::gpujit::pyk::isScalar($_self)">, "a pyk scalar">;
def PykInteger : Type<CPred<"::gpujit::pyk::isInteger($_self)">,
                      "a Python int or a strong integer">;
def PykNumber : Type<CPred<"::gpujit::pyk::isNumber($_self)">,
                     "a Python or strong integer or float">;
def PykFloating : Type<CPred<"::gpujit::pyk::isFloating($_self)">,
                       "a Python float or a strong float">;
def PykBool : Type<CPred<"::gpujit::pyk::isBool($_self)">,
                   "a Python bool or i1">;
def PykIntegerOrBool : Type<CPred<"::gpujit::pyk::isInteger($_self) || ::gpujit::pyk::isBool($_self)">,
                   "an integer or a bool">;
def PykArray : Type<CPred<"::llvm::isa<::gpujit::pyk::ArrayType>($_self)">,
                    "an array", "::gpujit::pyk::ArrayType">;
def PykRef : Type<CPred<"::llvm::isa<::gpujit::pyk::RefType>($_self)">,
                  "a slot", "::gpujit::pyk::RefType">;
def PykValue : Type<CPred<"::gpujit::pyk::isScalar($_self) || ::llvm::isa<::gpujit::pyk::ArrayType>($_self)">,
                    "a scalar or an array">;

//===----------------------------------------------------------------------===//
// Enums
//===----------------------------------------------------------------------===//

class PyKernelEnum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::gpujit::pyk";
  let genSpecializedAttr = 0;
}

class PyKernelEnumAttr<EnumAttrInfo info, string mnem>
    : EnumAttr<PyKernelDialect, info, mnem> {
  let assemblyFormat = "$value";
}

def Predicate : PyKernelEnum<"Predicate", "comparison", [
    I32EnumAttrCase<"eq", 0>, I32EnumAttrCase<"ne", 1>,
    I32EnumAttrCase<"lt", 2>, I32EnumAttrCase<"le", 3>,
    I32EnumAttrCase<"gt", 4>, I32EnumAttrCase<"ge", 5>]>;
def PredicateAttr : PyKernelEnumAttr<Predicate, "predicate">;

def MathFn : PyKernelEnum<"MathFn", "scalar math function", [
    I32EnumAttrCase<"sqrt", 0>, I32EnumAttrCase<"exp", 1>,
    I32EnumAttrCase<"exp2", 2>, I32EnumAttrCase<"expm1", 3>,
    I32EnumAttrCase<"log", 4>, I32EnumAttrCase<"log2", 5>,
    I32EnumAttrCase<"log10", 6>, I32EnumAttrCase<"log1p", 7>,
    I32EnumAttrCase<"sin", 8>, I32EnumAttrCase<"cos", 9>,
    I32EnumAttrCase<"tan", 10>, I32EnumAttrCase<"asin", 11>,
    I32EnumAttrCase<"acos", 12>, I32EnumAttrCase<"atan", 13>,
    I32EnumAttrCase<"sinh", 14>, I32EnumAttrCase<"cosh", 15>,
    I32EnumAttrCase<"tanh", 16>, I32EnumAttrCase<"asinh", 17>,
    I32EnumAttrCase<"acosh", 18>, I32EnumAttrCase<"atanh", 19>,
    I32EnumAttrCase<"cbrt", 20>, I32EnumAttrCase<"erf", 21>,
    I32EnumAttrCase<"erfc", 22>, I32EnumAttrCase<"gamma", 23>,
    I32EnumAttrCase<"lgamma", 24>, I32EnumAttrCase<"floor", 25>,
    I32EnumAttrCase<"ceil", 26>, I32EnumAttrCase<"trunc", 27>,
    I32EnumAttrCase<"rint", 28>, I32EnumAttrCase<"fabs", 29>]>;
def MathFnAttr : PyKernelEnumAttr<MathFn, "fn">;

def MathFn2 : PyKernelEnum<"MathFn2", "scalar math function of two arguments", [
    I32EnumAttrCase<"atan2", 0>, I32EnumAttrCase<"hypot", 1>,
    I32EnumAttrCase<"fmod", 2>, I32EnumAttrCase<"copysign", 3>,
    I32EnumAttrCase<"nextafter", 4>, I32EnumAttrCase<"remainder", 5>,
    I32EnumAttrCase<"pow", 6>, I32EnumAttrCase<"logaddexp", 7>]>;
def MathFn2Attr : PyKernelEnumAttr<MathFn2, "fn2">;

def FloatTest : PyKernelEnum<"FloatTest", "classification of a float", [
    I32EnumAttrCase<"isnan", 0>, I32EnumAttrCase<"isinf", 1>,
    I32EnumAttrCase<"isfinite", 2>, I32EnumAttrCase<"signbit", 3>]>;
def FloatTestAttr : PyKernelEnumAttr<FloatTest, "test">;

def Verdict : PyKernelEnum<"Verdict", "how a loop may run", [
    I32EnumAttrCase<"parallel", 0>, I32EnumAttrCase<"reduction", 1>,
    I32EnumAttrCase<"atomic", 2>, I32EnumAttrCase<"sequential", 3>]>;
def VerdictAttr : PyKernelEnumAttr<Verdict, "verdict">;

#endif // GPUJIT_DIALECTS_PYKERNELTYPES_TD
