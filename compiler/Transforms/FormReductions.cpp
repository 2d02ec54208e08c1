//===- FormReductions.cpp - what iterations share, made explicit ----------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A variable into which a loop accumulates gets a part of its own in each
// iteration, a colliding element an indivisible update. Where not all that
// iterations share can be brought into one of these forms, the loop stays as it
// is and runs in order.
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dependence.h"
#include "Transforms/FormPartial.h"
#include "Transforms/InvariantElements.h"
#include "Transforms/Passes.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::pyk;

namespace gpujit {
#define GEN_PASS_DEF_FORMREDUCTIONS
#include "Transforms/Passes.h.inc"
} // namespace gpujit

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// The operations of the chain from the loaded element to what is stored,
/// without the load.
static llvm::SetVector<Operation *> chainOf(ArrayUpdate &update) {
  llvm::SetVector<Operation *> chain;
  if (update.guard)
    return chain;
  Value value = update.load.getResult();
  while (value != update.store->getOperand(0)) {
    Operation *next = *value.user_begin();
    chain.insert(next);
    value = next->getResult(0);
  }
  return chain;
}

/// Whether the element's new value can be computed in one indivisible step.
static bool canUpdate(ArrayUpdate &update, bool allowFloats) {
  Type element = update.load.getType();
  if (!allowFloats && isFloating(element))
    return false;
  return llvm::none_of(chainOf(update), mayRaise);
}

/// `if x > a[k]: a[k] = x` is max(a[k], x).
static void formGuarded(ArrayUpdate &update, OpBuilder &builder, Value old) {
  Location loc = update.store.getLoc();
  auto make = [&](auto op) -> Value {
    return decltype(op)::create(builder, loc, old.getType(), old, update.fresh,
                                /*exact=*/false, /*target=*/StringAttr());
  };
  YieldOp::create(builder, loc,
                  update.kind == UpdateKind::least ? make(MinOp())
                                                   : make(MaxOp()));
  Operation *cmp = update.guard.getCondition().getDefiningOp();
  update.guard.erase();
  cmp->erase();
  update.load.erase();
}

static void formUpdate(ArrayUpdate &update) {
  OpBuilder builder(update.guard ? update.guard.getOperation()
                                 : update.store.getOperation());
  Location loc = update.store.getLoc();
  bool isInbounds = update.load.getInbounds() || update.store.getInbounds();
  auto made = UpdateOp::create(builder, loc, update.load.getNameAttr(),
                               update.store.getArray(),
                               update.load.getIndices(), isInbounds);
  Block *compute = builder.createBlock(&made.getCompute(), {},
                                       {update.load.getType()}, {loc});
  if (update.guard)
    return formGuarded(update, builder, compute->getArgument(0));
  llvm::SetVector<Operation *> chain = chainOf(update);
  Value result = update.store.getValue();
  update.load.getResult().replaceAllUsesWith(compute->getArgument(0));
  update.store.erase();
  for (Operation *op : chain)
    op->moveBefore(compute, compute->end());
  if (chain.empty())
    result = compute->getArgument(0);
  builder.setInsertionPointToEnd(compute);
  YieldOp::create(builder, loc, result);
  update.load.erase();
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

namespace {
/// Brings all that the iterations of one loop share into explicit form, or
/// nothing.
class LoopFormer {
public:
  LoopFormer(ForOp loop, Arrays &arrays, bool reproducible)
      : loop(loop), arrays(arrays), numbering(loop, arrays),
        reproducible(reproducible) {}

  void form();

private:
  bool matchUpdates();

  ForOp loop;
  Arrays &arrays;
  ValueNumbering numbering;
  bool reproducible;
  SmallVector<ArrayUpdate> updates;
};
} // namespace

bool LoopFormer::matchUpdates() {
  bool isMatched = true;
  loop.getBody().walk([&](StoreOp store) {
    if (!store->hasAttr(kCollidesAttr))
      return;
    auto update = matchArrayUpdate(store, arrays, numbering);
    // Sums of floats in one element belong to a tree, not to the order in which
    // threads arrive.
    bool isSpread = !llvm::all_of(store.getIndices(), [&](Value index) {
      return numbering.isInvariant(index);
    });
    bool allowFloats = isSpread && !reproducible;
    if (update && canUpdate(*update, allowFloats))
      updates.push_back(*update);
    else
      isMatched = false;
  });
  return isMatched;
}

void LoopFormer::form() {
  promoteInvariantElements(loop, arrays, numbering);
  LoopReductions found = matchReductions(loop, numbering);
  auto hasForm = [&](SlotReduction &one) { return canFormPartial(loop, one); };
  if (!found.rest.empty() || !llvm::all_of(found.reductions, hasForm) ||
      !matchUpdates())
    return;
  for (SlotReduction &reduction : found.reductions)
    formPartial(loop, reduction);
  for (ArrayUpdate &update : updates)
    formUpdate(update);
  loop.setConcurrent(true);
}

namespace {
struct FormReductions : gpujit::impl::FormReductionsBase<FormReductions> {
  using FormReductionsBase::FormReductionsBase;

  void runOnOperation() override {
    Arrays arrays(getOperation());
    getOperation().walk<WalkOrder::PreOrder>([&](ForOp loop) {
      if (loop.getVerdict() == Verdict::reduction ||
          loop.getVerdict() == Verdict::atomic)
        LoopFormer(loop, arrays, reproducible).form();
    });
    getOperation().walk([](ForOp loop) {
      if (loop.getConcurrent())
        flattenChoices(loop);
    });
    getOperation().walk(
        [](StoreOp store) { store->removeAttr(kCollidesAttr); });
  }
};
} // namespace
