//===- Halves.cpp - float16 is computed with as float32 -------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Import/Importer.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::pyk;

static mlir::Value convert(OpBuilder &builder, Location loc, mlir::Value value,
                           Type type) {
  return CastOp::create(builder, loc, type, value, /*exact=*/false);
}

/// bfloat16 to a strong integer: zero where that can't hold it, unlike NumPy's
/// own floats.
static void castOrZero(CastOp cast) {
  OpBuilder builder(cast);
  Location loc = cast.getLoc();
  Type to = cast.getType(), single = builder.getF32Type();
  mlir::Value value = convert(builder, loc, cast.getInput(), single);
  bool isSigned = isSignedInteger(to);
  double end = std::ldexp(1.0, bitWidth(to) - isSigned);
  auto test = [&](Predicate predicate, double bound) -> mlir::Value {
    auto number = ConstantOp::create(builder, loc, single,
                                     builder.getF64FloatAttr(bound));
    return CmpOp::create(builder, loc, builder.getI1Type(), predicate, value,
                         number);
  };
  mlir::Value fits = AndOp::create(builder, loc, builder.getI1Type(),
                                   isSigned ? test(Predicate::ge, -end)
                                            : test(Predicate::gt, -1),
                                   test(Predicate::lt, end), false, nullptr);
  auto choice = IfOp::create(builder, loc, TypeRange(to), fits);
  builder.createBlock(&choice.getThenRegion());
  YieldOp::create(builder, loc, convert(builder, loc, value, to));
  builder.createBlock(&choice.getElseRegion());
  mlir::Value zero =
      ConstantOp::create(builder, loc, to, builder.getI64IntegerAttr(0));
  YieldOp::create(builder, loc, zero);
  cast.replaceAllUsesWith(choice.getResult(0));
  cast.erase();
}

/// NumPy converts integers to float16 by way of float32, to bfloat16 by way of
/// float64, a Python int by way of a Python float; and float16 to anything else
/// by way of float32.
static void splitCast(CastOp cast) {
  Type from = cast.getInput().getType(), to = cast.getType();
  if (isFloating(from) && isFloating(to) && isHalf(from) != isHalf(to))
    return;
  if (from.isBF16() && isInteger(to) && !isWeak(to))
    return castOrZero(cast);
  OpBuilder builder(cast);
  Type between = builder.getF32Type();
  if (to.isBF16() && !isFloating(from))
    between = builder.getF64Type();
  if (isa<PyIntType>(from))
    between = PyFloatType::get(cast.getContext());
  cast.getInputMutable().assign(
      convert(builder, cast.getLoc(), cast.getInput(), between));
}

/// `round(x, n)` rounds three times in NumPy: the product with a power of ten,
/// the whole number, the quotient.
static bool roundInSteps(RoundOp round) {
  if (!round.getNdigits() || *round.getNdigits() == 0)
    return false;
  OpBuilder builder(round);
  Location loc = round.getLoc();
  Type half = round.getType(), single = builder.getF32Type();
  int64_t digits = *round.getNdigits();
  double power = sema::rounded(std::pow(10.0, std::abs(double(digits))), half);
  mlir::Value factor =
      ConstantOp::create(builder, loc, single, builder.getF64FloatAttr(power));
  auto inHalf = [&](mlir::Value value) {
    return convert(builder, loc, convert(builder, loc, value, half), single);
  };
  auto multiply = [&](mlir::Value value) -> mlir::Value {
    return inHalf(
        MulOp::create(builder, loc, single, value, factor, false, nullptr));
  };
  auto divide = [&](mlir::Value value) -> mlir::Value {
    return inHalf(
        DivOp::create(builder, loc, single, value, factor, false, nullptr));
  };
  mlir::Value value = convert(builder, loc, round.getOperand(), single);
  value = digits > 0 ? multiply(value) : divide(value);
  value = RoundOp::create(builder, loc, single, value, nullptr);
  value = digits > 0 ? divide(value) : multiply(value);
  round.replaceAllUsesWith(convert(builder, loc, value, half));
  round.erase();
  return true;
}

static void widen(Operation *op) {
  OpBuilder builder(op);
  Type single = builder.getF32Type();
  for (OpOperand &operand : op->getOpOperands())
    if (isHalf(operand.get().getType()))
      operand.set(convert(builder, op->getLoc(), operand.get(), single));
  builder.setInsertionPointAfter(op);
  for (OpResult result : op->getResults()) {
    if (!isHalf(result.getType()))
      continue;
    Type half = result.getType();
    result.setType(single);
    mlir::Value rounded = convert(builder, op->getLoc(), result, half);
    result.replaceAllUsesExcept(rounded, rounded.getDefiningOp());
  }
}

/// Whether an operation only moves values about.
static bool moves(Operation *op) {
  return isa<LoadOp, StoreOp, VarOp, GetOp, SetOp, ConstantOp, AllocOp, PrintOp,
             IfOp, YieldOp, ReturnOp, InlinedOp, FuncOp>(op);
}

void import::computeHalvesAsSingles(ModuleOp module) {
  SmallVector<Operation *> found;
  auto isHalfValue = [](mlir::Value value) { return isHalf(value.getType()); };
  module.walk([&](Operation *op) {
    if (!moves(op) && (llvm::any_of(op->getOperands(), isHalfValue) ||
                       llvm::any_of(op->getResults(), isHalfValue)))
      found.push_back(op);
  });
  for (Operation *op : found) {
    auto round = dyn_cast<RoundOp>(op);
    if (auto cast = dyn_cast<CastOp>(op))
      splitCast(cast);
    else if (!round || !roundInSteps(round))
      widen(op);
  }
}
