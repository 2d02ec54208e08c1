//===- PyKernelRaise.cpp - which operations may raise ---------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PyKernel/PyKernel.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace gpujit::pyk;

/// The integer value of a constant, if it is one.
static std::optional<int64_t> constantInt(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  auto integer =
      constant ? dyn_cast<IntegerAttr>(constant.getValue()) : nullptr;
  return integer ? std::optional(integer.getInt()) : std::nullopt;
}

/// Whether a float constant is known and not zero.
static bool isNonZeroFloat(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  auto number = constant ? dyn_cast<FloatAttr>(constant.getValue()) : nullptr;
  return number && !number.getValue().isZero();
}

static bool castMayRaise(CastOp op) {
  Type from = op.getInput().getType(), to = op.getType();
  if (op.getExact() || isBool(from) || isBool(to) || isFloating(to))
    return false;
  if (isa<PyIntType>(to))
    return isFloating(from) || from.isUnsignedInteger(64);
  return isa<PyIntType, PyFloatType>(from);
}

/// Divisions of Python numbers raise for a zero divisor; of ints also for the
/// lowest value by -1.
static bool divisionMayRaise(Value divisor) {
  if (isFloating(divisor.getType()))
    return !isNonZeroFloat(divisor);
  std::optional<int64_t> value = constantInt(divisor);
  return !value || *value == 0 || *value == -1;
}

/// Python's math functions that neither have a domain nor overflow.
static bool isTotal(MathFn fn) {
  switch (fn) {
  case MathFn::atan:
  case MathFn::tanh:
  case MathFn::asinh:
  case MathFn::cbrt:
  case MathFn::erf:
  case MathFn::erfc:
  case MathFn::floor:
  case MathFn::ceil:
  case MathFn::trunc:
  case MathFn::rint:
  case MathFn::fabs:
    return true;
  default:
    return false;
  }
}

bool gpujit::pyk::mayRaise(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<LoadOp, StoreOp, UpdateOp>(
          [](auto access) { return !access.getInbounds(); })
      .Case([](GetOp get) {
        if (get.getRef().getDefiningOp<PartialOp>())
          return false;
        auto var = get.getRef().getDefiningOp<VarOp>();
        return !var || var.getTracked();
      })
      .Case([](ForOp loop) {
        std::optional<int64_t> step = constantInt(loop.getStep());
        return !step || *step == 0;
      })
      .Case<RaiseOp>([](auto) { return true; })
      .Case([](AllocOp alloc) {
        return !alloc.getExact() && !alloc.getExtents().empty();
      })
      .Case([](CastOp cast) { return castMayRaise(cast); })
      .Case<DivOp, FloorDivOp, ModOp>([](auto division) {
        return !division.getExact() && isWeak(division.getType()) &&
               divisionMayRaise(division.getRhs());
      })
      .Case([](PowOp pow) {
        return !pow.getExact() &&
               (isWeak(pow.getType()) || isSignedInteger(pow.getType()));
      })
      .Case<AddOp, SubOp, MulOp, ShlOp, NegOp, AbsOp>([](auto arithmetic) {
        return !arithmetic.getExact() && isa<PyIntType>(arithmetic.getType());
      })
      .Case([](ShrOp shift) {
        std::optional<int64_t> count = constantInt(shift.getRhs());
        return !shift.getExact() && isa<PyIntType>(shift.getType()) &&
               (!count || *count < 0);
      })
      .Case([](MathOp math) {
        return isWeak(math.getType()) && !isTotal(math.getFn());
      })
      .Case([](Math2Op math) {
        return isWeak(math.getType()) && (math.getFn() == MathFn2::fmod ||
                                          math.getFn() == MathFn2::remainder ||
                                          math.getFn() == MathFn2::pow);
      })
      .Default(false);
}

//===----------------------------------------------------------------------===//
// Interfaces: what may raise is neither removed nor run speculatively.
//===----------------------------------------------------------------------===//

static void
raisingEffects(Operation *op,
               SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  if (mayRaise(op))
    effects.emplace_back(MemoryEffects::Write::get());
}

static Speculation::Speculatability raisingSpeculatability(Operation *op) {
  return mayRaise(op) ? Speculation::NotSpeculatable
                      : Speculation::Speculatable;
}

#define GPUJIT_MAY_RAISE(OP)                                                   \
  void OP::getEffects(                                                         \
      SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>      \
          &effects) {                                                          \
    raisingEffects(*this, effects);                                            \
  }                                                                            \
  Speculation::Speculatability OP::getSpeculatability() {                      \
    return raisingSpeculatability(*this);                                      \
  }

GPUJIT_MAY_RAISE(CastOp)
GPUJIT_MAY_RAISE(AddOp)
GPUJIT_MAY_RAISE(SubOp)
GPUJIT_MAY_RAISE(MulOp)
GPUJIT_MAY_RAISE(DivOp)
GPUJIT_MAY_RAISE(FloorDivOp)
GPUJIT_MAY_RAISE(ModOp)
GPUJIT_MAY_RAISE(PowOp)
GPUJIT_MAY_RAISE(ShlOp)
GPUJIT_MAY_RAISE(ShrOp)
GPUJIT_MAY_RAISE(AndOp)
GPUJIT_MAY_RAISE(OrOp)
GPUJIT_MAY_RAISE(XorOp)
GPUJIT_MAY_RAISE(MinOp)
GPUJIT_MAY_RAISE(MaxOp)
GPUJIT_MAY_RAISE(MinimumOp)
GPUJIT_MAY_RAISE(MaximumOp)
GPUJIT_MAY_RAISE(NegOp)
GPUJIT_MAY_RAISE(InvertOp)
GPUJIT_MAY_RAISE(AbsOp)
GPUJIT_MAY_RAISE(MathOp)
GPUJIT_MAY_RAISE(Math2Op)

#undef GPUJIT_MAY_RAISE

void AllocOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  effects.emplace_back(MemoryEffects::Allocate::get(),
                       getOperation()->getOpResult(0));
  raisingEffects(*this, effects);
}

void GetOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  effects.emplace_back(MemoryEffects::Read::get(), &getRefMutable());
  raisingEffects(*this, effects);
}

void LoadOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  effects.emplace_back(MemoryEffects::Read::get(), &getArrayMutable());
  raisingEffects(*this, effects);
}
