//===- SinkVars.cpp - each iteration its own variables --------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/SlotFlow.h"
#include "Transforms/Passes.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::pyk;

namespace gpujit {
#define GEN_PASS_DEF_SINKVARS
#include "Transforms/Passes.h.inc"
} // namespace gpujit

/// The body of a loop: of a while, the region after the condition.
static Block &bodyOf(Operation *loop) {
  return loop->getRegions().back().front();
}

/// The uses of `slot` inside `body`.
static SmallVector<OpOperand *> usesIn(Value slot, Block &body) {
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : slot.getUses())
    if (body.getParent()->isAncestor(use.getOwner()->getParentRegion()))
      uses.push_back(&use);
  return uses;
}

/// Gives `body` a slot of its own where that changes nothing.
static void sinkInto(VarOp var, Block &body) {
  SmallVector<OpOperand *> uses = usesIn(var.getRef(), body);
  if (uses.empty() || !SlotFlow(var.getRef()).isPrivateTo(body))
    return;
  OpBuilder builder = OpBuilder::atBlockBegin(&body);
  // Every read comes after a set of the same iteration: no need to track.
  auto own = VarOp::create(builder, var.getLoc(), var.getType(), var.getName(),
                           /*tracked=*/false);
  for (OpOperand *use : uses)
    use->set(own.getRef());
  SmallVector<Operation *> tests;
  for (Operation *user : own.getRef().getUsers())
    if (isa<IsBoundOp>(user))
      tests.push_back(user);
  for (Operation *test : tests) {
    builder.setInsertionPoint(test);
    Value bound =
        ConstantOp::create(builder, test->getLoc(), builder.getI1Type(),
                           builder.getI64IntegerAttr(1));
    test->getResult(0).replaceAllUsesWith(bound);
    test->erase();
  }
}

namespace {
struct SinkVars : gpujit::impl::SinkVarsBase<SinkVars> {
  void runOnOperation() override {
    SmallVector<Operation *> loops;
    getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<ForOp, WhileOp>(op))
        loops.push_back(op);
    });
    for (Operation *loop : loops)
      for (VarOp var : slotsOutside(loop))
        sinkInto(var, bodyOf(loop));
    getOperation().walk([](VarOp var) {
      if (var.use_empty())
        var.erase();
    });
  }

private:
  /// Slots used in the loop's body and declared outside the loop, in the order
  /// of their first use.
  static SmallVector<VarOp> slotsOutside(Operation *loop) {
    SmallVector<VarOp> slots;
    llvm::SmallPtrSet<Operation *, 8> seen;
    bodyOf(loop).walk([&](Operation *op) {
      if (!isa<GetOp, SetOp, IsBoundOp>(op))
        return;
      auto var = op->getOperand(0).getDefiningOp<VarOp>();
      if (var && !loop->isProperAncestor(var) && seen.insert(var).second)
        slots.push_back(var);
    });
    return slots;
  }
};
} // namespace
