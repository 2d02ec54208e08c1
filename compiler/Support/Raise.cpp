//===- Raise.cpp - what a raising site says -------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Raise.h"

#include "PyKernel/PyKernel.h"
#include "llvm/ADT/Twine.h"

using namespace gpujit;
using llvm::StringRef;
using llvm::Twine;

std::string gpujit::formatMessage(StringRef message,
                                  llvm::ArrayRef<int64_t> payload) {
  std::string text;
  while (!message.empty()) {
    size_t brace = message.find('{');
    text += message.take_front(brace);
    message = message.drop_front(std::min(brace, message.size()));
    if (message.empty())
      break;
    size_t number = message.size() > 2 ? message[1] - '0' : payload.size();
    if (number < payload.size() && message[2] == '}') {
      text += std::to_string(payload[number]);
      message = message.drop_front(3);
    } else {
      text += '{';
      message = message.drop_front();
    }
  }
  return text;
}

//===----------------------------------------------------------------------===//
// Variables, arrays, loops
//===----------------------------------------------------------------------===//

RaiseInfo raises::outOfBounds(StringRef array, unsigned axis) {
  return {"IndexError", ("index {0} is out of bounds for axis " + Twine(axis) +
                         " with size {1} in '" + array + "'")
                            .str()};
}

RaiseInfo raises::unboundLocal(StringRef name) {
  return {"UnboundLocalError", ("cannot access local variable '" + name +
                                "' where it is not associated with a value")
                                   .str()};
}

RaiseInfo raises::zeroStep() {
  return {"ValueError", "range() arg 3 must not be zero"};
}

RaiseInfo raises::negativeExtent() {
  return {"ValueError", "negative dimensions are not allowed"};
}

RaiseInfo raises::outOfMemory(StringRef array) {
  return {"MemoryError",
          ("no memory for the local array '" + array + "'").str()};
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// "'s' leaves 64 bits: expression", or without a name.
static RaiseInfo leaves64Bits(StringRef target, const Twine &expression) {
  std::string subject =
      target.empty() ? "a Python int" : ("'" + target + "'").str();
  return {"OverflowError", (subject + " leaves 64 bits: " + expression).str()};
}

RaiseInfo raises::integerOverflow(StringRef target, StringRef op) {
  return leaves64Bits(target, "{0} " + op + " {1}");
}

RaiseInfo raises::unaryOverflow(StringRef target, StringRef op) {
  return leaves64Bits(target, op + "({0})");
}

RaiseInfo raises::divisionByZero(StringRef op, mlir::Type type) {
  bool isFloat = pyk::isFloating(type);
  StringRef message = "division by zero";
  if (op == "//")
    message = isFloat ? "float floor division by zero"
                      : "integer division or modulo by zero";
  else if (op == "%")
    message = isFloat ? "float modulo" : "integer modulo by zero";
  return {"ZeroDivisionError", message.str()};
}

RaiseInfo raises::negativeShift() {
  return {"ValueError", "negative shift count"};
}

RaiseInfo raises::negativePower() {
  return {"ValueError", "{0} ** {1} of Python ints is a float: write "
                        "float(x) ** y, or keep the exponent from going "
                        "negative"};
}

RaiseInfo raises::negativeIntegerPower() {
  return {"ValueError", "Integers to negative integer powers are not allowed."};
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

RaiseInfo raises::outOfRangeCast(mlir::Type to) {
  return {"OverflowError",
          "Python integer {0} out of bounds for " + pyk::dtypeName(to)};
}

RaiseInfo raises::nanToInteger() {
  return {"ValueError", "cannot convert float NaN to integer"};
}

RaiseInfo raises::infinityToInteger() {
  return {"OverflowError", "cannot convert float infinity to integer"};
}

RaiseInfo raises::floatBeyondInteger() {
  return {"OverflowError", "int() of a float leaves 64 bits"};
}

RaiseInfo raises::floatBeyondElement() {
  return {"OverflowError", "Python int too large to convert to C long"};
}

RaiseInfo raises::unsignedBeyondInteger() {
  return {"OverflowError",
          "a uint64 leaves 64 bits as a Python int: 2**64 + {0}"};
}

//===----------------------------------------------------------------------===//
// Python floats
//===----------------------------------------------------------------------===//

RaiseInfo raises::mathDomain() { return {"ValueError", "math domain error"}; }

RaiseInfo raises::mathRange() { return {"OverflowError", "math range error"}; }

RaiseInfo raises::zeroToNegativePower() {
  return {"ZeroDivisionError", "0.0 cannot be raised to a negative power"};
}

RaiseInfo raises::fractionalPowerOfNegative() {
  return {"ValueError",
          "a negative number to a fractional power is a complex number"};
}

RaiseInfo raises::powerRange() {
  return {"OverflowError", "(34, 'Numerical result out of range')"};
}

RaiseInfo raises::roundRange() {
  return {"OverflowError", "rounded value too large to represent"};
}
