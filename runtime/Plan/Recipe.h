//===- Recipe.h - how to launch a kernel ----------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_RUNTIME_PLAN_RECIPE_H
#define GPUJIT_RUNTIME_PLAN_RECIPE_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/DType.h"
#include "runtime/Plan/Program.h"

namespace gpujit::runtime {

enum class Access : uint8_t { Read, Write, ReadWrite };

struct RecipeArg {
  std::string name;
  bool isArray = false;
  bool strided = false; ///< strides are passed, in elements
  DType dtype = DType::Bool;
  Access access = Access::Read;
  int rank = 0;
  int slot = 0; ///< of the pointer or scalar; extents, then strides follow

  bool writes() const { return access != Access::Read; }
  bool reads() const { return access != Access::Write; }
};

struct Entry {
  std::string symbol;
  std::vector<int> params; ///< slots, in the order of the kernel's parameters
  bool takesFrame = false; ///< only then can it raise
};

/// A place in the kernel that may raise.
struct Site {
  std::string exception, message, file, calls; ///< calls is JSON
  int line = 0, column = 0;
};

struct ScalarResult {
  size_t offset = 0; ///< bytes from the frame's start
  DType dtype = DType::PyInt;
};

/// docs/abi.md, section "The recipe", checked and made compact. Everything that
/// a launch computes with lies in one array of 64-bit *slots*: the registers,
/// then each argument, then the frame's address.
struct Recipe {
  std::string kernel, arch;
  std::vector<RecipeArg> args;
  std::vector<Entry> entries;
  std::vector<Site> sites;
  std::optional<ScalarResult> result;
  Program program;
  size_t frameBytes = 0;
  bool raises = false;
  int registers = 0;
  int frameSlot = 0;
  int slots = 0;

  /// Throws RecipeError naming what is wrong with the text.
  static Recipe parse(std::string_view json);

  /// Throws the KernelRaised of a site; `payload` fills {0}, {1}, {2}.
  [[noreturn]] void raise(size_t site, const int64_t *payload) const;
};

} // namespace gpujit::runtime

#endif // GPUJIT_RUNTIME_PLAN_RECIPE_H
