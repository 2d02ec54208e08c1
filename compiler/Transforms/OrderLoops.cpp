//===- OrderLoops.cpp - parallel loops that run in order ------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/OrderLoops.h"
#include "Plan/Plan.h"
#include "Transforms/Passes.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"

using namespace mlir;

namespace gpujit {
#define GEN_PASS_DEF_ORDERLOOPS
#include "Transforms/Passes.h.inc"
} // namespace gpujit

void gpujit::orderLoops(Operation *root) {
  SmallVector<scf::ForallOp> loops;
  root->walk([&](Operation *op) {
    if (auto partial = dyn_cast<plan::PartialOp>(op)) {
      partial.replaceAllUsesWith(partial.getVariables());
      partial.erase();
    } else if (auto loop = dyn_cast<scf::ForallOp>(op)) {
      loops.push_back(loop);
    }
  });
  IRRewriter rewriter(root->getContext());
  for (scf::ForallOp loop : loops) {
    rewriter.setInsertionPoint(loop);
    LogicalResult ordered = scf::forallToForLoop(rewriter, loop);
    assert(succeeded(ordered) && "loops of the loops stage have no outputs");
    (void)ordered;
  }
}

namespace {
struct OrderLoops : gpujit::impl::OrderLoopsBase<OrderLoops> {
  void runOnOperation() override { gpujit::orderLoops(getOperation()); }
};
} // namespace
