//===- MathCalls.cpp - the math module ------------------------------------===//
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

/// Functions of one float that `math` and NumPy share, by `math`'s name.
static std::optional<MathFn> mathFunction(StringRef name) {
  return llvm::StringSwitch<std::optional<MathFn>>(name)
      .Case("sqrt", MathFn::sqrt)
      .Case("exp", MathFn::exp)
      .Case("exp2", MathFn::exp2)
      .Case("expm1", MathFn::expm1)
      .Case("log", MathFn::log)
      .Case("log2", MathFn::log2)
      .Case("log10", MathFn::log10)
      .Case("log1p", MathFn::log1p)
      .Case("sin", MathFn::sin)
      .Case("cos", MathFn::cos)
      .Case("tan", MathFn::tan)
      .Case("asin", MathFn::asin)
      .Case("acos", MathFn::acos)
      .Case("atan", MathFn::atan)
      .Case("sinh", MathFn::sinh)
      .Case("cosh", MathFn::cosh)
      .Case("tanh", MathFn::tanh)
      .Case("asinh", MathFn::asinh)
      .Case("acosh", MathFn::acosh)
      .Case("atanh", MathFn::atanh)
      .Case("cbrt", MathFn::cbrt)
      .Case("erf", MathFn::erf)
      .Case("erfc", MathFn::erfc)
      .Case("gamma", MathFn::gamma)
      .Case("lgamma", MathFn::lgamma)
      .Case("fabs", MathFn::fabs)
      .Default(std::nullopt);
}

static std::optional<MathFn2> mathFunction2(StringRef name) {
  return llvm::StringSwitch<std::optional<MathFn2>>(name)
      .Case("atan2", MathFn2::atan2)
      .Case("hypot", MathFn2::hypot)
      .Case("fmod", MathFn2::fmod)
      .Case("copysign", MathFn2::copysign)
      .Case("nextafter", MathFn2::nextafter)
      .Case("remainder", MathFn2::remainder)
      .Case("pow", MathFn2::pow)
      .Default(std::nullopt);
}

static std::optional<FloatTest> floatTestOf(StringRef name) {
  return llvm::StringSwitch<std::optional<FloatTest>>(name)
      .Case("isnan", FloatTest::isnan)
      .Case("isinf", FloatTest::isinf)
      .Case("isfinite", FloatTest::isfinite)
      .Case("signbit", FloatTest::signbit)
      .Default(std::nullopt);
}

/// NumPy's older names of functions that `math` has too.
static StringRef mathName(StringRef name) {
  return llvm::StringSwitch<StringRef>(name)
      .Case("arcsin", "asin")
      .Case("arccos", "acos")
      .Case("arctan", "atan")
      .Case("arcsinh", "asinh")
      .Case("arccosh", "acosh")
      .Case("arctanh", "atanh")
      .Case("arctan2", "atan2")
      .Cases({"remainder", "pow", "erf", "erfc", "gamma", "lgamma", "log"},
             name)
      .Default(name);
}

//===----------------------------------------------------------------------===//
// Shared by math and NumPy
//===----------------------------------------------------------------------===//

Operand Importer::strengthen(const Operand &value, Location here) {
  Type type = value.type();
  if (isa<PyIntType>(type))
    type = builder.getIntegerType(64, /*isSigned=*/true);
  else if (isa<PyFloatType>(type))
    type = f64();
  else if (isa<PyBoolType>(type))
    type = boolType();
  return Operand::scalar(cast(value, type, here));
}

Importer::Result Importer::function(MathFn fn, Call &call, bool isWeak) {
  if (failed(expectScalars(call, 1, 1)))
    return failure();
  Location here = loc(call.range);
  Operand value = isWeak ? call.args[0] : strengthen(call.args[0], here);
  Type type = isWeak ? weakFloat() : sema::floatTypeOf(value.type());
  if (!type)
    return error(DiagnosticId::UnsupportedFunction, call.range,
                 {call.name + " of " + value.describe(),
                  "convert the argument with np.float32()"});
  return Operand::scalar(
      MathOp::create(builder, here, type, fn, cast(value, type, here)));
}

Importer::Result Importer::function2(MathFn2 fn, Call &call, bool isWeak) {
  if (failed(expectScalars(call, 2, 2)))
    return failure();
  Location here = loc(call.range);
  const Operand &lhs = call.args[0], &rhs = call.args[1];
  Type type = weakFloat();
  if (!isWeak) {
    // NEP 50: a Python number takes the other operand's type.
    Type common = sema::arithmeticType(lhs.type(), rhs.type());
    if (pyk::isWeak(common))
      common = f64();
    // The one of these functions that gives integers for integers.
    if (fn == MathFn2::fmod && !isFloating(common))
      return error(DiagnosticId::UnsupportedFunction, call.range,
                   {call.name + " of integers",
                    "convert the arguments with np.float64()"});
    type = sema::floatTypeOf(common);
    if (!type)
      return error(DiagnosticId::UnsupportedFunction, call.range,
                   {call.name + " of " + lhs.describe(),
                    "convert the arguments with np.float32()"});
  }
  return Operand::scalar(Math2Op::create(
      builder, here, type, fn, cast(lhs, type, here), cast(rhs, type, here)));
}

Importer::Result Importer::floatTest(FloatTest test, Call &call, bool isWeak) {
  if (failed(expectScalars(call, 1, 1)))
    return failure();
  Location here = loc(call.range);
  const Operand &value = call.args[0];
  Type type = isFloating(value.type()) ? value.type() : f64();
  mlir::Value result = FloatTestOp::create(builder, here, boolType(), test,
                                           cast(value, type, here));
  return isWeak ? weakBoolOf(result, here) : Operand::scalar(result);
}

/// `math.degrees` and its like: a product with a constant.
Importer::Result Importer::scale(Call &call, double factor, bool isWeak) {
  if (failed(expectScalars(call, 1, 1)))
    return failure();
  Location here = loc(call.range);
  Operand value = isWeak
                      ? Operand::scalar(cast(call.args[0], weakFloat(), here))
                      : strengthen(call.args[0], here);
  Operand constant = this->constant(weakFloat(), Constant::of(factor), here);
  return binary("Mult", value, constant, call.range);
}

//===----------------------------------------------------------------------===//
// math
//===----------------------------------------------------------------------===//

Importer::Result Importer::integral(MathFn fn, Call &call) {
  if (failed(expectScalars(call, 1, 1)))
    return failure();
  Location here = loc(call.range);
  const Operand &value = call.args[0];
  if (!isFloating(value.type()))
    return Operand::scalar(cast(value, weakInt(), here));
  mlir::Value whole =
      MathOp::create(builder, here, value.type(), fn, value.ssa);
  return Operand::scalar(
      CastOp::create(builder, here, weakInt(), whole, false));
}

Importer::Result Importer::callMath(StringRef name, Call &call) {
  if (name == "floor")
    return integral(MathFn::floor, call);
  if (name == "ceil")
    return integral(MathFn::ceil, call);
  if (name == "trunc")
    return integral(MathFn::trunc, call);
  if (name == "degrees")
    return scale(call, 180.0 / 3.14159265358979323846, true);
  if (name == "radians")
    return scale(call, 3.14159265358979323846 / 180.0, true);
  if (name == "log" && call.args.size() == 2) {
    // math.log(x, base) is the quotient of the logarithms.
    Call over{call.expr, call.name, {call.args[0]}, call.range};
    Call under{call.expr, call.name, {call.args[1]}, call.range};
    Result a = function(MathFn::log, over, true);
    Result b = failed(a) ? a : function(MathFn::log, under, true);
    return failed(b) ? b : binary("Div", *a, *b, call.range);
  }
  if (name == "fma") {
    if (failed(expectScalars(call, 3, 3)))
      return failure();
    Location here = loc(call.range);
    return Operand::scalar(FmaOp::create(
        builder, here, weakFloat(), cast(call.args[0], weakFloat(), here),
        cast(call.args[1], weakFloat(), here),
        cast(call.args[2], weakFloat(), here)));
  }
  if (std::optional<MathFn> fn = mathFunction(name))
    return function(*fn, call, true);
  if (std::optional<MathFn2> fn = mathFunction2(name))
    return function2(*fn, call, true);
  if (std::optional<FloatTest> test = floatTestOf(name))
    return floatTest(*test, call, true);
  return unsupportedFunction(call);
}

//===----------------------------------------------------------------------===//
// NumPy
//===----------------------------------------------------------------------===//

/// NumPy's functions that are operators.
static StringRef operatorOf(StringRef name) {
  return llvm::StringSwitch<StringRef>(name)
      .Case("add", "Add")
      .Case("subtract", "Sub")
      .Case("multiply", "Mult")
      .Cases({"divide", "true_divide"}, "Div")
      .Case("floor_divide", "FloorDiv")
      .Cases({"remainder", "mod"}, "Mod")
      .Cases({"power", "pow"}, "Pow")
      .Cases({"left_shift", "bitwise_left_shift"}, "LShift")
      .Cases({"right_shift", "bitwise_right_shift"}, "RShift")
      .Case("bitwise_and", "BitAnd")
      .Case("bitwise_or", "BitOr")
      .Case("bitwise_xor", "BitXor")
      .Default("");
}

static StringRef comparisonOf(StringRef name) {
  return llvm::StringSwitch<StringRef>(name)
      .Case("equal", "Eq")
      .Case("not_equal", "NotEq")
      .Case("less", "Lt")
      .Case("less_equal", "LtE")
      .Case("greater", "Gt")
      .Case("greater_equal", "GtE")
      .Default("");
}

Importer::Result Importer::callNumPy(StringRef name, Call &call) {
  Location here = loc(call.range);
  if (StringRef op = operatorOf(name); !op.empty()) {
    if (failed(expectScalars(call, 2, 2)))
      return failure();
    bool bothWeak = isWeak(call.args[0].type()) && isWeak(call.args[1].type());
    Operand lhs = bothWeak ? strengthen(call.args[0], here) : call.args[0];
    return binary(op, lhs, call.args[1], call.range);
  }
  if (StringRef op = comparisonOf(name); !op.empty()) {
    if (failed(expectScalars(call, 2, 2)))
      return failure();
    return compare(op, strengthen(call.args[0], here), call.args[1],
                   call.range);
  }
  if (name == "absolute") {
    if (!call.args.empty() && call.args[0].isScalar())
      call.args[0] = strengthen(call.args[0], here);
    return absolute(call);
  }
  if (name == "minimum" || name == "maximum")
    return pairwise(name == "maximum", call);
  if (name == "round" || name == "around")
    return roundTo(call, /*isNumPy=*/true);
  if (name == "where")
    return where(call);
  if (name == "square") {
    if (failed(expectScalars(call, 1, 1)))
      return failure();
    Operand value = strengthen(call.args[0], here);
    return binary("Mult", value, value, call.range);
  }
  if (name == "degrees" || name == "rad2deg")
    return scale(call, 180.0 / 3.14159265358979323846, false);
  if (name == "radians" || name == "deg2rad")
    return scale(call, 3.14159265358979323846 / 180.0, false);
  if (name == "floor" || name == "ceil" || name == "trunc" || name == "rint") {
    // Of integers NumPy's floor, ceil and trunc are the integers themselves.
    if (call.args.size() == 1 && call.args[0].isScalar() &&
        !isFloating(call.args[0].type()) && name != "rint")
      return strengthen(call.args[0], here);
    MathFn fn = name == "floor"  ? MathFn::floor
                : name == "ceil" ? MathFn::ceil
                : name == "rint" ? MathFn::rint
                                 : MathFn::trunc;
    return function(fn, call, false);
  }
  name = mathName(name);
  if (name == "logaddexp")
    return function2(MathFn2::logaddexp, call, false);
  if (std::optional<FloatTest> test = floatTestOf(name))
    return floatTest(*test, call, false);
  if (std::optional<MathFn> fn = mathFunction(name))
    return function(*fn, call, false);
  if (std::optional<MathFn2> fn = mathFunction2(name))
    return function2(*fn, call, false);
  return unsupportedFunction(call);
}

Importer::Result Importer::pairwise(bool isMax, Call &call) {
  if (failed(expectScalars(call, 2, 2)))
    return failure();
  Location here = loc(call.range);
  Type type = sema::arithmeticType(call.args[0].type(), call.args[1].type());
  if (isWeak(type))
    type = strengthen(Operand::scalar(zero(type, here)), here).type();
  mlir::Value lhs = cast(call.args[0], type, here),
              rhs = cast(call.args[1], type, here);
  if (isMax)
    return Operand::scalar(
        MaximumOp::create(builder, here, type, lhs, rhs, false, nullptr));
  return Operand::scalar(
      MinimumOp::create(builder, here, type, lhs, rhs, false, nullptr));
}

/// `np.where(c, a, b)` of scalars: both values are computed.
Importer::Result Importer::where(Call &call) {
  if (failed(expectScalars(call, 3, 3)))
    return failure();
  Location here = loc(call.range);
  Condition test = truth(call.args[0], call.range);
  if (failed(test))
    return failure();
  Type type = sema::arithmeticType(call.args[1].type(), call.args[2].type());
  if (isWeak(type))
    type = strengthen(Operand::scalar(zero(type, here)), here).type();
  Operand a = Operand::scalar(cast(call.args[1], type, here));
  Operand b = Operand::scalar(cast(call.args[2], type, here));
  return choose(
      *test, call.range, [&]() -> Result { return a; },
      [&]() -> Result { return b; });
}

//===----------------------------------------------------------------------===//
// Local arrays
//===----------------------------------------------------------------------===//

/// `np.zeros(shape, dtype)` and its like: an array of the iteration's own, of
/// constant shape.
Importer::Result Importer::allocate(StringRef name, const CallExpr &expr) {
  const Expr *shape = nullptr, *dtype = nullptr, *fill = nullptr;
  std::vector<const Expr **> order = {&shape, &dtype};
  if (name == "full")
    order = {&shape, &fill, &dtype};
  for (auto [i, arg] : llvm::enumerate(expr.args))
    if (i < order.size())
      *order[i] = arg.get();
  for (const Keyword &keyword : expr.keywords) {
    const Expr **slot = keyword.name == "shape"        ? &shape
                        : keyword.name == "dtype"      ? &dtype
                        : keyword.name == "fill_value" ? &fill
                                                       : nullptr;
    if (!slot)
      return error(
          DiagnosticId::UnknownKeyword, expr.range,
          {("np." + name).str(), keyword.name, "give a shape and a dtype"});
    *slot = keyword.value.get();
  }
  if (!shape || expr.args.size() > order.size())
    return error(DiagnosticId::ArgumentCount, expr.range,
                 {("np." + name).str(), "a shape and a dtype",
                  std::to_string(expr.args.size()) + " arguments"});
  SmallVector<int64_t> extents;
  std::vector<const Expr *> written = {shape};
  if (auto *tuple = llvm::dyn_cast<TupleExpr>(shape)) {
    written.clear();
    for (const ExprPtr &element : tuple->elements)
      written.push_back(element.get());
  }
  for (const Expr *extent : written) {
    FailureOr<int64_t> value =
        constantInt(*extent, "the shape of a kernel's own array");
    if (failed(value))
      return failure();
    extents.push_back(*value);
  }
  if (extents.empty() || extents.size() > 4)
    return error(DiagnosticId::ConstantNeeded, shape->range,
                 {"a shape of 1 to 4 extents"});

  Location here = loc(expr.range);
  Type type = f64();
  Operand filled;
  if (fill) {
    Result value = emitScalar(*fill, "np.full()");
    if (failed(value) || value->isBottom())
      return value;
    filled = *value;
    type = strengthen(filled, here).type();
  }
  if (dtype) {
    Result value = emit(*dtype);
    if (failed(value))
      return failure();
    StringRef entity;
    if (value->kind == Operand::Kind::Entity)
      entity = value->entity->entity;
    Type written = entity.consume_front("dtype:")
                       ? sema::typeOf(context, entity)
                   : entity == "builtins.int"   ? sema::typeOf(context, "int64")
                   : entity == "builtins.float" ? f64()
                   : entity == "builtins.bool"  ? boolType()
                                                : Type();
    if (!written)
      return error(DiagnosticId::UnsupportedDtype, dtype->range,
                   {value->describe()});
    type = written;
  }
  mlir::Value initial;
  if (name == "zeros")
    initial = zero(type, here);
  else if (name == "ones")
    initial = constant(type,
                       isFloating(type) ? Constant::of(1.0)
                                        : Constant::of(int64_t(1)),
                       here)
                  .ssa;
  else if (fill)
    initial = cast(filled, type, here);
  auto arrayType =
      ArrayType::get(context, extents.size(), type, Layout::C, false);
  std::string label = targetName.empty() ? "the array" : targetName;
  return Operand::array(
      AllocOp::create(builder, here, arrayType, builder.getStringAttr(label),
                      builder.getDenseI64ArrayAttr(extents), initial),
      label);
}
