//===- KernelBuilder.cpp - one kernel and its launch
//-------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/LoopsToPlan/KernelBuilder.h"
#include "Transforms/OrderLoops.h"
#include "runtime/Abi.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace gpujit {

//===----------------------------------------------------------------------===//
// Frame, PlanState
//===----------------------------------------------------------------------===//

/// The bytes that a value takes in the frame; a variable is its contents.
static int64_t bytesOf(Type type) {
  if (auto memref = dyn_cast<MemRefType>(type))
    return memref.getNumElements() * bytesOf(memref.getElementType());
  return type.isIndex() ? 8 : llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
}

int64_t Frame::offsetOf(Value value) {
  auto [word, isNew] = words.try_emplace(value, 0);
  if (isNew)
    word->second = allotBytes(bytesOf(value.getType()));
  return word->second;
}

int64_t Frame::allot(MemRefType type) { return allotBytes(bytesOf(type)); }

int64_t Frame::allotBytes(int64_t bytes) {
  int64_t offset = llvm::alignTo(size(), 8);
  end = offset + bytes;
  return offset;
}

int64_t Frame::size() const {
  return std::max<int64_t>(end, sizeof(GpujitErrorBlock));
}

int64_t PlanState::siteOf(plan::CheckOp check) {
  auto site = plan::SiteAttr::get(check.getContext(), check.getExceptionAttr(),
                                  check.getMessageAttr(), check.getLoc());
  sites.insert(site);
  return llvm::find(sites, site) - sites.begin();
}

void PlanState::recordMapping(Operation *loop, StringRef mapping) {
  auto index = loop->getAttrOfType<IntegerAttr>(plan::kLoopAttr);
  if (!index)
    return;
  size_t position = index.getInt();
  if (mappings.size() <= position)
    mappings.resize(position + 1);
  if (mappings[position].empty())
    mappings[position] = mapping.str();
}

void PlanState::recordMappingsWithin(Operation *op, StringRef mapping) {
  op->walk([&](Operation *nested) { recordMapping(nested, mapping); });
}

//===----------------------------------------------------------------------===//
// Imports
//===----------------------------------------------------------------------===//

/// A name that PTX takes, of ASCII letters, digits and underscores.
static std::string symbolName(StringRef name, unsigned number) {
  std::string symbol = (name + "_" + Twine(number)).str();
  for (char &c : symbol)
    if (!llvm::isAlnum(c))
      c = '_';
  return llvm::isDigit(symbol[0]) ? "_" + symbol : symbol;
}

KernelBuilder::KernelBuilder(PlanState &state, ArrayRef<Operation *> unit)
    : body(state.host.getContext()), state(state), unit(unit),
      loc(unit.empty() ? state.function.getLoc() : unit.front()->getLoc()),
      entry(state.host.getContext()) {
  OpBuilder builder = OpBuilder::atBlockEnd(state.kernels.getBody());
  std::string name = symbolName(state.function.getName(), state.kernelCount++);
  kernel = gpu::GPUFuncOp::create(builder, loc, name,
                                  builder.getFunctionType({}, {}));
  kernel->setAttr(gpu::GPUDialect::getKernelFuncAttrName(),
                  builder.getUnitAttr());
  body.setInsertionPointToEnd(&kernel.getBody().front());
  body.setInsertionPoint(gpu::ReturnOp::create(body, loc));
  entry.setInsertionPoint(arith::ConstantIndexOp::create(body, loc, 0));
  testPredicates();
}

/// Leaves `body` where all conditions are as they must be.
void KernelBuilder::testPredicates() {
  for (auto [condition, expected] : state.predicates) {
    Value holds = import(condition);
    if (!expected)
      holds = arith::XOrIOp::create(
          body, loc, holds, arith::ConstantIntOp::create(body, loc, 1, 1));
    auto guard = scf::IfOp::create(body, loc, holds, /*withElse=*/false);
    body.setInsertionPoint(guard.thenBlock()->getTerminator());
  }
}

/// A location with the name that a value has in the source: of an argument of
/// `program`, or of an array that was made with one.
static Location nameOf(Value hostValue, plan::ProgramOp program, Location loc) {
  if (isa<NameLoc>(hostValue.getLoc()))
    return hostValue.getLoc();
  auto argument = dyn_cast<BlockArgument>(hostValue);
  auto name = argument && program
                  ? program.getArgAttrOfType<StringAttr>(
                        argument.getArgNumber(), plan::kNameAttr)
                  : StringAttr();
  return name ? Location(NameLoc::get(name, loc)) : loc;
}

Value KernelBuilder::argument(Value hostValue) {
  Value &slot = arguments[hostValue];
  if (slot)
    return slot;
  Type type = hostValue.getType();
  // Computed values travel in registers of 64 bits.
  auto known = dyn_cast<BlockArgument>(hostValue);
  bool isRegister =
      !known || known.getOwner() != &state.program.getBody().front();
  isRegister &= !type.isIndex() && !isa<MemRefType>(type);
  Type passed = isRegister ? entry.getI64Type() : type;
  Value value = kernel.getBody().front().addArgument(
      passed,
      nameOf(hostValue, known && !isRegister ? state.program : nullptr, loc));
  slot =
      passed == type ? value : arith::TruncIOp::create(entry, loc, type, value);
  return slot;
}

Value KernelBuilder::nonNegativeArgument(Value hostValue) {
  Value value = argument(hostValue);
  if (auto parameter = dyn_cast<BlockArgument>(value))
    nonNegative.push_back(parameter.getArgNumber());
  return value;
}

Value KernelBuilder::import(Value value) {
  if (Value known = mapping.lookupOrNull(value))
    return known;
  Value imported = importComputed(value);
  mapping.map(value, imported);
  return imported;
}

/// A constant or an extent, perhaps as another integer type: the kernel has it.
static bool isConstantOrExtent(Operation *op) {
  if (auto cast = dyn_cast<arith::IndexCastOp>(op))
    op = cast.getIn().getDefiningOp();
  return op && (matchPattern(op, m_Constant()) || isa<memref::DimOp>(op));
}

/// Constants, extents and what the host can't compute are computed again; what
/// the host computes is an argument; the rest is in the frame.
Value KernelBuilder::importComputed(Value value) {
  Operation *op = value.getDefiningOp();
  if (op && (isConstantOrExtent(op) || state.recomputed.contains(op))) {
    importOperands(op);
    copyCallees(op);
    return entry.clone(*op, mapping)
        ->getResult(cast<OpResult>(value).getResultNumber());
  }
  if (auto variable = dyn_cast_or_null<memref::AllocaOp>(op))
    return isLocal(variable) ? entry.clone(*op)->getResult(0)
                             : frameView(value);
  if (Value hostValue = state.values.get(value))
    return argument(hostValue);
  return memref::LoadOp::create(entry, loc, frameView(value), ValueRange{});
}

/// A variable whose uses are all in this kernel needs no word of the frame,
/// unless a host loop carries it.
bool KernelBuilder::isLocal(Value variable) const {
  Block *block = variable.getDefiningOp()->getBlock();
  return !unit.empty() && unit.front()->getBlock() == block &&
         llvm::all_of(variable.getUsers(), [&](Operation *user) {
           return llvm::is_contained(unit, block->findAncestorOpInBlock(*user));
         });
}

/// The kernel's argument that is the frame.
Value KernelBuilder::frameArg() {
  if (!frameArgument)
    frameArgument = kernel.getBody().front().addArgument(
        MemRefType::get({ShapedType::kDynamic}, entry.getI8Type()), loc);
  return frameArgument;
}

Value KernelBuilder::frameArray(MemRefType type, int64_t offset) {
  Value start = arith::ConstantIndexOp::create(entry, loc, offset);
  return memref::ViewOp::create(entry, loc, type, frameArg(), start,
                                ValueRange{});
}

/// The word of a value, or the contents of a variable.
Value KernelBuilder::frameView(Value value) {
  auto type = dyn_cast<MemRefType>(value.getType());
  if (!type)
    type = MemRefType::get({}, value.getType());
  return frameArray(type, state.frame.offsetOf(value));
}

Value KernelBuilder::shared(int64_t count, Type element) {
  auto space = gpu::AddressSpaceAttr::get(
      entry.getContext(), gpu::GPUDialect::getWorkgroupAddressSpace());
  return memref::AllocaOp::create(
      entry, loc,
      MemRefType::get({count}, element, MemRefLayoutAttrInterface(), space));
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

/// Imports what the operation and those in its regions use from outside.
void KernelBuilder::importOperands(Operation *op) {
  op->walk([&](Operation *nested) {
    for (Value operand : nested->getOperands())
      if (!op->isAncestor(operand.getParentBlock()->getParentOp()))
        import(operand);
  });
}

/// Declares libdevice's functions that the operation calls.
void KernelBuilder::copyCallees(Operation *op) {
  auto module = state.function->getParentOfType<ModuleOp>();
  op->walk([&](func::CallOp call) {
    auto callee = module.lookupSymbol<func::FuncOp>(call.getCallee());
    if (callee && !state.kernels.lookupSymbol(call.getCallee()))
      OpBuilder::atBlockBegin(state.kernels.getBody()).clone(*callee);
  });
}

void KernelBuilder::clone(Operation *op) {
  importOperands(op);
  copyCallees(op);
  body.clone(*op, mapping);
  // A block whose arguments are mapped is cloned without them, so the next copy
  // of the operation would lose its own.
  op->walk([&](Block *block) {
    for (BlockArgument argument : block->getArguments())
      mapping.erase(argument);
  });
}

SmallVector<Value> KernelBuilder::inlineBlock(Block &block,
                                              ValueRange arguments) {
  mapping.map(block.getArguments(), arguments);
  for (Operation &op : block.without_terminator())
    clone(&op);
  return llvm::map_to_vector(
      block.getTerminator()->getOperands(),
      [&](Value value) { return mapping.lookupOrDefault(value); });
}

void KernelBuilder::storeToFrame(Value value) {
  Value inKernel = import(value);
  memref::StoreOp::create(body, loc, inKernel, frameView(value), ValueRange{});
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

bool KernelBuilder::hasChecks() const {
  return llvm::any_of(unit, [](Operation *op) {
    return op
        ->walk([](Operation *nested) {
          return isa<plan::CheckOp, plan::FailedOp>(nested)
                     ? WalkResult::interrupt()
                     : WalkResult::advance();
        })
        .wasInterrupted();
  });
}

void KernelBuilder::beginIteration(llvm::function_ref<Value()> key) {
  if (!hasChecks())
    return;
  auto declare = [&](Value &variable, Type type) {
    if (!variable)
      variable =
          memref::AllocaOp::create(entry, loc, MemRefType::get({}, type));
  };
  declare(failedFlag, entry.getI1Type());
  declare(iterationKey, entry.getIndexType());
  Value no = arith::ConstantIntOp::create(entry, loc, 0, 1);
  memref::StoreOp::create(body, loc, no, failedFlag, ValueRange{});
  memref::StoreOp::create(body, loc, key(), iterationKey, ValueRange{});
}

void KernelBuilder::setIteration(Value key) {
  memref::StoreOp::create(body, loc, key, iterationKey, ValueRange{});
}

Value KernelBuilder::loadIteration() {
  return memref::LoadOp::create(body, loc, iterationKey, ValueRange{});
}

void KernelBuilder::setFailed(Value failed) {
  memref::StoreOp::create(body, loc, failed, failedFlag, ValueRange{});
}

/// Only the first failure of an iteration is recorded.
static void lowerCheck(plan::CheckOp check, PlanState &state, Value frame,
                       Value flag, Value keyVariable) {
  OpBuilder builder(check);
  Location loc = check.getLoc();
  Value yes = arith::ConstantIntOp::create(builder, loc, 1, 1);
  Value bad = arith::XOrIOp::create(builder, loc, check.getCondition(), yes);
  auto failed = scf::IfOp::create(builder, loc, bad, /*withElse=*/false);
  builder.setInsertionPointToStart(failed.thenBlock());
  Value before = memref::LoadOp::create(builder, loc, flag, ValueRange{});
  Value isFirst = arith::XOrIOp::create(builder, loc, before, yes);
  auto first = scf::IfOp::create(builder, loc, isFirst, /*withElse=*/false);
  memref::StoreOp::create(builder, loc, yes, flag, ValueRange{});
  builder.setInsertionPointToStart(first.thenBlock());
  Value key = memref::LoadOp::create(builder, loc, keyVariable, ValueRange{});
  plan::RecordOp::create(builder, loc, frame, key,
                         builder.getI64IntegerAttr(state.siteOf(check)),
                         check.getPayload());
  check.erase();
}

void KernelBuilder::lowerChecks() {
  SmallVector<plan::CheckOp> checks;
  kernel.walk([&](plan::CheckOp check) { checks.push_back(check); });
  for (plan::CheckOp check : checks)
    lowerCheck(check, state, frameArg(), failedFlag, iterationKey);
  kernel.walk([&](plan::FailedOp failed) {
    OpBuilder builder(failed);
    Value flag = memref::LoadOp::create(builder, failed.getLoc(), failedFlag,
                                        ValueRange{});
    failed.replaceAllUsesWith(flag);
    failed.erase();
  });
}

//===----------------------------------------------------------------------===//
// The launch
//===----------------------------------------------------------------------===//

/// LLVM keeps a variable in a register only when it is declared at the entry.
/// What threads share is an attribution of the kernel.
static void hoistVariables(gpu::GPUFuncOp kernel) {
  Block &code = kernel.getBody().front();
  SmallVector<memref::AllocaOp> variables;
  kernel.walk([&](memref::AllocaOp op) { variables.push_back(op); });
  for (memref::AllocaOp variable : variables) {
    if (!variable.getType().getMemorySpace()) {
      variable->moveBefore(&code, code.begin());
      continue;
    }
    variable.replaceAllUsesWith(
        kernel.addWorkgroupAttribution(variable.getType(), variable.getLoc()));
    variable.erase();
  }
}

/// Arguments are disjoint unless known to overlap; those only read are constant
/// while the kernel runs.
static void annotateArray(gpu::GPUFuncOp kernel, BlockArgument array,
                          bool isDisjoint) {
  auto unit = UnitAttr::get(kernel.getContext());
  if (isDisjoint)
    kernel.setArgAttr(array.getArgNumber(),
                      LLVM::LLVMDialect::getNoAliasAttrName(), unit);
  if (llvm::all_of(array.getUsers(),
                   llvm::IsaPred<memref::LoadOp, memref::DimOp>))
    kernel.setArgAttr(array.getArgNumber(),
                      LLVM::LLVMDialect::getReadonlyAttrName(), unit);
}

void KernelBuilder::launch(Value gridX, Value gridY, Value gridZ,
                           ArrayRef<int32_t> block) {
  // Parallel loops that found no place in the grid.
  orderLoops(kernel);
  lowerChecks();

  Block &code = kernel.getBody().front();
  kernel.setFunctionType(
      entry.getFunctionType(code.getArgumentTypes(), TypeRange{}));
  hoistVariables(kernel);
  kernel.setKnownBlockSizeAttr(entry.getDenseI32ArrayAttr(block));

  for (unsigned number : nonNegative)
    kernel.setArgAttr(number, plan::kNonNegativeAttr, entry.getUnitAttr());

  // Operands in the order of the kernel's arguments.
  SmallVector<Value> operands(kernel.getNumArguments());
  auto numberOf = [](Value inKernel) {
    if (auto trunc = inKernel.getDefiningOp<arith::TruncIOp>())
      inKernel = trunc.getIn();
    return cast<BlockArgument>(inKernel).getArgNumber();
  };
  // What a variable holds may be any of the other arrays.
  bool mayBeOne = llvm::any_of(arguments, [](const auto &entry) {
    return isa_and_nonnull<memref::LoadOp>(entry.first.getDefiningOp());
  });
  for (auto [hostValue, inKernel] : arguments) {
    unsigned number = numberOf(inKernel);
    Type passed = code.getArgument(number).getType();
    Value operand = hostValue;
    if (hostValue.getType().isInteger(1) && !passed.isInteger(1))
      operand = arith::ExtUIOp::create(state.host, loc, passed, hostValue);
    else if (passed != hostValue.getType())
      operand = arith::ExtSIOp::create(state.host, loc, passed, hostValue);
    operands[number] = operand;
    if (isa<MemRefType>(passed))
      annotateArray(kernel, code.getArgument(number),
                    !mayBeOne && !state.overlapping.contains(hostValue));
  }
  if (frameArgument) {
    unsigned number = cast<BlockArgument>(frameArgument).getArgNumber();
    operands[number] =
        plan::FrameOp::create(state.host, loc, frameArgument.getType());
    kernel.setArgAttr(number, LLVM::LLVMDialect::getNoAliasAttrName(),
                      entry.getUnitAttr());
  }
  auto symbol = SymbolRefAttr::get(
      state.kernels.getSymNameAttr(),
      {FlatSymbolRefAttr::get(entry.getContext(), kernel.getName())});
  plan::LaunchOp::create(state.host, loc, symbol, gridX, gridY, gridZ, block,
                         operands);
}

} // namespace gpujit
