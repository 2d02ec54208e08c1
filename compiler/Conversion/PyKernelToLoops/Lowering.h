//===- Lowering.h - lowers one pyk function to loops ------------*- C++ -*-===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lowering walks the structured source in order and emits as it goes; each
// file defines `lower` for one group of operations. An operation with a result
// gives the value that stands for it; one without, whether it could be lowered.
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_CONVERSION_PYKERNELTOLOOPS_LOWERING_H
#define GPUJIT_CONVERSION_PYKERNELTOLOOPS_LOWERING_H

#include "Analysis/Intervals.h"
#include "Conversion/PyKernelToLoops/LoopsBuilder.h"
#include "Conversion/PyKernelToLoops/WrongValues.h"
#include "PyKernel/PyKernel.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Dominance.h"
#include "llvm/ADT/DenseMap.h"

namespace gpujit {

/// The signless type of a scalar's values.
mlir::Type loweredScalar(mlir::Type type);
/// The type of an array's elements in memory: bools take a byte.
mlir::Type loweredElement(mlir::Type type);
/// A memref for an array, a signless type for a scalar.
mlir::Type loweredType(mlir::Type type);

/// The float32 whose upper half the bits are.
mlir::Value fromBFloat16(LoopsBuilder &build, mlir::Value bits);

class Lowering {
public:
  using Value = mlir::Value;
  using LogicalResult = mlir::LogicalResult;

  Lowering(mlir::ModuleOp module, pyk::FuncOp source);

  /// Emits the `func.func`. Fails with a diagnostic on what has no lowering;
  /// the module may then hold a part of the result.
  LogicalResult run();

private:
  /// What stands for a `pyk.var`.
  struct Slot {
    Value memory; ///< a memref of rank 0
    Value bound;  ///< the same of i1, if the slot is tracked
    /// What an array's name stands for; there is no memory for it.
    pyk::SetOp array;
  };

  /// A subscript that was checked: what it became, and whether it is inside.
  struct Checked {
    Value index, inside;
  };

  Value get(Value source) const { return values.lookup(source); }

  /// Lowers the operations of a region's block, but for its terminator.
  LogicalResult lowerBody(mlir::Region &region);
  LogicalResult lowerOperation(mlir::Operation *op);
  void declareArguments(mlir::func::FuncOp target);

  /// A slot of this type in the frame of the function or of the innermost
  /// parallel iteration, so that a loop does not allocate again and again.
  Value allocate(mlir::MemRefType type);

  //===--------------------------------------------------------------------===//
  // Variables and arrays (LowerArrays.cpp)
  //===--------------------------------------------------------------------===//

  LogicalResult lower(pyk::VarOp op);
  LogicalResult lower(pyk::SetOp op);
  Value lower(pyk::GetOp op);
  Value lower(pyk::IsBoundOp op);
  Value lower(pyk::ExtentOp op);
  Value lower(pyk::LoadOp op);
  LogicalResult lower(pyk::StoreOp op);
  Value lower(pyk::AllocOp op);

  /// The extent of an array along an axis, as an i64.
  Value extent(Value memory, unsigned axis);
  /// Subscripts ready for memref, and whether the access may be made (null: it
  /// may).
  std::pair<mlir::SmallVector<Value>, Value>
  subscripts(mlir::StringRef name, Value memory, mlir::ValueRange indices,
             bool inBounds);
  /// A subscript, wrapped and checked; once where it was checked before.
  Checked checkSubscript(mlir::StringRef name, Value memory, unsigned axis,
                         Value source);
  Value allocateOnHost(pyk::AllocOp op, mlir::MemRefType type);
  void fill(mlir::TypedValue<mlir::MemRefType> memory, Value value);
  void fillAtOnce(mlir::TypedValue<mlir::MemRefType> memory, Value value);

  //===--------------------------------------------------------------------===//
  // Constants and conversions (LowerCasts.cpp)
  //===--------------------------------------------------------------------===//

  Value lower(pyk::ConstantOp op);
  Value lower(pyk::CastOp op);

  Value integerToInteger(pyk::CastOp op, Value value);
  Value floatToInteger(pyk::CastOp op, Value value);
  void checkFits(Value value, Value isFinite, mlir::Type to);
  Value floatToStrong(Value value, mlir::Type to);
  Value truncate(Value value, mlir::Type to);

  //===--------------------------------------------------------------------===//
  // Arithmetic (LowerArithmetic.cpp, LowerDivision.cpp, LowerPower.cpp)
  //===--------------------------------------------------------------------===//

  Value lower(pyk::AddOp op);
  Value lower(pyk::SubOp op);
  Value lower(pyk::MulOp op);
  Value lower(pyk::DivOp op);
  Value lower(pyk::FloorDivOp op);
  Value lower(pyk::ModOp op);
  Value lower(pyk::PowOp op);
  Value lower(pyk::ShlOp op);
  Value lower(pyk::ShrOp op);
  Value lower(pyk::AndOp op);
  Value lower(pyk::OrOp op);
  Value lower(pyk::XorOp op);
  Value lower(pyk::MinOp op);
  Value lower(pyk::MaxOp op);
  Value lower(pyk::MinimumOp op);
  Value lower(pyk::MaximumOp op);
  Value lower(pyk::NegOp op);
  Value lower(pyk::InvertOp op);
  Value lower(pyk::AbsOp op);
  Value lower(pyk::CmpOp op);
  Value lower(pyk::CmpMixedOp op);
  Value lower(pyk::NotOp op);

  /// A comparison of two lowered values in the order of the source's type.
  Value compare(pyk::Predicate predicate, mlir::Type type, Value lhs,
                Value rhs);
  /// Whether a product of two i64 stays in 64 bits.
  Value productFits(Value lhs, Value rhs);
  /// The divisor, or 1 where the division of integers is not defined.
  Value safeDivisor(Value lhs, Value rhs, bool isSigned);
  Value floorDivide(Value lhs, Value rhs, bool isSigned);
  Value floorModulo(Value lhs, Value rhs, bool isSigned);
  /// Quotient and remainder of floats, as both Python and NumPy compute them.
  std::pair<Value, Value> floorDivideFloats(Value lhs, Value rhs);
  void checkDivisor(mlir::Operation *op, mlir::StringRef sign, Value divisor);
  Value integerPower(pyk::PowOp op, Value base, Value exponent);
  Value constantPower(pyk::PowOp op, Value base, uint64_t exponent);
  Value powerLoop(pyk::PowOp op, Value base, Value exponent);
  Value floatPower(Value base, Value exponent);
  void checkFloatPower(Value base, Value exponent, Value result);

  //===--------------------------------------------------------------------===//
  // What iterations share (LowerReductions.cpp)
  //===--------------------------------------------------------------------===//

  LogicalResult lower(pyk::PartialOp op);
  LogicalResult lower(pyk::UpdateOp op);

  //===--------------------------------------------------------------------===//
  // Math functions (LowerMath.cpp, LowerRound.cpp)
  //===--------------------------------------------------------------------===//

  Value lower(pyk::MathOp op);
  Value lower(pyk::Math2Op op);
  Value lower(pyk::FmaOp op);
  Value lower(pyk::FloatTestOp op);
  Value lower(pyk::RoundOp op);

  Value roundDecimals(Value value, int64_t digits);
  Value roundTens(Value value, int64_t digits);

  //===--------------------------------------------------------------------===//
  // Control flow (LowerControl.cpp)
  //===--------------------------------------------------------------------===//

  LogicalResult lower(pyk::ForOp op);
  LogicalResult lower(pyk::WhileOp op);
  LogicalResult lower(pyk::IfOp op);
  LogicalResult lower(pyk::RaiseOp op);
  LogicalResult lower(pyk::PrintOp op);
  LogicalResult lower(pyk::ReturnOp op);

  std::pair<Value, mlir::StringRef> printed(Value value, mlir::Type type);
  void printFrom(pyk::PrintOp op, unsigned next, std::string format,
                 mlir::SmallVector<Value> values);

  LogicalResult lowerParallel(pyk::ForOp op, Value tripCount);
  LogicalResult lowerSequential(pyk::ForOp op, Value lower, Value upper,
                                Value normalisedStep);
  Value tripCount(Value lower, Value upper, Value step);
  LogicalResult lowerBranch(mlir::Region &source, mlir::Block *target);

  pyk::FuncOp source;
  LoopsBuilder build;
  mlir::DominanceInfo dominance;
  Intervals intervals;
  WrongValues wrong;
  llvm::DenseMap<Value, Value> values;
  llvm::DenseMap<Value, Slot> slots;
  /// By array, axis and index.
  llvm::DenseMap<std::tuple<Value, unsigned, Value>, Checked> checked;
  mlir::Block *frame = nullptr;
};

} // namespace gpujit

#endif // GPUJIT_CONVERSION_PYKERNELTOLOOPS_LOWERING_H
