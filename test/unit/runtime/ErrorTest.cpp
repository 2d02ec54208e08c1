//===- ErrorTest.cpp - errors as sentences --------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

using namespace gpujit::runtime;

TEST(DeviceError, IsASentence) {
  DeviceError error("CUDA_ERROR_X", "cuCall", "it broke", "Mend it");
  EXPECT_STREQ(error.what(),
               "cuCall failed with CUDA_ERROR_X: it broke. Mend it");
}

TEST(DeviceError, WithoutCallOrRemedy) {
  DeviceError error("no driver", "", "not found", "");
  EXPECT_STREQ(error.what(), "no driver: not found");
}

TEST(Poll, ThrowsWhenAskedToStop) {
  EXPECT_NO_THROW(Poll()());
  int answer = 0;
  Poll poll{[](void *context) { return *static_cast<int *>(context); },
            &answer};
  EXPECT_NO_THROW(poll());
  answer = 1;
  EXPECT_THROW(poll(), Interrupted);
}
