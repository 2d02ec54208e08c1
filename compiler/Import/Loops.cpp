//===- Loops.cpp - for and while ------------------------------------------===//
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

/// The names at the head, as the body sees them.
Environment Importer::loopHead(Loop &loop, const Environment &head) {
  Environment inside = head;
  for (const std::string &name : scope().assigned)
    inside.names.try_emplace(name);
  for (auto &[name, binding] : inside.names) {
    loop.entryOrigins[name] = binding.origin;
    binding.origin = loop.number;
    binding.merged = false;
  }
  return inside;
}

/// The names of a point inside the loop, as the code after it sees them: what
/// the body has left alone is what it is at the head.
Environment Importer::leaveLoop(const Loop &loop, Environment inside,
                                const Environment &head) {
  for (auto &[name, binding] : inside.names) {
    if (binding.origin != loop.number)
      continue;
    if (!binding.merged)
      binding = head.get(name);
    binding.origin = loop.entryOrigins.at(name);
  }
  return inside;
}

LogicalResult Importer::importLoop(
    const Stmt &stmt, const Body &orElse,
    llvm::function_ref<FailureOr<Operation *>()> create,
    llvm::function_ref<LogicalResult(Operation *, Edge &)> emitBody) {
  const Environment before = env();
  Environment head = before;
  // A loop's types climb a lattice of small height: the bound is never met.
  for (unsigned attempt = 0; attempt < 64; ++attempt) {
    ownedLoops.push_back(std::make_unique<Loop>());
    Loop &loop = *ownedLoops.back();
    allLoops.push_back(&loop);
    loop.number = allLoops.size();
    size_t returns = scope().returns.size();

    env() = loopHead(loop, head);
    FailureOr<Operation *> op = create();
    if (failed(op))
      return failure();
    Edge exit{nullptr, {}};
    scope().loops.push_back(&loop);
    LogicalResult done = emitBody(*op, exit);
    scope().loops.pop_back();
    if (failed(done))
      return failure();

    // Breaks count for the head too, so that a variable has one type where
    // the loop is left, whichever way.
    Environment next =
        joinAll(before, edgesOutside(loop, loop.continues, head));
    next = joinAll(next, edgesOutside(loop, loop.breaks, head));
    bool isStable = llvm::all_of(loop.usedAtHead, [&](const std::string &name) {
      return next.get(name).sameAs(head.get(name));
    });
    if (isStable)
      return finishLoop(stmt, orElse, loop, *op, before, next, exit);
    Block *block = (*op)->getBlock();
    scope().returns.resize(returns);
    (*op)->erase();
    builder.setInsertionPointToEnd(block);
    head = std::move(next);
  }
  return error(DiagnosticId::InternalError, stmt.range,
               {"the types in this loop don't settle"});
}

std::vector<Importer::Edge> Importer::edgesOutside(const Loop &loop,
                                                   ArrayRef<Edge> edges,
                                                   const Environment &head) {
  std::vector<Edge> result;
  for (const Edge &edge : edges)
    result.push_back({edge.block, leaveLoop(loop, edge.env, head)});
  return result;
}

/// Moves the variables to the slots that the loop's head and end read, now that
/// these are known.
LogicalResult Importer::finishLoop(const Stmt &stmt, const Body &orElse,
                                   Loop &loop, Operation *op,
                                   const Environment &before,
                                   const Environment &next, const Edge &exit) {
  // A name that no iteration binds, or only from itself (`s += 1`); the former
  // is the cause where there are both.
  for (Binding::Kind kind : {Binding::Kind::Unbound, Binding::Kind::Bottom})
    for (const auto &[name, range] : loop.unboundReads)
      if (next.get(name).kind == kind && !loop.entryOrigins[name])
        return error(DiagnosticId::NeverBound, range, {name});
  Location here = loc(stmt.range);
  for (const Edge &edge : edgesOutside(loop, loop.continues, next))
    coerceEdge(edge, next, here);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(op);
    for (const auto &[name, binding] : next.names)
      coerce(name, before.get(name), binding, here);
  }
  std::vector<Edge> ends = edgesOutside(loop, loop.breaks, next);
  Edge normal{exit.block, leaveLoop(loop, exit.env, next)};
  env() = normal.env;
  if (!orElse.empty() && failed(importOrElse(stmt, orElse, op, ends, normal)))
    return failure();
  env() = joinAll(env(), ends);
  ends.push_back(std::move(normal));
  for (const Edge &edge : ends)
    if (edge.block)
      coerceEdge(edge, env(), here);
  return success();
}

/// The `else` of a loop: it runs unless a break has left the loop. `end`
/// becomes its end.
LogicalResult Importer::importOrElse(const Stmt &stmt, const Body &orElse,
                                     Operation *op, ArrayRef<Edge> breaks,
                                     Edge &end) {
  if (!env().reachable)
    return success();
  end.block = nullptr;
  if (breaks.empty())
    return importBody(orElse);
  Location here = loc(stmt.range);
  // No variable of Python's has such a name.
  VarOp left = slot("else:" + std::to_string(stmt.range.line) + ":" +
                        std::to_string(stmt.range.column),
                    boolType());
  auto set = [&](bool value) {
    SetOp::create(builder, here, left,
                  constant(boolType(), Constant::of(int64_t(value)), here).ssa);
  };
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(op);
  set(false);
  for (const Edge &edge : breaks) {
    builder.setInsertionPoint(&edge.block->back());
    set(true);
  }
  builder.setInsertionPointToEnd(op->getBlock());
  mlir::Value isLeft = GetOp::create(builder, here, boolType(), left);
  auto ifOp = IfOp::create(builder, here, TypeRange(), negate(isLeft, here));
  builder.createBlock(&ifOp.getThenRegion());
  if (failed(importBody(orElse)))
    return failure();
  end = {builder.getBlock(), env()};
  endBlock(here);
  return success();
}

//===----------------------------------------------------------------------===//
// for
//===----------------------------------------------------------------------===//

/// The name that a loop goes by in reports: the first of its targets.
static std::string loopName(const Expr &target) {
  if (auto *name = llvm::dyn_cast<NameExpr>(&target))
    return name->id;
  auto *tuple = llvm::dyn_cast<TupleExpr>(&target);
  return tuple && !tuple->elements.empty() ? loopName(*tuple->elements.front())
                                           : "_";
}

LogicalResult Importer::importFor(const ForStmt &stmt) {
  auto *call = llvm::dyn_cast<CallExpr>(stmt.iterable.get());
  auto *callee =
      call ? llvm::dyn_cast<CapturedExpr>(call->callee.get()) : nullptr;
  bool isPrange = callee && callee->entity == "gpujit.prange";
  FailureOr<Iterable> iterable =
      isPrange ? rangeOf(*call, callee->name) : iterableOf(*stmt.iterable);
  if (failed(iterable))
    return failure();
  Location here = loc(stmt.range);
  bool isRange = iterable->kind == Iterable::Kind::Range;
  std::vector<mlir::Value> bounds;
  if (isRange) {
    bounds = {iterable->start.ssa, iterable->stop.ssa, iterable->step.ssa};
  } else {
    Result length = lengthOf(*iterable);
    if (failed(length))
      return failure();
    bounds = {zero(weakInt(), here), length->ssa,
              constant(weakInt(), Constant::of(int64_t(1)), here).ssa};
    if (length->constants && length->constants->front().integer == 0 &&
        iterable->kind != Iterable::Kind::Bottom)
      return importBody(stmt.orElse);
  }
  std::string name = loopName(*stmt.target);
  IntegerAttr index;
  // Each written loop of the kernel has one number, however often it is typed.
  if (scopes.size() == 1)
    index = builder.getI64IntegerAttr(
        loopIndices.try_emplace(&stmt, loopIndices.size()).first->second);

  auto create = [&]() -> FailureOr<Operation *> {
    return ForOp::create(builder, here, name, bounds[0], bounds[1], bounds[2],
                         index, isPrange, /*verdict=*/nullptr,
                         /*reason=*/nullptr)
        .getOperation();
  };
  auto emitBody = [&](Operation *op, Edge &exit) -> LogicalResult {
    exit.env = env();
    OpBuilder::InsertionGuard guard(builder);
    Block *body = builder.createBlock(&mlir::cast<ForOp>(op).getBody());
    mlir::Value iv = body->addArgument(weakInt(), here);
    Result element = isRange ? Result(Operand::scalar(iv))
                             : elementOf(*iterable, Operand::scalar(iv));
    if (failed(element) || failed(assign(*stmt.target, *element)) ||
        failed(importBody(stmt.body)))
      return failure();
    if (env().reachable)
      scope().loops.back()->continues.push_back({builder.getBlock(), env()});
    endBlock(here);
    return success();
  };
  return importLoop(stmt, stmt.orElse, create, emitBody);
}

//===----------------------------------------------------------------------===//
// while
//===----------------------------------------------------------------------===//

LogicalResult Importer::importWhile(const WhileStmt &stmt) {
  Location here = loc(stmt.range);
  auto create = [&]() -> FailureOr<Operation *> {
    return WhileOp::create(builder, here).getOperation();
  };
  auto emitBody = [&](Operation *op, Edge &exit) -> LogicalResult {
    auto loop = mlir::cast<WhileOp>(op);
    OpBuilder::InsertionGuard guard(builder);
    builder.createBlock(&loop.getBefore());
    Condition test = condition(*stmt.test);
    if (failed(test))
      return failure();
    ConditionOp::create(builder, loc(*stmt.test), *test);
    exit = {builder.getBlock(), env()};
    // A test that is always true has no normal exit, one that is never true no
    // body.
    if (std::optional<bool> outcome = known(*test))
      (*outcome ? exit.env : env()).reachable = false;
    builder.createBlock(&loop.getBody());
    if (failed(importBody(stmt.body)))
      return failure();
    if (env().reachable)
      scope().loops.back()->continues.push_back({builder.getBlock(), env()});
    endBlock(here);
    return success();
  };
  return importLoop(stmt, stmt.orElse, create, emitBody);
}
