//===- Plan.cpp - a kernel that is ready to be launched -------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/Plan/Plan.h"

using namespace gpujit::runtime;

Plan::Plan(std::string_view recipe, std::string image)
    : theRecipe(std::make_shared<const Recipe>(Recipe::parse(recipe))),
      image(std::move(image)) {}

const std::vector<Kernel *> &Plan::load(Device &device) {
  std::lock_guard<std::mutex> lock(mutex);
  auto found = loaded.find(&device);
  if (found != loaded.end())
    return found->second.kernels;
  // Entered in the table only when it is complete.
  Loaded fresh;
  if (!theRecipe->entries.empty())
    fresh.module = device.load(image);
  for (const Entry &entry : theRecipe->entries)
    fresh.kernels.push_back(&fresh.module->kernel(
        entry.symbol, theRecipe->kernel + " (" + entry.symbol + ")"));
  return loaded.emplace(&device, std::move(fresh)).first->second.kernels;
}

std::unique_ptr<Execution> Plan::takeExecution() {
  std::lock_guard<std::mutex> lock(mutex);
  if (idle.empty())
    return std::make_unique<Execution>(theRecipe);
  std::unique_ptr<Execution> execution = std::move(idle.back());
  idle.pop_back();
  return execution;
}

Result Plan::launch(const LaunchContext &context, const Argument *args,
                    size_t count, const Aliases &aliases) {
  validate(*theRecipe, args, count);
  context.pending.raiseFinished();
  const std::vector<Kernel *> &kernels = load(context.device);
  std::unique_ptr<Execution> execution = takeExecution();
  Result result = execution->run(context, kernels, args, aliases);
  std::lock_guard<std::mutex> lock(mutex);
  idle.push_back(std::move(execution));
  return result;
}
