//===- ExpandInductions.cpp - k += 2 as a function of the iteration -------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inner loops come first: what such a variable holds after one is its value
// before the loop plus a product, so loops around it see a single step.
//
//===----------------------------------------------------------------------===//

#include "Analysis/Intervals.h"
#include "Analysis/Reductions.h"
#include "Analysis/SlotFlow.h"
#include "Transforms/Passes.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::pyk;

namespace gpujit {
#define GEN_PASS_DEF_EXPANDINDUCTIONS
#include "Transforms/Passes.h.inc"
} // namespace gpujit

namespace {
/// One variable that each iteration of a loop moves by the same amount.
class Induction {
public:
  Induction(ForOp loop, Value slot, ValueNumbering &numbering)
      : loop(loop), slot(slot), numbering(numbering) {}

  /// Whether it is one.
  bool match();
  /// Replaces its uses in the loop, and sets what it holds after it.
  void expand();

private:
  /// What an iteration has added: `value` once, or taken away.
  struct Step {
    Value value;
    bool isTaken;
  };

  SetOp setBefore(Operation *op);
  bool follow(Value value);
  bool canMove(Value value, unsigned depth = 0);
  Value move(Value value, OpBuilder &builder);
  Value sumOfSteps(OpBuilder &builder);

  ForOp loop;
  Value slot;
  ValueNumbering &numbering;
  SmallVector<SetOp> sets; ///< in the order of the body
  SmallVector<GetOp> gets;
  SmallVector<Step> steps;
  IRMapping moved;
};
} // namespace

/// Whether the body of `loop` may end before its end, or the loop may.
static bool hasExits(ForOp loop) {
  auto found = loop.getBody().walk([&](Operation *op) {
    bool leaves =
        (isa<BreakOp, ContinueOp>(op) && enclosingLoop(op) == loop) ||
        (isa<ReturnOp>(op) && enclosingCallee(op) == enclosingCallee(loop));
    return leaves ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found.wasInterrupted();
}

/// The last set in the body before `op`.
SetOp Induction::setBefore(Operation *op) {
  Operation *here = loop.getBody().front().findAncestorOpInBlock(*op);
  SetOp last;
  for (SetOp set : sets)
    if (set->isBeforeInBlock(here))
      last = set;
  return last;
}

/// Follows sums back to what the variable held at the iteration's start.
bool Induction::follow(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || !loop->isProperAncestor(op))
    return false;
  if (auto get = dyn_cast<GetOp>(op); get && get.getRef() == slot) {
    SetOp before = setBefore(get);
    return !before || follow(before.getValue());
  }
  if (!isa<AddOp, SubOp>(op))
    return false;
  Value left = op->getOperand(0), right = op->getOperand(1);
  bool isDifference = isa<SubOp>(op);
  if (numbering.isInvariant(right) && canMove(right)) {
    steps.push_back({right, isDifference});
    return follow(left);
  }
  if (isDifference || !numbering.isInvariant(left) || !canMove(left))
    return false;
  steps.push_back({left, false});
  return follow(right);
}

/// Whether an invariant value can be computed in front of the loop, where it
/// raises nothing but for its size.
bool Induction::canMove(Value value, unsigned depth) {
  Operation *op = value.getDefiningOp();
  if (!op || !loop->isProperAncestor(op))
    return true;
  if (depth > 12 ||
      !isa<ConstantOp, AddOp, SubOp, MulOp, MinOp, MaxOp, ExtentOp, FloorDivOp>(
          op))
    return false;
  if (isa<FloorDivOp>(op) && constantValue(op->getOperand(1)).value_or(0) == 0)
    return false;
  return llvm::all_of(op->getOperands(), [&](Value operand) {
    return canMove(operand, depth + 1);
  });
}

Value Induction::move(Value value, OpBuilder &builder) {
  Operation *op = value.getDefiningOp();
  if (!op || !loop->isProperAncestor(op))
    return value;
  if (Value known = moved.lookupOrNull(value))
    return known;
  for (Value operand : op->getOperands())
    moved.map(operand, move(operand, builder));
  return builder.clone(*op, moved)->getResult(0);
}

bool Induction::match() {
  auto var = slot.getDefiningOp<VarOp>();
  if (!var || var.getTracked() ||
      !isa<PyIntType>(cast<RefType>(slot.getType()).getValueType()))
    return false;
  for (Operation *user : slot.getUsers()) {
    if (!loop->isProperAncestor(user))
      continue;
    if (isa<IsBoundOp>(user))
      return false;
    if (auto get = dyn_cast<GetOp>(user))
      gets.push_back(get);
    if (auto set = dyn_cast<SetOp>(user)) {
      if (set->getBlock() != &loop.getBody().front())
        return false;
      sets.push_back(set);
    }
  }
  llvm::sort(sets, [](SetOp a, SetOp b) { return a->isBeforeInBlock(b); });
  return !sets.empty() && follow(sets.back().getValue()) && !steps.empty();
}

namespace {
/// Writes arithmetic on Python ints.
struct Arithmetic {
  OpBuilder &builder;
  Location place;

  Value constant(int64_t value) {
    return ConstantOp::create(builder, place,
                              PyIntType::get(builder.getContext()),
                              builder.getI64IntegerAttr(value));
  }
  template <class Op>
  Value binary(Value a, Value b) {
    return Op::create(builder, place, a.getType(), a, b, /*exact=*/false,
                      /*target=*/nullptr);
  }
  Value add(Value a, Value b) { return binary<AddOp>(a, b); }
  Value sub(Value a, Value b) { return binary<SubOp>(a, b); }
  Value mul(Value a, Value b) { return binary<MulOp>(a, b); }
  Value floorDiv(Value a, int64_t by) {
    return by == 1 ? a : binary<FloorDivOp>(a, constant(by));
  }
};
} // namespace

Value Induction::sumOfSteps(OpBuilder &builder) {
  Arithmetic in{builder, sets.back().getLoc()};
  Value sum;
  for (Step step : steps) {
    Value value = move(step.value, builder);
    if (step.isTaken)
      sum = in.sub(sum ? sum : in.constant(0), value);
    else
      sum = sum ? in.add(sum, value) : value;
  }
  return sum;
}

void Induction::expand() {
  OpBuilder builder(loop);
  Arithmetic in{builder, sets.back().getLoc()};
  int64_t step = *constantValue(loop.getStep());
  Value start = GetOp::create(builder, in.place,
                              PyIntType::get(builder.getContext()), slot);
  Value sum = sumOfSteps(builder);
  builder.setInsertionPointToStart(&loop.getBody().front());
  Value trip =
      in.floorDiv(in.sub(loop.getInductionVar(), loop.getLower()), step);
  Value atStart = in.add(start, in.mul(trip, sum));
  for (GetOp get : gets) {
    SetOp before = setBefore(get);
    get.getResult().replaceAllUsesWith(before ? before.getValue() : atStart);
  }
  // After max(0, ceil((upper - lower) / step)) iterations.
  builder.setInsertionPointAfter(loop);
  Value span = in.sub(loop.getUpper(), loop.getLower());
  if (std::abs(step) != 1)
    span = in.add(span, in.constant(step > 0 ? step - 1 : step + 1));
  Value count = in.binary<MaxOp>(in.constant(0), in.floorDiv(span, step));
  SetOp::create(builder, in.place, slot, in.add(start, in.mul(count, sum)));
  for (Operation *op : gets)
    op->erase();
  for (Operation *op : sets)
    op->erase();
}

namespace {
struct ExpandInductions : gpujit::impl::ExpandInductionsBase<ExpandInductions> {
  void runOnOperation() override {
    SmallVector<ForOp> loops;
    getOperation().walk([&](ForOp loop) { loops.push_back(loop); });
    Arrays arrays(getOperation());
    for (ForOp loop : loops) {
      if (constantValue(loop.getStep()).value_or(0) == 0 || hasExits(loop))
        continue;
      for (Value slot : carriedSlots(loop)) {
        ValueNumbering numbering(loop, arrays);
        Induction induction(loop, slot, numbering);
        if (induction.match())
          induction.expand();
      }
    }
  }
};
} // namespace
