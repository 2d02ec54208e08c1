//===- Simulator.h - the simulated device's code ----===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_SIMULATOR_SIMULATOR_H
#define GPUJIT_SIMULATOR_SIMULATOR_H

#include "Simulator/Machine.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace gpujit::simulator {

/// The kernels of an image, by symbol.
using Image = std::map<std::string, Kernel>;

/// Translates an image: gpu modules as text, with locations.
llvm::Expected<Image> load(llvm::StringRef text);

} // namespace gpujit::simulator

#endif // GPUJIT_SIMULATOR_SIMULATOR_H
