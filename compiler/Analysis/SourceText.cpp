//===- SourceText.cpp - values as the kernel would write them -------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/SourceText.h"

#include "Analysis/Intervals.h"

#include "Support/Locations.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::pyk;

namespace {
/// A text and how tightly it binds: 3 atom, 2 product, 1 sum, 0 anything
/// looser.
struct Text {
  std::string text;
  unsigned binds;
};
constexpr unsigned maxDepth = 6;
} // namespace

static Text textOf(Value value, unsigned depth);

static std::string operandText(Value value, unsigned atLeast, unsigned depth) {
  Text text = textOf(value, depth + 1);
  return text.binds >= atLeast ? text.text : "(" + text.text + ")";
}

static Text binaryText(Operation *op, StringRef sign, unsigned binds,
                       unsigned depth) {
  return {operandText(op->getOperand(0), binds, depth) + " " + sign.str() +
              " " + operandText(op->getOperand(1), binds + 1, depth),
          binds};
}

static std::string listText(ValueRange values, unsigned depth) {
  std::string text;
  for (Value value : values)
    text += (text.empty() ? "" : ", ") + textOf(value, depth + 1).text;
  return text;
}

static Text argumentText(BlockArgument argument) {
  Operation *owner = argument.getOwner()->getParentOp();
  if (auto func = dyn_cast<FuncOp>(owner))
    return {func.getArgName(argument.getArgNumber()).str(), 3};
  if (auto loop = dyn_cast<ForOp>(owner))
    return {loop.getName().str(), 3};
  return {"...", 3};
}

static Text constantText(ConstantOp constant) {
  if (auto integer = dyn_cast<IntegerAttr>(constant.getValue()))
    return {std::to_string(integer.getInt()), integer.getInt() < 0 ? 1u : 3u};
  return {"...", 3};
}

static Text slotText(Value slot) {
  auto var = slot.getDefiningOp<VarOp>();
  return {var ? var.getName().str() : "...", 3};
}

static Text textOf(Value value, unsigned depth) {
  if (depth > maxDepth)
    return {"...", 3};
  if (auto argument = dyn_cast<BlockArgument>(value))
    return argumentText(argument);
  return llvm::TypeSwitch<Operation *, Text>(value.getDefiningOp())
      .Case([](ConstantOp op) { return constantText(op); })
      .Case([](GetOp op) { return slotText(op.getRef()); })
      .Case([&](LoadOp op) { return Text{accessText(op), 3}; })
      .Case([&](AllocOp op) { return Text{op.getName().str(), 3}; })
      .Case([&](ExtentOp op) {
        return Text{llvm::formatv("{0}.shape[{1}]",
                                  textOf(op.getArray(), depth).text,
                                  op.getAxis()),
                    3};
      })
      .Case([&](CastOp op) { return textOf(op.getInput(), depth); })
      .Case([&](AddOp op) { return binaryText(op, "+", 1, depth); })
      .Case([&](SubOp op) { return binaryText(op, "-", 1, depth); })
      .Case([&](MulOp op) { return binaryText(op, "*", 2, depth); })
      .Case([&](FloorDivOp op) { return binaryText(op, "//", 2, depth); })
      .Case([&](ModOp op) { return binaryText(op, "%", 2, depth); })
      .Case([&](AndOp op) {
        std::optional<Mask> mask = matchMask(op);
        return mask ? Text{operandText(mask->value, 2, depth) + " % " +
                               std::to_string(mask->modulus),
                           2}
                    : Text{"...", 3};
      })
      .Case([&](ShlOp op) {
        return Text{binaryText(op, "<<", 1, depth).text, 0};
      })
      .Case([&](ShrOp op) {
        return Text{binaryText(op, ">>", 1, depth).text, 0};
      })
      .Case([&](NegOp op) {
        return Text{"-" + operandText(op.getOperand(), 3, depth), 1};
      })
      .Case([&](MinOp op) {
        return Text{"min(" + listText(op->getOperands(), depth) + ")", 3};
      })
      .Case([&](MaxOp op) {
        return Text{"max(" + listText(op->getOperands(), depth) + ")", 3};
      })
      .Default([](Operation *) { return Text{"...", 3}; });
}

std::string gpujit::sourceText(Value value) { return textOf(value, 0).text; }

std::string gpujit::accessText(Operation *access) {
  auto load = dyn_cast<LoadOp>(access);
  auto store = dyn_cast<StoreOp>(access);
  StringRef name = load ? load.getName() : store.getName();
  ValueRange indices = load ? load.getIndices() : store.getIndices();
  return name.str() + "[" + listText(indices, 1) + "]";
}

unsigned gpujit::lineOf(Location location) { return traceOf(location).at.line; }

unsigned gpujit::columnOf(Location location) {
  return traceOf(location).at.column;
}
