//===- Conditions.cpp - what must hold of a call's arguments --------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Conditions.h"

#include "mlir/Analysis/Presburger/IntegerRelation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::pyk;

//===----------------------------------------------------------------------===//
// What follows
//===----------------------------------------------------------------------===//

/// Whether `claim` holds wherever `known` do, and extents aren't negative.
static bool follows(const LinearCondition &claim,
                    const std::vector<LinearCondition> &known) {
  std::map<ArgumentSymbol, unsigned> columns;
  auto addColumns = [&](const LinearCondition &condition) {
    for (auto [symbol, factor] : condition.factors)
      columns.try_emplace(symbol, columns.size());
  };
  addColumns(claim);
  llvm::for_each(known, addColumns);
  presburger::IntegerPolyhedron set(
      presburger::PresburgerSpace::getSetSpace(columns.size()));
  auto add = [&](const LinearCondition &condition, int64_t sign) {
    SmallVector<int64_t> row(columns.size() + 1, 0);
    for (auto [symbol, factor] : condition.factors)
      row[columns[symbol]] = sign * factor;
    row.back() = sign * condition.constant - (sign < 0 ? 1 : 0);
    set.addInequality(row);
  };
  add(claim, -1);
  for (const LinearCondition &condition : known)
    add(condition, 1);
  for (auto [symbol, column] : columns)
    if (symbol.axis >= 0)
      set.addBound(presburger::BoundType::LB, column, 0);
  return set.isIntegerEmpty();
}

void gpujit::simplify(Conditions &conditions) {
  // An alternative that holds anyway makes its group superfluous.
  for (size_t k = 0; k < conditions.size();) {
    std::vector<LinearCondition> known;
    for (size_t other = 0; other < conditions.size(); ++other)
      if (other != k && conditions[other].size() == 1)
        known.push_back(conditions[other].front());
    bool isSuperfluous =
        llvm::any_of(conditions[k], [&](const LinearCondition &condition) {
          return follows(condition, known);
        });
    if (isSuperfluous)
      conditions.erase(conditions.begin() + k);
    else
      ++k;
  }
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static std::string symbolText(ArgumentSymbol symbol, FuncOp func) {
  std::string name = func.getArgName(symbol.argument).str();
  if (symbol.axis < 0)
    return name;
  return llvm::formatv("{0}.shape[{1}]", name, symbol.axis);
}

static std::string sideText(const std::vector<std::string> &terms,
                            int64_t constant) {
  std::string text = llvm::join(terms, " + ");
  if (text.empty())
    return std::to_string(constant);
  if (constant != 0)
    text += (constant > 0 ? " + " : " - ") + std::to_string(std::abs(constant));
  return text;
}

/// Terms with positive factors on the left, the others on the right.
static std::string conditionText(const LinearCondition &condition,
                                 FuncOp func) {
  std::vector<std::string> left, right;
  for (auto [symbol, factor] : condition.factors) {
    std::string text = symbolText(symbol, func);
    if (std::abs(factor) != 1)
      text = std::to_string(std::abs(factor)) + " * " + text;
    (factor > 0 ? left : right).push_back(text);
  }
  if (left.empty())
    return sideText(right, 0) + " <= " + std::to_string(condition.constant);
  return sideText(left, 0) + " >= " + sideText(right, -condition.constant);
}

std::string gpujit::conditionsText(const Conditions &conditions, FuncOp func) {
  std::vector<std::string> all;
  for (const Alternatives &alternatives : conditions) {
    std::vector<std::string> any;
    for (const LinearCondition &condition : alternatives)
      any.push_back(conditionText(condition, func));
    std::string text = llvm::join(any, " or ");
    all.push_back(any.size() > 1 && conditions.size() > 1 ? "(" + text + ")"
                                                          : text);
  }
  return llvm::join(all, " and ");
}

//===----------------------------------------------------------------------===//
// Attributes: of each inequality the constant, then argument, axis and factor
// of each term.
//===----------------------------------------------------------------------===//

Attribute gpujit::conditionsAttribute(const Conditions &conditions,
                                      MLIRContext *context) {
  SmallVector<Attribute> all;
  for (const Alternatives &alternatives : conditions) {
    SmallVector<Attribute> any;
    for (const LinearCondition &condition : alternatives) {
      SmallVector<int64_t> numbers{condition.constant};
      for (auto [symbol, factor] : condition.factors)
        numbers.append({symbol.argument, symbol.axis, factor});
      any.push_back(DenseI64ArrayAttr::get(context, numbers));
    }
    all.push_back(ArrayAttr::get(context, any));
  }
  return ArrayAttr::get(context, all);
}

Conditions gpujit::conditionsOf(Operation *loop) {
  Conditions conditions;
  auto all = loop->getAttrOfType<ArrayAttr>(kConditionsAttr);
  for (Attribute any : all ? all.getValue() : ArrayRef<Attribute>()) {
    Alternatives &alternatives = conditions.emplace_back();
    for (Attribute one : cast<ArrayAttr>(any)) {
      ArrayRef<int64_t> numbers = cast<DenseI64ArrayAttr>(one).asArrayRef();
      LinearCondition condition;
      condition.constant = numbers.front();
      for (size_t k = 1; k + 2 < numbers.size(); k += 3)
        condition.factors[{unsigned(numbers[k]), int(numbers[k + 1])}] =
            numbers[k + 2];
      alternatives.push_back(std::move(condition));
    }
  }
  return conditions;
}
