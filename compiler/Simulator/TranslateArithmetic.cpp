//===- TranslateArithmetic.cpp - arith and math as code ----===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Simulator/Translator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/StringSwitch.h"
#include <cmath>

using namespace mlir;
using namespace gpujit::simulator;

//===----------------------------------------------------------------------===//
// arith
//===----------------------------------------------------------------------===//

static std::optional<Opcode> integerOp(StringRef name) {
  return llvm::StringSwitch<std::optional<Opcode>>(name)
      .Case("arith.addi", Opcode::Add)
      .Case("arith.subi", Opcode::Sub)
      .Case("arith.muli", Opcode::Mul)
      .Case("arith.divsi", Opcode::DivS)
      .Case("arith.divui", Opcode::DivU)
      .Case("arith.remsi", Opcode::RemS)
      .Case("arith.remui", Opcode::RemU)
      .Case("arith.floordivsi", Opcode::FloorDivS)
      .Case("arith.ceildivsi", Opcode::CeilDivS)
      .Case("arith.andi", Opcode::And)
      .Case("arith.ori", Opcode::Or)
      .Case("arith.xori", Opcode::Xor)
      .Case("arith.shli", Opcode::Shl)
      .Case("arith.shrsi", Opcode::ShrS)
      .Case("arith.shrui", Opcode::ShrU)
      .Case("arith.maxsi", Opcode::MaxS)
      .Case("arith.minsi", Opcode::MinS)
      .Case("arith.maxui", Opcode::MaxU)
      .Case("arith.minui", Opcode::MinU)
      .Default(std::nullopt);
}

static std::optional<Opcode> floatOp(StringRef name) {
  return llvm::StringSwitch<std::optional<Opcode>>(name)
      .Case("arith.addf", Opcode::AddF)
      .Case("arith.subf", Opcode::SubF)
      .Case("arith.mulf", Opcode::MulF)
      .Case("arith.divf", Opcode::DivF)
      .Case("arith.negf", Opcode::NegF)
      .Case("math.fma", Opcode::FmaF)
      .Default(std::nullopt);
}

static Opcode comparison(arith::CmpIPredicate predicate) {
  static constexpr Opcode ops[] = {
      Opcode::Eq,  Opcode::Ne,  Opcode::LtS, Opcode::LeS, Opcode::GtS,
      Opcode::GeS, Opcode::LtU, Opcode::LeU, Opcode::GtU, Opcode::GeU};
  return ops[static_cast<int>(predicate)];
}

static int64_t bitsOf(Attribute value) {
  if (auto integer = dyn_cast<IntegerAttr>(value))
    return integer.getValue().getSExtValue();
  APInt bits = cast<FloatAttr>(value).getValue().bitcastToAPInt();
  return static_cast<int64_t>(bits.getZExtValue());
}

LogicalResult Translator::emitArithmetic(Operation &op, bool &done) {
  StringRef name = op.getName().getStringRef();
  auto operand = [&](unsigned i) { return slot(op.getOperand(i)); };
  for (Type type : op.getResultTypes())
    if (name.starts_with("arith.") && !type.isIntOrIndex() && !type.isF16() &&
        !type.isF32() && !type.isF64() && !isa<MemRefType>(type))
      return op.emitError("the simulated device has no values of type ")
             << type;
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    kernel.slots[slot(constant)] = bitsOf(constant.getValue());
  } else if (std::optional<Opcode> code = integerOp(name)) {
    addInteger(*code, op.getResult(0).getType(), slot(op.getResult(0)),
               operand(0), operand(1));
  } else if (std::optional<Opcode> code = floatOp(name);
             code && !op.getResult(0).getType().isF16()) {
    Instruction &added = add(*code, slot(op.getResult(0)), operand(0));
    added.isDouble = op.getResult(0).getType().isF64();
    if (op.getNumOperands() > 1)
      kernel.code.back().b = operand(1);
    if (op.getNumOperands() > 2)
      kernel.code.back().c = operand(2);
  } else if (auto compare = dyn_cast<arith::CmpIOp>(op)) {
    add(comparison(compare.getPredicate()), slot(compare), operand(0),
        operand(1));
  } else if (auto compare = dyn_cast<arith::CmpFOp>(op)) {
    Instruction &added =
        add(Opcode::CompareF, slot(compare), operand(0), operand(1));
    added.isDouble = compare.getLhs().getType().isF64();
    added.immediate = static_cast<int64_t>(compare.getPredicate());
  } else if (auto select = dyn_cast<arith::SelectOp>(op)) {
    for (int i = 0; i < slotCount(select.getType()); ++i)
      add(Opcode::Select, slot(select) + i, operand(0), operand(1) + i,
          operand(2) + i);
  } else if (isa<arith::ExtUIOp, arith::IndexCastUIOp>(op)) {
    int from = width(op.getOperand(0).getType());
    int to = width(op.getResult(0).getType());
    int narrow = std::min(from, to);
    addInteger(Opcode::ZeroExtend, op.getResult(0).getType(),
               slot(op.getResult(0)), operand(0))
        .immediate = static_cast<int64_t>(~uint64_t(0) >> (64 - narrow));
  } else if (isa<arith::ExtSIOp, arith::TruncIOp, arith::IndexCastOp>(op)) {
    addInteger(Opcode::SignExtend, op.getResult(0).getType(),
               slot(op.getResult(0)), operand(0));
  } else if (isa<arith::BitcastOp>(op)) {
    Type type = op.getResult(0).getType();
    if (type.isIntOrIndex())
      addInteger(Opcode::SignExtend, type, slot(op.getResult(0)), operand(0));
    else
      addInteger(Opcode::ZeroExtend, op.getOperand(0).getType(),
                 slot(op.getResult(0)), operand(0))
          .immediate = static_cast<int64_t>(~uint64_t(0) >> (64 - width(type)));
    kernel.code.back().shift =
        type.isIntOrIndex() ? static_cast<uint8_t>(64 - width(type)) : 0;
  } else if (isa<arith::SIToFPOp, arith::UIToFPOp>(op)) {
    Instruction &added = addInteger(
        isa<arith::SIToFPOp>(op) ? Opcode::SignedToF : Opcode::UnsignedToF,
        op.getOperand(0).getType(), slot(op.getResult(0)), operand(0));
    // An integer that a double rounds is beyond float16 anyway.
    bool isHalf = op.getResult(0).getType().isF16();
    added.isDouble = isHalf || op.getResult(0).getType().isF64();
    if (isHalf)
      add(Opcode::FToHalf, slot(op.getResult(0)), slot(op.getResult(0)))
          .isDouble = true;
  } else if (isa<arith::FPToSIOp, arith::FPToUIOp>(op)) {
    Instruction &added = addInteger(
        isa<arith::FPToSIOp>(op) ? Opcode::FToSigned : Opcode::FToUnsigned,
        op.getResult(0).getType(), slot(op.getResult(0)), operand(0));
    added.isDouble = op.getOperand(0).getType().isF64();
  } else if (isa<arith::ExtFOp>(op)) {
    bool isHalf = op.getOperand(0).getType().isF16();
    add(isHalf ? Opcode::HalfToF : Opcode::Extend, slot(op.getResult(0)),
        operand(0))
        .isDouble = op.getResult(0).getType().isF64();
  } else if (isa<arith::TruncFOp>(op)) {
    bool isHalf = op.getResult(0).getType().isF16();
    add(isHalf ? Opcode::FToHalf : Opcode::Truncate, slot(op.getResult(0)),
        operand(0))
        .isDouble = op.getOperand(0).getType().isF64();
  } else if (isa<arith::MulSIExtendedOp, arith::MulUIExtendedOp>(op)) {
    Type type = op.getResult(0).getType();
    bool isSigned = isa<arith::MulSIExtendedOp>(op);
    int a = operand(0), b = operand(1);
    addInteger(Opcode::Mul, type, slot(op.getResult(0)), a, b);
    addInteger(isSigned ? Opcode::MulHighS : Opcode::MulHighU, type,
               slot(op.getResult(1)), a, b);
  } else {
    done = false;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

namespace {
/// A C function in both precisions.
struct Function1 {
  float (*single)(float) = nullptr;
  double (*twice)(double) = nullptr;
};
struct Function2 {
  float (*single)(float, float) = nullptr;
  double (*twice)(double, double) = nullptr;
};
} // namespace

static float maximum32(float a, float b) {
  return std::isnan(a) || std::isnan(b) ? NAN
         : a == b                       ? (std::signbit(a) ? b : a)
                                        : std::max(a, b);
}
static double maximum64(double a, double b) {
  return std::isnan(a) || std::isnan(b) ? NAN
         : a == b                       ? (std::signbit(a) ? b : a)
                                        : std::max(a, b);
}
static float minimum32(float a, float b) { return -maximum32(-a, -b); }
static double minimum64(double a, double b) { return -maximum64(-a, -b); }

/// The C library's own asks for a newer one than the wheel may.
static double hypot64(double a, double b) {
  if (std::isinf(a) || std::isinf(b))
    return INFINITY;
  long double x = a, y = b; // whose range no square leaves
  return static_cast<double>(std::sqrt(x * x + y * y));
}
static float hypot32(float a, float b) {
  return static_cast<float>(hypot64(a, b));
}

#define ONE(NAME, F) .Case(NAME, Function1{::F##f, ::F})
#define TWO(NAME, F) .Case(NAME, Function2{::F##f, ::F})

/// By the name in the math dialect, which is libdevice's but for a few.
static Function1 function1(StringRef name) {
  return llvm::StringSwitch<Function1>(name)
      // clang-format off
      ONE("absf", fabs) ONE("fabs", fabs) ONE("acos", acos) ONE("acosh", acosh)
      ONE("asin", asin) ONE("asinh", asinh) ONE("atan", atan)
      ONE("atanh", atanh) ONE("cbrt", cbrt) ONE("ceil", ceil) ONE("cos", cos)
      ONE("cosh", cosh) ONE("erf", erf) ONE("erfc", erfc) ONE("exp", exp)
      ONE("exp2", exp2) ONE("expm1", expm1) ONE("floor", floor) ONE("log", log)
      ONE("log10", log10) ONE("log1p", log1p) ONE("log2", log2)
      ONE("round", round) ONE("roundeven", roundeven) ONE("rint", rint)
      ONE("sin", sin) ONE("sinh", sinh) ONE("sqrt", sqrt) ONE("tan", tan)
      ONE("tanh", tanh) ONE("trunc", trunc) ONE("lgamma", lgamma)
      ONE("tgamma", tgamma)
                                                      // clang-format on
                                                      .Default({});
}

static Function2 function2(StringRef name) {
  return llvm::StringSwitch<Function2>(name)
      // clang-format off
      TWO("atan2", atan2) TWO("copysign", copysign) TWO("fmod", fmod)
 TWO("nextafter", nextafter) TWO("pow", pow)
      TWO("powf", pow) TWO("remainder", remainder) TWO("fdim", fdim)
      TWO("fmax", fmax) TWO("fmin", fmin) TWO("maxnumf", fmax)
      TWO("minnumf", fmin)
                      // clang-format on
                      .Case("hypot", Function2{hypot32, hypot64})
                      .Case("maximumf", Function2{maximum32, maximum64})
                      .Case("minimumf", Function2{minimum32, minimum64})
                      .Default({});
}

/// A function of the math dialect, or a call of libdevice's `__nv_<name>`, with
/// an `f` behind it in single precision.
LogicalResult Translator::emitMath(Operation &op, bool &done) {
  done = false;
  if (op.getNumResults() != 1)
    return success();
  Type type = op.getResult(0).getType();
  if (!type.isF32() && !type.isF64())
    return success();
  StringRef name = op.getName().stripDialect();
  if (auto call = dyn_cast<func::CallOp>(op)) {
    name = call.getCallee();
    if (!name.consume_front("__nv_") ||
        (type.isF32() && !name.consume_back("f")))
      return success();
  }
  for (Type operand : op.getOperandTypes())
    if (operand != type)
      return success();
  Function1 one = function1(name);
  Function2 two = function2(name);
  if (op.getNumOperands() == 1 && one.twice) {
    Instruction &added =
        add(Opcode::Call1, slot(op.getResult(0)), slot(op.getOperand(0)));
    added.isDouble = type.isF64();
    if (added.isDouble)
      added.d1 = one.twice;
    else
      added.f1 = one.single;
    done = true;
  } else if (op.getNumOperands() == 2 && two.twice) {
    Instruction &added = add(Opcode::Call2, slot(op.getResult(0)),
                             slot(op.getOperand(0)), slot(op.getOperand(1)));
    added.isDouble = type.isF64();
    if (added.isDouble)
      added.d2 = two.twice;
    else
      added.f2 = two.single;
    done = true;
  }
  return success();
}
