//===- InvariantElements.cpp - elements that all iterations update --------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/InvariantElements.h"

#include "Analysis/Dependence.h"

#include <optional>

using namespace mlir;
using namespace gpujit;
using namespace gpujit::pyk;

namespace {
/// The updates of one element.
using Element = SmallVector<ArrayUpdate>;

class ElementPromoter {
public:
  ElementPromoter(ForOp loop, Arrays &arrays, ValueNumbering &numbering)
      : loop(loop), arrays(arrays), numbering(numbering) {}

  void promote();

private:
  void collect();
  bool isOutside(Value value);
  std::optional<ArrayUpdate> matchInvariantUpdate(StoreOp store);
  bool isSameElement(StoreOp one, StoreOp other);
  bool mayMeet(StoreOp one, StoreOp other);

  ForOp loop;
  Arrays &arrays;
  ValueNumbering &numbering;
  SmallVector<Element> elements;
  /// Stores that collide and keep no element in a variable.
  SmallVector<StoreOp> others;
  /// Made when two names have to be told apart.
  std::optional<FunctionFacts> facts;
};
} // namespace

bool ElementPromoter::isOutside(Value value) {
  return !loop.getBody().isAncestor(value.getParentRegion());
}

/// The update of an element that exists and that every iteration names alike.
std::optional<ArrayUpdate>
ElementPromoter::matchInvariantUpdate(StoreOp store) {
  auto areOutside = [&](OperandRange indices) {
    return llvm::all_of(indices, [&](Value index) { return isOutside(index); });
  };
  if (!isOutside(store.getArray()) || !areOutside(store.getIndices()))
    return std::nullopt;
  auto update = matchArrayUpdate(store, arrays, numbering);
  if (!update || !update->load.getInbounds() || !store.getInbounds() ||
      !areOutside(update->load.getIndices()))
    return std::nullopt;
  return update;
}

bool ElementPromoter::isSameElement(StoreOp one, StoreOp other) {
  return numbering.equal(one.getArray(), other.getArray()) &&
         llvm::equal(one.getIndices(), other.getIndices(),
                     [&](Value a, Value b) { return numbering.equal(a, b); });
}

/// Whether two stores may name one element. The names don't depend on the
/// iteration, so it is enough to ask of different ones.
bool ElementPromoter::mayMeet(StoreOp one, StoreOp other) {
  switch (arrays.relation(one.getArray(), other.getArray())) {
  case Aliasing::disjoint:
    return false;
  case Aliasing::overlap:
    return true;
  case Aliasing::same:
    break;
  }
  if (!facts)
    facts.emplace(loop->getParentOfType<FuncOp>());
  SubscriptProver prover(*facts);
  ValueNumbering ofLoop(loop, facts->arrays);
  DependenceTest test(loop, *facts, ofLoop, prover);
  Access first(one), second(other);
  return test.mayMeet(first, second) || test.mayMeet(second, first);
}

void ElementPromoter::collect() {
  loop.getBody().walk([&](StoreOp store) {
    if (!store->hasAttr(kCollidesAttr))
      return;
    auto update = matchInvariantUpdate(store);
    if (!update) {
      others.push_back(store);
      return;
    }
    auto *known = llvm::find_if(elements, [&](Element &element) {
      return isSameElement(element.front().store, store);
    });
    if (known == elements.end())
      elements.push_back({*update});
    else
      known->push_back(*update);
  });
}

//===----------------------------------------------------------------------===//
// Promotion
//===----------------------------------------------------------------------===//

/// Whether the loop runs at all, in front of it; null where that isn't simple.
static Value buildRuns(OpBuilder &builder, ForOp loop) {
  auto step = loop.getStep().getDefiningOp<ConstantOp>();
  if (!step)
    return {};
  bool isUp = cast<IntegerAttr>(step.getValue()).getInt() > 0;
  return CmpOp::create(builder, loop.getLoc(), builder.getI1Type(),
                       isUp ? Predicate::lt : Predicate::gt, loop.getLower(),
                       loop.getUpper());
}

/// A variable that holds the element in front of the loop, if that runs. The
/// element exists, so reading it early raises nothing.
static Value buildVariable(OpBuilder &builder, LoadOp load, Value runs) {
  Location loc = load.getLoc();
  Type type = load.getType();
  auto variable =
      VarOp::create(builder, loc, RefType::get(builder.getContext(), type),
                    load.getName(), /*tracked=*/false);
  Attribute zero = isFloating(type) ? Attribute(builder.getF64FloatAttr(0))
                                    : builder.getI64IntegerAttr(0);
  Value none = ConstantOp::create(builder, loc, type, zero);
  auto before = IfOp::create(builder, loc, TypeRange(type), runs);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.createBlock(&before.getThenRegion());
    YieldOp::create(builder, loc, builder.clone(*load)->getResults());
    builder.createBlock(&before.getElseRegion());
    YieldOp::create(builder, loc, none);
  }
  SetOp::create(builder, loc, variable, before.getResult(0));
  return variable;
}

static void promoteElement(ForOp loop, ArrayRef<ArrayUpdate> updates) {
  OpBuilder builder(loop);
  LoadOp load = updates.front().load;
  StoreOp store = updates.front().store;
  Value runs = buildRuns(builder, loop);
  if (!runs)
    return;
  Location loc = store.getLoc();
  Type type = load.getType();
  Value variable = buildVariable(builder, load, runs);

  builder.setInsertionPointAfter(loop);
  auto after = IfOp::create(builder, loc, TypeRange(), runs);
  builder.createBlock(&after.getThenRegion());
  Operation *last = builder.clone(*store);
  builder.setInsertionPoint(last);
  last->setOperand(0, GetOp::create(builder, loc, type, variable));
  last->removeAttr(kCollidesAttr);
  builder.setInsertionPointAfter(last);
  YieldOp::create(builder, loc);

  for (ArrayUpdate update : updates) {
    builder.setInsertionPoint(update.load);
    Value old = GetOp::create(builder, update.load.getLoc(), type, variable);
    update.load.getResult().replaceAllUsesWith(old);
    builder.setInsertionPoint(update.store);
    SetOp::create(builder, update.store.getLoc(), variable,
                  update.store.getValue());
    update.load.erase();
    update.store.erase();
  }
}

void ElementPromoter::promote() {
  collect();
  SmallVector<Element> promoted;
  for (Element &element : elements) {
    StoreOp store = element.front().store;
    auto isApart = [&](StoreOp other) { return !mayMeet(store, other); };
    bool isAlone = llvm::all_of(others, isApart) &&
                   llvm::all_of(elements, [&](Element &other) {
                     return &other == &element || isApart(other.front().store);
                   });
    if (isAlone)
      promoted.push_back(element);
  }
  for (Element &element : promoted)
    promoteElement(loop, element);
}

void gpujit::promoteInvariantElements(ForOp loop, Arrays &arrays,
                                      ValueNumbering &numbering) {
  ElementPromoter(loop, arrays, numbering).promote();
}
