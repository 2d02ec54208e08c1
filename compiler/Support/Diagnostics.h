//===- Diagnostics.h - compile-time errors with their place ---------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_COMPILER_SUPPORT_DIAGNOSTICS_H
#define GPUJIT_COMPILER_SUPPORT_DIAGNOSTICS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include <string>
#include <vector>

namespace gpujit {

/// The errors of Diagnostics.def.
enum class DiagnosticId {
#define GPUJIT_DIAGNOSTIC(name, code, exception, message, remedy) name,
#include "Support/Diagnostics.def"
#undef GPUJIT_DIAGNOSTIC
};

/// A place in a source file with its text; lines from 1, columns from 0.
struct Excerpt {
  std::string file;
  unsigned line = 0, column = 0, endColumn = 0;
  std::string source; ///< the text of the line, may be empty
};

/// A compile-time error, as it goes to Python.
struct CompileError {
  struct Note {
    std::string message;
    Excerpt place;
  };
  struct Frame {
    std::string name, file;
    unsigned line;
  };

  std::string exception, code, message, remedy;
  Excerpt place;
  std::vector<Frame> calls; ///< from the kernel inwards
  std::vector<Note> notes;

  /// The error `id` with `args` filled into its message and remedy.
  static CompileError get(DiagnosticId id, llvm::ArrayRef<std::string> args,
                          Excerpt place = {});

  /// The error document of docs/abi.md.
  llvm::json::Value toJson() const;
};

} // namespace gpujit

#endif // GPUJIT_COMPILER_SUPPORT_DIAGNOSTICS_H
