//===- Comparisons.cpp - comparisons and conditions -----------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interpreter/Emitter.h"

#include <functional>

using namespace mlir;
using namespace gpujit;
using namespace gpujit::interpreter;

template <class T>
static Handler compare(pyk::Predicate predicate) {
  switch (predicate) {
  case pyk::Predicate::eq:
    return binary<std::equal_to<T>, T, bool>;
  case pyk::Predicate::ne:
    return binary<std::not_equal_to<T>, T, bool>;
  case pyk::Predicate::lt:
    return binary<std::less<T>, T, bool>;
  case pyk::Predicate::le:
    return binary<std::less_equal<T>, T, bool>;
  case pyk::Predicate::gt:
    return binary<std::greater<T>, T, bool>;
  case pyk::Predicate::ge:
    return binary<std::greater_equal<T>, T, bool>;
  }
  return nullptr;
}

static void emitCmp(pyk::CmpOp op, Emitter &e) {
  if (isFusedWithBranch(op))
    return;
  Handler run = withScalar(kindOf(op.getLhs().getType()), [&](auto tag) {
    return compare<typename decltype(tag)::type>(op.getPredicate());
  });
  e.emit(run, e.slotOf(op.getLhs()), e.slotOf(op.getRhs()), 0,
         e.slotOf(op.getResult()));
}

/// -1, 0 or 1 as the signed a is below, equal to or above the unsigned b,
/// compared with zero by F.
template <class F>
static const Instruction *compareMixed(const Instruction *pc, Slot *s,
                                       Machine &) {
  int64_t a = s[pc->a].i;
  uint64_t b = s[pc->b].get<uint64_t>(), magnitude = static_cast<uint64_t>(a);
  int order = a < 0 || magnitude < b ? -1 : magnitude > b;
  s[pc->d].i = F()(order, 0);
  return pc + 1;
}

static Handler mixedHandler(pyk::Predicate predicate) {
  switch (predicate) {
  case pyk::Predicate::eq:
    return compareMixed<std::equal_to<int>>;
  case pyk::Predicate::ne:
    return compareMixed<std::not_equal_to<int>>;
  case pyk::Predicate::lt:
    return compareMixed<std::less<int>>;
  case pyk::Predicate::le:
    return compareMixed<std::less_equal<int>>;
  case pyk::Predicate::gt:
    return compareMixed<std::greater<int>>;
  case pyk::Predicate::ge:
    return compareMixed<std::greater_equal<int>>;
  }
  return nullptr;
}

static void emitCmpMixed(pyk::CmpMixedOp op, Emitter &e) {
  e.emit(mixedHandler(op.getPredicate()), e.slotOf(op.getLhs()),
         e.slotOf(op.getRhs()), 0, e.slotOf(op.getResult()));
}

static void emitNot(pyk::NotOp op, Emitter &e) {
  e.emit(unary<std::logical_not<bool>, bool>, e.slotOf(op.getOperand()), 0, 0,
         e.slotOf(op.getResult()));
}

void interpreter::addComparisons(Emitter::Table &table) {
  add<pyk::CmpOp, emitCmp>(table);
  add<pyk::CmpMixedOp, emitCmpMixed>(table);
  add<pyk::NotOp, emitNot>(table);
}
