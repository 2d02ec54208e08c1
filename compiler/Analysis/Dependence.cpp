//===- Dependence.cpp - iterations that touch one element -----------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dependence.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::pyk;

static OperandRange indicesOf(Operation *op) {
  if (auto load = dyn_cast<LoadOp>(op))
    return load.getIndices();
  return cast<StoreOp>(op).getIndices();
}

Access::Access(Operation *op) : op(op), indices(::indicesOf(op)) {
  auto load = dyn_cast<LoadOp>(op);
  isWrite = !load;
  array = load ? load.getArray() : cast<StoreOp>(op).getArray();
  isInbounds = load ? load.getInbounds() : cast<StoreOp>(op).getInbounds();
}

//===----------------------------------------------------------------------===//
// SubscriptProver
//===----------------------------------------------------------------------===//

bool SubscriptProver::mayBeNegative(const Access &access, unsigned axis) {
  if (access.isInbounds || facts.intervals.of(access.indices[axis]).lo >= 0)
    return false;
  auto [entry, isNew] = negative.try_emplace({access.op, axis}, true);
  if (!isNew)
    return entry->second;
  IterationSystem system(nullptr, facts.numbering, facts.intervals,
                         facts.guards);
  system.addContext(access.op, 0);
  bool may =
      !system.provablyNonNegative(system.translate(access.indices[axis], 0));
  return negative[{access.op, axis}] = may;
}

bool SubscriptProver::isInbounds(const Access &access) {
  IterationSystem system(nullptr, facts.numbering, facts.intervals,
                         facts.guards);
  system.addContext(access.op, 0);
  for (auto [axis, subscript] : llvm::enumerate(access.indices)) {
    if (mayBeNegative(access, axis))
      return false;
    Polynomial value = system.translate(subscript, 0);
    auto gap = subtract(system.extent(access.array, axis), value);
    gap = gap ? addConstant(*gap, -1) : std::nullopt;
    if (!gap || !system.provablyNonNegative(*gap))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// DependenceTest
//===----------------------------------------------------------------------===//

DependenceTest::DependenceTest(ForOp loop, FunctionFacts &facts,
                               ValueNumbering &numbering,
                               SubscriptProver &prover)
    : loop(loop), facts(facts), numbering(numbering), prover(prover) {}

/// The cheap filter: an axis that the loop's own variable subscripts in both,
/// plus something that it doesn't change.
bool DependenceTest::differObviously(const Access &first,
                                     const Access &second) {
  for (unsigned axis = 0; axis < first.indices.size(); ++axis) {
    Value a = first.indices[axis], b = second.indices[axis];
    if (numbering.number(a) != numbering.number(b))
      continue;
    bool isOwn = a == loop.getInductionVar();
    if (auto sum = a.getDefiningOp(); sum && isa<AddOp, SubOp>(sum))
      isOwn = (sum->getOperand(0) == loop.getInductionVar() &&
               numbering.isInvariant(sum->getOperand(1))) ||
              (sum->getOperand(1) == loop.getInductionVar() &&
               numbering.isInvariant(sum->getOperand(0)));
    if (isOwn && !prover.mayBeNegative(first, axis) &&
        !prover.mayBeNegative(second, axis))
      return true;
  }
  return false;
}

/// A subscript and, if it may be negative, the same counted from the end.
DependenceTest::Indices DependenceTest::indicesOf(IterationSystem &system,
                                                  const Access &access,
                                                  unsigned axis,
                                                  unsigned iteration) {
  Polynomial value = system.translate(access.indices[axis], iteration);
  if (!prover.mayBeNegative(access, axis))
    return {{value, {value}}};
  Indices indices{{value, {value}}};
  auto wrapped = add(value, system.extent(access.array, axis));
  auto below = scale(value, -1);
  below = below ? addConstant(*below, -1) : std::nullopt;
  // What overflows here is too large for any array.
  if (wrapped && below)
    indices.push_back({*wrapped, {*below, *wrapped}});
  return indices;
}

bool DependenceTest::mayMeet(const Access &first, const Access &second) {
  return !differObviously(first, second) &&
         anyCase(first, second, [](IterationSystem &system, auto) {
           return !system.isEmpty();
         });
}

bool DependenceTest::anyCase(const Access &first, const Access &second,
                             Visit visit) {
  IterationSystem system(loop, numbering, facts.intervals, facts.guards);
  system.orderIterations(/*later=*/true);
  system.addContext(first.op, 0);
  system.addContext(second.op, 1);
  std::vector<Indices> one, other;
  for (unsigned axis = 0; axis < first.indices.size(); ++axis) {
    one.push_back(indicesOf(system, first, axis, 0));
    other.push_back(indicesOf(system, second, axis, 1));
  }
  SmallVector<Polynomial> element;
  return anyCase(system, one, other, element, visit);
}

/// Tries every combination of cases, an axis at a time.
bool DependenceTest::anyCase(IterationSystem &system, ArrayRef<Indices> first,
                             ArrayRef<Indices> second,
                             SmallVectorImpl<Polynomial> &element,
                             Visit visit) {
  if (first.empty())
    return visit(system, element);
  for (const Index &a : first.front()) {
    for (const Index &b : second.front()) {
      IterationSystem::Mark before = system.mark();
      for (const Index *index : {&a, &b})
        for (const Polynomial &condition : index->conditions)
          system.addNonNegative(condition);
      if (auto difference = subtract(a.value, b.value))
        system.addZero(*difference);
      element.push_back(b.value);
      bool found = anyCase(system, first.drop_front(), second.drop_front(),
                           element, visit);
      element.pop_back();
      system.rewind(before);
      if (found)
        return true;
    }
  }
  return false;
}

std::optional<Conditions> DependenceTest::whenApart(const Access &first,
                                                    const Access &second) {
  Conditions conditions;
  bool isHopeless = anyCase(first, second, [&](IterationSystem &system, auto) {
    if (system.isEmpty())
      return false;
    Alternatives alternatives = system.whenEmpty();
    if (!llvm::is_contained(conditions, alternatives))
      conditions.push_back(alternatives);
    return alternatives.empty();
  });
  return isHopeless ? std::nullopt : std::optional(std::move(conditions));
}

std::optional<DependenceTest::Example>
DependenceTest::findExample(const Access &first, const Access &second,
                            ArrayRef<SmallVector<int64_t>> arguments) {
  std::optional<Example> example;
  anyCase(first, second,
          [&](IterationSystem &system, ArrayRef<Polynomial> element) {
            SmallVector<Polynomial> wanted(element);
            for (unsigned iteration : {0u, 1u})
              wanted.push_back(
                  system.translate(loop.getInductionVar(), iteration));
            auto values = system.samplePoint(arguments, wanted);
            if (!values)
              return false;
            int64_t later = values->pop_back_val();
            int64_t earlier = values->pop_back_val();
            example = {earlier, later, std::move(*values)};
            return true;
          });
  return example;
}
