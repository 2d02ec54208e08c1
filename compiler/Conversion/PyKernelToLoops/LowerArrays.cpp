//===- LowerArrays.cpp - variables and arrays -----------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/PyKernelToLoops/Lowering.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::pyk;

using IntPredicate = LoopsBuilder::IntPredicate;

/// Arrays of more elements are no words of a plan's frame.
static constexpr int64_t kLargeArray = 1024;

Value Lowering::allocate(MemRefType type) {
  OpBuilder::InsertionGuard guard(build);
  build.setInsertionPointToStart(frame);
  return memref::AllocaOp::create(build, type);
}

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

/// The one place that binds an array's name, or null.
static SetOp onlySet(VarOp var) {
  SetOp found;
  for (Operation *user : var.getRef().getUsers()) {
    auto set = dyn_cast<SetOp>(user);
    if (!set)
      continue;
    if (found)
      return {};
    found = set;
  }
  return found;
}

LogicalResult Lowering::lower(VarOp op) {
  Slot &slot = slots[op.getRef()];
  Type type = op.getRef().getType().getValueType();
  if (isa<pyk::ArrayType>(type)) {
    slot.array = onlySet(op);
    if (slot.array || op.getRef().use_empty())
      return success();
    if (op.getTracked() || !isa<func::FuncOp>(frame->getParentOp()))
      return op.emitError("rebinding the array name '")
             << op.getName() << "' isn't supported on the GPU yet";
    // What a name stands for is the host's to know.
    slot.memory = allocate(MemRefType::get({}, loweredType(type)));
    return success();
  }
  slot.memory = allocate(MemRefType::get({}, loweredScalar(type)));
  if (!op.getTracked())
    return success();
  // Read while unbound, the slot must not give an undefined value.
  slot.bound = allocate(MemRefType::get({}, build.getI1Type()));
  memref::StoreOp::create(build, build.zero(loweredScalar(type)), slot.memory);
  memref::StoreOp::create(build, build.truth(false), slot.bound);
  return success();
}

LogicalResult Lowering::lower(SetOp op) {
  Slot slot = slots.lookup(op.getRef());
  if (slot.array)
    return success();
  Value value = get(op.getValue());
  Type type = cast<MemRefType>(slot.memory.getType()).getElementType();
  if (value.getType() != type)
    value = memref::CastOp::create(build, type, value);
  memref::StoreOp::create(build, value, slot.memory);
  if (slot.bound)
    memref::StoreOp::create(build, build.truth(true), slot.bound);
  return success();
}

Value Lowering::lower(GetOp op) {
  Slot slot = slots.lookup(op.getRef());
  auto var = op.getRef().getDefiningOp<VarOp>();
  if (isa<pyk::ArrayType>(op.getType()) && !slot.memory) {
    if (slot.array && dominance.properlyDominates(slot.array.getOperation(),
                                                  op.getOperation()))
      return get(slot.array.getValue());
    op.emitError("the array name '")
        << var.getName()
        << "' may be unbound here, which isn't supported on the GPU yet";
    return {};
  }
  if (slot.bound)
    build.check(memref::LoadOp::create(build, slot.bound),
                raises::unboundLocal(var.getName()));
  return memref::LoadOp::create(build, slot.memory);
}

Value Lowering::lower(IsBoundOp op) {
  Slot slot = slots.lookup(op.getRef());
  if (!slot.bound) {
    op.emitOpError("needs a tracked slot");
    return {};
  }
  return memref::LoadOp::create(build, slot.bound);
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

Value Lowering::extent(Value memory, unsigned axis) {
  Value index = build.createOrFold<memref::DimOp>(memory, axis);
  return build.fromIndex(index);
}

Value Lowering::lower(ExtentOp op) {
  return extent(get(op.getArray()), op.getAxis());
}

/// Whether a value can be used at the insertion point: code is emitted in
/// order, so it's enough that a block around it holds the value's definition.
static bool isVisible(Value value, OpBuilder &builder) {
  Region *region = value.getParentRegion();
  Block *block = value.getParentBlock();
  for (Block *around = builder.getInsertionBlock(); around;
       around = around->getParentOp() ? around->getParentOp()->getBlock()
                                      : nullptr) {
    if (around == block)
      return true;
    if (around->getParent() == region)
      return false;
  }
  return false;
}

Lowering::Checked Lowering::checkSubscript(StringRef name, Value memory,
                                           unsigned axis, Value source) {
  Checked &known = checked[{memory, axis, source}];
  if (known.inside && isVisible(known.inside, build) &&
      isVisible(known.index, build))
    return known;
  Value index = get(source);
  Value size = extent(memory, axis);
  Value wrapped = index;
  if (intervals.of(source).lo < 0)
    wrapped =
        build.choose(build.isNegative(index), build.add(index, size), index);
  Value ok = build.compare(IntPredicate::ult, wrapped, size);
  build.check(ok, raises::outOfBounds(name, axis), {index, size});
  return known = {wrapped, ok};
}

std::pair<SmallVector<Value>, Value> Lowering::subscripts(StringRef name,
                                                          Value memory,
                                                          ValueRange indices,
                                                          bool inBounds) {
  SmallVector<Value> result;
  Value inside;
  for (auto [axis, source] : llvm::enumerate(indices)) {
    Value index = get(source);
    if (!inBounds) {
      Checked subscript = checkSubscript(name, memory, axis, source);
      inside =
          inside ? build.bitAnd(inside, subscript.inside) : subscript.inside;
      index = subscript.index;
    }
    result.push_back(build.toIndex(index));
  }
  if (inBounds && llvm::any_of(indices, [&](Value source) {
        return wrong.contains(source);
      }))
    inside = build.hasNotFailed();
  return {result, inside};
}

Value Lowering::lower(LoadOp op) {
  Value memory = get(op.getArray());
  auto [indices, inside] =
      subscripts(op.getName(), memory, op.getIndices(), op.getInbounds());
  Type element = loweredElement(op.getType());
  Value loaded;
  if (!inside) {
    loaded = memref::LoadOp::create(build, memory, indices);
  } else {
    auto guard = scf::IfOp::create(build, TypeRange(element), inside,
                                   /*addThenBlock=*/true,
                                   /*addElseBlock=*/true);
    OpBuilder::InsertionGuard restore(build);
    build.setInsertionPointToStart(guard.thenBlock());
    scf::YieldOp::create(
        build, memref::LoadOp::create(build, memory, indices).getResult());
    build.setInsertionPointToStart(guard.elseBlock());
    scf::YieldOp::create(build, build.zero(element));
    loaded = guard.getResult(0);
  }
  if (!isBool(op.getType()))
    return loaded;
  return build.compare(IntPredicate::ne, loaded, build.zero(element));
}

LogicalResult Lowering::lower(StoreOp op) {
  Value memory = get(op.getArray());
  auto [indices, inside] =
      subscripts(op.getName(), memory, op.getIndices(), op.getInbounds());
  Value value = get(op.getValue());
  if (isBool(op.getValue().getType()))
    value = build.resize(value, build.getI8Type(), /*isSigned=*/false);
  OpBuilder::InsertionGuard restore(build);
  if (inside) {
    auto guard = scf::IfOp::create(build, inside, /*withElseRegion=*/false);
    build.setInsertionPointToStart(guard.thenBlock());
  }
  memref::StoreOp::create(build, value, memory, indices);
  return success();
}

Value Lowering::lower(AllocOp op) {
  Type element = op.getArray().getType().getElementType();
  auto type = MemRefType::get(op.getShape(), loweredElement(element));
  // Large arrays of the function are the plan's, not words of its frame.
  bool isPlans =
      !op.getExtents().empty() || (isa<func::FuncOp>(frame->getParentOp()) &&
                                   type.getNumElements() > kLargeArray);
  // Findings of the simulated device say the array's name.
  Location here = build.getLoc();
  build.setLoc(NameLoc::get(op.getNameAttr(), here));
  Value memory = isPlans ? allocateOnHost(op, type) : allocate(type);
  build.setLoc(here);
  if (op.getFill()) {
    Value value = get(op.getFill());
    if (isBool(element))
      value = build.resize(value, build.getI8Type(), /*isSigned=*/false);
    auto array = cast<TypedValue<MemRefType>>(memory);
    isPlans ? fillAtOnce(array, value) : fill(array, value);
  }
  return memory;
}

/// An array whose extents are known at the call is made where it stands, others
/// once.
Value Lowering::allocateOnHost(AllocOp op, MemRefType type) {
  OpBuilder::InsertionGuard restore(build);
  if (op.getExtents().empty())
    build.setInsertionPointToStart(frame);
  SmallVector<Value> extents;
  for (Value source : op.getExtents()) {
    Value extent = get(source);
    if (mayRaise(op)) {
      Value isNegative = build.isNegative(extent);
      build.check(build.invert(isNegative), raises::negativeExtent());
      extent = build.choose(isNegative, build.zero(extent.getType()), extent);
    }
    extents.push_back(build.toIndex(extent));
  }
  return memref::AllocOp::create(build, type, extents);
}

/// As parallel loops, one an axis.
void Lowering::fillAtOnce(TypedValue<MemRefType> memory, Value value) {
  OpBuilder::InsertionGuard restore(build);
  SmallVector<Value> indices;
  for (int64_t axis = 0; axis < memory.getType().getRank(); ++axis) {
    OpFoldResult extent = build.createOrFold<memref::DimOp>(memory, axis);
    auto loop = scf::ForallOp::create(build, extent, /*outputs=*/ValueRange(),
                                      /*mapping=*/std::nullopt);
    indices.push_back(loop.getInductionVar(0));
    build.setInsertionPoint(loop.getTerminator());
  }
  memref::StoreOp::create(build, value, memory, indices);
}

/// One loop an axis, outermost first.
void Lowering::fill(TypedValue<MemRefType> memory, Value value) {
  OpBuilder::InsertionGuard restore(build);
  SmallVector<Value> indices;
  for (int64_t extent : memory.getType().getShape()) {
    Type index = build.getIndexType();
    auto loop = scf::ForOp::create(build, build.integer(index, 0),
                                   build.integer(index, extent),
                                   build.integer(index, 1));
    indices.push_back(loop.getInductionVar());
    build.setInsertionPointToStart(loop.getBody());
  }
  memref::StoreOp::create(build, value, memory, indices);
}
