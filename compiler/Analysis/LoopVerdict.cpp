//===- LoopVerdict.cpp - how each loop may run ----------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/LoopVerdict.h"

#include "Analysis/AccessPairs.h"
#include "Analysis/SlotFlow.h"
#include "Analysis/SourceText.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::pyk;

/// The accesses of one loop to arrays that outlive an iteration.
struct LoopAnalyzer::LoopAccesses {
  std::vector<Access> list;
  /// Updates by their loads and stores.
  llvm::DenseMap<Operation *, UpdateKind> updates;
  /// Updates that meet in different iterations.
  llvm::SmallPtrSet<Operation *, 8> collidingUpdates;
};

LoopAnalyzer::LoopAnalyzer(FuncOp func, std::chrono::milliseconds budget)
    : facts(func), prover(facts),
      deadline(std::chrono::steady_clock::now() + budget) {}

bool LoopAnalyzer::isOutOfTime() const {
  return std::chrono::steady_clock::now() >= deadline;
}

/// "line 7", or nothing where no line is known.
static std::string atLine(Operation *op) {
  unsigned line = lineOf(op->getLoc());
  return line ? llvm::formatv(" (line {0})", line).str() : "";
}

//===----------------------------------------------------------------------===//
// What leaves a loop early
//===----------------------------------------------------------------------===//

/// Why the number of iterations isn't known before the loop runs.
std::optional<std::string> LoopAnalyzer::findExit(ForOp loop) {
  std::optional<std::string> exit;
  loop.getBody().walk([&](Operation *op) {
    std::string what;
    if (isa<BreakOp>(op) && enclosingLoop(op) == loop)
      what = "'break' leaves the loop early";
    else if (isa<ReturnOp>(op) && enclosingCallee(op) == enclosingCallee(loop))
      what = "'return' leaves the loop early";
    else
      return WalkResult::advance();
    exit = what + atLine(op);
    return WalkResult::interrupt();
  });
  return exit;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

LoopAnalyzer::LoopAccesses LoopAnalyzer::collect(ForOp loop,
                                                 ValueNumbering &numbering) {
  LoopAccesses accesses;
  loop.getBody().walk([&](StoreOp store) {
    auto update = matchArrayUpdate(store, facts.arrays, numbering);
    if (!update)
      return;
    accesses.updates[update->store] = update->kind;
    accesses.updates[update->load] = update->kind;
  });
  // Of accesses of one kind to one element in one block, one is enough.
  std::set<std::vector<const void *>> seen;
  loop.getBody().walk([&](Operation *op) {
    if (!isa<LoadOp, StoreOp>(op))
      return;
    Access access(op);
    if (facts.arrays.isLocalTo(access.array, loop))
      return;
    std::vector<const void *> key{op->getBlock(),
                                  access.array.getAsOpaquePointer(),
                                  access.isWrite ? op->getBlock() : nullptr};
    for (Value index : access.indices)
      key.push_back(numbering.number(index).getAsOpaquePointer());
    if (accesses.updates.contains(op) || seen.insert(key).second)
      accesses.list.push_back(access);
  });
  return accesses;
}

/// The first conflict that no update explains: reads of what an earlier
/// iteration wrote before writes that meet writes, before reads of what a later
/// one writes.
std::optional<LoopAnalyzer::Conflict>
LoopAnalyzer::findConflict(ForOp loop, ValueNumbering &numbering,
                           LoopAccesses &accesses) {
  DependenceTest test(loop, facts, numbering, prover);
  AccessPairs pairs(facts, numbering, prover, accesses.list);
  std::map<AccessPairs::Key, bool> answers;
  auto mayConflict = [&](unsigned first, unsigned second) {
    if (pairs.relation(first, second) == Aliasing::overlap)
      return true;
    std::optional<AccessPairs::Key> key = pairs.keyOf(first, second);
    if (key)
      if (auto known = answers.find(*key); known != answers.end())
        return known->second;
    bool meets = test.mayMeet(accesses.list[first], accesses.list[second]);
    if (key)
      answers[*key] = meets;
    return meets;
  };
  auto isUpdate = [&](unsigned first, unsigned second) {
    UpdateKind a = accesses.updates.lookup(accesses.list[first].op),
               b = accesses.updates.lookup(accesses.list[second].op);
    return a != UpdateKind::none && a == b &&
           pairs.relation(first, second) == Aliasing::same;
  };
  // Adds the conditions under which a pair doesn't meet.
  constexpr unsigned mostExcuses = 16;
  constexpr size_t mostConditions = 4;
  unsigned excuses = 0;
  auto excuse = [&](unsigned first, unsigned second, Conditions &conditions) {
    if (pairs.relation(first, second) == Aliasing::overlap ||
        ++excuses > mostExcuses)
      return false;
    auto needed = test.whenApart(accesses.list[first], accesses.list[second]);
    if (!needed)
      return false;
    for (Alternatives &alternatives : *needed)
      if (!llvm::is_contained(conditions, alternatives))
        conditions.push_back(std::move(alternatives));
    simplify(conditions);
    return conditions.size() <= mostConditions;
  };
  std::optional<Conflict> found;
  for (auto [firstWrites, secondWrites] :
       {std::pair(true, false), {true, true}, {false, true}}) {
    for (unsigned first = 0; first < accesses.list.size(); ++first) {
      const Access &access = accesses.list[first];
      if (access.isWrite != firstWrites)
        continue;
      for (unsigned second : pairs.candidates(first, secondWrites)) {
        if (isOutOfTime())
          return Conflict{&access, &accesses.list[second], /*outOfTime=*/true};
        if (!mayConflict(first, second))
          continue;
        if (isUpdate(first, second)) {
          accesses.collidingUpdates.insert(access.op);
          continue;
        }
        if (!found)
          found = Conflict{&access, &accesses.list[second]};
        if (!excuse(first, second, found->unless))
          return Conflict{found->first, found->second};
      }
    }
  }
  if (found && !accesses.collidingUpdates.empty())
    found->unless.clear();
  return found;
}

//===----------------------------------------------------------------------===//
// Verdicts
//===----------------------------------------------------------------------===//

static std::string slotName(Value slot) {
  auto var = slot.getDefiningOp<VarOp>();
  return var ? var.getName().str() : "a variable";
}

static std::string describePair(ForOp loop, const Access &first,
                                const Access &second) {
  std::string iv = loop.getName().str();
  std::string a = accessText(first.op), b = accessText(second.op);
  std::string atA = atLine(first.op), atB = atLine(second.op);
  if (first.op == second.op)
    return llvm::formatv("two iterations of '{0}' may write one element by "
                         "{1}{2}",
                         iv, a, atA);
  if (first.isWrite && second.isWrite)
    return llvm::formatv("iteration {0} writes {1}{2}, which an earlier one "
                         "may have written as {3}{4}",
                         iv, b, atB, a, atA);
  if (first.isWrite)
    return llvm::formatv("iteration {0} reads {1}{2}, written by an earlier "
                         "one as {3}{4}",
                         iv, b, atB, a, atA);
  return llvm::formatv(
      "iteration {0} reads {1}{2}, overwritten by a later one as {3}{4}", iv, a,
      atA, b, atB);
}

/// The pair and, for the arguments of a call, two iterations and an element.
std::string LoopAnalyzer::describe(ForOp loop, ValueNumbering &numbering,
                                   const Conflict &conflict) {
  std::string text = describePair(loop, *conflict.first, *conflict.second);
  if (facts.values.empty() ||
      facts.arrays.relation(conflict.first->array, conflict.second->array) !=
          Aliasing::same)
    return text;
  DependenceTest test(loop, facts, numbering, prover);
  auto example =
      test.findExample(*conflict.first, *conflict.second, facts.values);
  if (!example)
    return text;
  std::string name = accessText(conflict.second->op);
  name.resize(name.find('['));
  std::string element;
  for (int64_t index : example->element)
    element += (element.empty() ? "" : ", ") + std::to_string(index);
  return text + llvm::formatv(": {0} = {1} and {0} = {2} meet in {3}[{4}]",
                              loop.getName(), example->first, example->second,
                              name, element)
                    .str();
}

/// What the iterations leave in variables.
static std::string describeVariables(const LoopReductions &found) {
  const SlotReduction &first = found.reductions.front();
  std::string name = slotName(first.slot);
  return first.kind == UpdateKind::last
             ? "only the last value of '" + name + "' remains"
             : "iterations only accumulate into '" + name + "'";
}

LoopVerdict LoopAnalyzer::analyze(ForOp loop) {
  if (std::optional<std::string> exit = findExit(loop))
    return {Verdict::sequential, *exit};
  ValueNumbering numbering(loop, facts.arrays);
  SmallVector<Value> slots = carriedSlots(loop);
  LoopReductions reductions = matchReductions(loop, numbering);
  SmallVector<Value> carried = reductions.rest;
  if (!carried.empty())
    return {Verdict::sequential,
            llvm::formatv("'{0}' is carried from one iteration to the next",
                          slotName(carried.front()))};

  LoopAccesses accesses;
  if (!loop.getAsserted()) {
    accesses = collect(loop, numbering);
    std::optional<Conflict> conflict = findConflict(loop, numbering, accesses);
    if (conflict && conflict->outOfTime)
      return {Verdict::sequential, "analysis budget"};
    if (conflict)
      return {Verdict::sequential, describe(loop, numbering, *conflict),
              slots.empty() ? conflict->unless : Conditions()};
  }
  // pyk-form-reductions makes them indivisible.
  for (Operation *update : accesses.collidingUpdates)
    if (isa<StoreOp>(update))
      update->setAttr(kCollidesAttr, UnitAttr::get(update->getContext()));
  for (Operation *update : accesses.collidingUpdates)
    if (!llvm::all_of(Access(update).indices, [&](Value index) {
          return numbering.isInvariant(index);
        }))
      return {Verdict::atomic, "iterations may update one element, as " +
                                   accessText(update) + atLine(update) +
                                   ", in any order"};
  if (!accesses.collidingUpdates.empty())
    return {Verdict::reduction,
            "iterations only accumulate into " +
                accessText(*accesses.collidingUpdates.begin())};
  if (!slots.empty())
    return {Verdict::reduction, describeVariables(reductions)};
  if (loop.getAsserted())
    return {Verdict::parallel, "asserted by prange"};
  return {Verdict::parallel,
          "no iteration touches an element that another one writes"};
}

//===----------------------------------------------------------------------===//
// The report
//===----------------------------------------------------------------------===//

std::vector<LoopReport> gpujit::collectLoopReport(FuncOp func) {
  std::vector<LoopReport> report;
  std::set<std::tuple<unsigned, unsigned, std::string, int64_t>> seen;
  func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    auto loop = dyn_cast<ForOp>(op);
    if (!loop && !isa<WhileOp>(op))
      return;
    LoopReport entry{
        lineOf(op->getLoc()), columnOf(op->getLoc()),       "", -1,
        Verdict::sequential,  "a while loop runs in order", 0,  true};
    if (loop) {
      entry.name = loop.getName().str();
      entry.reason = loop.getReason().value_or("").str();
      entry.verdict = loop.getVerdict().value_or(Verdict::sequential);
      entry.index = loop.getIndex() ? int64_t(*loop.getIndex()) : -1;
      entry.inner = entry.index < 0;
      entry.conditions = conditionsOf(loop);
      if (!entry.conditions.empty()) {
        entry.conditionsText = conditionsText(entry.conditions, func);
        entry.otherwise = loop->getAttrOfType<StringAttr>(kOtherwiseAttr).str();
      }
    }
    for (Operation *outer = op->getParentOp(); outer;
         outer = outer->getParentOp())
      entry.depth += isa<ForOp, WhileOp>(outer);
    if (seen.insert({entry.line, entry.column, entry.name, entry.index}).second)
      report.push_back(std::move(entry));
  });
  return report;
}
