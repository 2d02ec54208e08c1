//===- ExpandKernelArguments.cpp - parameters as the recipe passes them
//------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/Plan.h"
#include "Target/NVPTX/Passes.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"

using namespace mlir;

namespace gpujit {
#define GEN_PASS_DEF_EXPANDKERNELARGUMENTS
#include "Target/NVPTX/Passes.h.inc"
} // namespace gpujit

namespace {
/// The new parameters of one kernel, in the order of the old ones.
class ParameterList {
public:
  ParameterList(gpu::GPUFuncOp kernel, const LLVMTypeConverter &converter)
      : kernel(kernel), block(kernel.getBody().front()), converter(converter),
        builder(OpBuilder::atBlockBegin(&block)) {}

  void expand(BlockArgument argument) {
    if (auto type = dyn_cast<MemRefType>(argument.getType()))
      argument.replaceAllUsesWith(expandArray(argument, type));
    else if (argument.getType().isInteger(1))
      argument.replaceAllUsesWith(arith::TruncIOp::create(
          builder, argument.getLoc(), builder.getI1Type(),
          add(builder.getI8Type(), {})));
    else if (kernel.getArgAttr(argument.getArgNumber(),
                               gpujit::plan::kNonNegativeAttr))
      argument.replaceAllUsesWith(expandCount(argument));
    else
      argument.replaceAllUsesWith(add(argument.getType(), {}));
  }

  /// Drops the first `count` parameters, the old ones.
  void finish(unsigned count) {
    block.eraseArguments(0, count);
    TypeRange types(
        ValueRange(block.getArguments().take_front(attributes.size())));
    kernel.setFunctionType(builder.getFunctionType(types, TypeRange{}));
    kernel.setAllArgAttrs(attributes);
  }

private:
  /// Behind the parameters so far, in front of what threads share.
  Value add(Type type, DictionaryAttr attribute) {
    unsigned place = kernel.getNumArguments() + attributes.size();
    attributes.push_back(attribute ? attribute : builder.getDictionaryAttr({}));
    return block.insertArgument(place, type, kernel.getLoc());
  }

  Value expandArray(BlockArgument argument, MemRefType type);
  Value expandCount(BlockArgument argument);
  DictionaryAttr nonNegative();

  gpu::GPUFuncOp kernel;
  Block &block;
  const LLVMTypeConverter &converter;
  OpBuilder builder;
  SmallVector<DictionaryAttr> attributes;
};
} // namespace

/// That a parameter is at least 0 removes most checks of subscripts.
DictionaryAttr ParameterList::nonNegative() {
  auto range = LLVM::ConstantRangeAttr::get(builder.getContext(), APInt(64, 0),
                                            APInt::getSignedMaxValue(64));
  return builder.getDictionaryAttr(
      builder.getNamedAttr(LLVM::LLVMDialect::getRangeAttrName(), range));
}

/// A count is an `index`, which the attribute isn't for.
Value ParameterList::expandCount(BlockArgument argument) {
  Value count = add(builder.getI64Type(), nonNegative());
  return arith::IndexCastOp::create(builder, argument.getLoc(),
                                    argument.getType(), count);
}

/// Pointer, extents, strides. The frame has a static shape: its pointer is all.
Value ParameterList::expandArray(BlockArgument argument, MemRefType type) {
  Location loc = argument.getLoc();
  auto descriptor =
      MemRefDescriptor::poison(builder, loc, converter.convertType(type));
  Value pointer = add(LLVM::LLVMPointerType::get(builder.getContext()),
                      kernel.getArgAttrDict(argument.getArgNumber()));
  descriptor.setAllocatedPtr(builder, loc, pointer);
  descriptor.setAlignedPtr(builder, loc, pointer);
  descriptor.setConstantOffset(builder, loc, 0);

  int64_t rank = type.getRank();
  SmallVector<Value> extents(rank);
  for (auto [axis, extent] : llvm::enumerate(extents)) {
    extent = type.isDynamicDim(axis)
                 ? add(builder.getI64Type(), nonNegative())
                 : LLVM::ConstantOp::create(builder, loc, builder.getI64Type(),
                                            type.getDimSize(axis));
    descriptor.setSize(builder, loc, axis, extent);
  }
  bool isContiguous = type.getLayout().isIdentity();
  Value stride =
      LLVM::ConstantOp::create(builder, loc, builder.getI64Type(), 1);
  for (int64_t axis = rank - 1; axis >= 0 && isContiguous; --axis) {
    descriptor.setStride(builder, loc, axis, stride);
    stride = axis == rank - 1
                 ? extents[axis]
                 : LLVM::MulOp::create(builder, loc, stride, extents[axis]);
  }
  for (int64_t axis = 0; axis < rank && !isContiguous; ++axis)
    descriptor.setStride(builder, loc, axis, add(builder.getI64Type(), {}));
  return UnrealizedConversionCastOp::create(builder, loc, type,
                                            Value(descriptor))
      .getResult(0);
}

namespace {
struct ExpandKernelArguments
    : gpujit::impl::ExpandKernelArgumentsBase<ExpandKernelArguments> {
  void runOnOperation() override {
    LLVMTypeConverter converter(&getContext());
    for (auto kernel : getOperation().getOps<gpu::GPUFuncOp>()) {
      if (!kernel.isKernel())
        continue;
      ParameterList parameters(kernel, converter);
      SmallVector<BlockArgument> old(
          kernel.getArguments().take_front(kernel.getNumArguments()));
      for (BlockArgument argument : old)
        parameters.expand(argument);
      parameters.finish(old.size());
    }
  }
};
} // namespace
