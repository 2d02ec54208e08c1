//===- Importer.h - typed syntax tree to pyk ------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_COMPILER_IMPORT_IMPORTER_H
#define GPUJIT_COMPILER_IMPORT_IMPORTER_H

#include "Import/Remedies.h"
#include "Sema/Environment.h"
#include "Support/Diagnostics.h"
#include "Syntax/Ast.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/SetVector.h"
#include <set>
#include <variant>

namespace gpujit::import {

/// Functions of floats that `math` and NumPy share, by `math`'s name.
std::optional<pyk::MathFn> mathFunction(llvm::StringRef name);
std::optional<pyk::MathFn2> mathFunction2(llvm::StringRef name);
std::optional<pyk::FloatTest> floatTestOf(llvm::StringRef name);

/// Writes each operation on float16 as one on float32 whose result is rounded:
/// what NumPy does. float16 is then loaded, stored and converted alone.
void computeHalvesAsSingles(mlir::ModuleOp module);

using sema::Binding;
using sema::Constant;
using sema::Constants;
using sema::Environment;
using sema::Operand;

/// Types a kernel and writes it as pyk, in one walk: a callee is typed anew for
/// each call, and a loop's body until the types at its head no longer change.
/// No decision about parallelism is taken here.
class Importer {
public:
  Importer(const syntax::Request &request, mlir::MLIRContext *context);

  /// The module with one pyk.func, or the first error.
  std::variant<mlir::OwningOpRef<mlir::ModuleOp>, CompileError> import();

private:
  using Result = mlir::FailureOr<Operand>;
  using Condition = mlir::FailureOr<mlir::Value>;

  /// A point where control leaves a region: the place just before the
  /// terminator (or the block's end), and the names there.
  struct Edge {
    mlir::Block *block;
    Environment env;
  };

  /// A loop while its body is imported. Typing it may take several attempts:
  /// the first takes the names as they are before the loop, the next as they
  /// are at the end of the body, until nothing that the body has used changes.
  struct Loop {
    unsigned number; ///< the `origin` of bindings at its head
    std::vector<Edge> breaks, continues;
    std::map<std::string, unsigned> entryOrigins;
    std::set<std::string> usedAtHead;
    std::map<std::string, syntax::SourceRange> unboundReads;
  };

  /// A `return`: its block, and what it returns.
  struct Return {
    mlir::Block *block;
    Operand value;
    syntax::SourceRange range;
  };

  /// A function while its body is imported: the kernel or an inlined callee.
  struct Scope {
    const syntax::Function *function;
    Scope *parent; ///< of a function inside another: where its names are
    mlir::Location callLoc; ///< of the call, for a callee
    syntax::SourceRange callRange;
    mlir::Block *slots; ///< where its variables' slots are declared
    std::map<std::pair<std::string, const void *>, pyk::VarOp>
        vars;                       ///< by name and type
    std::set<std::string> assigned; ///< names bound anywhere in it
    Environment env;
    std::vector<Loop *> loops;
    std::vector<Return> returns;
  };

  //===--------------------------------------------------------------------===//
  // Errors and places (Importer.cpp)
  //===--------------------------------------------------------------------===//

  mlir::LogicalResult error(DiagnosticId id, syntax::SourceRange range,
                            std::vector<std::string> args);
  Excerpt place(syntax::SourceRange range) const;
  mlir::Location loc(syntax::SourceRange range);
  mlir::Location loc(const syntax::Expr &expr) { return loc(expr.range); }

  //===--------------------------------------------------------------------===//
  // Functions (Functions.cpp)
  //===--------------------------------------------------------------------===//

  mlir::LogicalResult importKernel(mlir::ModuleOp module);
  mlir::LogicalResult addArgument(const syntax::ArgumentType &argument);
  Operand argumentValue(const syntax::ArgumentType &argument,
                        mlir::Block *entry);
  void enterScope(Scope &callee, mlir::Block *block);
  void bindParameter(const std::string &name, const Operand &value);
  Result inlineCall(const syntax::CallExpr &call,
                    const syntax::Function &callee);
  mlir::FailureOr<std::vector<Operand>>
  bindArguments(const syntax::CallExpr &call, const syntax::Function &callee);
  /// The one type of all returns, as a value whose leaves have types alone.
  mlir::FailureOr<Binding> returnType(bool fallsOff);
  /// Ends the scope's open blocks with returns of that type.
  void emitReturns(const Binding &type, std::vector<mlir::Type> &leaves);

  //===--------------------------------------------------------------------===//
  // Names (Names.cpp)
  //===--------------------------------------------------------------------===//

  pyk::VarOp slot(const std::string &name, mlir::Type type);
  void useOfHead(const std::string &name, unsigned origin);
  Environment joinAll(Environment first, llvm::ArrayRef<Edge> edges);
  Result read(const std::string &name, const Binding &binding,
              syntax::SourceRange range);
  bool binds(const Scope &scope, const std::string &name) const;
  Result readName(const syntax::NameExpr &expr);
  Binding store(const std::string &name, const Operand &value,
                syntax::SourceRange range);
  mlir::LogicalResult assignName(const std::string &name, const Operand &value,
                                 syntax::SourceRange range);
  void coerce(const std::string &name, const Binding &from, const Binding &to,
              mlir::Location loc);
  void coerce(const std::string &name, const Binding &from, const Binding &to,
              const std::string &toName, mlir::Location loc);
  void coerceEdge(const Edge &edge, const Environment &to, mlir::Location loc);

  //===--------------------------------------------------------------------===//
  // Statements (Statements.cpp, Loops.cpp, Raising.cpp)
  //===--------------------------------------------------------------------===//

  mlir::LogicalResult importBody(const syntax::Body &body);
  mlir::LogicalResult importStmt(const syntax::Stmt &stmt);
  mlir::LogicalResult importAssign(const syntax::AssignStmt &stmt);
  mlir::LogicalResult importAugAssign(const syntax::AugAssignStmt &stmt);
  mlir::LogicalResult importIf(const syntax::IfStmt &stmt);
  mlir::LogicalResult importReturn(const syntax::ReturnStmt &stmt);
  mlir::LogicalResult importAssert(const syntax::AssertStmt &stmt);
  mlir::LogicalResult importRaise(const syntax::RaiseStmt &stmt);
  mlir::FailureOr<std::string> messageOf(const syntax::Expr &expr,
                                         const llvm::Twine &what);
  void raiseUnless(mlir::Value condition, mlir::Location here,
                   llvm::StringRef exception, llvm::StringRef message);
  void defineAfterRaise(pyk::IfOp ifOp, const Environment &before);
  mlir::LogicalResult importFor(const syntax::ForStmt &stmt);
  mlir::LogicalResult importWhile(const syntax::WhileStmt &stmt);
  mlir::LogicalResult assign(const syntax::Expr &target, const Operand &value);
  mlir::LogicalResult assignStarred(const syntax::TupleExpr &target,
                                    const Operand &value);
  mlir::LogicalResult storeElement(const syntax::SubscriptExpr &target,
                                   const Operand &value);
  void endBlock(mlir::Location loc);
  bool isReturnBlock(mlir::Block *block);
  /// Imports a loop: `create` makes the operation, `emitBody` fills it and
  /// says where the loop ends normally, and with which names.
  mlir::LogicalResult
  importLoop(const syntax::Stmt &stmt, const syntax::Body &orElse,
             llvm::function_ref<mlir::FailureOr<mlir::Operation *>()> create,
             llvm::function_ref<mlir::LogicalResult(mlir::Operation *, Edge &)>
                 emitBody);
  mlir::LogicalResult finishLoop(const syntax::Stmt &stmt,
                                 const syntax::Body &orElse, Loop &loop,
                                 mlir::Operation *op, const Environment &before,
                                 const Environment &next, const Edge &exit);
  mlir::LogicalResult importOrElse(const syntax::Stmt &stmt,
                                   const syntax::Body &orElse,
                                   mlir::Operation *op,
                                   llvm::ArrayRef<Edge> breaks, Edge &end);
  std::vector<Edge> edgesOutside(const Loop &loop, llvm::ArrayRef<Edge> edges,
                                 const Environment &head);
  Environment loopHead(Loop &loop, const Environment &head);
  Environment leaveLoop(const Loop &loop, Environment inside,
                        const Environment &head);

  //===--------------------------------------------------------------------===//
  // What a for loop runs over (Iteration.cpp)
  //===--------------------------------------------------------------------===//

  /// Elements are made when the loop gets to them, as Python does.
  struct Iterable {
    enum class Kind { Bottom, Range, Array, Tuple, Enumerate, Zip };
    Kind kind = Kind::Bottom;
    bool isReversed = false;   ///< of an array or tuple
    Operand start, stop, step; ///< of a range; enumerate's start, if given
    Operand source;            ///< the array or tuple
    std::vector<Iterable> parts;
    syntax::SourceRange range;
  };

  mlir::FailureOr<Iterable> iterableOf(const syntax::Expr &expr);
  mlir::FailureOr<Iterable> rangeOf(const syntax::CallExpr &call,
                                    const std::string &name);
  mlir::FailureOr<Iterable> reversedOf(const syntax::CallExpr &call);
  mlir::FailureOr<Iterable> enumerateOf(const syntax::CallExpr &call);
  mlir::FailureOr<Iterable> zipOf(const syntax::CallExpr &call);
  mlir::FailureOr<int64_t> stepOf(const Iterable &range);
  mlir::LogicalResult reverseRange(Iterable &range);
  /// The number of elements; where there is none it may be negative.
  Result lengthOf(const Iterable &iterable);
  Result elementOf(const Iterable &iterable, const Operand &k);
  /// Whether a variable could hold each of the elements in turn.
  static bool isUniform(llvm::ArrayRef<Operand> elements);
  Result selectElement(llvm::ArrayRef<Operand> elements, const Operand &index,
                       syntax::SourceRange range);
  mlir::LogicalResult noIteration(const syntax::Expr &iterable,
                                  const Operand &value);

  //===--------------------------------------------------------------------===//
  // Expressions (Expressions.cpp, Operators.cpp, Subscripts.cpp)
  //===--------------------------------------------------------------------===//

  /// The value of an expression; `target` is the variable that it is assigned
  /// to, for messages.
  Result emit(const syntax::Expr &expr, llvm::StringRef target = {});
  /// As `emit`, but the value must be a number or bool; `what` asks for it.
  Result emitScalar(const syntax::Expr &expr, const llvm::Twine &what);
  Result emitConstant(const syntax::ConstantExpr &expr);
  Result emitCaptured(const syntax::CapturedExpr &expr);
  Result emitUnary(const syntax::UnaryExpr &expr, llvm::StringRef target);
  Result emitBinary(const syntax::BinaryExpr &expr, llvm::StringRef target);
  Result emitOperand(const syntax::Expr &expr, llvm::StringRef op,
                     const syntax::Expr &other);
  Result emitBool(const syntax::BoolExpr &expr);
  Result emitCompare(const syntax::CompareExpr &expr);
  Result emitConditional(const syntax::ConditionalExpr &expr,
                         llvm::StringRef target);
  Result emitAttribute(const syntax::AttributeExpr &expr);
  Result emitSubscript(const syntax::SubscriptExpr &expr);
  Result emitTuple(const syntax::TupleExpr &expr);
  Result emitNamed(const syntax::NamedExpr &expr);

  Condition condition(const syntax::Expr &expr);
  Condition truth(const Operand &value, syntax::SourceRange range);
  Result binary(llvm::StringRef op, const Operand &lhs, const Operand &rhs,
                syntax::SourceRange range, llvm::StringRef target = {});
  mlir::Type operationType(llvm::StringRef op, mlir::Type lhs, mlir::Type rhs);
  Result power(const Operand &lhs, const Operand &rhs,
               syntax::SourceRange range, llvm::StringRef target);
  Result compare(llvm::StringRef op, const Operand &lhs, const Operand &rhs,
                 syntax::SourceRange range);
  /// A value computed on one of two paths, each emitted in its own region.
  Result choose(mlir::Value condition, syntax::SourceRange range,
                llvm::function_ref<Result()> thenValue,
                llvm::function_ref<Result()> elseValue);
  mlir::FailureOr<std::vector<Operand>> emitAll(const syntax::ExprList &exprs);
  Result compareScalars(llvm::StringRef op, const Operand &lhs,
                        const Operand &rhs, syntax::SourceRange range);
  /// `x is None`, which the types decide; `x is Mode.FAST`.
  Result identity(llvm::StringRef op, const Operand &lhs, const Operand &rhs,
                  syntax::SourceRange range);
  /// == and != where one operand is a tuple, or a member of an enum.
  Result compareTuples(llvm::StringRef op, const Operand &lhs,
                       const Operand &rhs, syntax::SourceRange range);
  /// `x in (1, 2, 3)`.
  Result isAmong(llvm::StringRef op, const Operand &value, const Operand &tuple,
                 syntax::SourceRange range);
  /// What `a[i][j]` subscripts, in `base`, and the subscripts: none when the
  /// subscripts have led to an element of a tuple.
  mlir::FailureOr<std::vector<mlir::Value>>
  indices(const syntax::SubscriptExpr &expr, Operand &base);
  Result chosenElement(const Operand &tuple, const Operand &index,
                       syntax::SourceRange range);
  Result tupleElement(const Operand &tuple, const syntax::Expr &index);
  mlir::FailureOr<mlir::Value> subscript(const Operand &index,
                                         syntax::SourceRange range);
  Result fieldOf(const Operand &record, const syntax::AttributeExpr &expr);
  Result shapeOf(const Operand &array, mlir::Location loc);

  //===--------------------------------------------------------------------===//
  // Ints masked to k <= 64 bits (Masked.cpp)
  //===--------------------------------------------------------------------===//

  bool isIntegral(const syntax::Expr &expr);
  Result emitModular(const syntax::Expr &expr);
  Result emitMasked(const syntax::BinaryExpr &expr, unsigned bits);
  std::optional<Operand> binaryMasked(llvm::StringRef op, const Operand &lhs,
                                      const Operand &rhs,
                                      syntax::SourceRange range);
  Operand masked(mlir::Value bits);
  /// The value of a constant int that 64 bits don't hold.
  static std::optional<double> largeConstant(const syntax::Expr &expr);
  static std::optional<unsigned> maskWidth(llvm::StringRef op,
                                           const syntax::Expr &right);

  //===--------------------------------------------------------------------===//
  // Complex numbers (Complex.cpp)
  //===--------------------------------------------------------------------===//

  struct Parts;
  /// The type of the parts of what NumPy or Python makes of two numbers, one
  /// of them complex.
  mlir::Type commonPart(const Operand &a, const Operand &b);
  Operand toComplex(const Operand &value, mlir::Type part, mlir::Location here);
  Result binaryComplex(llvm::StringRef op, const Operand &lhs,
                       const Operand &rhs, syntax::SourceRange range);
  Result compareComplex(llvm::StringRef op, const Operand &lhs,
                        const Operand &rhs, syntax::SourceRange range);
  Result unaryComplex(llvm::StringRef op, const Operand &value,
                      syntax::SourceRange range);
  Operand loadComplex(const Operand &array, llvm::ArrayRef<mlir::Value> index,
                      mlir::Location here);
  void storeComplex(const Operand &array, llvm::ArrayRef<mlir::Value> index,
                    const Operand &value, mlir::Location here);
  std::optional<Operand> complexAttribute(const Operand &value,
                                          llvm::StringRef name,
                                          syntax::SourceRange range);
  std::optional<Operand> complexFunction(llvm::StringRef name,
                                         const Operand &value,
                                         syntax::SourceRange range);

  //===--------------------------------------------------------------------===//
  // Values (Values.cpp)
  //===--------------------------------------------------------------------===//

  mlir::Type weakInt() { return pyk::PyIntType::get(context); }
  mlir::Type weakFloat() { return pyk::PyFloatType::get(context); }
  mlir::Type weakBool() { return pyk::PyBoolType::get(context); }
  mlir::Type boolType() { return builder.getI1Type(); }
  mlir::Type f64() { return builder.getF64Type(); }
  Operand constant(mlir::Type type, Constant value, mlir::Location loc);
  mlir::Value zero(mlir::Type type, mlir::Location loc);
  /// What a condition is, when that is known at compile time.
  static std::optional<bool> known(mlir::Value condition);
  mlir::Value negate(mlir::Value condition, mlir::Location loc);
  mlir::Value cast(const Operand &value, mlir::Type type, mlir::Location loc);
  /// The conversion that NumPy makes when it stores a value in an element.
  mlir::Value castToElement(const Operand &value, mlir::Type element,
                            mlir::Location loc);
  /// What a value binds when nothing needs to be stored: its types.
  static Binding typesOf(const Operand &value, syntax::SourceRange range);
  /// The scalars of a value in order, with the types that they are to have.
  /// Those of an unknown value are unknown.
  static void
  flatten(const Binding &type, const Operand &value,
          llvm::function_ref<void(mlir::Type, const Operand &)> leaf);
  /// The inverse: a value of that type from its scalars.
  static Operand unflatten(const Binding &type, mlir::ValueRange scalars,
                           unsigned &next);
  Operand weakBoolOf(mlir::Value condition, mlir::Location loc);
  mlir::FailureOr<int64_t> constantInt(const syntax::Expr &expr,
                                       llvm::StringRef what,
                                       llvm::StringRef remedy);

  mlir::FailureOr<int64_t> constantOf(const Operand &value,
                                      syntax::SourceRange range,
                                      llvm::StringRef what,
                                      llvm::StringRef remedy);

  //===--------------------------------------------------------------------===//
  // Calls (Calls.cpp, MathCalls.cpp, NumPyCalls.cpp)
  //===--------------------------------------------------------------------===//

  /// A call of a known function, its arguments evaluated.
  struct Call {
    const syntax::CallExpr &expr;
    std::string name;   ///< as written
    std::string entity; ///< its module's name and its own
    std::vector<Operand> args;
    syntax::SourceRange range;
    llvm::StringRef target = {};
  };

  Result emitCall(const syntax::CallExpr &expr, llvm::StringRef target);
  Result callEntity(const syntax::CallExpr &expr, const Operand &callee,
                    llvm::StringRef target);
  Result callBuiltin(llvm::StringRef name, Call &call);
  Result callMath(llvm::StringRef name, Call &call);
  Result callNumPy(llvm::StringRef name, Call &call);
  Result convert(mlir::Type type, Call &call);
  Result makeComplex(mlir::Type part, Call &call);
  std::optional<Result> callComplex(llvm::StringRef module,
                                    llvm::StringRef name, Call &call);
  Result print(Call &call);
  Result minMax(bool isMax, Call &call);
  Result absolute(Call &call);
  Result roundTo(Call &call, bool isNumPy);
  Result roundInteger(const Operand &value, int64_t digits, Call &call);
  Result scale(Call &call, double factor, bool isWeak);
  Result where(Call &call);
  Result clip(Call &call);
  Result sign(Call &call);
  /// A function of floats. `isWeak`: Python's `math`, else NumPy's.
  Result function(pyk::MathFn fn, Call &call, bool isWeak);
  Result integerRest(Call &call, mlir::Type type);
  Result product(Call &call);
  Result function2(pyk::MathFn2 fn, Call &call, bool isWeak);
  Result floatTest(pyk::FloatTest test, Call &call, bool isWeak);
  /// Python's `math.floor`, `ceil`, `trunc`: ints.
  Result integral(pyk::MathFn fn, Call &call);
  Result pairwise(bool isMax, Call &call);
  /// As much of `a number is needed` as the value tells.
  mlir::LogicalResult noNumber(const llvm::Twine &what, const Operand &value,
                               syntax::SourceRange range);
  mlir::LogicalResult unknownKeyword(const syntax::CallExpr &call,
                                     const std::string &function,
                                     const std::string &keyword,
                                     llvm::ArrayRef<std::string> known);
  /// A weak scalar as the NumPy scalar that a NumPy function makes of it.
  Operand strengthen(const Operand &value, mlir::Location loc);

  // Local arrays (LocalArrays.cpp)
  struct Allocation;
  mlir::FailureOr<Allocation> allocationArguments(llvm::StringRef name,
                                                  const syntax::CallExpr &expr);
  mlir::FailureOr<mlir::OpFoldResult> extentOf(const Operand &value,
                                               syntax::SourceRange range);
  mlir::FailureOr<llvm::SmallVector<mlir::OpFoldResult>>
  shapeArgument(const syntax::Expr &shape);
  /// The element type; of complex numbers that of their parts.
  mlir::FailureOr<mlir::Type> dtypeOf(const syntax::Expr &expr,
                                      bool *hasComplex);
  Result allocate(llvm::StringRef name, const syntax::CallExpr &expr,
                  llvm::StringRef target);
  mlir::LogicalResult expectScalars(Call &call, unsigned least, unsigned most);
  Result unsupportedFunction(Call &call);

  const syntax::Request &request;
  mlir::MLIRContext *context;
  mlir::OpBuilder builder;
  std::vector<Scope *> scopes;
  std::vector<Loop *> allLoops; ///< by number, 1 being the first
  std::vector<std::unique_ptr<Loop>> ownedLoops;
  std::map<const syntax::ForStmt *, int64_t> loopIndices;
  std::vector<mlir::Type> argumentTypes;    ///< of the compiled function
  std::vector<std::string> argumentNames;   ///< "x", "p.x", "z.real"
  std::vector<mlir::Value> hiddenArguments; ///< captured arrays
  std::optional<CompileError> diagnostic;

  Scope &scope() { return *scopes.back(); }
  const Scope &scope() const { return *scopes.back(); }
  Environment &env() { return scope().env; }
};

} // namespace gpujit::import

#endif // GPUJIT_COMPILER_IMPORT_IMPORTER_H
