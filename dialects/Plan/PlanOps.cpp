//===- PlanOps.cpp - the plan dialect and its operations ------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../runtime/Abi.h"
#include "Plan/Plan.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace gpujit::plan;

#include "Plan/PlanDialect.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "Plan/PlanAttrs.cpp.inc"

static ParseResult parseBlock(OpAsmParser &parser, DenseI32ArrayAttr &block) {
  SmallVector<int32_t> sizes;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, [&] {
        return parser.parseInteger(sizes.emplace_back());
      }))
    return failure();
  block = parser.getBuilder().getDenseI32ArrayAttr(sizes);
  return success();
}

static void printBlock(OpAsmPrinter &printer, Operation *,
                       DenseI32ArrayAttr block) {
  printer << "(";
  llvm::interleaveComma(block.asArrayRef(), printer);
  printer << ") ";
}

#define GET_OP_CLASSES
#include "Plan/PlanOps.cpp.inc"

void PlanDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "Plan/PlanAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "Plan/PlanOps.cpp.inc"
      >();
}

std::string gpujit::plan::dtypeOf(Type type) {
  if (type.isIndex())
    return "int64";
  if (type.isInteger(1))
    return "bool";
  StringRef kind = isa<FloatType>(type)       ? "float"
                   : type.isUnsignedInteger() ? "uint"
                                              : "int";
  return (kind + Twine(type.getIntOrFloatBitWidth())).str();
}

//===----------------------------------------------------------------------===//
// Arrays and the frame
//===----------------------------------------------------------------------===//

/// An extent or a stride is of an array's axis.
template <typename Op>
static LogicalResult verifyAxis(Op op) {
  int64_t rank = cast<MemRefType>(op.getArray().getType()).getRank();
  int64_t axis = op.getAxis();
  if (axis < 0 || axis >= rank)
    return op.emitOpError("has axis ")
           << axis << ", the array has " << rank << " axes";
  return success();
}

LogicalResult ExtentOp::verify() { return verifyAxis(*this); }
LogicalResult StrideOp::verify() {
  if (!isa<BlockArgument>(getArray()))
    return emitOpError("must be of an argument of the program");
  return verifyAxis(*this);
}

LogicalResult FrameOp::verify() {
  auto type = cast<MemRefType>(getType());
  auto program = (*this)->getParentOfType<ProgramOp>();
  if (!program)
    return emitOpError("must be in a plan.program");
  if (!type.hasStaticShape() ||
      type.getNumElements() != static_cast<int64_t>(program.getFrameBytes()))
    return emitOpError("has type ") << type << ", the program's frame has "
                                    << program.getFrameBytes() << " bytes";
  return success();
}

LogicalResult ScratchOp::verify() {
  auto type = cast<MemRefType>(getType());
  if (!type.getLayout().isIdentity())
    return emitOpError("must be contiguous, got ") << type;
  if (type.getNumDynamicDims() != static_cast<int64_t>(getExtents().size()))
    return emitOpError("has ")
           << getExtents().size() << " extents, its type needs "
           << type.getNumDynamicDims();
  return success();
}

//===----------------------------------------------------------------------===//
// LaunchOp
//===----------------------------------------------------------------------===//

LogicalResult LaunchOp::verify() {
  ArrayRef<int32_t> block = getBlock();
  if (block.size() != 3)
    return emitOpError("has ") << block.size() << " block sizes, expected 3";
  int64_t threads = 1;
  for (int32_t size : block)
    threads *= std::max<int64_t>(size, 0);
  if (threads < 1 || threads > 1024)
    return emitOpError("has a block of ")
           << threads << " threads, expected 1 to 1024";
  return success();
}

LogicalResult LaunchOp::verifySymbolUses(SymbolTableCollection &tables) {
  auto kernel = tables.lookupNearestSymbolFrom<gpu::GPUFuncOp>(
      (*this)->getParentOp(), getKernelAttr());
  if (!kernel || !kernel.isKernel())
    return emitOpError("expected a kernel, got ") << getKernelAttr();
  TypeRange expected = kernel.getArgumentTypes();
  if (getArgs().getTypes() != expected) {
    InFlightDiagnostic diagnostic =
        emitOpError("has arguments of types (")
        << getArgs().getTypes() << "), the kernel takes (" << expected << ")";
    diagnostic.attachNote(kernel.getLoc()) << "the kernel";
    return diagnostic;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// PartialOp
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
    auto type = MemRefType::get({}, identity.getType());
    if (variable.getType() != type || part.getType() != type)
      return emitOpError("has a variable of type ")
             << variable.getType() << " and a part of type " << part.getType()
             << ", expected " << type;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

static LogicalResult verifyPayload(Operation *op, size_t count) {
  if (count > GPUJIT_MAX_PAYLOAD)
    return op->emitOpError("carries ")
           << count << " values, at most " << GPUJIT_MAX_PAYLOAD << " fit";
  return success();
}

LogicalResult CheckOp::verify() {
  return verifyPayload(*this, getPayload().size());
}

LogicalResult RecordOp::verify() {
  return verifyPayload(*this, getPayload().size());
}
