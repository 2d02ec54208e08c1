//===- Arguments.h - what a kernel is called with -------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_RUNTIME_PLAN_ARGUMENTS_H
#define GPUJIT_RUNTIME_PLAN_ARGUMENTS_H

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "runtime/Abi.h"
#include "runtime/DType.h"
#include "runtime/Device.h"

namespace gpujit::runtime {

struct Recipe;
struct RecipeArg;

/// One argument of a call. The memory is the caller's.
struct Argument {
  enum class Kind : uint8_t { Scalar, HostArray, DeviceArray };

  Kind kind = Kind::Scalar;
  DType dtype = DType::PyInt;
  int rank = 0;
  bool readonly = false;
  /// A scalar's value as loadScalar gives it; an array's element 0, on the host
  /// or the device.
  uint64_t bits = 0;
  std::array<int64_t, GPUJIT_MAX_RANK> extents{};
  std::array<int64_t, GPUJIT_MAX_RANK> strides{}; ///< bytes
  /// Another library's stream that the array's memory is in the order of; 0:
  /// none.
  Stream stream = 0;

  bool isHost() const { return kind == Kind::HostArray; }
  char *host() const { return reinterpret_cast<char *>(bits); }
};

/// Which array arguments share memory, as docs/abi.md says.
struct Aliases {
  std::vector<std::vector<int>> same;
  std::vector<std::pair<int, int>> overlap;
};

/// Number of elements.
int64_t elementCount(const Argument &array);

/// True if the elements lie next to each other in C order; also if there are
/// none or one.
bool isContiguous(const Argument &array);

/// The bytes that the elements lie in, relative to element 0: [first, second).
std::pair<int64_t, int64_t> byteRange(const Argument &array);

/// Throws ArgumentError unless the kernel can take the array from where it lies
/// on the device: aligned, and with strides of whole elements.
void validatePlacement(const RecipeArg &expected, const Argument &array);

/// Throws ArgumentError, naming the argument, unless the arguments are such as
/// the recipe was made for.
void validate(const Recipe &recipe, const Argument *args, size_t count);

} // namespace gpujit::runtime

#endif // GPUJIT_RUNTIME_PLAN_ARGUMENTS_H
