//===- Values.cpp - constants and conversions -----------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Import/Importer.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::import;
using namespace gpujit::pyk;

Operand Importer::constant(Type type, Constant value, Location loc) {
  Attribute attribute;
  if (isFloating(type)) {
    double real = value.isFloat ? value.real : double(value.integer);
    attribute = builder.getF64FloatAttr(sema::rounded(real, type));
  } else {
    attribute = builder.getI64IntegerAttr(value.integer);
  }
  Constants constants;
  if (isWeak(type))
    constants.emplace({value});
  return Operand::scalar(ConstantOp::create(builder, loc, type, attribute),
                         constants);
}

mlir::Value Importer::zero(Type type, Location loc) {
  return constant(type,
                  isFloating(type) ? Constant::of(0.0)
                                   : Constant::of(int64_t(0)),
                  loc)
      .ssa;
}

std::optional<bool> Importer::known(mlir::Value condition) {
  auto constant = condition.getDefiningOp<ConstantOp>();
  if (!constant)
    return std::nullopt;
  return mlir::cast<IntegerAttr>(constant.getValue()).getInt() != 0;
}

mlir::Value Importer::negate(mlir::Value condition, Location loc) {
  if (std::optional<bool> outcome = known(condition))
    return constant(boolType(), Constant::of(int64_t(!*outcome)), loc).ssa;
  return NotOp::create(builder, loc, boolType(), condition);
}

mlir::Value Importer::cast(const Operand &value, Type type, Location loc) {
  if (value.masked) {
    if (value.ssa.getType() == type)
      return value.ssa;
    // Floats and bools take the 64 bits as they are; what has fewer integers
    // takes a Python int, which raises beyond 63 bits.
    if (isFloating(type) || isBool(type) || isa<PyIntType>(type))
      return CastOp::create(builder, loc, type, value.ssa, /*exact=*/false);
    return cast(Operand::scalar(cast(value, weakInt(), loc)), type, loc);
  }
  if (value.type() == type)
    return value.ssa;
  bool isExact = sema::isRepresentable(value.constants, type);
  bool isLiteral = value.constants && value.constants->size() == 1;
  // A Python float rounds to any float type; other literals must fit.
  bool roundsTo = isa<PyFloatType>(value.type()) && isFloating(type);
  if (isLiteral && (isExact || roundsTo))
    return constant(type, value.constants->front(), loc).ssa;
  return CastOp::create(builder, loc, type, value.ssa, isExact);
}

/// Whether every value of the strong integer type `from` is one of `to`, which
/// is signed.
static bool alwaysFits(Type from, Type to) {
  return isInteger(from) &&
         bitWidth(from) + !isSignedInteger(from) <= bitWidth(to);
}

mlir::Value Importer::castToElement(const Operand &value, Type element,
                                    Location loc) {
  Type from = value.type();
  if (!element.isSignedInteger() || isWeak(from) || isBool(from) ||
      alwaysFits(from, element))
    return cast(value, element, loc);
  // NumPy makes a Python int of a strong number on its way into a signed
  // element, so that what doesn't fit raises; unsigned elements take the bits.
  mlir::Value number =
      CastOp::create(builder, loc, weakInt(), value.ssa, false);
  return CastOp::create(builder, loc, element, number, false);
}

Operand Importer::weakBoolOf(mlir::Value condition, Location loc) {
  if (std::optional<bool> outcome = known(condition))
    return constant(weakBool(), Constant::of(int64_t(*outcome)), loc);
  return Operand::scalar(
      CastOp::create(builder, loc, weakBool(), condition, false));
}

FailureOr<int64_t> Importer::constantInt(const syntax::Expr &expr,
                                         StringRef what, StringRef remedy) {
  Result value = emit(expr);
  if (failed(value))
    return failure();
  return constantOf(*value, expr.range, what, remedy);
}

FailureOr<int64_t> Importer::constantOf(const Operand &value,
                                        syntax::SourceRange range,
                                        StringRef what, StringRef remedy) {
  if (!value.isScalar() || !value.constants || value.constants->size() != 1 ||
      value.constants->front().isFloat)
    return error(DiagnosticId::ConstantNeeded, range,
                 {what.str(), remedy.str()});
  return value.constants->front().integer;
}

//===----------------------------------------------------------------------===//
// Values of several scalars
//===----------------------------------------------------------------------===//

Binding Importer::typesOf(const Operand &value, syntax::SourceRange range) {
  Binding binding;
  binding.range = range;
  switch (value.kind) {
  case Operand::Kind::Bottom:
    break;
  case Operand::Kind::Scalar:
    binding.kind = Binding::Kind::Slot;
    binding.type = value.type();
    binding.constants = value.constants;
    break;
  case Operand::Kind::Tuple:
  case Operand::Kind::Complex:
    binding.kind =
        value.isComplex() ? Binding::Kind::Complex : Binding::Kind::Tuple;
    binding.fields = value.fields;
    binding.fixed.text = value.text;
    binding.fixed.isEnum = value.isEnum;
    for (const Operand &element : value.elements)
      binding.elements.push_back(typesOf(element, range));
    break;
  default:
    binding.kind = Binding::Kind::Fixed;
    binding.fixed = value;
  }
  return binding;
}

void Importer::flatten(const Binding &type, const Operand &value,
                       llvm::function_ref<void(Type, const Operand &)> leaf) {
  if (type.kind == Binding::Kind::Slot)
    leaf(type.type, value);
  for (size_t i = 0; i < type.elements.size(); ++i) {
    Operand element;
    if (!value.elements.empty())
      element = value.elements[i];
    else if (type.kind == Binding::Kind::Complex && i == 0)
      element = value; // a real number: its other part is zero
    flatten(type.elements[i], element, leaf);
  }
}

Operand Importer::unflatten(const Binding &type, ValueRange scalars,
                            unsigned &next) {
  if (type.kind == Binding::Kind::Slot)
    return Operand::scalar(scalars[next++], type.constants);
  if (type.kind == Binding::Kind::Fixed)
    return type.fixed;
  Operand result = Operand::tuple({});
  if (type.kind == Binding::Kind::Complex)
    result.kind = Operand::Kind::Complex;
  result.fields = type.fields;
  result.text = type.fixed.text;
  result.isEnum = type.fixed.isEnum;
  for (const Binding &element : type.elements)
    result.elements.push_back(unflatten(element, scalars, next));
  return result;
}
