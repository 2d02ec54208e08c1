//===- module.cpp - the extension module gpujit._core ---------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Importing it touches neither CUDA nor the compiler: both are opened at their
// first use.
//
//===----------------------------------------------------------------------===//

#include <pybind11/pybind11.h>

#include "device_array.h"
#include "devices.h"
#include "errors.h"
#include "gil.h"
#include "modules.h"

using namespace gpujit::python;

PYBIND11_MODULE(_core, module) {
  module.doc() = "What gpujit does in C++: the compiler, the devices, and the "
                 "arrays on them.";
  watchForTheEnd();
  bindErrors(module);
  bindDevices(module);
  bindDeviceArray(module);
  bindDescribe(module);
  bindCompiler(module);
  bindPlan(module);
  bindTiming(module);
  bindDispatcher(module);
}
