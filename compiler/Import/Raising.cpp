//===- Raising.cpp - assert and raise -------------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Import/Importer.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::import;
using namespace gpujit::pyk;
using namespace gpujit::syntax;

/// The constant text of an assert or an exception.
FailureOr<std::string> Importer::messageOf(const Expr &expr,
                                           const Twine &what) {
  Result text = emit(expr);
  if (failed(text))
    return failure();
  if (text->kind != Operand::Kind::String)
    return error(DiagnosticId::ConstantNeeded, expr.range,
                 {what.str(), "write the text in quotes"});
  return text->text;
}

LogicalResult Importer::importAssert(const AssertStmt &stmt) {
  FailureOr<std::string> message = std::string();
  if (stmt.message)
    message = messageOf(*stmt.message, "the message of an assert");
  if (failed(message))
    return failure();
  Condition test = condition(*stmt.test);
  if (failed(test))
    return failure();
  raiseUnless(*test, loc(stmt.range), "AssertionError", *message);
  return success();
}

void Importer::raiseUnless(mlir::Value condition, Location here,
                           StringRef exception, StringRef message) {
  mlir::Value isFalse = negate(condition, here);
  auto ifOp = IfOp::create(builder, here, TypeRange(), isFalse);
  OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(&ifOp.getThenRegion());
  RaiseOp::create(builder, here, exception, message);
  YieldOp::create(builder, here);
}

/// Python's exceptions that take one text; the runtime makes them by name.
static bool isStandardException(StringRef entity) {
  static const StringRef names[] = {
      "ArithmeticError",   "AssertionError", "BufferError",
      "EOFError",          "Exception",      "FloatingPointError",
      "IndexError",        "KeyError",       "LookupError",
      "MemoryError",       "NameError",      "NotImplementedError",
      "OverflowError",     "RuntimeError",   "StopIteration",
      "TypeError",         "ValueError",     "ZeroDivisionError",
      "UnboundLocalError", "AttributeError", "RecursionError"};
  return entity.consume_front("builtins.") && llvm::is_contained(names, entity);
}

LogicalResult Importer::importRaise(const RaiseStmt &stmt) {
  if (!stmt.exception)
    return error(DiagnosticId::UnsupportedStatement, stmt.range,
                 {"'raise' without an exception",
                  "name one: raise ValueError(\"text\")"});
  auto *none = llvm::dyn_cast_if_present<ConstantExpr>(stmt.cause.get());
  if (stmt.cause && !(none && none->type == "NoneType"))
    return error(DiagnosticId::UnsupportedStatement, stmt.cause->range,
                 {"'from' in a raise", "leave it out"});
  const Expr *named = stmt.exception.get();
  std::string message;
  if (auto *call = llvm::dyn_cast<CallExpr>(named)) {
    named = call->callee.get();
    if (call->args.size() > 1 || !call->keywords.empty())
      return error(DiagnosticId::UnsupportedExpression, call->range,
                   {"an exception of several values", "give it one text"});
    if (!call->args.empty()) {
      FailureOr<std::string> text =
          messageOf(*call->args.front(), "the text of an exception");
      if (failed(text))
        return failure();
      message = *text;
    }
  }
  auto *captured = llvm::dyn_cast<CapturedExpr>(named);
  if (captured && captured->entity == "undefined")
    return emitCaptured(*captured);
  if (!captured || !isStandardException(captured->entity))
    return error(DiagnosticId::UnsupportedStatement, named->range,
                 {"raising " + (captured ? "'" + captured->name + "'"
                                         : std::string("this value")),
                  "raise one of Python's own, such as ValueError"});
  RaiseOp::create(builder, loc(stmt.range),
                  StringRef(captured->entity).drop_front(9), message);
  env().reachable = false;
  return success();
}

/// A raise on one side of an `if` never comes out of it in Python. Compiled
/// code goes on with the error recorded, so what the other side has defined
/// gets some value on this one.
void Importer::defineAfterRaise(IfOp ifOp, const Environment &before) {
  if (!env().reachable)
    return;
  for (Region &region : ifOp->getRegions()) {
    if (region.empty())
      continue;
    Block &block = region.front();
    auto end = block.rbegin();
    if (end == block.rend() || !isa<YieldOp>(*end) || ++end == block.rend() ||
        !isa<RaiseOp>(*end))
      continue;
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(&block.back());
    for (const auto &[name, binding] : env().names) {
      if (binding.kind != Binding::Kind::Slot || isa<ArrayType>(binding.type) ||
          before.get(name).sameAs(binding))
        continue;
      Location here = block.back().getLoc();
      SetOp::create(builder, here, slot(name, binding.type),
                    zero(binding.type, here));
    }
  }
}
