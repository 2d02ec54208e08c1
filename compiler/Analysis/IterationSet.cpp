//===- IterationSet.cpp - questions to the Presburger library -------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/IterationSystem.h"

#include "mlir/Analysis/Presburger/IntegerRelation.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::pyk;
using mlir::presburger::IntegerPolyhedron;
using mlir::presburger::PresburgerSpace;

/// Proofs about more variables could take long and aren't tried.
static constexpr size_t maxColumns = 64;

/// Bounds on the elimination of variables, and on its results.
static constexpr unsigned maxEliminated = 16, maxInequalities = 120;
static constexpr int64_t maxFactor = 1 << 16, maxConstant = 1 << 30;
static constexpr size_t maxSymbols = 3, maxAlternatives = 3;

/// Loops of fewer iterations, over smaller arrays, needn't be parallel.
static constexpr int64_t largeSize = 64;

using Columns = llvm::DenseMap<unsigned, unsigned>;

/// One row of a constraint matrix over the variables numbered in `columns`.
static SmallVector<int64_t> rowOf(const Polynomial &value,
                                  const Columns &columns) {
  SmallVector<int64_t> row(columns.size() + 1, 0);
  for (const auto &[monomial, coefficient] : value.terms())
    row[monomial.empty() ? columns.size() : columns.lookup(monomial[0])] =
        coefficient;
  return row;
}

static IntegerPolyhedron makeSet(const std::vector<Polynomial> &inequalities,
                                 const std::vector<Polynomial> &equalities,
                                 const Columns &columns) {
  IntegerPolyhedron set(PresburgerSpace::getSetSpace(columns.size()));
  for (const Polynomial &value : inequalities)
    set.addInequality(rowOf(value, columns));
  for (const Polynomial &value : equalities)
    set.addEquality(rowOf(value, columns));
  return set;
}

static void addColumns(const std::vector<Polynomial> &values,
                       Columns &columns) {
  for (const Polynomial &value : values)
    for (unsigned id : value.variables())
      columns.try_emplace(id, columns.size());
}

bool IterationSystem::isEmpty() {
  for (const Polynomial &value : inequalities)
    if (value.asConstant().value_or(0) < 0)
      return true;
  for (const Polynomial &value : equalities)
    if (value.asConstant().value_or(0) != 0)
      return true;
  Columns columns;
  addColumns(inequalities, columns);
  addColumns(equalities, columns);
  return columns.size() <= maxColumns &&
         makeSet(inequalities, equalities, columns).isIntegerEmpty();
}

//===----------------------------------------------------------------------===//
// Conditions on symbols
//===----------------------------------------------------------------------===//

/// Adds that arrays are large, and that loops have many iterations.
void IterationSystem::addLargeSizes() {
  for (const auto &[id, symbol] : symbols)
    if (symbol.axis >= 0)
      addNonNegative(addConstant(Polynomial::variable(id), -largeSize));
  llvm::SmallSetVector<const void *, 8> loops;
  for (const auto &entry : inductionVariables)
    loops.insert(entry.first.first);
  for (const void *opaque : loops) {
    auto loop =
        cast<ForOp>(static_cast<Operation *>(const_cast<void *>(opaque)));
    std::optional<int64_t> step = constantValue(loop.getStep());
    if (!step || *step == 0 || std::abs(*step) > maxFactor)
      continue;
    Polynomial lower = translate(loop.getLower(), 0);
    Polynomial upper = translate(loop.getUpper(), 0);
    auto span = *step > 0 ? subtract(upper, lower) : subtract(lower, upper);
    if (span && !span->asConstant())
      addNonNegative(addConstant(*span, -largeSize * std::abs(*step)));
  }
}

/// The inequalities that exclude each side of `set`, a set of symbols.
std::vector<LinearCondition>
IterationSystem::conditionsFrom(const IntegerPolyhedron &set,
                                ArrayRef<unsigned> columns) {
  std::vector<LinearCondition> found;
  auto exclude = [&](ArrayRef<llvm::DynamicAPInt> row, int64_t sign) {
    LinearCondition condition;
    auto isSmall = [](const llvm::DynamicAPInt &value, int64_t limit) {
      return -limit <= value && value <= limit;
    };
    if (!isSmall(row.back(), maxConstant))
      return;
    condition.constant = -sign * int64_t(row.back()) - 1;
    for (auto [column, id] : llvm::enumerate(columns)) {
      if (!isSmall(row[column], maxFactor))
        return;
      if (row[column] != 0)
        condition.factors[symbols.at(id)] = -sign * int64_t(row[column]);
    }
    if (!condition.factors.empty() && condition.factors.size() <= maxSymbols)
      found.push_back(std::move(condition));
  };
  for (unsigned row = 0; row < set.getNumInequalities(); ++row)
    exclude(set.getInequality(row), 1);
  for (unsigned row = 0; row < set.getNumEqualities(); ++row) {
    exclude(set.getEquality(row), 1);
    exclude(set.getEquality(row), -1);
  }
  return found;
}

Polynomial IterationSystem::polynomialOf(const LinearCondition &condition) {
  Polynomial sum = Polynomial::constant(condition.constant);
  for (const auto &[id, symbol] : symbols) {
    auto factor = condition.factors.find(symbol);
    if (factor != condition.factors.end()) // small, and so is the sum
      sum = *add(sum, *scale(Polynomial::variable(id), factor->second));
  }
  return sum;
}

Alternatives IterationSystem::whenEmpty() {
  // Symbols come last.
  Columns columns;
  std::vector<Polynomial> facts;
  auto isAboutSymbols = [&](const Polynomial &value) {
    return llvm::all_of(value.variables(),
                        [&](unsigned id) { return symbols.count(id) != 0; });
  };
  for (const std::vector<Polynomial> *list : {&inequalities, &equalities})
    for (const Polynomial &value : *list)
      for (unsigned id : value.variables())
        if (!symbols.count(id))
          columns.try_emplace(id, columns.size());
  unsigned eliminated = columns.size();
  SmallVector<unsigned> symbolColumns;
  for (const auto &[id, symbol] : symbols) {
    columns.try_emplace(id, columns.size());
    symbolColumns.push_back(id);
  }
  if (eliminated > maxEliminated)
    return {};
  IntegerPolyhedron set = makeSet(inequalities, equalities, columns);
  for (; eliminated > 0; --eliminated) {
    set.projectOut(0);
    if (set.getNumInequalities() > maxInequalities)
      return {};
  }
  set.removeRedundantConstraints();

  // What can't hold of large arrays and long loops is no condition.
  Mark before = mark();
  addLargeSizes();
  for (const Polynomial &value : inequalities)
    if (isAboutSymbols(value))
      facts.push_back(value);
  rewind(before);
  Alternatives alternatives;
  for (LinearCondition &condition : conditionsFrom(set, symbolColumns)) {
    facts.push_back(polynomialOf(condition));
    Columns factColumns;
    addColumns(facts, factColumns);
    if (!makeSet(facts, {}, factColumns).isIntegerEmpty())
      alternatives.push_back(std::move(condition));
    facts.pop_back();
  }
  llvm::sort(alternatives, [](const auto &a, const auto &b) {
    return std::tuple(a.factors.size(), a.factors, a.constant) <
           std::tuple(b.factors.size(), b.factors, b.constant);
  });
  if (alternatives.size() > maxAlternatives)
    alternatives.resize(maxAlternatives);
  return alternatives;
}

//===----------------------------------------------------------------------===//
// Points
//===----------------------------------------------------------------------===//

SmallVector<SmallVector<int64_t>> gpujit::argumentValues(FuncOp func) {
  SmallVector<SmallVector<int64_t>> values;
  if (auto list = func->getAttrOfType<ArrayAttr>(kValuesAttr))
    for (Attribute entry : list)
      values.emplace_back(cast<DenseI64ArrayAttr>(entry).asArrayRef());
  return values;
}

/// A polynomial's value, or nothing when it leaves 64 bits.
static std::optional<int64_t>
valueAt(const Polynomial &polynomial,
        const llvm::DenseMap<unsigned, int64_t> &point) {
  int64_t sum = 0;
  for (const auto &[monomial, coefficient] : polynomial.terms()) {
    int64_t product = coefficient;
    for (unsigned id : monomial) {
      auto known = point.find(id);
      if (known == point.end() ||
          llvm::MulOverflow(product, known->second, product))
        return std::nullopt;
    }
    if (llvm::AddOverflow(sum, product, sum))
      return std::nullopt;
  }
  return sum;
}

std::optional<SmallVector<int64_t>>
IterationSystem::samplePoint(ArrayRef<SmallVector<int64_t>> arguments,
                             ArrayRef<Polynomial> polynomials) {
  Columns columns;
  for (unsigned iteration : {0u, 1u}) // the first iterations come first
    columns.try_emplace(trips.at({scope, iteration}), columns.size());
  addColumns(inequalities, columns);
  addColumns(equalities, columns);
  for (const Polynomial &polynomial : polynomials)
    addColumns({polynomial}, columns);
  if (hasUnknowns || columns.size() > maxColumns)
    return std::nullopt;
  IntegerPolyhedron set = makeSet(inequalities, equalities, columns);
  for (const auto &[id, symbol] : symbols) {
    if (!columns.count(id))
      continue;
    unsigned place = symbol.axis < 0 ? 0 : symbol.axis;
    if (symbol.argument >= arguments.size() ||
        place >= arguments[symbol.argument].size())
      return std::nullopt;
    SmallVector<int64_t> row(columns.size() + 1, 0);
    row[columns.lookup(id)] = 1;
    row.back() = -arguments[symbol.argument][place];
    set.addEquality(row);
  }
  auto smallest = set.findIntegerLexMin();
  if (!smallest.isBounded())
    return std::nullopt;
  llvm::DenseMap<unsigned, int64_t> point;
  for (auto [id, column] : columns)
    point[id] = int64_t((*smallest)[column]);
  SmallVector<int64_t> values;
  for (const Polynomial &polynomial : polynomials) {
    std::optional<int64_t> value = valueAt(polynomial, point);
    if (!value)
      return std::nullopt;
    values.push_back(*value);
  }
  return values;
}
