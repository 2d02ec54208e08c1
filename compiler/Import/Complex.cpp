//===- Complex.cpp - complex numbers as pairs of floats -------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A complex number is two scalars of one type, from its first operation on; an
// array of them is an array of floats with an axis more. So pyk knows nothing
// of them, and what is proven of floats and subscripts holds for them too.
//
//===----------------------------------------------------------------------===//

#include "Import/Importer.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::import;
using namespace gpujit::pyk;
using namespace gpujit::syntax;

/// The arithmetic of parts, all of one floating type: nothing of it can fail
/// to compile.
struct Importer::Parts {
  Importer &importer;
  SourceRange range;

  Operand compute(StringRef op, const Operand &a, const Operand &b) {
    return *importer.binary(op, a, b, range);
  }
  Operand add(const Operand &a, const Operand &b) {
    return compute("Add", a, b);
  }
  Operand sub(const Operand &a, const Operand &b) {
    return compute("Sub", a, b);
  }
  Operand mul(const Operand &a, const Operand &b) {
    return compute("Mult", a, b);
  }
  Operand div(const Operand &a, const Operand &b) {
    return compute("Div", a, b);
  }
  Operand number(double value, Type type) {
    return Operand::scalar(
        importer.constant(type, Constant::of(value), importer.loc(range)).ssa);
  }
  Operand negate(const Operand &a) {
    return Operand::scalar(NegOp::create(importer.builder, importer.loc(range),
                                         a.type(), a.ssa, false, nullptr));
  }
  Operand fn(MathFn name, const Operand &a) {
    return Operand::scalar(MathOp::create(importer.builder, importer.loc(range),
                                          a.type(), name, a.ssa));
  }
  Operand fn2(MathFn2 name, const Operand &a, const Operand &b) {
    return Operand::scalar(Math2Op::create(
        importer.builder, importer.loc(range), a.type(), name, a.ssa, b.ssa));
  }
  mlir::Value test(StringRef op, const Operand &a, const Operand &b) {
    return *importer.truth(*importer.compareScalars(op, a, b, range), range);
  }
  Operand choose(mlir::Value condition, llvm::function_ref<Operand()> a,
                 llvm::function_ref<Operand()> b) {
    return *importer.choose(
        condition, range, [&]() -> Result { return a(); },
        [&]() -> Result { return b(); });
  }
  Operand product(const Operand &a, const Operand &b) {
    const Operand &ar = a.elements[0], &ai = a.elements[1], &br = b.elements[0],
                  &bi = b.elements[1];
    return Operand::complex(sub(mul(ar, br), mul(ai, bi)),
                            add(mul(ar, bi), mul(ai, br)));
  }
  Operand quotient(const Operand &a, const Operand &b);
  Operand quotientBy(const Operand &a, const Operand &large,
                     const Operand &small, bool isReal);
  Operand power(const Operand &a, int64_t exponent);
  Operand powerBySquares(const Operand &a, int64_t exponent);
  Operand power(const Operand &a, const Operand &b);
  Operand magnitude(const Operand &a) {
    return fn2(MathFn2::hypot, a.elements[0], a.elements[1]);
  }
  Operand phase(const Operand &a) {
    return fn2(MathFn2::atan2, a.elements[1], a.elements[0]);
  }
  Operand logarithm(const Operand &a);
  Operand polar(const Operand &radius, const Operand &angle) {
    return Operand::complex(mul(radius, fn(MathFn::cos, angle)),
                            mul(radius, fn(MathFn::sin, angle)));
  }
};

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static Type partOf(const Operand &value) {
  return value.isComplex() ? value.elements.front().type() : value.type();
}

Type Importer::commonPart(const Operand &a, const Operand &b) {
  Type type = sema::arithmeticType(partOf(a), partOf(b));
  if (isHalf(type))
    return builder.getF32Type();
  if (isFloating(type))
    return type;
  return isWeak(type) ? weakFloat() : f64();
}

Operand Importer::toComplex(const Operand &value, Type part, Location here) {
  if (!value.isComplex())
    return Operand::complex(Operand::scalar(cast(value, part, here)),
                            Operand::scalar(zero(part, here)));
  return Operand::complex(Operand::scalar(cast(value.elements[0], part, here)),
                          Operand::scalar(cast(value.elements[1], part, here)));
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

/// Smith's quotient, by the larger of the divisor's parts. Python divides by
/// the denominator, NumPy multiplies by its reciprocal.
Operand Importer::Parts::quotientBy(const Operand &a, const Operand &large,
                                    const Operand &small, bool isReal) {
  const Operand &ar = a.elements[0], &ai = a.elements[1];
  Operand ratio = div(small, large);
  Operand denominator = add(large, mul(small, ratio));
  Operand real = isReal ? add(ar, mul(ai, ratio)) : add(mul(ar, ratio), ai);
  Operand imag = isReal ? sub(ai, mul(ar, ratio)) : sub(mul(ai, ratio), ar);
  if (isWeak(large.type()))
    return Operand::complex(div(real, denominator), div(imag, denominator));
  Operand scale = div(number(1, large.type()), denominator);
  return Operand::complex(mul(real, scale), mul(imag, scale));
}

Operand Importer::Parts::quotient(const Operand &a, const Operand &b) {
  const Operand &br = b.elements[0], &bi = b.elements[1];
  Operand absReal = fn(MathFn::fabs, br), absImag = fn(MathFn::fabs, bi);
  Operand nothing = number(0, br.type());
  auto byReal = [&]() -> Operand {
    if (isWeak(br.type()))
      return quotientBy(a, br, bi, true);
    return choose(
        test("Eq", absReal, nothing),
        [&] {
          return Operand::complex(div(a.elements[0], absReal),
                                  div(a.elements[1], absReal));
        },
        [&] { return quotientBy(a, br, bi, true); });
  };
  return choose(test("GtE", absReal, absImag), byReal,
                [&] { return quotientBy(a, bi, br, false); });
}

/// The logarithm of the magnitude. Near 1 the magnitude's own rounding would
/// be all that is left of it.
Operand Importer::Parts::logarithm(const Operand &a) {
  Type type = a.elements[0].type();
  Operand x = fn(MathFn::fabs, a.elements[0]);
  Operand y = fn(MathFn::fabs, a.elements[1]);
  auto pick = [&](auto op) {
    return Operand::scalar(decltype(op)::create(importer.builder,
                                                importer.loc(range), type,
                                                x.ssa, y.ssa, false, nullptr));
  };
  Operand large = pick(MaxOp()), small = pick(MinOp());
  Operand radius = magnitude(a), one = number(1, type);
  mlir::Value isNear =
      AndOp::create(importer.builder, importer.loc(range), importer.boolType(),
                    test("GtE", radius, number(0.71, type)),
                    test("LtE", radius, number(1.73, type)), false, nullptr);
  return choose(
      isNear,
      [&] {
        Operand square =
            add(mul(sub(large, one), add(large, one)), mul(small, small));
        return mul(fn(MathFn::log1p, square), number(0.5, type));
      },
      [&] { return fn(MathFn::log, radius); });
}

/// A power with a small constant exponent, by squaring.
Operand Importer::Parts::power(const Operand &a, int64_t exponent) {
  Type type = a.elements[0].type();
  // NumPy's short cuts; Python starts each product at one.
  if (!isWeak(type) && exponent != 0) {
    double ofZero = exponent > 0 ? 0 : std::nan("");
    Operand nothing = number(0, type);
    mlir::Value isZero =
        AndOp::create(importer.builder, importer.loc(range),
                      importer.boolType(), test("Eq", a.elements[0], nothing),
                      test("Eq", a.elements[1], nothing), false, nullptr);
    return choose(
        isZero,
        [&] {
          return Operand::complex(number(ofZero, type), number(ofZero, type));
        },
        [&] { return powerBySquares(a, exponent); });
  }
  return powerBySquares(a, exponent);
}

Operand Importer::Parts::powerBySquares(const Operand &a, int64_t exponent) {
  Type type = a.elements[0].type();
  Operand one = Operand::complex(number(1, type), number(0, type));
  uint64_t rest = exponent < 0 ? -exponent : exponent;
  if (!isWeak(type) && exponent > 0 && exponent <= 3)
    return rest == 1   ? a
           : rest == 2 ? product(a, a)
                       : product(a, product(a, a));
  Operand result = one, square = a;
  for (bool isFirst = true; rest; rest >>= 1, isFirst = false) {
    if (!isFirst)
      square = product(square, square);
    if (rest & 1)
      result = product(result, square);
  }
  return exponent < 0 ? quotient(one, result) : result;
}

Operand Importer::Parts::power(const Operand &a, const Operand &b) {
  Type type = a.elements[0].type();
  const Operand &br = b.elements[0], &bi = b.elements[1];
  Operand nothing = number(0, type);
  Operand radius = magnitude(a), angle = phase(a);
  auto general = [&] {
    Operand length = fn2(MathFn2::pow, radius, br);
    length = mul(length, fn(MathFn::exp, negate(mul(angle, bi))));
    Operand turn = add(mul(angle, br), mul(bi, fn(MathFn::log, radius)));
    return polar(length, turn);
  };
  return choose(
      test("Eq", radius, nothing),
      [&] {
        // 0 ** 0 is 1, 0 to a positive number 0; a Python float raises for
        // negative ones.
        return Operand::complex(fn2(MathFn2::pow, nothing, br), nothing);
      },
      general);
}

Importer::Result Importer::binaryComplex(StringRef op, const Operand &lhs,
                                         const Operand &rhs,
                                         SourceRange range) {
  Location here = loc(range);
  Type type = commonPart(lhs, rhs);
  // np.float64 is a Python float as well, and Python's complex comes first.
  if (lhs.isComplex() && isWeak(partOf(lhs)) && partOf(rhs).isF64() &&
      rhs.isScalar())
    type = weakFloat();
  Parts parts{*this, range};
  Operand a = toComplex(lhs, type, here), b = toComplex(rhs, type, here);
  if (op == "Add" || op == "Sub")
    return Operand::complex(parts.compute(op, a.elements[0], b.elements[0]),
                            parts.compute(op, a.elements[1], b.elements[1]));
  if (op == "Mult")
    return parts.product(a, b);
  if (op == "Div")
    return parts.quotient(a, b);
  if (op == "Pow") {
    const Constants &exponent = rhs.constants;
    if (rhs.isScalar() && exponent && exponent->size() == 1) {
      const Constant &number = exponent->front();
      double value = number.isFloat ? number.real : double(number.integer);
      if (value == std::floor(value) && std::fabs(value) < 100)
        return parts.power(a, static_cast<int64_t>(value));
    }
    return parts.power(a, b);
  }
  return error(DiagnosticId::OperandTypes, range,
               {spelling(op).str(), lhs.describe(), rhs.describe(),
                "take .real, .imag or abs() of the complex number"});
}

Importer::Result Importer::compareComplex(StringRef op, const Operand &lhs,
                                          const Operand &rhs,
                                          SourceRange range) {
  if (op != "Eq" && op != "NotEq")
    return error(DiagnosticId::OperandTypes, range,
                 {spelling(op).str(), lhs.describe(), rhs.describe(),
                  "compare .real, .imag or abs() of the complex number"});
  Location here = loc(range);
  Type type = commonPart(lhs, rhs);
  Parts parts{*this, range};
  Operand a = toComplex(lhs, type, here), b = toComplex(rhs, type, here);
  mlir::Value same = AndOp::create(
      builder, here, boolType(), parts.test("Eq", a.elements[0], b.elements[0]),
      parts.test("Eq", a.elements[1], b.elements[1]), false, nullptr);
  if (op == "NotEq")
    same = negate(same, here);
  return isWeak(type) ? weakBoolOf(same, here) : Operand::scalar(same);
}

Importer::Result Importer::unaryComplex(StringRef op, const Operand &value,
                                        SourceRange range) {
  Parts parts{*this, range};
  if (op == "UAdd")
    return value;
  if (op == "USub")
    return Operand::complex(parts.negate(value.elements[0]),
                            parts.negate(value.elements[1]));
  return error(
      DiagnosticId::OperandType, range,
      {spelling(op).str(), value.describe(), "use it on integers alone"});
}

//===----------------------------------------------------------------------===//
// Elements of arrays
//===----------------------------------------------------------------------===//

Operand Importer::loadComplex(const Operand &array, ArrayRef<mlir::Value> index,
                              Location here) {
  auto type = mlir::cast<ArrayType>(array.type());
  auto part = [&](int64_t number) {
    SmallVector<mlir::Value> indices(index);
    indices.push_back(constant(weakInt(), Constant::of(number), here).ssa);
    return Operand::scalar(LoadOp::create(builder, here, type.getElementType(),
                                          array.text, array.ssa, indices,
                                          /*inbounds=*/false));
  };
  Operand real = part(0);
  return Operand::complex(real, part(1));
}

void Importer::storeComplex(const Operand &array, ArrayRef<mlir::Value> index,
                            const Operand &value, Location here) {
  Type element = mlir::cast<ArrayType>(array.type()).getElementType();
  Operand parts = toComplex(value, element, here);
  for (int64_t number : {0, 1}) {
    SmallVector<mlir::Value> indices(index);
    indices.push_back(constant(weakInt(), Constant::of(number), here).ssa);
    StoreOp::create(builder, here, parts.elements[number].ssa, array.text,
                    array.ssa, indices, /*inbounds=*/false);
  }
}

//===----------------------------------------------------------------------===//
// Attributes, conversions, functions
//===----------------------------------------------------------------------===//

std::optional<Operand> Importer::complexAttribute(const Operand &value,
                                                  StringRef name,
                                                  SourceRange range) {
  if (value.isComplex() && (name == "real" || name == "imag"))
    return value.elements[name == "imag"];
  if (value.isScalar() && name == "real")
    return value;
  if (value.isScalar() && name == "imag")
    return Operand::scalar(zero(value.type(), loc(range)));
  return std::nullopt;
}

/// `complex(x)`, `complex(x, y)`, `np.complex64(x)`; `part` is the type of
/// the parts.
Importer::Result Importer::makeComplex(Type part, Call &call) {
  unsigned most = isWeak(part) ? 2 : 1;
  if (call.args.size() > most)
    return error(DiagnosticId::ArgumentCount, call.range,
                 {call.name, counted(most, "argument"),
                  std::to_string(call.args.size()),
                  "write " + call.name + (most == 2 ? "(x, y)" : "(x)")});
  for (const Operand &arg : call.args)
    if (!arg.isNumber())
      return noNumber(call.name + "()", arg, call.range);
  Location here = loc(call.range);
  if (call.args.empty())
    return Operand::complex(Operand::scalar(zero(part, here)),
                            Operand::scalar(zero(part, here)));
  Operand value = toComplex(call.args[0], part, here);
  if (call.args.size() == 1)
    return value;
  // x + y * 1j, but for the parts that a real number doesn't have.
  Parts parts{*this, call.range};
  Operand second = toComplex(call.args[1], part, here);
  Operand real = value.elements[0], imag = second.elements[0];
  if (call.args[1].isComplex())
    real = parts.sub(real, second.elements[1]);
  if (call.args[0].isComplex())
    imag = parts.add(value.elements[1], imag);
  return Operand::complex(real, imag);
}

std::optional<Operand> Importer::complexFunction(StringRef name,
                                                 const Operand &value,
                                                 SourceRange range) {
  Parts p{*this, range};
  const Operand &x = value.elements[0], &y = value.elements[1];
  Type type = x.type();
  auto test = [&](FloatTest which, bool both) {
    auto of = [&](const Operand &part) -> mlir::Value {
      return FloatTestOp::create(builder, loc(range), boolType(), which,
                                 part.ssa);
    };
    mlir::Value a = of(x), b = of(y), result;
    if (both)
      result =
          AndOp::create(builder, loc(range), boolType(), a, b, false, nullptr);
    else
      result =
          OrOp::create(builder, loc(range), boolType(), a, b, false, nullptr);
    return isWeak(type) ? weakBoolOf(result, loc(range))
                        : Operand::scalar(result);
  };
  if (name == "abs" || name == "absolute")
    return p.magnitude(value);
  if (name == "phase" || name == "angle")
    return p.phase(value);
  if (name == "conj" || name == "conjugate")
    return Operand::complex(x, p.negate(y));
  if (name == "real")
    return x;
  if (name == "imag")
    return y;
  if (name == "square")
    return p.product(value, value);
  if (name == "polar")
    return Operand::tuple({p.magnitude(value), p.phase(value)});
  if (name == "isnan")
    return test(FloatTest::isnan, false);
  if (name == "isinf")
    return test(FloatTest::isinf, false);
  if (name == "isfinite")
    return test(FloatTest::isfinite, true);
  if (name == "exp")
    return p.polar(p.fn(MathFn::exp, x), y);
  if (name == "log")
    return Operand::complex(p.logarithm(value), p.phase(value));
  if (name == "log10") {
    Operand ten = p.number(2.30258509299404568402, type);
    return Operand::complex(p.div(p.logarithm(value), ten),
                            p.div(p.phase(value), ten));
  }
  if (name == "sqrt") {
    // The part that is a sum of two of one sign comes first, so that nothing
    // cancels.
    Operand half = p.number(0.5, type), nothing = p.number(0, type);
    Operand absReal = p.fn(MathFn::fabs, x), absImag = p.fn(MathFn::fabs, y);
    Operand large =
        p.fn(MathFn::sqrt, p.mul(half, p.add(absReal, p.magnitude(value))));
    auto isZero = [&] { return Operand::complex(nothing, y); };
    auto general = [&] {
      Operand small = p.mul(half, p.div(absImag, large));
      return p.choose(
          p.test("GtE", x, nothing),
          [&] {
            return Operand::complex(large, p.fn2(MathFn2::copysign, small, y));
          },
          [&] {
            return Operand::complex(small, p.fn2(MathFn2::copysign, large, y));
          });
    };
    return p.choose(p.test("Eq", large, nothing), isZero, general);
  }
  auto of = [&](MathFn a, const Operand &u, MathFn b, const Operand &v) {
    return p.mul(p.fn(a, u), p.fn(b, v));
  };
  if (name == "sin")
    return Operand::complex(of(MathFn::sin, x, MathFn::cosh, y),
                            of(MathFn::cos, x, MathFn::sinh, y));
  if (name == "cos")
    return Operand::complex(of(MathFn::cos, x, MathFn::cosh, y),
                            p.negate(of(MathFn::sin, x, MathFn::sinh, y)));
  if (name == "sinh")
    return Operand::complex(of(MathFn::sinh, x, MathFn::cos, y),
                            of(MathFn::cosh, x, MathFn::sin, y));
  if (name == "cosh")
    return Operand::complex(of(MathFn::cosh, x, MathFn::cos, y),
                            of(MathFn::sinh, x, MathFn::sin, y));
  bool isTan = name == "tan";
  if (!isTan && name != "tanh")
    return std::nullopt;
  // tan(z) is -i tanh(iz).
  Operand re = isTan ? p.negate(y) : x, im = isTan ? x : y;
  Operand one = p.number(1, type);
  Operand tx = p.fn(MathFn::tanh, re), ty = p.fn(MathFn::tan, im);
  Operand narrow = p.div(one, p.fn(MathFn::cosh, re));
  Operand both = p.mul(tx, ty);
  Operand denominator = p.add(one, p.mul(both, both));
  Operand real = p.div(p.mul(tx, p.add(one, p.mul(ty, ty))), denominator);
  Operand imag = p.mul(p.mul(p.div(ty, denominator), narrow), narrow);
  return isTan ? Operand::complex(imag, p.negate(real))
               : Operand::complex(real, imag);
}

/// The functions of `cmath`, and those of other modules for complex arguments;
/// nothing for a function that has no complex form.
std::optional<Importer::Result>
Importer::callComplex(StringRef module, StringRef name, Call &call) {
  bool isCMath = module == "cmath";
  Location here = loc(call.range);
  if (isCMath && name == "rect") {
    if (failed(expectScalars(call, 2, 2)))
      return Result(failure());
    Parts parts{*this, call.range};
    return Result(
        parts.polar(Operand::scalar(cast(call.args[0], weakFloat(), here)),
                    Operand::scalar(cast(call.args[1], weakFloat(), here))));
  }
  if (call.args.size() != 1 || !call.args[0].isNumber() ||
      (!isCMath && !call.args[0].isComplex()))
    return std::nullopt;
  Operand value = call.args[0];
  if (isCMath)
    value = toComplex(value, weakFloat(), here);
  std::optional<Operand> result = complexFunction(name, value, call.range);
  if (!result)
    return std::nullopt;
  return Result(*result);
}
