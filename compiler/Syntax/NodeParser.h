//===- NodeParser.h - JSON nodes to expressions and statements ------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_COMPILER_SYNTAX_NODEPARSER_H
#define GPUJIT_COMPILER_SYNTAX_NODEPARSER_H

#include "Syntax/Ast.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

namespace gpujit::syntax {

/// A node of Python's `ast`, or a capture, as an expression. Kinds that the
/// language leaves out become UnsupportedExpr, so that they are reported where
/// they stand.
llvm::Expected<ExprPtr> parseExpr(const llvm::json::Value &value);

/// Appends a list of statement nodes to `body`.
llvm::Error parseBody(const llvm::json::Value &value, Body &body);

} // namespace gpujit::syntax

#endif // GPUJIT_COMPILER_SYNTAX_NODEPARSER_H
