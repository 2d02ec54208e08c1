//===- Calls.cpp - calls of Python's builtins and dtypes ------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Import/Importer.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::import;
using namespace gpujit::pyk;
using namespace gpujit::syntax;

/// No limit on the number of arguments.
static const unsigned many = UINT_MAX;

Importer::Result Importer::emitCall(const CallExpr &expr, StringRef target) {
  if (auto *method = llvm::dyn_cast<AttributeExpr>(expr.callee.get())) {
    Result value = emit(*method->value);
    if (failed(value) || value->isBottom())
      return value;
    if (value->isNumber() && expr.args.empty() &&
        (method->name == "conjugate" || method->name == "conj"))
      return value->isComplex() ? *complexFunction("conj", *value, expr.range)
                                : *value;
    return error(DiagnosticId::UnsupportedAttribute, method->range,
                 {value->describe(), "method", method->name,
                  remedyForMethod(method->name)});
  }
  Result callee = emit(*expr.callee);
  if (failed(callee) || callee->isBottom())
    return callee;
  if (callee->kind != Operand::Kind::Entity)
    return error(DiagnosticId::NotCallable, expr.range, {callee->describe()});
  return callEntity(expr, *callee, target);
}

Importer::Result Importer::callEntity(const CallExpr &expr,
                                      const Operand &callee, StringRef target) {
  StringRef entity = callee.entity->entity;
  if (entity == "function") {
    size_t index = std::strtoull(callee.entity->value.c_str(), nullptr, 10);
    if (index >= request.functions.size())
      return error(DiagnosticId::InternalError, expr.range,
                   {"the function '" + callee.entity->name +
                    "' is missing from the request"});
    return inlineCall(expr, *request.functions[index]);
  }
  if (entity == "numpy.zeros" || entity == "numpy.ones" ||
      entity == "numpy.empty" || entity == "numpy.full")
    return allocate(entity.drop_front(6), expr, target);

  Call call{expr, callee.entity->name, callee.entity->entity,
            {},   expr.range,          target};
  FailureOr<std::vector<Operand>> args = emitAll(expr.args);
  if (failed(args))
    return failure();
  call.args = std::move(*args);
  for (const Operand &arg : call.args)
    if (arg.isBottom())
      return Operand();
  bool takesKeywords = entity == "builtins.round" || entity == "numpy.round" ||
                       entity == "builtins.print";
  if (!expr.keywords.empty() && !takesKeywords)
    return unknownKeyword(expr, call.name, expr.keywords.front().name, {});

  if (entity == "dtype:complex64" || entity == "dtype:complex128")
    return makeComplex(
        entity.ends_with("64") ? Type(builder.getF32Type()) : f64(), call);
  if (entity == "builtins.complex")
    return makeComplex(weakFloat(), call);
  auto [module, name] = entity.split('.');
  if (std::optional<Result> result = callComplex(module, name, call))
    return *result;
  if (entity.consume_front("dtype:")) {
    Type type = sema::typeOf(context, entity);
    if (!type)
      return error(DiagnosticId::UnsupportedDtype, expr.range, {entity.str()});
    return convert(type, call);
  }
  if (entity.consume_front("builtins."))
    return callBuiltin(entity, call);
  if (entity.consume_front("math."))
    return callMath(entity, call);
  if (entity.consume_front("numpy."))
    return callNumPy(entity, call);
  return unsupportedFunction(call);
}

Importer::Result Importer::unsupportedFunction(Call &call) {
  return error(DiagnosticId::UnsupportedFunction, call.range,
               {call.name, remedyForFunction(call.entity).str()});
}

LogicalResult Importer::unknownKeyword(const CallExpr &call,
                                       const std::string &function,
                                       const std::string &keyword,
                                       ArrayRef<std::string> known) {
  if (keyword.empty())
    return error(DiagnosticId::UnsupportedExpression, call.range,
                 {"'**' in a call", "write the keyword arguments out"});
  std::string remedy = didYouMean(keyword, known);
  if (remedy.empty())
    remedy = known.empty() ? "pass the arguments by position"
                           : "its parameters are " + llvm::join(known, ", ");
  return error(DiagnosticId::UnknownKeyword, call.range,
               {function, keyword, remedy});
}

LogicalResult Importer::noNumber(const Twine &what, const Operand &value,
                                 SourceRange range) {
  return error(DiagnosticId::ArrayAsScalar, range,
               {what.str(), value.describe(), remedyForNoNumber(value).str()});
}

LogicalResult Importer::expectScalars(Call &call, unsigned least,
                                      unsigned most) {
  if (call.args.size() < least || call.args.size() > most) {
    std::string count = counted(most, "argument");
    if (most != least)
      count = std::to_string(least) +
              (most == many ? " or more arguments" : " to " + count);
    return error(DiagnosticId::ArgumentCount, call.range,
                 {call.name, count, std::to_string(call.args.size()),
                  "call it with " + count});
  }
  for (const Operand &arg : call.args)
    if (!arg.isScalar())
      return noNumber(call.name + "()", arg, call.range);
  return success();
}

Importer::Result Importer::callBuiltin(StringRef name, Call &call) {
  if (name == "len") {
    if (call.args.size() == 1 && call.args[0].kind == Operand::Kind::Tuple)
      return constant(weakInt(),
                      Constant::of(int64_t(call.args[0].elements.size())),
                      loc(call.range));
    if (call.args.size() != 1 || !call.args[0].isArray())
      return error(DiagnosticId::OperandType, call.range,
                   {"len()",
                    call.args.empty() ? "nothing" : call.args[0].describe(),
                    "give it one array or tuple"});
    return Operand::scalar(ExtentOp::create(builder, loc(call.range), weakInt(),
                                            call.args[0].ssa, 0));
  }
  if (name == "min" || name == "max")
    return minMax(name == "max", call);
  if (name == "abs")
    return absolute(call);
  if (name == "print")
    return print(call);
  if (name == "round")
    return roundTo(call, /*isNumPy=*/false);
  if (name == "int")
    return convert(weakInt(), call);
  if (name == "float")
    return convert(weakFloat(), call);
  if (name == "bool")
    return convert(weakBool(), call);
  if (name == "divmod") {
    if (failed(expectScalars(call, 2, 2)))
      return failure();
    Result quotient =
        binary("FloorDiv", call.args[0], call.args[1], call.range);
    Result rest = failed(quotient)
                      ? quotient
                      : binary("Mod", call.args[0], call.args[1], call.range);
    if (failed(rest))
      return failure();
    return Operand::tuple({*quotient, *rest});
  }
  if (name == "pow") {
    if (failed(expectScalars(call, 2, 2)))
      return failure();
    return binary("Pow", call.args[0], call.args[1], call.range, call.target);
  }
  return unsupportedFunction(call);
}

/// `int(x)`, `np.float32(x)`: without an argument, zero.
Importer::Result Importer::convert(Type type, Call &call) {
  Location here = loc(call.range);
  if (call.args.empty())
    return constant(
        type, isFloating(type) ? Constant::of(0.0) : Constant::of(int64_t(0)),
        here);
  if (call.args.front().isComplex() && isa<PyBoolType>(type)) {
    Condition test = truth(call.args.front(), call.range);
    return failed(test) ? Result(failure()) : weakBoolOf(*test, here);
  }
  if (call.args.front().isComplex())
    return error(DiagnosticId::ComplexToReal, call.range,
                 {call.args.front().describe(), dtypeName(type)});
  if (failed(expectScalars(call, 1, 1)))
    return failure();
  const Operand &value = call.args.front();
  if (value.type() == type)
    return value;
  bool isKnown = isWeak(type) && sema::isRepresentable(value.constants, type);
  return Operand::scalar(cast(value, type, here),
                         isKnown ? value.constants : Constants(std::nullopt));
}

/// Python's min and max of several: the first of equals, in order of the
/// arguments.
Importer::Result Importer::minMax(bool isMax, Call &call) {
  if (call.args.size() == 1 && call.args[0].kind == Operand::Kind::Tuple)
    call.args = std::vector<Operand>(call.args[0].elements);
  if (failed(expectScalars(call, 2, many)))
    return failure();
  Operand best = call.args.front();
  Location here = loc(call.range);
  for (const Operand &next : llvm::drop_begin(call.args)) {
    Type type =
        sema::unify(best.type(), best.constants, next.type(), next.constants);
    if (!type)
      return error(DiagnosticId::ConflictingTypes, call.range,
                   {"the result of " + call.name + "()", best.describe(),
                    next.describe(),
                    remedyForConflict(best.type(), next.type())});
    mlir::Value lhs = cast(best, type, here), rhs = cast(next, type, here);
    mlir::Value result =
        isMax ? MaxOp::create(builder, here, type, lhs, rhs, false, nullptr)
                    .getResult()
              : MinOp::create(builder, here, type, lhs, rhs, false, nullptr)
                    .getResult();
    Constants constants;
    if (isWeak(type))
      constants = sema::join(best.constants, next.constants);
    best = Operand::scalar(result, constants);
  }
  return best;
}

Importer::Result Importer::absolute(Call &call) {
  if (failed(expectScalars(call, 1, 1)))
    return failure();
  const Operand &value = call.args.front();
  Type type = value.type();
  if (type.isInteger(1))
    return value;
  if (isa<PyBoolType>(type))
    type = weakInt();
  Location here = loc(call.range);
  return Operand::scalar(AbsOp::create(
      builder, here, type, cast(value, type, here), false, nullptr));
}

/// An integer to the nearest multiple of 10 ** digits, halves to the even one:
/// NumPy's by way of a float64, Python's exactly.
Importer::Result Importer::roundInteger(const Operand &value, int64_t digits,
                                        Call &call) {
  if (digits > 18)
    return error(DiagnosticId::UnsupportedFunction, call.range,
                 {"round() to more than 18 digits before the point",
                  "compare with the number itself"});
  int64_t unit = 1;
  for (int64_t i = 0; i < digits; ++i)
    unit *= 10;
  Location here = loc(call.range);
  auto apply = [&](StringRef op, const Result &a, const Result &b) -> Result {
    return failed(a) || failed(b) ? Result(failure())
                                  : binary(op, *a, *b, call.range);
  };
  if (!isWeak(value.type())) {
    Result scale = constant(f64(), Constant::of(double(unit)), here);
    Result quotient =
        apply("Div", Operand::scalar(cast(value, f64(), here)), scale);
    if (failed(quotient))
      return failure();
    Result rounded = Operand::scalar(
        RoundOp::create(builder, here, f64(), quotient->ssa, IntegerAttr()));
    Result result = apply("Mult", rounded, scale);
    if (failed(result))
      return failure();
    return Operand::scalar(cast(*result, value.type(), here));
  }
  // The rest r of x // unit rounds up when 2 * r > unit, or = unit and x //
  // unit is odd; that is, when 2 * r + (x // unit & 1) > unit.
  auto number = [&](int64_t n) -> Result {
    return constant(weakInt(), Constant::of(n), here);
  };
  Result whole = apply("FloorDiv", value, number(unit));
  Result twice = apply("Mult", apply("Mod", value, number(unit)), number(2));
  Result edge = apply("Add", twice, apply("BitAnd", whole, number(1)));
  if (failed(edge))
    return failure();
  Result isUp = compare("Gt", *edge, *number(unit), call.range);
  return apply("Mult", apply("Add", whole, isUp), number(unit));
}

/// `round(x)` is an int; with digits, and NumPy's always, of the argument's
/// type.
Importer::Result Importer::roundTo(Call &call, bool isNumPy) {
  std::optional<int64_t> digits;
  const Expr *written =
      call.args.size() == 2 ? call.expr.args[1].get() : nullptr;
  for (const Keyword &keyword : call.expr.keywords)
    if (keyword.name == "ndigits" || keyword.name == "decimals")
      written = keyword.value.get();
  if (written) {
    FailureOr<int64_t> number = constantInt(
        *written, "the number of digits of round()", "write a number");
    if (failed(number))
      return failure();
    digits = *number;
    call.args.resize(1);
  }
  if (failed(expectScalars(call, 1, 1)))
    return failure();
  Location here = loc(call.range);
  Operand value = isNumPy ? strengthen(call.args[0], here) : call.args[0];
  bool isFloat = isFloating(value.type());
  if (!isFloat) {
    if (digits && *digits < 0)
      return roundInteger(value, -*digits, call);
    Type type = digits || isNumPy ? value.type() : weakInt();
    if (isa<PyBoolType>(type))
      type = weakInt();
    return Operand::scalar(cast(value, type, here));
  }
  IntegerAttr ndigits;
  if (digits && !(isNumPy && *digits == 0))
    ndigits = builder.getI64IntegerAttr(*digits);
  mlir::Value rounded =
      RoundOp::create(builder, here, value.type(), value.ssa, ndigits);
  if (digits || isNumPy)
    return Operand::scalar(rounded);
  return Operand::scalar(
      CastOp::create(builder, here, weakInt(), rounded, false));
}
