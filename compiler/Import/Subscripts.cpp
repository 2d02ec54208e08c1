//===- Subscripts.cpp - elements, shapes and attributes of arrays ---------===//
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
using namespace gpujit::syntax;

/// An element of a tuple by a number that only the run knows: a choice among
/// all of them, which must have one type.
Importer::Result Importer::chosenElement(const Operand &tuple,
                                         const Operand &index,
                                         SourceRange range) {
  Location here = loc(range);
  int64_t size = tuple.elements.size();
  auto number = [&](int64_t value) {
    return constant(weakInt(), Constant::of(value), here);
  };
  auto test = [&](StringRef op, const Operand &a, int64_t b) {
    return *truth(*compareScalars(op, a, number(b), range), range);
  };
  Operand position = Operand::scalar(cast(index, weakInt(), here));
  position = *choose(
      test("Lt", position, 0), range,
      [&] { return binary("Add", position, number(size), range); },
      [&]() -> Result { return position; });
  mlir::Value isInside = AndOp::create(
      builder, here, boolType(), test("GtE", position, 0),
      test("Lt", position, size), /*exact=*/false, /*target=*/nullptr);
  raiseUnless(isInside, here, "IndexError", "tuple index out of range");
  return selectElement(tuple.elements, position, range);
}

/// An element of a tuple.
Importer::Result Importer::tupleElement(const Operand &tuple,
                                        const Expr &index) {
  Result value = emit(index);
  if (failed(value) || value->isBottom())
    return value;
  bool isKnown = value->constants && value->constants->size() == 1;
  if (!isKnown && value->isScalar() && isInteger(value->type()) &&
      !tuple.elements.empty() && isUniform(tuple.elements))
    return chosenElement(tuple, *value, index.range);
  FailureOr<int64_t> number = constantOf(
      *value, index.range, "the subscript of a tuple of several types",
      "write a number; an array may be subscripted with a variable");
  if (failed(number))
    return failure();
  int64_t size = tuple.elements.size();
  int64_t position = *number < 0 ? *number + size : *number;
  if (position < 0 || position >= size)
    return error(DiagnosticId::TupleIndex, index.range,
                 {std::to_string(*number), counted(size, "element")});
  return tuple.elements[position];
}

/// One subscript as a Python int.
FailureOr<mlir::Value> Importer::subscript(const Operand &index,
                                           SourceRange range) {
  if (index.isBottom())
    return zero(weakInt(), loc(range));
  if (!index.isScalar() || !isInteger(index.type()))
    return error(DiagnosticId::SubscriptType, range, {index.describe()});
  return cast(index, weakInt(), loc(range));
}

FailureOr<std::vector<mlir::Value>> Importer::indices(const SubscriptExpr &expr,
                                                      Operand &base) {
  // a[i][j] is a[i, j] when together they give an element.
  std::vector<const Expr *> parts;
  const Expr *value = &expr;
  while (auto *subscript = llvm::dyn_cast<SubscriptExpr>(value)) {
    parts.insert(parts.begin(), subscript->index.get());
    value = subscript->value.get();
  }
  Result found = emit(*value);
  // Tuples and shapes exist at compile time, arrays at run time.
  while (succeeded(found) && found->kind == Operand::Kind::Tuple &&
         !parts.empty()) {
    found = tupleElement(*found, *parts.front());
    parts.erase(parts.begin());
  }
  if (failed(found))
    return failure();
  base = *found;
  std::vector<mlir::Value> result;
  if (parts.empty())
    return result;
  if (!base.isBottom() && !base.isArray())
    return error(DiagnosticId::NotSubscriptable, value->range,
                 {base.describe()});
  bool isKnown = !base.isBottom();
  auto add = [&](const Operand &index, SourceRange range) -> LogicalResult {
    isKnown &= !index.isBottom();
    FailureOr<mlir::Value> number = subscript(index, range);
    if (succeeded(number))
      result.push_back(*number);
    return number;
  };
  for (const Expr *part : parts) {
    Result index = emit(*part);
    if (failed(index))
      return failure();
    if (index->kind != Operand::Kind::Tuple) {
      if (failed(add(*index, part->range)))
        return failure();
      continue;
    }
    auto *written = llvm::dyn_cast<TupleExpr>(part);
    for (auto [i, element] : llvm::enumerate(index->elements))
      if (failed(add(element,
                     written ? written->elements[i]->range : part->range)))
        return failure();
  }
  if (!isKnown)
    base = Operand();
  if (base.isBottom())
    return result;
  unsigned rank = base.rank();
  if (result.size() != rank)
    return error(
        DiagnosticId::SubscriptCount, expr.range,
        {base.text, counted(rank, "dimension"), std::to_string(result.size())});
  return result;
}

Importer::Result Importer::emitSubscript(const SubscriptExpr &expr) {
  Operand base;
  FailureOr<std::vector<mlir::Value>> subscripts = indices(expr, base);
  if (failed(subscripts))
    return failure();
  if (subscripts->empty() || base.isBottom())
    return base;
  if (base.hasComplex)
    return loadComplex(base, *subscripts, loc(expr));
  auto type = mlir::cast<ArrayType>(base.type());
  return Operand::scalar(LoadOp::create(builder, loc(expr),
                                        type.getElementType(), base.text,
                                        base.ssa, *subscripts,
                                        /*inbounds=*/false));
}

Importer::Result Importer::shapeOf(const Operand &array, Location here) {
  std::vector<Operand> extents;
  for (unsigned axis = 0; axis < array.rank(); ++axis)
    extents.push_back(Operand::scalar(
        ExtentOp::create(builder, here, weakInt(), array.ssa, axis)));
  return Operand::tuple(std::move(extents));
}

/// A field of a named tuple or dataclass.
Importer::Result Importer::fieldOf(const Operand &record,
                                   const AttributeExpr &expr) {
  auto found = llvm::find(record.fields, expr.name);
  if (found != record.fields.end())
    return record.elements[found - record.fields.begin()];
  std::string remedy = didYouMean(expr.name, record.fields);
  if (remedy.empty())
    remedy = "its fields are " + llvm::join(record.fields, ", ");
  return error(DiagnosticId::UnsupportedAttribute, expr.range,
               {record.describe(), "attribute", expr.name, remedy});
}

Importer::Result Importer::emitAttribute(const AttributeExpr &expr) {
  Result value = emit(*expr.value);
  if (failed(value) || value->isBottom())
    return value;
  if (std::optional<Operand> part =
          complexAttribute(*value, expr.name, expr.range))
    return *part;
  if (value->isTuple() && !value->fields.empty())
    return fieldOf(*value, expr);
  if (!value->isArray())
    return error(DiagnosticId::UnsupportedAttribute, expr.range,
                 {value->describe(), "attribute", expr.name,
                  "only arrays have attributes in a kernel"});
  Location here = loc(expr);
  if (expr.name == "shape")
    return shapeOf(*value, here);
  if (expr.name == "ndim")
    return constant(weakInt(), Constant::of(int64_t(value->rank())), here);
  if (expr.name != "size")
    return error(DiagnosticId::UnsupportedAttribute, expr.range,
                 {"'" + value->text + "'", "attribute", expr.name,
                  remedyForAttribute(expr.name)});
  Result shape = shapeOf(*value, here);
  mlir::Value size = shape->elements.front().ssa;
  // The elements of one array can't be more than 64 bits count.
  for (const Operand &extent : llvm::drop_begin(shape->elements))
    size = MulOp::create(builder, here, weakInt(), size, extent.ssa,
                         /*exact=*/true, /*target=*/nullptr);
  return Operand::scalar(size);
}
