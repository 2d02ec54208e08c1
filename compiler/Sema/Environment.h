//===- Environment.h - what each name means at a point of a function ------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_COMPILER_SEMA_ENVIRONMENT_H
#define GPUJIT_COMPILER_SEMA_ENVIRONMENT_H

#include "Sema/Types.h"
#include "Syntax/Ast.h"
#include <functional>
#include <map>

namespace gpujit::sema {

/// What an expression gives: a scalar or array of the run, or something that
/// exists at compile time alone.
struct Operand {
  enum class Kind {
    Bottom, ///< not known yet: the loop that it comes from is typed again
    Scalar,
    Array,
    Tuple,
    Complex, ///< `elements` are its two parts, of one type
    Entity,  ///< a captured function, dtype or module
    String,
    None
  };
  Kind kind = Kind::Bottom;
  mlir::Value ssa; ///< of a scalar or array
  /// A Python int from 0 to 2^64 - 1, held as ui64: the result of `x % 2**64`.
  bool masked = false;
  /// An array of complex numbers, held as one of floats with an axis more.
  bool hasComplex = false;
  Constants constants; ///< of a weak scalar, when known
  std::string text;    ///< an array's name, a string's value
  std::vector<Operand> elements;
  std::vector<std::string> fields; ///< the elements' names, in a record
  bool isEnum = false; ///< The tuple's one element stands for a member.
  const syntax::CapturedExpr *entity = nullptr;

  static Operand scalar(mlir::Value ssa, Constants constants = std::nullopt);
  static Operand array(mlir::Value ssa, std::string name);
  static Operand tuple(std::vector<Operand> elements);
  static Operand complex(Operand real, Operand imag);
  static Operand none();
  bool isBottom() const { return kind == Kind::Bottom; }
  bool isScalar() const { return kind == Kind::Scalar; }
  bool isArray() const { return kind == Kind::Array; }
  bool isTuple() const { return kind == Kind::Tuple; }
  bool isComplex() const { return kind == Kind::Complex; }
  bool isNumber() const { return isScalar() || isComplex(); }
  /// An array's dimensions in Python's eyes.
  unsigned rank() const;
  /// The type in Python's eyes: that of a masked int is !pyk.int.
  mlir::Type type() const;
  /// For messages: "a float32", "an array", "a tuple of 2".
  std::string describe() const;
};

/// What a name is bound to at one point. Scalars and arrays live in the slot of
/// their name and type; tuples and complex numbers in those of their elements.
struct Binding {
  enum class Kind {
    Unbound,
    Bottom, ///< bound to a value that the loop's next attempt will know
    Slot,
    Tuple,
    Complex,
    Fixed,
    Conflict
  };
  Kind kind = Kind::Unbound;
  bool maybeUnbound = false;
  mlir::Type type;         ///< of the slot
  bool masked = false;     ///< as in Operand; the slot holds ui64
  bool hasComplex = false; ///< as in Operand
  Constants constants;     ///< of a weak slot
  Operand fixed; ///< compile-time values, and parameters never assigned
  std::vector<Binding> elements;
  std::vector<std::string> fields; ///< as in Operand
  syntax::SourceRange range;       ///< the definition
  // A conflict's other definition; both in words, and their types where they
  // are scalars or arrays.
  std::string description, otherDescription;
  mlir::Type otherType;
  syntax::SourceRange otherRange;
  /// The number of the innermost loop whose head this binding comes from; 0
  /// when it was bound since. `merged`: only on some paths.
  unsigned origin = 0;
  bool merged = false;

  bool isUnbound() const { return kind == Kind::Unbound; }
  /// Whether the two make the same code: kind, types and boundness.
  bool sameAs(const Binding &other) const;
  /// The type in words, for messages.
  std::string describe() const;
};

/// A real number's binding as that of a complex one; nothing is stored.
Binding asComplex(const Binding &real);

/// The bindings of one function at one point, or an unreachable point.
struct Environment {
  std::map<std::string, Binding> names;
  bool reachable = true;

  /// The binding of a name; unbound when it has none.
  Binding get(const std::string &name) const;
};

/// Called for a name whose binding at a loop's head has been used.
using UseOfHead =
    llvm::function_ref<void(const std::string &name, unsigned origin)>;

/// Both paths lead here. Bindings that don't agree become conflicts, reported
/// when they are used.
Environment join(const Environment &a, const Environment &b, UseOfHead used);

} // namespace gpujit::sema

#endif // GPUJIT_COMPILER_SEMA_ENVIRONMENT_H
