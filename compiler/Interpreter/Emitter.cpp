//===- Emitter.cpp - pyk to code ------------------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interpreter/Emitter.h"

#include <functional>

using namespace mlir;
using namespace gpujit;
using namespace gpujit::interpreter;

//===----------------------------------------------------------------------===//
// Kinds
//===----------------------------------------------------------------------===//

Kind gpujit::interpreter::kindOf(Type type) {
  if (pyk::isBool(type))
    return Kind::Bool;
  if (pyk::isHalf(type))
    return type.isF16() ? Kind::F16 : Kind::BF16;
  bool wide = pyk::bitWidth(type) == 64;
  if (pyk::isFloating(type))
    return wide ? Kind::F64 : Kind::F32;
  bool isSigned = pyk::isSignedInteger(type);
  switch (pyk::bitWidth(type)) {
  case 8:
    return isSigned ? Kind::I8 : Kind::U8;
  case 16:
    return isSigned ? Kind::I16 : Kind::U16;
  case 32:
    return isSigned ? Kind::I32 : Kind::U32;
  default:
    return isSigned ? Kind::I64 : Kind::U64;
  }
}

unsigned interpreter::sizeOf(Kind kind) {
  return withElement(kind, [](auto tag) -> unsigned {
    return sizeof(typename decltype(tag)::type);
  });
}

//===----------------------------------------------------------------------===//
// Slots
//===----------------------------------------------------------------------===//

/// What a slot of arrays holds before it is set: every access is out of bounds.
static const View emptyView = {};

Emitter::Emitter(Code &code, const Table &table) : code(code), table(table) {}

uint32_t Emitter::newSlot(unsigned count) {
  uint32_t slot = code.image.size();
  code.image.resize(slot + count);
  return slot;
}

uint32_t Emitter::slotOf(Value value) {
  auto [entry, isNew] = slots.try_emplace(value);
  if (!isNew)
    return entry->second;
  uint32_t slot = entry->second = newSlot();
  Type type = value.getType();
  if (auto ref = dyn_cast<pyk::RefType>(type))
    type = ref.getValueType();
  if (isa<pyk::ArrayType>(type)) {
    initial(slot).view = &emptyView;
    code.arraySlots.push_back(slot);
  }
  return slot;
}

uint32_t Emitter::boundFlagOf(Value ref) {
  auto [entry, isNew] = boundFlags.try_emplace(ref);
  if (isNew)
    entry->second = newSlot();
  return entry->second;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

static const Instruction *copy(const Instruction *pc, Slot *s, Machine &) {
  s[pc->d] = s[pc->a];
  return pc + 1;
}

static const Instruction *go(const Instruction *pc, Slot *, Machine &) {
  return pc + pc->imm;
}

static const Instruction *goUnless(const Instruction *pc, Slot *s, Machine &) {
  return pc + (s[pc->a].i ? 1 : pc->imm);
}

static const Instruction *halt(const Instruction *, Slot *, Machine &) {
  return nullptr;
}

void Emitter::emit(Handler run, uint32_t a, uint32_t b, uint32_t c, uint32_t d,
                   int64_t imm) {
  code.instructions.push_back({run, a, b, c, d, imm});
  code.siteOf.push_back(siteOfCurrent());
}

void Emitter::emitCopy(uint32_t from, uint32_t to) {
  if (from != to)
    emit(copy, from, 0, 0, to);
}

void Emitter::emitCopies(ValueRange operands, ValueRange results) {
  for (auto [operand, result] : llvm::zip_equal(operands, results))
    emitCopy(slotOf(operand), slotOf(result));
}

/// The calls that led to `op`: those its location has, named by the inlined
/// callees around it where the location doesn't.
static Trace traceOfOperation(Operation *op) {
  Trace trace = traceOf(op->getLoc());
  size_t depth = 0;
  for (Operation *parent = op->getParentOp(); parent;
       parent = parent->getParentOp()) {
    auto inlined = dyn_cast<pyk::InlinedOp>(parent);
    if (!inlined)
      continue;
    if (depth == trace.calls.size())
      trace.calls.push_back({"", traceOf(inlined.getLoc()).at});
    if (trace.calls[depth].name.empty())
      trace.calls[depth].name = inlined.getCallee().str();
    ++depth;
  }
  return trace;
}

uint32_t Emitter::siteOfCurrent() {
  auto [entry, isNew] = sites.try_emplace(current);
  if (isNew) {
    entry->second = code.sites.size();
    code.sites.push_back(
        {current ? traceOfOperation(current) : Trace(), "", {}});
  }
  return entry->second;
}

void Emitter::describe(StringRef name, RaiseInfo info) {
  Site &site = code.sites[siteOfCurrent()];
  site.name = name.str();
  site.info = std::move(info);
}

//===----------------------------------------------------------------------===//
// Labels
//===----------------------------------------------------------------------===//

Label Emitter::newLabel() {
  labels.push_back(0);
  return labels.size() - 1;
}

void Emitter::bind(Label label) {
  // A jump to what follows it is dropped.
  size_t end = code.instructions.size();
  if (!jumps.empty() && jumps.back() == std::pair(end - 1, label) &&
      code.instructions.back().run == go) {
    code.instructions.pop_back();
    code.siteOf.pop_back();
    jumps.pop_back();
    for (size_t &position : labels)
      if (position == end)
        --position;
    --end;
  }
  labels[label] = end;
}

void Emitter::aim(Label label) {
  jumps.push_back({code.instructions.size() - 1, label});
}

void Emitter::jump(Label label) {
  emit(go);
  aim(label);
}

/// Goes to the label unless F(a, b).
template <class F, class T>
static const Instruction *goUnlessCompared(const Instruction *pc, Slot *s,
                                           Machine &) {
  return pc + (F()(s[pc->a].get<T>(), s[pc->b].get<T>()) ? 1 : pc->imm);
}

template <class T>
static Handler branchOf(pyk::Predicate predicate) {
  switch (predicate) {
  case pyk::Predicate::eq:
    return goUnlessCompared<std::equal_to<T>, T>;
  case pyk::Predicate::ne:
    return goUnlessCompared<std::not_equal_to<T>, T>;
  case pyk::Predicate::lt:
    return goUnlessCompared<std::less<T>, T>;
  case pyk::Predicate::le:
    return goUnlessCompared<std::less_equal<T>, T>;
  case pyk::Predicate::gt:
    return goUnlessCompared<std::greater<T>, T>;
  case pyk::Predicate::ge:
    return goUnlessCompared<std::greater_equal<T>, T>;
  }
  return nullptr;
}

bool interpreter::isFusedWithBranch(pyk::CmpOp op) {
  Operation *next = op->getNextNode();
  return op->hasOneUse() && next && *op->user_begin() == next &&
         isa<pyk::IfOp, pyk::ConditionOp>(next);
}

void Emitter::jumpUnless(Value condition, Label label) {
  auto compare = condition.getDefiningOp<pyk::CmpOp>();
  if (!compare || !isFusedWithBranch(compare)) {
    emit(goUnless, slotOf(condition));
    return aim(label);
  }
  Kind kind = kindOf(compare.getLhs().getType());
  Handler run = withScalar(kind, [&](auto tag) {
    return branchOf<typename decltype(tag)::type>(compare.getPredicate());
  });
  emit(run, slotOf(compare.getLhs()), slotOf(compare.getRhs()));
  aim(label);
}

//===----------------------------------------------------------------------===//
// Variables that need no copy
//===----------------------------------------------------------------------===//

/// Whether all uses of `get` come before the variable changes, so that they
/// can read the variable itself. Only the straight way to the last use is
/// looked at.
static bool readsInPlace(pyk::GetOp get) {
  Operation *last = get;
  for (Operation *user : get->getUsers()) {
    if (user->getBlock() != get->getBlock())
      return false;
    if (last->isBeforeInBlock(user))
      last = user;
  }
  for (Operation *op = get->getNextNode(); op && op != last;
       op = op->getNextNode()) {
    auto set = dyn_cast<pyk::SetOp>(op);
    if (op->getNumRegions() != 0 || (set && set.getRef() == get.getRef()))
      return false;
  }
  return true;
}

/// The variable that `op` can write its only result to: the next operation
/// sets it, and nothing else uses the result.
static pyk::SetOp setsInPlace(Operation *op) {
  auto set = dyn_cast_or_null<pyk::SetOp>(op->getNextNode());
  if (!set || op->getNumResults() != 1 || !op->hasOneUse() ||
      set.getValue() != op->getResult(0) ||
      isa<pyk::GetOp, pyk::ConstantOp>(op))
    return nullptr;
  return set;
}

void Emitter::emitBlock(Block &block) {
  Operation *outer = current;
  for (Operation &op : block) {
    if (auto set = setsInPlace(&op))
      alias(op.getResult(0), slotOf(set.getRef()));
    if (auto get = dyn_cast<pyk::GetOp>(op); get && readsInPlace(get))
      alias(get.getResult(), slotOf(get.getRef()));
    current = &op;
    if (Emit emit = table.lookup(op.getName().getTypeID()))
      emit(&op, *this);
    else if (!unknown)
      unknown = &op;
  }
  current = outer;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static Parameter parameterOf(Type type) {
  if (auto array = dyn_cast<pyk::ArrayType>(type))
    return {true, kindOf(array.getElementType()), array.getRank(),
            array.getLayout() == pyk::Layout::C};
  return {false, kindOf(type), 0, false};
}

llvm::Error Emitter::emitFunction(pyk::FuncOp func) {
  for (BlockArgument argument : func.getBody().getArguments()) {
    slotOf(argument);
    code.parameters.push_back(parameterOf(argument.getType()));
  }
  Label end = newLabel();
  setExits(func, {end, end, end});
  emitBlock(func.getBody().front());
  bind(end);
  emit(halt);
  for (auto [index, label] : jumps)
    code.instructions[index].imm = int64_t(labels[label]) - int64_t(index);
  if (unknown)
    return llvm::createStringError("the interpreter has no '" +
                                   unknown->getName().getStringRef() + "'");
  return llvm::Error::success();
}
