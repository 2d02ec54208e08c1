//===- Polynomial.cpp - integer polynomials over loop variables -----------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Polynomial.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <set>

using namespace gpujit;

static constexpr unsigned maxTerms = 48;
static constexpr unsigned maxDegree = 5;
static constexpr int64_t maxCoefficient = int64_t(1) << 62;

Polynomial Polynomial::constant(int64_t value) {
  Polynomial result;
  if (value != 0)
    result.sum[{}] = value;
  return result;
}

Polynomial Polynomial::variable(unsigned id) {
  Polynomial result;
  result.sum[{id}] = 1;
  return result;
}

std::optional<int64_t> Polynomial::asConstant() const {
  if (sum.empty())
    return 0;
  if (sum.size() == 1 && sum.begin()->first.empty())
    return sum.begin()->second;
  return std::nullopt;
}

bool Polynomial::isAffine() const {
  return llvm::all_of(sum,
                      [](const auto &term) { return term.first.size() <= 1; });
}

int64_t Polynomial::coefficient(unsigned id) const {
  auto term = sum.find(Monomial{id});
  return term == sum.end() ? 0 : term->second;
}

int64_t Polynomial::constantTerm() const {
  auto term = sum.find(Monomial{});
  return term == sum.end() ? 0 : term->second;
}

llvm::SmallVector<unsigned> Polynomial::variables() const {
  std::set<unsigned> found;
  for (const auto &term : sum)
    found.insert(term.first.begin(), term.first.end());
  return llvm::SmallVector<unsigned>(found.begin(), found.end());
}

std::pair<Polynomial, Polynomial> Polynomial::splitBy(unsigned id) const {
  Polynomial quotient, rest;
  for (const auto &[monomial, coefficient] : sum) {
    const unsigned *factor = llvm::find(monomial, id);
    if (factor == monomial.end()) {
      rest.sum[monomial] = coefficient;
      continue;
    }
    Monomial divided(monomial);
    divided.erase(divided.begin() + (factor - monomial.begin()));
    quotient.sum[divided] = coefficient;
  }
  return {quotient, rest};
}

bool Polynomial::addTerm(const Monomial &monomial, int64_t coefficient) {
  int64_t &entry = sum[monomial];
  if (llvm::AddOverflow(entry, coefficient, entry) || entry > maxCoefficient ||
      entry < -maxCoefficient)
    return false;
  if (entry == 0)
    sum.erase(monomial);
  return sum.size() <= maxTerms;
}

std::optional<Polynomial> gpujit::add(const Polynomial &a,
                                      const Polynomial &b) {
  Polynomial result = a;
  for (const auto &[monomial, coefficient] : b.sum)
    if (!result.addTerm(monomial, coefficient))
      return std::nullopt;
  return result;
}

std::optional<Polynomial> gpujit::multiply(const Polynomial &a,
                                           const Polynomial &b) {
  Polynomial result;
  for (const auto &[left, x] : a.sum) {
    for (const auto &[right, y] : b.sum) {
      int64_t product;
      if (llvm::MulOverflow(x, y, product) ||
          left.size() + right.size() > maxDegree)
        return std::nullopt;
      Monomial monomial(left);
      monomial.append(right.begin(), right.end());
      llvm::sort(monomial);
      if (!result.addTerm(monomial, product))
        return std::nullopt;
    }
  }
  return result;
}

std::optional<Polynomial> gpujit::scale(const Polynomial &a, int64_t factor) {
  return multiply(a, Polynomial::constant(factor));
}

std::optional<Polynomial> gpujit::subtract(const Polynomial &a,
                                           const Polynomial &b) {
  std::optional<Polynomial> negated = scale(b, -1);
  return negated ? add(a, *negated) : std::nullopt;
}

std::optional<Polynomial> gpujit::divideExactly(const Polynomial &a,
                                                int64_t divisor) {
  Polynomial result;
  for (const auto &[monomial, coefficient] : a.sum) {
    if (coefficient % divisor != 0)
      return std::nullopt;
    result.sum[monomial] = coefficient / divisor;
  }
  return result;
}

std::optional<Polynomial> gpujit::addConstant(const Polynomial &a,
                                              int64_t value) {
  return add(a, Polynomial::constant(value));
}
