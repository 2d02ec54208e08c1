//===- Environment.cpp - what each name means at a point of a function ----===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sema/Environment.h"

using namespace gpujit;
using namespace gpujit::pyk;
using namespace gpujit::sema;

//===----------------------------------------------------------------------===//
// Operand
//===----------------------------------------------------------------------===//

Operand Operand::scalar(mlir::Value ssa, Constants constants) {
  Operand value;
  value.kind = Kind::Scalar;
  value.ssa = ssa;
  value.constants = std::move(constants);
  return value;
}

Operand Operand::array(mlir::Value ssa, std::string name) {
  Operand value;
  value.kind = Kind::Array;
  value.ssa = ssa;
  value.text = std::move(name);
  return value;
}

Operand Operand::tuple(std::vector<Operand> elements) {
  Operand value;
  value.kind = Kind::Tuple;
  value.elements = std::move(elements);
  return value;
}

Operand Operand::complex(Operand real, Operand imag) {
  Operand value;
  value.kind = Kind::Complex;
  value.elements = {std::move(real), std::move(imag)};
  return value;
}

unsigned Operand::rank() const {
  return llvm::cast<ArrayType>(ssa.getType()).getRank() - hasComplex;
}

Operand Operand::none() {
  Operand value;
  value.kind = Kind::None;
  return value;
}

mlir::Type Operand::type() const {
  return masked ? PyIntType::get(ssa.getContext()) : ssa.getType();
}

/// "complex64" for the float32 that its parts are.
static std::string complexName(mlir::Type part) {
  return isWeak(part) ? "Python complex"
                      : "complex" + std::to_string(2 * bitWidth(part));
}

/// "a float32", "an int64", "a one-dimensional array of float32".
static std::string describeType(mlir::Type type, bool hasComplex = false) {
  if (auto array = llvm::dyn_cast<ArrayType>(type)) {
    mlir::Type element = array.getElementType();
    unsigned rank = array.getRank() - hasComplex;
    return "an array of " +
           (hasComplex ? complexName(element) : dtypeName(element)) + " with " +
           std::to_string(rank) + " dimension" + (rank == 1 ? "" : "s");
  }
  std::string name = dtypeName(type);
  if (isWeak(type))
    name = "Python " + name;
  return (llvm::StringRef("aeiou").contains(name[0]) ? "an " : "a ") + name;
}

std::string Operand::describe() const {
  switch (kind) {
  case Kind::Bottom:
    return "an unknown value";
  case Kind::Scalar:
  case Kind::Array:
    return describeType(type(), hasComplex);
  case Kind::Tuple:
    return fields.empty() ? "a tuple of " + std::to_string(elements.size())
                          : "a '" + text + "'";
  case Kind::Complex:
    return elements.front().isBottom()
               ? "a complex number"
               : "a " + complexName(elements.front().type());
  case Kind::Entity:
    return "'" + entity->name + "'";
  case Kind::String:
    return "a string";
  case Kind::None:
    return "None";
  }
  llvm_unreachable("all kinds handled");
}

//===----------------------------------------------------------------------===//
// Binding
//===----------------------------------------------------------------------===//

static bool sameFixed(const Operand &a, const Operand &b) {
  if (a.kind != b.kind || a.ssa != b.ssa || a.text != b.text ||
      a.hasComplex != b.hasComplex || a.fields != b.fields ||
      a.isEnum != b.isEnum || a.elements.size() != b.elements.size())
    return false;
  if (a.entity != b.entity &&
      (!a.entity || !b.entity || a.entity->entity != b.entity->entity ||
       a.entity->value != b.entity->value))
    return false;
  for (size_t i = 0; i < a.elements.size(); ++i)
    if (!sameFixed(a.elements[i], b.elements[i]))
      return false;
  return true;
}

bool Binding::sameAs(const Binding &other) const {
  if (kind != other.kind || maybeUnbound != other.maybeUnbound ||
      type != other.type || masked != other.masked ||
      hasComplex != other.hasComplex || fields != other.fields ||
      constants != other.constants || elements.size() != other.elements.size())
    return false;
  if (kind == Kind::Fixed && !sameFixed(fixed, other.fixed))
    return false;
  for (size_t i = 0; i < elements.size(); ++i)
    if (!elements[i].sameAs(other.elements[i]))
      return false;
  return true;
}

std::string Binding::describe() const {
  switch (kind) {
  case Kind::Slot:
    return describeType(masked ? PyIntType::get(type.getContext()) : type,
                        hasComplex);
  case Kind::Tuple:
    return fields.empty() ? "a tuple of " + std::to_string(elements.size())
                          : "a '" + fixed.text + "'";
  case Kind::Complex:
    return elements.front().kind == Kind::Slot
               ? "a " + complexName(elements.front().type)
               : "a complex number";
  case Kind::Fixed:
    return fixed.describe();
  case Kind::Conflict:
    return description;
  case Kind::Unbound:
    return "not bound";
  case Kind::Bottom:
    return "an unknown value";
  }
  llvm_unreachable("all kinds handled");
}

Binding Environment::get(const std::string &name) const {
  auto found = names.find(name);
  return found == names.end() ? Binding() : found->second;
}

//===----------------------------------------------------------------------===//
// Joins
//===----------------------------------------------------------------------===//

static Binding conflict(const Binding &a, const Binding &b) {
  Binding result;
  result.kind = Binding::Kind::Conflict;
  result.description = a.describe();
  result.otherDescription =
      b.kind == Binding::Kind::Conflict ? b.otherDescription : b.describe();
  result.type = a.type;
  result.range = a.range;
  result.otherType = b.kind == Binding::Kind::Conflict ? b.otherType : b.type;
  result.otherRange =
      b.kind == Binding::Kind::Conflict ? b.otherRange : b.range;
  return result;
}

static Binding joinBound(const Binding &a, const Binding &b);

/// Joins tuples, or the parts of complex numbers.
static Binding joinElements(const Binding &a, const Binding &b) {
  if (a.elements.size() != b.elements.size() || a.fields != b.fields ||
      a.fixed.isEnum != b.fixed.isEnum ||
      (a.fixed.isEnum && a.fixed.text != b.fixed.text))
    return conflict(a, b);
  Binding result = a;
  for (size_t i = 0; i < a.elements.size(); ++i) {
    result.elements[i] = joinBound(a.elements[i], b.elements[i]);
    if (result.elements[i].kind == Binding::Kind::Conflict)
      return conflict(a, b);
  }
  return result;
}

Binding gpujit::sema::asComplex(const Binding &real) {
  Binding result = real, zero = real;
  // Zero is exact in every type; of a strong one it is no constant.
  zero.constants.emplace({Constant::of(0.0)});
  result.kind = Binding::Kind::Complex;
  result.elements = {real, zero};
  result.type = {};
  result.constants = std::nullopt;
  return result;
}

static Binding joinBound(const Binding &a, const Binding &b) {
  if (a.kind == Binding::Kind::Conflict || b.kind == Binding::Kind::Bottom)
    return a;
  if (a.kind == Binding::Kind::Bottom)
    return b;
  // A Python number becomes complex where the other path's is.
  auto isReal = [](const Binding &binding) {
    return binding.kind == Binding::Kind::Slot && !binding.masked &&
           isWeak(binding.type);
  };
  if (a.kind == Binding::Kind::Complex && isReal(b))
    return joinElements(a, asComplex(b));
  if (b.kind == Binding::Kind::Complex && isReal(a))
    return joinElements(asComplex(a), b);
  if (a.kind != b.kind || a.hasComplex != b.hasComplex)
    return conflict(a, b);
  Binding result = a;
  if (a.kind == Binding::Kind::Fixed)
    return sameFixed(a.fixed, b.fixed) ? result : conflict(a, b);
  if (a.kind == Binding::Kind::Tuple || a.kind == Binding::Kind::Complex)
    return joinElements(a, b);
  if (a.masked != b.masked) {
    // An int that is masked later is held unsigned from here on.
    if (!llvm::isa<PyIntType>(a.masked ? b.type : a.type))
      return conflict(a, b);
    result = a.masked ? a : b;
    result.constants = std::nullopt;
    return result;
  }
  result.type = unify(a.type, a.constants, b.type, b.constants);
  if (!result.type)
    return conflict(a, b);
  result.constants = isWeak(result.type) ? join(a.constants, b.constants)
                                         : Constants(std::nullopt);
  return result;
}

static Binding joinBindings(const Binding &a, const Binding &b) {
  Binding result = a.isUnbound() ? b : b.isUnbound() ? a : joinBound(a, b);
  result.maybeUnbound =
      !result.isUnbound() &&
      (a.isUnbound() || b.isUnbound() || a.maybeUnbound || b.maybeUnbound);
  result.origin = a.origin ? a.origin : b.origin;
  result.merged = a.merged || b.merged || a.origin != b.origin;
  return result;
}

Environment gpujit::sema::join(const Environment &a, const Environment &b,
                               UseOfHead used) {
  if (!a.reachable)
    return b;
  if (!b.reachable)
    return a;
  Environment result = a;
  for (const auto &[name, binding] : b.names)
    result.names.try_emplace(name);
  for (auto &[name, binding] : result.names) {
    Binding left = a.get(name), right = b.get(name);
    // One path has changed it: the result depends on what the head holds.
    if (left.origin != right.origin)
      used(name, left.origin ? left.origin : right.origin);
    binding = joinBindings(left, right);
  }
  return result;
}
