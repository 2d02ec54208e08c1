//===- RecipeBody.cpp - the instructions of a recipe
//-------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Target/NVPTX/RecipeBody.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace gpujit;

namespace json = llvm::json;

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

static unsigned widthOf(Type type) {
  return type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
}

RecipeBody::Register RecipeBody::reg(Value value) {
  auto [entry, isNew] = registers.try_emplace(value, registerCount);
  if (isNew)
    ++registerCount;
  return entry->second;
}

void RecipeBody::emitTo(Register result, StringRef name,
                        ArrayRef<Register> operands) {
  json::Array instruction{name, result};
  llvm::append_range(instruction, operands);
  body.push_back(std::move(instruction));
}

RecipeBody::Register RecipeBody::emit(StringRef name,
                                      ArrayRef<Register> operands) {
  Register result = fresh();
  emitTo(result, name, operands);
  return result;
}

RecipeBody::Register RecipeBody::constant(int64_t value) {
  Register result = fresh();
  body.push_back(json::Array{"const", result, value});
  return result;
}

RecipeBody::Register RecipeBody::zeroExtended(Value value) {
  unsigned width = widthOf(value.getType());
  if (width == 64 || width == 1)
    return reg(value);
  return emit("and", {reg(value), constant((int64_t(1) << width) - 1)});
}

RecipeBody::Register RecipeBody::normalised(Register value, Type type) {
  unsigned width = widthOf(type);
  if (width == 64)
    return value;
  if (width == 1)
    return emit("and", {value, constant(1)});
  Register shift = constant(64 - width);
  return emit("shr", {emit("shl", {value, shift}), shift});
}

FailureOr<json::Array>
RecipeBody::nested(llvm::function_ref<LogicalResult()> write) {
  json::Array outer = std::move(body);
  body = json::Array();
  LogicalResult written = write();
  json::Array inner = std::move(body);
  body = std::move(outer);
  if (failed(written))
    return failure();
  return inner;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

void RecipeBody::writeConstant(arith::ConstantOp op) {
  auto value = cast<IntegerAttr>(op.getValue());
  bool isBool = op.getType().isInteger(1);
  body.push_back(json::Array{"const", reg(op),
                             isBool ? int64_t(value.getValue().getZExtValue())
                                    : value.getValue().getSExtValue()});
}

void RecipeBody::writeCompare(arith::CmpIOp op) {
  using P = arith::CmpIPredicate;
  Register lhs = reg(op.getLhs()), rhs = reg(op.getRhs());
  // As a signed number a true i1 is -1, below the false 0.
  if (op.getLhs().getType().isInteger(1) &&
      llvm::is_contained({P::slt, P::sle, P::sgt, P::sge}, op.getPredicate()))
    std::swap(lhs, rhs);
  switch (op.getPredicate()) {
  case P::eq:
    return emitTo(reg(op), "eq", {lhs, rhs});
  case P::ne:
    return emitTo(reg(op), "ne", {lhs, rhs});
  case P::slt:
    return emitTo(reg(op), "lt", {lhs, rhs});
  case P::sle:
    return emitTo(reg(op), "le", {lhs, rhs});
  case P::sgt:
    return emitTo(reg(op), "gt", {lhs, rhs});
  case P::sge:
    return emitTo(reg(op), "ge", {lhs, rhs});
  case P::ult:
    return emitTo(reg(op), "ult", {lhs, rhs});
  case P::ule:
    return emitTo(reg(op), "ule", {lhs, rhs});
  case P::ugt:
    return emitTo(reg(op), "ult", {rhs, lhs});
  case P::uge:
    return emitTo(reg(op), "ule", {rhs, lhs});
  }
}

/// Between widths: registers are extended by the sign already.
void RecipeBody::writeCast(Operation &op) {
  Value from = op.getOperand(0), to = op.getResult(0);
  bool isUnsigned = isa<arith::ExtUIOp, arith::IndexCastUIOp>(op);
  if (from.getType().isInteger(1) && !isUnsigned)
    return emitTo(reg(to), "sub", {constant(0), reg(from)});
  Register value = isUnsigned ? zeroExtended(from) : reg(from);
  if (widthOf(to.getType()) < widthOf(from.getType()))
    value = normalised(value, to.getType());
  define(to, value);
}

void RecipeBody::writeUnsigned(Operation &op, StringRef name) {
  Register result = emit(
      name, {zeroExtended(op.getOperand(0)), zeroExtended(op.getOperand(1))});
  define(op.getResult(0), normalised(result, op.getResult(0).getType()));
}

/// The recipe's "shr" extends the sign: the sign bit is shifted out first.
void RecipeBody::writeShiftRightUnsigned(Operation &op) {
  Register value = zeroExtended(op.getOperand(0)),
           count = reg(op.getOperand(1));
  Type type = op.getResult(0).getType();
  if (widthOf(type) < 64)
    return define(op.getResult(0),
                  normalised(emit("shr", {value, count}), type));
  Register one = constant(1);
  Register half = emit("and", {emit("shr", {value, one}), constant(INT64_MAX)});
  Register zero = constant(0);
  Register rest = emit("max", {emit("sub", {count, one}), zero});
  Register shifted = emit("shr", {half, rest});
  Register isZero = emit("eq", {count, zero});
  emitTo(reg(op.getResult(0)), "select", {isZero, value, shifted});
}

void RecipeBody::writeMinMaxUnsigned(Operation &op, bool isMin) {
  Register lhs = reg(op.getOperand(0)), rhs = reg(op.getOperand(1));
  Register isLess = emit("ult", {lhs, rhs});
  emitTo(reg(op.getResult(0)), "select",
         {isLess, isMin ? lhs : rhs, isMin ? rhs : lhs});
}

/// ceil(a / b) = -floor(-a / b)
void RecipeBody::writeCeilDiv(Operation &op) {
  Register zero = constant(0);
  Register negative = emit("sub", {zero, reg(op.getOperand(0))});
  Register floor = emit("floordiv", {negative, reg(op.getOperand(1))});
  emitTo(reg(op.getResult(0)), "sub", {zero, floor});
}

/// The upper half is only ever compared with the lower half's sign: it is that
/// sign when the product fits, and another value when it doesn't.
void RecipeBody::writeProduct(arith::MulSIExtendedOp op) {
  Register lhs = reg(op.getLhs()), rhs = reg(op.getRhs());
  emitTo(reg(op.getLow()), "mul", {lhs, rhs});
  Register sign = emit("shr", {reg(op.getLow()), constant(63)});
  Register overflows = emit("mulo", {lhs, rhs});
  emitTo(reg(op.getHigh()), "xor", {sign, overflows});
}

/// The instruction of the same meaning for 64 bits; narrower results may have
/// to be cut back.
static std::pair<StringRef, bool> instructionOf(Operation &op) {
  using Result = std::pair<StringRef, bool>;
  return llvm::TypeSwitch<Operation &, Result>(op)
      .Case([](arith::AddIOp) { return Result("add", true); })
      .Case([](arith::SubIOp) { return Result("sub", true); })
      .Case([](arith::MulIOp) { return Result("mul", true); })
      .Case([](arith::ShLIOp) { return Result("shl", true); })
      .Case([](arith::DivSIOp) { return Result("divs", true); })
      .Case([](arith::FloorDivSIOp) { return Result("floordiv", true); })
      .Case([](arith::RemSIOp) { return Result("rems", false); })
      .Case([](arith::ShRSIOp) { return Result("shr", false); })
      .Case([](arith::AndIOp) { return Result("and", false); })
      .Case([](arith::OrIOp) { return Result("or", false); })
      .Case([](arith::XOrIOp) { return Result("xor", false); })
      .Case([](arith::MinSIOp) { return Result("min", false); })
      .Case([](arith::MaxSIOp) { return Result("max", false); })
      .Case([](arith::SelectOp) { return Result("select", false); })
      .Default([](Operation &) { return Result("", false); });
}

LogicalResult RecipeBody::writeArithmetic(Operation &op) {
  auto [name, mayLeave] = instructionOf(op);
  if (!name.empty()) {
    SmallVector<Register> operands;
    for (Value operand : op.getOperands())
      operands.push_back(reg(operand));
    Type type = op.getResult(0).getType();
    if (!mayLeave || widthOf(type) == 64)
      emitTo(reg(op.getResult(0)), name, operands);
    else
      define(op.getResult(0), normalised(emit(name, operands), type));
    return success();
  }
  return llvm::TypeSwitch<Operation &, LogicalResult>(op)
      .Case([&](arith::ConstantOp typed) {
        return writeConstant(typed), success();
      })
      .Case([&](arith::CmpIOp typed) { return writeCompare(typed), success(); })
      .Case<arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp, arith::IndexCastOp,
            arith::IndexCastUIOp>(
          [&](auto) { return writeCast(op), success(); })
      .Case([&](arith::CeilDivSIOp) { return writeCeilDiv(op), success(); })
      .Case(
          [&](arith::DivUIOp) { return writeUnsigned(op, "divu"), success(); })
      .Case(
          [&](arith::RemUIOp) { return writeUnsigned(op, "remu"), success(); })
      .Case([&](arith::ShRUIOp) {
        return writeShiftRightUnsigned(op), success();
      })
      .Case([&](arith::MinUIOp) {
        return writeMinMaxUnsigned(op, true), success();
      })
      .Case([&](arith::MaxUIOp) {
        return writeMinMaxUnsigned(op, false), success();
      })
      .Case([&](arith::MulSIExtendedOp typed) {
        return writeProduct(typed), success();
      })
      .Default([](Operation &other) {
        return other.emitOpError("has no instruction in the recipe");
      });
}

//===----------------------------------------------------------------------===//
// Control
//===----------------------------------------------------------------------===//

void RecipeBody::writeMoves(ValueRange from, ValueRange to) {
  SmallVector<Register> copies;
  for (Value value : from)
    copies.push_back(from.size() > 1 ? emit("move", {reg(value)}) : reg(value));
  for (auto [copy, target] : llvm::zip(copies, to))
    emitTo(reg(target), "move", {copy});
}

LogicalResult RecipeBody::writeFor(scf::ForOp loop) {
  writeMoves(loop.getInitArgs(), loop.getRegionIterArgs());
  FailureOr<json::Array> inner = nested([&] {
    if (failed(writeBlock(*loop.getBody())))
      return failure();
    auto yield = cast<scf::YieldOp>(loop.getBody()->getTerminator());
    writeMoves(yield.getOperands(), loop.getRegionIterArgs());
    return success();
  });
  if (failed(inner))
    return failure();
  body.push_back(json::Array{
      "for", reg(loop.getInductionVar()), reg(loop.getLowerBound()),
      reg(loop.getUpperBound()), reg(loop.getStep()), std::move(*inner)});
  writeMoves(loop.getRegionIterArgs(), loop.getResults());
  return success();
}

LogicalResult RecipeBody::writeWhile(scf::WhileOp loop) {
  FailureOr<json::Array> before =
      nested([&] { return writeBlock(*loop.getBeforeBody()); });
  FailureOr<json::Array> after =
      nested([&] { return writeBlock(*loop.getAfterBody()); });
  if (failed(before) || failed(after))
    return failure();
  body.push_back(json::Array{"while", std::move(*before),
                             reg(loop.getConditionOp().getCondition()),
                             std::move(*after)});
  return success();
}

LogicalResult RecipeBody::writeIf(scf::IfOp branch) {
  auto writeBranch = [&](Block *block) {
    return nested([&]() -> LogicalResult {
      if (!block)
        return success();
      if (failed(writeBlock(*block)))
        return failure();
      writeMoves(block->getTerminator()->getOperands(), branch.getResults());
      return success();
    });
  };
  // The condition may be an argument's register: it is asked for first.
  Register condition = reg(branch.getCondition());
  FailureOr<json::Array> yes = writeBranch(branch.thenBlock());
  FailureOr<json::Array> no = writeBranch(branch.elseBlock());
  if (failed(yes) || failed(no))
    return failure();
  body.push_back(json::Array{"if", condition, std::move(*yes), std::move(*no)});
  return success();
}

void RecipeBody::writeCheck(plan::CheckOp check) {
  auto site = plan::SiteAttr::get(check.getContext(), check.getExceptionAttr(),
                                  check.getMessageAttr(), check.getLoc());
  auto found = llvm::find(sites, site);
  int64_t number = found - sites.begin();
  if (found == sites.end())
    sites.push_back(site);
  json::Array instruction{"check", reg(check.getCondition()), number};
  for (Value value : check.getPayload())
    instruction.push_back(reg(value));
  while (instruction.size() < 6)
    instruction.push_back(-1);
  body.push_back(std::move(instruction));
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

/// An array's address, extents, and unless it is contiguous, strides.
static unsigned partCount(MemRefType type) {
  return 1 + type.getRank() * (type.getLayout().isIdentity() ? 1 : 2);
}

static MemRefType arrayTypeOf(Value variable) {
  return cast<MemRefType>(
      cast<MemRefType>(variable.getType()).getElementType());
}

SmallVector<RecipeBody::Register> RecipeBody::freshParts(MemRefType type) {
  SmallVector<Register> parts(partCount(type));
  for (Register &part : parts)
    part = fresh();
  return parts;
}

/// An argument that a variable may hold is loaded at the start.
void RecipeBody::loadArray(BlockArgument argument) {
  auto type = cast<MemRefType>(argument.getType());
  SmallVector<Register> parts = freshParts(type);
  int64_t number = argument.getArgNumber();
  body.push_back(json::Array{"address", parts[0], number});
  for (int64_t i = 1; i < static_cast<int64_t>(parts.size()); ++i) {
    bool isExtent = i <= type.getRank();
    body.push_back(json::Array{isExtent ? "extent" : "stride", parts[i], number,
                               (i - 1) % type.getRank()});
  }
  arrays[argument] = std::move(parts);
}

void RecipeBody::writeScratch(plan::ScratchOp scratch) {
  auto type = cast<MemRefType>(scratch.getType());
  SmallVector<Register> parts = {fresh()};
  json::Array instruction{
      "scratch", parts[0],
      int64_t(llvm::divideCeil(type.getElementTypeBitWidth(), 8))};
  auto computed = scratch.getExtents().begin();
  for (int64_t extent : type.getShape()) {
    parts.push_back(ShapedType::isDynamic(extent) ? reg(*computed++)
                                                  : constant(extent));
    instruction.push_back(parts.back());
  }
  body.push_back(std::move(instruction));
  arrays[scratch] = std::move(parts);
}

void RecipeBody::writeArrayMove(ArrayRef<Register> from,
                                ArrayRef<Register> to) {
  for (auto [source, target] : llvm::zip_equal(from, to))
    emitTo(target, "move", {source});
}

/// Variables that hold arrays, and casts, which change an array's type alone.
LogicalResult RecipeBody::writeArrayOp(Operation &op) {
  if (auto variable = dyn_cast<memref::AllocaOp>(op)) {
    arrays[variable] = freshParts(arrayTypeOf(variable));
  } else if (auto load = dyn_cast<memref::LoadOp>(op)) {
    arrays[load] = freshParts(arrayTypeOf(load.getMemref()));
    writeArrayMove(arrays.lookup(load.getMemref()), arrays.lookup(load));
  } else if (auto store = dyn_cast<memref::StoreOp>(op)) {
    writeArrayMove(arrays.lookup(store.getValue()),
                   arrays.lookup(store.getMemref()));
  } else {
    arrays[op.getResult(0)] = arrays.lookup(op.getOperand(0));
  }
  return success();
}

/// What a kernel takes: extents only where they aren't constant.
void RecipeBody::passArray(Value array, json::Array &parameters) {
  auto type = cast<MemRefType>(array.getType());
  for (auto [i, part] : llvm::enumerate(arrays.lookup(array))) {
    bool isExtent = i > 0 && static_cast<int64_t>(i) <= type.getRank();
    if (!isExtent || type.isDynamicDim(i - 1))
      parameters.push_back(json::Array{"register", part});
  }
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

void RecipeBody::writeLaunch(plan::LaunchOp launch) {
  json::Array parameters;
  for (Value operand : launch.getArgs()) {
    auto argument = dyn_cast<BlockArgument>(operand);
    if (argument && argument.getOwner() == &program.getBody().front())
      parameters.push_back(
          json::Array{isa<MemRefType>(operand.getType()) ? "array" : "scalar",
                      argument.getArgNumber()});
    else if (operand.getDefiningOp<plan::FrameOp>())
      parameters.push_back(json::Array{"frame"});
    else if (isa<MemRefType>(operand.getType()))
      passArray(operand, parameters);
    else
      parameters.push_back(json::Array{"register", reg(operand)});
  }
  json::Array instruction{"launch", int64_t(entries.size()),
                          reg(launch.getGridX()), reg(launch.getGridY()),
                          reg(launch.getGridZ())};
  llvm::append_range(instruction, launch.getBlock());
  body.push_back(std::move(instruction));
  entries.push_back(
      json::Object{{"symbol", launch.getKernel().getLeafReference().getValue()},
                   {"params", std::move(parameters)}});
}

//===----------------------------------------------------------------------===//
// The body
//===----------------------------------------------------------------------===//

/// Integers that the program computes with, extended by the sign of the width.
void RecipeBody::writeArguments() {
  for (BlockArgument argument : program.getBody().getArguments()) {
    Type type = argument.getType();
    if (isa<MemRefType>(type) &&
        llvm::any_of(argument.getUsers(),
                     llvm::IsaPred<memref::StoreOp, memref::CastOp>))
      loadArray(argument);
    bool isComputedWith =
        llvm::any_of(argument.getUsers(), [](Operation *user) {
          return !isa<plan::LaunchOp>(user);
        });
    if (!type.isIntOrIndex() || !isComputedWith)
      continue;
    Register loaded = fresh();
    body.push_back(json::Array{"arg", loaded, argument.getArgNumber()});
    StringRef dtype = program.getArgAttrOfType<StringAttr>(
        argument.getArgNumber(), plan::kDtypeAttr);
    define(argument,
           dtype.starts_with("uint") ? normalised(loaded, type) : loaded);
  }
}

LogicalResult RecipeBody::writeOp(Operation &op) {
  auto writeOf = [&](StringRef name, auto of) {
    auto array = dyn_cast<BlockArgument>(of.getArray());
    if (!array) {
      int64_t rank = cast<MemRefType>(of.getArray().getType()).getRank();
      int64_t part = 1 + of.getAxis() + (name == "stride" ? rank : 0);
      emitTo(reg(of.getResult()), "move", {arrays.lookup(of.getArray())[part]});
      return success();
    }
    body.push_back(json::Array{name, reg(of.getResult()), array.getArgNumber(),
                               int64_t(of.getAxis())});
    return success();
  };
  return llvm::TypeSwitch<Operation &, LogicalResult>(op)
      .Case([&](plan::ExtentOp extent) { return writeOf("extent", extent); })
      .Case([&](plan::StrideOp stride) { return writeOf("stride", stride); })
      .Case([&](plan::CheckOp check) { return writeCheck(check), success(); })
      .Case(
          [&](plan::LaunchOp launch) { return writeLaunch(launch), success(); })
      .Case([&](plan::ScratchOp scratch) {
        return writeScratch(scratch), success();
      })
      .Case<memref::AllocaOp, memref::LoadOp, memref::StoreOp, memref::CastOp>(
          [&](auto array) { return writeArrayOp(*array); })
      .Case([&](plan::FrameOp) { return success(); })
      .Case<scf::YieldOp, scf::ConditionOp>([](auto) { return success(); })
      .Case([&](plan::ReadOp read) {
        body.push_back(json::Array{"read", reg(read.getResult()),
                                   int64_t(read.getOffset())});
        return success();
      })
      .Case([&](scf::WhileOp loop) { return writeWhile(loop); })
      .Case([&](scf::ForOp loop) { return writeFor(loop); })
      .Case([&](scf::IfOp branch) { return writeIf(branch); })
      .Default([&](Operation &other) { return writeArithmetic(other); });
}

LogicalResult RecipeBody::writeBlock(Block &block) {
  for (Operation &op : block)
    if (failed(writeOp(op)))
      return failure();
  return success();
}

LogicalResult RecipeBody::write() {
  llvm::append_range(sites, program.getSites().getAsRange<plan::SiteAttr>());
  writeArguments();
  return writeBlock(program.getBody().front());
}
