//===- RandomNest.cpp - making nests, and writing them as pyk -------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomNest.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <random>

using namespace gpujit::test;

//===----------------------------------------------------------------------===//
// Making
//===----------------------------------------------------------------------===//

static Expr leaf(Expression::Kind kind, int64_t value = 0) {
  return std::make_shared<Expression>(Expression{kind, value, {}, {}});
}

static Expr node(Expression::Kind kind, Expr left, Expr right) {
  return std::make_shared<Expression>(
      Expression{kind, 0, std::move(left), std::move(right)});
}

namespace {
class Maker {
public:
  Maker(RandomNest &nest, unsigned seed) : nest(nest), engine(seed) {}
  void make();

private:
  int64_t number(int64_t least, int64_t greatest) {
    return std::uniform_int_distribution<int64_t>(least, greatest)(engine);
  }
  bool chance(int percent) { return number(1, 100) <= percent; }
  /// Of a nest that may be more than affine.
  bool rare(int percent) { return rich && chance(percent); }
  Expr constant(int64_t least, int64_t greatest) {
    return leaf(Expression::constant, number(least, greatest));
  }
  Expr variable();
  Expr affine();
  Expr subscript(unsigned array);
  Expr bound(bool upper);
  Statement access();
  Statement scalarStatement();
  Statement condition(Statement::Kind kind);
  Statement loop(unsigned depth);
  std::vector<Statement> block(unsigned depth);

  RandomNest &nest;
  std::mt19937 engine;
  bool rich = false, hasScalars = false;
  unsigned maxDepth = 1;
  std::vector<unsigned> around; ///< the loops that what is made stands in
};
} // namespace

/// One of the loops around, inner ones rather.
Expr Maker::variable() {
  unsigned inner = around.size() - 1;
  return leaf(Expression::index, around[chance(55) ? inner : number(0, inner)]);
}

Expr Maker::affine() {
  Expr sum = variable();
  if (chance(35))
    sum = node(Expression::mul, constant(-3, 3), sum);
  if (around.size() > 1 && chance(35))
    sum = node(chance(50) ? Expression::add : Expression::sub, sum, variable());
  if (chance(55))
    sum = node(Expression::add, sum, constant(-3, 3));
  if (chance(15))
    sum = node(Expression::add, sum,
               leaf(chance(70) ? Expression::n : Expression::m));
  return sum;
}

Expr Maker::subscript(unsigned array) {
  if (chance(6))
    return constant(-2, 2);
  if (hasScalars && chance(30))
    return leaf(Expression::scalar, number(0, numScalars - 1));
  if (around.size() > 1 && rare(15)) { // i * n + j
    unsigned outer = number(0, around.size() - 2);
    Expr row = node(Expression::mul, leaf(Expression::index, around[outer]),
                    leaf(Expression::n));
    return node(Expression::add, row,
                leaf(Expression::index, around[outer + 1]));
  }
  Expr result = affine();
  if (rare(12))
    result = node(Expression::floordiv, result, constant(1, 3));
  if (rare(12))
    result = node(Expression::mod, result, constant(2, 5));
  if (rare(12)) // a ring
    result = node(Expression::mod, result,
                  chance(60) ? leaf(Expression::extent, array)
                             : leaf(Expression::n));
  if (rare(5))
    result =
        node(chance(50) ? Expression::min : Expression::max, result, affine());
  return result;
}

Expr Maker::bound(bool upper) {
  if (!around.empty() && chance(25)) { // a triangle or a band
    Expr outer = leaf(Expression::index, around[number(0, around.size() - 1)]);
    return upper && chance(60) ? node(Expression::add, outer, constant(0, 2))
                               : outer;
  }
  if (!upper)
    return chance(85) ? constant(0, 2) : leaf(Expression::m);
  if (chance(35))
    return constant(3, 7);
  Expr result = chance(50) ? leaf(Expression::n)
                           : leaf(Expression::extent, number(0, numArrays - 1));
  if (chance(25))
    result = node(Expression::sub, result, constant(0, 2));
  if (rare(15))
    result = node(Expression::floordiv, result, constant(2, 3));
  if (rare(8))
    result = node(Expression::min, result, leaf(Expression::m));
  return result;
}

Statement Maker::access() {
  unsigned array = chance(75) ? 0 : 1;
  Statement result{chance(50) ? Statement::store
                   : rare(15) ? Statement::update
                              : Statement::load,
                   array};
  result.id = nest.numAccesses++;
  for (unsigned axis = 0; axis < nest.ranks[array]; ++axis)
    result.subscripts.push_back(subscript(array));
  return result;
}

Statement Maker::scalarStatement() {
  Statement result{chance(60) ? Statement::set : Statement::step,
                   unsigned(number(0, numScalars - 1))};
  result.left = result.kind == Statement::step ? constant(-2, 3) : affine();
  return result;
}

Statement Maker::condition(Statement::Kind kind) {
  Statement result{kind, kind == Statement::branch ? 0 : around.back()};
  result.left = affine();
  result.right = chance(40) ? affine() : bound(true);
  result.relation = Relation(number(0, 5));
  return result;
}

Statement Maker::loop(unsigned depth) {
  const int64_t strides[] = {1, 1, 1, 1, 2, 3, -1, -2};
  Statement result{Statement::loop, nest.numLoops++};
  result.left = bound(false);
  result.right = bound(true);
  result.stride = strides[number(0, 7)];
  if (result.stride < 0) {
    Expr one = leaf(Expression::constant, 1);
    std::swap(result.left, result.right);
    result.left = node(Expression::sub, result.left, one);
    result.right = node(Expression::sub, result.right, one);
  }
  around.push_back(result.number);
  result.body = block(depth + 1);
  around.pop_back();
  return result;
}

std::vector<Statement> Maker::block(unsigned depth) {
  std::vector<Statement> made;
  // A loop further in, perhaps with statements around it.
  bool goesOn = depth < maxDepth && nest.numLoops < maxLoops;
  int64_t before = goesOn ? number(0, 1) * number(0, 2) : number(1, 3);
  auto add = [&] {
    if (hasScalars && chance(35))
      made.push_back(scalarStatement());
    if (chance(15)) {
      Statement branch = condition(Statement::branch);
      branch.body.push_back(access());
      made.push_back(std::move(branch));
    } else {
      made.push_back(access());
    }
  };
  if (rare(8))
    made.push_back(condition(chance(40) ? Statement::leave : Statement::skip));
  for (; before > 0; --before)
    add();
  if (goesOn)
    made.push_back(loop(depth));
  if (goesOn && nest.numLoops < maxLoops && rare(15))
    made.push_back(loop(depth));
  if (goesOn && chance(20))
    add();
  return made;
}

/// Marks the loops that have exits.
static void findExits(const std::vector<Statement> &block, RandomNest &nest) {
  for (const Statement &statement : block) {
    if (statement.kind == Statement::leave)
      nest.canBeLeft[statement.number] = true;
    if (statement.kind == Statement::leave || statement.kind == Statement::skip)
      nest.hasExits[statement.number] = true;
    findExits(statement.body, nest);
  }
}

void Maker::make() {
  rich = chance(50);
  nest.isAffine = !rich;
  nest.hasScalars = hasScalars = rare(30);
  maxDepth = chance(40) ? 1 : chance(70) ? 2 : 3;
  for (unsigned array = 0; array < numArrays; ++array)
    nest.ranks.push_back(chance(70) ? 1 : 2);
  nest.body.push_back(loop(0));
  if (hasScalars && chance(20)) { // what a variable holds in the end is seen
    Statement last{Statement::load, 0, nest.numAccesses++};
    for (unsigned axis = 0; axis < nest.ranks[0]; ++axis)
      last.subscripts.push_back(leaf(Expression::scalar, 0));
    nest.body.push_back(std::move(last));
  }
  findExits(nest.body, nest);
}

RandomNest::RandomNest(unsigned seed) { Maker(*this, seed).make(); }

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

namespace {
class Writer {
public:
  explicit Writer(const RandomNest &nest) : nest(nest) {}
  std::string function();

private:
  template <typename... Args>
  void line(const char *format, Args &&...args) {
    ir += llvm::formatv(format, std::forward<Args>(args)...).str() + "\n";
  }
  std::string fresh() { return "%v" + std::to_string(next++); }
  std::string value(const Expr &expression);
  std::string subscripts(const Statement &statement);
  std::string type(unsigned array) {
    return llvm::formatv("!pyk.array<{0} x f32, c>", nest.ranks[array]);
  }
  void access(const Statement &statement);
  void loop(const Statement &statement);
  void condition(const Statement &statement);
  void block(const std::vector<Statement> &statements);

  const RandomNest &nest;
  std::string ir;
  unsigned next = 0;
};
} // namespace

static const char *nameOf(Expression::Kind kind) {
  switch (kind) {
  case Expression::add:
    return "add";
  case Expression::sub:
    return "sub";
  case Expression::mul:
    return "mul";
  case Expression::floordiv:
    return "floordiv";
  case Expression::mod:
    return "mod";
  case Expression::min:
    return "min";
  default:
    return "max";
  }
}

std::string Writer::value(const Expr &expression) {
  switch (expression->kind) {
  case Expression::index:
    return "%i" + std::to_string(expression->value);
  case Expression::n:
    return "%n";
  case Expression::m:
    return "%m";
  default:
    break;
  }
  std::string a = expression->left ? value(expression->left) : "";
  std::string b = expression->right ? value(expression->right) : "";
  std::string name = fresh();
  if (expression->kind == Expression::constant)
    line("{0} = pyk.constant {1} : i64 -> !pyk.int", name, expression->value);
  else if (expression->kind == Expression::extent)
    line("{0} = pyk.extent %x{1}[0] : {2}", name, expression->value,
         type(expression->value));
  else if (expression->kind == Expression::scalar)
    line("{0} = pyk.get %s{1} : !pyk.ref<!pyk.int>", name, expression->value);
  else
    line("{0} = pyk.{1} {2}, {3} : !pyk.int", name, nameOf(expression->kind), a,
         b);
  return name;
}

std::string Writer::subscripts(const Statement &statement) {
  std::string list;
  for (const Expr &subscript : statement.subscripts)
    list += (list.empty() ? "" : ", ") + value(subscript);
  return list;
}

void Writer::access(const Statement &statement) {
  std::string at = subscripts(statement);
  std::string place =
      llvm::formatv("\"a{0}\" %x{1}[{2}]", statement.id, statement.number, at);
  std::string array = type(statement.number);
  if (statement.kind == Statement::load) {
    line("{0} = pyk.load {1} : {2} -> f32", fresh(), place, array);
  } else if (statement.kind == Statement::store) {
    line("pyk.store %f, {0} : f32, {1}", place, array);
  } else {
    std::string old = fresh(), fresher = fresh();
    line("{0} = pyk.load {1} : {2} -> f32", old, place, array);
    line("{0} = pyk.add {1}, %f : f32", fresher, old);
    line("pyk.store {0}, {1} : f32, {2}", fresher, place, array);
  }
}

void Writer::loop(const Statement &statement) {
  std::string lower = value(statement.left), upper = value(statement.right);
  std::string stride = value(leaf(Expression::constant, statement.stride));
  line("pyk.for \"i{0}\" {1} to {2} step {3} attributes {{index = {0} : i64} "
       "{{\n^bb0(%i{0}: !pyk.int):",
       statement.number, lower, upper, stride);
  block(statement.body);
  line("pyk.yield\n}");
}

void Writer::condition(const Statement &statement) {
  const char *relations[] = {"lt", "le", "eq", "ne", "gt", "ge"};
  std::string a = value(statement.left), b = value(statement.right);
  std::string holds = fresh();
  line("{0} = pyk.cmp {1}, {2}, {3} : !pyk.int\npyk.if {0} {{", holds,
       relations[unsigned(statement.relation)], a, b);
  block(statement.body);
  line(statement.kind == Statement::leave  ? "pyk.break\n}"
       : statement.kind == Statement::skip ? "pyk.continue\n}"
                                           : "pyk.yield\n}");
}

void Writer::block(const std::vector<Statement> &statements) {
  for (const Statement &statement : statements) {
    switch (statement.kind) {
    case Statement::load:
    case Statement::store:
    case Statement::update:
      access(statement);
      break;
    case Statement::set:
      line("pyk.set %s{0}, {1} : !pyk.ref<!pyk.int>", statement.number,
           value(statement.left));
      break;
    case Statement::step: {
      std::string sum = value(node(Expression::add,
                                   leaf(Expression::scalar, statement.number),
                                   statement.left));
      line("pyk.set %s{0}, {1} : !pyk.ref<!pyk.int>", statement.number, sum);
      break;
    }
    case Statement::loop:
      loop(statement);
      break;
    default:
      condition(statement);
      break;
    }
  }
}

std::string Writer::function() {
  line("pyk.func @f(%x0: {0}, %x1: {1}, %n: !pyk.int, %m: !pyk.int) attributes "
       "{{arg_names = [\"x0\", \"x1\", \"n\", \"m\"]} {{\n"
       "%f = pyk.constant 1.0 : f64 -> f32\n"
       "%zero = pyk.constant 0 : i64 -> !pyk.int",
       type(0), type(1));
  for (unsigned scalar = 0; scalar < numScalars; ++scalar)
    line("%s{0} = pyk.var \"s{0}\" : !pyk.ref<!pyk.int>", scalar);
  for (unsigned scalar = 0; scalar < numScalars; ++scalar)
    line("pyk.set %s{0}, %zero : !pyk.ref<!pyk.int>", scalar);
  block(nest.body);
  line("pyk.return\n}");
  return std::move(ir);
}

std::string RandomNest::text() const { return Writer(*this).function(); }
