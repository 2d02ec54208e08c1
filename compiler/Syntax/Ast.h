//===- Ast.h - the syntax tree of a compile request -----------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_COMPILER_SYNTAX_AST_H
#define GPUJIT_COMPILER_SYNTAX_AST_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Casting.h"
#include <memory>
#include <string>
#include <vector>

namespace gpujit::syntax {

/// A range of a source file: lines from 1, columns in characters from 0.
struct SourceRange {
  unsigned line = 0, column = 0, endLine = 0, endColumn = 0;
};

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

struct Expr {
  enum class Kind {
    Constant,
    Name,
    Captured,
    Binary,
    Unary,
    Bool,
    Compare,
    Conditional,
    Call,
    Attribute,
    Subscript,
    Tuple,
    Named,
    Starred,
    Unsupported
  };
  const Kind kind;
  SourceRange range;

  virtual ~Expr() = default;

protected:
  explicit Expr(Kind kind) : kind(kind) {}
};

using ExprPtr = std::unique_ptr<Expr>;
using ExprList = std::vector<ExprPtr>;

template <Expr::Kind K>
struct ExprOf : Expr {
  ExprOf() : Expr(K) {}
  static bool classof(const Expr *expr) { return expr->kind == K; }
};

/// A literal. `type` is Python's name of its type ("int", "float", "bool",
/// "str", "NoneType"), `text` its value: decimal digits, `float.hex()`, "True",
/// or the string; of a "complex" its real part, `imag` the other.
struct ConstantExpr : ExprOf<Expr::Kind::Constant> {
  std::string type, text, imag;
};

/// A local variable or parameter.
struct NameExpr : ExprOf<Expr::Kind::Name> {
  std::string id;
};

/// A name that Python resolved to an object outside the function (docs/abi.md).
struct CapturedExpr : ExprOf<Expr::Kind::Captured> {
  std::string name, entity, value;
  std::string imag; ///< of a complex number, `value` being its real part
  ExprList items;   ///< of a tuple
  std::vector<std::string> fields; ///< of a named tuple or a dataclass
  std::vector<std::string> near;   ///< of an undefined name: names that exist
};

/// `left op right`; `op` is Python's class name ("Add", "FloorDiv", ...).
struct BinaryExpr : ExprOf<Expr::Kind::Binary> {
  std::string op;
  ExprPtr left, right;
};

/// `op operand`: "USub", "UAdd", "Invert" or "Not".
struct UnaryExpr : ExprOf<Expr::Kind::Unary> {
  std::string op;
  ExprPtr operand;
};

/// `a and b and c`, or with `or`.
struct BoolExpr : ExprOf<Expr::Kind::Bool> {
  bool isAnd = true;
  ExprList values;
};

/// `left ops[0] comparators[0] ops[1] comparators[1] ...`.
struct CompareExpr : ExprOf<Expr::Kind::Compare> {
  ExprPtr left;
  std::vector<std::string> ops;
  ExprList comparators;
};

/// `thenValue if test else elseValue`.
struct ConditionalExpr : ExprOf<Expr::Kind::Conditional> {
  ExprPtr test, thenValue, elseValue;
};

struct Keyword {
  std::string name; ///< empty for `**mapping`
  ExprPtr value;
};

struct CallExpr : ExprOf<Expr::Kind::Call> {
  ExprPtr callee;
  ExprList args;
  std::vector<Keyword> keywords;
};

struct AttributeExpr : ExprOf<Expr::Kind::Attribute> {
  ExprPtr value;
  std::string name;
};

struct SubscriptExpr : ExprOf<Expr::Kind::Subscript> {
  ExprPtr value, index;
};

/// A tuple or list display.
struct TupleExpr : ExprOf<Expr::Kind::Tuple> {
  ExprList elements;
};

/// `target := value`.
struct NamedExpr : ExprOf<Expr::Kind::Named> {
  ExprPtr target, value;
};

/// `*value` among arguments, elements or targets.
struct StarredExpr : ExprOf<Expr::Kind::Starred> {
  ExprPtr value;
};

/// Syntax that the language leaves out: `what` is Python's class name ("Dict").
struct UnsupportedExpr : ExprOf<Expr::Kind::Unsupported> {
  std::string what;
};

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

struct Stmt {
  enum class Kind {
    Assign,
    AugAssign,
    AnnAssign,
    For,
    While,
    If,
    Break,
    Continue,
    Pass,
    Return,
    Expr,
    Assert,
    Raise,
    Unsupported
  };
  const Kind kind;
  SourceRange range;

  virtual ~Stmt() = default;

protected:
  explicit Stmt(Kind kind) : kind(kind) {}
};

using StmtPtr = std::unique_ptr<Stmt>;
using Body = std::vector<StmtPtr>;

template <Stmt::Kind K>
struct StmtOf : Stmt {
  StmtOf() : Stmt(K) {}
  static bool classof(const Stmt *stmt) { return stmt->kind == K; }
};

/// `targets[0] = targets[1] = ... = value`.
struct AssignStmt : StmtOf<Stmt::Kind::Assign> {
  ExprList targets;
  ExprPtr value;
};

struct AugAssignStmt : StmtOf<Stmt::Kind::AugAssign> {
  ExprPtr target, value;
  std::string op;
};

/// `target: annotation = value`; the annotation isn't kept, `value` may be
/// null.
struct AnnAssignStmt : StmtOf<Stmt::Kind::AnnAssign> {
  ExprPtr target, value;
};

struct ForStmt : StmtOf<Stmt::Kind::For> {
  ExprPtr target, iterable;
  Body body, orElse;
};

struct WhileStmt : StmtOf<Stmt::Kind::While> {
  ExprPtr test;
  Body body, orElse;
};

struct IfStmt : StmtOf<Stmt::Kind::If> {
  ExprPtr test;
  Body thenBody, elseBody;
};

struct BreakStmt : StmtOf<Stmt::Kind::Break> {};
struct ContinueStmt : StmtOf<Stmt::Kind::Continue> {};
struct PassStmt : StmtOf<Stmt::Kind::Pass> {};

struct ReturnStmt : StmtOf<Stmt::Kind::Return> {
  ExprPtr value; ///< null for a bare return
};

struct ExprStmt : StmtOf<Stmt::Kind::Expr> {
  ExprPtr value;
};

struct AssertStmt : StmtOf<Stmt::Kind::Assert> {
  ExprPtr test, message; ///< message may be null
};

/// `raise exception from cause`.
struct RaiseStmt : StmtOf<Stmt::Kind::Raise> {
  ExprPtr exception, cause; ///< may be null
};

struct UnsupportedStmt : StmtOf<Stmt::Kind::Unsupported> {
  std::string what;
};

//===----------------------------------------------------------------------===//
// Functions and requests
//===----------------------------------------------------------------------===//

/// The kernel or a plain Python function that it calls.
struct Function {
  std::string name, file;
  unsigned line = 0;      ///< of the `def`
  unsigned firstLine = 0; ///< of lines[0], the first decorator's
  std::vector<std::string> lines;
  std::vector<std::string> params; ///< the last one of `*args`, if any
  std::string vararg;              ///< its name
  size_t positional = 0;           ///< the number of those before `*args`
  /// Of a function inside another: that one's number, whose names it sees.
  int64_t parent = -1;
  std::vector<std::pair<std::string, ExprPtr>> defaults;
  Body body;

  /// The text of a source line, empty if it isn't of this function.
  llvm::StringRef sourceLine(unsigned number) const {
    if (number < firstLine || number - firstLine >= lines.size())
      return {};
    return lines[number - firstLine];
  }
};

/// The type of one kernel argument. A tuple's `items` are arguments of the
/// compiled function, one after another, and so are a complex number's parts.
struct ArgumentType {
  std::string name, dtype;
  bool isTuple = false;
  bool isEnum = false; ///< A tuple of one number that stands for a member.
  bool isNone = false;
  std::vector<ArgumentType> items;
  std::string className;           ///< of a named tuple, dataclass or enum
  std::vector<std::string> fields; ///< the names of its items
  bool isArray = false, isContiguous = false, readOnly = false;
  unsigned rank = 0;
};

struct Options {
  std::string target = "cuda", arch = "sm_75", fp = "contract",
              parallel = "auto";
  std::string libdevice; ///< path of the bitcode; empty: beside the library
  unsigned ptx = 0;      ///< PTX ISA version times ten; 0: the least for `arch`
  bool boundscheck = true, reproducible = false, lineinfo = false,
       debug = false;
};

/// What gpujit_compile is asked for.
struct Request {
  std::vector<std::unique_ptr<Function>> functions;
  std::vector<ArgumentType> signature;
  std::vector<std::vector<int64_t>> same, overlap;
  /// The call's own numbers, by argument: an int, or an array's extents.
  std::vector<std::vector<int64_t>> values;
  Options options;
  std::vector<std::string> emit;

  Function &kernel() const { return *functions.front(); }
  bool wants(llvm::StringRef stage) const {
    return llvm::is_contained(emit, stage);
  }
};

} // namespace gpujit::syntax

#endif // GPUJIT_COMPILER_SYNTAX_AST_H
