//===- StructureExits.cpp - break, continue and return as flags -----------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every block is walked once, in order. An exit becomes a store to the flag of
// what it leaves; what stands after an operation that may have left moves into
// a `pyk.if` on the flags, and is walked there. Where one branch of an `if`
// always leaves, what follows moves into the other, and needs no flag.
//
//===----------------------------------------------------------------------===//

#include "Transforms/Passes.h"

#include "PyKernel/PyKernel.h"
#include "Support/Raise.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace gpujit::pyk;

namespace gpujit {
#define GEN_PASS_DEF_STRUCTUREEXITS
#include "Transforms/Passes.h.inc"
} // namespace gpujit

namespace {

/// What an exit leaves: an iteration, a loop, a callee or the kernel.
struct Target {
  StringRef name;
  /// Declares the flag, and slots for the results, where they dominate all.
  std::function<void(OpBuilder &)> place;
  TypeRange results = {};
  Value flag = {};
  SmallVector<Value> slots = {};
};

using Targets = llvm::SmallSetVector<Target *, 4>;

class Structurer {
public:
  explicit Structurer(FuncOp function)
      : build(function.getLoc(), function.getContext()) {}

  void run(FuncOp function);

private:
  /// Structures a block whose terminator may be an exit; it then ends in a
  /// yield. The result is what may have been left when control comes to its
  /// end.
  Targets structureBlock(Block &block);
  /// Structures what the operation holds; `op` becomes what stands in its
  /// place.
  Targets structureOperation(Operation *&op);
  Targets structureIf(IfOp op);
  Targets structureFor(Operation *&op);
  Targets structureWhile(WhileOp op);
  Targets structureInlined(InlinedOp op);
  /// The body's results; its terminator is a yield without use.
  SmallVector<Value> structureCallable(Block &body, TypeRange results);
  Targets structureLoopBody(Block &body, Target &out);

  void replaceExit(Operation *exit, Targets &left);
  Targets guardRest(Operation *op, const Targets &left);
  WhileOp makeWhile(ForOp loop, const Targets &left, Target &out);
  void advance(ForOp loop, Value slot, Value current, Target &out);

  void declare(Target &target);
  Value makeFlag(StringRef name);
  /// Whether any of the targets has been left.
  Value anyLeft(const Targets &left);
  void setFlag(Target &target, bool value);
  Value constant(Type type, int64_t value);
  void eraseUnreadFlags();

  ImplicitLocOpBuilder build;
  SmallVector<VarOp> flags;
  Target *iteration = nullptr;
  Target *loop = nullptr;
  Target *callable = nullptr;
};

} // namespace

static bool isExit(Operation *op) {
  return isa<BreakOp, ContinueOp, ReturnOp>(op);
}

static bool leaves(Region &region) {
  return !region.empty() && isExit(region.front().getTerminator());
}

/// A binary operation on two values of one type.
template <typename Op>
static Value make(ImplicitLocOpBuilder &build, Value lhs, Value rhs) {
  return Op::create(build, lhs.getType(), lhs, rhs, /*exact=*/false,
                    /*target=*/StringAttr());
}

//===----------------------------------------------------------------------===//
// Flags
//===----------------------------------------------------------------------===//

Value Structurer::constant(Type type, int64_t value) {
  Attribute attribute = build.getI64IntegerAttr(value);
  if (isFloating(type))
    attribute = build.getF64FloatAttr(value);
  return ConstantOp::create(build, type, attribute);
}

void Structurer::declare(Target &target) {
  if (target.flag)
    return;
  OpBuilder::InsertionGuard restore(build);
  target.place(build);
  Type type = RefType::get(build.getContext(), build.getI1Type());
  auto var = VarOp::create(build, type, target.name, /*tracked=*/false);
  SetOp::create(build, var, constant(build.getI1Type(), false));
  flags.push_back(var);
  target.flag = var;
  for (Type result : target.results)
    target.slots.push_back(
        VarOp::create(build, RefType::get(build.getContext(), result),
                      target.name, /*tracked=*/false));
}

void Structurer::setFlag(Target &target, bool value) {
  declare(target);
  SetOp::create(build, target.flag, constant(build.getI1Type(), value));
}

Value Structurer::anyLeft(const Targets &left) {
  Value any;
  for (Target *target : left) {
    declare(*target);
    Value flag = GetOp::create(build, target->flag);
    any = any ? make<OrOp>(build, any, flag) : flag;
  }
  return any;
}

/// A flag that nothing asks for was set at the end of what it guards.
void Structurer::eraseUnreadFlags() {
  for (VarOp flag : flags) {
    if (llvm::any_of(flag->getUsers(), llvm::IsaPred<GetOp>))
      continue;
    for (Operation *user : llvm::make_early_inc_range(flag->getUsers())) {
      auto constant = user->getOperand(1).getDefiningOp<ConstantOp>();
      user->erase();
      if (constant && constant->use_empty())
        constant.erase();
    }
    flag.erase();
  }
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// Puts a yield in the exit's place. Nothing looks at what it yields.
void Structurer::replaceExit(Operation *exit, Targets &left) {
  Target *target = isa<ContinueOp>(exit) ? iteration
                   : isa<BreakOp>(exit)  ? loop
                                         : callable;
  build.setLoc(exit->getLoc());
  build.setInsertionPoint(exit);
  setFlag(*target, true);
  if (isa<ReturnOp>(exit))
    for (auto [slot, value] : llvm::zip(target->slots, exit->getOperands()))
      SetOp::create(build, slot, value);
  left.insert(target);

  SmallVector<Value> values;
  if (auto branch = dyn_cast<IfOp>(exit->getParentOp()))
    for (Type type : branch.getResultTypes())
      values.push_back(constant(type, 0));
  YieldOp::create(build, values);
  exit->erase();
}

/// Moves what follows `op`, and an exit that ends its block, to the end of
/// `target`, which has no terminator yet. Both blocks end in a yield or an exit
/// after it.
static void moveRest(Operation *op, Block &target,
                     ImplicitLocOpBuilder &build) {
  Block *block = op->getBlock();
  Operation *terminator = block->getTerminator();
  build.setLoc(terminator->getLoc());
  bool movesExit = isExit(terminator);
  target.getOperations().splice(
      target.end(), block->getOperations(), std::next(op->getIterator()),
      movesExit ? block->end() : terminator->getIterator());
  build.setInsertionPointToEnd(movesExit ? block : &target);
  YieldOp::create(build, ValueRange());
}

Targets Structurer::guardRest(Operation *op, const Targets &left) {
  Block *block = op->getBlock();
  Operation *terminator = block->getTerminator();
  bool isLast = op->getNextNode() == terminator;
  bool givesValues = !isExit(terminator) && terminator->getNumOperands() != 0;
  if (isLast && !isExit(terminator) && !givesValues)
    return {};

  build.setLoc(terminator->getLoc());
  build.setInsertionPointAfter(op);
  Value goesOn = NotOp::create(build, anyLeft(left));
  TypeRange types;
  if (givesValues)
    types = terminator->getOperandTypes();
  auto guard = IfOp::create(build, types, goesOn);
  Block &body = guard.getThenRegion().emplaceBlock();
  moveRest(guard, body, build);
  if (givesValues) {
    body.getTerminator()->setOperands(terminator->getOperands());
    build.setInsertionPointToEnd(&guard.getElseRegion().emplaceBlock());
    SmallVector<Value> none;
    for (Type type : types)
      none.push_back(constant(type, 0));
    YieldOp::create(build, none);
    terminator->setOperands(guard.getResults());
  }
  return structureBlock(body);
}

Targets Structurer::structureBlock(Block &block) {
  Targets left;
  for (Operation &inner :
       llvm::make_early_inc_range(block.without_terminator())) {
    Operation *op = &inner;
    Targets now = structureOperation(op);
    if (now.empty())
      continue;
    left.insert_range(now);
    left.insert_range(guardRest(op, now));
    return left;
  }
  if (isExit(block.getTerminator()))
    replaceExit(block.getTerminator(), left);
  return left;
}

Targets Structurer::structureOperation(Operation *&op) {
  return llvm::TypeSwitch<Operation *, Targets>(op)
      .Case([&](IfOp typed) { return structureIf(typed); })
      .Case([&](ForOp) { return structureFor(op); })
      .Case([&](WhileOp typed) { return structureWhile(typed); })
      .Case([&](InlinedOp typed) { return structureInlined(typed); })
      .Default([](Operation *) { return Targets(); });
}

//===----------------------------------------------------------------------===//
// Branches and loops
//===----------------------------------------------------------------------===//

Targets Structurer::structureIf(IfOp op) {
  bool thenLeaves = leaves(op.getThenRegion());
  bool elseLeaves = leaves(op.getElseRegion());
  Operation *terminator = op->getBlock()->getTerminator();
  bool isLast = op->getNextNode() == terminator;
  bool moves =
      isExit(terminator) || (!isLast && terminator->getNumOperands() == 0);
  if (thenLeaves != elseLeaves && op.getNumResults() == 0 && moves) {
    Region &stays = thenLeaves ? op.getElseRegion() : op.getThenRegion();
    Block &block = stays.empty() ? stays.emplaceBlock() : stays.front();
    if (!block.empty())
      block.back().erase();
    moveRest(op, block, build);
  }
  Targets left = structureBlock(op.getThenRegion().front());
  if (!op.getElseRegion().empty())
    left.insert_range(structureBlock(op.getElseRegion().front()));
  return left;
}

Targets Structurer::structureLoopBody(Block &body, Target &out) {
  Target next{"continue",
              [&](OpBuilder &at) { at.setInsertionPointToStart(&body); }};
  llvm::SaveAndRestore saveIteration(iteration, &next);
  llvm::SaveAndRestore saveLoop(loop, &out);
  Targets left = structureBlock(body);
  left.remove(&next);
  return left;
}

Targets Structurer::structureFor(Operation *&op) {
  auto source = cast<ForOp>(op);
  Target out{"break", [&](OpBuilder &at) { at.setInsertionPoint(source); }};
  Targets left = structureLoopBody(source.getBody().front(), out);
  if (left.empty())
    return left;
  op = makeWhile(source, left, out);
  left.remove(&out);
  return left;
}

/// Puts the operations of a while's condition under a test of the flags.
static void guardCondition(Block &before, Value left,
                           ImplicitLocOpBuilder &build) {
  auto condition = cast<ConditionOp>(before.getTerminator());
  auto guard = IfOp::create(build, build.getI1Type(), left);
  build.setInsertionPointToEnd(&guard.getThenRegion().emplaceBlock());
  Value no =
      ConstantOp::create(build, build.getI1Type(), build.getI64IntegerAttr(0));
  YieldOp::create(build, no);
  Block &test = guard.getElseRegion().emplaceBlock();
  test.getOperations().splice(test.end(), before.getOperations(),
                              std::next(guard->getIterator()),
                              condition->getIterator());
  build.setInsertionPointToEnd(&test);
  YieldOp::create(build, condition.getCondition());
  condition.getConditionMutable().assign(guard.getResult(0));
}

Targets Structurer::structureWhile(WhileOp op) {
  Block &before = op.getBefore().front();
  // Only a callee can be left from a condition, and only inside it.
  structureBlock(before);
  Target out{"break", [&](OpBuilder &at) { at.setInsertionPoint(op); }};
  Targets left = structureLoopBody(op.getBody().front(), out);
  if (left.empty())
    return left;
  build.setLoc(op.getLoc());
  build.setInsertionPointToStart(&before);
  guardCondition(before, anyLeft(left), build);
  left.remove(&out);
  return left;
}

//===----------------------------------------------------------------------===//
// for to while
//===----------------------------------------------------------------------===//

/// The value of a constant step.
static std::optional<int64_t> constantStep(ForOp loop) {
  auto constant = loop.getStep().getDefiningOp<ConstantOp>();
  auto value = constant ? dyn_cast<IntegerAttr>(constant.getValue()) : nullptr;
  return value ? std::optional(value.getInt()) : std::nullopt;
}

static Value compare(ImplicitLocOpBuilder &build, Predicate predicate,
                     Value lhs, Value rhs) {
  return CmpOp::create(build, build.getI1Type(), predicate, lhs, rhs);
}

/// What a positive step makes of the comparison `up`, a negative one of `down`.
template <typename Make>
static Value byDirection(ImplicitLocOpBuilder &build, ForOp loop, Value zero,
                         Make up, Make down) {
  if (std::optional<int64_t> step = constantStep(loop); step && *step != 0)
    return *step > 0 ? up() : down();
  Value rises = compare(build, Predicate::gt, loop.getStep(), zero);
  Value falls = compare(build, Predicate::lt, loop.getStep(), zero);
  return make<OrOp>(build, make<AndOp>(build, rises, up()),
                    make<AndOp>(build, falls, down()));
}

/// At the end of an iteration: to the next value. Only steps of one can't pass
/// the end of 64 bits; others leave the loop where they would.
void Structurer::advance(ForOp loop, Value slot, Value current, Target &out) {
  Type wide = IntegerType::get(build.getContext(), 64, IntegerType::Signed);
  auto wrapping = [&](Value value) {
    return CastOp::create(build, wide, value, /*exact=*/true);
  };
  Value sum = make<AddOp>(build, wrapping(current), wrapping(loop.getStep()));
  Value next = CastOp::create(build, current.getType(), sum, /*exact=*/true);
  SetOp::create(build, slot, next);
  std::optional<int64_t> step = constantStep(loop);
  if (step == 1 || step == -1)
    return;
  std::function<Value()> up = [&] {
    return compare(build, Predicate::lt, next, current);
  };
  std::function<Value()> down = [&] {
    return compare(build, Predicate::gt, next, current);
  };
  Value zero = constant(current.getType(), 0);
  auto wrapped = IfOp::create(build, TypeRange(),
                              byDirection(build, loop, zero, up, down));
  OpBuilder::InsertionGuard restore(build);
  build.setInsertionPointToStart(&wrapped.getThenRegion().emplaceBlock());
  setFlag(out, true);
  YieldOp::create(build, ValueRange());
}

WhileOp Structurer::makeWhile(ForOp op, const Targets &left, Target &out) {
  declare(out);
  build.setLoc(op.getLoc());
  build.setInsertionPoint(op);
  Type type = op.getLower().getType();
  Value zero = constant(type, 0);
  auto slot = VarOp::create(build, RefType::get(build.getContext(), type),
                            op.getName(), /*tracked=*/false);
  SetOp::create(build, slot, op.getLower());
  if (mayRaise(op)) {
    auto isZero = IfOp::create(
        build, TypeRange(), compare(build, Predicate::eq, op.getStep(), zero));
    OpBuilder::InsertionGuard restore(build);
    build.setInsertionPointToStart(&isZero.getThenRegion().emplaceBlock());
    gpujit::RaiseInfo raise = gpujit::raises::zeroStep();
    RaiseOp::create(build, raise.exception, raise.message);
    YieldOp::create(build, ValueRange());
  }

  auto loop = WhileOp::create(build);
  if (IntegerAttr index = op.getIndexAttr())
    loop->setAttr("gpujit.loop", index);
  Block &before = loop.getBefore().emplaceBlock();
  build.setInsertionPointToStart(&before);
  Value index = GetOp::create(build, slot);
  std::function<Value()> up = [&] {
    return compare(build, Predicate::lt, index, op.getUpper());
  };
  std::function<Value()> down = [&] {
    return compare(build, Predicate::gt, index, op.getUpper());
  };
  ConditionOp::create(build, byDirection(build, op, zero, up, down));
  Targets all = left;
  all.insert(&out);
  build.setInsertionPointToStart(&before);
  guardCondition(before, anyLeft(all), build);

  loop.getBody().takeBody(op.getBody());
  Block &body = loop.getBody().front();
  build.setInsertionPointToStart(&body);
  Value current = GetOp::create(build, slot);
  body.getArgument(0).replaceAllUsesWith(current);
  body.eraseArgument(0);
  build.setInsertionPoint(body.getTerminator());
  advance(op, slot, current, out);
  op.erase();
  return loop;
}

//===----------------------------------------------------------------------===//
// Callees and the kernel
//===----------------------------------------------------------------------===//

/// Whether the body's terminator is its one return.
static bool returnsAtEndOnly(Block &body) {
  if (!isa<ReturnOp>(body.getTerminator()))
    return false;
  unsigned returns = 0;
  body.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<InlinedOp>(op))
      return WalkResult::skip();
    returns += isa<ReturnOp>(op);
    return WalkResult::advance();
  });
  return returns == 1;
}

SmallVector<Value> Structurer::structureCallable(Block &body,
                                                 TypeRange results) {
  Target target{"return",
                [&](OpBuilder &at) { at.setInsertionPointToStart(&body); },
                results};
  llvm::SaveAndRestore saveCallable(callable, &target);
  llvm::SaveAndRestore saveLoop(loop, static_cast<Target *>(nullptr));
  llvm::SaveAndRestore saveIteration(iteration, static_cast<Target *>(nullptr));
  if (returnsAtEndOnly(body)) {
    Operation *last = body.getTerminator();
    build.setLoc(last->getLoc());
    build.setInsertionPoint(last);
    YieldOp::create(build, last->getOperands());
    last->erase();
    structureBlock(body);
    return llvm::to_vector(body.getTerminator()->getOperands());
  }
  structureBlock(body);
  build.setLoc(body.getTerminator()->getLoc());
  build.setInsertionPoint(body.getTerminator());
  SmallVector<Value> values;
  for (Value slot : target.slots)
    values.push_back(GetOp::create(build, slot));
  return values;
}

Targets Structurer::structureInlined(InlinedOp op) {
  Block &body = op.getBody().front();
  SmallVector<Value> values = structureCallable(body, op.getResultTypes());
  body.getTerminator()->erase();
  op->getBlock()->getOperations().splice(op->getIterator(),
                                         body.getOperations());
  op.replaceAllUsesWith(values);
  op.erase();
  return {};
}

void Structurer::run(FuncOp function) {
  Block &body = function.getBody().front();
  SmallVector<Value> values =
      structureCallable(body, function.getResultTypes());
  Operation *last = body.getTerminator();
  build.setLoc(last->getLoc());
  build.setInsertionPoint(last);
  ReturnOp::create(build, values);
  last->erase();
  eraseUnreadFlags();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {

struct StructureExits : gpujit::impl::StructureExitsBase<StructureExits> {
  void runOnOperation() override {
    Structurer(getOperation()).run(getOperation());
  }
};

} // namespace
