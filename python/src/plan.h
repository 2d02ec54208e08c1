//===- plan.h - a kernel that is ready to be launched ----------*- C++ -*-===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_PYTHON_PLAN_H
#define GPUJIT_PYTHON_PLAN_H

#include <optional>
#include <string>
#include <vector>

#include "arguments.h"
#include "runtime/Plan/Plan.h"

namespace gpujit::python {

/// A plan and the names of its arguments, for messages.
class PythonPlan {
public:
  PythonPlan(const std::string &recipe, std::string image);

  /// Runs it on Python's values. `aliases` is the request's, or None.
  pybind11::object launch(const pybind11::sequence &values,
                          const pybind11::object &aliases,
                          std::optional<int> device);
  /// The same with arguments that were read from `values`.
  pybind11::object launch(const Arguments &args,
                          const pybind11::sequence &values,
                          const runtime::Aliases &aliases, int device);

  const std::string &kernel() const { return plan.recipe().kernel; }

private:
  runtime::Plan plan;
  std::vector<std::string> names;
};

} // namespace gpujit::python

#endif // GPUJIT_PYTHON_PLAN_H
