//===- Arrays.cpp - extents, elements, local arrays -----------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interpreter/Emitter.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::interpreter;

//===----------------------------------------------------------------------===//
// Elements: a is the array, b and c the first two subscripts, the halves of imm
// the others, d the value.
//===----------------------------------------------------------------------===//

static uint32_t subscriptSlot(const Instruction *pc, unsigned axis) {
  switch (axis) {
  case 0:
    return pc->b;
  case 1:
    return pc->c;
  case 2:
    return static_cast<uint32_t>(pc->imm);
  default:
    return static_cast<uint32_t>(pc->imm >> 32);
  }
}

/// Python's error for the first subscript that is outside.
LLVM_ATTRIBUTE_NOINLINE static const Instruction *
raiseOutOfBounds(const Instruction *pc, int64_t index, unsigned axis,
                 int64_t extent, Machine &m) {
  return m.raise(pc, raises::outOfBounds(m.siteOf(pc).name, axis),
                 {index, extent});
}

/// The address of the element, or null after raising: bounds are always
/// checked, also where they are proven.
template <unsigned rank>
static char *addressOf(const Instruction *pc, const Slot *s, Machine &m) {
  const View *view = s[pc->a].view;
  char *address = view->data;
  for (unsigned axis = 0; axis < rank; ++axis) {
    int64_t written = s[subscriptSlot(pc, axis)].i,
            extent = view->extents[axis];
    int64_t index = written < 0 ? written + extent : written;
    if (LLVM_UNLIKELY(static_cast<uint64_t>(index) >=
                      static_cast<uint64_t>(extent))) {
      raiseOutOfBounds(pc, written, axis, extent, m);
      return nullptr;
    }
    address += index * view->strides[axis];
  }
  return address;
}

template <class T, unsigned rank>
static const Instruction *load(const Instruction *pc, Slot *s, Machine &m) {
  char *address = addressOf<rank>(pc, s, m);
  if (LLVM_UNLIKELY(!address))
    return nullptr;
  s[pc->d].put<T>(loadElement<T>(address));
  return pc + 1;
}

template <class T, unsigned rank>
static const Instruction *store(const Instruction *pc, Slot *s, Machine &m) {
  char *address = addressOf<rank>(pc, s, m);
  if (LLVM_UNLIKELY(!address))
    return nullptr;
  storeElement<T>(address, s[pc->d].get<T>());
  return pc + 1;
}

/// Calls `f` with the rank as a constant.
template <class F>
static Handler withRank(unsigned rank, F f) {
  switch (rank) {
  case 1:
    return f(std::integral_constant<unsigned, 1>());
  case 2:
    return f(std::integral_constant<unsigned, 2>());
  case 3:
    return f(std::integral_constant<unsigned, 3>());
  default:
    return f(std::integral_constant<unsigned, 4>());
  }
}

template <class Op>
static void emitAccess(Op op, Handler run, Value value, bool isWrite,
                       Emitter &e) {
  uint32_t subscripts[GPUJIT_MAX_RANK] = {};
  for (auto [axis, index] : llvm::enumerate(op.getIndices()))
    subscripts[axis] = e.slotOf(index);
  e.describe(op.getName());
  recordAccess(op, op.getArray(), isWrite, subscripts, e);
  e.emit(run, e.slotOf(op.getArray()), subscripts[0], subscripts[1],
         e.slotOf(value),
         static_cast<int64_t>(uint64_t(subscripts[3]) << 32 | subscripts[2]));
}

static void emitLoad(pyk::LoadOp op, Emitter &e) {
  Handler run = withElement(kindOf(op.getType()), [&](auto tag) {
    using T = typename decltype(tag)::type;
    return withRank(op.getIndices().size(), [](auto rank) -> Handler {
      return load<T, decltype(rank)::value>;
    });
  });
  emitAccess(op, run, op.getResult(), /*isWrite=*/false, e);
}

static void emitStore(pyk::StoreOp op, Emitter &e) {
  Handler run = withElement(kindOf(op.getValue().getType()), [&](auto tag) {
    using T = typename decltype(tag)::type;
    return withRank(op.getIndices().size(), [](auto rank) -> Handler {
      return store<T, decltype(rank)::value>;
    });
  });
  emitAccess(op, run, op.getValue(), /*isWrite=*/true, e);
}

/// In the order that the interpreter keeps, an update is a load and a store.
static void emitUpdate(pyk::UpdateOp op, Emitter &e) {
  Block &compute = op.getCompute().front();
  auto access = [&](Value value, auto makeHandler) {
    Handler run = withElement(kindOf(value.getType()), makeHandler);
    bool isWrite = !isa<BlockArgument>(value);
    emitAccess(op, run, value, isWrite, e);
  };
  access(compute.getArgument(0), [&](auto tag) {
    using T = typename decltype(tag)::type;
    return withRank(op.getIndices().size(), [](auto rank) -> Handler {
      return load<T, decltype(rank)::value>;
    });
  });
  Label end = e.newLabel();
  e.setExits(op, {end, end, end});
  e.emitBlock(compute);
  e.bind(end);
  access(compute.getTerminator()->getOperand(0), [&](auto tag) {
    using T = typename decltype(tag)::type;
    return withRank(op.getIndices().size(), [](auto rank) -> Handler {
      return store<T, decltype(rank)::value>;
    });
  });
}

static const Instruction *extent(const Instruction *pc, Slot *s, Machine &) {
  s[pc->d].i = s[pc->a].view->extents[pc->imm];
  return pc + 1;
}

static void emitExtent(pyk::ExtentOp op, Emitter &e) {
  e.emit(extent, e.slotOf(op.getArray()), 0, 0, e.slotOf(op.getResult()),
         op.getAxis());
}

//===----------------------------------------------------------------------===//
// Local arrays: imm is the array's number, a the fill's slot.
//===----------------------------------------------------------------------===//

Allocation LocalArray::allocation(const Slot *s) const {
  Allocation result = {{}, elementSize, true};
  for (unsigned axis = rank; axis-- > 0;) {
    int64_t extent = extents[axis] >= 0 ? extents[axis] : s[slots[axis]].i;
    result.shape.extents[axis] = extent;
    result.shape.strides[axis] = result.bytes;
    if (llvm::MulOverflow(result.bytes, extent, result.bytes))
      result.fits = false;
  }
  // Leaves room for the block's head.
  result.fits = result.fits && result.bytes < INT64_MAX / 2;
  return result;
}

/// Raises if the extent in slot a is negative.
static const Instruction *checkExtent(const Instruction *pc, Slot *s,
                                      Machine &m) {
  return s[pc->a].i < 0 ? m.raise(pc, raises::negativeExtent()) : pc + 1;
}

/// A new array of zeros in slot d.
static const Instruction *allocate(const Instruction *pc, Slot *s, Machine &m) {
  View *view = m.allocate(m.code.localArrays[pc->imm].allocation(s));
  if (!view)
    return m.raise(pc);
  s[pc->d].view = view;
  return pc + 1;
}

/// Gives every element of the array in d the value in a.
template <class T>
static const Instruction *fill(const Instruction *pc, Slot *s, Machine &m) {
  char *element = s[pc->d].view->data;
  int64_t count = m.code.localArrays[pc->imm].allocation(s).bytes / sizeof(T);
  T value = s[pc->a].get<T>();
  for (; count > 0; --count, element += sizeof(T))
    storeElement<T>(element, value);
  return pc + 1;
}

/// Emits the checks of what isn't constant.
static LocalArray localArrayOf(pyk::AllocOp op, Kind kind, Emitter &e) {
  LocalArray result = {
      static_cast<unsigned>(op.getShape().size()), sizeOf(kind), {}, {}};
  for (unsigned axis = 0; axis < result.rank; ++axis) {
    result.extents[axis] = op.constantExtent(axis).value_or(-1);
    if (Value extent = op.computedExtent(axis)) {
      result.slots[axis] = e.slotOf(extent);
      e.emit(checkExtent, result.slots[axis], 0, 0, 0);
    }
  }
  return result;
}

/// Whether the fill is a constant whose bytes are all zero.
static bool isZero(Value fill) {
  auto constant = fill.getDefiningOp<pyk::ConstantOp>();
  if (!constant)
    return false;
  if (auto number = dyn_cast<FloatAttr>(constant.getValue()))
    return number.getValue().isPosZero();
  return cast<IntegerAttr>(constant.getValue()).getValue().isZero();
}

static void emitAlloc(pyk::AllocOp op, Emitter &e) {
  Kind kind = kindOf(op.getArray().getType().getElementType());
  int64_t number = e.code.localArrays.size();
  e.code.localArrays.push_back(localArrayOf(op, kind, e));
  uint32_t array = e.slotOf(op.getArray());
  e.describe(op.getName(), raises::outOfMemory(op.getName()));
  e.emit(allocate, 0, 0, 0, array, number);
  recordAllocation(op, array, e);
  if (!op.getFill() || isZero(op.getFill()))
    return;
  Handler run = withElement(kind, [](auto tag) -> Handler {
    return fill<typename decltype(tag)::type>;
  });
  e.emit(run, e.slotOf(op.getFill()), 0, 0, array, number);
}

void interpreter::addArrays(Emitter::Table &table) {
  add<pyk::LoadOp, emitLoad>(table);
  add<pyk::StoreOp, emitStore>(table);
  add<pyk::UpdateOp, emitUpdate>(table);
  add<pyk::ExtentOp, emitExtent>(table);
  add<pyk::AllocOp, emitAlloc>(table);
}
