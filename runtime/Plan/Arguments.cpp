//===- Arguments.cpp - what a kernel is called with -----------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/Plan/Arguments.h"

#include <string>

#include "runtime/Error.h"
#include "runtime/Plan/Recipe.h"

using namespace gpujit::runtime;

int64_t gpujit::runtime::elementCount(const Argument &array) {
  int64_t count = 1;
  for (int i = 0; i < array.rank; ++i)
    count *= array.extents[i];
  return count;
}

bool gpujit::runtime::isContiguous(const Argument &array) {
  if (elementCount(array) <= 1)
    return true;
  int64_t expected = static_cast<int64_t>(sizeOf(array.dtype));
  for (int i = array.rank - 1; i >= 0; --i) {
    if (array.extents[i] != 1 && array.strides[i] != expected)
      return false;
    expected *= array.extents[i];
  }
  return true;
}

std::pair<int64_t, int64_t> gpujit::runtime::byteRange(const Argument &array) {
  if (elementCount(array) == 0)
    return {0, 0};
  int64_t low = 0, high = 0;
  for (int i = 0; i < array.rank; ++i) {
    int64_t reach = (array.extents[i] - 1) * array.strides[i];
    (reach < 0 ? low : high) += reach;
  }
  return {low, high + static_cast<int64_t>(sizeOf(array.dtype))};
}

namespace {

[[noreturn]] void refuse(ArgumentError::Kind kind, const RecipeArg &arg,
                         const std::string &problem) {
  throw ArgumentError(kind, "argument '" + arg.name + "' " + problem);
}

std::string describe(DType dtype, int rank, bool isArray) {
  std::string text = name(dtype);
  return isArray ? "array of " + text + ", rank " + std::to_string(rank) : text;
}

void checkType(const RecipeArg &expected, const Argument &arg) {
  bool isArray = arg.kind != Argument::Kind::Scalar;
  if (isArray == expected.isArray && arg.dtype == expected.dtype &&
      arg.rank == expected.rank)
    return;
  refuse(ArgumentError::Kind::Type, expected,
         "is " + describe(arg.dtype, arg.rank, isArray) +
             ", but the kernel was compiled for " +
             describe(expected.dtype, expected.rank, expected.isArray));
}

void checkWritable(const RecipeArg &expected, const Argument &arg) {
  if (arg.readonly)
    refuse(ArgumentError::Kind::Value, expected,
           "is read-only, but the kernel stores into it: pass a copy");
  for (int i = 0; i < arg.rank; ++i)
    if (arg.strides[i] == 0 && arg.extents[i] > 1)
      refuse(ArgumentError::Kind::Value, expected,
             "has stride 0 in axis " + std::to_string(i) +
                 ", but the kernel stores into it: pass a copy");
}

} // namespace

void gpujit::runtime::validatePlacement(const RecipeArg &expected,
                                        const Argument &arg) {
  auto size = static_cast<int64_t>(sizeOf(arg.dtype));
  if (arg.bits % static_cast<uint64_t>(size))
    refuse(ArgumentError::Kind::Value, expected,
           "isn't aligned to its element's " + std::to_string(size) +
               " bytes: pass a copy");
  if (!expected.strided && !isContiguous(arg))
    refuse(ArgumentError::Kind::Value, expected,
           "isn't contiguous, but the kernel was compiled for that");
  for (int i = 0; i < arg.rank; ++i)
    if (arg.extents[i] > 1 && arg.strides[i] % size)
      refuse(ArgumentError::Kind::Value, expected,
             "has a stride of " + std::to_string(arg.strides[i]) +
                 " bytes, no multiple of its element's " +
                 std::to_string(size) + ": pass a copy");
}

void gpujit::runtime::validate(const Recipe &recipe, const Argument *args,
                               size_t count) {
  if (count != recipe.args.size())
    throw ArgumentError(
        ArgumentError::Kind::Type,
        recipe.kernel + "() takes " + std::to_string(recipe.args.size()) +
            " arguments, but " + std::to_string(count) + " were given");
  for (size_t i = 0; i < count; ++i) {
    checkType(recipe.args[i], args[i]);
    if (!recipe.args[i].isArray || elementCount(args[i]) == 0)
      continue;
    if (recipe.args[i].writes())
      checkWritable(recipe.args[i], args[i]);
    if (args[i].kind == Argument::Kind::DeviceArray)
      validatePlacement(recipe.args[i], args[i]);
  }
}
