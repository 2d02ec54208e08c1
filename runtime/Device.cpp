//===- Device.cpp - what a device can do ----------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/Device.h"

#include "runtime/Error.h"

using namespace gpujit::runtime;

// The vtables' home.
Kernel::~Kernel() = default;
Module::~Module() = default;
Graph::~Graph() = default;
Device::~Device() = default;

void Poll::operator()() const {
  if (function && function(context))
    throw Interrupted();
}
