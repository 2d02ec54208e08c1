//===- PyKernelFolds.cpp - folds of pyk -----------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only what can't raise is folded: a constant expression that raises stays, so
// that it raises with its line.
//
//===----------------------------------------------------------------------===//

#include "PyKernel/PyKernel.h"

#include "mlir/IR/Builders.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace gpujit::pyk;

/// The 64 bits of an integer constant of Python's type.
static std::optional<int64_t> weakInt(Attribute attribute, Type type) {
  auto integer = dyn_cast_or_null<IntegerAttr>(attribute);
  if (!integer || !isa<PyIntType>(type))
    return std::nullopt;
  return integer.getInt();
}

static Attribute intAttr(MLIRContext *context, int64_t value) {
  return IntegerAttr::get(IntegerType::get(context, 64), value);
}

/// Folds an operation on two Python ints; `compute` returns nothing where
/// Python raises or leaves 64 bits.
static OpFoldResult
foldInts(Operation *op, Attribute lhs, Attribute rhs,
         llvm::function_ref<std::optional<int64_t>(int64_t, int64_t)> compute) {
  Type type = op->getResult(0).getType();
  auto a = weakInt(lhs, type), b = weakInt(rhs, type);
  if (!a || !b)
    return {};
  std::optional<int64_t> result = compute(*a, *b);
  return result ? OpFoldResult(intAttr(op->getContext(), *result)) : nullptr;
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

OpFoldResult CastOp::fold(FoldAdaptor) {
  if (getInput().getType() == getType())
    return getInput();
  return {};
}

OpFoldResult NotOp::fold(FoldAdaptor) {
  if (auto inner = getOperand().getDefiningOp<NotOp>())
    return inner.getOperand();
  return {};
}

OpFoldResult AddOp::fold(FoldAdaptor adaptor) {
  if (weakInt(adaptor.getRhs(), getType()) == 0)
    return getLhs();
  if (weakInt(adaptor.getLhs(), getType()) == 0)
    return getRhs();
  return foldInts(*this, adaptor.getLhs(), adaptor.getRhs(),
                  [](int64_t a, int64_t b) -> std::optional<int64_t> {
                    int64_t sum;
                    if (llvm::AddOverflow(a, b, sum))
                      return std::nullopt;
                    return sum;
                  });
}

OpFoldResult SubOp::fold(FoldAdaptor adaptor) {
  if (weakInt(adaptor.getRhs(), getType()) == 0)
    return getLhs();
  return foldInts(*this, adaptor.getLhs(), adaptor.getRhs(),
                  [](int64_t a, int64_t b) -> std::optional<int64_t> {
                    int64_t difference;
                    if (llvm::SubOverflow(a, b, difference))
                      return std::nullopt;
                    return difference;
                  });
}

OpFoldResult MulOp::fold(FoldAdaptor adaptor) {
  if (weakInt(adaptor.getRhs(), getType()) == 1)
    return getLhs();
  if (weakInt(adaptor.getLhs(), getType()) == 1)
    return getRhs();
  return foldInts(*this, adaptor.getLhs(), adaptor.getRhs(),
                  [](int64_t a, int64_t b) -> std::optional<int64_t> {
                    int64_t product;
                    if (llvm::MulOverflow(a, b, product))
                      return std::nullopt;
                    return product;
                  });
}

OpFoldResult FloorDivOp::fold(FoldAdaptor adaptor) {
  if (weakInt(adaptor.getRhs(), getType()) == 1)
    return getLhs();
  return foldInts(*this, adaptor.getLhs(), adaptor.getRhs(),
                  [](int64_t a, int64_t b) -> std::optional<int64_t> {
                    if (b == 0 || b == -1)
                      return std::nullopt;
                    return llvm::divideFloorSigned(a, b);
                  });
}

OpFoldResult ModOp::fold(FoldAdaptor adaptor) {
  return foldInts(*this, adaptor.getLhs(), adaptor.getRhs(),
                  [](int64_t a, int64_t b) -> std::optional<int64_t> {
                    if (b == 0 || b == -1)
                      return std::nullopt;
                    return a - b * llvm::divideFloorSigned(a, b);
                  });
}

OpFoldResult NegOp::fold(FoldAdaptor adaptor) {
  auto value = weakInt(adaptor.getOperand(), getType());
  if (!value || *value == INT64_MIN)
    return {};
  return intAttr(getContext(), -*value);
}

Operation *PyKernelDialect::materializeConstant(OpBuilder &builder,
                                                Attribute value, Type type,
                                                Location loc) {
  return ConstantOp::create(builder, loc, type, value);
}
