//===- DType.cpp - element types ------------------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/DType.h"

#include <cstring>

using namespace gpujit::runtime;

namespace {

struct Entry {
  const char *name;
  uint8_t size;
  bool integral;
};

constexpr Entry table[] = {
    {"bool", 1, true},      {"int8", 1, true},     {"int16", 2, true},
    {"int32", 4, true},     {"int64", 8, true},    {"uint8", 1, true},
    {"uint16", 2, true},    {"uint32", 4, true},   {"uint64", 8, true},
    {"bfloat16", 2, false}, {"float16", 2, false}, {"float32", 4, false},
    {"float64", 8, false},  {"pyint", 8, true},    {"pyfloat", 8, false},
    {"pybool", 1, true},
};

const Entry &entry(DType type) { return table[static_cast<size_t>(type)]; }

template <typename T>
uint64_t load(const void *data) {
  T value;
  std::memcpy(&value, data, sizeof(T));
  return static_cast<uint64_t>(static_cast<int64_t>(value));
}

} // namespace

const char *gpujit::runtime::name(DType type) { return entry(type).name; }

std::optional<DType> gpujit::runtime::parseDType(std::string_view name) {
  for (size_t i = 0; i < std::size(table); ++i)
    if (name == table[i].name)
      return static_cast<DType>(i);
  return std::nullopt;
}

size_t gpujit::runtime::sizeOf(DType type) { return entry(type).size; }

bool gpujit::runtime::isIntegral(DType type) { return entry(type).integral; }

uint64_t gpujit::runtime::loadScalar(DType type, const void *data) {
  switch (type) {
  case DType::Int8:
    return load<int8_t>(data);
  case DType::Int16:
    return load<int16_t>(data);
  case DType::Int32:
    return load<int32_t>(data);
  case DType::Bool:
  case DType::PyBool:
  case DType::UInt8:
    return load<uint8_t>(data);
  case DType::UInt16:
  case DType::BFloat16:
  case DType::Float16:
    return load<uint16_t>(data);
  case DType::UInt32:
  case DType::Float32:
    return load<uint32_t>(data);
  case DType::Int64:
  case DType::UInt64:
  case DType::Float64:
  case DType::PyInt:
  case DType::PyFloat:
    return load<uint64_t>(data);
  }
  return 0;
}
