//===- AccessPairs.h - pairs of accesses that may meet --------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cheap filters in front of a proof. Subscripts are sums of multiples of
// values and a constant. Where two differ in their constants alone, they can
// only meet if the difference is a multiple of the gcd of what varies; so
// accesses are looked up by the remainders of their constants, and most pairs
// never come up. Pairs with equal differences share one answer.
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_COMPILER_ANALYSIS_ACCESSPAIRS_H
#define GPUJIT_COMPILER_ANALYSIS_ACCESSPAIRS_H

#include "Analysis/Dependence.h"

namespace gpujit {

/// The accesses of one loop, by what their subscripts have in common.
class AccessPairs {
public:
  AccessPairs(FunctionFacts &facts, ValueNumbering &numbering,
              SubscriptProver &prover, llvm::ArrayRef<Access> accesses);

  /// Accesses that write, or that read, and that may touch the element that
  /// access number `first` does, in their order.
  llvm::SmallVector<unsigned> candidates(unsigned first, bool writes);

  /// What a proof about a pair depends on; nothing where it is the pair itself.
  using Key = std::vector<int64_t>;
  std::optional<Key> keyOf(unsigned first, unsigned second) const;

  Aliasing relation(unsigned first, unsigned second) {
    return groupRelation(members[first].group, members[second].group);
  }

private:
  /// The parts of a subscript beside its constant: numbers of values and their
  /// factors, sorted.
  struct Parts {
    std::vector<std::pair<mlir::Value, int64_t>> varying, invariant;
    int64_t gcd = 0; ///< of the varying parts' factors
  };
  /// Accesses to one array of one kind with the same parts.
  struct Shape {
    std::vector<Parts> axes;
    bool isPlain = false; ///< no subscript may be negative
    unsigned group = 0;
    bool writes = false;
    std::vector<unsigned> members;
    /// Members by the remainders of their constants, for each list of moduli.
    std::map<std::vector<int64_t>, std::map<Key, std::vector<unsigned>>> tables;
  };
  struct Member {
    unsigned shape, group;
    /// The block, and how many guards come before.
    const void *block;
    unsigned guards;
    std::vector<int64_t> constants;
  };

  void add(unsigned number, const Access &access);
  Parts partsOf(mlir::Value subscript, int64_t &constant);
  bool addParts(mlir::Value value, int64_t factor, unsigned depth,
                llvm::MapVector<mlir::Value, int64_t> &sum, int64_t &constant);
  unsigned groupOf(mlir::Value array);
  Aliasing groupRelation(unsigned group, unsigned other);
  std::vector<int64_t> moduliOf(const Shape &first, const Shape &second) const;
  static Key remainders(const std::vector<int64_t> &constants,
                        const std::vector<int64_t> &moduli);

  FunctionFacts &facts;
  ValueNumbering &numbering;
  SubscriptProver &prover;
  std::vector<Member> members;
  std::vector<Shape> shapes;
  std::map<std::vector<int64_t>, unsigned> shapeNumbers;
  std::vector<mlir::Value> arrays; ///< by group
  llvm::DenseMap<mlir::Value, unsigned> groups;
  std::map<std::pair<unsigned, unsigned>, Aliasing> relations;
};

} // namespace gpujit

#endif // GPUJIT_COMPILER_ANALYSIS_ACCESSPAIRS_H
