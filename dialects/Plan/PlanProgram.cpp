//===- PlanProgram.cpp - the host program as an operation ---===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/Plan.h"
#include "runtime/Abi.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionImplementation.h"

using namespace mlir;
using namespace gpujit::plan;

void ProgramOp::build(OpBuilder &builder, OperationState &state, StringRef name,
                      FunctionType type) {
  state.addAttribute(SymbolTable::getSymbolAttrName(),
                     builder.getStringAttr(name));
  state.addAttribute(getFunctionTypeAttrName(state.name), TypeAttr::get(type));
  state.addAttribute(getFrameBytesAttrName(state.name),
                     builder.getI64IntegerAttr(sizeof(GpujitErrorBlock)));
  state.addAttribute(getSitesAttrName(state.name), builder.getArrayAttr({}));
  state.addAttribute(getMappingsAttrName(state.name), builder.getArrayAttr({}));
  Block &block = state.addRegion()->emplaceBlock();
  for (Type input : type.getInputs())
    block.addArgument(input, state.location);
}

/// As upstream's functions, but the body may be empty.
ParseResult ProgramOp::parse(OpAsmParser &parser, OperationState &state) {
  StringAttr name;
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<Type> results;
  SmallVector<DictionaryAttr> resultAttributes;
  bool isVariadic = false;
  if (parser.parseSymbolName(name, SymbolTable::getSymbolAttrName(),
                             state.attributes) ||
      function_interface_impl::parseFunctionSignatureWithArguments(
          parser, /*allowVariadic=*/false, arguments, isVariadic, results,
          resultAttributes) ||
      parser.parseOptionalAttrDictWithKeyword(state.attributes))
    return failure();
  Builder &builder = parser.getBuilder();
  SmallVector<Type> inputs;
  for (OpAsmParser::Argument &argument : arguments)
    inputs.push_back(argument.type);
  state.addAttribute(getFunctionTypeAttrName(state.name),
                     TypeAttr::get(builder.getFunctionType(inputs, results)));
  call_interface_impl::addArgAndResultAttrs(
      builder, state, arguments, resultAttributes,
      getArgAttrsAttrName(state.name), getResAttrsAttrName(state.name));
  Region *body = state.addRegion();
  if (parser.parseRegion(*body, arguments))
    return failure();
  if (body->empty())
    body->emplaceBlock();
  return success();
}

void ProgramOp::print(OpAsmPrinter &printer) {
  function_interface_impl::printFunctionOp(
      printer, *this, /*isVariadic=*/false, getFunctionTypeAttrName(),
      getArgAttrsAttrName(), getResAttrsAttrName());
}

/// Whether the recipe has an instruction for it.
static bool isHostOperation(Operation &op) {
  // Of variables that hold arrays.
  if (isa<memref::AllocaOp, memref::LoadOp, memref::StoreOp>(op)) {
    auto isArrayVariable = [](Type type) {
      auto memory = dyn_cast<MemRefType>(type);
      return memory && isa<MemRefType>(memory.getElementType());
    };
    return llvm::any_of(op.getOperandTypes(), isArrayVariable) ||
           llvm::any_of(op.getResultTypes(), isArrayVariable);
  }
  return isa<memref::CastOp>(op) ||
         isa<arith::ArithDialect, PlanDialect>(op.getDialect()) ||
         isa<scf::ForOp, scf::WhileOp, scf::ConditionOp, scf::IfOp,
             scf::YieldOp>(op);
}

static LogicalResult verifyArgument(ProgramOp program, unsigned index) {
  auto has = [&](StringRef name) {
    return isa_and_nonnull<StringAttr>(program.getArgAttr(index, name));
  };
  if (!has(kNameAttr) || !has(kDtypeAttr))
    return program.emitOpError("argument ")
           << index << " needs " << kNameAttr << " and " << kDtypeAttr;
  auto type = dyn_cast<MemRefType>(program.getArgumentTypes()[index]);
  if (!type)
    return success();
  if (type.getRank() > GPUJIT_MAX_RANK)
    return program.emitOpError("argument ")
           << index << " has rank " << type.getRank() << ", at most "
           << GPUJIT_MAX_RANK << " is allowed";
  auto access = program.getArgAttrOfType<StringAttr>(index, kAccessAttr);
  if (!access ||
      (access != "read" && access != "write" && access != "readwrite"))
    return program.emitOpError("argument ")
           << index << " needs " << kAccessAttr
           << " 'read', 'write' or 'readwrite'";
  return success();
}

LogicalResult ProgramOp::verify() {
  if (!getResultTypes().empty())
    return emitOpError(
        "has results; the returned scalar is a word of the frame");
  if (getFrameBytes() < sizeof(GpujitErrorBlock))
    return emitOpError("has a frame of ")
           << getFrameBytes() << " bytes, the error block needs "
           << sizeof(GpujitErrorBlock);
  for (unsigned index = 0, end = getNumArguments(); index < end; ++index)
    if (failed(verifyArgument(*this, index)))
      return failure();
  WalkResult walk = getBody().walk([&](Operation *op) -> WalkResult {
    if (isHostOperation(*op))
      return WalkResult::advance();
    return op->emitOpError("can't run on the host");
  });
  return failure(walk.wasInterrupted());
}
