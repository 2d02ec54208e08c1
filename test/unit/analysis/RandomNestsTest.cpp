//===- RandomNestsTest.cpp - verdicts against running every iteration -----===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random nests go through the passes up to the verdicts, and are run for many
// values of their symbols. A loop whose iterations meet must never be called
// parallel; what is called a reduction may meet in updates alone; what is
// called inbounds must be; nests with variables store the same before and after
// the passes. Independent loops that aren't seen as such are counted.
//
// GPUJIT_TEST_NESTS=<count>[:<first seed>] sets how many, and prints those
// that were missed.
//
//===----------------------------------------------------------------------===//

#include "RandomNest.h"

#include "Analysis/LoopVerdict.h"
#include "Interpreter/Interpreter.h"
#include "Transforms/Passes.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

#include <gtest/gtest.h>
#include <random>

using namespace gpujit;
using namespace gpujit::test;

namespace {
/// Independent loops, and those of them that were not seen to be.
struct Tally {
  unsigned independent = 0, missed = 0;

  double share() const {
    return independent ? 100.0 * missed / independent : 0;
  }
};

class RandomNests : public testing::Test {
protected:
  RandomNests() : passes(&context) {
    context.loadDialect<pyk::PyKernelDialect>();
    passes.addNestedPass<pyk::FuncOp>(createPromoteVars());
    passes.addNestedPass<pyk::FuncOp>(createExpandInductions());
    passes.addNestedPass<pyk::FuncOp>(createPromoteVars());
    passes.addNestedPass<pyk::FuncOp>(createSinkVars());
    passes.addPass(mlir::createCanonicalizerPass());
    passes.addPass(mlir::createCSEPass());
    passes.addNestedPass<pyk::FuncOp>(createSinkArrays());
    passes.addNestedPass<pyk::FuncOp>(createProveRanges());
    passes.addNestedPass<pyk::FuncOp>(createAnalyzeLoops());
  }

  void check(unsigned seed, bool printMissed);
  void checkConditions(const RandomNest &nest, const LoopReport &loop,
                       const std::string &about);

  mlir::MLIRContext context;
  mlir::PassManager passes;
  Tally affine, other;
  /// Loops that are parallel under conditions, and their runs.
  unsigned conditional = 0;
  Tally runs;
};
} // namespace

/// Few symbols, many values: small ones, and some beyond every constant.
static void forManySymbols(llvm::function_ref<void(const Symbols &)> visit) {
  for (int64_t extent : {1, 2, 3, 4, 5, 7, 8, 12, 30})
    for (int64_t n : {-3, -1, 0, 1, 2, 3, 4, 6, 9, 25})
      for (int64_t m : {-1, 0, 2, 5})
        visit({n, m, {{{extent, 9}, {std::max<int64_t>(extent + m, 0), 6}}}});
}

static Findings runForManySymbols(const RandomNest &nest) {
  Findings findings;
  forManySymbols([&](const Symbols &symbols) { nest.run(symbols, findings); });
  return findings;
}

/// Looks harder for a run in which iterations of a loop meet: the analysis may
/// know better than the runs above.
static bool meetsAfterAll(const RandomNest &nest, unsigned loop) {
  std::mt19937 engine(loop);
  auto number = [&](int64_t least, int64_t greatest) {
    return std::uniform_int_distribution<int64_t>(least, greatest)(engine);
  };
  Findings findings;
  for (unsigned tries = 0; tries < 4000 && !findings.meets[loop]; ++tries)
    nest.run(
        {number(-9, 12),
         number(-9, 12),
         {{{number(1, 14), number(1, 14)}, {number(1, 14), number(1, 14)}}}},
        findings);
  return findings.meets[loop];
}

static void checkInbounds(pyk::FuncOp func, const Findings &findings,
                          const std::string &about) {
  func.walk([&](mlir::Operation *op) {
    auto name = op->getAttrOfType<mlir::StringAttr>("name");
    unsigned id;
    if (llvm::isa<pyk::LoadOp, pyk::StoreOp>(op) && op->hasAttr("inbounds") &&
        !name.getValue().drop_front().getAsInteger(10, id))
      EXPECT_FALSE(findings.notInbounds.count(id)) << "access " << id << about;
  });
}

/// What the interpreter raises, or leaves in the arrays.
static std::string effectOf(mlir::ModuleOp module, const RandomNest &nest,
                            int64_t n) {
  auto kernel = interpreter::CompiledKernel::compile(
      *module.getOps<pyk::FuncOp>().begin());
  if (!kernel)
    return llvm::toString(kernel.takeError());
  std::vector<float> elements[numArrays];
  int64_t m = 2;
  GpujitArg args[numArrays + 2] = {};
  for (unsigned array = 0; array < numArrays; ++array) {
    elements[array].assign(nest.ranks[array] == 1 ? 40 : 1600, 0.5f);
    args[array].data = elements[array].data();
    for (unsigned axis = 0; axis < nest.ranks[array]; ++axis)
      args[array].extents[axis] = 40;
  }
  args[numArrays].data = &n;
  args[numArrays + 1].data = &m;
  auto outcome = kernel->run(args, nullptr);
  if (!outcome)
    return llvm::toString(outcome.takeError());
  if (outcome->status == interpreter::Status::Raised)
    return outcome->raised.exception + ": " + outcome->raised.message;
  std::string text;
  for (const std::vector<float> &array : elements)
    for (float element : array)
      text += std::to_string(int(element)) + " ";
  return text;
}

/// Whether the conditions under which a loop is parallel hold of a run.
static bool holds(const Conditions &conditions, const Symbols &symbols) {
  auto valueOf = [&](ArgumentSymbol symbol) {
    return symbol.axis >= 0 ? symbols.extent[symbol.argument][symbol.axis]
           : symbol.argument == numArrays ? symbols.n
                                          : symbols.m;
  };
  auto isTrue = [&](const LinearCondition &condition) {
    int64_t sum = condition.constant;
    for (auto [symbol, factor] : condition.factors)
      sum += factor * valueOf(symbol);
    return sum >= 0;
  };
  return llvm::all_of(conditions, [&](const Alternatives &alternatives) {
    return llvm::any_of(alternatives, isTrue);
  });
}

/// Of a loop that is parallel under conditions: each run on its own.
void RandomNests::checkConditions(const RandomNest &nest,
                                  const LoopReport &loop,
                                  const std::string &about) {
  ++conditional;
  forManySymbols([&](const Symbols &symbols) {
    Findings findings;
    nest.run(symbols, findings);
    bool meets = findings.meets[loop.index];
    bool isParallel = holds(loop.conditions, symbols);
    EXPECT_FALSE(isParallel && meets)
        << "a false 'parallel': loop " << loop.index << " if "
        << loop.conditionsText << ", n = " << symbols.n << ", m = " << symbols.m
        << ", extent " << symbols.extent[0][0] << about;
    runs.independent += !meets;
    runs.missed += !meets && !isParallel;
  });
}

void RandomNests::check(unsigned seed, bool printMissed) {
  RandomNest nest(seed);
  std::string text = nest.text();
  std::string about = "\nseed " + std::to_string(seed) + "\n" + text;
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  ASSERT_TRUE(module) << about;
  mlir::OwningOpRef<mlir::ModuleOp> original(module->clone());
  ASSERT_TRUE(mlir::succeeded(passes.run(*module))) << about;
  if (nest.hasScalars)
    for (int64_t n : {0, 1, 6})
      ASSERT_EQ(effectOf(*original, nest, n), effectOf(*module, nest, n))
          << "n = " << n << about;
  Findings findings = runForManySymbols(nest);
  pyk::FuncOp func = *module->getOps<pyk::FuncOp>().begin();
  checkInbounds(func, findings, about);
  for (const LoopReport &loop : collectLoopReport(func)) {
    if (!loop.conditions.empty()) {
      checkConditions(nest, loop, about);
      continue;
    }
    bool meets = findings.meets[loop.index];
    bool isSequential = loop.verdict == pyk::Verdict::sequential;
    EXPECT_FALSE(loop.verdict == pyk::Verdict::parallel && meets)
        << "a false 'parallel': loop " << loop.index << about;
    EXPECT_FALSE(!isSequential && loop.verdict != pyk::Verdict::parallel &&
                 findings.meetsHard[loop.index] && nest.isAffine)
        << "a false '" << pyk::stringifyVerdict(loop.verdict).str()
        << "': loop " << loop.index << about;
    if (meets || nest.canBeLeft[loop.index] ||
        (isSequential && meetsAfterAll(nest, loop.index)))
      continue;
    Tally &tally = nest.isAffine ? affine : other;
    ++tally.independent;
    tally.missed += isSequential;
    if (isSequential && printMissed)
      std::fprintf(stderr, "missed: seed %u loop %d (%s): %s\n", seed,
                   int(loop.index), nest.isAffine ? "affine" : "other",
                   loop.reason.c_str());
  }
}

TEST_F(RandomNests, NeverFalselyParallel) {
  unsigned count = 10000, first = 0;
  const char *setting = getenv("GPUJIT_TEST_NESTS");
  if (setting)
    std::sscanf(setting, "%u:%u", &count, &first);
  for (unsigned seed = first; seed < first + count; ++seed)
    check(seed, setting != nullptr);
  std::printf("%u nests; independent loops not seen as such: %u of %u affine "
              "ones (%.1f %%), %u of %u others (%.1f %%)\n",
              count, affine.missed, affine.independent, affine.share(),
              other.missed, other.independent, other.share());
  std::printf("%u loops parallel under conditions; independent runs where they "
              "don't hold: %u of %u (%.1f %%)\n",
              conditional, runs.missed, runs.independent, runs.share());
  EXPECT_LT(affine.share(), 5);
  EXPECT_LT(other.share(), 25);
}
