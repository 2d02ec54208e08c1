//===- ProveRanges.cpp - operations that can't raise ----------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dependence.h"
#include "Transforms/Passes.h"
#include "Transforms/RangeMarks.h"

#include <chrono>

using namespace mlir;
using namespace gpujit;
using namespace gpujit::pyk;

namespace gpujit {
#define GEN_PASS_DEF_PROVERANGES
#include "Transforms/Passes.h.inc"
} // namespace gpujit

bool gpujit::canMarkExact(Operation *op) {
  if (auto cast = dyn_cast<CastOp>(op))
    return !cast.getExact() && isa<PyIntType>(cast.getInput().getType()) &&
           isInteger(cast.getType()) && mayRaise(op);
  return isa<AddOp, SubOp, MulOp, FloorDivOp, ModOp, PowOp, ShlOp, ShrOp, NegOp,
             AbsOp>(op) &&
         isa<PyIntType>(op->getResult(0).getType()) && mayRaise(op);
}

void gpujit::markExact(Operation *op) {
  op->setAttr("exact", UnitAttr::get(op->getContext()));
}

void gpujit::markInbounds(Operation *op) {
  op->setAttr("inbounds", UnitAttr::get(op->getContext()));
}

bool gpujit::isExact(Operation *op, Intervals &intervals) {
  std::optional<WideInterval> result = intervals.exactResult(op);
  Type type = op->getResult(0).getType();
  return result && result->within(typeRange(type));
}

namespace {
struct ProveRanges : gpujit::impl::ProveRangesBase<ProveRanges> {
  using ProveRangesBase::ProveRangesBase;

  void runOnOperation() override {
    auto deadline = std::chrono::steady_clock::now() +
                    std::chrono::milliseconds(budgetMs.getValue());
    FunctionFacts facts(getOperation());
    SubscriptProver prover(facts);
    getOperation().walk([&](Operation *op) {
      if (isa<LoadOp, StoreOp>(op)) {
        Access access(op);
        if (!access.isInbounds && std::chrono::steady_clock::now() < deadline &&
            prover.isInbounds(access))
          markInbounds(op);
      } else if (auto alloc = dyn_cast<AllocOp>(op)) {
        if (llvm::all_of(alloc.getExtents(), [&](Value extent) {
              return facts.intervals.of(extent).lo >= 0;
            }))
          alloc.setExact(!alloc.getExtents().empty());
      } else if (canMarkExact(op) && isExact(op, facts.intervals)) {
        markExact(op);
      }
    });
    markAllAnalysesPreserved();
  }
};
} // namespace
