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

std::optional<MathFn> gpujit::import::mathFunction(StringRef name) {
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

std::optional<MathFn2> gpujit::import::mathFunction2(StringRef name) {
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

std::optional<FloatTest> gpujit::import::floatTestOf(StringRef name) {
  return llvm::StringSwitch<std::optional<FloatTest>>(name)
      .Case("isnan", FloatTest::isnan)
      .Case("isinf", FloatTest::isinf)
      .Case("isfinite", FloatTest::isfinite)
      .Case("signbit", FloatTest::signbit)
      .Default(std::nullopt);
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
  return Operand::scalar(
      MathOp::create(builder, here, type, fn, cast(value, type, here)));
}

/// `np.fmod` of integers: with the dividend's sign, where `%` has the
/// divisor's.
Importer::Result Importer::integerRest(Call &call, Type type) {
  Location here = loc(call.range);
  if (isBool(type))
    type = builder.getIntegerType(8, /*isSigned=*/true);
  Operand a = Operand::scalar(cast(call.args[0], type, here)),
          b = Operand::scalar(cast(call.args[1], type, here)),
          nothing = Operand::scalar(zero(type, here));
  Result rest = binary("Mod", a, b, call.range);
  if (failed(rest) || type.isUnsignedInteger())
    return rest;
  // Where the signs of a and b differ, and something remains, % has gone one b
  // too far.
  auto isNegative = [&](const Operand &value) {
    return compare("Lt", value, nothing, call.range)->ssa;
  };
  mlir::Value differ =
      CmpOp::create(builder, here, boolType(), Predicate::ne,
                    cast(Operand::scalar(isNegative(a)), weakInt(), here),
                    cast(Operand::scalar(isNegative(b)), weakInt(), here));
  mlir::Value remains = compare("NotEq", *rest, nothing, call.range)->ssa;
  mlir::Value isOff = AndOp::create(builder, here, boolType(), differ, remains,
                                    /*exact=*/false, /*target=*/nullptr);
  return choose(
      isOff, call.range, [&] { return binary("Sub", *rest, b, call.range); },
      [&] { return rest; });
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
      return integerRest(call, common);
    type = sema::floatTypeOf(common);
    if (fn == MathFn2::nextafter && isHalf(type))
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
  if (!isWeak && !isFloating(value.type()))
    value = Operand::scalar(cast(value, sema::floatTypeOf(value.type()), here));
  if (!isHalf(value.type()))
    return binary("Mult", value, constant, call.range);
  // NumPy rounds the product alone to float16, not the constant.
  Operand single = Operand::scalar(cast(value, builder.getF32Type(), here));
  Result product = binary("Mult", single, constant, call.range);
  // There is no such function of bfloat16.
  if (value.type().isBF16())
    return *product;
  return Operand::scalar(cast(*product, value.type(), here));
}

//===----------------------------------------------------------------------===//
// math
//===----------------------------------------------------------------------===//

Importer::Result Importer::integral(MathFn fn, Call &call) {
  if (failed(expectScalars(call, 1, 1)))
    return failure();
  Location here = loc(call.range);
  Operand value = call.args[0];
  // NumPy's integers have no floor and ceil of their own: Python goes through
  // a float, which has fewer digits.
  if (fn != MathFn::trunc && !isWeak(value.type()) && isInteger(value.type()) &&
      bitWidth(value.type()) == 64)
    value = Operand::scalar(cast(value, weakFloat(), here));
  if (!isFloating(value.type()))
    return Operand::scalar(cast(value, weakInt(), here));
  mlir::Value whole =
      MathOp::create(builder, here, value.type(), fn, value.ssa);
  return Operand::scalar(
      CastOp::create(builder, here, weakInt(), whole, false));
}

/// `math.prod` of a tuple: Python multiplies from the left.
Importer::Result Importer::product(Call &call) {
  if (call.args.size() != 1 || !call.args[0].isTuple())
    return error(DiagnosticId::OperandType, call.range,
                 {"math.prod()",
                  call.args.empty() ? "nothing" : call.args[0].describe(),
                  "give it one tuple; of an array, write the loop"});
  Result result =
      constant(weakInt(), Constant::of(int64_t(1)), loc(call.range));
  for (const Operand &factor : call.args[0].elements) {
    result = binary("Mult", *result, factor, call.range);
    if (failed(result) || result->isBottom())
      return result;
  }
  return result;
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
    Call over = call, under = call;
    over.args = {call.args[0]};
    under.args = {call.args[1]};
    Result a = function(MathFn::log, over, true);
    Result b = failed(a) ? a : function(MathFn::log, under, true);
    return failed(b) ? b : binary("Div", *a, *b, call.range);
  }
  if (name == "prod")
    return product(call);
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
