//===- gil.cpp - the interpreter's lock -----------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gil.h"

#include <atomic>
#include <chrono>
#include <thread>

#include <unistd.h>

namespace py = pybind11;
using namespace gpujit::python;

static std::atomic<bool> ending{false};
static std::atomic<std::thread::id> endedBy{};
static std::atomic<int> asking{0}; ///< threads about to take the lock

WithoutGil::~WithoutGil() {
  ++asking;
  if (ending && endedBy.load() != std::this_thread::get_id()) {
    --asking;
    while (true)
      pause();
  }
  PyEval_RestoreThread(state);
  --asking;
}

/// Runs before the interpreter turns threads away. Lets those in that are about
/// to take the lock; no other will.
static void end() {
  endedBy = std::this_thread::get_id();
  ending = true;
  PyThreadState *state = PyEval_SaveThread();
  for (int i = 0; asking > 0 && i < 10000; ++i)
    std::this_thread::sleep_for(std::chrono::microseconds(100));
  PyEval_RestoreThread(state);
}

void gpujit::python::watchForTheEnd() {
  py::module_::import("atexit").attr("register")(py::cpp_function(end));
}
