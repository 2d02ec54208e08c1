//===- Locals.h - the names that a function binds -------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_COMPILER_SEMA_LOCALS_H
#define GPUJIT_COMPILER_SEMA_LOCALS_H

#include "Syntax/Ast.h"
#include <set>

namespace gpujit::sema {

/// The names that a body binds anywhere, by assignment, as a loop's variable or
/// by `:=`: Python's local variables, but for parameters that it leaves alone.
std::set<std::string> boundNames(const syntax::Body &body);

} // namespace gpujit::sema

#endif // GPUJIT_COMPILER_SEMA_LOCALS_H
