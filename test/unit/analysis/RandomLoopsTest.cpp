//===- RandomLoopsTest.cpp - verdicts against running every iteration -----===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random nests of one or two loops with random subscripts. Each is analysed,
// and run for several extents and arguments, noting which iteration touches
// what. A loop whose iterations meet must never be called parallel. How many
// loops are called sequential without need is printed, and bounded.
//
//===----------------------------------------------------------------------===//

#include "Analysis/LoopVerdict.h"

#include "mlir/Parser/Parser.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <random>
#include <set>

using namespace gpujit;

namespace {
/// What the names of a program stand for in one run.
struct Names {
  int64_t i = 0, j = 0, n = 0, extent = 0;
};

/// A Python expression over i, j, n and the array's extent.
struct Expression {
  enum Kind { constant, i, j, n, extent, add, sub, mul, floordiv, mod, min };
  Kind kind;
  int64_t value = 0;
  std::shared_ptr<Expression> left, right;

  /// The value, or nothing where Python raises.
  std::optional<int64_t> eval(const Names &names) const;
  /// Writes operations that compute it; gives the result's name.
  std::string emit(std::string &ir, unsigned &next) const;
};
using Expr = std::shared_ptr<Expression>;

struct TestAccess {
  bool isWrite;
  std::vector<Expr> subscripts;
  Expr guardLeft, guardRight; ///< runs only if left < right, where they are set
};

struct TestLoop {
  Expr lower, upper;
  int64_t step;
};

struct Program {
  std::vector<TestLoop> loops;
  std::vector<TestAccess> accesses;
  unsigned rank;

  std::string text() const;
  /// Whether iterations of the loop at this depth meet, in a run with these
  /// names.
  bool collides(unsigned depth, Names names) const;
};
} // namespace

static Expr leaf(Expression::Kind kind, int64_t value = 0) {
  return std::make_shared<Expression>(Expression{kind, value, {}, {}});
}

static Expr node(Expression::Kind kind, Expr left, Expr right) {
  return std::make_shared<Expression>(Expression{kind, 0, left, right});
}

std::optional<int64_t> Expression::eval(const Names &names) const {
  switch (kind) {
  case constant:
    return value;
  case i:
    return names.i;
  case j:
    return names.j;
  case n:
    return names.n;
  case extent:
    return names.extent;
  default:
    break;
  }
  std::optional<int64_t> a = left->eval(names), b = right->eval(names);
  if (!a || !b || ((kind == floordiv || kind == mod) && *b == 0))
    return std::nullopt;
  switch (kind) {
  case add:
    return *a + *b;
  case sub:
    return *a - *b;
  case mul:
    return *a * *b;
  case floordiv:
    return llvm::divideFloorSigned(*a, *b);
  case mod:
    return *a - *b * llvm::divideFloorSigned(*a, *b);
  default:
    return std::min(*a, *b);
  }
}

std::string Expression::emit(std::string &ir, unsigned &next) const {
  if (kind == i || kind == j || kind == n)
    return kind == i ? "%i" : kind == j ? "%j" : "%n";
  std::string a = left ? left->emit(ir, next) : "";
  std::string b = right ? right->emit(ir, next) : "";
  std::string name = "%v" + std::to_string(next++);
  if (kind == constant)
    ir += llvm::formatv("{0} = pyk.constant {1} : i64 -> !pyk.int\n", name,
                        value);
  else if (kind == extent)
    ir += llvm::formatv("{0} = pyk.extent %a[0] : !A\n", name);
  else
    ir += llvm::formatv("{0} = pyk.{1} {2}, {3} : !pyk.int\n", name,
                        std::map<Kind, const char *>{{add, "add"},
                                                     {sub, "sub"},
                                                     {mul, "mul"},
                                                     {floordiv, "floordiv"},
                                                     {mod, "mod"},
                                                     {min, "min"}}[kind],
                        a, b);
  return name;
}

//===----------------------------------------------------------------------===//
// Programs as pyk
//===----------------------------------------------------------------------===//

static void emitAccess(const TestAccess &access, std::string &ir,
                       unsigned &next) {
  if (access.guardLeft) {
    std::string a = access.guardLeft->emit(ir, next);
    std::string b = access.guardRight->emit(ir, next);
    std::string condition = "%v" + std::to_string(next++);
    ir +=
        llvm::formatv("{0} = pyk.cmp lt, {1}, {2} : !pyk.int\npyk.if {0} {{\n",
                      condition, a, b);
  }
  std::string subscripts;
  for (const Expr &subscript : access.subscripts)
    subscripts += (subscripts.empty() ? "" : ", ") + subscript->emit(ir, next);
  if (access.isWrite)
    ir += llvm::formatv("pyk.store %f, \"a\" %a[{0}] : f32, !A\n", subscripts);
  else
    ir += llvm::formatv("%v{0} = pyk.load \"a\" %a[{1}] : !A -> f32\n", next++,
                        subscripts);
  if (access.guardLeft)
    ir += "pyk.yield\n}\n";
}

std::string Program::text() const {
  unsigned next = 0;
  std::string ir = llvm::formatv(
      "!A = !pyk.array<{0} x f32, c>\n"
      "pyk.func @f(%a: !A, %n: !pyk.int) attributes {{arg_names = [\"a\", "
      "\"n\"]} {{\n%f = pyk.constant 0.0 : f64 -> f32\n",
      rank);
  for (auto [depth, loop] : llvm::enumerate(loops)) {
    std::string lower = loop.lower->emit(ir, next);
    std::string upper = loop.upper->emit(ir, next);
    std::string step = leaf(Expression::constant, loop.step)->emit(ir, next);
    const char *name = depth == 0 ? "i" : "j";
    ir += llvm::formatv("pyk.for \"{0}\" {1} to {2} step {3} attributes "
                        "{{index = {4} : i64} {{\n^bb0(%{0}: !pyk.int):\n",
                        name, lower, upper, step, depth);
  }
  for (const TestAccess &access : accesses)
    emitAccess(access, ir, next);
  for (size_t depth = 0; depth < loops.size(); ++depth)
    ir += "pyk.yield\n}\n";
  return ir + "pyk.return\n}\n";
}

//===----------------------------------------------------------------------===//
// Programs run
//===----------------------------------------------------------------------===//

namespace {
/// Which iterations have read and written each element.
struct Touched {
  std::set<int64_t> readers, writers;

  bool meets() const {
    return writers.size() > 1 ||
           (writers.size() == 1 && llvm::any_of(readers, [&](int64_t reader) {
              return reader != *writers.begin();
            }));
  }
};
using Memory = std::map<std::vector<int64_t>, Touched>;
} // namespace

static void touch(const TestAccess &access, const Names &names,
                  int64_t iteration, Memory &memory) {
  if (access.guardLeft) {
    auto left = access.guardLeft->eval(names),
         right = access.guardRight->eval(names);
    if (!left || !right || *left >= *right)
      return;
  }
  std::vector<int64_t> element;
  for (const Expr &subscript : access.subscripts) {
    std::optional<int64_t> index = subscript->eval(names);
    if (!index || *index < -names.extent || *index >= names.extent)
      return;
    element.push_back(*index < 0 ? *index + names.extent : *index);
  }
  Touched &touched = memory[element];
  (access.isWrite ? touched.writers : touched.readers).insert(iteration);
}

static std::vector<int64_t> iterations(const TestLoop &loop,
                                       const Names &names) {
  std::vector<int64_t> values;
  auto lower = loop.lower->eval(names), upper = loop.upper->eval(names);
  for (int64_t value = lower ? *lower : 0;
       lower && upper && (loop.step > 0 ? value < *upper : value > *upper) &&
       values.size() < 64;
       value += loop.step)
    values.push_back(value);
  return values;
}

static bool anyMeets(const Memory &memory) {
  return llvm::any_of(memory,
                      [](const auto &entry) { return entry.second.meets(); });
}

bool Program::collides(unsigned depth, Names names) const {
  Memory memory;
  for (int64_t i : iterations(loops[0], names)) {
    names.i = i;
    if (depth == 1)
      memory.clear();
    std::vector<int64_t> inner{0};
    if (loops.size() == 2)
      inner = iterations(loops[1], names);
    for (int64_t j : inner) {
      names.j = j;
      for (const TestAccess &access : accesses)
        touch(access, names, depth == 0 ? i : j, memory);
    }
    if (depth == 1 && anyMeets(memory))
      return true;
  }
  return anyMeets(memory);
}

//===----------------------------------------------------------------------===//
// Random programs
//===----------------------------------------------------------------------===//

namespace {
class Generator {
public:
  explicit Generator(unsigned seed) : engine(seed) {}
  Program program();

private:
  int64_t number(int64_t least, int64_t greatest) {
    return std::uniform_int_distribution<int64_t>(least, greatest)(engine);
  }
  bool chance(int percent) { return number(1, 100) <= percent; }
  Expr constant(int64_t least, int64_t greatest) {
    return leaf(Expression::constant, number(least, greatest));
  }
  Expr variable(bool inner);
  Expr affine(bool inner);
  Expr subscript(bool inner);
  TestLoop loop(bool inner);

  std::mt19937 engine;
};
} // namespace

Expr Generator::variable(bool inner) {
  return leaf(inner && chance(50) ? Expression::j : Expression::i);
}

Expr Generator::affine(bool inner) {
  Expr sum = variable(inner);
  if (chance(40))
    sum = node(Expression::mul, constant(-3, 3), sum);
  if (inner && chance(40))
    sum = node(chance(50) ? Expression::add : Expression::sub, sum,
               leaf(Expression::j));
  if (chance(60))
    sum = node(Expression::add, sum, constant(-3, 3));
  if (chance(20))
    sum = node(Expression::add, sum, leaf(Expression::n));
  return sum;
}

Expr Generator::subscript(bool inner) {
  if (chance(8))
    return constant(-2, 2);
  if (inner && chance(10)) // i * n + j
    return node(Expression::add,
                node(Expression::mul, leaf(Expression::i), leaf(Expression::n)),
                leaf(Expression::j));
  Expr result = affine(inner);
  if (chance(12))
    result = node(Expression::floordiv, result, constant(1, 3));
  if (chance(12))
    result = node(Expression::mod, result, constant(2, 5));
  if (chance(10))
    result = node(Expression::mod, result, leaf(Expression::extent));
  if (chance(5))
    result = node(Expression::min, result, affine(inner));
  return result;
}

TestLoop Generator::loop(bool inner) {
  const int64_t steps[] = {1, 1, 1, 2, 3, -1, -2};
  TestLoop result{constant(0, 2), constant(3, 8), steps[number(0, 6)]};
  if (inner && chance(25))
    result.lower = leaf(Expression::i);
  if (chance(40))
    result.upper = leaf(chance(50) ? Expression::extent : Expression::n);
  if (inner && chance(15))
    result.upper = node(Expression::add, leaf(Expression::i), constant(1, 2));
  if (result.step < 0) {
    std::swap(result.lower, result.upper);
    result.lower = node(Expression::sub, result.lower, constant(1, 1));
    result.upper = node(Expression::sub, result.upper, constant(1, 1));
  }
  return result;
}

Program Generator::program() {
  Program result;
  bool inner = chance(55);
  result.rank = chance(30) ? 2 : 1;
  result.loops.push_back(loop(false));
  if (inner)
    result.loops.push_back(loop(true));
  for (int64_t count = number(1, 3); count > 0; --count) {
    TestAccess access{result.accesses.empty() || chance(50), {}, {}, {}};
    for (unsigned axis = 0; axis < result.rank; ++axis)
      access.subscripts.push_back(subscript(inner));
    if (chance(20)) {
      access.guardLeft = affine(inner);
      access.guardRight = affine(inner);
    }
    result.accesses.push_back(std::move(access));
  }
  return result;
}

//===----------------------------------------------------------------------===//
// The test
//===----------------------------------------------------------------------===//

static bool collidesInSomeRun(const Program &program, unsigned depth) {
  for (int64_t extent : {1, 2, 3, 5, 8, 13})
    for (int64_t n : {-2, 0, 1, 2, 3, 5, 9, 40})
      if (program.collides(depth, Names{0, 0, n, extent}))
        return true;
  return false;
}

TEST(RandomLoops, NeverFalselyParallel) {
  mlir::MLIRContext context;
  context.loadDialect<pyk::PyKernelDialect>();
  const char *setting = getenv("GPUJIT_TEST_RANDOM");
  unsigned count = setting ? atoi(setting) : 800;
  unsigned independent = 0, missed = 0;
  for (unsigned seed = 0; seed < count; ++seed) {
    Program program = Generator(seed).program();
    std::string text = program.text();
    auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    ASSERT_TRUE(module) << text;
    pyk::FuncOp func = *module->getOps<pyk::FuncOp>().begin();
    LoopAnalyzer analyzer(func, std::chrono::seconds(10));
    func.walk([&](pyk::ForOp loop) {
      bool collides = collidesInSomeRun(program, *loop.getIndex());
      LoopVerdict found = analyzer.analyze(loop);
      bool isParallel = found.verdict == pyk::Verdict::parallel;
      EXPECT_FALSE(isParallel && collides)
          << "seed " << seed << ", loop " << *loop.getIndex() << "\n"
          << text;
      independent += !collides;
      missed += !collides && !isParallel;
      if (setting && !collides && !isParallel)
        llvm::errs() << "missed: seed " << seed << " loop " << *loop.getIndex()
                     << ": " << found.reason << "\n";
    });
  }
  std::printf("%u of %u independent loops not seen as such\n", missed,
              independent);
  EXPECT_LT(missed * 4, independent);
}
