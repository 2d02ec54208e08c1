//===- VersionLoop.cpp - a loop that is parallel under conditions ---------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/VersionLoop.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::pyk;

/// Symbols beyond this are never tested further: nothing overflows.
static constexpr int64_t symbolLimit = int64_t(1) << 31;

namespace {
/// Writes the test at the function's start, from its arguments alone.
class TestBuilder {
public:
  TestBuilder(FuncOp func, Location place)
      : func(func), place(place),
        builder(&func.getBody().front(), func.getBody().front().begin()) {}

  Value build(const Conditions &conditions);

private:
  Value constant(int64_t value) {
    return ConstantOp::create(builder, place,
                              PyIntType::get(builder.getContext()),
                              builder.getI64IntegerAttr(value));
  }
  template <class Op>
  Value exact(Value a, Value b) {
    return Op::create(builder, place, a.getType(), a, b, /*exact=*/true,
                      /*target=*/StringAttr());
  }
  Value compare(Predicate predicate, Value a, Value b) {
    return CmpOp::create(builder, place, builder.getI1Type(), predicate, a, b);
  }
  template <class Op>
  void combine(Value &all, Value one) {
    all = all ? Op::create(builder, place, one.getType(), all, one,
                           /*exact=*/false, /*target=*/StringAttr())
                    .getResult()
              : one;
  }
  Value symbol(ArgumentSymbol symbol);
  Value holds(const LinearCondition &condition);

  FuncOp func;
  Location place;
  OpBuilder builder;
  std::map<ArgumentSymbol, Value> symbols;
};
} // namespace

Value TestBuilder::symbol(ArgumentSymbol symbol) {
  Value &known = symbols[symbol];
  if (known)
    return known;
  Value argument = func.getBody().getArgument(symbol.argument);
  known = symbol.axis < 0
              ? argument
              : ExtentOp::create(builder, place,
                                 PyIntType::get(builder.getContext()), argument,
                                 symbol.axis);
  return known;
}

Value TestBuilder::holds(const LinearCondition &condition) {
  Value sum = constant(condition.constant);
  for (auto [which, factor] : condition.factors) {
    Value value = symbol(which);
    if (factor != 1)
      value = exact<MulOp>(constant(factor), value);
    sum = exact<AddOp>(sum, value);
  }
  return compare(Predicate::ge, sum, constant(0));
}

Value TestBuilder::build(const Conditions &conditions) {
  Value all;
  for (const Alternatives &alternatives : conditions) {
    Value any;
    for (const LinearCondition &condition : alternatives)
      combine<OrOp>(any, holds(condition));
    combine<AndOp>(all, any);
  }
  for (auto [which, value] : symbols) {
    combine<AndOp>(all, compare(Predicate::le, value, constant(symbolLimit)));
    if (which.axis < 0)
      combine<AndOp>(all,
                     compare(Predicate::ge, value, constant(-symbolLimit)));
  }
  return all;
}

void gpujit::versionLoop(ForOp loop, const Conditions &conditions,
                         StringRef otherwise) {
  auto func = loop->getParentOfType<FuncOp>();
  Value test = TestBuilder(func, loop.getLoc()).build(conditions);
  OpBuilder builder(loop);
  auto choice = IfOp::create(builder, loop.getLoc(), TypeRange(), test);
  builder.createBlock(&choice.getThenRegion());
  auto parallel = cast<ForOp>(builder.clone(*loop));
  parallel.setVerdict(Verdict::parallel);
  parallel.setReason("no iteration touches an element that another one writes, "
                     "if " +
                     conditionsText(conditions, func));
  parallel->setAttr(kConditionsAttr,
                    conditionsAttribute(conditions, loop.getContext()));
  parallel->setAttr(kOtherwiseAttr, builder.getStringAttr(otherwise));
  YieldOp::create(builder, loop.getLoc());
  Block *other = builder.createBlock(&choice.getElseRegion());
  loop->moveBefore(other, other->end());
  builder.setInsertionPointToEnd(other);
  YieldOp::create(builder, loop.getLoc());
}
