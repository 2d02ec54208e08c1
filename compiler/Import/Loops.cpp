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
    const Stmt &stmt, llvm::function_ref<FailureOr<Operation *>()> create,
    llvm::function_ref<LogicalResult(Operation *, Environment &)> emitBody) {
  const Environment before = env();
  Environment head = before;
  // A loop's types climb a lattice of small height: the bound is never met.
  for (unsigned attempt = 0; attempt < 64; ++attempt) {
    auto loop = std::make_unique<Loop>();
    allLoops.push_back(loop.get());
    loop->number = allLoops.size();
    ownedLoops.push_back(std::move(loop));
    Loop &current = *allLoops.back();
    size_t returns = scope().returns.size();

    env() = loopHead(current, head);
    FailureOr<Operation *> op = create();
    if (failed(op))
      return failure();
    Environment normalExit;
    scope().loops.push_back(&current);
    LogicalResult done = emitBody(*op, normalExit);
    scope().loops.pop_back();
    if (failed(done))
      return failure();

    // Breaks count for the head too, so that a variable has one type where
    // the loop is left, whichever way.
    auto outside = [&](Edge edge) {
      edge.env = leaveLoop(current, edge.env, head);
      return edge;
    };
    std::vector<Edge> back, breaks;
    for (const Edge &edge : current.continues)
      back.push_back(outside(edge));
    for (const Edge &edge : current.breaks)
      breaks.push_back(outside(edge));
    Environment next = joinAll(joinAll(before, back), breaks);

    bool isStable =
        llvm::none_of(current.usedAtHead, [&](const std::string &name) {
          return !next.get(name).sameAs(head.get(name));
        });
    if (isStable) {
      for (const auto &[name, range] : current.unboundReads)
        if (next.get(name).isUnbound() && !current.entryOrigins[name])
          return error(DiagnosticId::NeverBound, range, {name});
      Location here = loc(stmt.range);
      env() = joinAll(leaveLoop(current, normalExit, next), breaks);
      for (const Edge &edge : current.continues)
        coerceEdge({edge.block, leaveLoop(current, edge.env, next)}, next,
                   here);
      for (const Edge &edge : current.breaks)
        coerceEdge({edge.block, leaveLoop(current, edge.env, next)}, env(),
                   here);
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPoint(*op);
      for (const auto &[name, binding] : next.names)
        coerce(name, before.get(name), binding, here);
      return success();
    }
    Block *block = (*op)->getBlock();
    scope().returns.resize(returns);
    (*op)->erase();
    builder.setInsertionPointToEnd(block);
    head = std::move(next);
  }
  return error(DiagnosticId::InternalError, stmt.range,
               {"the types in this loop don't settle"});
}

//===----------------------------------------------------------------------===//
// for
//===----------------------------------------------------------------------===//

LogicalResult Importer::importFor(const ForStmt &stmt) {
  if (!stmt.orElse.empty())
    return error(DiagnosticId::UnsupportedStatement, stmt.range,
                 {"'else' after a loop",
                  "set a flag before 'break' and test it after the loop"});
  auto *call = llvm::dyn_cast<CallExpr>(stmt.iterable.get());
  auto *callee =
      call ? llvm::dyn_cast<CapturedExpr>(call->callee.get()) : nullptr;
  bool isPrange = callee && callee->entity == "gpujit.prange";
  if (!callee || (callee->entity != "builtins.range" && !isPrange)) {
    std::string what = callee ? "'" + callee->name + "'" : "this expression";
    return error(DiagnosticId::UnsupportedIteration, stmt.iterable->range,
                 {what});
  }
  if (call->args.empty() || call->args.size() > 3 || !call->keywords.empty())
    return error(
        DiagnosticId::ArgumentCount, call->range,
        {callee->name, "1 to 3 arguments", std::to_string(call->args.size())});

  Location here = loc(stmt.range);
  std::vector<mlir::Value> bounds;
  for (const ExprPtr &arg : call->args) {
    Result value = emitScalar(*arg, "range()");
    if (failed(value))
      return failure();
    if (value->isBottom())
      value = constant(weakInt(), Constant::of(int64_t(0)), here);
    if (isFloating(value->type()))
      return error(DiagnosticId::OperandType, arg->range,
                   {"range()", value->describe()});
    bounds.push_back(cast(*value, weakInt(), here));
  }
  if (bounds.size() == 1)
    bounds.insert(bounds.begin(), zero(weakInt(), here));
  if (bounds.size() == 2)
    bounds.push_back(constant(weakInt(), Constant::of(int64_t(1)), here).ssa);

  auto *target = llvm::dyn_cast<NameExpr>(stmt.target.get());
  std::string name = target ? target->id : "_";
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
  auto emitBody = [&](Operation *op, Environment &exit) -> LogicalResult {
    exit = env();
    OpBuilder::InsertionGuard guard(builder);
    Block *body = builder.createBlock(&mlir::cast<ForOp>(op).getBody());
    mlir::Value iv = body->addArgument(weakInt(), here);
    if (failed(assign(*stmt.target, Operand::scalar(iv))) ||
        failed(importBody(stmt.body)))
      return failure();
    if (env().reachable)
      scope().loops.back()->continues.push_back({builder.getBlock(), env()});
    if (env().reachable || !isReturnBlock(builder.getBlock()))
      endBlock(here);
    return success();
  };
  return importLoop(stmt, create, emitBody);
}

//===----------------------------------------------------------------------===//
// while
//===----------------------------------------------------------------------===//

LogicalResult Importer::importWhile(const WhileStmt &stmt) {
  if (!stmt.orElse.empty())
    return error(DiagnosticId::UnsupportedStatement, stmt.range,
                 {"'else' after a loop",
                  "set a flag before 'break' and test it after the loop"});
  Location here = loc(stmt.range);
  auto create = [&]() -> FailureOr<Operation *> {
    return WhileOp::create(builder, here).getOperation();
  };
  auto emitBody = [&](Operation *op, Environment &exit) -> LogicalResult {
    auto loop = mlir::cast<WhileOp>(op);
    OpBuilder::InsertionGuard guard(builder);
    builder.createBlock(&loop.getBefore());
    Condition test = condition(*stmt.test);
    if (failed(test))
      return failure();
    ConditionOp::create(builder, loc(*stmt.test), *test);
    exit = env();
    builder.createBlock(&loop.getBody());
    if (failed(importBody(stmt.body)))
      return failure();
    if (env().reachable)
      scope().loops.back()->continues.push_back({builder.getBlock(), env()});
    if (env().reachable || !isReturnBlock(builder.getBlock()))
      endBlock(here);
    return success();
  };
  return importLoop(stmt, create, emitBody);
}
