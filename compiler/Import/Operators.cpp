//===- Operators.cpp - Python's operators under NEP 50 --------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Import/Importer.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::import;
using namespace gpujit::pyk;
using namespace gpujit::syntax;

static bool isBitwise(StringRef op) {
  return op == "BitAnd" || op == "BitOr" || op == "BitXor";
}

static bool isShift(StringRef op) { return op == "LShift" || op == "RShift"; }

template <typename Op>
static mlir::Value build(OpBuilder &builder, Location loc, mlir::Value lhs,
                         mlir::Value rhs) {
  return Op::create(builder, loc, lhs.getType(), lhs, rhs, /*exact=*/false,
                    /*target=*/nullptr);
}

/// The pyk operation of a binary operator, on operands of one type.
static mlir::Value buildBinary(OpBuilder &builder, Location loc, StringRef op,
                               mlir::Value lhs, mlir::Value rhs) {
  using Builder =
      mlir::Value (*)(OpBuilder &, Location, mlir::Value, mlir::Value);
  auto make = llvm::StringSwitch<Builder>(op)
                  .Case("Add", build<AddOp>)
                  .Case("Sub", build<SubOp>)
                  .Case("Mult", build<MulOp>)
                  .Case("Div", build<DivOp>)
                  .Case("FloorDiv", build<FloorDivOp>)
                  .Case("Mod", build<ModOp>)
                  .Case("Pow", build<PowOp>)
                  .Case("LShift", build<ShlOp>)
                  .Case("RShift", build<ShrOp>)
                  .Case("BitAnd", build<AndOp>)
                  .Case("BitOr", build<OrOp>)
                  .Case("BitXor", build<XorOp>)
                  .Default(nullptr);
  return make ? make(builder, loc, lhs, rhs) : mlir::Value();
}

/// The result of an operation on two literals, so that `2 * N + 1` may be an
/// extent. Variables aren't looked into: a counter would be followed for as
/// many rounds of typing its loop as there are constants.
static sema::Constants foldConstants(StringRef op, const Operand &lhs,
                                     const Operand &rhs) {
  auto literal = [](const Operand &operand) -> std::optional<int64_t> {
    if (!isa<PyIntType>(operand.type()) || operand.ssa.getDefiningOp<GetOp>() ||
        !operand.constants || operand.constants->size() != 1)
      return std::nullopt;
    return operand.constants->front().integer;
  };
  std::optional<int64_t> a = literal(lhs), b = literal(rhs);
  if (!a || !b)
    return std::nullopt;
  int64_t result;
  bool isKnown = op == "Add"    ? !llvm::AddOverflow(*a, *b, result)
                 : op == "Sub"  ? !llvm::SubOverflow(*a, *b, result)
                 : op == "Mult" ? !llvm::MulOverflow(*a, *b, result)
                                : false;
  if (op == "FloorDiv" && *b > 0) {
    result = llvm::divideFloorSigned(*a, *b);
    isKnown = true;
  }
  if (!isKnown)
    return std::nullopt;
  return sema::Constants(std::in_place, 1, Constant::of(result));
}

/// Names the variable that a result is assigned to, for messages.
static void setTarget(mlir::Value result, StringRef target) {
  if (!target.empty())
    result.getDefiningOp()->setAttr(
        "target", StringAttr::get(result.getContext(), target));
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Importer::Result Importer::emitBinary(const BinaryExpr &expr,
                                      StringRef target) {
  if (std::optional<unsigned> bits = maskWidth(expr.op, *expr.right);
      bits && isIntegral(*expr.left))
    return emitMasked(expr, *bits);
  Result lhs = emitOperand(*expr.left, expr.op, *expr.right);
  Result rhs =
      failed(lhs) ? lhs : emitOperand(*expr.right, expr.op, *expr.left);
  if (failed(rhs))
    return failure();
  return binary(expr.op, *lhs, *rhs, expr.range, target);
}

/// An operand of a binary operator. A constant int beyond 64 bits, such as
/// 2**64, is a float where Python makes a float of it, and an error elsewhere.
Importer::Result Importer::emitOperand(const Expr &expr, StringRef op,
                                       const Expr &other) {
  std::optional<double> large = largeConstant(expr);
  if (!large)
    return emit(expr);
  if (op != "Div" && isIntegral(other))
    return error(DiagnosticId::LiteralTooLarge, expr.range,
                 {std::to_string(*large)});
  return constant(weakFloat(), Constant::of(*large), loc(expr));
}

/// The type that Python or NumPy computes `lhs op rhs` in; null where the
/// operator isn't defined.
Type Importer::operationType(StringRef op, Type lhs, Type rhs) {
  Type type = sema::arithmeticType(lhs, rhs);
  bool isFloat = isFloating(type);
  if (isBitwise(op))
    return isFloat ? Type() : type;
  if (isShift(op) && isFloat)
    return {};
  if (op == "Div")
    return isFloat ? type : isWeak(type) ? weakFloat() : f64();
  if (isa<PyBoolType>(type))
    return weakInt();
  // NumPy has no division, power or shift of bools: it takes int8.
  if (isBool(type) && op != "Add" && op != "Mult" && op != "Sub")
    return builder.getIntegerType(8, /*isSigned=*/true);
  return type;
}

Importer::Result Importer::binary(StringRef op, const Operand &lhs,
                                  const Operand &rhs, SourceRange range,
                                  StringRef target) {
  if (lhs.isBottom() || rhs.isBottom())
    return Operand();
  if (lhs.isArray() || rhs.isArray())
    return noNumber("'" + spelling(op) + "'", lhs.isArray() ? lhs : rhs, range);
  if (!lhs.isNumber() || !rhs.isNumber())
    return noNumber("'" + spelling(op) + "'", lhs.isNumber() ? rhs : lhs,
                    range);
  if (op == "MatMult")
    return error(DiagnosticId::OperandTypes, range,
                 {spelling(op).str(), lhs.describe(), rhs.describe(),
                  "write the loops of the product"});
  if (lhs.isComplex() || rhs.isComplex())
    return binaryComplex(op, lhs, rhs, range);
  if (op == "Pow" && isWeak(lhs.type()) && isWeak(rhs.type()))
    return power(lhs, rhs, range, target);
  if (lhs.masked || rhs.masked)
    if (std::optional<Operand> result = binaryMasked(op, lhs, rhs, range))
      return *result;
  Type type = operationType(op, lhs.type(), rhs.type());
  if (!type)
    return error(DiagnosticId::OperandTypes, range,
                 {spelling(op).str(), lhs.describe(), rhs.describe(),
                  "convert floats with int()"});
  Location here = loc(range);
  mlir::Value a = cast(lhs, type, here), b = cast(rhs, type, here);
  if (isBool(type) && !isBitwise(op)) {
    if (op == "Sub")
      return error(DiagnosticId::BoolSubtract, range, {"subtraction"});
    op = op == "Add" ? "BitOr" : "BitAnd";
  }
  mlir::Value result = buildBinary(builder, here, op, a, b);
  setTarget(result, target);
  return Operand::scalar(result, foldConstants(op, lhs, rhs));
}

/// A power of two Python numbers: an int if both are and the exponent isn't
/// negative.
Importer::Result Importer::power(const Operand &lhs, const Operand &rhs,
                                 SourceRange range, StringRef target) {
  bool isFloat = isFloating(lhs.type()) || isFloating(rhs.type());
  if (!isFloat && rhs.constants &&
      llvm::any_of(*rhs.constants,
                   [](const Constant &c) { return c.integer < 0; }))
    isFloat = true;
  Location here = loc(range);
  Type type = isFloat ? weakFloat() : weakInt();
  mlir::Value result =
      build<PowOp>(builder, here, cast(lhs, type, here), cast(rhs, type, here));
  setTarget(result, target);
  return Operand::scalar(result);
}

Importer::Result Importer::emitUnary(const UnaryExpr &expr, StringRef target) {
  Location here = loc(expr);
  if (expr.op == "Not") {
    Condition operand = condition(*expr.operand);
    if (failed(operand))
      return failure();
    return weakBoolOf(negate(*operand, here), here);
  }
  Result operand = emit(*expr.operand);
  if (failed(operand) || operand->isBottom())
    return operand;
  if (operand->isComplex())
    return unaryComplex(expr.op, *operand, expr.range);
  if (!operand->isScalar())
    return noNumber("'" + spelling(expr.op) + "'", *operand,
                    expr.operand->range);
  Type type = operand->type();
  if (expr.op == "Invert") {
    if (isFloating(type))
      return error(DiagnosticId::OperandType, expr.range,
                   {"~", operand->describe(), "convert it with int()"});
    if (isa<PyBoolType>(type))
      type = weakInt();
    return Operand::scalar(InvertOp::create(
        builder, here, type, cast(*operand, type, here), false, nullptr));
  }
  if (type.isInteger(1))
    return error(DiagnosticId::BoolSubtract, expr.range,
                 {expr.op == "USub" ? "negative" : "positive"});
  if (isa<PyBoolType>(type))
    type = weakInt();
  if (expr.op == "UAdd")
    return Operand::scalar(cast(*operand, type, here));
  // A negative literal is a constant, not an operation.
  if (isWeak(type) && operand->constants && operand->constants->size() == 1) {
    Constant value = operand->constants->front();
    if (value.isFloat)
      return constant(type, Constant::of(-value.real), here);
    if (value.integer != INT64_MIN)
      return constant(type, Constant::of(-value.integer), here);
  }
  auto negated = NegOp::create(builder, here, type, cast(*operand, type, here),
                               false, nullptr);
  setTarget(negated, target);
  return Operand::scalar(negated);
}
