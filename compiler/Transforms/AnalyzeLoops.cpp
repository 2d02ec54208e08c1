//===- AnalyzeLoops.cpp - a verdict for every loop ------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/LoopVerdict.h"
#include "Transforms/Passes.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::pyk;

namespace gpujit {
#define GEN_PASS_DEF_ANALYZELOOPS
#include "Transforms/Passes.h.inc"
} // namespace gpujit

/// The loop around `op` that no other loop is around.
static Operation *outermostLoop(Operation *op) {
  Operation *outermost = op;
  for (Operation *parent = op->getParentOp(); parent;
       parent = parent->getParentOp())
    if (isa<ForOp, WhileOp>(parent))
      outermost = parent;
  return outermost;
}

/// Whether any loop of the nest runs in parallel.
static bool hasParallelLoop(Operation *nest) {
  return nest
      ->walk([](ForOp loop) {
        return loop.getVerdict() == Verdict::parallel ? WalkResult::interrupt()
                                                      : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Refuses the first of the kernel's loops that would run in order with nothing
/// parallel around or inside it.
static LogicalResult requireParallel(FuncOp func) {
  auto refused = func.walk<WalkOrder::PreOrder>([](ForOp loop) {
    if (!loop.getIndex() || loop.getVerdict() != Verdict::sequential ||
        hasParallelLoop(outermostLoop(loop)))
      return WalkResult::advance();
    loop.emitError("the loop over '")
        << loop.getName()
        << "' can't run in parallel: " << loop.getReason().value_or("");
    return WalkResult::interrupt();
  });
  return failure(refused.wasInterrupted());
}

namespace {
struct AnalyzeLoops : gpujit::impl::AnalyzeLoopsBase<AnalyzeLoops> {
  using AnalyzeLoopsBase::AnalyzeLoopsBase;

  void runOnOperation() override {
    LoopAnalyzer analyzer(getOperation(),
                          std::chrono::milliseconds(budgetMs.getValue()));
    getOperation().walk<WalkOrder::PreOrder>([&](ForOp loop) {
      LoopVerdict found = analyzer.analyze(loop);
      loop.setVerdict(found.verdict);
      loop.setReason(found.reason);
    });
    if (require && failed(requireParallel(getOperation())))
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
