//===- Locals.cpp - the names that a function binds -----------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sema/Locals.h"

using namespace gpujit;
using namespace gpujit::syntax;
using llvm::cast;

namespace {
class Collector {
public:
  explicit Collector(std::set<std::string> &names) : names(names) {}

  void body(const Body &body) {
    for (const StmtPtr &stmt : body)
      statement(*stmt);
  }

private:
  void target(const Expr *expr) {
    if (auto *name = llvm::dyn_cast_or_null<NameExpr>(expr))
      names.insert(name->id);
    else if (auto *tuple = llvm::dyn_cast_or_null<TupleExpr>(expr))
      for (const ExprPtr &element : tuple->elements)
        target(element.get());
    else if (auto *starred = llvm::dyn_cast_or_null<StarredExpr>(expr))
      target(starred->value.get());
    else
      expression(expr); // a subscript may hold a `:=`
  }

  void statement(const Stmt &stmt);
  void expression(const Expr *expr);

  void expressions(const ExprList &exprs) {
    for (const ExprPtr &expr : exprs)
      expression(expr.get());
  }

  std::set<std::string> &names;
};
} // namespace

void Collector::statement(const Stmt &stmt) {
  switch (stmt.kind) {
  case Stmt::Kind::Assign: {
    auto &assign = cast<AssignStmt>(stmt);
    for (const ExprPtr &expr : assign.targets)
      target(expr.get());
    return expression(assign.value.get());
  }
  case Stmt::Kind::AugAssign:
    target(cast<AugAssignStmt>(stmt).target.get());
    return expression(cast<AugAssignStmt>(stmt).value.get());
  case Stmt::Kind::AnnAssign:
    target(cast<AnnAssignStmt>(stmt).target.get());
    return expression(cast<AnnAssignStmt>(stmt).value.get());
  case Stmt::Kind::For: {
    auto &loop = cast<ForStmt>(stmt);
    target(loop.target.get());
    expression(loop.iterable.get());
    body(loop.body);
    return body(loop.orElse);
  }
  case Stmt::Kind::While: {
    auto &loop = cast<WhileStmt>(stmt);
    expression(loop.test.get());
    body(loop.body);
    return body(loop.orElse);
  }
  case Stmt::Kind::If: {
    auto &branch = cast<IfStmt>(stmt);
    expression(branch.test.get());
    body(branch.thenBody);
    return body(branch.elseBody);
  }
  case Stmt::Kind::Return:
    return expression(cast<ReturnStmt>(stmt).value.get());
  case Stmt::Kind::Expr:
    return expression(cast<ExprStmt>(stmt).value.get());
  case Stmt::Kind::Assert:
    return expression(cast<AssertStmt>(stmt).test.get());
  case Stmt::Kind::Break:
  case Stmt::Kind::Continue:
  case Stmt::Kind::Pass:
  case Stmt::Kind::Raise:
  case Stmt::Kind::Unsupported:
    return;
  }
}

/// Looks for `:=`.
void Collector::expression(const Expr *expr) {
  if (!expr)
    return;
  switch (expr->kind) {
  case Expr::Kind::Named:
    target(cast<NamedExpr>(expr)->target.get());
    return expression(cast<NamedExpr>(expr)->value.get());
  case Expr::Kind::Binary:
    expression(cast<BinaryExpr>(expr)->left.get());
    return expression(cast<BinaryExpr>(expr)->right.get());
  case Expr::Kind::Unary:
    return expression(cast<UnaryExpr>(expr)->operand.get());
  case Expr::Kind::Bool:
    return expressions(cast<BoolExpr>(expr)->values);
  case Expr::Kind::Compare:
    expression(cast<CompareExpr>(expr)->left.get());
    return expressions(cast<CompareExpr>(expr)->comparators);
  case Expr::Kind::Conditional:
    expression(cast<ConditionalExpr>(expr)->test.get());
    expression(cast<ConditionalExpr>(expr)->thenValue.get());
    return expression(cast<ConditionalExpr>(expr)->elseValue.get());
  case Expr::Kind::Call:
    expression(cast<CallExpr>(expr)->callee.get());
    expressions(cast<CallExpr>(expr)->args);
    for (const Keyword &keyword : cast<CallExpr>(expr)->keywords)
      expression(keyword.value.get());
    return;
  case Expr::Kind::Attribute:
    return expression(cast<AttributeExpr>(expr)->value.get());
  case Expr::Kind::Subscript:
    expression(cast<SubscriptExpr>(expr)->value.get());
    return expression(cast<SubscriptExpr>(expr)->index.get());
  case Expr::Kind::Tuple:
    return expressions(cast<TupleExpr>(expr)->elements);
  case Expr::Kind::Starred:
    return expression(cast<StarredExpr>(expr)->value.get());
  case Expr::Kind::Constant:
  case Expr::Kind::Name:
  case Expr::Kind::Captured:
  case Expr::Kind::Unsupported:
    return;
  }
}

std::set<std::string> gpujit::sema::boundNames(const Body &body) {
  std::set<std::string> names;
  Collector(names).body(body);
  return names;
}
