//===- Program.h - a compiled specialisation and its products -------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_COMPILER_PIPELINE_PROGRAM_H
#define GPUJIT_COMPILER_PIPELINE_PROGRAM_H

#include "Interpreter/Interpreter.h"
#include "Simulator/Simulator.h"
#include "Support/Diagnostics.h"
#include "runtime/Abi.h"

#include <map>
#include <optional>
#include <string>

/// What the C ABI hands out: the texts of the stages that were asked for, the
/// kernel ready for the interpreter, or the error that took their place.
struct GpujitProgram {
  std::map<std::string, std::string> texts;
  std::optional<gpujit::interpreter::CompiledKernel> kernel;
  gpujit::simulator::Image simulated; ///< of a loaded image

  void fail(const gpujit::CompileError &error);
  bool hasFailed() const { return texts.count("error") != 0; }
};

namespace gpujit {

/// Runs the stages that the request asks for. Every error ends in the program's
/// "error" text.
void compile(llvm::StringRef request, GpujitProgram &program);

/// Runs `work` on a thread with a big stack, surviving what LLVM does to a
/// process on input it can't handle. Returns why it failed, if it did.
std::optional<std::string> runProtected(llvm::function_ref<void()> work);

} // namespace gpujit

#endif // GPUJIT_COMPILER_PIPELINE_PROGRAM_H
