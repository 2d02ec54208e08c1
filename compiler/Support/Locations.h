//===- Locations.h - where an operation was written -----------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations carry FileLineColLoc(file, line, column + 1), those of an inlined
// callee CallSiteLoc(NameLoc(callee, its location), the call's location).
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_SUPPORT_LOCATIONS_H
#define GPUJIT_SUPPORT_LOCATIONS_H

#include "mlir/IR/Location.h"
#include <string>
#include <vector>

namespace gpujit {

/// A point of the source: lines count from 1, columns from 0.
struct Place {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
};

/// One call on the way to a place: the function called, and where.
struct CallPlace {
  std::string name;
  Place at;
};

/// A place and the calls that led there, the innermost first.
struct Trace {
  Place at;
  std::vector<CallPlace> calls;
};

/// What a location says; the place of an unknown one has line 0.
Trace traceOf(mlir::Location location);

} // namespace gpujit

#endif // GPUJIT_SUPPORT_LOCATIONS_H
