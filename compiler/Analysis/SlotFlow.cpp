//===- SlotFlow.cpp - where a variable's value can be seen ----------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/SlotFlow.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::pyk;

Operation *gpujit::enclosingLoop(Operation *op) {
  Operation *parent = op->getParentOp();
  while (parent && !isa<ForOp, WhileOp, FuncOp, InlinedOp>(parent))
    parent = parent->getParentOp();
  return isa_and_nonnull<ForOp, WhileOp>(parent) ? parent : nullptr;
}

Operation *gpujit::enclosingCallee(Operation *op) {
  Operation *parent = op->getParentOp();
  while (parent && !isa<FuncOp, InlinedOp>(parent))
    parent = parent->getParentOp();
  return parent;
}

SlotExposure SlotFlow::fromStart(Block &block) {
  return scan(block.begin(), block.end());
}

SlotExposure SlotFlow::scan(Block::iterator from, Block::iterator end) {
  SlotExposure state;
  state.atYield = true;
  for (; from != end && state.atYield; ++from)
    scanOp(*from, state);
  return state;
}

/// The exits of a nested region that leave the operation it belongs to.
static void addExits(SlotExposure &state, const SlotExposure &inner) {
  state.read |= inner.read;
  state.atBreak |= inner.atBreak;
  state.atContinue |= inner.atContinue;
  state.atReturn |= inner.atReturn;
}

/// No iteration may run, so what comes after the loop is reached with the slot
/// as it was; but the condition of a while runs at least once.
void SlotFlow::scanLoop(Operation &loop, SlotExposure &state) {
  for (Region &region : loop.getRegions()) {
    SlotExposure inner = fromStart(region.front());
    state.read |= inner.read;
    state.atReturn |= inner.atReturn;
    if (isa<WhileOp>(loop) && region.getRegionNumber() == 0 && !inner.atYield) {
      state.atYield = false;
      return;
    }
  }
}

void SlotFlow::scanOp(Operation &op, SlotExposure &state) {
  if (isa<BreakOp>(op))
    state.atBreak = true;
  if (isa<ContinueOp>(op))
    state.atContinue = true;
  if (isa<ReturnOp>(op))
    state.atReturn = true;
  if (isa<BreakOp, ContinueOp, ReturnOp>(op)) {
    state.atYield = false;
    return;
  }
  if (isa<GetOp, IsBoundOp>(op) && op.getOperand(0) == slot)
    state.read = true;
  if (auto set = dyn_cast<SetOp>(op); set && set.getRef() == slot)
    state.atYield = false;
  if (op.getNumRegions() == 0)
    return;
  if (isa<ForOp, WhileOp>(op)) {
    // Breaks and continues inside stay inside; only returns matter besides.
    scanLoop(op, state);
    return;
  }
  bool after = false;
  for (Region &region : op.getRegions()) {
    if (region.empty()) {
      after = true;
      continue;
    }
    SlotExposure inner = fromStart(region.front());
    after |= inner.atYield;
    if (isa<InlinedOp>(op)) {
      after |= inner.atReturn;
      inner.atReturn = false;
    }
    addExits(state, inner);
  }
  state.atYield = after;
}

bool SlotFlow::liveAfter(Operation *op) {
  visited.clear();
  return liveAfterImpl(op);
}

bool SlotFlow::liveAfterImpl(Operation *op) {
  if (isa<FuncOp>(op))
    return false;
  SlotExposure state =
      scan(std::next(op->getIterator()), op->getBlock()->end());
  return liveFrom(op->getParentOp(), state);
}

/// `state` describes the rest of a region of `parent`.
bool SlotFlow::liveFrom(Operation *parent, const SlotExposure &state) {
  if (state.read)
    return true;
  Operation *loop =
      isa<ForOp, WhileOp>(parent) ? parent : enclosingLoop(parent);
  Operation *callee =
      isa<FuncOp, InlinedOp>(parent) ? parent : enclosingCallee(parent);
  if (state.atBreak && loop && liveAfterImpl(loop))
    return true;
  if (state.atContinue && loop && liveAtNextIteration(loop))
    return true;
  if (state.atReturn && callee && liveAfterImpl(callee))
    return true;
  if (!state.atYield)
    return false;
  if (isa<ForOp, WhileOp>(parent))
    return liveAtNextIteration(parent);
  return liveAfterImpl(parent);
}

/// What an iteration leaves may be read by the next one or after the loop.
bool SlotFlow::liveAtNextIteration(Operation *loop) {
  if (!visited.insert(loop).second)
    return false;
  for (Region &region : loop->getRegions())
    if (liveFrom(loop, fromStart(region.front())))
      return true;
  return liveAfterImpl(loop);
}

bool SlotFlow::isPrivateTo(Block &body) {
  if (fromStart(body).read)
    return false;
  Operation *loop = body.getParentOp();
  if (liveAfter(loop))
    return false;
  // The condition of a while would see what its body leaves.
  for (Operation *user : slot.getUsers())
    if (loop->isProperAncestor(user) &&
        !body.getParent()->isAncestor(user->getParentRegion()))
      return false;
  bool returns = false;
  body.walk([&](ReturnOp op) {
    returns |= enclosingCallee(op) == enclosingCallee(loop);
  });
  return !returns || !liveAfter(enclosingCallee(loop));
}
