//===- Comparisons.cpp - comparisons and membership -----------------------===//
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

/// Two Python numbers that are known when the kernel is compiled.
static std::optional<bool> compareConstants(Predicate predicate,
                                            const sema::Constants &a,
                                            const sema::Constants &b) {
  if (!a || !b || a->size() != 1 || b->size() != 1 ||
      a->front().isFloat != b->front().isFloat)
    return std::nullopt;
  auto decide = [predicate](auto lhs, auto rhs) {
    switch (predicate) {
    case Predicate::eq:
      return lhs == rhs;
    case Predicate::ne:
      return lhs != rhs;
    case Predicate::lt:
      return lhs < rhs;
    case Predicate::le:
      return lhs <= rhs;
    case Predicate::gt:
      return lhs > rhs;
    case Predicate::ge:
      return lhs >= rhs;
    }
    llvm_unreachable("all predicates handled");
  };
  return a->front().isFloat ? decide(a->front().real, b->front().real)
                            : decide(a->front().integer, b->front().integer);
}

Importer::Result Importer::identity(StringRef op, const Operand &lhs,
                                    const Operand &rhs, SourceRange range) {
  if (lhs.isEnum && rhs.isEnum)
    return compareTuples(op == "Is" ? "Eq" : "NotEq", lhs, rhs, range);
  if (lhs.kind != Operand::Kind::None && rhs.kind != Operand::Kind::None)
    return error(DiagnosticId::UnsupportedExpression, range,
                 {"'" + spelling(op).str() + "' between numbers",
                  "compare numbers with == or !="});
  bool isSame = lhs.kind == rhs.kind;
  return constant(weakBool(), Constant::of(int64_t(isSame == (op == "Is"))),
                  loc(range));
}

Importer::Result Importer::compareTuples(StringRef op, const Operand &lhs,
                                         const Operand &rhs,
                                         SourceRange range) {
  Location here = loc(range);
  bool differ = lhs.elements.size() != rhs.elements.size() ||
                lhs.isTuple() != rhs.isTuple() || lhs.isEnum != rhs.isEnum ||
                (lhs.isEnum && lhs.text != rhs.text);
  mlir::Value same =
      constant(boolType(), Constant::of(int64_t(!differ)), here).ssa;
  for (size_t i = 0; !differ && i < lhs.elements.size(); ++i) {
    Result equal = compare("Eq", lhs.elements[i], rhs.elements[i], range);
    if (failed(equal) || equal->isBottom())
      return equal;
    Condition test = truth(*equal, range);
    if (failed(test))
      return failure();
    same = known(same) == true
               ? *test
               : AndOp::create(builder, here, boolType(), same, *test,
                               /*exact=*/false, /*target=*/nullptr);
  }
  return weakBoolOf(op == "Eq" ? same : negate(same, here), here);
}

Importer::Result Importer::isAmong(StringRef op, const Operand &value,
                                   const Operand &tuple, SourceRange range) {
  if (tuple.kind != Operand::Kind::Tuple)
    return error(DiagnosticId::UnsupportedExpression, range,
                 {"'" + spelling(op).str() + "' " + tuple.describe(),
                  "write the loop over the elements"});
  Location here = loc(range);
  mlir::Value found = zero(boolType(), here);
  for (const Operand &element : tuple.elements) {
    Result same = compare("Eq", value, element, range);
    if (failed(same) || same->isBottom())
      return same;
    Condition test = truth(*same, range);
    if (failed(test))
      return failure();
    found = known(found) == false
                ? *test
                : OrOp::create(builder, here, boolType(), found, *test,
                               /*exact=*/false, /*target=*/nullptr);
  }
  return weakBoolOf(op == "In" ? found : negate(found, here), here);
}

Importer::Result Importer::compare(StringRef op, const Operand &lhs,
                                   const Operand &rhs, SourceRange range) {
  if (lhs.isBottom() || rhs.isBottom())
    return Operand();
  if (op == "Is" || op == "IsNot")
    return identity(op, lhs, rhs, range);
  if (op == "In" || op == "NotIn")
    return isAmong(op, lhs, rhs, range);
  if ((lhs.isTuple() && (rhs.isTuple() || rhs.isNumber())) ||
      (lhs.isNumber() && rhs.isTuple()))
    if (op == "Eq" || op == "NotEq")
      return compareTuples(op, lhs, rhs, range);
  if (lhs.isArray() || rhs.isArray())
    return noNumber("'" + spelling(op) + "'", lhs.isArray() ? lhs : rhs, range);
  if (!lhs.isNumber() || !rhs.isNumber())
    return noNumber("'" + spelling(op) + "'", lhs.isNumber() ? rhs : lhs,
                    range);
  if (lhs.isComplex() || rhs.isComplex())
    return compareComplex(op, lhs, rhs, range);
  return compareScalars(op, lhs, rhs, range);
}

Importer::Result Importer::compareScalars(StringRef op, const Operand &lhs,
                                          const Operand &rhs,
                                          SourceRange range) {
  Predicate predicate = *predicateOf(op);
  Location here = loc(range);
  Type a = lhs.type(), b = rhs.type();
  if (std::optional<bool> outcome =
          compareConstants(predicate, lhs.constants, rhs.constants))
    return constant(weakBool(), Constant::of(int64_t(*outcome)), here);
  auto in = [&](Type type) -> mlir::Value {
    return CmpOp::create(builder, here, boolType(), predicate,
                         cast(lhs, type, here), cast(rhs, type, here));
  };
  auto is64Unsigned = [](Type type) { return type.isUnsignedInteger(64); };
  bool areWeak = isWeak(a) && isWeak(b);
  mlir::Value result;
  if (isFloating(a) || isFloating(b)) {
    result = in(a == b ? a : sema::arithmeticType(a, b));
    return areWeak ? weakBoolOf(result, here) : Operand::scalar(result);
  }
  a = lhs.ssa.getType();
  b = rhs.ssa.getType();
  if (a == b)
    result =
        CmpOp::create(builder, here, boolType(), predicate, lhs.ssa, rhs.ssa);
  // Integers compare by value, whatever their types: in 64 bits, or exactly
  // where one is unsigned and doesn't fit.
  else if (is64Unsigned(a) == is64Unsigned(b))
    result = in(weakInt());
  else if (is64Unsigned(b))
    result = CmpMixedOp::create(builder, here, boolType(), predicate,
                                cast(lhs, weakInt(), here), rhs.ssa);
  else
    result = CmpMixedOp::create(builder, here, boolType(), swapped(predicate),
                                cast(rhs, weakInt(), here), lhs.ssa);
  return areWeak ? weakBoolOf(result, here) : Operand::scalar(result);
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
