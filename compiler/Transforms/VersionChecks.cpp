//===- VersionChecks.cpp - loop nests without checks ----------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dependence.h"
#include "Transforms/Extremes.h"
#include "Transforms/Passes.h"
#include "Transforms/RangeMarks.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::pyk;

namespace gpujit {
#define GEN_PASS_DEF_VERSIONCHECKS
#include "Transforms/Passes.h.inc"
} // namespace gpujit

namespace {
/// One loop nest that may get a version without checks.
class Version {
public:
  explicit Version(ForOp nest) : nest(nest), extremes(nest) {}

  /// Puts the nest under a condition, twice, if that saves any check.
  void make();

private:
  void cover(Operation *op);
  bool cover(const Access &access);
  Value condition();

  ForOp nest;
  ExtremesBuilder extremes;
  /// What loses its checks in the first copy.
  SmallVector<Operation *> inbounds, exact;
  llvm::SetVector<Value> checks;
};
} // namespace

/// Adds that every subscript of the access lies inside, for all iterations at
/// once.
bool Version::cover(const Access &access) {
  SmallVector<Value> needed;
  Intervals &ranges = extremes.ranges();
  for (auto [axis, subscript] : llvm::enumerate(access.indices)) {
    std::optional<Extremes> range = extremes.extremesOf(subscript);
    SmallVector<Value> extents = extremes.extentsOf(access.array, axis);
    // A check that always fails would only take the others with it.
    if (!range || extents.empty() || ranges.of(range->least).hi < 0)
      return false;
    if (ranges.of(subscript).lo < 0)
      needed.push_back(
          extremes.compare(Predicate::ge, range->least, extremes.constant(0)));
    for (Value extent : extents)
      needed.push_back(
          extremes.compare(Predicate::lt, range->greatest, extent));
  }
  checks.insert(needed.begin(), needed.end());
  for (Value subscript : access.indices)
    extremes.require(subscript);
  return true;
}

void Version::cover(Operation *op) {
  if (isa<LoadOp, StoreOp>(op)) {
    Access access(op);
    if (!access.isInbounds && cover(access))
      inbounds.push_back(op);
  } else if (canMarkExact(op) && isExact(op, extremes.ranges())) {
    exact.push_back(op);
    for (Value operand : op->getOperands())
      extremes.require(operand);
  }
}

/// All checks together, and that symbols are as small as they were taken to be.
Value Version::condition() {
  SmallVector<Value> all(extremes.conditions().begin(),
                         extremes.conditions().end());
  for (Value symbol : extremes.symbols()) {
    Interval range = extremes.ranges().of(symbol);
    all.push_back(
        extremes.compare(Predicate::le, symbol, extremes.constant(range.hi)));
    if (range.lo < 0)
      all.push_back(
          extremes.compare(Predicate::ge, symbol, extremes.constant(range.lo)));
  }
  llvm::append_range(all, checks);
  OpBuilder builder(nest);
  Value result;
  for (Value one : all)
    result = result ? AndOp::create(builder, nest.getLoc(), one.getType(),
                                    result, one, /*exact=*/false,
                                    /*target=*/StringAttr())
                    : one;
  return result;
}

void Version::make() {
  nest.getBody().walk([&](Operation *op) { cover(op); });
  Value holds = inbounds.empty() && exact.empty() ? Value() : condition();
  if (!holds)
    return;
  OpBuilder builder(nest);
  auto choice = IfOp::create(builder, nest.getLoc(), TypeRange(), holds);
  builder.createBlock(&choice.getThenRegion());
  IRMapping mapping;
  builder.clone(*nest, mapping);
  YieldOp::create(builder, nest.getLoc());
  for (Operation *op : inbounds)
    markInbounds(mapping.lookup(op));
  for (Operation *op : exact)
    markExact(mapping.lookup(op));
  Block *other = builder.createBlock(&choice.getElseRegion());
  nest->moveBefore(other, other->end());
  builder.setInsertionPointToEnd(other);
  YieldOp::create(builder, nest.getLoc());
}

/// Whether a loop below `loop` runs in parallel.
static bool holdsParallelLoop(ForOp loop) {
  return loop.getBody()
      .walk([](ForOp inner) {
        return inner.getVerdict() == Verdict::parallel ? WalkResult::interrupt()
                                                       : WalkResult::advance();
      })
      .wasInterrupted();
}

/// The nests that run from the host: the outermost loops, or of an ordered loop
/// around parallel ones, the loops inside.
static void collectNests(Block &block, SmallVectorImpl<ForOp> &nests) {
  for (Operation &op : block) {
    auto loop = dyn_cast<ForOp>(op);
    if (loop &&
        (loop.getVerdict() == Verdict::parallel || !holdsParallelLoop(loop))) {
      nests.push_back(loop);
      continue;
    }
    if (isa<ForOp, IfOp>(op))
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          collectNests(inner, nests);
  }
}

namespace {
struct VersionChecks : gpujit::impl::VersionChecksBase<VersionChecks> {
  void runOnOperation() override {
    SmallVector<ForOp> nests;
    collectNests(getOperation().getBody().front(), nests);
    for (ForOp nest : nests)
      Version(nest).make();
  }
};
} // namespace
