//===- ArrayAccess.cpp - how a kernel uses its array arguments
//---------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/LoopsToPlan/ArrayAccess.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

/// Subscripts are short chains; longer ones are left unknown.
static constexpr unsigned kMaxDepth = 24;

using Coefficient = std::optional<int64_t>;

static Coefficient coefficient(Value value, Value index, unsigned depth);

/// A product is linear when one side is a constant.
static Coefficient ofProduct(arith::MulIOp op, Value index, unsigned depth) {
  Coefficient lhs = coefficient(op.getLhs(), index, depth);
  Coefficient rhs = coefficient(op.getRhs(), index, depth);
  if (lhs == 0 && rhs == 0)
    return 0;
  APInt factor;
  if (rhs && matchPattern(op.getLhs(), m_ConstantInt(&factor)))
    return factor.getSExtValue() * *rhs;
  if (lhs && matchPattern(op.getRhs(), m_ConstantInt(&factor)))
    return factor.getSExtValue() * *lhs;
  return std::nullopt;
}

static Coefficient coefficient(Value value, Value index, unsigned depth) {
  if (value == index)
    return 1;
  Operation *op = value.getDefiningOp();
  if (!op)
    return 0;
  if (depth == kMaxDepth || op->getNumRegions() != 0)
    return std::nullopt;
  ++depth;
  auto of = [&](unsigned operand) {
    return coefficient(op->getOperand(operand), index, depth);
  };
  if (isa<arith::IndexCastOp>(op))
    return of(0);
  if (auto product = dyn_cast<arith::MulIOp>(op))
    return ofProduct(product, index, depth);
  if (isa<arith::AddIOp, arith::SubIOp>(op)) {
    Coefficient lhs = of(0), rhs = of(1);
    if (!lhs || !rhs)
      return std::nullopt;
    return isa<arith::AddIOp>(op) ? *lhs + *rhs : *lhs - *rhs;
  }
  // A negative index that wraps moves as one that doesn't.
  if (isa<arith::SelectOp>(op))
    return of(1) == of(2) ? of(1) : std::nullopt;
  for (unsigned operand = 0; operand < op->getNumOperands(); ++operand)
    if (of(operand) != 0)
      return std::nullopt;
  return 0;
}

std::optional<int64_t> gpujit::coefficientOf(Value value, Value index) {
  return coefficient(value, index, 0);
}

/// By one element along the last axis, and not along the others.
static bool hasUnitStride(ValueRange subscripts, Value index) {
  if (subscripts.empty())
    return false;
  Coefficient last = gpujit::coefficientOf(subscripts.back(), index);
  return last && (*last == 1 || *last == -1) &&
         llvm::all_of(subscripts.drop_back(), [&](Value subscript) {
           return gpujit::coefficientOf(subscript, index) == 0;
         });
}

unsigned gpujit::countUnitStrides(Operation *op, Value index) {
  unsigned count = 0;
  op->walk([&](Operation *nested) {
    if (auto load = dyn_cast<memref::LoadOp>(nested))
      count += hasUnitStride(load.getIndices(), index);
    else if (auto store = dyn_cast<memref::StoreOp>(nested))
      count += hasUnitStride(store.getIndices(), index);
  });
  return count;
}

StringRef gpujit::accessOf(Value array) {
  bool isRead = llvm::all_of(array.getUsers(),
                             llvm::IsaPred<memref::LoadOp, memref::DimOp>);
  return isRead ? "read" : "readwrite";
}
