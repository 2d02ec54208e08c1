//===- SameMeaningTest.cpp - passes on pyk against the interpreter --------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random programs of variables, branches, loops, exits and callees. The
// interpreter runs each as it was written and after the passes on pyk: what is
// raised, or else what the array holds in the end, must be the same.
//
//===----------------------------------------------------------------------===//

#include "Interpreter/Interpreter.h"
#include "Transforms/Passes.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/FormatVariadic.h"

#include "gtest/gtest.h"

#include <array>
#include <random>

using namespace gpujit;

namespace {
constexpr unsigned numSlots = 4;
constexpr unsigned arrayLength = 5;
using Contents = std::array<int64_t, arrayLength>;

/// Writes a random function @f(a: si64[:], n: int).
class Writer {
public:
  explicit Writer(unsigned seed) : engine(seed) {}
  std::string function();

private:
  /// Where statements stand: which exits there are, and which values.
  struct Scope {
    unsigned depth;
    bool inLoop, inCallee;
    std::vector<std::string> values;
  };

  int number(int least, int greatest) {
    return std::uniform_int_distribution<int>(least, greatest)(engine);
  }
  bool chance(int percent) { return number(1, 100) <= percent; }
  std::string fresh() { return "%v" + std::to_string(next++); }
  template <typename... Args>
  void line(const char *format, Args &&...args) {
    text += llvm::formatv(format, std::forward<Args>(args)...).str() + "\n";
  }

  std::string slot() { return "%s" + std::to_string(number(0, numSlots - 1)); }
  std::string constant(int value);
  std::string operand(Scope &scope);
  std::string value(Scope &scope);
  std::string subscript(Scope &scope);
  std::string condition(Scope &scope);
  void block(Scope scope, bool isBody);
  void end(Scope &scope);
  void statement(Scope &scope);
  void branch(Scope &scope);
  void forLoop(Scope &scope);
  void whileLoop(Scope &scope);
  void callee(Scope &scope);

  std::mt19937 engine;
  std::string text;
  unsigned next = 0;
};
} // namespace

std::string Writer::constant(int value) {
  std::string name = fresh();
  line("{0} = pyk.constant {1} : i64 -> !pyk.int", name, value);
  return name;
}

std::string Writer::operand(Scope &scope) {
  if (chance(20))
    return constant(number(-3, 6));
  if (chance(40))
    return scope.values[number(0, scope.values.size() - 1)];
  std::string name = fresh();
  line("{0} = pyk.get {1} : !R", name, slot());
  scope.values.push_back(name);
  return name;
}

std::string Writer::value(Scope &scope) {
  std::string a = operand(scope);
  if (chance(30))
    return a;
  const char *ops[] = {"add", "sub", "mul", "min"};
  std::string b = operand(scope), name = fresh(), small = fresh();
  line("{0} = pyk.{1} {2}, {3} : !pyk.int", name,
       chance(2) ? "floordiv" : ops[number(0, 3)], a, b);
  std::string limit = constant(97);
  line("{0} = pyk.mod {1}, {2} : !pyk.int", small, name, limit);
  return small;
}

/// Mostly inside the array, from either end.
std::string Writer::subscript(Scope &scope) {
  std::string index = value(scope);
  if (chance(2))
    return index;
  std::string length = constant(arrayLength), name = fresh();
  line("{0} = pyk.mod {1}, {2} : !pyk.int", name, index, length);
  return name;
}

std::string Writer::condition(Scope &scope) {
  std::string a = operand(scope), b = operand(scope), name = fresh();
  const char *predicates[] = {"lt", "ge", "eq", "ne"};
  line("{0} = pyk.cmp {1}, {2}, {3} : !pyk.int", name, predicates[number(0, 3)],
       a, b);
  return name;
}

void Writer::end(Scope &scope) {
  if (scope.inLoop && chance(12))
    line("pyk.break");
  else if (scope.inLoop && chance(15))
    line("pyk.continue");
  else if (scope.inCallee && chance(25))
    line("pyk.return {0} : !pyk.int", scope.values.back());
  else if (!scope.inCallee && chance(4))
    line("pyk.return");
  else
    line("pyk.yield");
}

/// The statements of a region and how it ends.
void Writer::block(Scope scope, bool isBody) {
  scope.depth += 1;
  for (int count = number(1, 4); count > 0; --count)
    statement(scope);
  if (isBody)
    line("pyk.yield");
  else
    end(scope);
}

void Writer::branch(Scope &scope) {
  line("pyk.if {0} {{", condition(scope));
  block(scope, /*isBody=*/false);
  if (chance(50)) {
    line("} else {{");
    block(scope, /*isBody=*/false);
  }
  line("}");
}

void Writer::forLoop(Scope &scope) {
  std::string lower = constant(0), upper = operand(scope), limit = constant(3);
  std::string clipped = fresh(), step = constant(1), iv = fresh();
  line("{0} = pyk.min {1}, {2} : !pyk.int", clipped, upper, limit);
  line("pyk.for \"i\" {0} to {1} step {2} {{\n^bb0({3}: !pyk.int):", lower,
       clipped, step, iv);
  Scope inside = scope;
  inside.inLoop = true;
  inside.values.push_back(iv);
  if (chance(70))
    line("pyk.set {0}, {1} : !R", slot(), iv);
  block(inside, /*isBody=*/true);
  line("}");
}

/// Counts in a slot of its own, so that it ends.
void Writer::whileLoop(Scope &scope) {
  std::string counter = "%w" + std::to_string(next++), zero = constant(0);
  std::string now = fresh(), more = fresh(), old = fresh(), sum = fresh();
  line("{0} = pyk.var \"w\" : !R", counter);
  line("pyk.set {0}, {1} : !R\npyk.while {{", counter, zero);
  Scope head = scope;
  head.inLoop = false;
  statement(head);
  line("{0} = pyk.get {1} : !R", now, counter);
  std::string limit = constant(number(1, 3));
  line("{0} = pyk.cmp lt, {1}, {2} : !pyk.int\npyk.condition {0}\n} do {{",
       more, now, limit);
  std::string one = constant(1);
  line("{0} = pyk.get {1} : !R", old, counter);
  line("{0} = pyk.add {1}, {2} : !pyk.int", sum, old, one);
  line("pyk.set {0}, {1} : !R", counter, sum);
  Scope inside = scope;
  inside.inLoop = true;
  inside.values.push_back(sum);
  block(inside, /*isBody=*/true);
  line("}");
}

void Writer::callee(Scope &scope) {
  std::string result = fresh();
  line("{0} = pyk.inlined \"g\" -> !pyk.int {{", result);
  Scope inside = scope;
  inside.inLoop = false;
  inside.inCallee = true;
  inside.depth += 1;
  for (int count = number(1, 3); count > 0; --count)
    statement(inside);
  std::string last = value(inside);
  line("pyk.return {0} : !pyk.int\n}", last);
  scope.values.push_back(result);
}

void Writer::statement(Scope &scope) {
  int kind = number(0, scope.depth < 4 ? 9 : 4);
  if (kind <= 2) {
    std::string what = value(scope);
    line("pyk.set {0}, {1} : !R", slot(), what);
  } else if (kind == 3) {
    std::string index = subscript(scope), what = value(scope), cast = fresh();
    line("{0} = pyk.cast {1} : !pyk.int -> si64", cast, what);
    line("pyk.store {0}, \"a\" %a[{1}] : si64, !A", cast, index);
  } else if (kind == 4) {
    std::string index = subscript(scope), raw = fresh(), cast = fresh();
    line("{0} = pyk.load \"a\" %a[{1}] : !A -> si64", raw, index);
    line("{0} = pyk.cast {1} : si64 -> !pyk.int", cast, raw);
    line("pyk.set {0}, {1} : !R", slot(), cast);
  } else if (kind <= 6) {
    branch(scope);
  } else if (kind == 7) {
    forLoop(scope);
  } else if (kind == 8) {
    whileLoop(scope);
  } else {
    callee(scope);
  }
}

std::string Writer::function() {
  text = "!A = !pyk.array<1 x si64, c>\n!R = !pyk.ref<!pyk.int>\n"
         "pyk.func @f(%a: !A, %n: !pyk.int) attributes "
         "{arg_names = [\"a\", \"n\"]} {\n";
  for (unsigned number = 0; number < numSlots; ++number)
    line("%s{0} = pyk.var \"s{0}\" tracked : !R", number);
  for (unsigned number = 0; number < numSlots; ++number)
    if (chance(96))
      line("pyk.set %s{0}, %n : !R", number);
  Scope scope{0, false, false, {"%n"}};
  for (int count = number(3, 6); count > 0; --count)
    statement(scope);
  return text + "pyk.return\n}\n";
}

/// What a run raises, or what the array holds after it.
static std::string run(pyk::FuncOp func, int64_t n) {
  auto kernel = interpreter::CompiledKernel::compile(func);
  if (!kernel)
    return "error: " + llvm::toString(kernel.takeError());
  Contents contents{3, -1, 4, 1, 0};
  GpujitArg args[2] = {};
  args[0].data = contents.data();
  args[0].extents[0] = arrayLength;
  args[0].strides[0] = sizeof(int64_t);
  args[1].data = &n;
  auto outcome = kernel->run(args, nullptr);
  if (!outcome)
    return "error: " + llvm::toString(outcome.takeError());
  if (outcome->status == interpreter::Status::Raised)
    return outcome->raised.exception + ": " + outcome->raised.message;
  std::string text;
  for (int64_t element : contents)
    text += std::to_string(element) + " ";
  return text;
}

TEST(SameMeaning, OfRandomPrograms) {
  mlir::MLIRContext context;
  context.loadDialect<pyk::PyKernelDialect>();
  const char *setting = getenv("GPUJIT_TEST_RANDOM");
  unsigned count = setting ? atoi(setting) : 250, raised = 0;
  for (unsigned seed = 0; seed < count; ++seed) {
    std::string text = Writer(seed).function();
    auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    ASSERT_TRUE(module) << "seed " << seed << "\n" << text;
    auto changed = mlir::OwningOpRef<mlir::ModuleOp>(module->clone());
    mlir::PassManager passes(&context);
    passes.addNestedPass<pyk::FuncOp>(createPromoteVars());
    passes.addNestedPass<pyk::FuncOp>(createExpandInductions());
    passes.addNestedPass<pyk::FuncOp>(createPromoteVars());
    passes.addNestedPass<pyk::FuncOp>(createSinkVars());
    passes.addPass(mlir::createCanonicalizerPass());
    passes.addPass(mlir::createCSEPass());
    passes.addNestedPass<pyk::FuncOp>(createSinkArrays());
    passes.addNestedPass<pyk::FuncOp>(createProveRanges());
    passes.addNestedPass<pyk::FuncOp>(createAnalyzeLoops());
    passes.addNestedPass<pyk::FuncOp>(createVersionChecks());
    ASSERT_TRUE(mlir::succeeded(passes.run(*changed)))
        << "seed " << seed << "\n"
        << text;
    for (int64_t n : {0, 2, 5}) {
      std::string before = run(*module->getOps<pyk::FuncOp>().begin(), n);
      std::string after = run(*changed->getOps<pyk::FuncOp>().begin(), n);
      raised += before.find("Error") != std::string::npos;
      ASSERT_EQ(before, after) << "seed " << seed << ", n = " << n << "\n"
                               << text;
    }
  }
  std::printf("%u of %u runs raise\n", raised, 3 * count);
  EXPECT_LT(raised, count + count / 2);
}
