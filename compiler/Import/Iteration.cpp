//===- Iteration.cpp - what a for loop can run over -----------------------===//
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

/// Says why a for loop can't run over something, and how else.
LogicalResult Importer::noIteration(const Expr &iterable,
                                    const Operand &value) {
  std::string what = "this expression";
  std::string remedy = "loop over range() and subscript inside the loop";
  auto *call = llvm::dyn_cast<CallExpr>(&iterable);
  auto *callee =
      llvm::dyn_cast<CapturedExpr>(call ? call->callee.get() : &iterable);
  auto *name = llvm::dyn_cast<NameExpr>(&iterable);
  if (callee || name)
    what = "'" + (callee ? callee->name : name->id) + "'";
  else if (!value.isBottom())
    what = value.describe();
  if (value.isArray()) {
    unsigned rank = value.rank();
    what = "the rows of " + what;
    remedy = "write 'for i in range(len(" + value.text + "))' and use " +
             value.text + (rank == 2 ? "[i, j]" : "[i, j, k]");
  } else if (value.kind == Operand::Kind::Tuple) {
    what = "a tuple whose elements aren't numbers of one type";
    remedy = "write a statement for each element";
  }
  return error(DiagnosticId::UnsupportedIteration, iterable.range,
               {what, remedy});
}

//===----------------------------------------------------------------------===//
// What is iterated
//===----------------------------------------------------------------------===//

FailureOr<Importer::Iterable> Importer::rangeOf(const CallExpr &call,
                                                const std::string &name) {
  if (call.args.empty() || call.args.size() > 3 || !call.keywords.empty())
    return error(
        DiagnosticId::ArgumentCount, call.range,
        {name, "1 to 3 arguments", std::to_string(call.args.size()),
         "write range(stop), range(start, stop) or range(start, stop, step)"});
  Location here = loc(call.range);
  std::vector<Operand> bounds;
  for (const ExprPtr &arg : call.args) {
    Result value = emitScalar(*arg, "range()");
    if (failed(value))
      return failure();
    if (value->isBottom())
      value = constant(weakInt(), Constant::of(int64_t(0)), here);
    if (isFloating(value->type()) || value->type().isInteger(1))
      return error(DiagnosticId::OperandType, arg->range,
                   {"range()", value->describe(), "convert it with int()"});
    bounds.push_back(
        Operand::scalar(cast(*value, weakInt(), here), value->constants));
  }
  if (bounds.size() == 1)
    bounds.insert(bounds.begin(),
                  constant(weakInt(), Constant::of(int64_t(0)), here));
  if (bounds.size() == 2)
    bounds.push_back(constant(weakInt(), Constant::of(int64_t(1)), here));
  Iterable range;
  range.kind = Iterable::Kind::Range;
  range.start = bounds[0];
  range.stop = bounds[1];
  range.step = bounds[2];
  range.range = call.range;
  return range;
}

/// The constant step of a range; ranges that are counted or reversed need one.
FailureOr<int64_t> Importer::stepOf(const Iterable &range) {
  const Constants &step = range.step.constants;
  if (!step || step->size() != 1 || step->front().integer == 0)
    return error(DiagnosticId::ConstantNeeded, range.range,
                 {"the step of a range in reversed(), enumerate() or zip()",
                  "write a number other than 0, or loop over range() alone"});
  return step->front().integer;
}

/// `range(a, b, c)` from its last number down: it starts at
/// `a + (b - a - sign) // c * c`, which lies before `a` when there is none.
LogicalResult Importer::reverseRange(Iterable &range) {
  FailureOr<int64_t> step = stepOf(range);
  if (failed(step))
    return failure();
  Location here = loc(range.range);
  auto number = [&](int64_t value) {
    return constant(weakInt(), Constant::of(value), here);
  };
  int64_t sign = *step > 0 ? 1 : -1;
  auto compute = [&](StringRef op, const Operand &lhs, const Operand &rhs) {
    return binary(op, lhs, rhs, range.range);
  };
  Result last = compute("Sub", range.stop, number(sign));
  if (*step != sign) {
    Result steps = compute("Sub", *last, range.start);
    steps = compute("FloorDiv", *steps, range.step);
    steps = compute("Mult", *steps, range.step);
    last = compute("Add", range.start, *steps);
  }
  range.stop = *compute("Sub", range.start, number(sign));
  range.start = *last;
  range.step = number(-*step);
  return success();
}

FailureOr<Importer::Iterable> Importer::reversedOf(const CallExpr &call) {
  if (call.args.size() != 1 || !call.keywords.empty())
    return error(DiagnosticId::ArgumentCount, call.range,
                 {"reversed", "1 argument", std::to_string(call.args.size()),
                  "write reversed(a) or reversed(range(n))"});
  FailureOr<Iterable> inner = iterableOf(*call.args.front());
  if (failed(inner))
    return failure();
  switch (inner->kind) {
  case Iterable::Kind::Range:
    if (failed(reverseRange(*inner)))
      return failure();
    return inner;
  case Iterable::Kind::Array:
  case Iterable::Kind::Tuple:
    inner->isReversed = !inner->isReversed;
    return inner;
  default:
    return error(DiagnosticId::OperandType, call.range,
                 {"reversed()", "an iterator",
                  "reverse the arrays or the range inside it"});
  }
}

FailureOr<Importer::Iterable> Importer::enumerateOf(const CallExpr &call) {
  const Expr *start = call.args.size() == 2 ? call.args[1].get() : nullptr;
  for (const Keyword &keyword : call.keywords) {
    if (keyword.name != "start" || start)
      return unknownKeyword(call, "enumerate", keyword.name, {"start"});
    start = keyword.value.get();
  }
  if (call.args.empty() || call.args.size() > 2)
    return error(DiagnosticId::ArgumentCount, call.range,
                 {"enumerate", "1 or 2 arguments",
                  std::to_string(call.args.size()),
                  "write enumerate(a) or enumerate(a, 1)"});
  FailureOr<Iterable> part = iterableOf(*call.args.front());
  if (failed(part))
    return failure();
  Iterable result;
  result.kind = Iterable::Kind::Enumerate;
  result.range = call.range;
  result.parts.push_back(std::move(*part));
  if (!start)
    return result;
  Result number = emitScalar(*start, "enumerate()");
  if (failed(number))
    return failure();
  if (!number->isBottom() && !isa<PyIntType, PyBoolType>(number->type()))
    return error(DiagnosticId::OperandType, start->range,
                 {"enumerate()", number->describe(), "convert it with int()"});
  result.start = *number;
  return result;
}

FailureOr<Importer::Iterable> Importer::zipOf(const CallExpr &call) {
  for (const Keyword &keyword : call.keywords) {
    auto *flag = llvm::dyn_cast<ConstantExpr>(keyword.value.get());
    if (keyword.name != "strict")
      return unknownKeyword(call, "zip", keyword.name, {"strict"});
    if (!flag || flag->text != "False")
      return error(DiagnosticId::UnsupportedFunction, call.range,
                   {"zip(strict=True)",
                    "assert that the lengths agree before the loop"});
  }
  Iterable result;
  result.kind = Iterable::Kind::Zip;
  result.range = call.range;
  for (const ExprPtr &arg : call.args) {
    FailureOr<Iterable> part = iterableOf(*arg);
    if (failed(part))
      return failure();
    result.parts.push_back(std::move(*part));
  }
  return result;
}

FailureOr<Importer::Iterable> Importer::iterableOf(const Expr &expr) {
  auto *call = llvm::dyn_cast<CallExpr>(&expr);
  auto *callee =
      call ? llvm::dyn_cast<CapturedExpr>(call->callee.get()) : nullptr;
  if (callee && callee->entity == "builtins.range")
    return rangeOf(*call, callee->name);
  if (callee && callee->entity == "builtins.reversed")
    return reversedOf(*call);
  if (callee && callee->entity == "builtins.enumerate")
    return enumerateOf(*call);
  if (callee && callee->entity == "builtins.zip")
    return zipOf(*call);
  // Other functions that give iterators are no values, so say so here.
  if (callee && (StringRef(callee->entity).starts_with("builtins.") ||
                 callee->entity == "gpujit.prange"))
    return noIteration(expr, Operand());
  Result value = emit(expr);
  if (failed(value))
    return failure();
  Iterable result;
  result.range = expr.range;
  result.source = *value;
  if (value->isBottom())
    return result;
  if (value->kind == Operand::Kind::Tuple)
    result.kind = Iterable::Kind::Tuple;
  else if (value->isArray() && value->rank() == 1)
    result.kind = Iterable::Kind::Array;
  else
    return noIteration(expr, *value);
  if (result.kind == Iterable::Kind::Tuple && !isUniform(value->elements))
    return noIteration(expr, *value);
  return result;
}

//===----------------------------------------------------------------------===//
// Its length and its elements
//===----------------------------------------------------------------------===//

Importer::Result Importer::lengthOf(const Iterable &iterable) {
  Location here = loc(iterable.range);
  auto number = [&](int64_t value) {
    return constant(weakInt(), Constant::of(value), here);
  };
  switch (iterable.kind) {
  case Iterable::Kind::Bottom:
    return number(0);
  case Iterable::Kind::Tuple:
    return number(iterable.source.elements.size());
  case Iterable::Kind::Array:
    return Operand::scalar(
        ExtentOp::create(builder, here, weakInt(), iterable.source.ssa, 0));
  case Iterable::Kind::Enumerate:
    return lengthOf(iterable.parts.front());
  case Iterable::Kind::Range: {
    FailureOr<int64_t> step = stepOf(iterable);
    if (failed(step))
      return failure();
    // A negative length is as good as none.
    Result length =
        binary("Sub", iterable.stop, iterable.start, iterable.range);
    if (*step == 1)
      return length;
    length = binary("Add", *length, number(*step > 0 ? *step - 1 : *step + 1),
                    iterable.range);
    return binary("FloorDiv", *length, iterable.step, iterable.range);
  }
  case Iterable::Kind::Zip:
    break;
  }
  if (iterable.parts.empty())
    return number(0);
  Result least = lengthOf(iterable.parts.front());
  for (const Iterable &part : llvm::drop_begin(iterable.parts)) {
    Result length = failed(least) ? least : lengthOf(part);
    if (failed(length))
      return failure();
    if (length->ssa != least->ssa)
      least = Operand::scalar(MinOp::create(
          builder, here, weakInt(), least->ssa, length->ssa, false, nullptr));
  }
  return least;
}

Importer::Result Importer::elementOf(const Iterable &iterable,
                                     const Operand &k) {
  Location here = loc(iterable.range);
  Operand index = k;
  if (iterable.isReversed) {
    Result length = lengthOf(iterable);
    Result last = binary("Sub", *length,
                         constant(weakInt(), Constant::of(int64_t(1)), here),
                         iterable.range);
    index = *binary("Sub", *last, k, iterable.range);
  }
  switch (iterable.kind) {
  case Iterable::Kind::Bottom:
    return Operand();
  case Iterable::Kind::Tuple:
    return selectElement(iterable.source.elements, index, iterable.range);
  case Iterable::Kind::Array: {
    if (iterable.source.hasComplex)
      return loadComplex(iterable.source, {index.ssa}, here);
    auto type = mlir::cast<ArrayType>(iterable.source.type());
    return Operand::scalar(LoadOp::create(
        builder, here, type.getElementType(), iterable.source.text,
        iterable.source.ssa, index.ssa, /*inbounds=*/false));
  }
  case Iterable::Kind::Range: {
    Result offset = binary("Mult", index, iterable.step, iterable.range);
    return binary("Add", iterable.start, *offset, iterable.range);
  }
  case Iterable::Kind::Enumerate: {
    Result element = elementOf(iterable.parts.front(), k);
    if (failed(element))
      return failure();
    Operand position = k;
    if (iterable.start.isScalar())
      position = *binary("Add", iterable.start, k, iterable.range);
    return Operand::tuple({position, *element});
  }
  case Iterable::Kind::Zip:
    break;
  }
  std::vector<Operand> elements;
  for (const Iterable &part : iterable.parts) {
    Result element = elementOf(part, k);
    if (failed(element))
      return failure();
    elements.push_back(*element);
  }
  return Operand::tuple(std::move(elements));
}

//===----------------------------------------------------------------------===//
// Tuples
//===----------------------------------------------------------------------===//

static Type commonType(ArrayRef<Operand> elements) {
  Type type = elements.front().type();
  Constants constants = elements.front().constants;
  for (const Operand &element : elements.drop_front()) {
    type = sema::unify(type, constants, element.type(), element.constants);
    if (!type)
      return {};
    constants = sema::join(constants, element.constants);
  }
  return type;
}

static std::vector<Operand> column(ArrayRef<Operand> rows, size_t i) {
  std::vector<Operand> result;
  for (const Operand &row : rows)
    result.push_back(row.elements[i]);
  return result;
}

bool Importer::isUniform(ArrayRef<Operand> elements) {
  if (elements.empty())
    return true;
  const Operand &first = elements.front();
  for (const Operand &element : elements) {
    if (element.isBottom())
      return true;
    if (element.kind != first.kind ||
        element.elements.size() != first.elements.size())
      return false;
  }
  if (first.isScalar())
    return bool(commonType(elements));
  if (!first.isTuple() && !first.isComplex())
    return elements.size() == 1;
  for (size_t i = 0; i < first.elements.size(); ++i)
    if (!isUniform(column(elements, i)))
      return false;
  return true;
}

Importer::Result Importer::selectElement(ArrayRef<Operand> elements,
                                         const Operand &index,
                                         SourceRange range) {
  if (elements.size() == 1)
    return elements.front();
  for (const Operand &element : elements)
    if (element.isBottom())
      return Operand();
  if (!elements.front().isScalar()) {
    Operand result = elements.front();
    for (size_t i = 0; i < result.elements.size(); ++i) {
      Result part = selectElement(column(elements, i), index, range);
      if (failed(part))
        return failure();
      result.elements[i] = *part;
    }
    return result;
  }
  Location here = loc(range);
  Type type = commonType(elements);
  std::vector<Operand> values;
  for (const Operand &element : elements)
    values.push_back(
        Operand::scalar(cast(element, type, here), element.constants));
  std::function<Result(size_t)> from = [&](size_t i) -> Result {
    if (i + 1 == values.size())
      return values[i];
    Result isThis = compareScalars(
        "Eq", index, constant(weakInt(), Constant::of(int64_t(i)), here),
        range);
    Condition test = truth(*isThis, range);
    return choose(
        *test, range, [&]() -> Result { return values[i]; },
        [&] { return from(i + 1); });
  };
  return from(0);
}
