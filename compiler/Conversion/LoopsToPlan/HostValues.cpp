//===- HostValues.cpp - what the host can compute
//----------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/LoopsToPlan/HostValues.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace gpujit {

/// An integer constant of the given value.
static bool isConstant(Value value, int64_t expected) {
  APInt constant;
  return matchPattern(value, m_ConstantInt(&constant)) &&
         constant.getSExtValue() == expected;
}

/// Integers of up to 64 bits fit the host's registers.
static bool isHostType(Type type) {
  return type.isIndex() ||
         (type.isSignlessInteger() && type.getIntOrFloatBitWidth() <= 64);
}

/// Whether the upper half of a product is only compared with the sign of the
/// lower: the host has an instruction that says whether the two agree.
static bool isOverflowTest(arith::MulSIExtendedOp product) {
  return llvm::all_of(product.getHigh().getUsers(), [&](Operation *user) {
    auto compare = dyn_cast<arith::CmpIOp>(user);
    if (!compare || (compare.getPredicate() != arith::CmpIPredicate::eq &&
                     compare.getPredicate() != arith::CmpIPredicate::ne))
      return false;
    Value other = compare.getLhs() == product.getHigh() ? compare.getRhs()
                                                        : compare.getLhs();
    auto sign = other.getDefiningOp<arith::ShRSIOp>();
    return sign && sign.getLhs() == product.getLow() &&
           isConstant(sign.getRhs(), 63);
  });
}

/// The operations that the recipe has instructions for.
static bool isHostArithmetic(Operation *op) {
  if (auto product = dyn_cast<arith::MulSIExtendedOp>(op))
    return product.getLow().getType().isInteger(64) && isOverflowTest(product);
  return isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::DivSIOp,
             arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
             arith::FloorDivSIOp, arith::CeilDivSIOp, arith::AndIOp,
             arith::OrIOp, arith::XOrIOp, arith::ShLIOp, arith::ShRSIOp,
             arith::ShRUIOp, arith::CmpIOp, arith::SelectOp, arith::MinSIOp,
             arith::MaxSIOp, arith::MinUIOp, arith::MaxUIOp, arith::ExtSIOp,
             arith::ExtUIOp, arith::TruncIOp, arith::IndexCastOp,
             arith::IndexCastUIOp, arith::ConstantOp>(op) &&
         llvm::all_of(op->getOperandTypes(), isHostType) &&
         llvm::all_of(op->getResultTypes(), isHostType);
}

/// Branches, loops and checks that the recipe has instructions for.
static bool isHostControl(Operation *op) {
  return isa<scf::IfOp, scf::ForOp, scf::YieldOp, plan::CheckOp>(op) &&
         llvm::all_of(op->getResultTypes(), isHostType);
}

/// A variable that holds an array, or what is done with it: the host knows
/// which array a name stands for.
static bool isOfArrayVariable(Operation *op) {
  auto holdsArray = [](Value variable) {
    return isa<MemRefType>(
        cast<MemRefType>(variable.getType()).getElementType());
  };
  if (auto variable = dyn_cast<memref::AllocaOp>(op))
    return holdsArray(variable);
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return holdsArray(load.getMemref());
  auto store = dyn_cast<memref::StoreOp>(op);
  return store && holdsArray(store.getMemref());
}

/// Whether the operation and those in its regions are host work, given that
/// `root` is copied as a whole.
bool HostValues::isHostWork(Operation *op, Operation *root) {
  auto dim = dyn_cast<memref::DimOp>(op);
  if (dim && !dim.getConstantIndex())
    return false;
  if (!dim && !isHostArithmetic(op) && !isHostControl(op) &&
      !isOfArrayVariable(op) && !isa<memref::CastOp>(op))
    return false;
  for (Value operand : op->getOperands()) {
    Operation *scope = operand.getParentBlock()->getParentOp();
    if (!root->isAncestor(scope) && !has(operand))
      return false;
  }
  return llvm::all_of(op->getRegions(), [&](Region &region) {
    return llvm::all_of(region.getOps(), [&](Operation &nested) {
      return isHostWork(&nested, root);
    });
  });
}

bool HostValues::has(Value value) {
  if (mapping.contains(value))
    return true;
  Operation *op = value.getDefiningOp();
  return op && op->getNumRegions() == 0 &&
         (isHostArithmetic(op) || isa<memref::DimOp>(op)) && isHostWork(op, op);
}

Value HostValues::get(Value value) {
  if (Value known = mapping.lookupOrNull(value))
    return known;
  if (!has(value))
    return {};
  Operation *op = value.getDefiningOp();
  for (Value operand : op->getOperands())
    get(operand);
  clone(op);
  return mapping.lookup(value);
}

bool HostValues::tryClone(Operation *op) {
  if (!isHostWork(op, op))
    return false;
  op->walk([&](Operation *nested) {
    for (Value operand : nested->getOperands())
      if (!op->isAncestor(operand.getParentBlock()->getParentOp()))
        get(operand);
  });
  clone(op);
  return true;
}

/// Copies an operation whose operands are mapped; extents become the plan's.
void HostValues::clone(Operation *op) {
  auto extent = [&](OpBuilder &at, memref::DimOp dim, Value array) -> Value {
    return plan::ExtentOp::create(at, dim.getLoc(), at.getIndexType(), array,
                                  *dim.getConstantIndex());
  };
  if (auto dim = dyn_cast<memref::DimOp>(op)) {
    mapping.map(dim.getResult(),
                extent(builder, dim, mapping.lookup(dim.getSource())));
    return;
  }
  Operation *copy = builder.clone(*op, mapping);
  copy->walk([&](memref::DimOp dim) {
    OpBuilder at(dim);
    dim.replaceAllUsesWith(extent(at, dim, dim.getSource()));
    dim.erase();
  });
}

} // namespace gpujit
