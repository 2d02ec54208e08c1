//===- SinkArrays.cpp - each iteration its own local arrays ---------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A walk over one iteration that knows which elements have been stored for
// certain. Inner loops with known bounds are walked iteration by iteration, so
// subscripts made of their variables have values.
//
//===----------------------------------------------------------------------===//

#include "PyKernel/PyKernel.h"
#include "Transforms/Passes.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::pyk;

namespace gpujit {
#define GEN_PASS_DEF_SINKARRAYS
#include "Transforms/Passes.h.inc"
} // namespace gpujit

/// Larger arrays stay where they are, and longer walks are given up.
static constexpr int64_t kMostElements = 256, kMostSteps = 20000;

namespace {
/// Whether an iteration reads only elements of an array that it has stored.
class CoverageWalk {
public:
  CoverageWalk(AllocOp alloc, int64_t elements)
      : alloc(alloc), stored(elements) {}

  bool covers(Block &body) { return walk(body); }

private:
  bool walk(Block &block);
  bool walkOp(Operation &op);
  bool walkIf(IfOp op);
  bool walkFor(ForOp op);
  bool walkApart(Operation &op);
  std::optional<int64_t> evaluate(Value value);
  std::optional<int64_t> elementOf(OperandRange indices);

  AllocOp alloc;
  llvm::BitVector stored;
  /// Variables of inner loops whose iterations are walked one by one.
  llvm::DenseMap<Value, int64_t> known;
  /// Whether the end of the block that is walked can be reached.
  bool isReached = true;
  int64_t steps = 0;
};
} // namespace

std::optional<int64_t> CoverageWalk::evaluate(Value value) {
  if (auto found = known.find(value); found != known.end())
    return found->second;
  Operation *op = value.getDefiningOp();
  if (auto constant = dyn_cast_or_null<ConstantOp>(op)) {
    auto integer = dyn_cast<IntegerAttr>(constant.getValue());
    return integer ? std::optional(integer.getInt()) : std::nullopt;
  }
  if (!isa_and_nonnull<AddOp, SubOp, MulOp>(op))
    return std::nullopt;
  std::optional<int64_t> a = evaluate(op->getOperand(0)),
                         b = evaluate(op->getOperand(1));
  int64_t result;
  if (!a || !b)
    return std::nullopt;
  bool overflows = isa<AddOp>(op)   ? llvm::AddOverflow(*a, *b, result)
                   : isa<SubOp>(op) ? llvm::SubOverflow(*a, *b, result)
                                    : llvm::MulOverflow(*a, *b, result);
  return overflows ? std::nullopt : std::optional(result);
}

/// The number of an element in row-major order, if its subscripts have values
/// inside the array.
std::optional<int64_t> CoverageWalk::elementOf(OperandRange indices) {
  int64_t number = 0;
  for (auto [extent, source] : llvm::zip(alloc.getShape(), indices)) {
    std::optional<int64_t> index = evaluate(source);
    if (!index || *index < -extent || *index >= extent)
      return std::nullopt;
    number = number * extent + (*index < 0 ? *index + extent : *index);
  }
  return number;
}

/// What may run any number of times, or in part: what it stores isn't certain.
bool CoverageWalk::walkApart(Operation &op) {
  llvm::BitVector before = stored;
  for (Region &region : op.getRegions())
    for (Block &block : region)
      if (!walk(block))
        return false;
  stored = before;
  isReached = true;
  return true;
}

bool CoverageWalk::walkIf(IfOp op) {
  llvm::BitVector before = stored;
  if (!walk(op.getThenRegion().front()))
    return false;
  llvm::BitVector afterThen = stored;
  bool endsThen = isReached;
  stored = before;
  isReached = true;
  if (!op.getElseRegion().empty() && !walk(op.getElseRegion().front()))
    return false;
  // A branch that leaves has no say in what follows.
  if (endsThen && isReached)
    stored &= afterThen;
  else if (endsThen)
    stored = afterThen;
  isReached |= endsThen;
  return true;
}

bool CoverageWalk::walkFor(ForOp op) {
  auto leaves = op.getBody().walk([](Operation *inner) {
    return isa<BreakOp, ContinueOp, ReturnOp>(inner) ? WalkResult::interrupt()
                                                     : WalkResult::advance();
  });
  std::optional<int64_t> lower = evaluate(op.getLower()),
                         upper = evaluate(op.getUpper()),
                         step = evaluate(op.getStep());
  if (leaves.wasInterrupted() || !lower || !upper || !step || *step == 0)
    return walkApart(*op);
  Value variable = op.getInductionVar();
  for (int64_t i = *lower; *step > 0 ? i < *upper : i > *upper; i += *step) {
    known[variable] = i;
    if (!walk(op.getBody().front()))
      return false;
  }
  known.erase(variable);
  return true;
}

bool CoverageWalk::walkOp(Operation &op) {
  if (auto store = dyn_cast<StoreOp>(op);
      store && store.getArray() == alloc.getArray()) {
    if (std::optional<int64_t> element = elementOf(store.getIndices()))
      stored.set(*element);
    return true;
  }
  if (auto load = dyn_cast<LoadOp>(op);
      load && load.getArray() == alloc.getArray()) {
    std::optional<int64_t> element = elementOf(load.getIndices());
    return element ? stored.test(*element) : stored.all();
  }
  if (isa<BreakOp, ContinueOp, ReturnOp>(op))
    isReached = false;
  if (auto branch = dyn_cast<IfOp>(op))
    return walkIf(branch);
  if (auto loop = dyn_cast<ForOp>(op))
    return walkFor(loop);
  return op.getNumRegions() == 0 || walkApart(op);
}

bool CoverageWalk::walk(Block &block) {
  for (Operation &op : block)
    if (++steps > kMostSteps || !walkOp(op))
      return false;
  return true;
}

/// Whether elements are only loaded and stored, inside `loop`.
static bool isUsedOnlyIn(AllocOp alloc, ForOp loop) {
  return llvm::all_of(alloc.getArray().getUsers(), [&](Operation *user) {
    auto store = dyn_cast<StoreOp>(user);
    bool isElement = isa<LoadOp, ExtentOp>(user) ||
                     (store && store.getArray() == alloc.getArray());
    return isElement && loop.getBody().isAncestor(user->getParentRegion());
  });
}

/// The number of elements of an array that may be sunk, or none.
static std::optional<int64_t> countElements(AllocOp alloc) {
  int64_t count = 1;
  if (!alloc.getExtents().empty())
    return std::nullopt;
  for (int64_t extent : alloc.getShape())
    if (extent < 0 || extent > kMostElements ||
        (count *= extent) > kMostElements)
      return std::nullopt;
  return count;
}

namespace {
struct SinkArrays : gpujit::impl::SinkArraysBase<SinkArrays> {
  void runOnOperation() override {
    SmallVector<AllocOp> arrays;
    getOperation().walk([&](AllocOp alloc) { arrays.push_back(alloc); });
    for (AllocOp alloc : arrays)
      if (std::optional<int64_t> elements = countElements(alloc))
        sink(alloc, *elements);
  }

private:
  /// Into the outermost loop that will do; one array for all its iterations is
  /// what keeps them in order.
  static void sink(AllocOp alloc, int64_t elements) {
    if (alloc.getArray().use_empty())
      return;
    SmallVector<ForOp> around;
    for (Operation *op = (*alloc.getArray().user_begin())->getParentOp();
         op && op != alloc->getParentOp(); op = op->getParentOp())
      if (auto loop = dyn_cast<ForOp>(op))
        around.push_back(loop);
    for (ForOp loop : llvm::reverse(around)) {
      Block &body = loop.getBody().front();
      if (!isUsedOnlyIn(alloc, loop) ||
          !CoverageWalk(alloc, elements).covers(body))
        continue;
      alloc.getFillMutable().clear();
      alloc->moveBefore(&body, body.begin());
      return;
    }
  }
};
} // namespace
