//===- DType.h - element types --------------------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_RUNTIME_DTYPE_H
#define GPUJIT_RUNTIME_DTYPE_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace gpujit::runtime {

/// The types of elements and scalars; the last three are Python's own scalars.
enum class DType : uint8_t {
  Bool,
  Int8,
  Int16,
  Int32,
  Int64,
  UInt8,
  UInt16,
  UInt32,
  UInt64,
  BFloat16, ///< of the package ml_dtypes; NumPy has none
  Float16,
  Float32,
  Float64,
  PyInt,
  PyFloat,
  PyBool,
};

/// The name in requests and recipes: "float32", "pyint", ...
const char *name(DType type);

/// The inverse of name(); nothing if there is no such type.
std::optional<DType> parseDType(std::string_view name);

/// Bytes of one value; a bool has one, Python's int and float have eight.
size_t sizeOf(DType type);

/// True for integers and truth values: what a register can hold.
bool isIntegral(DType type);

/// Sign- or zero-extends the value at `data` to 64 bits; floats keep their
/// bits.
uint64_t loadScalar(DType type, const void *data);

} // namespace gpujit::runtime

#endif // GPUJIT_RUNTIME_DTYPE_H
