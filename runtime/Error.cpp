//===- Error.cpp - what can go wrong at run time --------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/Error.h"

using namespace gpujit::runtime;

static std::string sentence(const std::string &name, const std::string &call,
                            const std::string &problem,
                            const std::string &remedy) {
  std::string text = call.empty() ? name : call + " failed with " + name;
  if (!problem.empty())
    text += ": " + problem;
  if (!remedy.empty())
    text += ". " + remedy;
  return text;
}

DeviceError::DeviceError(std::string name, std::string call,
                         std::string problem, std::string remedy)
    : Error(sentence(name, call, problem, remedy)), name(std::move(name)),
      call(std::move(call)), problem(std::move(problem)),
      remedy(std::move(remedy)) {}
