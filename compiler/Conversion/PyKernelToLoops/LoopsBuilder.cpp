//===- LoopsBuilder.cpp - builds the loops stage --------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/PyKernelToLoops/LoopsBuilder.h"

#include "Plan/Plan.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace gpujit;

LoopsBuilder::LoopsBuilder(ModuleOp module)
    : ImplicitLocOpBuilder(module.getLoc(), module.getContext()),
      module(module) {}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

Value LoopsBuilder::integer(Type type, int64_t value) {
  APInt bits(type.isIndex() ? 64 : type.getIntOrFloatBitWidth(), value,
             /*isSigned=*/true, /*implicitTrunc=*/true);
  return arith::ConstantOp::create(*this, IntegerAttr::get(type, bits));
}

Value LoopsBuilder::real(Type type, double value) {
  return arith::ConstantOp::create(*this, FloatAttr::get(type, value));
}

Value LoopsBuilder::truth(bool value) { return integer(getI1Type(), value); }

Value LoopsBuilder::zero(Type type) {
  return arith::ConstantOp::create(*this, getZeroAttr(type));
}

Value LoopsBuilder::lowest(Type type) {
  APInt bits = APInt::getSignedMinValue(type.getIntOrFloatBitWidth());
  return arith::ConstantOp::create(*this, IntegerAttr::get(type, bits));
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Value LoopsBuilder::invert(Value condition) {
  return bitXor(condition, truth(true));
}

Value LoopsBuilder::compare(IntPredicate predicate, Value lhs, Value rhs) {
  return createOrFold<arith::CmpIOp>(predicate, lhs, rhs);
}

Value LoopsBuilder::compare(FloatPredicate predicate, Value lhs, Value rhs) {
  return createOrFold<arith::CmpFOp>(predicate, lhs, rhs);
}

Value LoopsBuilder::choose(Value condition, Value yes, Value no) {
  return createOrFold<arith::SelectOp>(condition, yes, no);
}

Value LoopsBuilder::isNegative(Value integer) {
  return compare(IntPredicate::slt, integer, zero(integer.getType()));
}

Value LoopsBuilder::isNaN(Value real) {
  return compare(FloatPredicate::UNO, real, real);
}

static Value infinity(LoopsBuilder &build, Type type) {
  return build.real(type, std::numeric_limits<double>::infinity());
}

Value LoopsBuilder::isInfinite(Value real) {
  return compare(FloatPredicate::OEQ, make<math::AbsFOp>(real),
                 infinity(*this, real.getType()));
}

Value LoopsBuilder::isFinite(Value real) {
  return compare(FloatPredicate::OLT, make<math::AbsFOp>(real),
                 infinity(*this, real.getType()));
}

Value LoopsBuilder::resize(Value integer, Type type, bool isSigned) {
  unsigned from = integer.getType().getIntOrFloatBitWidth();
  unsigned to = type.getIntOrFloatBitWidth();
  if (from == to)
    return integer;
  if (from > to)
    return createOrFold<arith::TruncIOp>(type, integer);
  if (isSigned)
    return createOrFold<arith::ExtSIOp>(type, integer);
  return createOrFold<arith::ExtUIOp>(type, integer);
}

Value LoopsBuilder::toIndex(Value integer) {
  if (auto cast = integer.getDefiningOp<arith::IndexCastOp>())
    if (cast.getIn().getType().isIndex())
      return cast.getIn();
  return createOrFold<arith::IndexCastOp>(getIndexType(), integer);
}

Value LoopsBuilder::fromIndex(Value index) {
  return createOrFold<arith::IndexCastOp>(getI64Type(), index);
}

//===----------------------------------------------------------------------===//
// Errors and library functions
//===----------------------------------------------------------------------===//

void LoopsBuilder::check(Value condition, const RaiseInfo &raise,
                         ArrayRef<Value> payload) {
  if (matchPattern(condition, m_One()))
    return;
  SmallVector<Value> words;
  for (Value value : payload)
    words.push_back(resize(value, getI64Type(), /*isSigned=*/true));
  plan::CheckOp::create(*this, condition, raise.exception, raise.message,
                        words);
}

Value LoopsBuilder::hasNotFailed() {
  return invert(plan::FailedOp::create(*this, getI1Type()));
}

Value LoopsBuilder::callLibrary(StringRef name, ArrayRef<Value> operands) {
  Type type = operands.front().getType();
  std::string symbol = ("__nv_" + name + (type.isF32() ? "f" : "")).str();
  auto callee = module.lookupSymbol<func::FuncOp>(symbol);
  if (!callee) {
    OpBuilder atEnd = OpBuilder::atBlockEnd(module.getBody());
    SmallVector<Type> types(operands.size(), type);
    callee = func::FuncOp::create(atEnd, module.getLoc(), symbol,
                                  getFunctionType(types, type));
    callee.setPrivate();
  }
  return func::CallOp::create(*this, callee, operands).getResult(0);
}

std::optional<int64_t> gpujit::constantInteger(Value value) {
  APInt bits;
  if (!matchPattern(value, m_ConstantInt(&bits)))
    return std::nullopt;
  return bits.getSExtValue();
}

std::optional<double> gpujit::constantReal(Value value) {
  APFloat number(0.0);
  if (!matchPattern(value, m_ConstantFloat(&number)))
    return std::nullopt;
  return number.convertToDouble();
}
