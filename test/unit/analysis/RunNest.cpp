//===- RunNest.cpp - which iterations of a random nest meet ---------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomNest.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/MathExtras.h"

using namespace gpujit::test;

namespace {
/// An element, as one execution of a loop sees it: the iterations that touched
/// it. An access that is part of an update is soft.
struct Cell {
  static constexpr int none = -1, several = -2;
  int reader = none, writer = none; ///< of hard accesses
  int softReader = none, softWriter = none;

  static bool isOther(int known, int iteration) {
    return known != none && known != iteration;
  }
  static void note(int &known, int iteration) {
    known = isOther(known, iteration) ? several : iteration;
  }
};

/// One execution of a loop.
struct Frame {
  unsigned loop;
  unsigned instance;
  int iteration;
  llvm::DenseMap<int64_t, Cell> cells;
};

/// Where a variable was set: the loops around, and their iterations then.
struct Origin {
  std::vector<std::array<unsigned, 3>> frames; ///< loop, instance, iteration
};

class Run {
public:
  Run(const RandomNest &nest, const Symbols &symbols, Findings &findings)
      : nest(nest), symbols(symbols), findings(findings) {}

  enum class End { normal, left, skipped };
  End block(const std::vector<Statement> &statements);

private:
  std::optional<int64_t> value(const Expr &expression);
  void readScalar(unsigned scalar);
  bool isHere(const std::array<unsigned, 3> &origin);
  void setScalar(unsigned scalar, int64_t value);
  void stepScalar(unsigned scalar, int64_t by);
  void access(const Statement &statement);
  void touch(int64_t element, bool writes, bool isSoft);
  void loop(const Statement &statement);
  End conditional(const Statement &statement);

  const RandomNest &nest;
  const Symbols &symbols;
  Findings &findings;
  std::vector<Frame> frames;
  std::array<int64_t, maxLoops> index{};
  std::array<int64_t, numScalars> scalars{};
  std::array<Origin, numScalars> origins;
  unsigned instances = 0;
  unsigned steps = 0;
};
} // namespace

/// Nothing where Python raises.
std::optional<int64_t> Run::value(const Expr &expression) {
  switch (expression->kind) {
  case Expression::constant:
    return expression->value;
  case Expression::index:
    return index[expression->value];
  case Expression::n:
    return symbols.n;
  case Expression::m:
    return symbols.m;
  case Expression::extent:
    return symbols.extent[expression->value][0];
  case Expression::scalar:
    readScalar(expression->value);
    return scalars[expression->value];
  default:
    break;
  }
  std::optional<int64_t> a = value(expression->left),
                         b = value(expression->right);
  bool divides = expression->kind == Expression::floordiv ||
                 expression->kind == Expression::mod;
  if (!a || !b || (divides && *b == 0))
    return std::nullopt;
  switch (expression->kind) {
  case Expression::add:
    return *a + *b;
  case Expression::sub:
    return *a - *b;
  case Expression::mul:
    return *a * *b;
  case Expression::floordiv:
    return llvm::divideFloorSigned(*a, *b);
  case Expression::mod:
    return *a - *b * llvm::divideFloorSigned(*a, *b);
  case Expression::min:
    return std::min(*a, *b);
  default:
    return std::max(*a, *b);
  }
}

/// A value that another iteration has set flows from it to this one; one that
/// a loop has set and that is read after it depends on its last iteration.
void Run::readScalar(unsigned scalar) {
  for (const std::array<unsigned, 3> &origin : origins[scalar].frames)
    if (!isHere(origin))
      findings.meets[origin[0]] = findings.meetsHard[origin[0]] = true;
}

/// Whether this is the iteration in which something was set.
bool Run::isHere(const std::array<unsigned, 3> &origin) {
  return llvm::any_of(frames, [&](const Frame &frame) {
    return frame.instance == origin[1] &&
           frame.iteration == static_cast<int>(origin[2]);
  });
}

/// In a loop without exits that is a function of the iteration's number;
/// otherwise a read and a set.
void Run::stepScalar(unsigned scalar, int64_t by) {
  auto isRegular = [&](const std::array<unsigned, 3> &origin) {
    return !nest.hasExits[origin[0]];
  };
  Origin before = origins[scalar];
  llvm::erase_if(origins[scalar].frames, isRegular);
  readScalar(scalar);
  setScalar(scalar, scalars[scalar] + by);
  llvm::erase_if(origins[scalar].frames, isRegular);
  for (const std::array<unsigned, 3> &origin : before.frames)
    if (isRegular(origin))
      origins[scalar].frames.push_back(origin);
}

void Run::setScalar(unsigned scalar, int64_t value) {
  scalars[scalar] = value;
  origins[scalar].frames.clear();
  for (const Frame &frame : frames)
    origins[scalar].frames.push_back(
        {frame.loop, frame.instance, unsigned(frame.iteration)});
}

void Run::touch(int64_t element, bool writes, bool isSoft) {
  for (Frame &frame : frames) {
    Cell &cell = frame.cells[element];
    int here = frame.iteration;
    bool hard = Cell::isOther(cell.writer, here) ||
                (writes && Cell::isOther(cell.reader, here));
    bool soft = Cell::isOther(cell.softWriter, here) ||
                (writes && Cell::isOther(cell.softReader, here));
    if (hard || soft)
      findings.meets[frame.loop] = true;
    if (hard || (soft && !isSoft))
      findings.meetsHard[frame.loop] = true;
    int &known = isSoft ? (writes ? cell.softWriter : cell.softReader)
                        : (writes ? cell.writer : cell.reader);
    Cell::note(known, here);
  }
}

/// An access that raises touches nothing.
void Run::access(const Statement &statement) {
  int64_t element = 0;
  const int64_t *extents = symbols.extent[statement.number].data();
  for (const Expr &subscript : statement.subscripts) {
    int64_t extent = *extents++;
    std::optional<int64_t> at = value(subscript);
    if (!at)
      return;
    if (*at < 0 || *at >= extent)
      findings.notInbounds.insert(statement.id);
    if (*at < -extent || *at >= extent)
      return;
    element = element * 128 + (*at < 0 ? *at + extent : *at);
  }
  element += int64_t(statement.number) << 40;
  bool isSoft = statement.kind == Statement::update;
  if (statement.kind != Statement::store)
    touch(element, false, isSoft);
  if (statement.kind != Statement::load)
    touch(element, true, isSoft);
}

static bool compare(int64_t a, Relation relation, int64_t b) {
  switch (relation) {
  case Relation::lt:
    return a < b;
  case Relation::le:
    return a <= b;
  case Relation::eq:
    return a == b;
  case Relation::ne:
    return a != b;
  case Relation::gt:
    return a > b;
  case Relation::ge:
    return a >= b;
  }
  return false;
}

Run::End Run::conditional(const Statement &statement) {
  auto a = value(statement.left), b = value(statement.right);
  if (!a || !b || !compare(*a, statement.relation, *b))
    return End::normal;
  if (statement.kind == Statement::branch)
    return block(statement.body);
  if (statement.kind == Statement::skip)
    return End::skipped;
  unsigned left = statement.number;
  findings.meets[left] = findings.meetsHard[left] = true;
  return End::left;
}

void Run::loop(const Statement &statement) {
  constexpr unsigned longest = 3000;
  auto lower = value(statement.left), upper = value(statement.right);
  if (!lower || !upper)
    return;
  frames.push_back(
      {statement.number, ++instances, 0, llvm::DenseMap<int64_t, Cell>()});
  for (int64_t at = *lower; statement.stride > 0 ? at < *upper : at > *upper;
       at += statement.stride, ++frames.back().iteration) {
    if (++steps > longest) {
      findings.cutShort = true;
      break;
    }
    index[statement.number] = at;
    if (block(statement.body) == End::left)
      break;
  }
  frames.pop_back();
}

Run::End Run::block(const std::vector<Statement> &statements) {
  for (const Statement &statement : statements) {
    End end = End::normal;
    switch (statement.kind) {
    case Statement::load:
    case Statement::store:
    case Statement::update:
      access(statement);
      break;
    case Statement::set:
      if (auto fresh = value(statement.left))
        setScalar(statement.number, *fresh);
      break;
    case Statement::step:
      stepScalar(statement.number, *value(statement.left));
      break;
    case Statement::loop:
      loop(statement);
      break;
    default:
      end = conditional(statement);
      break;
    }
    if (end != End::normal)
      return end;
  }
  return End::normal;
}

void RandomNest::run(const Symbols &symbols, Findings &findings) const {
  Run(*this, symbols, findings).block(body);
}
