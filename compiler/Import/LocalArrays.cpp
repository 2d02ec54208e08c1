//===- LocalArrays.cpp - np.zeros and its like ----------------------------
//===//
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

/// The arguments of `np.zeros(shape, dtype)` and its like, as written.
struct Importer::Allocation {
  const Expr *shape = nullptr, *dtype = nullptr, *fill = nullptr;
};

FailureOr<Importer::Allocation>
Importer::allocationArguments(StringRef name, const CallExpr &expr) {
  Allocation found;
  std::vector<std::string> names = {"shape", "dtype"};
  std::vector<const Expr **> slots = {&found.shape, &found.dtype};
  if (name == "full") {
    names = {"shape", "fill_value", "dtype"};
    slots = {&found.shape, &found.fill, &found.dtype};
  }
  std::string function = ("np." + name).str();
  if (expr.args.size() > slots.size())
    return error(DiagnosticId::ArgumentCount, expr.range,
                 {function, "up to " + counted(slots.size(), "argument"),
                  std::to_string(expr.args.size()),
                  "give a shape and a dtype: " + function + "(8, np.float32)"});
  for (auto [i, arg] : llvm::enumerate(expr.args))
    *slots[i] = arg.get();
  for (const Keyword &keyword : expr.keywords) {
    auto position = llvm::find(names, keyword.name);
    if (position == names.end())
      return unknownKeyword(expr, function, keyword.name, names);
    *slots[position - names.begin()] = keyword.value.get();
  }
  bool isComplete = found.shape && (name != "full" || found.fill);
  if (!isComplete)
    return error(
        DiagnosticId::ArgumentCount, expr.range,
        {function, name == "full" ? "a shape and a value" : "a shape",
         counted(expr.args.size(), "argument"),
         "give a shape and a dtype: " + function +
             (name == "full" ? "(8, 1.0, np.float32)" : "(8, np.float32)")});
  return found;
}

/// An extent: a number, or a Python int.
FailureOr<OpFoldResult> Importer::extentOf(const Operand &value,
                                           SourceRange range) {
  const Constants &known = value.constants;
  if (value.isScalar() && known && known->size() == 1 &&
      !known->front().isFloat) {
    int64_t extent = known->front().integer;
    if (extent < 0)
      return error(DiagnosticId::LocalShape, range,
                   {"an extent of " + std::to_string(extent)});
    return OpFoldResult(builder.getI64IntegerAttr(extent));
  }
  Location here = loc(range);
  if (value.isBottom())
    return OpFoldResult(
        constant(weakInt(), Constant::of(int64_t(0)), here).ssa);
  if (!value.isScalar() || !isInteger(value.type()))
    return error(DiagnosticId::OperandType, range,
                 {"a shape", value.describe(), "convert it with int()"});
  return OpFoldResult(cast(value, weakInt(), here));
}

FailureOr<SmallVector<OpFoldResult>>
Importer::shapeArgument(const Expr &shape) {
  std::vector<const Expr *> written = {&shape};
  if (auto *tuple = llvm::dyn_cast<TupleExpr>(&shape)) {
    written.clear();
    for (const ExprPtr &element : tuple->elements)
      written.push_back(element.get());
  }
  SmallVector<OpFoldResult> extents;
  for (const Expr *extent : written) {
    Result value = emit(*extent);
    if (failed(value))
      return failure();
    // The shape may be a tuple's name.
    std::vector<Operand> parts = {*value};
    if (value->kind == Operand::Kind::Tuple && written.size() == 1)
      parts = value->elements;
    for (const Operand &part : parts) {
      FailureOr<OpFoldResult> number = extentOf(part, extent->range);
      if (failed(number))
        return failure();
      extents.push_back(*number);
    }
  }
  if (extents.empty() || extents.size() > 4)
    return error(DiagnosticId::LocalShape, shape.range,
                 {counted(extents.size(), "dimension")});
  return extents;
}

/// The element type that a dtype argument names.
FailureOr<Type> Importer::dtypeOf(const Expr &expr, bool *hasComplex) {
  Result value = emit(expr);
  if (failed(value))
    return failure();
  StringRef entity;
  if (value->kind == Operand::Kind::Entity)
    entity = value->entity->entity;
  *hasComplex = entity == "dtype:complex64" || entity == "dtype:complex128" ||
                entity == "builtins.complex";
  if (*hasComplex)
    return entity == "dtype:complex64" ? Type(builder.getF32Type()) : f64();
  Type type = entity.consume_front("dtype:") ? sema::typeOf(context, entity)
              : entity == "builtins.int"     ? sema::typeOf(context, "int64")
              : entity == "builtins.float"   ? f64()
              : entity == "builtins.bool"    ? boolType()
                                             : Type();
  if (!type)
    return error(DiagnosticId::UnsupportedDtype, expr.range,
                 {value->describe()});
  return type;
}

/// An array of the iteration's own.
Importer::Result Importer::allocate(StringRef name, const CallExpr &expr,
                                    StringRef target) {
  FailureOr<Allocation> written = allocationArguments(name, expr);
  if (failed(written))
    return failure();
  FailureOr<SmallVector<OpFoldResult>> extents = shapeArgument(*written->shape);
  if (failed(extents))
    return failure();
  Location here = loc(expr.range);
  Type type = f64();
  Operand fill;
  if (written->fill) {
    Result value = emitScalar(*written->fill, "np.full()");
    if (failed(value) || value->isBottom())
      return value;
    fill = *value;
    type = strengthen(fill, here).type();
  } else if (name != "empty") {
    fill = constant(weakInt(), Constant::of(int64_t(name == "ones")), here);
  }
  bool hasComplex = false;
  if (written->dtype) {
    FailureOr<Type> dtype = dtypeOf(*written->dtype, &hasComplex);
    if (failed(dtype))
      return failure();
    type = *dtype;
  }
  if (hasComplex && (name == "ones" || name == "full" || extents->size() > 3))
    return error(DiagnosticId::UnsupportedFunction, expr.range,
                 {("np." + name).str() + " of complex numbers",
                  "make it with np.zeros, of 1 to 3 dimensions, and store "
                  "its elements"});
  if (hasComplex)
    extents->push_back(OpFoldResult(builder.getI64IntegerAttr(2)));
  mlir::Value initial =
      fill.isBottom() ? mlir::Value() : cast(fill, type, here);
  auto arrayType =
      ArrayType::get(context, extents->size(), type, Layout::C, false);
  std::string label = target.empty() ? "the array" : target.str();
  SmallVector<int64_t> shape;
  SmallVector<mlir::Value> computed;
  dispatchIndexOpFoldResults(*extents, computed, shape);
  Operand array = Operand::array(
      AllocOp::create(builder, here, arrayType, builder.getStringAttr(label),
                      builder.getDenseI64ArrayAttr(shape), computed, initial,
                      /*exact=*/false),
      label);
  array.hasComplex = hasComplex;
  return array;
}
