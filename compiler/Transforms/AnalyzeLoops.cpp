//===- AnalyzeLoops.cpp - a verdict for every loop ------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/LoopVerdict.h"
#include "Transforms/Passes.h"
#include "Transforms/VersionLoop.h"

#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::pyk;

namespace gpujit {
#define GEN_PASS_DEF_ANALYZELOOPS
#include "Transforms/Passes.h.inc"
} // namespace gpujit

/// Tells whoever listens to remarks of the category "gpujit".
static void emitRemark(ForOp loop, const LoopVerdict &found) {
  StringRef verdict = stringifyVerdict(found.verdict);
  auto func = loop->getParentOfType<FuncOp>();
  auto options = remark::RemarkOpts::name(verdict).category("gpujit").function(
      func.getSymName());
  bool isParallel = found.verdict != Verdict::sequential;
  auto report = isParallel ? remark::passed(loop.getLoc(), options)
                           : remark::missed(loop.getLoc(), options);
  report << remark::metric("Loop", loop.getName())
         << remark::metric("Verdict", verdict)
         << remark::metric("Reason", StringRef(found.reason));
  if (!found.conditions.empty())
    report << remark::metric("Unless", conditionsText(found.conditions, func));
}

namespace {
struct AnalyzeLoops : gpujit::impl::AnalyzeLoopsBase<AnalyzeLoops> {
  using AnalyzeLoopsBase::AnalyzeLoopsBase;

  void runOnOperation() override {
    LoopAnalyzer analyzer(getOperation(),
                          std::chrono::milliseconds(budgetMs.getValue()));
    SmallVector<std::pair<ForOp, LoopVerdict>> conditional;
    getOperation().walk<WalkOrder::PreOrder>([&](ForOp loop) {
      LoopVerdict found = analyzer.analyze(loop);
      loop.setVerdict(found.verdict);
      loop.setReason(found.reason);
      emitRemark(loop, found);
      if (!found.conditions.empty())
        conditional.push_back({loop, std::move(found)});
    });
    unsigned versions = 0;
    for (auto &[loop, found] : conditional)
      if (isOutermostParallel(loop) && versions++ < mostVersions)
        versionLoop(loop, found.conditions, found.reason);
  }

private:
  /// Each version doubles the code of a nest.
  static constexpr unsigned mostVersions = 4;

  /// Whether no loop around runs in parallel, or has been put twice.
  static bool isOutermostParallel(ForOp loop) {
    for (Operation *outer = loop->getParentOp(); outer;
         outer = outer->getParentOp()) {
      auto around = dyn_cast<ForOp>(outer);
      auto choice = dyn_cast<IfOp>(outer);
      if ((around && around.getVerdict() != Verdict::sequential) ||
          (choice && isVersion(choice)))
        return false;
    }
    return true;
  }

  static bool isVersion(IfOp choice) {
    auto first = dyn_cast<ForOp>(choice.getThenRegion().front().front());
    return first && first->hasAttr(kConditionsAttr);
  }
};
} // namespace
