//===- LoopsToPlan.cpp - what runs where
//-------------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The function's top level is walked in order. What the host can compute stays
// on the host; parallel loops become launches; loops and branches around
// them become the host's; everything else gathers in runs, each a launch of one
// thread.
//
//===----------------------------------------------------------------------===//

#include "Conversion/LoopsToPlan/ArrayAccess.h"
#include "Conversion/LoopsToPlan/GridLoops.h"
#include "Conversion/LoopsToPlan/KernelBuilder.h"
#include "Conversion/LoopsToPlan/Passes.h"
#include "Conversion/LoopsToPlan/PlanEnd.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace gpujit {
#define GEN_PASS_DEF_CONVERTLOOPSTOPLAN
#include "Conversion/LoopsToPlan/Passes.h.inc"
} // namespace gpujit

using namespace gpujit;

/// Local arrays up to this size may live in the frame.
static constexpr int64_t kMaxFrameArray = 1 << 20;

static bool contains(Operation *op, llvm::function_ref<bool(Operation *)> is) {
  return op
      ->walk([&](Operation *nested) {
        return is(nested) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

static bool holdsParallelLoop(Operation *op) {
  return contains(op, llvm::IsaPred<scf::ForallOp>);
}

namespace {
/// Converts one function.
class Converter {
public:
  explicit Converter(PlanState &state) : state(state) {}

  LogicalResult convert();

private:
  LogicalResult convertBlock(Block &block);
  LogicalResult convertOp(Operation &op);
  LogicalResult convertOrderedLoop(scf::ForOp loop);
  LogicalResult convertHostLoop(scf::ForOp loop);
  LogicalResult convertWhile(scf::WhileOp loop);
  LogicalResult convertHostWhile(scf::WhileOp loop);
  LogicalResult convertHostBranch(scf::IfOp branch);
  LogicalResult convertDeviceBranch(scf::IfOp branch);
  LogicalResult convertReturn(func::ReturnOp op);
  LogicalResult checkVariable(memref::AllocaOp variable);
  LogicalResult convertScratch(memref::AllocOp array);
  bool hasHostBounds(scf::ForOp loop);
  bool isRecomputable(Operation &op);
  void flush(Value wanted = {});

  PlanState &state;
  SmallVector<Operation *> pending; ///< for the next launch of one thread
  Value result;                     ///< what the function returns
};
} // namespace

/// Pure operations of what every kernel can have: cheaper to do again than to
/// keep in memory.
bool Converter::isRecomputable(Operation &op) {
  auto call = dyn_cast<func::CallOp>(op);
  bool isMath = call && call.getCallee().starts_with("__nv_");
  if (op.getNumRegions() != 0 || (!isMath && !isPure(&op)))
    return false;
  return llvm::all_of(op.getOperands(), [&](Value operand) {
    Operation *defining = operand.getDefiningOp();
    return state.values.has(operand) ||
           (defining && state.recomputed.contains(defining));
  });
}

bool Converter::hasHostBounds(scf::ForOp loop) {
  return loop.getNumResults() == 0 && state.values.has(loop.getLowerBound()) &&
         state.values.has(loop.getUpperBound()) &&
         state.values.has(loop.getStep());
}

LogicalResult Converter::checkVariable(memref::AllocaOp variable) {
  MemRefType type = variable.getType();
  if (!type.hasStaticShape())
    return variable.emitOpError("has a size that isn't constant");
  if (type.getNumElements() > kMaxFrameArray / 8)
    return variable.emitOpError("has ")
           << type.getNumElements() << " elements, at most "
           << kMaxFrameArray / 8 << " fit";
  return success();
}

/// What only the host does must not be left to one thread.
static LogicalResult checkDeviceWork(Operation *op) {
  WalkResult walk = op->walk([](Operation *nested) -> WalkResult {
    if (isa<memref::AllocOp>(nested))
      return nested->emitError(
          "an array whose size isn't constant, in a loop that the host doesn't "
          "run, isn't supported on the GPU yet");
    auto store = dyn_cast<memref::StoreOp>(nested);
    if (store && isa<MemRefType>(store.getValue().getType()))
      return nested->emitError(
          "giving an array's name to another array where the host doesn't run "
          "the code isn't supported on the GPU yet");
    return WalkResult::advance();
  });
  return failure(walk.wasInterrupted());
}

/// An array whose extents are known at the call is the plan's.
LogicalResult Converter::convertScratch(memref::AllocOp array) {
  flush();
  SmallVector<Value> extents;
  for (Value extent : array.getDynamicSizes()) {
    extents.push_back(state.values.get(extent));
    if (!extents.back())
      return array.emitError(
          "an array whose size depends on what is in another array isn't "
          "supported on the GPU yet");
  }
  state.values.map(array, plan::ScratchOp::create(state.host, array.getLoc(),
                                                  array.getType(), extents));
  return success();
}

LogicalResult Converter::convertBlock(Block &block) {
  for (Operation &op : block)
    if (failed(convertOp(op)))
      return failure();
  flush();
  return success();
}

LogicalResult Converter::convertOp(Operation &op) {
  if (auto ret = dyn_cast<func::ReturnOp>(op))
    return convertReturn(ret);
  if (isa<scf::YieldOp, scf::ConditionOp>(op))
    return success();
  if (auto variable = dyn_cast<memref::AllocaOp>(op))
    return isa<MemRefType>(variable.getType().getElementType()) &&
                   state.values.tryClone(variable)
               ? success()
               : checkVariable(variable);
  if (auto array = dyn_cast<memref::AllocOp>(op))
    return convertScratch(array);

  // A check on the host must not overtake one on the device.
  auto isCheck = llvm::IsaPred<plan::CheckOp>;
  if (contains(&op, isCheck) && llvm::any_of(pending, [&](Operation *earlier) {
        return contains(earlier, isCheck);
      }))
    flush();
  if (!state.predicates.empty() && isa<memref::StoreOp>(op) &&
      failed(checkDeviceWork(&op)))
    return failure();
  // Where only the device knows whether the place is reached, it checks as
  // well.
  bool isDeviceCheck = !state.predicates.empty() && contains(&op, isCheck);
  if (!isDeviceCheck && state.values.tryClone(&op)) {
    state.recordMappingsWithin(&op, "host loop");
    return success();
  }
  if (isRecomputable(op)) {
    state.recomputed.insert(&op);
    return success();
  }
  if (auto loop = dyn_cast<scf::ForallOp>(op)) {
    flush();
    launchNest(state, loop);
    return success();
  }
  if (auto loop = dyn_cast<scf::ForOp>(op))
    if (holdsParallelLoop(loop) && hasHostBounds(loop))
      return convertOrderedLoop(loop);
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    if (holdsParallelLoop(loop) && state.predicates.empty())
      return convertWhile(loop);
  if (isa<scf::ForOp, scf::WhileOp>(op) && holdsParallelLoop(&op) &&
      canRunInBlock(&op)) {
    flush();
    launchInBlock(state, &op);
    state.recordMapping(&op, "one block");
    state.recordMappingsWithin(&op, "threads of a block");
    return success();
  }
  if (auto branch = dyn_cast<scf::IfOp>(op))
    if (holdsParallelLoop(branch) && branch.getNumResults() == 0)
      return state.values.has(branch.getCondition())
                 ? convertHostBranch(branch)
                 : convertDeviceBranch(branch);
  if (failed(checkDeviceWork(&op)))
    return failure();
  pending.push_back(&op);
  return success();
}

/// Short parallel loops inside are left to one block, where that can be.
LogicalResult Converter::convertOrderedLoop(scf::ForOp loop) {
  flush();
  LogicalResult converted = success();
  state.recordMapping(loop, canRunInBlock(loop)
                                ? "host loop; one block where short"
                                : "host loop");
  auto launchEach = [&] { converted = convertHostLoop(loop); };
  bool isOutermost = !loop->getParentOfType<scf::ForOp>();
  if (!isOutermost || !launchInBlockIfShort(state, loop, launchEach))
    launchEach();
  return converted;
}

LogicalResult Converter::convertWhile(scf::WhileOp loop) {
  flush();
  LogicalResult converted = success();
  auto launchEach = [&] { converted = convertHostWhile(loop); };
  if (!launchInBlockIfShort(state, loop, launchEach))
    launchEach();
  return converted;
}

LogicalResult Converter::convertHostLoop(scf::ForOp loop) {
  flush();
  auto copy = scf::ForOp::create(
      state.host, loop.getLoc(), state.values.get(loop.getLowerBound()),
      state.values.get(loop.getUpperBound()), state.values.get(loop.getStep()));
  state.values.map(loop.getInductionVar(), copy.getInductionVar());
  OpBuilder::InsertionGuard guard(state.host);
  state.host.setInsertionPointToStart(copy.getBody());
  return convertBlock(*loop.getBody());
}

/// The host reads the condition after the kernels that find it.
LogicalResult Converter::convertHostWhile(scf::WhileOp loop) {
  flush();
  auto copy = scf::WhileOp::create(state.host, loop.getLoc(), TypeRange(),
                                   ValueRange());
  OpBuilder::InsertionGuard guard(state.host);
  state.host.createBlock(&copy.getBefore());
  if (failed(convertBlock(*loop.getBeforeBody())))
    return failure();
  Value condition = loop.getConditionOp().getCondition();
  Value goesOn = state.values.get(condition);
  if (!goesOn) {
    flush(condition);
    goesOn =
        plan::ReadOp::create(state.host, loop.getLoc(), condition.getType(),
                             state.frame.offsetOf(condition));
  }
  scf::ConditionOp::create(state.host, loop.getLoc(), goesOn, ValueRange());
  state.host.createBlock(&copy.getAfter());
  if (failed(convertBlock(*loop.getAfterBody())))
    return failure();
  scf::YieldOp::create(state.host, loop.getLoc());
  return success();
}

LogicalResult Converter::convertHostBranch(scf::IfOp branch) {
  flush();
  bool hasElse = branch.elseBlock() != nullptr;
  auto copy =
      scf::IfOp::create(state.host, branch.getLoc(),
                        state.values.get(branch.getCondition()), hasElse);
  OpBuilder::InsertionGuard guard(state.host);
  state.host.setInsertionPointToStart(copy.thenBlock());
  if (failed(convertBlock(*branch.thenBlock())))
    return failure();
  if (!hasElse)
    return success();
  state.host.setInsertionPointToStart(copy.elseBlock());
  return convertBlock(*branch.elseBlock());
}

/// The host goes through both branches; the kernels test the condition.
LogicalResult Converter::convertDeviceBranch(scf::IfOp branch) {
  flush();
  for (bool expected : {true, false}) {
    Block *block = expected ? branch.thenBlock() : branch.elseBlock();
    if (!block)
      continue;
    state.predicates.push_back({branch.getCondition(), expected});
    if (failed(convertBlock(*block)))
      return failure();
    state.predicates.pop_back();
  }
  return success();
}

LogicalResult Converter::convertReturn(func::ReturnOp op) {
  if (op.getNumOperands() > 1)
    return op.emitOpError("returns ") << op.getNumOperands() << " values";
  if (op.getNumOperands() == 1) {
    result = op.getOperand(0);
    if (isa<MemRefType>(result.getType()))
      return op.emitOpError("returns an array");
  }
  flush(result);
  return success();
}

/// Launches one thread for the operations gathered so far, and so that the
/// frame holds `wanted`.
void Converter::flush(Value wanted) {
  bool isMissing = wanted && !state.frame.contains(wanted);
  if (pending.empty() && !isMissing)
    return;
  KernelBuilder kernel(state, pending);
  kernel.beginIteration([&] {
    return arith::ConstantIndexOp::create(kernel.body, kernel.getLoc(), 0);
  });
  auto isOutside = [&](Operation *user) {
    Operation *ancestor =
        pending.front()->getBlock()->findAncestorOpInBlock(*user);
    return !llvm::is_contained(pending, ancestor);
  };
  for (Operation *op : pending) {
    kernel.clone(op);
    for (Value value : op->getResults())
      if (value == wanted || llvm::any_of(value.getUsers(), isOutside))
        kernel.storeToFrame(value);
    state.recordMappingsWithin(op, "one thread");
  }
  if (isMissing && !state.frame.contains(wanted))
    kernel.storeToFrame(wanted);
  Value one = arith::ConstantIndexOp::create(state.host, kernel.getLoc(), 1);
  kernel.launch(one, one, one, {1, 1, 1});
  pending.clear();
}

//===----------------------------------------------------------------------===//
// The whole function
//===----------------------------------------------------------------------===//

LogicalResult Converter::convert() {
  Block &block = state.function.getBody().front();
  for (auto [argument, counterpart] :
       llvm::zip(block.getArguments(), state.program.getBody().getArguments()))
    state.values.map(argument, counterpart);
  if (failed(convertBlock(block)))
    return failure();
  finishPlan(state, result);
  return success();
}

/// The numbers in an attribute of nested arrays of argument numbers, list by
/// list.
static SmallVector<SmallVector<unsigned>> argumentLists(func::FuncOp function,
                                                        StringRef name) {
  SmallVector<SmallVector<unsigned>> lists;
  if (auto outer = function->getAttrOfType<ArrayAttr>(name))
    for (Attribute inner : outer)
      inner.walk([&, &list = lists.emplace_back()](IntegerAttr number) {
        list.push_back(number.getInt());
      });
  return lists;
}

/// Arguments that are one array are used through the first of them.
static void mergeSameArrays(func::FuncOp function) {
  for (ArrayRef<unsigned> group : argumentLists(function, plan::kSameAttr))
    for (unsigned number : group.drop_front()) {
      BlockArgument first = function.getArgument(group[0]);
      BlockArgument other = function.getArgument(number);
      if (first.getType() == other.getType())
        other.replaceAllUsesWith(first);
    }
}

/// Arrays that share elements with another; of those that are one, those that
/// couldn't be merged.
static void noteOverlaps(PlanState &state) {
  func::FuncOp function = state.function;
  auto note = [&](ArrayRef<unsigned> group) {
    for (unsigned number : group)
      state.overlapping.insert(state.program.getArgument(number));
  };
  for (ArrayRef<unsigned> pair : argumentLists(function, plan::kOverlapAttr))
    note(pair);
  for (ArrayRef<unsigned> group : argumentLists(function, plan::kSameAttr))
    if (llvm::any_of(group.drop_front(), [&](unsigned number) {
          return !function.getArgument(number).use_empty();
        }))
      note(group);
}

/// The program's arguments: names and NumPy's types, as the function has them.
static void describeArguments(func::FuncOp function, plan::ProgramOp program) {
  Builder builder(function.getContext());
  for (BlockArgument argument : function.getArguments()) {
    unsigned number = argument.getArgNumber();
    auto describe = [&](StringRef from, StringRef to, const Twine &otherwise) {
      auto value = function.getArgAttrOfType<StringAttr>(number, from);
      program.setArgAttr(number, to,
                         value ? value : builder.getStringAttr(otherwise));
    };
    Type element = getElementTypeOrSelf(argument.getType());
    describe(plan::kSourceNameAttr, plan::kNameAttr, "arg" + Twine(number));
    describe(plan::kSourceDtypeAttr, plan::kDtypeAttr, plan::dtypeOf(element));
    if (isa<MemRefType>(argument.getType()))
      program.setArgAttr(
          number, plan::kAccessAttr,
          builder.getStringAttr(
              function.getArgAttr(number, plan::kSourceReadonlyAttr)
                  ? "read"
                  : accessOf(argument)));
  }
}

namespace {
struct ConvertLoopsToPlan
    : gpujit::impl::ConvertLoopsToPlanBase<ConvertLoopsToPlan> {
  using ConvertLoopsToPlanBase::ConvertLoopsToPlanBase;

  void runOnOperation() override {
    SmallVector<func::FuncOp> functions(getOperation().getOps<func::FuncOp>());
    for (func::FuncOp function : functions)
      if (!function.isDeclaration() && failed(convertFunction(function)))
        return signalPassFailure();
    for (func::FuncOp function : functions)
      function.erase();
  }

  LogicalResult convertFunction(func::FuncOp function) {
    mergeSameArrays(function);
    OpBuilder builder(function);
    auto program = plan::ProgramOp::create(
        builder, function.getLoc(), function.getName(),
        builder.getFunctionType(function.getArgumentTypes(), {}));
    describeArguments(function, program);
    auto kernels =
        gpu::GPUModuleOp::create(builder, function.getLoc(), "kernels");
    PlanState state(function, program, kernels);
    state.manyIterations = manyIterations;
    noteOverlaps(state);
    return Converter(state).convert();
  }
};
} // namespace
