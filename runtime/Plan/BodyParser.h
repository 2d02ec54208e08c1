//===- BodyParser.h - the recipe's body to a program ----------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_RUNTIME_PLAN_BODYPARSER_H
#define GPUJIT_RUNTIME_PLAN_BODYPARSER_H

#include <nlohmann/json_fwd.hpp>

#include "runtime/Plan/Recipe.h"

namespace gpujit::runtime {

/// Checks and flattens "body". `recipe` has its arguments, entries, sites and
/// slots already. Throws RecipeError.
Program parseBody(const Recipe &recipe, const nlohmann::json &body);

} // namespace gpujit::runtime

#endif // GPUJIT_RUNTIME_PLAN_BODYPARSER_H
