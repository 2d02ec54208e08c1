//===- Plan.h - a kernel that is ready to be launched ---------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_RUNTIME_PLAN_PLAN_H
#define GPUJIT_RUNTIME_PLAN_PLAN_H

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/Plan/Execution.h"

namespace gpujit::runtime {

/// A recipe and its code, loaded on each device at its first launch there. May
/// be launched from several threads at once.
class Plan {
public:
  /// Throws RecipeError. Touches no device.
  Plan(std::string_view recipe, std::string image);

  const Recipe &recipe() const { return *theRecipe; }

  /// Runs the kernel. Throws ArgumentError, KernelRaised, DeviceError,
  /// OutOfMemory, Interrupted.
  Result launch(const LaunchContext &context, const Argument *args,
                size_t count, const Aliases &aliases);

private:
  struct Loaded {
    std::unique_ptr<Module> module;
    std::vector<Kernel *> kernels; ///< by entry
  };

  const std::vector<Kernel *> &load(Device &device);
  std::unique_ptr<Execution> takeExecution();

  std::shared_ptr<const Recipe> theRecipe;
  std::string image;
  std::mutex mutex; ///< of what follows
  std::map<Device *, Loaded> loaded;
  std::vector<std::unique_ptr<Execution>> idle;
};

} // namespace gpujit::runtime

#endif // GPUJIT_RUNTIME_PLAN_PLAN_H
