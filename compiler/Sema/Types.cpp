//===- Types.cpp - NEP 50 typing of scalars -------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sema/Types.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringSwitch.h"
#include <cmath>
#include <cstring>

using namespace mlir;
using namespace gpujit;
using namespace gpujit::pyk;
using namespace gpujit::sema;

bool Constant::operator==(const Constant &other) const {
  // Bits, so that NaN is itself and -0.0 is not 0.0.
  return isFloat == other.isFloat && integer == other.integer &&
         std::memcmp(&real, &other.real, sizeof real) == 0;
}

Constants gpujit::sema::join(const Constants &a, const Constants &b) {
  if (!a || !b)
    return std::nullopt;
  Constants result = a;
  for (const Constant &constant : *b)
    if (!llvm::is_contained(*result, constant))
      result->push_back(constant);
  if (result->size() > 8)
    return std::nullopt;
  return result;
}

std::optional<bool> gpujit::sema::truth(const Constants &constants) {
  auto isTrue = [](const Constant &constant) {
    return constant.isFloat ? constant.real != 0 : constant.integer != 0;
  };
  if (!constants || constants->empty())
    return std::nullopt;
  bool first = isTrue(constants->front());
  for (const Constant &constant : *constants)
    if (isTrue(constant) != first)
      return std::nullopt;
  return first;
}

Type gpujit::sema::typeOf(MLIRContext *context, StringRef dtype) {
  auto integer = [&](unsigned width, bool isSigned) -> Type {
    return IntegerType::get(
        context, width, isSigned ? IntegerType::Signed : IntegerType::Unsigned);
  };
  return llvm::StringSwitch<llvm::function_ref<Type()>>(dtype)
      .Case("pyint", [&] { return Type(PyIntType::get(context)); })
      .Case("pyfloat", [&] { return Type(PyFloatType::get(context)); })
      .Case("pybool", [&] { return Type(PyBoolType::get(context)); })
      .Case("bool", [&] { return Type(IntegerType::get(context, 1)); })
      .Case("int8", [&] { return integer(8, true); })
      .Case("int16", [&] { return integer(16, true); })
      .Case("int32", [&] { return integer(32, true); })
      .Case("int64", [&] { return integer(64, true); })
      .Case("uint8", [&] { return integer(8, false); })
      .Case("uint16", [&] { return integer(16, false); })
      .Case("uint32", [&] { return integer(32, false); })
      .Case("uint64", [&] { return integer(64, false); })
      .Case("bfloat16", [&] { return Type(BFloat16Type::get(context)); })
      .Case("float16", [&] { return Type(Float16Type::get(context)); })
      .Case("float32", [&] { return Type(Float32Type::get(context)); })
      .Case("float64", [&] { return Type(Float64Type::get(context)); })
      .Default([] { return Type(); })();
}

//===----------------------------------------------------------------------===//
// Promotion
//===----------------------------------------------------------------------===//

/// bool < int < float.
static unsigned kindOf(Type type) {
  return isBool(type) ? 0 : isInteger(type) ? 1 : 2;
}

Type gpujit::sema::promote(Type a, Type b) {
  MLIRContext *context = a.getContext();
  if (kindOf(a) > kindOf(b))
    std::swap(a, b);
  if (a == b || isBool(a))
    return b;
  Type f64 = Float64Type::get(context);
  if (isFloating(b)) {
    if (isHalf(a) && isHalf(b)) // neither holds the other
      return Float32Type::get(context);
    if (isFloating(a))
      return bitWidth(a) > bitWidth(b) ? a : b;
    // float16 and bfloat16 hold every integer of 8 bits, float32 of 16 bits.
    unsigned needed = bitWidth(a) == 8 ? 16 : bitWidth(a) == 16 ? 32 : 64;
    if (bitWidth(b) >= needed)
      return b;
    return needed == 32 ? Type(Float32Type::get(context)) : f64;
  }
  if (isSignedInteger(a) == isSignedInteger(b))
    return bitWidth(a) > bitWidth(b) ? a : b;
  Type isSigned = isSignedInteger(a) ? a : b,
       isUnsigned = isSignedInteger(a) ? b : a;
  if (bitWidth(isSigned) > bitWidth(isUnsigned))
    return isSigned;
  if (bitWidth(isUnsigned) == 64)
    return f64;
  return IntegerType::get(context, bitWidth(isUnsigned) * 2,
                          IntegerType::Signed);
}

Type gpujit::sema::arithmeticType(Type a, Type b) {
  MLIRContext *context = a.getContext();
  if (isWeak(a) == isWeak(b)) {
    if (!isWeak(a))
      return promote(a, b);
    return kindOf(a) > kindOf(b) ? a : b;
  }
  Type weak = isWeak(a) ? a : b, strong = isWeak(a) ? b : a;
  if (kindOf(weak) <= kindOf(strong))
    return strong;
  // A weak value of a higher kind brings NumPy's default type of its kind.
  return kindOf(weak) == 1
             ? Type(IntegerType::get(context, 64, IntegerType::Signed))
             : Type(Float64Type::get(context));
}

Type gpujit::sema::floatTypeOf(Type type) {
  if (isa<PyFloatType>(type) || isFloating(type))
    return type;
  Type f64 = Float64Type::get(type.getContext());
  if (isWeak(type))
    return f64;
  if (bitWidth(type) >= 32)
    return f64;
  return bitWidth(type) == 16 ? Type(Float32Type::get(type.getContext()))
                              : Type(Float16Type::get(type.getContext()));
}

//===----------------------------------------------------------------------===//
// Joins
//===----------------------------------------------------------------------===//

double gpujit::sema::rounded(double value, Type type) {
  auto real = dyn_cast<FloatType>(type);
  if (!real)
    return value;
  llvm::APFloat result(value);
  bool losesInfo;
  result.convert(real.getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven,
                 &losesInfo);
  return result.convertToDouble();
}

static bool fits(const Constant &constant, Type type) {
  if (constant.isFloat) {
    if (!isFloating(type))
      return false;
    return std::isnan(constant.real) ||
           rounded(constant.real, type) == constant.real;
  }
  int64_t value = constant.integer;
  if (isFloating(type)) {
    unsigned digits = type.isBF16()  ? 8
                      : isHalf(type) ? 11
                      : type.isF32() ? 24
                                     : 53;
    return value >= -(int64_t(1) << digits) && value <= (int64_t(1) << digits);
  }
  if (isBool(type))
    return value == 0 || value == 1;
  unsigned width = bitWidth(type);
  if (isSignedInteger(type))
    return llvm::isIntN(width, value);
  return value >= 0 && (width == 64 || llvm::isUIntN(width, value));
}

bool gpujit::sema::isRepresentable(const Constants &constants, Type type) {
  return constants && llvm::all_of(*constants, [&](const Constant &constant) {
           return fits(constant, type);
         });
}

Type gpujit::sema::unify(Type a, const Constants &aConstants, Type b,
                         const Constants &bConstants) {
  if (a == b)
    return a;
  auto weakInto = [](Type weak, const Constants &constants, Type other) {
    // Every Python bool is an int; NumPy's bool has the same two values.
    if (isa<PyBoolType>(weak))
      return isa<PyIntType>(other) || other.isInteger(1);
    return isWeak(weak) && kindOf(weak) <= kindOf(other) &&
           isRepresentable(constants, other);
  };
  if (weakInto(a, aConstants, b))
    return b;
  if (weakInto(b, bConstants, a))
    return a;
  return {};
}
