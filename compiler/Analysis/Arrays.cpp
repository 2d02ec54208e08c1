//===- Arrays.cpp - which arrays may be one -------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Arrays.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::pyk;

/// The argument numbers in one entry of `same` or `overlap`.
static SmallVector<unsigned> argumentNumbers(Attribute entry) {
  SmallVector<unsigned> numbers;
  if (auto dense = dyn_cast<DenseI64ArrayAttr>(entry))
    for (int64_t number : dense.asArrayRef())
      numbers.push_back(number);
  if (auto array = dyn_cast<ArrayAttr>(entry))
    for (Attribute number : array)
      numbers.push_back(cast<IntegerAttr>(number).getInt());
  return numbers;
}

Arrays::Arrays(FuncOp func) : func(func) {
  if (ArrayAttr same = func.getSameAttr())
    for (Attribute entry : same) {
      SmallVector<unsigned> group = argumentNumbers(entry);
      for (unsigned member : group)
        leaders[func.getBody().getArgument(member)] =
            func.getBody().getArgument(group.front());
    }
  if (ArrayAttr overlap = func.getOverlapAttr())
    for (Attribute entry : overlap) {
      SmallVector<unsigned> pair = argumentNumbers(entry);
      unsigned a = leaderOf(pair.front()), b = leaderOf(pair.back());
      overlaps.insert({a, b});
      overlaps.insert({b, a});
    }
}

unsigned Arrays::leaderOf(unsigned number) {
  auto leader = leaders.find(func.getBody().getArgument(number));
  return leader == leaders.end()
             ? number
             : cast<BlockArgument>(leader->second).getArgNumber();
}

Value Arrays::canonical(Value array) {
  auto leader = leaders.find(array);
  if (leader != leaders.end())
    return leader->second;
  // What a variable holds is its only origin, if there is one.
  if (!array.getDefiningOp<GetOp>())
    return array;
  const llvm::SetVector<Value> &from = origins(array);
  return from.size() == 1 && isa<BlockArgument>(from.front()) ? from.front()
                                                              : array;
}

const llvm::SetVector<Value> &Arrays::origins(Value array) {
  auto known = originsOf.find(array);
  if (known != originsOf.end())
    return known->second;
  llvm::SetVector<Value> found;
  llvm::SetVector<Value> todo;
  todo.insert(array);
  for (unsigned next = 0; next < todo.size(); ++next) {
    Value value = todo[next];
    auto get = value.getDefiningOp<GetOp>();
    if (!get) {
      auto leader = leaders.find(value);
      found.insert(leader == leaders.end() ? value : leader->second);
      continue;
    }
    for (Operation *user : get.getRef().getUsers())
      if (auto set = dyn_cast<SetOp>(user))
        todo.insert(set.getValue());
  }
  return originsOf[array] = std::move(found);
}

bool Arrays::isLocalTo(Value array, Operation *loop) {
  return llvm::all_of(origins(array), [&](Value origin) {
    Operation *alloc = origin.getDefiningOp<AllocOp>();
    return alloc && loop->isProperAncestor(alloc);
  });
}

bool Arrays::mayOverlap(Value a, Value b) {
  auto left = dyn_cast<BlockArgument>(a), right = dyn_cast<BlockArgument>(b);
  return left && right &&
         overlaps.contains({left.getArgNumber(), right.getArgNumber()});
}

Aliasing Arrays::relation(Value a, Value b) {
  bool disjoint = true;
  for (Value left : origins(a))
    for (Value right : origins(b)) {
      if (mayOverlap(left, right))
        return Aliasing::overlap;
      disjoint &= left != right;
    }
  if (disjoint)
    return Aliasing::disjoint;
  if (canonical(a) == canonical(b))
    return Aliasing::same;
  auto first = a.getDefiningOp<GetOp>(), second = b.getDefiningOp<GetOp>();
  if (!first || !second)
    return Aliasing::overlap;
  if (first.getRef() == second.getRef())
    return Aliasing::same;
  return heldApart(first, second) ? Aliasing::disjoint : Aliasing::overlap;
}

//===----------------------------------------------------------------------===//
// Buffers that change places
//===----------------------------------------------------------------------===//

/// The slots that exchange arrays with the given ones, and all their sets.
static llvm::SetVector<Value> exchangedSlots(Value a, Value b,
                                             SmallVectorImpl<SetOp> &sets) {
  llvm::SetVector<Value> slots;
  slots.insert(a);
  slots.insert(b);
  for (unsigned next = 0; next < slots.size(); ++next)
    for (Operation *user : slots[next].getUsers())
      if (auto set = dyn_cast<SetOp>(user)) {
        sets.push_back(set);
        if (auto get = set.getValue().getDefiningOp<GetOp>())
          slots.insert(get.getRef());
      }
  return slots;
}

/// Whether the sets in `block` move arrays around among `slots` and keep one in
/// each, at every point where anything else happens.
static bool permutes(Block &block, const llvm::SetVector<Value> &slots,
                     const llvm::SmallPtrSetImpl<Operation *> &moves) {
  llvm::DenseMap<Value, Value> held, seen;
  for (Value slot : slots)
    held[slot] = slot;
  bool moved = false;
  for (Operation &op : block) {
    if (auto get = dyn_cast<GetOp>(op)) {
      if (slots.contains(get.getRef()))
        seen[get] = held[get.getRef()];
    } else if (moves.contains(&op)) {
      Value what = seen.lookup(op.getOperand(1));
      if (!what)
        return false;
      held[op.getOperand(0)] = what;
      moved = true;
    } else if (moved && (op.getNumRegions() != 0 ||
                         op.hasTrait<OpTrait::IsTerminator>() ||
                         isa<LoadOp, StoreOp>(op))) {
      llvm::SmallPtrSet<void *, 4> different;
      for (Value slot : slots)
        different.insert(held[slot].getAsOpaquePointer());
      if (different.size() != slots.size())
        return false;
    }
  }
  return true;
}

/// Whether each slot gets an array of its own first, at the function's top
/// level; the other sets go to `moves`.
static bool startApart(FuncOp func, ArrayRef<SetOp> sets, size_t numSlots,
                       llvm::SmallPtrSetImpl<Operation *> &moves) {
  llvm::SmallPtrSet<void *, 4> slots, arrays;
  Operation *lastStart = nullptr;
  Block *entry = &func.getBody().front();
  for (SetOp set : sets) {
    if (set.getValue().getDefiningOp<GetOp>()) {
      moves.insert(set);
      continue;
    }
    if (set->getBlock() != entry ||
        !slots.insert(set.getRef().getAsOpaquePointer()).second ||
        !arrays.insert(set.getValue().getAsOpaquePointer()).second)
      return false;
    if (!lastStart || lastStart->isBeforeInBlock(set))
      lastStart = set;
  }
  return slots.size() == numSlots && llvm::all_of(moves, [&](Operation *move) {
           return lastStart->isBeforeInBlock(
               entry->findAncestorOpInBlock(*move));
         });
}

bool Arrays::heldApart(GetOp a, GetOp b) {
  if (a->getBlock() != b->getBlock())
    return false;
  SmallVector<SetOp> sets;
  llvm::SetVector<Value> slots = exchangedSlots(a.getRef(), b.getRef(), sets);
  llvm::SmallPtrSet<Operation *, 8> moves;
  if (!startApart(func, sets, slots.size(), moves))
    return false;
  // What the slots start with must be different memory too.
  for (SetOp left : sets)
    for (SetOp right : sets)
      if (left != right && !moves.contains(left) && !moves.contains(right) &&
          relation(left.getValue(), right.getValue()) != Aliasing::disjoint)
        return false;
  // Both must have been read with no move in between.
  Operation *from = a->isBeforeInBlock(b) ? a : b;
  Operation *to = from == a.getOperation() ? b : a;
  for (Operation *move : moves) {
    if (!permutes(*move->getBlock(), slots, moves))
      return false;
    Operation *here = a->getBlock()->findAncestorOpInBlock(*move);
    if (here && from->isBeforeInBlock(here) && here->isBeforeInBlock(to))
      return false;
  }
  return true;
}
