//===- Raise.h - what a raising site says ---------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The exception class and the message of everything that pyk raises, in one
// place: the interpreter and the lowering to loops must agree. The texts are
// those of CPython 3.12 and NumPy 2, with what a kernel's reader needs added.
//
// A message is a template; {0}, {1} and {2} are filled with 64-bit signed
// payloads, which each function lists.
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_SUPPORT_RAISE_H
#define GPUJIT_SUPPORT_RAISE_H

#include "mlir/IR/Types.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace gpujit {

/// An exception class of Python's and the template of its message.
struct RaiseInfo {
  std::string exception;
  std::string message;
};

/// The message with {0}, {1}, {2} replaced by payloads; other braces stay.
std::string formatMessage(llvm::StringRef message,
                          llvm::ArrayRef<int64_t> payload);

namespace raises {

//===----------------------------------------------------------------------===//
// Variables, arrays, loops
//===----------------------------------------------------------------------===//

/// {0} the index as written (before negative ones wrap), {1} the extent.
RaiseInfo outOfBounds(llvm::StringRef array, unsigned axis);
/// A read of the tracked variable before it is bound.
RaiseInfo unboundLocal(llvm::StringRef name);
/// range() with a step of zero.
RaiseInfo zeroStep();
/// No memory for a local array.
RaiseInfo outOfMemory(llvm::StringRef array);
/// The shape of a new array has a negative extent.
RaiseInfo negativeExtent();

//===----------------------------------------------------------------------===//
// Integers. `target` is the variable that the result is assigned to, or empty.
//===----------------------------------------------------------------------===//

/// The Python int result of `op` ("+", "<<", "**", "//", ...) leaves 64 bits.
/// {0} and {1} are the operands.
RaiseInfo integerOverflow(llvm::StringRef target, llvm::StringRef op);
/// The same of "-" or "abs" of one operand, {0}.
RaiseInfo unaryOverflow(llvm::StringRef target, llvm::StringRef op);
/// `op` is "//", "%" or "/", `type` that of the operands (Python's int or
/// float).
RaiseInfo divisionByZero(llvm::StringRef op, mlir::Type type);
/// A Python int shifted by a negative count, {0}.
RaiseInfo negativeShift();
/// A Python int to a negative power, {0} ** {1}: Python's result is a float.
RaiseInfo negativePower();
/// A strong integer to a negative power.
RaiseInfo negativeIntegerPower();

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

/// A Python int, {0}, stored in a strong integer type that can't hold it.
RaiseInfo outOfRangeCast(mlir::Type to);
/// int() of a NaN, an infinity, a finite float beyond 64 bits.
RaiseInfo nanToInteger();
RaiseInfo infinityToInteger();
RaiseInfo floatBeyondInteger();
/// A Python float beyond 64 bits stored in a strong integer type.
RaiseInfo floatBeyondElement();
/// A uint64 of more than 63 bits used as a Python int; {0} is the value minus
/// 2**64.
RaiseInfo unsignedBeyondInteger();

//===----------------------------------------------------------------------===//
// Python floats
//===----------------------------------------------------------------------===//

/// Of Python's `math` functions.
RaiseInfo mathDomain();
RaiseInfo mathRange();
/// Of `**`: 0.0 to a negative power, a negative base to a fraction (Python's
/// result is complex), a result beyond double.
RaiseInfo zeroToNegativePower();
RaiseInfo fractionalPowerOfNegative();
RaiseInfo powerRange();
/// round(x, n) beyond double.
RaiseInfo roundRange();

} // namespace raises
} // namespace gpujit

#endif // GPUJIT_SUPPORT_RAISE_H
