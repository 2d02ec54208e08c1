//===- NumPyCalls.cpp - NumPy's functions of scalars ----------------------
//===//
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
      .Default(name);
}

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
  if (name == "clip")
    return clip(call);
  if (name == "sign")
    return sign(call);
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
  if (name == "reciprocal") {
    if (failed(expectScalars(call, 1, 1)))
      return failure();
    Operand value = strengthen(call.args[0], here);
    if (!isFloating(value.type()))
      return error(DiagnosticId::UnsupportedFunction, call.range,
                   {call.name + " of an integer", "divide: 1 / x"});
    return binary("Div", constant(weakFloat(), Constant::of(1.0), here), value,
                  call.range);
  }
  if (name == "conjugate") { // of a real number, which it is
    if (failed(expectScalars(call, 1, 1)))
      return failure();
    return strengthen(call.args[0], here);
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

/// `np.clip(x, low, high)`: the high limit wins.
Importer::Result Importer::clip(Call &call) {
  if (failed(expectScalars(call, 3, 3)))
    return failure();
  Call lower = call;
  lower.args = {call.args[0], call.args[1]};
  Result raised = pairwise(/*isMax=*/true, lower);
  if (failed(raised))
    return failure();
  lower.args = {*raised, call.args[2]};
  return pairwise(/*isMax=*/false, lower);
}

/// `np.sign(x)`: 1, -1 or 0 of the argument's type; NaN of NaN.
Importer::Result Importer::sign(Call &call) {
  if (failed(expectScalars(call, 1, 1)))
    return failure();
  Location here = loc(call.range);
  Operand value = strengthen(call.args[0], here);
  Type type = value.type();
  if (isBool(type))
    return error(DiagnosticId::BoolSubtract, call.range, {"sign"});
  Operand nothing = Operand::scalar(zero(type, here));
  auto number = [&](int64_t result) -> Result {
    return Operand::scalar(constant(type, Constant::of(result), here).ssa);
  };
  auto test = [&](StringRef op) -> mlir::Value {
    return compare(op, value, nothing, call.range)->ssa;
  };
  auto ifZero = [&]() -> Result {
    return choose(
        test("Eq"), call.range, [&] { return number(0); },
        [&]() -> Result { return value; });
  };
  auto ifNotPositive = [&]() -> Result {
    return choose(test("Lt"), call.range, [&] { return number(-1); }, ifZero);
  };
  return choose(
      test("Gt"), call.range, [&] { return number(1); }, ifNotPositive);
}
