//===- IterationSystem.cpp - constraints and the proofs from them ---------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/IterationSystem.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::pyk;

IterationSystem::IterationSystem(Operation *scope, ValueNumbering &numbering,
                                 Intervals &intervals, Guards &guards)
    : scope(scope), numbering(numbering), intervals(intervals), guards(guards) {
}

//===----------------------------------------------------------------------===//
// Constraints
//===----------------------------------------------------------------------===//

void IterationSystem::addNonNegative(const Polynomial &value) {
  if (value.isAffine())
    inequalities.push_back(value);
  else
    hasUnknowns = true;
}

void IterationSystem::addNonNegative(const std::optional<Polynomial> &value) {
  if (value)
    addNonNegative(*value);
}

void IterationSystem::rewind(Mark mark) {
  inequalities.resize(mark.inequalities);
  equalities.resize(mark.equalities);
}

void IterationSystem::addZero(const Polynomial &value) {
  if (value.isAffine())
    equalities.push_back(value);
  else
    hasUnknowns = true;
  if (!addRemainderZero(value) && !value.isAffine())
    addProductZero(value);
}

/// From `w * P + Q == 0` and `|Q| < w` follow `P == 0` and `Q == 0`.
bool IterationSystem::addProductZero(const Polynomial &value) {
  llvm::SmallSetVector<unsigned, 4> factors;
  for (const auto &[monomial, coefficient] : value.terms())
    if (monomial.size() > 1)
      factors.insert(monomial.begin(), monomial.end());
  for (unsigned factor : factors) {
    auto [quotient, rest] = value.splitBy(factor);
    Polynomial width = Polynomial::variable(factor);
    std::optional<Polynomial> negated = scale(rest, -1);
    if (!negated || !provablyBelow(rest, width) ||
        !provablyBelow(*negated, width))
      continue;
    addZero(quotient);
    addZero(rest);
    return true;
  }
  return false;
}

/// From `x mod n == y mod n` and `|x - y| < n` follows `x == y`.
bool IterationSystem::addRemainderZero(const Polynomial &value) {
  SmallVector<unsigned> variables = value.variables();
  if (variables.size() != 2 || !value.isAffine() || value.constantTerm() != 0 ||
      value.coefficient(variables[0]) != -value.coefficient(variables[1]))
    return false;
  auto first = remainderOf.find(variables[0]),
       second = remainderOf.find(variables[1]);
  if (first == remainderOf.end() || second == remainderOf.end() ||
      !(first->second.modulus == second->second.modulus))
    return false;
  const Polynomial &modulus = first->second.modulus;
  auto difference = subtract(first->second.dividend, second->second.dividend);
  auto negated = difference ? scale(*difference, -1) : std::nullopt;
  if (!negated || !provablyBelow(*difference, modulus) ||
      !provablyBelow(*negated, modulus))
    return false;
  addZero(*difference);
  return true;
}

bool IterationSystem::provablyBelow(const Polynomial &value,
                                    const Polynomial &limit) {
  std::optional<Polynomial> gap = subtract(limit, value);
  gap = gap ? addConstant(*gap, -1) : std::nullopt;
  return gap && provablyNonNegative(*gap);
}

/// Of a nonlinear value, each product of variables and the affine rest must be
/// so.
bool IterationSystem::provablyNonNegative(const Polynomial &value) {
  if (std::optional<int64_t> constant = value.asConstant())
    return *constant >= 0;
  Polynomial affine;
  for (const auto &[monomial, coefficient] : value.terms()) {
    if (monomial.size() > 1) {
      if (coefficient < 0 ||
          !llvm::all_of(
              monomial,
              [&](unsigned id) {
                return provablyNonNegative(Polynomial::variable(id));
              }))
        return false;
      continue;
    }
    Polynomial term = monomial.empty() ? Polynomial::constant(1)
                                       : Polynomial::variable(monomial[0]);
    auto scaled = scale(term, coefficient);
    auto sum = scaled ? add(affine, *scaled) : std::nullopt;
    if (!sum)
      return false;
    affine = *sum;
  }
  std::optional<Polynomial> below = scale(affine, -1);
  below = below ? addConstant(*below, -1) : std::nullopt;
  if (!below)
    return false;
  Mark before = mark();
  addNonNegative(*below);
  bool proven = isEmpty();
  rewind(before);
  return proven;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Polynomial IterationSystem::leaf(Value value, unsigned iteration) {
  unsigned id = newVariable();
  auto argument = dyn_cast<BlockArgument>(value);
  if (argument && isa<PyIntType>(value.getType()) &&
      isa<FuncOp>(argument.getOwner()->getParentOp()))
    symbols[id] = {argument.getArgNumber(), -1};
  else
    hasUnknowns = true;
  Polynomial variable = Polynomial::variable(id);
  if (!value.getType().isUnsignedInteger(64)) {
    Interval range = intervals.of(value);
    if (range.lo > -(int64_t(1) << 61))
      addNonNegative(addConstant(variable, -range.lo));
    if (range.hi < (int64_t(1) << 61))
      if (auto negated = scale(variable, -1))
        addNonNegative(addConstant(*negated, range.hi));
  }
  return variable;
}

Polynomial IterationSystem::translate(Value value, unsigned iteration) {
  Value number = numbering.number(value);
  bool shared = !scope || numbering.isInvariant(value);
  std::pair<const void *, unsigned> key{number.getAsOpaquePointer(),
                                        instance(shared, iteration)};
  auto known = translated.find(key);
  if (known != translated.end())
    return known->second;
  Polynomial result = compute(number, iteration);
  return translated[key] = result;
}

Polynomial IterationSystem::compute(Value value, unsigned iteration) {
  if (!value.getType().isUnsignedInteger(64))
    if (std::optional<int64_t> constant = constantValue(value))
      return Polynomial::constant(*constant);
  Operation *op = value.getDefiningOp();
  if (!op) {
    auto loop = dyn_cast<ForOp>(value.getParentBlock()->getParentOp());
    return loop ? inductionVariable(loop, iteration) : leaf(value, iteration);
  }
  if (auto extentOp = dyn_cast<ExtentOp>(op))
    return extent(extentOp.getArray(), extentOp.getAxis());
  if (std::optional<Polynomial> result = masked(op, iteration))
    return *result;
  // Strong integers wrap: only their values as a whole are used.
  if (isa<PyIntType>(value.getType()))
    if (std::optional<Polynomial> result = arithmetic(op, iteration))
      return *result;
  return leaf(value, iteration);
}

/// `x & (2^k - 1)` is x mod 2^k, of wrapping integers too.
std::optional<Polynomial> IterationSystem::masked(Operation *op,
                                                  unsigned iteration) {
  std::optional<Mask> mask = matchMask(op);
  if (!mask)
    return std::nullopt;
  std::optional<Polynomial> value = wrapping(mask->value, iteration);
  auto quotient = value ? floorDivide(*value, mask->modulus) : std::nullopt;
  auto multiple = quotient ? scale(*quotient, mask->modulus) : std::nullopt;
  return multiple ? subtract(*value, *multiple) : std::nullopt;
}

/// A polynomial that is `value` up to a multiple of 2^64.
std::optional<Polynomial> IterationSystem::wrapping(Value value,
                                                    unsigned iteration) {
  Operation *op = value.getDefiningOp();
  bool isLong = isa<PyIntType>(value.getType()) ||
                value.getType().getIntOrFloatBitWidth() == 64;
  if (!op || !isLong || isa<PyIntType>(value.getType()))
    return translate(value, iteration);
  auto operand = [&](unsigned number) {
    return wrapping(op->getOperand(number), iteration);
  };
  if (isa<CastOp>(op) && isInteger(op->getOperand(0).getType()))
    return operand(0);
  if (!isa<AddOp, SubOp, MulOp>(op))
    return translate(value, iteration);
  std::optional<Polynomial> left = operand(0), right = operand(1);
  if (!left || !right)
    return std::nullopt;
  return isa<AddOp>(op)   ? add(*left, *right)
         : isa<SubOp>(op) ? subtract(*left, *right)
                          : multiply(*left, *right);
}

Polynomial IterationSystem::extent(Value array, unsigned axis) {
  Value number = numbering.number(array);
  if (auto alloc = number.getDefiningOp<AllocOp>()) {
    if (std::optional<int64_t> constant = alloc.constantExtent(axis))
      return Polynomial::constant(*constant);
    // An array made outside the loop has one shape in both iterations.
    if (std::optional<Polynomial> computed =
            translate(alloc.computedExtent(axis), 0))
      return *computed;
  }
  auto [entry, isNew] =
      extents.try_emplace({number.getAsOpaquePointer(), axis}, 0u);
  if (isNew) {
    entry->second = newVariable();
    addNonNegative(Polynomial::variable(entry->second));
    if (auto argument = dyn_cast<BlockArgument>(number))
      symbols[entry->second] = {argument.getArgNumber(), int(axis)};
    else
      hasUnknowns = true;
  }
  return Polynomial::variable(entry->second);
}

std::optional<Polynomial> IterationSystem::arithmetic(Operation *op,
                                                      unsigned iteration) {
  auto operand = [&](unsigned number) {
    return translate(op->getOperand(number), iteration);
  };
  auto constantOperand = [&]() { return constantValue(op->getOperand(1)); };
  if (isa<AddOp>(op))
    return add(operand(0), operand(1));
  if (isa<SubOp>(op))
    return subtract(operand(0), operand(1));
  if (isa<MulOp>(op))
    return multiply(operand(0), operand(1));
  if (isa<NegOp>(op))
    return scale(operand(0), -1);
  if (isa<CastOp>(op) && isInteger(op->getOperand(0).getType()))
    return operand(0);
  if (isa<ShlOp>(op) && constantOperand() && *constantOperand() >= 0 &&
      *constantOperand() < 62)
    return scale(operand(0), int64_t(1) << *constantOperand());
  if (isa<ShrOp>(op) && constantOperand() && *constantOperand() >= 0 &&
      *constantOperand() < 62)
    return floorDivide(operand(0), int64_t(1) << *constantOperand());
  if (isa<FloorDivOp>(op) && constantOperand())
    return floorDivide(operand(0), *constantOperand());
  if (isa<ModOp>(op))
    return remainder(op, operand(0), operand(1));
  if (isa<MinOp, MaxOp, MinimumOp, MaximumOp>(op))
    return extremum(op, operand(0), operand(1));
  if (isa<AbsOp>(op))
    if (auto negated = scale(operand(0), -1))
      return extremum(op, operand(0), *negated);
  return std::nullopt;
}

/// A new variable q with `d * q <= e < d * q + d`.
std::optional<Polynomial>
IterationSystem::floorDivide(const Polynomial &dividend, int64_t divisor) {
  if (divisor <= 0 || divisor >= int64_t(1) << 61)
    return std::nullopt;
  if (divisor == 1)
    return dividend;
  if (std::optional<Polynomial> exact = divideExactly(dividend, divisor))
    return exact;
  auto [entry, isNew] = quotients.try_emplace({dividend, divisor}, 0u);
  if (isNew)
    entry->second = newVariable();
  Polynomial quotient = Polynomial::variable(entry->second);
  auto multiple = scale(quotient, divisor);
  if (auto rest = multiple ? subtract(dividend, *multiple) : std::nullopt;
      rest && isNew) {
    addNonNegative(*rest);
    if (auto negated = scale(*rest, -1))
      addNonNegative(addConstant(*negated, divisor - 1));
  }
  return quotient;
}

std::optional<Polynomial>
IterationSystem::remainder(Operation *op, const Polynomial &dividend,
                           const Polynomial &divisor) {
  if (std::optional<int64_t> constant = divisor.asConstant()) {
    std::optional<Polynomial> quotient = floorDivide(dividend, *constant);
    auto multiple = quotient ? scale(*quotient, *constant) : std::nullopt;
    return multiple ? subtract(dividend, *multiple) : std::nullopt;
  }
  if (intervals.of(op->getOperand(1)).lo < 0)
    return std::nullopt;
  // The divisor isn't zero either, or there would be no remainder.
  hasUnknowns = true;
  auto [entry, isNew] = remainders.try_emplace({dividend, divisor}, 0u);
  if (isNew) {
    entry->second = newVariable();
    remainderOf[entry->second] = {dividend, divisor};
    Polynomial rest = Polynomial::variable(entry->second);
    addNonNegative(rest);
    if (auto gap = subtract(divisor, rest))
      addNonNegative(addConstant(*gap, -1));
  }
  return Polynomial::variable(entry->second);
}

/// A new variable on the right side of both; of an absolute value, above both
/// signs.
Polynomial IterationSystem::extremum(Operation *op, const Polynomial &a,
                                     const Polynomial &b) {
  Polynomial result = Polynomial::variable(newVariable());
  hasUnknowns = true;
  bool least = isa<MinOp, MinimumOp>(op);
  for (const Polynomial *side : {&a, &b})
    addNonNegative(least ? subtract(*side, result) : subtract(result, *side));
  return result;
}

//===----------------------------------------------------------------------===//
// Loops and conditions
//===----------------------------------------------------------------------===//

Polynomial IterationSystem::inductionVariable(ForOp loop, unsigned iteration) {
  bool shared = !scope || numbering.isInvariant(loop.getInductionVar());
  std::pair<const void *, unsigned> key{loop.getOperation(),
                                        instance(shared, iteration)};
  auto known = inductionVariables.find(key);
  if (known != inductionVariables.end())
    return known->second;
  Polynomial lower = translate(loop.getLower(), iteration);
  Polynomial upper = translate(loop.getUpper(), iteration);
  std::optional<int64_t> step = constantValue(loop.getStep());
  Interval stepRange = intervals.of(loop.getStep());

  unsigned trip = newVariable();
  trips[key] = trip;
  Polynomial value = Polynomial::variable(trip);
  std::optional<Polynomial> distance =
      step && *step != 0 ? scale(value, *step) : std::nullopt;
  std::optional<Polynomial> iv =
      distance ? add(lower, *distance) : std::nullopt;
  if (iv) {
    addNonNegative(value);
    value = *iv;
  } else if (stepRange.lo > 0) {
    addNonNegative(subtract(value, lower));
  } else if (stepRange.hi < 0) {
    addNonNegative(subtract(lower, value));
  }
  std::optional<Polynomial> gap;
  if (stepRange.lo > 0)
    gap = subtract(upper, value);
  if (stepRange.hi < 0)
    gap = subtract(value, upper);
  if (gap)
    addNonNegative(addConstant(*gap, -1));
  return inductionVariables[key] = value;
}

bool IterationSystem::hasConstantStep() {
  std::optional<int64_t> step = constantValue(cast<ForOp>(scope).getStep());
  return step && *step != 0;
}

/// By the number of the iteration, or by the loop variable where the step isn't
/// known.
void IterationSystem::orderIterations(bool later) {
  auto loop = cast<ForOp>(scope);
  for (unsigned iteration : {0u, 1u})
    inductionVariable(loop, iteration);
  Polynomial first = Polynomial::variable(trips[{scope, 0}]);
  Polynomial second = Polynomial::variable(trips[{scope, 1}]);
  if (!later)
    std::swap(first, second);
  if (auto distance = subtract(second, first))
    addNonNegative(addConstant(*distance, -1));
}

void IterationSystem::addContext(Operation *op, unsigned iteration) {
  for (Operation *inner = op; inner && !isa<FuncOp>(inner);
       inner = inner->getParentOp()) {
    addGuardsBefore(inner, iteration);
    Operation *parent = inner->getParentOp();
    if (auto loop = dyn_cast<ForOp>(parent))
      inductionVariable(loop, iteration);
    if (auto ifOp = dyn_cast<IfOp>(parent))
      addCondition(ifOp.getCondition(),
                   inner->getParentRegion() == &ifOp.getThenRegion(),
                   iteration);
  }
}

/// Whether control can't leave this region at its end.
static bool alwaysLeaves(Region &region) {
  return !region.empty() &&
         isa<BreakOp, ContinueOp, ReturnOp>(region.front().getTerminator());
}

/// `if c: continue` before an access means that c didn't hold.
void IterationSystem::addGuardsBefore(Operation *op, unsigned iteration) {
  for (IfOp guard : guards.of(*op->getBlock()).take_front(guards.before(op)))
    addCondition(guard.getCondition(), alwaysLeaves(guard.getElseRegion()),
                 iteration);
}

llvm::ArrayRef<IfOp> Guards::of(Block &block) {
  auto [entry, isNew] = known.try_emplace(&block);
  if (isNew)
    for (auto branch : block.getOps<IfOp>())
      if (alwaysLeaves(branch.getThenRegion()) !=
          alwaysLeaves(branch.getElseRegion()))
        entry->second.push_back(branch);
  return entry->second;
}

unsigned Guards::before(Operation *op) {
  unsigned count = 0;
  for (IfOp guard : of(*op->getBlock()))
    count += guard->isBeforeInBlock(op);
  return count;
}

void IterationSystem::addCondition(Value condition, bool holds,
                                   unsigned iteration) {
  Operation *op = condition.getDefiningOp();
  if (!op)
    return;
  if (auto cmp = dyn_cast<CmpOp>(op))
    return addComparison(cmp, holds, iteration);
  if (isa<NotOp>(op))
    return addCondition(op->getOperand(0), !holds, iteration);
  if (isa<CastOp>(op) && isBool(op->getOperand(0).getType()))
    return addCondition(op->getOperand(0), holds, iteration);
  if (holds ? isa<AndOp>(op) : isa<OrOp>(op)) {
    addCondition(op->getOperand(0), holds, iteration);
    return addCondition(op->getOperand(1), holds, iteration);
  }
  // `a and b` is `b if a else false`, `a or b` is `true if a else b`.
  auto choice = dyn_cast<IfOp>(op);
  if (!choice || choice.getElseRegion().empty())
    return;
  unsigned number = cast<OpResult>(condition).getResultNumber();
  auto given = [&](Region &region) -> Value {
    Operation *end = region.front().getTerminator();
    return isa<YieldOp>(end) ? end->getOperand(number) : Value();
  };
  Value then = given(choice.getThenRegion()),
        other = given(choice.getElseRegion());
  auto is = [&](Value value, bool what) {
    return value && (constantValue(value) == std::optional<int64_t>(what) ||
                     (value == choice.getCondition() &&
                      (what ? value == then : value == other)));
  };
  if (then && is(other, !holds)) {
    addCondition(choice.getCondition(), true, iteration);
    addCondition(then, holds, iteration);
  } else if (other && is(then, !holds)) {
    addCondition(choice.getCondition(), false, iteration);
    addCondition(other, holds, iteration);
  }
}

/// The predicate that holds where `predicate` doesn't, of integers.
static Predicate inverse(Predicate predicate) {
  switch (predicate) {
  case Predicate::eq:
    return Predicate::ne;
  case Predicate::ne:
    return Predicate::eq;
  case Predicate::lt:
    return Predicate::ge;
  case Predicate::le:
    return Predicate::gt;
  case Predicate::gt:
    return Predicate::le;
  case Predicate::ge:
    return Predicate::lt;
  }
  llvm_unreachable("unknown predicate");
}

void IterationSystem::addComparison(CmpOp cmp, bool holds, unsigned iteration) {
  Type type = cmp.getLhs().getType();
  if (!isInteger(type) || type.isUnsignedInteger(64))
    return;
  Polynomial lhs = translate(cmp.getLhs(), iteration);
  Polynomial rhs = translate(cmp.getRhs(), iteration);
  std::optional<Polynomial> gap = subtract(rhs, lhs);
  std::optional<Polynomial> back = subtract(lhs, rhs);
  if (!gap || !back)
    return;
  switch (holds ? cmp.getPredicate() : inverse(cmp.getPredicate())) {
  case Predicate::eq:
    return addZero(*gap);
  case Predicate::ne:
    hasUnknowns = true;
    return;
  case Predicate::lt:
    return addNonNegative(addConstant(*gap, -1));
  case Predicate::le:
    return addNonNegative(*gap);
  case Predicate::gt:
    return addNonNegative(addConstant(*back, -1));
  case Predicate::ge:
    return addNonNegative(*back);
  }
}
