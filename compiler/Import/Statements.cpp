//===- Statements.cpp - statements without loops --------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Import/Importer.h"

#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::import;
using namespace gpujit::pyk;
using namespace gpujit::syntax;

LogicalResult Importer::importBody(const Body &body) {
  for (const StmtPtr &stmt : body) {
    // What follows a break, continue or return is never run.
    if (!env().reachable)
      return success();
    if (failed(importStmt(*stmt)))
      return failure();
  }
  return success();
}

LogicalResult Importer::importStmt(const Stmt &stmt) {
  switch (stmt.kind) {
  case Stmt::Kind::Assign:
    return importAssign(llvm::cast<AssignStmt>(stmt));
  case Stmt::Kind::AugAssign:
    return importAugAssign(llvm::cast<AugAssignStmt>(stmt));
  case Stmt::Kind::AnnAssign: {
    auto &annotated = llvm::cast<AnnAssignStmt>(stmt);
    if (!annotated.value)
      return success();
    Result value = emit(*annotated.value);
    return failed(value) ? failure() : assign(*annotated.target, *value);
  }
  case Stmt::Kind::For:
    return importFor(llvm::cast<ForStmt>(stmt));
  case Stmt::Kind::While:
    return importWhile(llvm::cast<WhileStmt>(stmt));
  case Stmt::Kind::If:
    return importIf(llvm::cast<IfStmt>(stmt));
  case Stmt::Kind::Break:
    BreakOp::create(builder, loc(stmt.range));
    scope().loops.back()->breaks.push_back({builder.getBlock(), env()});
    env().reachable = false;
    return success();
  case Stmt::Kind::Continue:
    ContinueOp::create(builder, loc(stmt.range));
    scope().loops.back()->continues.push_back({builder.getBlock(), env()});
    env().reachable = false;
    return success();
  case Stmt::Kind::Pass:
    return success();
  case Stmt::Kind::Return:
    return importReturn(llvm::cast<ReturnStmt>(stmt));
  case Stmt::Kind::Expr:
    return success(succeeded(emit(*llvm::cast<ExprStmt>(stmt).value)));
  case Stmt::Kind::Assert:
    return importAssert(llvm::cast<AssertStmt>(stmt));
  case Stmt::Kind::Raise:
    return importRaise(llvm::cast<RaiseStmt>(stmt));
  case Stmt::Kind::Unsupported: {
    auto [what, remedy] = describeStmt(llvm::cast<UnsupportedStmt>(stmt).what);
    return error(DiagnosticId::UnsupportedStatement, stmt.range,
                 {what.str(), remedy.str()});
  }
  }
  llvm_unreachable("all kinds handled");
}

//===----------------------------------------------------------------------===//
// Assignments
//===----------------------------------------------------------------------===//

static const char *const changeableTuple =
    "make it an array, whose elements may change: np.zeros(4)";

/// The variable that a target names; empty for other targets.
static StringRef nameOf(const Expr &target) {
  auto *name = llvm::dyn_cast<NameExpr>(&target);
  return name ? StringRef(name->id) : StringRef();
}

LogicalResult Importer::importAssign(const AssignStmt &stmt) {
  Result value = emit(*stmt.value, nameOf(*stmt.targets.front()));
  if (failed(value))
    return failure();
  for (const ExprPtr &target : stmt.targets)
    if (failed(assign(*target, *value)))
      return failure();
  return success();
}

LogicalResult Importer::assign(const Expr &target, const Operand &value) {
  if (auto *name = llvm::dyn_cast<NameExpr>(&target))
    return assignName(name->id, value, target.range);
  if (auto *element = llvm::dyn_cast<SubscriptExpr>(&target))
    return storeElement(*element, value);
  auto *tuple = llvm::dyn_cast<TupleExpr>(&target);
  if (!tuple) {
    StringRef what = llvm::isa<AttributeExpr>(target) ? "an attribute"
                     : llvm::isa<CapturedExpr>(target)
                         ? "a name outside the function"
                         : "this target";
    return error(DiagnosticId::AssignTarget, target.range,
                 {what.str(), "assign to a name or to an array's element"});
  }
  if (value.isBottom()) {
    for (const ExprPtr &element : tuple->elements)
      if (failed(assign(*element, value)))
        return failure();
    return success();
  }
  if (value.kind != Operand::Kind::Tuple)
    return error(DiagnosticId::NotUnpackable, target.range, {value.describe()});
  if (llvm::any_of(tuple->elements, [](const ExprPtr &element) {
        return llvm::isa<StarredExpr>(*element);
      }))
    return assignStarred(*tuple, value);
  if (value.elements.size() != tuple->elements.size())
    return error(DiagnosticId::UnpackCount, target.range,
                 {std::to_string(value.elements.size()),
                  std::to_string(tuple->elements.size())});
  for (size_t i = 0; i < tuple->elements.size(); ++i)
    if (failed(assign(*tuple->elements[i], value.elements[i])))
      return failure();
  return success();
}

/// `a, *b, c = value`: b takes what the others leave.
LogicalResult Importer::assignStarred(const TupleExpr &target,
                                      const Operand &value) {
  size_t names = target.elements.size(), size = value.elements.size();
  if (size + 1 < names)
    return error(DiagnosticId::UnpackCount, target.range,
                 {std::to_string(size), std::to_string(names - 1)});
  size_t next = 0;
  for (const ExprPtr &element : target.elements) {
    auto *starred = llvm::dyn_cast<StarredExpr>(element.get());
    size_t count = starred ? size + 1 - names : 1;
    auto first = value.elements.begin() + next;
    Operand part = starred ? Operand::tuple({first, first + count}) : *first;
    if (failed(assign(starred ? *starred->value : *element, part)))
      return failure();
    next += count;
  }
  return success();
}

LogicalResult Importer::storeElement(const SubscriptExpr &target,
                                     const Operand &value) {
  Operand base;
  FailureOr<std::vector<mlir::Value>> subscripts = indices(target, base);
  if (failed(subscripts))
    return failure();
  if (subscripts->empty())
    return error(DiagnosticId::AssignTarget, target.range,
                 {"an element of a tuple", changeableTuple});
  if (base.isBottom() || value.isBottom())
    return success();
  auto type = mlir::cast<ArrayType>(base.type());
  if (type.getReadOnly())
    return error(DiagnosticId::ReadOnlyStore, target.range, {base.text});
  if (!value.isNumber())
    return noNumber("an element of an array", value, target.range);
  Location here = loc(target.range);
  if (base.hasComplex) {
    storeComplex(base, *subscripts, value, here);
    return success();
  }
  if (value.isComplex())
    return error(DiagnosticId::ComplexToReal, target.range,
                 {value.describe(), dtypeName(type.getElementType())});
  mlir::Value element = castToElement(value, type.getElementType(), here);
  StoreOp::create(builder, here, element, base.text, base.ssa, *subscripts,
                  /*inbounds=*/false);
  return success();
}

LogicalResult Importer::importAugAssign(const AugAssignStmt &stmt) {
  auto *element = llvm::dyn_cast<SubscriptExpr>(stmt.target.get());
  if (!element) {
    Result old = emit(*stmt.target);
    Result operand = failed(old) ? old : emit(*stmt.value);
    if (failed(operand))
      return failure();
    Result value =
        binary(stmt.op, *old, *operand, stmt.range, nameOf(*stmt.target));
    return failed(value) ? failure() : assign(*stmt.target, *value);
  }
  // The subscript is evaluated once.
  Operand base;
  FailureOr<std::vector<mlir::Value>> subscripts = indices(*element, base);
  Result operand = failed(subscripts) ? Result(failure()) : emit(*stmt.value);
  if (failed(operand))
    return failure();
  if (subscripts->empty())
    return error(DiagnosticId::AssignTarget, stmt.target->range,
                 {"an element of a tuple", changeableTuple});
  if (base.isBottom() || operand->isBottom())
    return success();
  auto type = mlir::cast<ArrayType>(base.type());
  if (type.getReadOnly())
    return error(DiagnosticId::ReadOnlyStore, stmt.target->range, {base.text});
  Location here = loc(stmt.range);
  if (base.hasComplex) {
    Operand old = loadComplex(base, *subscripts, loc(*stmt.target));
    Result value = binary(stmt.op, old, *operand, stmt.range);
    if (failed(value))
      return failure();
    storeComplex(base, *subscripts, *value, here);
    return success();
  }
  Operand old = Operand::scalar(
      LoadOp::create(builder, loc(*stmt.target), type.getElementType(),
                     base.text, base.ssa, *subscripts, /*inbounds=*/false));
  Result value = binary(stmt.op, old, *operand, stmt.range);
  if (failed(value))
    return failure();
  if (value->isComplex())
    return error(DiagnosticId::ComplexToReal, stmt.range,
                 {value->describe(), dtypeName(type.getElementType())});
  StoreOp::create(builder, here,
                  castToElement(*value, type.getElementType(), here), base.text,
                  base.ssa, *subscripts, /*inbounds=*/false);
  return success();
}

//===----------------------------------------------------------------------===//
// If, return
//===----------------------------------------------------------------------===//

/// Ends a region's block normally, where it isn't ended yet. A return's block
/// is ended when the type of all returns is known.
void Importer::endBlock(Location loc) {
  Block *block = builder.getBlock();
  if (!env().reachable && isReturnBlock(block))
    return;
  if (block->empty() || !block->back().hasTrait<OpTrait::IsTerminator>())
    YieldOp::create(builder, loc);
}

LogicalResult Importer::importIf(const IfStmt &stmt) {
  Condition test = condition(*stmt.test);
  if (failed(test))
    return failure();
  // The branch that is never taken need not make sense for these types.
  if (std::optional<bool> outcome = known(*test))
    return importBody(*outcome ? stmt.thenBody : stmt.elseBody);
  Location here = loc(stmt.range);
  auto ifOp = IfOp::create(builder, here, TypeRange(), *test);
  Environment before = env();
  std::vector<Edge> edges;
  auto branch = [&](Region &region, const Body &body) -> LogicalResult {
    OpBuilder::InsertionGuard guard(builder);
    builder.createBlock(&region);
    env() = before;
    if (failed(importBody(body)))
      return failure();
    if (env().reachable)
      edges.push_back({builder.getBlock(), env()});
    endBlock(here);
    return success();
  };
  if (failed(branch(ifOp.getThenRegion(), stmt.thenBody)) ||
      failed(branch(ifOp.getElseRegion(), stmt.elseBody)))
    return failure();
  Environment after;
  after.reachable = false;
  env() = joinAll(after, edges);
  for (const Edge &edge : edges)
    coerceEdge(edge, env(), here);
  defineAfterRaise(ifOp, before);
  Block &otherwise = ifOp.getElseRegion().front();
  if (!otherwise.empty() && isa<YieldOp>(otherwise.front()))
    ifOp.getElseRegion().getBlocks().clear();
  return success();
}

bool Importer::isReturnBlock(Block *block) {
  return llvm::any_of(scope().returns, [&](const Return &value) {
    return value.block == block;
  });
}

LogicalResult Importer::importReturn(const ReturnStmt &stmt) {
  Result value = stmt.value ? emit(*stmt.value) : Result(Operand::none());
  if (failed(value))
    return failure();
  scope().returns.push_back({builder.getBlock(), *value, stmt.range});
  env().reachable = false;
  return success();
}
