//===- Operators.cpp - Python's operators under NEP 50 --------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Import/Importer.h"

#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::import;
using namespace gpujit::pyk;
using namespace gpujit::syntax;

/// How an operator is written, for messages.
static StringRef spelling(StringRef op) {
  return llvm::StringSwitch<StringRef>(op)
      .Case("Add", "+")
      .Case("Sub", "-")
      .Case("Mult", "*")
      .Case("Div", "/")
      .Case("FloorDiv", "//")
      .Case("Mod", "%")
      .Case("Pow", "**")
      .Case("LShift", "<<")
      .Case("RShift", ">>")
      .Case("BitAnd", "&")
      .Case("BitOr", "|")
      .Case("BitXor", "^")
      .Case("MatMult", "@")
      .Case("USub", "-")
      .Case("UAdd", "+")
      .Case("Invert", "~")
      .Case("Eq", "==")
      .Case("NotEq", "!=")
      .Case("Lt", "<")
      .Case("LtE", "<=")
      .Case("Gt", ">")
      .Case("GtE", ">=")
      .Case("In", "in")
      .Case("NotIn", "not in")
      .Case("Is", "is")
      .Case("IsNot", "is not")
      .Default(op);
}

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

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Importer::Result Importer::emitBinary(const BinaryExpr &expr) {
  // The name that a result is assigned to belongs to the outermost operation.
  std::string target = std::exchange(targetName, "");
  if (std::optional<unsigned> bits = maskWidth(expr.op, *expr.right);
      bits && isIntegral(*expr.left)) {
    targetName = target;
    return emitMasked(expr, *bits);
  }
  Result lhs = emitOperand(*expr.left, expr.op, *expr.right);
  Result rhs =
      failed(lhs) ? lhs : emitOperand(*expr.right, expr.op, *expr.left);
  if (failed(rhs))
    return failure();
  targetName = target;
  return binary(expr.op, *lhs, *rhs, expr.range);
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
                                  const Operand &rhs, SourceRange range) {
  if (lhs.isBottom() || rhs.isBottom())
    return Operand();
  if (lhs.isArray() || rhs.isArray())
    return error(DiagnosticId::ArrayAsScalar, range,
                 {"'" + spelling(op).str() + "'",
                  (lhs.isArray() ? lhs : rhs).describe()});
  if (!lhs.isScalar() || !rhs.isScalar() || op == "MatMult")
    return error(DiagnosticId::OperandTypes, range,
                 {spelling(op).str(), lhs.describe(), rhs.describe()});
  if (op == "Pow" && isWeak(lhs.type()) && isWeak(rhs.type()))
    return power(lhs, rhs, range);
  if (lhs.masked || rhs.masked)
    if (std::optional<Operand> result = binaryMasked(op, lhs, rhs, range))
      return *result;
  Type type = operationType(op, lhs.type(), rhs.type());
  if (!type)
    return error(DiagnosticId::OperandTypes, range,
                 {spelling(op).str(), lhs.describe(), rhs.describe()});
  Location here = loc(range);
  mlir::Value a = cast(lhs, type, here), b = cast(rhs, type, here);
  if (isBool(type) && !isBitwise(op)) {
    if (op == "Sub")
      return error(DiagnosticId::BoolSubtract, range, {"subtraction"});
    op = op == "Add" ? "BitOr" : "BitAnd";
  }
  mlir::Value result = buildBinary(builder, here, op, a, b);
  if (!targetName.empty())
    result.getDefiningOp()->setAttr("target",
                                    builder.getStringAttr(targetName));
  return Operand::scalar(result);
}

/// A power of two Python numbers: an int if both are and the exponent isn't
/// negative.
Importer::Result Importer::power(const Operand &lhs, const Operand &rhs,
                                 SourceRange range) {
  bool isFloat = isFloating(lhs.type()) || isFloating(rhs.type());
  if (!isFloat && rhs.constants &&
      llvm::any_of(*rhs.constants,
                   [](const Constant &c) { return c.integer < 0; }))
    isFloat = true;
  Location here = loc(range);
  Type type = isFloat ? weakFloat() : weakInt();
  mlir::Value result =
      build<PowOp>(builder, here, cast(lhs, type, here), cast(rhs, type, here));
  if (!targetName.empty())
    result.getDefiningOp()->setAttr("target",
                                    builder.getStringAttr(targetName));
  return Operand::scalar(result);
}

Importer::Result Importer::emitUnary(const UnaryExpr &expr) {
  Location here = loc(expr);
  if (expr.op == "Not") {
    Condition operand = condition(*expr.operand);
    if (failed(operand))
      return failure();
    return weakBoolOf(NotOp::create(builder, here, boolType(), *operand), here);
  }
  Result operand = emitScalar(*expr.operand, "'" + spelling(expr.op) + "'");
  if (failed(operand) || operand->isBottom())
    return operand;
  Type type = operand->type();
  if (expr.op == "Invert") {
    if (isFloating(type))
      return error(DiagnosticId::OperandType, expr.range,
                   {"~", operand->describe()});
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
  return Operand::scalar(NegOp::create(
      builder, here, type, cast(*operand, type, here), false, nullptr));
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

static std::optional<Predicate> predicateOf(StringRef op) {
  return llvm::StringSwitch<std::optional<Predicate>>(op)
      .Case("Eq", Predicate::eq)
      .Case("NotEq", Predicate::ne)
      .Case("Lt", Predicate::lt)
      .Case("LtE", Predicate::le)
      .Case("Gt", Predicate::gt)
      .Case("GtE", Predicate::ge)
      .Default(std::nullopt);
}

/// The predicate with its operands exchanged.
static Predicate swapped(Predicate predicate) {
  switch (predicate) {
  case Predicate::lt:
    return Predicate::gt;
  case Predicate::le:
    return Predicate::ge;
  case Predicate::gt:
    return Predicate::lt;
  case Predicate::ge:
    return Predicate::le;
  default:
    return predicate;
  }
}

Importer::Result Importer::compare(StringRef op, const Operand &lhs,
                                   const Operand &rhs, SourceRange range) {
  if (lhs.isBottom() || rhs.isBottom())
    return Operand();
  std::optional<Predicate> predicate = predicateOf(op);
  if (!predicate)
    return error(DiagnosticId::UnsupportedExpression, range,
                 {"'" + spelling(op).str() + "'",
                  "compare numbers with ==, !=, <, <=, > or >="});
  if (!lhs.isScalar() || !rhs.isScalar())
    return error(
        lhs.isArray() || rhs.isArray() ? DiagnosticId::ArrayAsScalar
                                       : DiagnosticId::OperandTypes,
        range,
        lhs.isArray() || rhs.isArray()
            ? std::vector<std::string>{"'" + spelling(op).str() + "'",
                                       (lhs.isArray() ? lhs : rhs).describe()}
            : std::vector<std::string>{spelling(op).str(), lhs.describe(),
                                       rhs.describe()});
  Location here = loc(range);
  Type a = lhs.type(), b = rhs.type();
  bool bothWeak = isWeak(a) && isWeak(b);
  mlir::Value result;
  // Integers compare by value, whatever their types: in 64 bits, or exactly
  // where one is unsigned and doesn't fit.
  if (!isFloating(a) && !isFloating(b)) {
    auto is64Unsigned = [](Type type) { return type.isUnsignedInteger(64); };
    a = lhs.ssa.getType();
    b = rhs.ssa.getType();
    if (a == b)
      result = CmpOp::create(builder, here, boolType(), *predicate, lhs.ssa,
                             rhs.ssa);
    else if (is64Unsigned(a) != is64Unsigned(b)) {
      const Operand &isSigned = is64Unsigned(a) ? rhs : lhs;
      const Operand &isUnsigned = is64Unsigned(a) ? lhs : rhs;
      if (is64Unsigned(a))
        predicate = swapped(*predicate);
      result =
          CmpMixedOp::create(builder, here, boolType(), *predicate,
                             cast(isSigned, weakInt(), here), isUnsigned.ssa);
    } else {
      result =
          CmpOp::create(builder, here, boolType(), *predicate,
                        cast(lhs, weakInt(), here), cast(rhs, weakInt(), here));
    }
  } else {
    Type type = sema::arithmeticType(a, b);
    result = CmpOp::create(builder, here, boolType(), *predicate,
                           cast(lhs, type, here), cast(rhs, type, here));
  }
  return bothWeak ? weakBoolOf(result, here) : Operand::scalar(result);
}

Importer::Result Importer::emitCompare(const CompareExpr &expr) {
  Result left = emit(*expr.left);
  if (failed(left))
    return failure();
  std::function<Result(Operand, size_t)> from = [&](Operand lhs,
                                                    size_t i) -> Result {
    Result rhs = emit(*expr.comparators[i]);
    Result here =
        failed(rhs) ? rhs : compare(expr.ops[i], lhs, *rhs, expr.range);
    if (failed(here) || here->isBottom() || i + 1 == expr.ops.size())
      return here;
    // a < b < c is a < b and b < c, with b evaluated once.
    Condition test = truth(*here, expr.range);
    if (failed(test))
      return failure();
    return choose(
        *test, expr.range, [&] { return from(*rhs, i + 1); },
        [&]() -> Result {
          return constant(here->type(), Constant::of(int64_t(0)), loc(expr));
        });
  };
  return from(*left, 0);
}
