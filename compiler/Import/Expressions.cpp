//===- Expressions.cpp - names, constants, choices, tuples ----------------===//
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

Importer::Result Importer::emit(const Expr &expr, StringRef target) {
  switch (expr.kind) {
  case Expr::Kind::Constant:
    return emitConstant(llvm::cast<ConstantExpr>(expr));
  case Expr::Kind::Name:
    return readName(llvm::cast<NameExpr>(expr));
  case Expr::Kind::Captured:
    return emitCaptured(llvm::cast<CapturedExpr>(expr));
  case Expr::Kind::Binary:
    return emitBinary(llvm::cast<BinaryExpr>(expr), target);
  case Expr::Kind::Unary:
    return emitUnary(llvm::cast<UnaryExpr>(expr), target);
  case Expr::Kind::Bool:
    return emitBool(llvm::cast<BoolExpr>(expr));
  case Expr::Kind::Compare:
    return emitCompare(llvm::cast<CompareExpr>(expr));
  case Expr::Kind::Conditional:
    return emitConditional(llvm::cast<ConditionalExpr>(expr), target);
  case Expr::Kind::Call:
    return emitCall(llvm::cast<CallExpr>(expr), target);
  case Expr::Kind::Attribute:
    return emitAttribute(llvm::cast<AttributeExpr>(expr));
  case Expr::Kind::Subscript:
    return emitSubscript(llvm::cast<SubscriptExpr>(expr));
  case Expr::Kind::Tuple:
    return emitTuple(llvm::cast<TupleExpr>(expr));
  case Expr::Kind::Named:
    return emitNamed(llvm::cast<NamedExpr>(expr));
  case Expr::Kind::Starred:
    return error(DiagnosticId::UnsupportedExpression, expr.range,
                 {"'*' here", "write the elements out"});
  case Expr::Kind::Unsupported: {
    auto [what, remedy] = describeExpr(llvm::cast<UnsupportedExpr>(expr).what);
    return error(DiagnosticId::UnsupportedExpression, expr.range,
                 {what.str(), remedy.str()});
  }
  }
  llvm_unreachable("all kinds handled");
}

Importer::Result Importer::emitScalar(const Expr &expr, const Twine &what) {
  Result value = emit(expr);
  if (failed(value) || value->isBottom() || value->isScalar())
    return value;
  return noNumber(what, *value, expr.range);
}

FailureOr<std::vector<Operand>> Importer::emitAll(const ExprList &exprs) {
  std::vector<Operand> values;
  for (const ExprPtr &expr : exprs) {
    auto *starred = llvm::dyn_cast<StarredExpr>(expr.get());
    Result value = emit(starred ? *starred->value : *expr);
    if (failed(value))
      return failure();
    if (!starred)
      values.push_back(*value);
    else if (value->isTuple())
      llvm::append_range(values, value->elements);
    else if (!value->isBottom())
      return error(DiagnosticId::NotUnpackable, expr->range,
                   {value->describe()});
  }
  return values;
}

//===----------------------------------------------------------------------===//
// Constants and captures
//===----------------------------------------------------------------------===//

/// Reads `float.hex()`, "inf", "-inf" or "nan".
static double parseFloat(const std::string &text) {
  return std::strtod(text.c_str(), nullptr);
}

Importer::Result Importer::emitConstant(const ConstantExpr &expr) {
  Location here = loc(expr);
  if (expr.type == "bool")
    return constant(
        weakBool(),
        Constant::of(int64_t(StringRef(expr.text).equals_insensitive("true"))),
        here);
  if (expr.type == "float")
    return constant(weakFloat(), Constant::of(parseFloat(expr.text)), here);
  if (expr.type == "NoneType")
    return Operand::none();
  if (expr.type == "str") {
    Operand value;
    value.kind = Operand::Kind::String;
    value.text = expr.text;
    return value;
  }
  if (expr.type == "complex")
    return Operand::complex(
        constant(weakFloat(), Constant::of(parseFloat(expr.text)), here),
        constant(weakFloat(), Constant::of(parseFloat(expr.imag)), here));
  if (expr.type != "int")
    return error(
        DiagnosticId::UnsupportedExpression, expr.range,
        {"a constant of type " + expr.type, "use an int, a float or a bool"});
  int64_t integer;
  if (StringRef(expr.text).getAsInteger(10, integer))
    return error(DiagnosticId::LiteralTooLarge, expr.range, {expr.text});
  return constant(weakInt(), Constant::of(integer), here);
}

/// "did you mean 'floor' or 'flow'?", or advice where nothing is near.
static std::string suggestion(ArrayRef<std::string> near) {
  if (near.empty())
    return "define it before the kernel is called, or pass it as an argument";
  std::string text = "did you mean '" + near.front() + "'";
  for (const std::string &name : near.drop_front())
    text += ", '" + name + "'";
  return text + "?";
}

Importer::Result Importer::emitCaptured(const CapturedExpr &expr) {
  StringRef entity = expr.entity;
  if (entity == "int" || entity == "float" || entity == "bool" ||
      entity == "complex") {
    ConstantExpr literal;
    literal.range = expr.range;
    literal.type = expr.entity;
    literal.text = expr.value;
    literal.imag = expr.imag;
    return emitConstant(literal);
  }
  if (entity == "scalar:complex64" || entity == "scalar:complex128") {
    Type part = entity.ends_with("64") ? Type(builder.getF32Type()) : f64();
    auto number = [&](const std::string &text) {
      return constant(part, Constant::of(parseFloat(text)), loc(expr));
    };
    return Operand::complex(number(expr.value), number(expr.imag));
  }
  if (entity.consume_front("scalar:")) {
    Type type = sema::typeOf(context, entity);
    if (!type)
      return error(DiagnosticId::UnsupportedDtype, expr.range, {entity.str()});
    if (isFloating(type))
      return constant(type, Constant::of(parseFloat(expr.value)), loc(expr));
    int64_t bits = 0;
    if (isBool(type))
      bits = StringRef(expr.value).equals_insensitive("true");
    else if (type.isUnsignedInteger())
      bits = static_cast<int64_t>(strtoull(expr.value.c_str(), nullptr, 10));
    else
      StringRef(expr.value).getAsInteger(10, bits);
    return constant(type, Constant::of(bits), loc(expr));
  }
  if (entity == "undefined")
    return error(DiagnosticId::UndefinedName, expr.range,
                 {expr.name, suggestion(expr.near)});
  if (entity == "unsupported" && expr.value == "NoneType")
    return Operand::none();
  if (entity == "unsupported")
    return error(DiagnosticId::UnsupportedCapture, expr.range,
                 {expr.name, withArticle(expr.value),
                  remedyForCapture(expr.value).str()});
  if (entity == "tuple" || entity == "enum") {
    FailureOr<std::vector<Operand>> elements = emitAll(expr.items);
    if (failed(elements))
      return failure();
    Operand tuple = Operand::tuple(std::move(*elements));
    tuple.fields = expr.fields;
    tuple.text = expr.value;
    tuple.isEnum = entity == "enum";
    return tuple;
  }
  if (entity == "array") {
    size_t index = std::strtoull(expr.value.c_str(), nullptr, 10);
    size_t first = request.kernel().params.size();
    if (index < first || index - first >= hiddenArguments.size())
      return error(DiagnosticId::InternalError, expr.range,
                   {"the captured array '" + expr.name + "' was not passed"});
    Operand array = Operand::array(hiddenArguments[index - first], expr.name);
    array.hasComplex =
        StringRef(request.signature[index].dtype).starts_with("complex");
    return array;
  }
  Operand value;
  value.kind = Operand::Kind::Entity;
  value.entity = &expr;
  return value;
}

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

Importer::Result Importer::choose(mlir::Value test, SourceRange range,
                                  llvm::function_ref<Result()> thenValue,
                                  llvm::function_ref<Result()> elseValue) {
  if (std::optional<bool> outcome = known(test))
    return *outcome ? thenValue() : elseValue();
  Location here = loc(range);
  Environment before = env();
  Region regions[2];
  Operand values[2];
  std::vector<Edge> edges;
  llvm::function_ref<Result()> emitters[2] = {thenValue, elseValue};
  for (unsigned i : {0, 1}) {
    OpBuilder::InsertionGuard guard(builder);
    builder.createBlock(&regions[i]);
    env() = before;
    Result value = emitters[i]();
    if (failed(value))
      return failure();
    values[i] = *value;
    edges.push_back({builder.getBlock(), env()});
  }
  // A `:=` may have bound names on one side.
  env() = joinAll(edges[0].env, edges[1]);
  for (const Edge &edge : edges)
    coerceEdge(edge, env(), here);
  if (values[0].isBottom() || values[1].isBottom())
    return Operand();
  for (const Operand &value : values)
    if (!value.isNumber() && !value.isTuple())
      return noNumber("a choice between values", value, range);
  Environment paths[2];
  for (unsigned i : {0, 1})
    paths[i].names["value"] = typesOf(values[i], range);
  Binding type =
      sema::join(paths[0], paths[1], [](const std::string &, unsigned) {
      }).get("value");
  if (type.kind == Binding::Kind::Conflict)
    return error(DiagnosticId::ConflictingTypes, range,
                 {"the value", type.description, type.otherDescription,
                  remedyForConflict(type.type, type.otherType)});
  SmallVector<Type> leaves;
  flatten(type, Operand(),
          [&](Type leaf, const Operand &) { leaves.push_back(leaf); });
  for (unsigned i : {0, 1}) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(&regions[i].front());
    SmallVector<mlir::Value> scalars;
    flatten(type, values[i], [&](Type leaf, const Operand &value) {
      scalars.push_back(value.isBottom() ? zero(leaf, here)
                                         : cast(value, leaf, here));
    });
    YieldOp::create(builder, here, scalars);
  }
  auto ifOp = IfOp::create(builder, here, TypeRange(leaves), test);
  ifOp.getThenRegion().takeBody(regions[0]);
  ifOp.getElseRegion().takeBody(regions[1]);
  unsigned next = 0;
  return unflatten(type, ifOp.getResults(), next);
}

Importer::Result Importer::emitConditional(const ConditionalExpr &expr,
                                           StringRef target) {
  Condition test = condition(*expr.test);
  if (failed(test))
    return failure();
  return choose(
      *test, expr.range, [&] { return emit(*expr.thenValue, target); },
      [&] { return emit(*expr.elseValue, target); });
}

/// `a and b` is `b if a else a`, with a evaluated once.
Importer::Result Importer::emitBool(const BoolExpr &expr) {
  Result first = emit(*expr.values.front());
  if (failed(first))
    return failure();
  std::function<Result(Operand, size_t)> rest = [&](Operand left,
                                                    size_t i) -> Result {
    if (i == expr.values.size() || left.isBottom())
      return left;
    Condition test = truth(left, expr.range);
    if (failed(test))
      return failure();
    auto keep = [&]() -> Result { return left; };
    auto go = [&]() -> Result {
      Result next = emit(*expr.values[i]);
      return failed(next) ? next : rest(*next, i + 1);
    };
    return expr.isAnd ? choose(*test, expr.range, go, keep)
                      : choose(*test, expr.range, keep, go);
  };
  return rest(*first, 1);
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

Importer::Condition Importer::truth(const Operand &value, SourceRange range) {
  Location here = loc(range);
  switch (value.kind) {
  case Operand::Kind::Bottom:
  case Operand::Kind::None:
    return zero(boolType(), here);
  case Operand::Kind::Scalar:
    if (std::optional<bool> outcome = sema::truth(value.constants))
      return constant(boolType(), Constant::of(int64_t(*outcome)), here).ssa;
    return cast(Operand::scalar(value.ssa), boolType(), here);
  case Operand::Kind::Complex: {
    Condition real = truth(value.elements[0], range);
    Condition imag = failed(real) ? real : truth(value.elements[1], range);
    if (failed(imag))
      return failure();
    return OrOp::create(builder, here, boolType(), *real, *imag, false, nullptr)
        .getResult();
  }
  case Operand::Kind::Tuple:
    return constant(boolType(), Constant::of(int64_t(!value.elements.empty())),
                    here)
        .ssa;
  default:
    return noNumber("a condition", value, range);
  }
}

Importer::Condition Importer::condition(const Expr &expr) {
  // Tests of `and`, `or` and `not` need no value, so their operands may have
  // any types.
  if (auto *unary = llvm::dyn_cast<UnaryExpr>(&expr);
      unary && unary->op == "Not") {
    Condition operand = condition(*unary->operand);
    if (failed(operand))
      return failure();
    return negate(*operand, loc(expr));
  }
  auto *boolean = llvm::dyn_cast<BoolExpr>(&expr);
  if (!boolean) {
    Result value = emit(expr);
    return failed(value) ? Condition(failure()) : truth(*value, expr.range);
  }
  std::function<Result(size_t)> from = [&](size_t i) -> Result {
    Condition test = condition(*boolean->values[i]);
    if (failed(test))
      return failure();
    if (i + 1 == boolean->values.size())
      return Operand::scalar(*test);
    auto known = [&]() -> Result {
      return constant(boolType(), Constant::of(int64_t(!boolean->isAnd)),
                      loc(expr));
    };
    auto go = [&] { return from(i + 1); };
    return boolean->isAnd ? choose(*test, expr.range, go, known)
                          : choose(*test, expr.range, known, go);
  };
  Result value = from(0);
  if (failed(value))
    return failure();
  return truth(*value, expr.range);
}

//===----------------------------------------------------------------------===//
// Tuples and walrus
//===----------------------------------------------------------------------===//

Importer::Result Importer::emitTuple(const TupleExpr &expr) {
  FailureOr<std::vector<Operand>> elements = emitAll(expr.elements);
  if (failed(elements))
    return failure();
  return Operand::tuple(std::move(*elements));
}

Importer::Result Importer::emitNamed(const NamedExpr &expr) {
  auto &name = llvm::cast<NameExpr>(*expr.target);
  Result value = emit(*expr.value, name.id);
  if (failed(value) || failed(assignName(name.id, *value, name.range)))
    return failure();
  return value;
}
