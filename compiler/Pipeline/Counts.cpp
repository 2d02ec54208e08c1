//===- Counts.cpp - what a kernel does, counted ---------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipeline/Counts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace gpujit;
namespace json = llvm::json;

namespace {

/// Writes the tree. Values that decide how often something runs go to a table,
/// each once: [operation, operands...], operands being rows of the table.
class Counter {
public:
  explicit Counter(func::FuncOp function) : function(function) {}

  json::Value run() {
    json::Value body = region(function.getBody());
    return json::Object{{"values", std::move(table)},
                        {"body", std::move(body)}};
  }

private:
  using Tally = llvm::StringMap<int64_t>;

  /// The row of a value, or null if it isn't a matter of the arguments alone.
  json::Value number(Value value) {
    auto found = rows.find(value);
    if (found == rows.end()) {
      json::Value row = makeRow(value);
      int index = -1;
      if (row.kind() != json::Value::Null) {
        index = static_cast<int>(table.size());
        table.push_back(std::move(row));
      }
      found = rows.try_emplace(value, index).first;
    }
    if (found->second < 0)
      return nullptr;
    return found->second;
  }

  json::Value row(StringRef name, ValueRange operands) {
    json::Array array{name};
    for (Value operand : operands) {
      json::Value one = number(operand);
      if (one.kind() == json::Value::Null)
        return nullptr;
      array.push_back(std::move(one));
    }
    return array;
  }

  json::Value makeRow(Value value) {
    APInt constant;
    if (matchPattern(value, m_ConstantInt(&constant)))
      return json::Array{"constant", constant.getBitWidth() == 1
                                         ? int64_t(constant.getZExtValue())
                                         : constant.getSExtValue()};
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (argument.getOwner() == &function.getBody().front() &&
          value.getType().isIntOrIndex())
        return json::Array{"argument", int64_t(argument.getArgNumber()), 0};
      auto loop = indices.find(value);
      if (loop != indices.end())
        return json::Array{"index", loop->second};
      return nullptr;
    }
    return rowOf(value.getDefiningOp());
  }

  json::Value rowOf(Operation *op) {
    if (auto dim = dyn_cast<memref::DimOp>(op)) {
      auto array = dyn_cast<BlockArgument>(dim.getSource());
      std::optional<int64_t> axis = dim.getConstantIndex();
      if (!array || !axis || array.getOwner() != &function.getBody().front())
        return nullptr;
      return json::Array{"argument", int64_t(array.getArgNumber()), *axis};
    }
    if (auto compare = dyn_cast<arith::CmpIOp>(op))
      return row(arith::stringifyCmpIPredicate(compare.getPredicate()),
                 op->getOperands());
    if (isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
            arith::ExtUIOp, arith::TruncIOp>(op))
      return row("same", op->getOperands());
    if (isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::DivSIOp,
            arith::DivUIOp, arith::CeilDivSIOp, arith::CeilDivUIOp,
            arith::FloorDivSIOp, arith::RemSIOp, arith::RemUIOp, arith::MinSIOp,
            arith::MaxSIOp, arith::MinUIOp, arith::MaxUIOp, arith::AndIOp,
            arith::OrIOp, arith::XOrIOp>(op) ||
        (isa<arith::SelectOp>(op) && op->getResult(0).getType().isIntOrIndex()))
      return row(op->getName().stripDialect(), op->getOperands());
    return nullptr;
  }

  //===--------------------------------------------------------------------===//
  // The tree
  //===--------------------------------------------------------------------===//

  /// {"operations": {type: n}, "reads"/"writes": {argument: bytes},
  /// "inside": [loops and branches]}.
  json::Value region(Region &body) {
    Tally operations, reads, writes;
    json::Array inside;
    for (Block &block : body)
      for (Operation &op : block)
        count(op, operations, reads, writes, inside);
    return json::Object{{"operations", toJson(operations)},
                        {"reads", toJson(reads)},
                        {"writes", toJson(writes)},
                        {"inside", std::move(inside)}};
  }

  static json::Value toJson(const Tally &tally) {
    json::Object object;
    for (const auto &entry : tally)
      object[entry.first().str()] = entry.second;
    return object;
  }

  void count(Operation &op, Tally &operations, Tally &reads, Tally &writes,
             json::Array &inside) {
    if (auto load = dyn_cast<memref::LoadOp>(op))
      return access(load.getMemRef(), reads);
    if (auto store = dyn_cast<memref::StoreOp>(op))
      return access(store.getMemRef(), writes);
    if (auto update = dyn_cast<memref::AtomicRMWOp>(op)) {
      ++operations[typeName(update.getValue().getType())];
      access(update.getMemref(), reads);
      return access(update.getMemref(), writes);
    }
    if (auto update = dyn_cast<memref::GenericAtomicRMWOp>(op)) {
      access(update.getMemref(), reads);
      access(update.getMemref(), writes);
    }
    if (isa<scf::ForallOp, scf::ForOp, scf::WhileOp, scf::IfOp>(op)) {
      inside.push_back(control(op));
      return;
    }
    // What a plan.partial holds runs once a thread, not once an iteration.
    if (op.getNumRegions() && !isa<memref::GenericAtomicRMWOp>(op))
      return;
    for (Region &body : op.getRegions())
      for (Operation &nested : body.getOps())
        count(nested, operations, reads, writes, inside);
    arithmetic(op, operations);
  }

  json::Value control(Operation &op) {
    if (auto branch = dyn_cast<scf::IfOp>(op))
      return json::Object{{"if", number(branch.getCondition())},
                          {"then", region(branch.getThenRegion())},
                          {"else", region(branch.getElseRegion())}};
    json::Object loop;
    loop["index"] = nullptr;
    loop["trips"] = trips(op, loop);
    json::Array bodies;
    for (Region &body : op.getRegions())
      bodies.push_back(region(body));
    loop["bodies"] = std::move(bodies);
    return loop;
  }

  /// [lower, upper, step] as rows; null where only the device knows.
  json::Value trips(Operation &op, json::Object &loop) {
    if (auto each = dyn_cast<scf::ForallOp>(op)) {
      if (each.getRank() != 1)
        return nullptr;
      enter(each.getInductionVar(0), loop);
      return json::Array{constant(0), bound(each.getMixedUpperBound()[0]),
                         constant(1)};
    }
    if (auto each = dyn_cast<scf::ForOp>(op)) {
      enter(each.getInductionVar(), loop);
      return json::Array{number(each.getLowerBound()),
                         number(each.getUpperBound()), number(each.getStep())};
    }
    return nullptr;
  }

  void enter(Value variable, json::Object &loop) {
    int64_t name = static_cast<int64_t>(indices.size());
    indices[variable] = name;
    loop["index"] = name;
  }

  json::Value constant(int64_t value) {
    table.push_back(json::Array{"constant", value});
    return static_cast<int64_t>(table.size() - 1);
  }

  json::Value bound(OpFoldResult result) {
    if (std::optional<int64_t> known = getConstantIntValue(result))
      return constant(*known);
    return number(cast<Value>(result));
  }

  /// Arrays of the arguments alone: the others are registers, or small.
  void access(Value array, Tally &tally) {
    auto argument = dyn_cast<BlockArgument>(array);
    bool isLocal = array.getDefiningOp<memref::AllocaOp>() != nullptr ||
                   cast<MemRefType>(array.getType()).getRank() == 0;
    if (isLocal)
      return;
    bool isKnown =
        argument && argument.getOwner() == &function.getBody().front();
    std::string name =
        isKnown ? std::to_string(argument.getArgNumber()) : std::string("?");
    Type element = cast<MemRefType>(array.getType()).getElementType();
    tally[name] += (element.getIntOrFloatBitWidth() + 7) / 8;
  }

  static std::string typeName(Type type) {
    if (type.isF16() || type.isBF16() || type.isF32() || type.isF64())
      return (type.isBF16() ? "bf" : "f") +
             std::to_string(type.getIntOrFloatBitWidth());
    return "int";
  }

  static void arithmetic(Operation &op, Tally &operations) {
    if (isa<func::CallOp>(op)) {
      ++operations["special"];
      return;
    }
    StringRef dialect = op.getDialect()->getNamespace();
    if (op.getNumResults() != 1 || (dialect != "arith" && dialect != "math"))
      return;
    Type type = op.getResult(0).getType();
    bool isFloat = isa<FloatType>(type);
    if (dialect == "math") {
      if (isa<math::FmaOp>(op))
        operations[typeName(type)] += 2;
      else if (isa<math::AbsFOp, math::CopySignOp, math::FloorOp, math::CeilOp,
                   math::TruncOp>(op))
        ++operations[typeName(type)];
      else
        ++operations[isFloat ? "special" : "int"];
      return;
    }
    // A change of sign is part of the instruction that takes the operand.
    if (isa<arith::ConstantOp, arith::IndexCastOp, arith::SelectOp,
            arith::NegFOp>(op))
      return;
    if (isFloat || isa<arith::CmpFOp>(op))
      ++operations[typeName(op.getOperand(0).getType())];
    else if (!type.isIndex())
      ++operations["int"];
  }

  func::FuncOp function;
  json::Array table;
  llvm::DenseMap<Value, int> rows;
  llvm::DenseMap<Value, int64_t> indices;
};

} // namespace

json::Value gpujit::countWork(func::FuncOp function) {
  return Counter(function).run();
}
