//===- Remedies.h - what to write instead ---------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_COMPILER_IMPORT_REMEDIES_H
#define GPUJIT_COMPILER_IMPORT_REMEDIES_H

#include "Sema/Environment.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <utility>

namespace gpujit::import {

/// "1 element", "2 elements".
std::string counted(uint64_t number, llvm::StringRef noun);

/// "a tuple", "an int".
std::string withArticle(llvm::StringRef noun);

/// "did you mean 'shape'?" for the known name nearest to a misspelt one; empty
/// if none is near.
std::string didYouMean(llvm::StringRef name, llvm::ArrayRef<std::string> known);

/// How an operator (Python's class name) is written.
llvm::StringRef spelling(llvm::StringRef op);

/// What a statement that isn't supported (Python's class name) is called, and
/// what to write instead.
std::pair<llvm::StringRef, llvm::StringRef> describeStmt(llvm::StringRef what);

/// The same of an expression.
std::pair<llvm::StringRef, llvm::StringRef> describeExpr(llvm::StringRef what);

/// What to write instead of a call of a function that isn't known, by the
/// dotted name of its module and itself ("builtins.print").
llvm::StringRef remedyForFunction(llvm::StringRef entity);

/// What to write instead of a method's call.
std::string remedyForMethod(llvm::StringRef name);

/// What to write instead of an attribute of an array.
std::string remedyForAttribute(llvm::StringRef name);

/// What to do where a number is needed and this is there.
llvm::StringRef remedyForNoNumber(const sema::Operand &value);

/// What to pass instead of an object of this type ("tuple", "class Grid").
llvm::StringRef remedyForCapture(llvm::StringRef type);

/// How to give a variable one type where it has these two.
std::string remedyForConflict(mlir::Type a, mlir::Type b);

} // namespace gpujit::import

#endif // GPUJIT_COMPILER_IMPORT_REMEDIES_H
