//===- Report.cpp - the report on a kernel's loops ------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipeline/Report.h"

using namespace llvm;
using namespace gpujit;

const LoopReport *gpujit::findRefusedLoop(ArrayRef<LoopReport> loops) {
  // Loops come in source order, so an outer one before those inside it.
  std::optional<unsigned> parallelDepth;
  for (const LoopReport &loop : loops) {
    if (parallelDepth && loop.depth <= *parallelDepth)
      parallelDepth.reset();
    if (loop.inner || parallelDepth)
      continue;
    // One that depends on the arguments is refused at a call.
    if (loop.verdict == pyk::Verdict::sequential)
      return &loop;
    parallelDepth = loop.depth;
  }
  return nullptr;
}

std::vector<std::string> gpujit::mappingsOf(plan::ProgramOp program) {
  std::vector<std::string> result;
  if (auto mappings = program->getAttrOfType<mlir::ArrayAttr>("mappings"))
    for (mlir::Attribute mapping : mappings) {
      auto text = dyn_cast<mlir::StringAttr>(mapping);
      result.push_back(text ? text.str() : "");
    }
  return result;
}

/// Of each inequality its constant and [argument, axis, factor] of each term.
static json::Value conditionsToJson(const Conditions &conditions) {
  json::Array all;
  for (const Alternatives &alternatives : conditions) {
    json::Array any;
    for (const LinearCondition &condition : alternatives) {
      json::Array terms;
      for (auto [symbol, factor] : condition.factors)
        terms.push_back(json::Array{symbol.argument, symbol.axis, factor});
      any.push_back(json::Object{{"constant", condition.constant},
                                 {"terms", std::move(terms)}});
    }
    all.push_back(std::move(any));
  }
  return all;
}

json::Value gpujit::reportToJson(ArrayRef<LoopReport> loops,
                                 ArrayRef<std::string> mappings) {
  json::Array own, inner;
  for (const LoopReport &loop : loops) {
    bool isMapped =
        loop.index >= 0 && static_cast<size_t>(loop.index) < mappings.size();
    json::Object entry{{"line", loop.line},
                       {"column", loop.column},
                       {"variable", loop.name},
                       {"verdict", pyk::stringifyVerdict(loop.verdict)},
                       {"reason", loop.reason},
                       {"mapping", isMapped ? mappings[loop.index] : ""},
                       {"depth", loop.depth}};
    if (!loop.conditions.empty()) {
      entry["condition"] = loop.conditionsText;
      entry["conditions"] = conditionsToJson(loop.conditions);
      entry["otherwise"] = loop.otherwise;
    }
    (loop.inner ? inner : own).push_back(std::move(entry));
  }
  return json::Object{{"loops", std::move(own)}, {"inner", std::move(inner)}};
}
