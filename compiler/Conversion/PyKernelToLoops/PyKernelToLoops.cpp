//===- PyKernelToLoops.cpp - from pyk to loops ----------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/PyKernelToLoops/Lowering.h"
#include "Conversion/PyKernelToLoops/Passes.h"

#include "Plan/Plan.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::pyk;

namespace gpujit {
#define GEN_PASS_DEF_CONVERTPYKERNELTOLOOPS
#include "Conversion/PyKernelToLoops/Passes.h.inc"
} // namespace gpujit

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

Type gpujit::loweredScalar(Type type) {
  if (isa<PyFloatType>(type))
    return Float64Type::get(type.getContext());
  if (type.isBF16()) // not every GPU has it: the bits are moved and converted
    return IntegerType::get(type.getContext(), 16);
  if (isFloating(type))
    return type;
  return IntegerType::get(type.getContext(), bitWidth(type));
}

Type gpujit::loweredElement(Type type) {
  return isBool(type) ? IntegerType::get(type.getContext(), 8)
                      : loweredScalar(type);
}

Type gpujit::loweredType(Type type) {
  auto array = dyn_cast<pyk::ArrayType>(type);
  if (!array)
    return loweredScalar(type);
  SmallVector<int64_t> dynamic(array.getRank(), ShapedType::kDynamic);
  MemRefLayoutAttrInterface layout;
  if (array.getLayout() == Layout::Strided)
    layout = StridedLayoutAttr::get(type.getContext(), 0, dynamic);
  return MemRefType::get(dynamic, loweredElement(array.getElementType()),
                         layout);
}

/// The name of a scalar type in requests and recipes.
static std::string abiName(Type type) {
  return (isWeak(type) ? "py" : "") + dtypeName(type);
}

//===----------------------------------------------------------------------===//
// Lowering
//===----------------------------------------------------------------------===//

Lowering::Lowering(ModuleOp module, FuncOp source)
    : source(source), build(module), dominance(source), wrong(source) {}

LogicalResult Lowering::run() {
  SmallVector<Type> inputs =
      llvm::map_to_vector(source.getArgumentTypes(), loweredType);
  SmallVector<Type> results =
      llvm::map_to_vector(source.getResultTypes(), loweredType);
  build.setLoc(source.getLoc());
  build.setInsertionPoint(source);
  auto target = func::FuncOp::create(build, source.getName(),
                                     build.getFunctionType(inputs, results));
  frame = target.addEntryBlock();
  declareArguments(target);

  build.setInsertionPointToStart(frame);
  if (failed(lowerBody(source.getBody())))
    return failure();
  auto last = dyn_cast<ReturnOp>(source.getBody().front().getTerminator());
  if (!last)
    return source.emitOpError("must end in 'pyk.return'");
  return lower(last);
}

/// What the types no longer say: names, dtypes with their sign, which arrays
/// may be written, which of them meet.
void Lowering::declareArguments(func::FuncOp target) {
  for (auto [index, type] : llvm::enumerate(source.getArgumentTypes())) {
    auto array = dyn_cast<pyk::ArrayType>(type);
    Type scalar = array ? array.getElementType() : type;
    target.setArgAttr(index, "gpujit.name",
                      build.getStringAttr(source.getArgName(index)));
    target.setArgAttr(index, "gpujit.dtype",
                      build.getStringAttr(abiName(scalar)));
    if (array && array.getReadOnly())
      target.setArgAttr(index, "gpujit.readonly", build.getUnitAttr());
    values[source.getArgument(index)] = target.getArgument(index);
  }
  for (auto [index, type] : llvm::enumerate(source.getResultTypes()))
    target.setResultAttr(index, "gpujit.dtype",
                         build.getStringAttr(abiName(type)));
  if (ArrayAttr same = source.getSameAttr())
    target->setAttr("gpujit.same", same);
  if (ArrayAttr overlap = source.getOverlapAttr())
    target->setAttr("gpujit.overlap", overlap);
}

LogicalResult Lowering::lowerBody(Region &region) {
  for (Operation &op : region.front().without_terminator())
    if (failed(lowerOperation(&op)))
      return failure();
  return success();
}

LogicalResult Lowering::lowerOperation(Operation *op) {
  build.setLoc(op->getLoc());
  auto value = [&](auto typed) -> LogicalResult {
    Value result = lower(typed);
    values[typed->getResult(0)] = result;
    return success(result != nullptr);
  };
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case<VarOp, SetOp, StoreOp, pyk::PartialOp, UpdateOp, ForOp, WhileOp,
            IfOp, RaiseOp, PrintOp>([&](auto typed) { return lower(typed); })
      .Case<GetOp, IsBoundOp, ExtentOp, LoadOp, AllocOp>(value)
      .Case<ConstantOp, CastOp>(value)
      .Case<AddOp, SubOp, MulOp, DivOp, FloorDivOp, ModOp, PowOp>(value)
      .Case<ShlOp, ShrOp, AndOp, OrOp, XorOp, NegOp, InvertOp, AbsOp>(value)
      .Case<MinOp, MaxOp, MinimumOp, MaximumOp>(value)
      .Case<CmpOp, CmpMixedOp, NotOp>(value)
      .Case<MathOp, Math2Op, FmaOp, FloatTestOp, RoundOp>(value)
      .Default([](Operation *other) {
        return other->emitOpError("has no lowering to loops");
      });
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {

struct ConvertPyKernelToLoops
    : gpujit::impl::ConvertPyKernelToLoopsBase<ConvertPyKernelToLoops> {
  void runOnOperation() override {
    for (FuncOp source :
         llvm::make_early_inc_range(getOperation().getOps<FuncOp>())) {
      if (failed(Lowering(getOperation(), source).run()))
        return signalPassFailure();
      source.erase();
    }
  }
};

} // namespace
