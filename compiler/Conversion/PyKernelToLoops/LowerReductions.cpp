//===- LowerReductions.cpp - what iterations share ------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/PyKernelToLoops/Lowering.h"

#include "Plan/Plan.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::pyk;

LogicalResult Lowering::lower(pyk::PartialOp op) {
  auto memories = llvm::map_to_vector(op.getVariables(), [&](Value variable) {
    return slots.lookup(variable).memory;
  });
  auto identities = llvm::map_to_vector(
      op.getIdentities(), [&](Value identity) { return get(identity); });
  auto partial = plan::PartialOp::create(build, TypeRange(ValueRange(memories)),
                                         memories, identities, op.getOrdered());
  for (auto [part, memory] : llvm::zip(op.getParts(), partial.getParts()))
    slots[part].memory = memory;

  OpBuilder::InsertionGuard restore(build);
  Block &source = op.getCombine().front();
  SmallVector<Type> types = llvm::map_to_vector(
      source.getArgumentTypes(), [](Type type) { return loweredScalar(type); });
  Block *combine =
      build.createBlock(&partial.getCombine(), {}, types,
                        SmallVector<Location>(types.size(), op.getLoc()));
  for (auto [from, to] :
       llvm::zip(source.getArguments(), combine->getArguments()))
    values[from] = to;
  if (failed(lowerBody(op.getCombine())))
    return failure();
  plan::YieldOp::create(
      build, llvm::map_to_vector(source.getTerminator()->getOperands(),
                                 [&](Value value) { return get(value); }));
  return success();
}

/// The kind of memref.atomic_rmw that the one operation of a region is, if the
/// old value meets a value from outside.
static std::optional<arith::AtomicRMWKind> atomicKindOf(Region &compute) {
  Block &block = compute.front();
  if (!llvm::hasNItems(block, 2))
    return std::nullopt;
  Operation &op = block.front();
  if (block.getTerminator()->getOperand(0) != op.getResult(0) ||
      op.getNumOperands() != 2 ||
      llvm::count(op.getOperands(), block.getArgument(0)) != 1)
    return std::nullopt;
  Type type = op.getResult(0).getType();
  bool isFloat = isFloating(type), isSigned = !isFloat && isSignedInteger(type);
  if (isa<AddOp>(op))
    return isFloat ? arith::AtomicRMWKind::addf : arith::AtomicRMWKind::addi;
  if (isFloat)
    return std::nullopt;
  if (isa<MinOp, MinimumOp>(op))
    return isSigned ? arith::AtomicRMWKind::mins : arith::AtomicRMWKind::minu;
  if (isa<MaxOp, MaximumOp>(op))
    return isSigned ? arith::AtomicRMWKind::maxs : arith::AtomicRMWKind::maxu;
  if (isa<AndOp>(op))
    return arith::AtomicRMWKind::andi;
  if (isa<OrOp>(op))
    return arith::AtomicRMWKind::ori;
  return std::nullopt;
}

LogicalResult Lowering::lower(UpdateOp op) {
  Value memory = get(op.getArray());
  auto [indices, inside] =
      subscripts(op.getName(), memory, op.getIndices(), op.getInbounds());
  OpBuilder::InsertionGuard restore(build);
  if (inside) {
    auto guard = scf::IfOp::create(build, inside, /*withElseRegion=*/false);
    build.setInsertionPointToStart(guard.thenBlock());
  }
  Region &compute = op.getCompute();
  BlockArgument old = compute.getArgument(0);
  Type element = loweredScalar(old.getType());
  unsigned width = element.getIntOrFloatBitWidth();
  if (auto kind = atomicKindOf(compute); kind && width >= 32) {
    Operation &only = compute.front().front();
    Value other = only.getOperand(only.getOperand(0) == old ? 1 : 0);
    memref::AtomicRMWOp::create(build, element, *kind, get(other), memory,
                                indices);
    return success();
  }
  auto update =
      memref::GenericAtomicRMWOp::create(build, memory, ValueRange(indices));
  build.setInsertionPointToStart(update.getBody());
  Value current = update.getCurrentValue();
  // A bool is a byte in memory.
  bool isBoolean = isBool(old.getType());
  Type stored = current.getType();
  values[old] = isBoolean ? build.compare(LoopsBuilder::IntPredicate::ne,
                                          current, build.zero(stored))
                          : current;
  if (failed(lowerBody(compute)))
    return failure();
  Value result = get(compute.front().getTerminator()->getOperand(0));
  if (isBoolean)
    result = build.resize(result, stored, /*isSigned=*/false);
  memref::AtomicYieldOp::create(build, result);
  return success();
}
