//===- Print.cpp - values as Python writes them ---------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interpreter/Emitter.h"

#include "llvm/Support/Format.h"

#include <charconv>

using namespace mlir;
using namespace gpujit;
using namespace gpujit::interpreter;

/// Digits and an exponent as Python lays them out: the exponent is shown below
/// 1e-4 and from `large` on, which depends on the type.
static std::string layOut(StringRef text, double value, double large) {
  std::string sign = text.consume_front("-") ? "-" : "";
  auto [mantissa, power] = text.split('e');
  int exponent = 0;
  StringRef digitsOfPower = power;
  digitsOfPower.consume_front("+");
  digitsOfPower.getAsInteger(10, exponent);
  std::string digits =
      mantissa.substr(0, 1).str() + mantissa.drop_front(1).ltrim('.').str();
  int count = digits.size();
  double magnitude = std::fabs(value);
  if (magnitude >= large || (magnitude < 1e-4 && magnitude > 0)) {
    std::string fraction = count > 1 ? "." + digits.substr(1) : "";
    return sign + digits[0] + fraction + "e" + power.str();
  }
  if (exponent < 0)
    return sign + "0." + std::string(-exponent - 1, '0') + digits;
  if (count <= exponent + 1)
    return sign + digits + std::string(exponent + 1 - count, '0') + ".0";
  return sign + digits.substr(0, exponent + 1) + "." +
         digits.substr(exponent + 1);
}

/// The shortest digits that give the number back.
template <class T>
static std::string textOfFloat(T value) {
  if (std::isnan(value))
    return "nan";
  if (std::isinf(value))
    return value < 0 ? "-inf" : "inf";
  char buffer[64];
  auto end = std::to_chars(buffer, buffer + sizeof(buffer), value,
                           std::chars_format::scientific);
  return layOut(StringRef(buffer, end.ptr - buffer), value,
                std::is_same_v<T, float> ? 1e6 : 1e16);
}

static std::string textOfHalf(Half half) {
  float value(half);
  char buffer[64];
  if (!std::isfinite(value))
    return textOfFloat(value);
  for (int digits = 0;; ++digits) {
    auto end = std::to_chars(buffer, buffer + sizeof(buffer), value,
                             std::chars_format::scientific, digits);
    double back = 0;
    std::from_chars(buffer, end.ptr, back);
    if (Half::of(back).bits == half.bits)
      return layOut(StringRef(buffer, end.ptr - buffer), value, 1e3);
  }
}

/// ml_dtypes writes six digits.
static std::string textOfBFloat16(BFloat16 value) {
  std::string text;
  llvm::raw_string_ostream(text)
      << llvm::format("%g", static_cast<double>(static_cast<float>(value)));
  return text;
}

static std::string textOf(Slot slot, Kind kind) {
  switch (kind) {
  case Kind::Bool:
    return slot.i ? "True" : "False";
  case Kind::F64:
    return textOfFloat(slot.d);
  case Kind::F32:
    return textOfFloat(slot.f);
  case Kind::F16:
    return textOfHalf(slot.get<Half>());
  case Kind::BF16:
    return textOfBFloat16(slot.get<BFloat16>());
  case Kind::U64:
    return std::to_string(slot.get<uint64_t>());
  default:
    return std::to_string(slot.i);
  }
}

/// The texts of the print with number `imm`.
static const Instruction *print(const Instruction *pc, Slot *s, Machine &m) {
  const PrintedLine &line = m.code.lines[pc->imm];
  std::string text = line.pieces.front();
  for (size_t i = 0; i < line.values.size(); ++i) {
    auto [slot, kind] = line.values[i];
    text += textOf(s[slot], kind);
    text += line.pieces[i + 1];
  }
  m.print(text);
  return pc + 1;
}

static void emitPrint(pyk::PrintOp op, Emitter &e) {
  PrintedLine line;
  for (Attribute piece : op.getPieces())
    line.pieces.push_back(cast<StringAttr>(piece).str());
  for (Value value : op.getValues())
    line.values.push_back({e.slotOf(value), kindOf(value.getType())});
  e.code.lines.push_back(std::move(line));
  e.emit(print, 0, 0, 0, 0, e.code.lines.size() - 1);
}

void interpreter::addPrint(Emitter::Table &table) {
  add<pyk::PrintOp, emitPrint>(table);
}
