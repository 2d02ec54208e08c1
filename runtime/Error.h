//===- Error.h - what can go wrong at run time ----------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The runtime reports failures by exceptions of these classes, and of no
// others. They cross no C ABI; python/src/errors.cpp alone turns them into
// Python's.
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_RUNTIME_ERROR_H
#define GPUJIT_RUNTIME_ERROR_H

#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>

namespace gpujit::runtime {

class Error : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// A call of the driver failed, or the driver can't be used at all. `name` is
/// the driver's own name of the error, `call` the function, `remedy` what to do
/// (may be empty). what() is the three in a sentence.
class DeviceError : public Error {
public:
  DeviceError(std::string name, std::string call, std::string problem,
              std::string remedy);

  const std::string name, call, problem, remedy;
};

/// The device, or the pinned memory of the host, is exhausted, also after a
/// trim and a second try. Sizes are in bytes.
class OutOfMemory : public Error {
public:
  OutOfMemory(const std::string &what, size_t requested)
      : Error(what), requested(requested) {}

  const size_t requested;
};

/// An argument can't be used: of the wrong type, or of a wrong value.
class ArgumentError : public Error {
public:
  enum class Kind { Type, Value };

  ArgumentError(Kind kind, const std::string &what) : Error(what), kind(kind) {}

  const Kind kind;
};

/// The kernel met what Python raises an exception for. `json` is the object
/// {"exception", "message", "file", "line", "column", "calls"}.
class KernelRaised : public Error {
public:
  KernelRaised(const std::string &what, std::string json)
      : Error(what), json(std::move(json)) {}

  const std::string json;
};

/// A recipe that isn't one, or that this runtime is too old for.
class RecipeError : public Error {
public:
  using Error::Error;
};

/// The poll function asked to stop (a signal is waiting).
class Interrupted : public Error {
public:
  Interrupted() : Error("interrupted") {}
};

} // namespace gpujit::runtime

#endif // GPUJIT_RUNTIME_ERROR_H
