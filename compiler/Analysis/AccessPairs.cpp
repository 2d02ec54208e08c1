//===- AccessPairs.cpp - pairs of accesses that may meet ------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/AccessPairs.h"

#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mlir;
using namespace gpujit;
using namespace gpujit::pyk;

/// A modulus that says nothing: constants of the axis aren't compared.
static constexpr int64_t anyConstant = 1;

AccessPairs::AccessPairs(FunctionFacts &facts, ValueNumbering &numbering,
                         SubscriptProver &prover, ArrayRef<Access> accesses)
    : facts(facts), numbering(numbering), prover(prover) {
  for (auto [number, access] : llvm::enumerate(accesses))
    add(number, access);
}

//===----------------------------------------------------------------------===//
// Subscripts
//===----------------------------------------------------------------------===//

/// Adds `factor * value`; false when a factor gets too large.
bool AccessPairs::addParts(Value value, int64_t factor, unsigned depth,
                           llvm::MapVector<Value, int64_t> &sum,
                           int64_t &constant) {
  int64_t product;
  if (std::optional<int64_t> known = constantValue(value))
    return !llvm::MulOverflow(*known, factor, product) &&
           !llvm::AddOverflow(constant, product, constant);
  Operation *op = value.getDefiningOp();
  if (op && depth < 16) {
    if (isa<AddOp, SubOp>(op)) {
      int64_t second = isa<AddOp>(op) ? factor : -factor;
      return addParts(op->getOperand(0), factor, depth + 1, sum, constant) &&
             addParts(op->getOperand(1), second, depth + 1, sum, constant);
    }
    if (isa<MulOp>(op))
      for (unsigned side : {0u, 1u})
        if (auto by = constantValue(op->getOperand(side)))
          return !llvm::MulOverflow(*by, factor, product) &&
                 addParts(op->getOperand(1 - side), product, depth + 1, sum,
                          constant);
  }
  int64_t &entry = sum[numbering.number(value)];
  return !llvm::AddOverflow(entry, factor, entry);
}

AccessPairs::Parts AccessPairs::partsOf(Value subscript, int64_t &constant) {
  llvm::MapVector<Value, int64_t> sum;
  constant = 0;
  if (!isa<PyIntType>(subscript.getType()) ||
      !addParts(subscript, 1, 0, sum, constant) || constant == INT64_MIN) {
    sum.clear();
    sum[numbering.number(subscript)] = 1;
    constant = 0;
  }
  Parts parts;
  for (auto [value, factor] : sum) {
    if (factor == 0)
      continue;
    bool isInvariant = numbering.isInvariant(value);
    (isInvariant ? parts.invariant : parts.varying).push_back({value, factor});
    if (!isInvariant)
      parts.gcd = std::gcd(parts.gcd, factor);
  }
  auto byValue = [](const auto &a, const auto &b) {
    return a.first.getAsOpaquePointer() < b.first.getAsOpaquePointer();
  };
  llvm::sort(parts.varying, byValue);
  llvm::sort(parts.invariant, byValue);
  return parts;
}

//===----------------------------------------------------------------------===//
// Groups and shapes
//===----------------------------------------------------------------------===//

unsigned AccessPairs::groupOf(Value array) {
  auto [entry, isNew] = groups.try_emplace(array, arrays.size());
  if (isNew)
    arrays.push_back(array);
  return entry->second;
}

Aliasing AccessPairs::groupRelation(unsigned group, unsigned other) {
  auto known = relations.find({group, other});
  if (known != relations.end())
    return known->second;
  return relations[{group, other}] =
             facts.arrays.relation(arrays[group], arrays[other]);
}

void AccessPairs::add(unsigned number, const Access &access) {
  Shape shape;
  shape.group = groupOf(access.array);
  shape.writes = access.isWrite;
  shape.isPlain = true;
  Member member{0,
                shape.group,
                access.op->getBlock(),
                facts.guards.before(access.op),
                {}};
  std::vector<int64_t> key{shape.group, shape.writes};
  for (auto [axis, subscript] : llvm::enumerate(access.indices)) {
    shape.isPlain &= !prover.mayBeNegative(access, axis);
    shape.axes.push_back(partsOf(subscript, member.constants.emplace_back()));
    for (const auto *list :
         {&shape.axes.back().varying, &shape.axes.back().invariant}) {
      key.push_back(list->size());
      for (auto [value, factor] : *list) {
        key.push_back(reinterpret_cast<intptr_t>(value.getAsOpaquePointer()));
        key.push_back(factor);
      }
    }
  }
  key.push_back(shape.isPlain);
  auto [entry, isNew] = shapeNumbers.try_emplace(key, shapes.size());
  if (isNew)
    shapes.push_back(std::move(shape));
  member.shape = entry->second;
  shapes[member.shape].members.push_back(number);
  members.push_back(std::move(member));
}

//===----------------------------------------------------------------------===//
// Pairs
//===----------------------------------------------------------------------===//

/// For each axis, what the difference of two constants must be a multiple of
/// for the accesses to meet; 0 where it must be zero.
std::vector<int64_t> AccessPairs::moduliOf(const Shape &first,
                                           const Shape &second) const {
  std::vector<int64_t> moduli;
  for (auto [a, b] : llvm::zip(first.axes, second.axes)) {
    bool comparable =
        first.isPlain && second.isPlain && a.invariant == b.invariant;
    moduli.push_back(comparable ? std::gcd(a.gcd, b.gcd) : anyConstant);
  }
  return moduli;
}

AccessPairs::Key AccessPairs::remainders(const std::vector<int64_t> &constants,
                                         const std::vector<int64_t> &moduli) {
  Key key;
  for (auto [constant, modulus] : llvm::zip_equal(constants, moduli))
    key.push_back(modulus == 0 ? constant : llvm::mod(constant, modulus));
  return key;
}

llvm::SmallVector<unsigned> AccessPairs::candidates(unsigned first,
                                                    bool writes) {
  SmallVector<unsigned> found;
  const Member &member = members[first];
  for (Shape &shape : shapes) {
    if (shape.writes != writes)
      continue;
    Aliasing aliasing = groupRelation(member.group, shape.group);
    if (aliasing == Aliasing::disjoint)
      continue;
    std::vector<int64_t> moduli;
    if (aliasing == Aliasing::same)
      moduli = moduliOf(shapes[member.shape], shape);
    if (llvm::all_of(moduli, [](int64_t m) { return m == anyConstant; })) {
      llvm::append_range(found, shape.members);
      continue;
    }
    auto [table, isNew] = shape.tables.try_emplace(moduli);
    if (isNew)
      for (unsigned other : shape.members)
        table->second[remainders(members[other].constants, moduli)].push_back(
            other);
    auto entry = table->second.find(remainders(member.constants, moduli));
    if (entry != table->second.end())
      llvm::append_range(found, entry->second);
  }
  llvm::sort(found);
  return found;
}

std::optional<AccessPairs::Key> AccessPairs::keyOf(unsigned first,
                                                   unsigned second) const {
  const Member &a = members[first], &b = members[second];
  if (!shapes[a.shape].isPlain || !shapes[b.shape].isPlain)
    return std::nullopt;
  Key key{a.shape,
          b.shape,
          reinterpret_cast<intptr_t>(a.block),
          reinterpret_cast<intptr_t>(b.block),
          a.guards,
          b.guards};
  for (auto [x, y] : llvm::zip_equal(a.constants, b.constants)) {
    int64_t distance;
    if (llvm::SubOverflow(x, y, distance))
      return std::nullopt;
    key.push_back(distance);
  }
  return key;
}
