//===- GridLoops.cpp - nests of parallel loops on the grid ----------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/LoopsToPlan/GridLoops.h"
#include "Conversion/LoopsToPlan/ArrayAccess.h"
#include "Conversion/LoopsToPlan/Coarsening.h"
#include "Conversion/LoopsToPlan/GridLoop.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace gpujit {

static bool isHostBound(PlanState &state, ArrayRef<OpFoldResult> bounds) {
  return bounds.size() == 1 && llvm::all_of(bounds, [&](OpFoldResult bound) {
           auto value = dyn_cast<Value>(bound);
           return !value || state.values.has(value);
         });
}

bool hasHostBounds(PlanState &state, scf::ForallOp loop) {
  return isHostBound(state, loop.getMixedLowerBound()) &&
         isHostBound(state, loop.getMixedUpperBound()) &&
         isHostBound(state, loop.getMixedStep());
}

/// Whether the host can make the check. Where only the device knows whether the
/// place is reached, it can't.
static bool isHostCheck(PlanState &state, Operation &op) {
  return isa<plan::CheckOp>(op) && state.predicates.empty() &&
         llvm::all_of(op.getOperands(),
                      [&](Value operand) { return state.values.has(operand); });
}

/// The parallel loop that is all that `loop` does, besides pure operations, and
/// checks before it that are the same in every iteration.
static scf::ForallOp onlyInnerLoop(PlanState &state, scf::ForallOp loop) {
  scf::ForallOp inner;
  for (Operation &op : loop.getBody()->without_terminator()) {
    bool isBefore = !inner;
    if (auto nested = dyn_cast<scf::ForallOp>(op);
        nested && isBefore && !accumulates(nested))
      inner = nested;
    else if (!isPure(&op) && !isa<memref::AllocaOp>(op) &&
             !(isBefore && isHostCheck(state, op)))
      return {};
  }
  return inner;
}

/// The loops that go on the grid, outermost first.
static SmallVector<GridLoop> collectNest(PlanState &state,
                                         scf::ForallOp outermost) {
  SmallVector<GridLoop> nest{{outermost, gpu::Dimension::x, 1, {}}};
  if (!hasHostBounds(state, outermost))
    return nest;
  for (scf::ForallOp loop = onlyInnerLoop(state, outermost);
       loop && nest.size() < 3 && hasHostBounds(state, loop);
       loop = onlyInnerLoop(state, loop))
    nest.push_back({loop, gpu::Dimension::x, 1, {}});
  return nest;
}

/// The loop whose neighbouring iterations most often use neighbouring elements;
/// the innermost of equals.
static GridLoop *contiguousLoop(MutableArrayRef<GridLoop> nest) {
  Operation *body = nest.back().loop;
  GridLoop *best = &nest.back();
  unsigned bestCount = countUnitStrides(body, best->index());
  for (GridLoop &loop : llvm::reverse(nest.drop_back())) {
    unsigned count = countUnitStrides(body, loop.index());
    if (count > bestCount)
      std::tie(best, bestCount) = std::pair(&loop, count);
  }
  return best;
}

/// Gives the loops their dimensions: x to the contiguous one, the others follow
/// from the inside.
static void assignDimensions(MutableArrayRef<GridLoop> nest) {
  constexpr gpu::Dimension others[] = {gpu::Dimension::y, gpu::Dimension::z};
  GridLoop *contiguous = contiguousLoop(nest);
  contiguous->dimension = gpu::Dimension::x;
  contiguous->blockSize = nest.size() == 1 ? 256 : 64;
  unsigned next = 0;
  for (GridLoop &loop : llvm::reverse(nest)) {
    if (&loop == contiguous)
      continue;
    loop.blockSize = next == 0 ? 4 : 1;
    loop.dimension = others[next++];
  }
}

Value countIterations(PlanState &state, GridLoop &loop) {
  OpBuilder &host = state.host;
  Location loc = loop.loop.getLoc();
  Value count = host.createOrFold<arith::SubIOp>(
      loc, state.values.get(loop.upper()), state.values.get(loop.lower()));
  if (!matchPattern(loop.step(), m_One()))
    count = host.createOrFold<arith::CeilDivSIOp>(
        loc, count, state.values.get(loop.step()));
  Value zero = arith::ConstantIndexOp::create(host, loc, 0);
  return host.createOrFold<arith::MaxSIOp>(loc, count, zero);
}

/// Checks that stand between the loops, made by the host if the loops around
/// them run at all.
static void checkBetweenLoops(PlanState &state, ArrayRef<GridLoop> nest) {
  Value runs;
  for (const GridLoop &level : nest.drop_back()) {
    scf::ForallOp loop = level.loop;
    Location loc = loop.getLoc();
    Value zero = arith::ConstantIndexOp::create(state.host, loc, 0);
    Value some = state.host.createOrFold<arith::CmpIOp>(
        loc, arith::CmpIPredicate::sgt, level.count, zero);
    runs =
        runs ? state.host.createOrFold<arith::AndIOp>(loc, runs, some) : some;
    for (auto check : loop.getBody()->getOps<plan::CheckOp>()) {
      Value condition = state.values.get(check.getCondition());
      SmallVector<Value> payload =
          llvm::map_to_vector(check.getPayload(), [&](Value value) {
            return state.values.get(value);
          });
      auto guard = scf::IfOp::create(state.host, loc, runs, /*withElse=*/false);
      OpBuilder inside(guard.thenBlock()->getTerminator());
      plan::CheckOp::create(inside, check.getLoc(), condition,
                            check.getExceptionAttr(), check.getMessageAttr(),
                            payload);
    }
  }
}

Value countInKernel(KernelBuilder &kernel, GridLoop &loop) {
  Location loc = loop.loop.getLoc();
  Value count = kernel.body.createOrFold<arith::SubIOp>(
      loc, kernel.import(loop.upper()), kernel.import(loop.lower()));
  if (matchPattern(loop.step(), m_One()))
    return count;
  return arith::CeilDivSIOp::create(kernel.body, loc, count,
                                    kernel.import(loop.step()));
}

Value importCount(KernelBuilder &kernel, GridLoop &loop) {
  if (!loop.count)
    return countInKernel(kernel, loop);
  Value upper = loop.upper();
  bool isKnown =
      upper.getDefiningOp<memref::DimOp>() || matchPattern(upper, m_Constant());
  if (isKnown && matchPattern(loop.lower(), m_Zero()) &&
      matchPattern(loop.step(), m_One()))
    return kernel.import(loop.upper());
  return kernel.nonNegativeArgument(loop.count);
}

/// The thread's number along the dimension.
static Value threadIndex(KernelBuilder &kernel, GridLoop &loop) {
  OpBuilder &body = kernel.body;
  Location loc = kernel.getLoc();
  Value index = gpu::BlockIdOp::create(body, loc, loop.dimension);
  if (loop.blockSize == 1)
    return index;
  Value size = arith::ConstantIndexOp::create(body, loc, loop.blockSize);
  Value thread = gpu::ThreadIdOp::create(body, loc, loop.dimension);
  return arith::AddIOp::create(
      body, loc, arith::MulIOp::create(body, loc, index, size), thread);
}

/// Opens the code of one loop and leaves `body` inside it; returns the number
/// of the iteration. Along x every iteration has its thread; the grid's other
/// dimensions are limited to 65535 blocks, so their threads take strides.
static Value openLoop(KernelBuilder &kernel, GridLoop &loop) {
  OpBuilder &body = kernel.body;
  Location loc = loop.loop.getLoc();
  Value first = threadIndex(kernel, loop);
  Value count = importCount(kernel, loop);
  if (loop.dimension == gpu::Dimension::x && loop.count) {
    Value inside = arith::CmpIOp::create(body, loc, arith::CmpIPredicate::slt,
                                         first, count);
    auto guard = scf::IfOp::create(body, loc, inside, /*withElse=*/false);
    body.setInsertionPointToStart(guard.thenBlock());
    return first;
  }
  Value stride = gpu::GridDimOp::create(body, loc, loop.dimension);
  if (loop.blockSize != 1)
    stride = arith::MulIOp::create(
        body, loc, stride,
        arith::ConstantIndexOp::create(body, loc, loop.blockSize));
  auto strided = scf::ForOp::create(body, loc, first, count, stride);
  body.setInsertionPointToStart(strided.getBody());
  return strided.getInductionVar();
}

Value indexOf(KernelBuilder &kernel, GridLoop &loop, Value number) {
  Location loc = loop.loop.getLoc();
  if (!matchPattern(loop.step(), m_One()))
    number = arith::MulIOp::create(kernel.body, loc, number,
                                   kernel.import(loop.step()));
  if (!matchPattern(loop.lower(), m_Zero()))
    number = arith::AddIOp::create(kernel.body, loc, number,
                                   kernel.import(loop.lower()));
  return number;
}

/// The number of an iteration of the nest in program order.
static Value iterationKey(KernelBuilder &kernel, MutableArrayRef<GridLoop> nest,
                          ArrayRef<Value> numbers) {
  Value key = numbers[0];
  for (auto [loop, number] :
       llvm::zip(nest.drop_front(), numbers.drop_front())) {
    Location loc = loop.loop.getLoc();
    Value rows =
        arith::MulIOp::create(kernel.body, loc, key, importCount(kernel, loop));
    key = arith::AddIOp::create(kernel.body, loc, rows, number);
  }
  return key;
}

/// The code of one iteration: what stands between the loops, and the body of
/// the last.
static void cloneBodies(KernelBuilder &kernel, ArrayRef<GridLoop> nest) {
  for (auto [position, loop] : llvm::enumerate(nest)) {
    Operation *inner =
        position + 1 < nest.size() ? nest[position + 1].loop : nullptr;
    scf::ForallOp op = loop.loop;
    for (Operation &nested : op.getBody()->without_terminator())
      if (&nested != inner && !(inner && isa<plan::CheckOp>(nested)))
        kernel.clone(&nested);
  }
}

/// Blocks that hold the loop's iterations, `perThread` to a thread (null: 1).
static Value blockCount(PlanState &state, GridLoop &loop, Value perThread) {
  Location loc = loop.loop.getLoc();
  if (!loop.count)
    return arith::ConstantIndexOp::create(state.host, loc, kFixedGrid);
  if (loop.blockSize == 1 && !perThread)
    return loop.count;
  Value size = arith::ConstantIndexOp::create(state.host, loc, loop.blockSize);
  if (perThread)
    size = state.host.createOrFold<arith::MulIOp>(loc, size, perThread);
  return state.host.createOrFold<arith::CeilDivSIOp>(loc, loop.count, size);
}

/// The code of a thread: opens the loops, that along x first and the coarsened
/// one last, and emits the iterations.
static void emitThread(KernelBuilder &kernel, MutableArrayRef<GridLoop> nest,
                       GridLoop *coarsened, Value factor) {
  SmallVector<Value> numbers(nest.size());
  auto open = [&](bool alongX) {
    for (auto [loop, number] : llvm::zip(nest, numbers))
      if (&loop != coarsened && (loop.dimension == gpu::Dimension::x) == alongX)
        number = openLoop(kernel, loop);
  };
  open(/*alongX=*/true);
  open(/*alongX=*/false);
  auto iterate = [&] {
    for (auto [loop, number] : llvm::zip(nest, numbers))
      kernel.map(loop.index(), indexOf(kernel, loop, number));
    kernel.beginIteration([&] { return iterationKey(kernel, nest, numbers); });
    cloneBodies(kernel, nest);
  };
  if (!coarsened)
    return iterate();
  forEachCoarse(kernel, *coarsened, factor, [&](Value number) {
    numbers[coarsened - nest.begin()] = number;
    iterate();
  });
}

static void launchThreads(PlanState &state, scf::ForallOp outermost) {
  SmallVector<GridLoop> nest = collectNest(state, outermost);
  assignDimensions(nest);
  for (GridLoop &loop : nest)
    if (hasHostBounds(state, loop.loop))
      loop.count = countIterations(state, loop);
  checkBetweenLoops(state, nest);

  GridLoop *coarsened = coarsenedLoop(state, nest);
  Value factor = coarsened ? coarseningFactor(state, nest) : Value();
  KernelBuilder kernel(state, {outermost.getOperation()});
  emitThread(kernel, nest, coarsened, factor);

  Value one = arith::ConstantIndexOp::create(state.host, outermost.getLoc(), 1);
  SmallVector<Value> grid(3, one);
  SmallVector<int32_t> block(3, 1);
  for (GridLoop &loop : nest) {
    auto dimension = static_cast<unsigned>(loop.dimension);
    grid[dimension] =
        blockCount(state, loop, &loop == coarsened ? factor : Value());
    block[dimension] = loop.blockSize;
    state.recordMapping(
        loop.loop, ("grid " + gpu::stringifyDimension(loop.dimension)).str());
  }
  state.recordMappingsWithin(outermost, "in each thread");
  kernel.launch(grid[0], grid[1], grid[2], block);
}

void launchNest(PlanState &state, scf::ForallOp outermost) {
  if (accumulates(outermost))
    return launchReduction(state, outermost);
  auto launch = [&] { launchThreads(state, outermost); };
  if (onlyInnerLoop(state, outermost) ||
      (!launchHistogram(state, outermost, launch) &&
       !launchRowsOrNest(state, outermost, launch)))
    launch();
}

} // namespace gpujit
