//===- LoopVerdict.h - how each loop may run ------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_COMPILER_ANALYSIS_LOOPVERDICT_H
#define GPUJIT_COMPILER_ANALYSIS_LOOPVERDICT_H

#include "Analysis/Dependence.h"
#include "Analysis/Reductions.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace gpujit {

struct LoopVerdict {
  pyk::Verdict verdict;
  std::string reason;
  /// Of a sequential loop: what makes it parallel, if it holds of a call.
  Conditions conditions = {};
};

/// Finds verdicts of a function's loops. A loop is parallel only where it is
/// proven that no two of its iterations touch one element, one of them writing;
/// once the budget of time is used up nothing more is proven.
class LoopAnalyzer {
public:
  LoopAnalyzer(pyk::FuncOp func, std::chrono::milliseconds budget);

  LoopVerdict analyze(pyk::ForOp loop);

private:
  /// Two accesses that may meet, in the order of their iterations.
  struct Conflict {
    const Access *first, *second;
    bool outOfTime = false;
    /// Under which neither these nor any others meet; none: there is no hope.
    Conditions unless = {};
  };
  struct LoopAccesses;

  std::optional<std::string> findExit(pyk::ForOp loop);
  LoopAccesses collect(pyk::ForOp loop, ValueNumbering &numbering);
  std::optional<Conflict> findConflict(pyk::ForOp loop,
                                       ValueNumbering &numbering,
                                       LoopAccesses &accesses);
  std::string describe(pyk::ForOp loop, ValueNumbering &numbering,
                       const Conflict &conflict);
  bool isOutOfTime() const;

  FunctionFacts facts;
  SubscriptProver prover;
  std::chrono::steady_clock::time_point deadline;
};

/// One line of the report: a loop of the kernel or, when `inner`, of a callee,
/// or a while loop.
struct LoopReport {
  unsigned line, column;
  std::string name;
  int64_t index; ///< in source order; -1 for inner ones
  pyk::Verdict verdict;
  std::string reason;
  unsigned depth;
  bool inner;
  /// Of a loop that is parallel only if they hold: the conditions, as Python
  /// would write them too, and why it is sequential otherwise.
  Conditions conditions = {};
  std::string conditionsText = {}, otherwise = {};
};

/// The verdicts that `pyk-analyze-loops` has set, in source order; a loop that
/// was put there twice counts once.
std::vector<LoopReport> collectLoopReport(pyk::FuncOp func);

} // namespace gpujit

#endif // GPUJIT_COMPILER_ANALYSIS_LOOPVERDICT_H
