//===- Subscripts.cpp - elements, shapes and attributes of arrays ---------===//
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
using namespace gpujit::syntax;

/// The subscripts of `a[i, j]` or `a[i][j]`, and the array in `base`.
FailureOr<std::vector<mlir::Value>> Importer::indices(const SubscriptExpr &expr,
                                                      Operand &base) {
  // a[i][j] is a[i, j] when together they give an element.
  std::vector<const Expr *> parts;
  const Expr *value = &expr;
  while (auto *subscript = llvm::dyn_cast<SubscriptExpr>(value)) {
    parts.insert(parts.begin(), subscript->index.get());
    value = subscript->value.get();
  }
  Result array = emit(*value);
  if (failed(array))
    return failure();
  base = *array;
  if (!base.isBottom() && !base.isArray())
    return error(DiagnosticId::NotSubscriptable, value->range,
                 {base.describe()});
  std::vector<Operand> subscripts;
  for (const Expr *part : parts) {
    Result index = emit(*part);
    if (failed(index))
      return failure();
    if (index->kind == Operand::Kind::Tuple)
      subscripts.insert(subscripts.end(), index->elements.begin(),
                        index->elements.end());
    else
      subscripts.push_back(*index);
  }
  std::vector<mlir::Value> result;
  for (const Operand &index : subscripts) {
    if (index.isBottom()) {
      base = Operand();
      continue;
    }
    if (!index.isScalar() || !isInteger(index.type()))
      return error(DiagnosticId::SubscriptType, expr.range, {index.describe()});
    result.push_back(cast(index, weakInt(), loc(expr)));
  }
  if (base.isBottom())
    return result;
  unsigned rank = mlir::cast<ArrayType>(base.type()).getRank();
  if (result.size() != rank)
    return error(
        DiagnosticId::SubscriptCount, expr.range,
        {base.text, std::to_string(rank), std::to_string(result.size())});
  return result;
}

/// An element of a tuple, by a constant.
static std::optional<Operand> tupleElement(const Operand &tuple,
                                           int64_t index) {
  int64_t size = tuple.elements.size();
  if (index < 0)
    index += size;
  if (index < 0 || index >= size)
    return std::nullopt;
  return tuple.elements[index];
}

Importer::Result Importer::emitSubscript(const SubscriptExpr &expr) {
  // Tuples and shapes exist at compile time, arrays at run time.
  if (!llvm::isa<SubscriptExpr>(*expr.value)) {
    auto *attribute = llvm::dyn_cast<AttributeExpr>(expr.value.get());
    Result value = emit(*expr.value);
    if (failed(value))
      return failure();
    if (value->kind == Operand::Kind::Tuple) {
      FailureOr<int64_t> index = constantInt(
          *expr.index, attribute ? "the axis" : "a tuple's subscript");
      if (failed(index))
        return failure();
      std::optional<Operand> element = tupleElement(*value, *index);
      if (!element)
        return error(DiagnosticId::SubscriptCount, expr.range,
                     {attribute ? attribute->name : "the tuple",
                      std::to_string(value->elements.size()),
                      std::to_string(*index)});
      return *element;
    }
  }
  Operand base;
  FailureOr<std::vector<mlir::Value>> subscripts = indices(expr, base);
  if (failed(subscripts))
    return failure();
  if (base.isBottom())
    return Operand();
  auto type = mlir::cast<ArrayType>(base.type());
  return Operand::scalar(LoadOp::create(builder, loc(expr),
                                        type.getElementType(), base.text,
                                        base.ssa, *subscripts,
                                        /*inbounds=*/false));
}

Importer::Result Importer::shapeOf(const Operand &array, Location here) {
  std::vector<Operand> extents;
  unsigned rank = mlir::cast<ArrayType>(array.type()).getRank();
  for (unsigned axis = 0; axis < rank; ++axis)
    extents.push_back(Operand::scalar(
        ExtentOp::create(builder, here, weakInt(), array.ssa, axis)));
  return Operand::tuple(std::move(extents));
}

Importer::Result Importer::emitAttribute(const AttributeExpr &expr) {
  Result value = emit(*expr.value);
  if (failed(value) || value->isBottom())
    return value;
  Location here = loc(expr);
  if (!value->isArray())
    return error(
        DiagnosticId::UnsupportedAttribute, expr.range,
        {value->describe(), expr.name, "use plain numbers and arrays"});
  if (expr.name == "shape")
    return shapeOf(*value, here);
  if (expr.name == "ndim")
    return constant(
        weakInt(),
        Constant::of(int64_t(mlir::cast<ArrayType>(value->type()).getRank())),
        here);
  if (expr.name != "size")
    return error(DiagnosticId::UnsupportedAttribute, expr.range,
                 {"'" + value->text + "'", expr.name,
                  "a kernel can use .shape, .size and .ndim"});
  Result shape = shapeOf(*value, here);
  mlir::Value size = shape->elements.front().ssa;
  // The elements of one array can't be more than 64 bits count.
  for (const Operand &extent : llvm::drop_begin(shape->elements))
    size = MulOp::create(builder, here, weakInt(), size, extent.ssa,
                         /*exact=*/true, /*target=*/nullptr);
  return Operand::scalar(size);
}
