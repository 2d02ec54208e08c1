//===- Glibc.c - what glibc 2.34 does not have ----------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Linked into each library of the wheel. The archives of LLVM and libstdc++
// were built against glibc 2.36; its newer functions are given here, so that
// the libraries load on 2.34.
//
//===----------------------------------------------------------------------===//

#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>

/// glibc 2.36's, for the names of temporary files. Ends the process when the
/// kernel has no randomness, as glibc's own does.
uint32_t arc4random(void) {
  uint32_t value;
  if (getrandom(&value, sizeof value, 0) != sizeof value)
    abort();
  return value;
}
