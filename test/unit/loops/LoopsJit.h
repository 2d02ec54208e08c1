//===- LoopsJit.h - runs the loops stage on the CPU -------------*- C++ -*-===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles pyk through structure-exits and the conversion, and the result by
// upstream passes and LLVM at -O2, which makes use of whatever is undefined.
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_TEST_UNIT_LOOPS_LOOPSJIT_H
#define GPUJIT_TEST_UNIT_LOOPS_LOOPSJIT_H

#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/IR/BuiltinOps.h"

#include <memory>
#include <string>
#include <vector>

namespace gpujit::test {

/// Arguments of one call: scalars, and vectors as arrays of rank 1.
class Arguments {
public:
  template <typename T>
  Arguments &scalar(T value) {
    words.push_back(0);
    memcpy(&words.back(), &value, sizeof(T));
    return *this;
  }

  template <typename T>
  Arguments &array(T *data, int64_t size) {
    return scalar(data)
        .scalar(data)
        .scalar(int64_t(0))
        .scalar(size)
        .scalar(int64_t(1));
  }

  template <typename T>
  Arguments &array(std::vector<T> &data) {
    return array(data.data(), data.size());
  }

  std::vector<uint64_t> words;
};

/// A module of pyk functions, compiled.
class LoopsJit {
public:
  /// Fails the test when the text doesn't compile.
  explicit LoopsJit(const std::string &pyk);

  /// Runs a function without a result. The text of what it raised first,
  /// "Exception: message", or "".
  std::string call(const std::string &name, Arguments arguments);

private:
  /// What went wrong, or "".
  std::string compile(const std::string &pyk);
  void replaceChecks(mlir::ModuleOp module);

  mlir::MLIRContext context;
  std::vector<std::pair<std::string, std::string>> sites;
  std::unique_ptr<mlir::ExecutionEngine> engine;
};

/// The text with every `$name` replaced.
std::string
substitute(std::string text,
           std::initializer_list<std::pair<const char *, std::string>> names);

} // namespace gpujit::test

#endif // GPUJIT_TEST_UNIT_LOOPS_LOOPSJIT_H
