//===- Locations.cpp - where an operation was written ---------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Locations.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace gpujit;

/// Adds what `location` says to `trace`; `name` becomes the callee's, if any.
static void collect(Location location, Trace &trace, std::string &name) {
  llvm::TypeSwitch<LocationAttr>(location)
      .Case([&](FileLineColLoc at) {
        unsigned column = at.getColumn();
        trace.at = {at.getFilename().str(), at.getLine(),
                    column ? column - 1 : 0};
      })
      .Case([&](NameLoc named) {
        name = named.getName().str();
        collect(named.getChildLoc(), trace, name);
      })
      .Case([&](CallSiteLoc call) {
        std::string callee, outer;
        collect(call.getCallee(), trace, callee);
        Trace caller;
        collect(call.getCaller(), caller, outer);
        trace.calls.push_back({callee, caller.at});
        llvm::append_range(trace.calls, caller.calls);
        name = outer;
      })
      .Case([&](FusedLoc fused) {
        // The first is the operation that the others were folded into.
        if (!fused.getLocations().empty())
          collect(fused.getLocations().front(), trace, name);
      });
}

Trace gpujit::traceOf(Location location) {
  Trace trace;
  std::string name;
  collect(location, trace, name);
  return trace;
}
