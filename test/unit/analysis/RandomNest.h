//===- RandomNest.h - random loop nests, and what happens in them ---------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A small language of loops, branches, exits, accesses to arrays and integer
// variables. A nest is written as pyk for the analysis, and run here, iteration
// by iteration, to see which of them meet.
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_TEST_UNIT_ANALYSIS_RANDOMNEST_H
#define GPUJIT_TEST_UNIT_ANALYSIS_RANDOMNEST_H

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace gpujit::test {

constexpr unsigned maxLoops = 4, numArrays = 2, numScalars = 2;

/// What the symbols of a nest stand for in one run.
struct Symbols {
  int64_t n = 0, m = 0;
  std::array<std::array<int64_t, 2>, numArrays> extent{}; ///< by array and axis
};

struct Expression;
using Expr = std::shared_ptr<const Expression>;

/// An integer of the kernel. `value` is a constant, or the number of a loop,
/// an array (whose first extent it is) or a variable.
struct Expression {
  enum Kind {
    constant,
    index,
    n,
    m,
    extent,
    scalar,
    add,
    sub,
    mul,
    floordiv,
    mod,
    min,
    max
  };
  Kind kind;
  int64_t value = 0;
  Expr left, right;
};

enum class Relation { lt, le, eq, ne, gt, ge };

struct Statement {
  enum Kind {
    load,
    store,
    update, ///< a[...] += 1
    set,    ///< s = left
    step,   ///< s += left, a constant
    loop,   ///< for ... in range(left, right, stride)
    branch, ///< if left ? right
    leave,  ///< if left ? right: break
    skip    ///< if left ? right: continue
  };
  Kind kind;
  unsigned number; ///< of the array, variable or loop
  unsigned id = 0; ///< of an access: its name in pyk is "a<id>"
  std::vector<Expr> subscripts = {};
  Expr left = {}, right = {};
  Relation relation = Relation::lt;
  int64_t stride = 1;
  std::vector<Statement> body = {};
};

/// What one run, or several, showed.
struct Findings {
  /// Of each loop: whether its iterations meet; whether they do otherwise than
  /// by updates.
  std::array<bool, maxLoops> meets{}, meetsHard{};
  /// Accesses with a subscript that was negative or outside.
  std::set<unsigned> notInbounds;
  /// Whether a run was too long to be followed to its end.
  bool cutShort = false;
};

struct RandomNest {
  explicit RandomNest(unsigned seed);

  /// The nest as a function of pyk.
  std::string text() const;
  /// Adds what a run with these symbols shows.
  void run(const Symbols &symbols, Findings &findings) const;

  unsigned numLoops = 0;
  unsigned numAccesses = 0;
  /// Whether subscripts, bounds and conditions are sums of multiples of loop
  /// variables and symbols, and nothing but loops, branches and accesses
  /// occurs.
  bool isAffine = true;
  bool hasScalars = false;
  std::vector<unsigned> ranks;
  /// By loop: whether there is a break in it, or a break or continue.
  std::array<bool, maxLoops> canBeLeft{}, hasExits{};
  std::vector<Statement> body;
};

} // namespace gpujit::test

#endif // GPUJIT_TEST_UNIT_ANALYSIS_RANDOMNEST_H
