//===- LowerControl.cpp - loops and branches ------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/PyKernelToLoops/Lowering.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::pyk;

using IntPredicate = LoopsBuilder::IntPredicate;

/// Whether the host may run this loop around launches.
static bool holdsParallelLoop(ForOp loop) {
  return loop
      ->walk([&](ForOp inner) {
        return inner.isParallel() ? WalkResult::interrupt()
                                  : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether an iteration makes arrays that only the host can make.
static bool makesArrays(ForOp loop) {
  return loop
      ->walk([&](AllocOp alloc) {
        return alloc.getExtents().empty() ? WalkResult::advance()
                                          : WalkResult::interrupt();
      })
      .wasInterrupted();
}

/// The report's index of a source loop goes with what becomes of it.
static void keepIndex(ForOp source, Operation *loop) {
  if (IntegerAttr index = source.getIndexAttr())
    loop->setAttr("gpujit.loop", index);
}

//===----------------------------------------------------------------------===//
// for
//===----------------------------------------------------------------------===//

/// Whether a value is an array's extent, so not negative.
static bool isExtent(Value value) {
  auto cast = value.getDefiningOp<arith::IndexCastOp>();
  return cast && cast.getIn().getDefiningOp<memref::DimOp>();
}

/// ceil((upper - lower) / step), or 0 if there is nothing to run through. The
/// distance is taken without a sign, so that no range of 64 bits overflows.
Value Lowering::tripCount(Value lower, Value upper, Value step) {
  Type type = step.getType();
  Value zero = build.zero(type), one = build.integer(type, 1);
  Value goesUp = build.compare(IntPredicate::sgt, step, zero);
  Value low = build.choose(goesUp, lower, upper);
  Value high = build.choose(goesUp, upper, lower);
  Value stride = build.choose(goesUp, step, build.sub(zero, step));
  if (constantInteger(low) == 0 && constantInteger(stride) == 1 &&
      isExtent(high))
    return high;
  Value isStuck = build.compare(IntPredicate::eq, step, zero);
  stride = build.choose(isStuck, one, stride);

  Value distance = build.sub(high, low);
  Value count = distance;
  if (constantInteger(stride) != 1)
    count = build.add(
        build.make<arith::DivUIOp>(build.sub(distance, one), stride), one);
  Value runs = build.bitAnd(build.compare(IntPredicate::slt, low, high),
                            build.invert(isStuck));
  return build.choose(runs, count, zero);
}

LogicalResult Lowering::lower(ForOp op) {
  Value lower = get(op.getLower()), upper = get(op.getUpper());
  Value step = get(op.getStep());
  if (mayRaise(op))
    build.check(
        build.compare(IntPredicate::ne, step, build.zero(step.getType())),
        raises::zeroStep());
  if (op.isParallel() && !makesArrays(op))
    return lowerParallel(op, tripCount(lower, upper, step));
  return lowerSequential(op, lower, upper, step);
}

/// The k-th value of the range.
static Value inductionValue(LoopsBuilder &build, Value lower, Value step,
                            Value k) {
  return build.add(lower, build.make<arith::MulIOp>(k, step));
}

LogicalResult Lowering::lowerParallel(ForOp op, Value tripCount) {
  Value lower = get(op.getLower()), step = get(op.getStep());
  OpFoldResult bound = build.toIndex(tripCount);
  auto loop = scf::ForallOp::create(build, ArrayRef<OpFoldResult>(bound),
                                    /*outputs=*/ValueRange(),
                                    /*mapping=*/std::nullopt);
  keepIndex(op, loop);
  OpBuilder::InsertionGuard restore(build);
  llvm::SaveAndRestore saveFrame(frame, loop.getBody());
  build.setInsertionPoint(loop.getTerminator());
  Value k = build.fromIndex(loop.getInductionVar(0));
  values[op.getInductionVar()] = inductionValue(build, lower, step, k);
  return lowerBody(op.getBody());
}

LogicalResult Lowering::lowerSequential(ForOp op, Value lower, Value upper,
                                        Value step) {
  Type type = step.getType();
  Value one = build.integer(type, 1);
  bool isUnit = constantInteger(step) == 1;
  Value from = isUnit ? lower : build.zero(type);
  Value to = isUnit ? upper : tripCount(lower, upper, step);
  // A wrong bound could keep a thread busy for years. The host stops at once.
  if (!holdsParallelLoop(op) &&
      llvm::any_of(op.getOperands(),
                   [&](Value bound) { return wrong.contains(bound); }))
    to = build.choose(build.hasNotFailed(), to, from);
  auto loop = scf::ForOp::create(build, from, to, one);
  keepIndex(op, loop);
  OpBuilder::InsertionGuard restore(build);
  build.setInsertionPointToStart(loop.getBody());
  Value k = loop.getInductionVar();
  values[op.getInductionVar()] =
      isUnit ? k : inductionValue(build, lower, step, k);
  return lowerBody(op.getBody());
}

//===----------------------------------------------------------------------===//
// while, if
//===----------------------------------------------------------------------===//

LogicalResult Lowering::lower(WhileOp op) {
  auto loop = scf::WhileOp::create(build, TypeRange(), ValueRange());
  loop->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  OpBuilder::InsertionGuard restore(build);
  build.createBlock(&loop.getBefore());
  if (failed(lowerBody(op.getBefore())))
    return failure();
  auto source = cast<ConditionOp>(op.getBefore().front().getTerminator());
  build.setLoc(source.getLoc());
  Value goesOn = get(source.getCondition());
  if (wrong.any())
    goesOn = build.bitAnd(goesOn, build.hasNotFailed());
  scf::ConditionOp::create(build, goesOn, ValueRange());

  build.createBlock(&loop.getAfter());
  if (failed(lowerBody(op.getBody())))
    return failure();
  scf::YieldOp::create(build);
  return success();
}

LogicalResult Lowering::lowerBranch(Region &source, Block *target) {
  OpBuilder::InsertionGuard restore(build);
  build.setInsertionPointToStart(target);
  if (failed(lowerBody(source)))
    return failure();
  auto yield = cast<YieldOp>(source.front().getTerminator());
  build.setLoc(yield.getLoc());
  scf::YieldOp::create(
      build, llvm::map_to_vector(yield.getOperands(),
                                 [&](Value value) { return get(value); }));
  return success();
}

LogicalResult Lowering::lower(IfOp op) {
  SmallVector<Type> types =
      llvm::map_to_vector(op.getResultTypes(), loweredScalar);
  bool hasElse = !op.getElseRegion().empty();
  auto branch =
      scf::IfOp::create(build, types, get(op.getCondition()),
                        /*addThenBlock=*/true, /*addElseBlock=*/hasElse);
  if (failed(lowerBranch(op.getThenRegion(), branch.thenBlock())))
    return failure();
  if (hasElse && failed(lowerBranch(op.getElseRegion(), branch.elseBlock())))
    return failure();
  for (auto [from, to] : llvm::zip(op.getResults(), branch.getResults()))
    values[from] = to;
  return success();
}

//===----------------------------------------------------------------------===//
// raise, return
//===----------------------------------------------------------------------===//

LogicalResult Lowering::lower(RaiseOp op) {
  build.check(build.truth(false),
              {op.getException().str(), op.getMessage().str()});
  return success();
}

LogicalResult Lowering::lower(ReturnOp op) {
  build.setLoc(op.getLoc());
  func::ReturnOp::create(
      build, llvm::map_to_vector(op.getOperands(),
                                 [&](Value value) { return get(value); }));
  return success();
}
