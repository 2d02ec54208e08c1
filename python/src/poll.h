//===- poll.h - signals while C++ runs ------------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_PYTHON_POLL_H
#define GPUJIT_PYTHON_POLL_H

#include <chrono>

#include <pybind11/pybind11.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/Device.h"

namespace gpujit::python {

/// Lets Python handle signals during a call that has released the interpreter's
/// lock. Takes the lock at most every 20 ms.
class SignalPoll {
public:
  /// The function for C: non-zero once a handler has raised an exception, which
  /// is then set in this thread.
  static int poll(void *self) {
    return static_cast<SignalPoll *>(self)->check();
  }

  /// Writes to Python's sys.stdout.
  static void print(void *, const char *text, size_t length) {
    pybind11::gil_scoped_acquire lock;
    try {
      pybind11::module_::import("sys").attr("stdout").attr("write")(
          pybind11::str(text, length));
    } catch (pybind11::error_already_set &error) {
      error.discard_as_unraisable("print() in a kernel");
    }
  }

  runtime::Poll asPoll() { return {poll, this}; }

private:
  using Clock = std::chrono::steady_clock;

  int check() {
    Clock::time_point now = Clock::now();
    if (now - last < std::chrono::milliseconds(20))
      return 0;
    last = now;
    // Python handles signals in its main thread alone.
    if (syscall(SYS_gettid) != getpid())
      return 0;
    pybind11::gil_scoped_acquire lock;
    return PyErr_CheckSignals();
  }

  Clock::time_point last = Clock::now();
};

} // namespace gpujit::python

#endif // GPUJIT_PYTHON_POLL_H
