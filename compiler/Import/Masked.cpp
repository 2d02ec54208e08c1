//===- Masked.cpp - Python ints masked to at most 64 bits -----------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Python's ints have no end, so `(s * a + b) % 2**64` passes through numbers
// beyond 64 bits. Sums, differences, products and the bitwise operators commute
// with taking the remainder by 2^k: computed in wrapping 64-bit arithmetic and
// masked, the result is exact. With k = 64 it may need the 64th bit, so it is
// held as ui64.
//
//===----------------------------------------------------------------------===//

#include "Import/Importer.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::import;
using namespace gpujit::pyk;
using namespace gpujit::syntax;

/// The value of a constant expression of non-negative ints, in 256 bits.
static std::optional<llvm::APInt> constantValue(const Expr &expr) {
  constexpr unsigned width = 256;
  StringRef digits;
  if (auto *literal = llvm::dyn_cast<ConstantExpr>(&expr);
      literal && literal->type == "int")
    digits = literal->text;
  if (auto *captured = llvm::dyn_cast<CapturedExpr>(&expr);
      captured && captured->entity == "int")
    digits = captured->value;
  llvm::APInt value(width, 0);
  if (!digits.empty() && digits.size() < 70)
    return digits.getAsInteger(10, value)
               ? std::nullopt
               : std::optional(value.zextOrTrunc(width));
  auto *binary = llvm::dyn_cast<BinaryExpr>(&expr);
  if (!binary)
    return std::nullopt;
  auto lhs = constantValue(*binary->left), rhs = constantValue(*binary->right);
  if (!lhs || !rhs)
    return std::nullopt;
  if (binary->op == "Sub" && lhs->uge(*rhs))
    return *lhs - *rhs;
  bool isPowerOfTwo =
      binary->op == "LShift" ? *lhs == 1 : binary->op == "Pow" && *lhs == 2;
  if (isPowerOfTwo && rhs->ult(width))
    return llvm::APInt::getOneBitSet(width, rhs->getZExtValue());
  return std::nullopt;
}

std::optional<double> Importer::largeConstant(const Expr &expr) {
  std::optional<llvm::APInt> value = constantValue(expr);
  if (!value || value->getActiveBits() < 64)
    return std::nullopt;
  llvm::APFloat real(llvm::APFloat::IEEEdouble());
  real.convertFromAPInt(*value, /*IsSigned=*/false,
                        llvm::APFloat::rmNearestTiesToEven);
  return real.convertToDouble();
}

/// k of `x % 2**k` and of `x & (2**k - 1)`, when k is at most 64.
std::optional<unsigned> Importer::maskWidth(StringRef op, const Expr &right) {
  if (op != "Mod" && op != "BitAnd")
    return std::nullopt;
  std::optional<llvm::APInt> value = constantValue(right);
  if (!value || value->isZero())
    return std::nullopt;
  if (op == "BitAnd")
    ++*value;
  if (!value->isPowerOf2() || value->logBase2() > 64)
    return std::nullopt;
  return value->logBase2();
}

static bool isRingOperator(StringRef op) {
  return op == "Add" || op == "Sub" || op == "Mult" || op == "BitAnd" ||
         op == "BitOr" || op == "BitXor";
}

/// Whether an expression surely gives a Python int: ring operations on names
/// and constants. Only such a one is computed modulo 2^64.
bool Importer::isIntegral(const Expr &expr) {
  if (constantValue(expr))
    return true;
  if (auto *binary = llvm::dyn_cast<BinaryExpr>(&expr)) {
    if (binary->op == "LShift") {
      auto count = constantValue(*binary->right);
      return count && count->ult(64) && isIntegral(*binary->left);
    }
    return isRingOperator(binary->op) && isIntegral(*binary->left) &&
           isIntegral(*binary->right);
  }
  auto *name = llvm::dyn_cast<NameExpr>(&expr);
  if (!name)
    return false;
  Binding binding = env().get(name->id);
  if (binding.kind == Binding::Kind::Slot)
    return binding.masked || isa<PyIntType>(binding.type);
  return binding.kind == Binding::Kind::Fixed && binding.fixed.isScalar() &&
         isa<PyIntType>(binding.fixed.type());
}

Operand Importer::masked(mlir::Value bits) {
  Operand result = Operand::scalar(bits);
  result.masked = true;
  return result;
}

/// The low 64 bits of an integral expression's value.
Importer::Result Importer::emitModular(const Expr &expr) {
  Location here = loc(expr);
  Type ui64 = sema::typeOf(context, "uint64");
  if (auto value = constantValue(expr))
    return masked(constant(ui64,
                           Constant::of(static_cast<int64_t>(
                               value->trunc(64).getZExtValue())),
                           here)
                      .ssa);
  if (auto *binary = llvm::dyn_cast<BinaryExpr>(&expr)) {
    Result lhs = emitModular(*binary->left);
    Result rhs = failed(lhs) ? lhs : emitModular(*binary->right);
    if (failed(rhs))
      return failure();
    Result result = this->binary(binary->op, Operand::scalar(lhs->ssa),
                                 Operand::scalar(rhs->ssa), expr.range);
    return failed(result) ? result : Result(masked(result->ssa));
  }
  Result value = emit(expr);
  if (failed(value) || value->masked)
    return value;
  Type si64 = sema::typeOf(context, "int64");
  mlir::Value bits =
      CastOp::create(builder, here, si64, value->ssa, /*exact=*/true);
  return masked(CastOp::create(builder, here, ui64, bits, /*exact=*/true));
}

Importer::Result Importer::emitMasked(const BinaryExpr &expr, unsigned bits) {
  Result value = emitModular(*expr.left);
  if (failed(value) || bits == 64)
    return value;
  Location here = loc(expr);
  int64_t mask = static_cast<int64_t>((uint64_t(1) << bits) - 1);
  mlir::Value low =
      constant(value->ssa.getType(), Constant::of(mask), here).ssa;
  mlir::Value result =
      AndOp::create(builder, here, low.getType(), value->ssa, low,
                    /*exact=*/false, /*target=*/nullptr);
  return Operand::scalar(
      CastOp::create(builder, here, weakInt(), result, /*exact=*/true));
}

/// Operations that keep a masked int within its 64 bits, and those that make a
/// float of it. Nothing for the others, which take it as an ordinary int.
std::optional<Operand> Importer::binaryMasked(StringRef op, const Operand &lhs,
                                              const Operand &rhs,
                                              SourceRange range) {
  Location here = loc(range);
  auto isSmall = [](const Operand &value) {
    return value.constants && value.constants->size() == 1 &&
           !value.constants->front().isFloat &&
           value.constants->front().integer > 0;
  };
  bool keeps = op == "BitAnd" || op == "BitOr" || op == "BitXor" ||
               (lhs.masked && isSmall(rhs) &&
                (op == "RShift" || op == "FloorDiv" || op == "Mod"));
  bool hasBoth = (lhs.masked || isSmall(lhs)) && (rhs.masked || isSmall(rhs));
  if (keeps && hasBoth) {
    Type ui64 = sema::typeOf(context, "uint64");
    Result result = binary(op, Operand::scalar(cast(lhs, ui64, here)),
                           Operand::scalar(cast(rhs, ui64, here)), range);
    return masked(result->ssa);
  }
  if (op != "Div" || !isWeak(lhs.type()) || !isWeak(rhs.type()))
    return std::nullopt;
  Result result = binary(op, Operand::scalar(cast(lhs, weakFloat(), here)),
                         Operand::scalar(cast(rhs, weakFloat(), here)), range);
  return *result;
}
