//===- Values.h - what instructions compute ----===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_SIMULATOR_VALUES_H
#define GPUJIT_SIMULATOR_VALUES_H

#include "Simulator/Code.h"

#include <cstring>

namespace gpujit::simulator {

/// A float or integer from a slot's lowest bytes, and back.
template <class T>
T load(int64_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof(T));
  return value;
}
template <class T>
int64_t bitsOf(T value) {
  int64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(T));
  return bits;
}

/// The lowest 64 - `shift` bits, extended by their sign.
inline int64_t narrow(uint64_t value, unsigned shift) {
  return static_cast<int64_t>(value << shift) >> shift;
}

/// What an instruction from Add to Call2 computes of these slots.
int64_t evaluate(const Instruction &instruction, const int64_t *slots);

/// What an atomic leaves in memory, by `instruction.atomic`.
int64_t combine(const Instruction &instruction, int64_t old, int64_t value);

} // namespace gpujit::simulator

#endif // GPUJIT_SIMULATOR_VALUES_H
