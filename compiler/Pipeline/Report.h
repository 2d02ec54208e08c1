//===- Report.h - the report on a kernel's loops --------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_COMPILER_PIPELINE_REPORT_H
#define GPUJIT_COMPILER_PIPELINE_REPORT_H

#include "Analysis/LoopVerdict.h"
#include "Plan/Plan.h"
#include "llvm/Support/JSON.h"

namespace gpujit {

/// The first loop that `parallel="require"` refuses: one that runs in order,
/// and not inside a loop that doesn't. Null if there is none.
const LoopReport *findRefusedLoop(llvm::ArrayRef<LoopReport> loops);

/// How each of the kernel's own loops was mapped, by its index.
std::vector<std::string> mappingsOf(plan::ProgramOp program);

/// The report of docs/abi.md.
llvm::json::Value reportToJson(llvm::ArrayRef<LoopReport> loops,
                               llvm::ArrayRef<std::string> mappings);

} // namespace gpujit

#endif // GPUJIT_COMPILER_PIPELINE_REPORT_H
