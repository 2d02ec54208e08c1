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
    markAllAnalysesPreserved();
  }
};
} // namespace
