//===- HoldExtremes.cpp - the element that a variable points at -----------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `if a[i] > a[k]: k = i` looks its extreme up by its place. Once the element
// has a variable of its own, it is an extreme like any other, and k goes with
// it.
//
//===----------------------------------------------------------------------===//

#include "Analysis/ValueNumbering.h"
#include "Transforms/Passes.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::pyk;

namespace gpujit {
#define GEN_PASS_DEF_HOLDEXTREMES
#include "Transforms/Passes.h.inc"
} // namespace gpujit

namespace {
/// `if fresh > a[k]: k = i`, where fresh is a[i].
struct Pointer {
  LoadOp held;
  Value fresh;
  IfOp guard;
  /// The reads of variables among the subscripts of `held`.
  SmallVector<GetOp> places;
};
} // namespace

/// The value that the branch gives a variable which nothing else in the loop
/// sets or reads, but for `get`; else null.
static Value placeTaken(GetOp get, IfOp guard, ForOp loop) {
  auto var = get.getRef().getDefiningOp<VarOp>();
  Value taken;
  if (!var || var.getTracked() || !get->hasOneUse() ||
      loop->isProperAncestor(var))
    return {};
  for (Operation *user : get.getRef().getUsers()) {
    if (user == get || !loop->isProperAncestor(user))
      continue;
    auto set = dyn_cast<SetOp>(user);
    if (!set || taken || set->getParentRegion() != &guard.getThenRegion())
      return {};
    taken = set.getValue();
  }
  return taken;
}

/// Whether nothing in front of `held` in the loop's body can raise or leave:
/// then nothing changes if it is loaded before the loop.
static bool isFirstToRaise(LoadOp held, ForOp loop) {
  Block &body = loop.getBody().front();
  auto mayEnd = [](Operation *op) {
    bool ends = mayRaise(op) ||
                isa<RaiseOp, BreakOp, ContinueOp, ReturnOp, WhileOp>(op);
    return ends ? WalkResult::interrupt() : WalkResult::advance();
  };
  return held->getBlock() == &body &&
         std::none_of(body.begin(), held->getIterator(), [&](Operation &op) {
           return op.walk(mayEnd).wasInterrupted();
         });
}

static bool isWritten(Value array, ForOp loop, Arrays &arrays) {
  return loop.getBody()
      .walk([&](StoreOp store) {
        return arrays.relation(store.getArray(), array) == Aliasing::disjoint
                   ? WalkResult::advance()
                   : WalkResult::interrupt();
      })
      .wasInterrupted();
}

static std::optional<Pointer> matchPointer(LoadOp held, ForOp loop,
                                           ValueNumbering &numbering) {
  if (!held->hasOneUse() || !isFirstToRaise(held, loop))
    return std::nullopt;
  auto cmp = dyn_cast<CmpOp>(*held->user_begin());
  auto guard =
      cmp && cmp->hasOneUse() ? dyn_cast<IfOp>(*cmp->user_begin()) : IfOp();
  if (!guard || guard.getNumResults() != 0)
    return std::nullopt;
  Value fresh = cmp.getLhs() == held ? cmp.getRhs() : cmp.getLhs();
  auto load = fresh.getDefiningOp<LoadOp>();
  if (!load || !numbering.equal(load.getArray(), held.getArray()))
    return std::nullopt;
  Pointer found{held, fresh, guard, {}};
  for (auto [place, index] : llvm::zip(held.getIndices(), load.getIndices())) {
    Value taken = index;
    if (auto get = place.getDefiningOp<GetOp>()) {
      taken = placeTaken(get, guard, loop);
      found.places.push_back(get);
    } else if (loop.getBody().isAncestor(place.getParentRegion())) {
      return std::nullopt;
    } else {
      taken = place;
    }
    if (!taken || !numbering.equal(taken, index))
      return std::nullopt;
  }
  if (found.places.empty())
    return std::nullopt;
  return found;
}

/// Whether the loop runs at all; null where that isn't simple.
static Value buildRuns(OpBuilder &builder, ForOp loop) {
  auto step = loop.getStep().getDefiningOp<ConstantOp>();
  if (!step)
    return {};
  bool isUp = cast<IntegerAttr>(step.getValue()).getInt() > 0;
  return CmpOp::create(builder, loop.getLoc(), builder.getI1Type(),
                       isUp ? Predicate::lt : Predicate::gt, loop.getLower(),
                       loop.getUpper());
}

static void hold(Pointer &pointer, ForOp loop) {
  OpBuilder builder(loop);
  Value runs = buildRuns(builder, loop);
  if (!runs)
    return;
  LoadOp held = pointer.held;
  Location loc = held.getLoc();
  Type type = held.getType();
  auto variable =
      VarOp::create(builder, loc, RefType::get(builder.getContext(), type),
                    held.getName(), /*tracked=*/false);
  auto before = IfOp::create(builder, loc, TypeRange(type), runs);
  {
    OpBuilder::InsertionGuard restore(builder);
    builder.createBlock(&before.getThenRegion());
    IRMapping early;
    for (GetOp get : pointer.places)
      builder.clone(*get, early);
    YieldOp::create(builder, loc, builder.clone(*held, early)->getResults());
    builder.createBlock(&before.getElseRegion());
    Attribute zero = isFloating(type) ? Attribute(builder.getF64FloatAttr(0))
                                      : builder.getI64IntegerAttr(0);
    YieldOp::create(builder, loc,
                    ConstantOp::create(builder, loc, type, zero).getResult());
  }
  SetOp::create(builder, loc, variable, before.getResult(0));

  builder.setInsertionPoint(held);
  held.getResult().replaceAllUsesWith(
      GetOp::create(builder, loc, type, variable));
  builder.setInsertionPointToStart(&pointer.guard.getThenRegion().front());
  SetOp::create(builder, loc, variable, pointer.fresh);
  held.erase();
  for (GetOp get : pointer.places)
    get.erase();
}

namespace {
struct HoldExtremes : gpujit::impl::HoldExtremesBase<HoldExtremes> {
  void runOnOperation() override {
    Arrays arrays(getOperation());
    getOperation().walk([&](ForOp loop) {
      SmallVector<LoadOp> loads(loop.getBody().front().getOps<LoadOp>());
      for (LoadOp load : loads) {
        bool readsVariable = llvm::any_of(load.getIndices(), [](Value index) {
          return index.getDefiningOp<GetOp>() != nullptr;
        });
        if (!readsVariable || isWritten(load.getArray(), loop, arrays))
          continue;
        ValueNumbering numbering(loop, arrays);
        if (auto pointer = matchPointer(load, loop, numbering))
          hold(*pointer, loop);
      }
    });
  }
};
} // namespace
