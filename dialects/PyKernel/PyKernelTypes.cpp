//===- PyKernelTypes.cpp - types of pyk -----------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PyKernel/PyKernel.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace gpujit::pyk;

#include "PyKernel/PyKernelEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "PyKernel/PyKernelAttrs.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "PyKernel/PyKernelTypes.cpp.inc"

#include "PyKernel/PyKernelDialect.cpp.inc"

void PyKernelDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "PyKernel/PyKernelAttrs.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "PyKernel/PyKernelTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "PyKernel/PyKernelOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Predicates on types
//===----------------------------------------------------------------------===//

bool gpujit::pyk::isBool(Type type) {
  return isa<PyBoolType>(type) || type.isInteger(1);
}

bool gpujit::pyk::isInteger(Type type) {
  if (isa<PyIntType>(type))
    return true;
  auto integer = dyn_cast<IntegerType>(type);
  return integer && !integer.isSignless() &&
         llvm::is_contained({8u, 16u, 32u, 64u}, integer.getWidth());
}

bool gpujit::pyk::isFloating(Type type) {
  return isa<PyFloatType, BFloat16Type, Float16Type, Float32Type, Float64Type>(
      type);
}

bool gpujit::pyk::isHalf(Type type) {
  return isa<BFloat16Type, Float16Type>(type);
}

bool gpujit::pyk::isNumber(Type type) {
  return isInteger(type) || isFloating(type);
}

bool gpujit::pyk::isScalar(Type type) { return isNumber(type) || isBool(type); }

bool gpujit::pyk::isWeak(Type type) {
  return isa<PyIntType, PyFloatType, PyBoolType>(type);
}

bool gpujit::pyk::isSignedInteger(Type type) {
  return isa<PyIntType>(type) || type.isSignedInteger();
}

unsigned gpujit::pyk::bitWidth(Type type) {
  if (isa<PyBoolType>(type))
    return 1;
  return isWeak(type) ? 64 : type.getIntOrFloatBitWidth();
}

std::string gpujit::pyk::dtypeName(Type type) {
  if (isa<PyIntType>(type))
    return "int";
  if (isa<PyFloatType>(type))
    return "float";
  if (isBool(type))
    return "bool";
  if (type.isBF16())
    return "bfloat16";
  StringRef kind = isFloating(type)         ? "float"
                   : type.isSignedInteger() ? "int"
                                            : "uint";
  return (kind + Twine(bitWidth(type))).str();
}

//===----------------------------------------------------------------------===//
// ArrayType
//===----------------------------------------------------------------------===//

Type ArrayType::parse(AsmParser &parser) {
  int64_t rank;
  Type element;
  StringRef layoutName;
  auto loc = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseInteger(rank) ||
      parser.parseKeyword("x") || parser.parseType(element) ||
      parser.parseComma() || parser.parseKeyword(&layoutName))
    return {};
  std::optional<Layout> layout = symbolizeLayout(layoutName);
  if (!layout) {
    parser.emitError(loc, "expected layout 'c' or 'strided', got '")
        << layoutName << "'";
    return {};
  }
  bool readOnly = false;
  if (succeeded(parser.parseOptionalComma())) {
    if (parser.parseKeyword("readonly"))
      return {};
    readOnly = true;
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<ArrayType>(loc, parser.getContext(), rank, element,
                                      *layout, readOnly);
}

void ArrayType::print(AsmPrinter &printer) const {
  printer << "<" << getRank() << " x " << getElementType() << ", "
          << stringifyLayout(getLayout());
  if (getReadOnly())
    printer << ", readonly";
  printer << ">";
}

LogicalResult ArrayType::verify(llvm::function_ref<InFlightDiagnostic()> error,
                                unsigned rank, Type element, Layout, bool) {
  if (rank < 1 || rank > 4)
    return error() << "array rank must be 1 to 4, got " << rank;
  if (!isScalar(element) || isWeak(element))
    return error() << "array element must be a strong scalar, got " << element;
  return success();
}
