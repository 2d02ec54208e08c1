//===- PyKernelOps.cpp - parsing, printing, verifying pyk -----------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PyKernel/PyKernel.h"

#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionImplementation.h"

using namespace mlir;
using namespace gpujit::pyk;

#define GET_OP_CLASSES
#include "PyKernel/PyKernelOps.cpp.inc"

//===----------------------------------------------------------------------===//
// FuncOp
//===----------------------------------------------------------------------===//

ParseResult FuncOp::parse(OpAsmParser &parser, OperationState &result) {
  auto buildType = [](Builder &builder, ArrayRef<Type> inputs,
                      ArrayRef<Type> results,
                      function_interface_impl::VariadicFlag, std::string &) {
    return builder.getFunctionType(inputs, results);
  };
  return function_interface_impl::parseFunctionOp(
      parser, result, /*allowVariadic=*/false,
      getFunctionTypeAttrName(result.name), buildType,
      getArgAttrsAttrName(result.name), getResAttrsAttrName(result.name));
}

void FuncOp::print(OpAsmPrinter &printer) {
  function_interface_impl::printFunctionOp(
      printer, *this, /*isVariadic=*/false, getFunctionTypeAttrName(),
      getArgAttrsAttrName(), getResAttrsAttrName());
}

StringRef FuncOp::getArgName(unsigned index) {
  return cast<StringAttr>(getArgNames()[index]).getValue();
}

LogicalResult FuncOp::verify() {
  if (getArgNames().size() != getArgumentTypes().size())
    return emitOpError("has ") << getArgumentTypes().size() << " arguments and "
                               << getArgNames().size() << " names";
  if (getResultTypes().size() > 1)
    return emitOpError("may return at most one value");
  for (Type type : getArgumentTypes())
    if (!isScalar(type) && !isa<ArrayType>(type))
      return emitOpError("argument must be a scalar or an array, got ") << type;
  return success();
}

//===----------------------------------------------------------------------===//
// ReturnOp
//===----------------------------------------------------------------------===//

LogicalResult ReturnOp::verify() {
  Operation *target = (*this)->getParentOp();
  while (target && !isa<FuncOp, InlinedOp>(target))
    target = target->getParentOp();
  if (!target)
    return emitOpError("must be inside 'pyk.func' or 'pyk.inlined'");
  TypeRange expected = isa<FuncOp>(target)
                           ? TypeRange(cast<FuncOp>(target).getResultTypes())
                           : TypeRange(target->getResultTypes());
  if (getOperandTypes() != expected)
    return emitOpError("returns (")
           << getOperandTypes() << "), but what it leaves gives (" << expected
           << ")";
  return success();
}

//===----------------------------------------------------------------------===//
// ExtentOp, LoadOp, StoreOp, AllocOp
//===----------------------------------------------------------------------===//

LogicalResult ExtentOp::verify() {
  int64_t rank = getArray().getType().getRank();
  if (getAxis() >= static_cast<uint64_t>(rank))
    return emitOpError("axis ") << getAxis() << " of an array of rank " << rank;
  return success();
}

/// What loads and stores share: a subscript an axis, the array's element type.
static LogicalResult verifyAccess(Operation *op, ArrayType array,
                                  size_t indices, Type value) {
  if (indices != array.getRank())
    return op->emitOpError("has ")
           << indices << " subscripts for an array of rank " << array.getRank();
  if (value != array.getElementType())
    return op->emitOpError("value must be ")
           << array.getElementType() << ", got " << value;
  return success();
}

LogicalResult LoadOp::verify() {
  return verifyAccess(*this, getArray().getType(), getIndices().size(),
                      getResult().getType());
}

LogicalResult StoreOp::verify() {
  if (getArray().getType().getReadOnly())
    return emitOpError("stores to a read-only array");
  return verifyAccess(*this, getArray().getType(), getIndices().size(),
                      getValue().getType());
}

std::optional<int64_t> AllocOp::constantExtent(unsigned axis) {
  int64_t extent = getShape()[axis];
  return ShapedType::isDynamic(extent) ? std::nullopt : std::optional(extent);
}

Value AllocOp::computedExtent(unsigned axis) {
  if (constantExtent(axis))
    return {};
  return getExtents()[llvm::count_if(getShape().take_front(axis),
                                     ShapedType::isDynamic)];
}

LogicalResult AllocOp::verify() {
  ArrayType type = getArray().getType();
  if (getShape().size() != type.getRank())
    return emitOpError("has ")
           << getShape().size() << " extents for an array of rank "
           << type.getRank();
  if (llvm::any_of(getShape(), [](int64_t extent) {
        return extent < 0 && !ShapedType::isDynamic(extent);
      }))
    return emitOpError("extents must not be negative");
  if (llvm::count_if(getShape(), ShapedType::isDynamic) !=
      static_cast<int64_t>(getExtents().size()))
    return emitOpError("has ")
           << getExtents().size() << " computed extents, its shape "
           << llvm::count_if(getShape(), ShapedType::isDynamic);
  if (getFill() && getFill().getType() != type.getElementType())
    return emitOpError("fill must be ")
           << type.getElementType() << ", got " << getFill().getType();
  return success();
}

//===----------------------------------------------------------------------===//
// ConstantOp, CmpMixedOp
//===----------------------------------------------------------------------===//

LogicalResult ConstantOp::verify() {
  bool isFloat = isFloating(getType());
  auto typed = dyn_cast<TypedAttr>(getValue());
  if (!typed || (isFloat ? !typed.getType().isF64()
                         : !typed.getType().isSignlessInteger(64)))
    return emitOpError("of type ") << getType() << " needs an "
                                   << (isFloat ? "f64" : "i64") << " value";
  return success();
}

LogicalResult PrintOp::verify() {
  if (getPieces().size() != getValues().size() + 1)
    return emitOpError("has ") << getPieces().size() << " pieces around "
                               << getValues().size() << " values";
  return success();
}

LogicalResult CmpMixedOp::verify() {
  Type lhs = getLhs().getType();
  if (!(isa<PyIntType>(lhs) || lhs.isSignedInteger(64)) ||
      !getRhs().getType().isUnsignedInteger(64))
    return emitOpError("compares si64 or !pyk.int with ui64, got ")
           << lhs << " and " << getRhs().getType();
  return success();
}

//===----------------------------------------------------------------------===//
// ForOp, WhileOp, IfOp, BreakOp, ContinueOp
//===----------------------------------------------------------------------===//

LogicalResult ForOp::verify() {
  Block &body = getBody().front();
  if (body.getNumArguments() != 1 ||
      !isa<PyIntType>(body.getArgument(0).getType()))
    return emitOpError("body must take one !pyk.int");
  return success();
}

LogicalResult WhileOp::verify() {
  if (!isa<ConditionOp>(getBefore().front().getTerminator()))
    return emitOpError("condition region must end in 'pyk.condition'");
  return success();
}

/// A region that ends in a yield must give what the operation returns.
static LogicalResult verifyYield(Operation *op, Region &region) {
  auto yield = dyn_cast<YieldOp>(region.front().getTerminator());
  if (yield && yield.getOperandTypes() != op->getResultTypes())
    return op->emitOpError("yields (")
           << yield.getOperandTypes() << "), but gives ("
           << op->getResultTypes() << ")";
  return success();
}

LogicalResult IfOp::verify() {
  if (failed(verifyYield(*this, getThenRegion())))
    return failure();
  if (!getElseRegion().empty())
    return verifyYield(*this, getElseRegion());
  if (getNumResults() != 0)
    return emitOpError("with results needs an else region");
  return success();
}

/// Breaks and continues must be inside a loop of the same function or callee.
static LogicalResult verifyInLoop(Operation *op) {
  Operation *parent = op->getParentOp();
  while (parent && !isa<FuncOp, InlinedOp, ForOp, WhileOp>(parent))
    parent = parent->getParentOp();
  if (!isa_and_nonnull<ForOp, WhileOp>(parent))
    return op->emitOpError("must be inside a loop");
  return success();
}

LogicalResult BreakOp::verify() { return verifyInLoop(*this); }
LogicalResult ContinueOp::verify() { return verifyInLoop(*this); }

//===----------------------------------------------------------------------===//
// What iterations share
//===----------------------------------------------------------------------===//

LogicalResult PartialOp::verify() {
  size_t count = getVariables().size();
  if (getIdentities().size() != count || getParts().size() != count)
    return emitOpError("has ")
           << count << " variables, " << getIdentities().size()
           << " identities and " << getParts().size() << " parts";
  SmallVector<Type> twice;
  for (unsigned round = 0; round < 2; ++round)
    llvm::append_range(twice, getIdentities().getTypes());
  if (getCombine().getArgumentTypes() != TypeRange(twice))
    return emitOpError("combines values of types (")
           << getCombine().getArgumentTypes() << "), expected (" << twice
           << ")";
  for (auto [variable, identity, part] :
       llvm::zip(getVariables(), getIdentities(), getParts())) {
    auto type = RefType::get(getContext(), identity.getType());
    if (variable.getType() != type || part.getType() != type)
      return emitOpError("has a variable of type ")
             << variable.getType() << " and a part of type " << part.getType()
             << ", expected " << type;
  }
  return success();
}

LogicalResult UpdateOp::verify() {
  auto array = cast<ArrayType>(getArray().getType());
  if (getIndices().size() != array.getRank())
    return emitOpError("has ") << getIndices().size() << " subscripts, "
                               << "the array has rank " << array.getRank();
  if (getCompute().getArgumentTypes() != TypeRange(array.getElementType()))
    return emitOpError("computes from (")
           << getCompute().getArgumentTypes() << "), expected "
           << array.getElementType();
  return success();
}
