//===- ResolveArrays.cpp - what an array's name stands for ----------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The function is walked in order with the array that each name stands for. A
// loop whose iterations exchange arrays is walked until the names stand for
// what they did at its start: that many iterations become one.
//
//===----------------------------------------------------------------------===//

#include "Transforms/Passes.h"

#include "PyKernel/PyKernel.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace gpujit::pyk;

namespace gpujit {
#define GEN_PASS_DEF_RESOLVEARRAYS
#include "Transforms/Passes.h.inc"
} // namespace gpujit

/// Loops that exchange arrays in a longer cycle are left alone.
static constexpr unsigned longestPeriod = 4;

namespace {

/// The array that each slot holds; null where that isn't known.
using State = llvm::MapVector<Value, Value>;

class Resolver {
public:
  void resolveBlock(Block &block, State &state);

private:
  void resolveLoop(Operation *op, State &state);
  void resolveGet(GetOp get, const State &state);

  /// What `resolveBlock` makes of the state; nothing is changed.
  void simulateBlock(Block &block, State &state);
  void simulateLoop(Operation *loop, State &state);
  void simulateIteration(Operation *loop, State &state);
  /// After how many iterations the state is again what it was. Slots that don't
  /// come back to what they held are forgotten in `state`.
  unsigned periodOf(Operation *loop, State &state);
  /// What is known after any number of iterations.
  State afterLoop(Operation *loop, State state, unsigned period);
  Value arrayOf(Value value) const;

  /// What simulated gets give.
  llvm::DenseMap<Value, Value> gets;
};

} // namespace

static bool holdsArray(Value slot) {
  return isa<gpujit::pyk::ArrayType>(
      cast<RefType>(slot.getType()).getValueType());
}

/// Keeps what both states agree on.
static void intersect(State &state, const State &other) {
  for (auto &[slot, array] : state)
    if (other.lookup(slot) != array)
      array = nullptr;
}

Value Resolver::arrayOf(Value value) const {
  if (value.getDefiningOp<GetOp>())
    return gets.lookup(value);
  return value;
}

//===----------------------------------------------------------------------===//
// Simulation
//===----------------------------------------------------------------------===//

void Resolver::simulateBlock(Block &block, State &state) {
  for (Operation &op : block) {
    if (auto set = dyn_cast<SetOp>(op)) {
      if (holdsArray(set.getRef()))
        state[set.getRef()] = arrayOf(set.getValue());
    } else if (auto get = dyn_cast<GetOp>(op)) {
      if (holdsArray(get.getRef()))
        gets[get] = state.lookup(get.getRef());
    } else if (auto branch = dyn_cast<IfOp>(op)) {
      State other = state;
      simulateBlock(branch.getThenRegion().front(), state);
      if (!branch.getElseRegion().empty())
        simulateBlock(branch.getElseRegion().front(), other);
      intersect(state, other);
    } else if (isa<ForOp, WhileOp>(op)) {
      simulateLoop(&op, state);
    }
  }
}

void Resolver::simulateLoop(Operation *loop, State &state) {
  unsigned period = periodOf(loop, state);
  state = afterLoop(loop, state, period);
}

void Resolver::simulateIteration(Operation *loop, State &state) {
  for (Region &region : loop->getRegions())
    simulateBlock(region.front(), state);
}

unsigned Resolver::periodOf(Operation *loop, State &state) {
  while (true) {
    State now = state;
    auto changes = [&](const auto &entry) {
      return entry.second && now.lookup(entry.first) != entry.second;
    };
    for (unsigned period = 1; period <= longestPeriod; ++period) {
      simulateIteration(loop, now);
      if (llvm::none_of(state, changes))
        return period;
    }
    for (auto &entry : state)
      if (changes(entry))
        entry.second = nullptr;
  }
}

State Resolver::afterLoop(Operation *loop, State state, unsigned period) {
  State now = state;
  for (unsigned i = 1; i < period; ++i) {
    simulateIteration(loop, now);
    intersect(state, now);
  }
  return state;
}

//===----------------------------------------------------------------------===//
// Loops that exchange arrays
//===----------------------------------------------------------------------===//

/// The loop's step, if it is 1 or -1: then no value before the end of the range
/// is followed by one outside 64 bits.
static std::optional<int64_t> unitStep(ForOp loop) {
  auto constant = loop.getStep().getDefiningOp<ConstantOp>();
  auto value = constant ? dyn_cast<IntegerAttr>(constant.getValue()) : nullptr;
  if (!value || std::abs(value.getInt()) != 1)
    return std::nullopt;
  return value.getInt();
}

/// Makes `count` iterations one: each after the first stands in a branch that
/// asks whether there is such an iteration.
static void unroll(ForOp loop, unsigned count) {
  ImplicitLocOpBuilder build(loop.getLoc(), loop);
  int64_t step = *unitStep(loop);
  Type type = loop.getStep().getType();
  Block &body = loop.getBody().front();
  Region original;
  IRMapping copying;
  loop.getBody().cloneInto(&original, copying);

  Value current = loop.getInductionVar(), single = loop.getStep();
  loop.getStepMutable().assign(ConstantOp::create(
      build, type,
      build.getI64IntegerAttr(step * static_cast<int64_t>(count))));
  Block *block = &body;
  for (unsigned i = 1; i < count; ++i) {
    build.setInsertionPoint(block->getTerminator());
    current = AddOp::create(build, type, current, single, /*exact=*/true,
                            /*target=*/StringAttr());
    Value runs = CmpOp::create(build, build.getI1Type(),
                               step > 0 ? Predicate::lt : Predicate::gt,
                               current, loop.getUpper());
    auto branch = IfOp::create(build, TypeRange(), runs);
    block = &branch.getThenRegion().emplaceBlock();
    build.setInsertionPointToEnd(block);
    IRMapping mapping;
    mapping.map(original.getArgument(0), current);
    for (Operation &op : original.front())
      build.clone(op, mapping);
  }
}

//===----------------------------------------------------------------------===//
// Resolution
//===----------------------------------------------------------------------===//

void Resolver::resolveBlock(Block &block, State &state) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (auto set = dyn_cast<SetOp>(op)) {
      if (holdsArray(set.getRef()))
        state[set.getRef()] = arrayOf(set.getValue());
    } else if (auto get = dyn_cast<GetOp>(op)) {
      resolveGet(get, state);
    } else if (auto branch = dyn_cast<IfOp>(op)) {
      State other = state;
      resolveBlock(branch.getThenRegion().front(), state);
      if (!branch.getElseRegion().empty())
        resolveBlock(branch.getElseRegion().front(), other);
      intersect(state, other);
    } else if (isa<ForOp, WhileOp>(op)) {
      resolveLoop(&op, state);
    }
  }
}

void Resolver::resolveGet(GetOp get, const State &state) {
  if (!holdsArray(get.getRef()))
    return;
  Value array = state.lookup(get.getRef());
  gets[get] = array;
  if (!array)
    return;
  get.replaceAllUsesWith(array);
  get.erase();
}

void Resolver::resolveLoop(Operation *op, State &state) {
  unsigned period = periodOf(op, state);
  State after = afterLoop(op, state, period);
  auto loop = dyn_cast<ForOp>(op);
  if (period > 1 && loop && unitStep(loop) &&
      loop.getVerdict() != Verdict::parallel)
    unroll(loop, period);
  else
    state = after;
  for (Region &region : op->getRegions())
    resolveBlock(region.front(), state);
  state = after;
}

namespace {

struct ResolveArrays : gpujit::impl::ResolveArraysBase<ResolveArrays> {
  void runOnOperation() override {
    State state;
    Resolver().resolveBlock(getOperation().getBody().front(), state);
    SmallVector<VarOp> vars;
    getOperation().walk([&](VarOp var) {
      if (holdsArray(var) &&
          llvm::none_of(var->getUsers(), llvm::IsaPred<GetOp, IsBoundOp>))
        vars.push_back(var);
    });
    for (VarOp var : vars) {
      for (Operation *set : llvm::make_early_inc_range(var->getUsers()))
        set->erase();
      var.erase();
    }
  }
};

} // namespace
