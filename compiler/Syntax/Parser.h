//===- Parser.h - JSON request to syntax tree -----------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_COMPILER_SYNTAX_PARSER_H
#define GPUJIT_COMPILER_SYNTAX_PARSER_H

#include "Syntax/Ast.h"
#include "llvm/Support/Error.h"

namespace gpujit::syntax {

/// Parses a compile request (docs/abi.md). The error names the field that is
/// missing or of the wrong type; it is a fault of the caller, not of a kernel.
llvm::Expected<Request> parseRequest(llvm::StringRef json);

} // namespace gpujit::syntax

#endif // GPUJIT_COMPILER_SYNTAX_PARSER_H
