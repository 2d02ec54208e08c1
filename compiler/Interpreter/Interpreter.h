//===- Interpreter.h - runs pyk on the CPU --------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The oracle and the fallback: a verified pyk.func, run in program order on
// arrays in place, with every check and with the exact results of CPython and
// NumPy. A function is compiled once to a flat code of small instructions, each
// a pointer to the C++ function that runs it, specialised by type.
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_INTERPRETER_INTERPRETER_H
#define GPUJIT_INTERPRETER_INTERPRETER_H

#include "PyKernel/PyKernel.h"
#include "Support/Locations.h"
#include "runtime/Abi.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace gpujit::interpreter {

struct Code;

/// The exception that Python would have raised.
struct Raised {
  std::string exception;
  std::string message;
  Trace trace;
};

/// How a run ended.
enum class Status {
  Done = 0,
  Raised = 1,  ///< Python would raise; arrays hold what was written before
  Stopped = 2, ///< the poll said so
};

struct Outcome {
  Status status = Status::Done;
  Raised raised;        ///< filled if `status` says so
  std::string findings; ///< of a recording run: a JSON document (docs/abi.md)
};

/// Called now and then while a kernel runs; non-zero stops it.
using Poll = int (*)(void *context);

/// Takes what a kernel prints.
using Print = void (*)(void *context, const char *text, size_t length);

/// A pyk function ready to run, any number of times and from several threads
/// at once. It keeps nothing of the function or of its MLIRContext.
class CompiledKernel {
public:
  /// Fails only for an operation that the interpreter doesn't know. With
  /// `records` a run also finds out which iterations of loops touch one
  /// element.
  static llvm::Expected<CompiledKernel> compile(pyk::FuncOp func,
                                                bool records = false);

  /// Runs on arguments in the function's order. `result` takes the returned
  /// scalar in its own type, if there is one; it needs 8 bytes and may be null.
  /// `poll` and `print`, which get `context`, may be null. Fails if the number
  /// of arguments isn't the function's.
  llvm::Expected<Outcome> run(llvm::ArrayRef<GpujitArg> args, void *result,
                              Poll poll = nullptr, void *context = nullptr,
                              Print print = nullptr) const;

  CompiledKernel(CompiledKernel &&);
  CompiledKernel &operator=(CompiledKernel &&);
  ~CompiledKernel();

private:
  explicit CompiledKernel(std::unique_ptr<Code> code);

  std::unique_ptr<Code> code;
};

} // namespace gpujit::interpreter

#endif // GPUJIT_INTERPRETER_INTERPRETER_H
