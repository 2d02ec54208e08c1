//===- Interpreter.cpp - compiling and running a function -----------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interpreter/Interpreter.h"

#include "Interpreter/Emitter.h"

using namespace gpujit;
using namespace gpujit::interpreter;

static const Emitter::Table &tableOfOperations() {
  static const Emitter::Table table = [] {
    Emitter::Table table;
    addVariables(table);
    addArrays(table);
    addArithmetic(table);
    addComparisons(table);
    addCasts(table);
    addMath(table);
    addPrint(table);
    addControl(table);
    return table;
  }();
  return table;
}

CompiledKernel::CompiledKernel(std::unique_ptr<Code> code)
    : code(std::move(code)) {}
CompiledKernel::CompiledKernel(CompiledKernel &&) = default;
CompiledKernel &CompiledKernel::operator=(CompiledKernel &&) = default;
CompiledKernel::~CompiledKernel() = default;

llvm::Expected<CompiledKernel> CompiledKernel::compile(pyk::FuncOp func,
                                                       bool records) {
  auto code = std::make_unique<Code>();
  code->records = records;
  if (llvm::Error error =
          Emitter(*code, tableOfOperations()).emitFunction(func))
    return std::move(error);
  return CompiledKernel(std::move(code));
}

llvm::Expected<Outcome> CompiledKernel::run(llvm::ArrayRef<GpujitArg> args,
                                            void *result, Poll poll,
                                            void *context, Print print) const {
  if (args.size() != code->parameters.size())
    return llvm::createStringError(
        "the kernel has " + llvm::Twine(code->parameters.size()) +
        " arguments, got " + llvm::Twine(args.size()));
  return Machine(*code, result, poll, context, print).run(args);
}
