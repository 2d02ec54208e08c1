//===- Names.cpp - variables and their slots ------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Import/Importer.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::import;
using namespace gpujit::pyk;
using syntax::SourceRange;

/// The name of a tuple's element, which no variable of Python's has.
static std::string elementName(const std::string &name, size_t index) {
  return name + "[" + std::to_string(index) + "]";
}

VarOp Importer::slot(const std::string &name, Type type) {
  VarOp &var = scope().vars[{name, type.getAsOpaquePointer()}];
  if (!var) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(scope().slots);
    var = VarOp::create(builder, loc(SourceRange{scope().function->line}),
                        RefType::get(context, type), name, /*tracked=*/false);
  }
  return var;
}

void Importer::useOfHead(const std::string &name, unsigned origin) {
  while (origin) {
    Loop &loop = *allLoops[origin - 1];
    loop.usedAtHead.insert(name);
    origin = loop.entryOrigins[name];
  }
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

Importer::Result Importer::read(const std::string &name, const Binding &binding,
                                SourceRange range) {
  switch (binding.kind) {
  case Binding::Kind::Unbound:
  case Binding::Kind::Bottom: {
    unsigned origin = binding.origin;
    if (!origin && binding.isUnbound())
      return error(DiagnosticId::NeverBound, range, {name});
    // Perhaps bound by an earlier iteration: the loop's next attempt knows.
    for (; origin; origin = allLoops[origin - 1]->entryOrigins[name])
      allLoops[origin - 1]->unboundReads.try_emplace(name, range);
    return Operand();
  }
  case Binding::Kind::Conflict:
    (void)error(DiagnosticId::ConflictingTypes, range,
                {name, binding.description, binding.otherDescription,
                 remedyForConflict(binding.type, binding.otherType)});
    diagnostic->notes.push_back(
        {"'" + name + "' is " + binding.description + " here",
         place(binding.range)});
    diagnostic->notes.push_back(
        {"'" + name + "' is " + binding.otherDescription + " here",
         place(binding.otherRange)});
    return failure();
  case Binding::Kind::Fixed: {
    Operand value = binding.fixed;
    if (value.isArray())
      value.text = name;
    return value;
  }
  case Binding::Kind::Tuple:
  case Binding::Kind::Complex: {
    Operand result = Operand::tuple({});
    if (binding.kind == Binding::Kind::Complex)
      result.kind = Operand::Kind::Complex;
    result.fields = binding.fields;
    result.text = binding.fixed.text;
    result.isEnum = binding.fixed.isEnum;
    for (auto [i, element] : llvm::enumerate(binding.elements)) {
      Binding part = element;
      part.maybeUnbound |= binding.maybeUnbound;
      Result value = read(elementName(name, i), part, range);
      if (failed(value))
        return failure();
      result.elements.push_back(*value);
    }
    return result;
  }
  case Binding::Kind::Slot:
    break;
  }
  VarOp var = slot(name, binding.type);
  if (binding.maybeUnbound)
    var.setTracked(true);
  mlir::Value value = GetOp::create(builder, loc(range), binding.type, var);
  if (isa<ArrayType>(binding.type)) {
    Operand array = Operand::array(value, name);
    array.hasComplex = binding.hasComplex;
    return array;
  }
  Operand result = Operand::scalar(value, binding.constants);
  result.masked = binding.masked;
  return result;
}

bool Importer::binds(const Scope &scope, const std::string &name) const {
  return scope.assigned.count(name) ||
         llvm::is_contained(scope.function->params, name);
}

Importer::Result Importer::readName(const syntax::NameExpr &expr) {
  // A function inside another sees that one's names, as they are now.
  if (scope().parent && !binds(scope(), expr.id)) {
    scopes.push_back(scope().parent);
    Result value = readName(expr);
    scopes.pop_back();
    return value;
  }
  Binding binding = env().get(expr.id);
  useOfHead(expr.id, binding.origin);
  return read(expr.id, binding, expr.range);
}

//===----------------------------------------------------------------------===//
// Assigning
//===----------------------------------------------------------------------===//

Binding Importer::store(const std::string &name, const Operand &value,
                        SourceRange range) {
  Binding binding;
  binding.range = range;
  switch (value.kind) {
  case Operand::Kind::Bottom:
    binding.kind = Binding::Kind::Bottom;
    return binding;
  case Operand::Kind::Scalar:
  case Operand::Kind::Array:
    binding.kind = Binding::Kind::Slot;
    binding.type = value.ssa.getType();
    binding.masked = value.masked;
    binding.hasComplex = value.hasComplex;
    binding.constants = value.constants;
    SetOp::create(builder, loc(range), slot(name, binding.type), value.ssa);
    return binding;
  case Operand::Kind::Tuple:
  case Operand::Kind::Complex:
    binding.kind =
        value.isComplex() ? Binding::Kind::Complex : Binding::Kind::Tuple;
    binding.fields = value.fields;
    binding.fixed.text = value.text;
    binding.fixed.isEnum = value.isEnum;
    for (auto [i, element] : llvm::enumerate(value.elements))
      binding.elements.push_back(store(elementName(name, i), element, range));
    return binding;
  case Operand::Kind::Entity:
  case Operand::Kind::String:
  case Operand::Kind::None:
    binding.kind = Binding::Kind::Fixed;
    binding.fixed = value;
    return binding;
  }
  llvm_unreachable("all kinds handled");
}

LogicalResult Importer::assignName(const std::string &name,
                                   const Operand &value, SourceRange range) {
  env().names[name] = store(name, value, range);
  return success();
}

//===----------------------------------------------------------------------===//
// Paths that meet
//===----------------------------------------------------------------------===//

Environment Importer::joinAll(Environment first, ArrayRef<Edge> edges) {
  for (const Edge &edge : edges)
    first = sema::join(first, edge.env,
                       [&](const std::string &name, unsigned origin) {
                         useOfHead(name, origin);
                       });
  return first;
}

/// Moves a variable's value to the slot that the join reads.
void Importer::coerce(const std::string &name, const Binding &from,
                      const Binding &to, Location loc) {
  if (from.kind == Binding::Kind::Slot && to.kind == Binding::Kind::Complex) {
    // A real number that is complex on another path.
    coerce(name, from, to.elements[0], elementName(name, 0), loc);
    SetOp::create(builder, loc, slot(elementName(name, 1), to.elements[1].type),
                  zero(to.elements[1].type, loc));
    return;
  }
  if (from.kind == to.kind && (from.kind == Binding::Kind::Tuple ||
                               from.kind == Binding::Kind::Complex)) {
    for (size_t i = 0; i < to.elements.size(); ++i)
      coerce(elementName(name, i), from.elements[i], to.elements[i], loc);
    return;
  }
  coerce(name, from, to, name, loc);
}

/// The same of one slot, to that of another name.
void Importer::coerce(const std::string &name, const Binding &from,
                      const Binding &to, const std::string &toName,
                      Location loc) {
  if (from.kind != Binding::Kind::Slot || to.kind != Binding::Kind::Slot ||
      (from.type == to.type && name == toName))
    return;
  VarOp source = slot(name, from.type), target = slot(toName, to.type);
  auto move = [&] {
    Operand value = Operand::scalar(
        GetOp::create(builder, loc, from.type, source), from.constants);
    SetOp::create(builder, loc, target, cast(value, to.type, loc));
  };
  if (!from.maybeUnbound)
    return move();
  source.setTracked(true);
  auto isBound = IsBoundOp::create(builder, loc, builder.getI1Type(), source);
  auto ifOp = IfOp::create(builder, loc, TypeRange(), isBound);
  OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(&ifOp.getThenRegion());
  move();
  YieldOp::create(builder, loc);
}

void Importer::coerceEdge(const Edge &edge, const Environment &to,
                          Location loc) {
  if (!edge.env.reachable || !to.reachable)
    return;
  OpBuilder::InsertionGuard guard(builder);
  if (!edge.block->empty() &&
      edge.block->back().hasTrait<OpTrait::IsTerminator>())
    builder.setInsertionPoint(&edge.block->back());
  else
    builder.setInsertionPointToEnd(edge.block);
  for (const auto &[name, binding] : to.names)
    coerce(name, edge.env.get(name), binding, loc);
}
