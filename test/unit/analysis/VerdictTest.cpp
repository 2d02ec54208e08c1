//===- VerdictTest.cpp - verdicts on the cases with known answers ---------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each kernel of test/cases goes from its request through import, promotion and
// privatisation to the verdicts, outermost loop first, as test/cases/loops.py
// says. With GPUJIT_TEST_DUMP=<kernel> in the environment its pyk is printed.
//
//===----------------------------------------------------------------------===//

#include "Analysis/LoopVerdict.h"
#include "Import/Importer.h"
#include "Syntax/Parser.h"
#include "Transforms/Passes.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/MemoryBuffer.h"

#include <gtest/gtest.h>

using namespace gpujit;

namespace {
/// The letters of the verdicts a loop may have: p, r, a, s; one string a loop.
struct Expectation {
  const char *kernel;
  std::vector<std::string> loops;
};

// NOLINTNEXTLINE(readability-identifier-naming): GoogleTest looks for this name
void PrintTo(const Expectation &expected, std::ostream *out) {
  *out << expected.kernel;
}

class Verdicts : public testing::TestWithParam<Expectation> {
protected:
  /// The report on a kernel after the passes that come before the analysis.
  std::vector<LoopReport> reportOn(const std::string &kernel);

  mlir::MLIRContext context;
};
} // namespace

std::vector<LoopReport> Verdicts::reportOn(const std::string &kernel) {
  auto file = llvm::MemoryBuffer::getFile(std::string(GPUJIT_TEST_REQUESTS) +
                                          "/" + kernel + ".json");
  EXPECT_TRUE(bool(file)) << "no request of " << kernel;
  auto request = syntax::parseRequest((*file)->getBuffer());
  if (!request) {
    ADD_FAILURE() << llvm::toString(request.takeError());
    return {};
  }
  context.loadDialect<pyk::PyKernelDialect>();
  import::Importer importer(*request, &context);
  auto imported = importer.import();
  auto *module = std::get_if<mlir::OwningOpRef<mlir::ModuleOp>>(&imported);
  if (!module) {
    ADD_FAILURE() << std::get<CompileError>(imported).message;
    return {};
  }
  mlir::PassManager passes(&context);
  passes.addNestedPass<pyk::FuncOp>(createPromoteVars());
  passes.addNestedPass<pyk::FuncOp>(createExpandInductions());
  passes.addNestedPass<pyk::FuncOp>(createPromoteVars());
  passes.addNestedPass<pyk::FuncOp>(createSinkVars());
  passes.addPass(mlir::createCanonicalizerPass());
  passes.addPass(mlir::createCSEPass());
  passes.addNestedPass<pyk::FuncOp>(createAnalyzeLoops());
  bool dump = kernel == llvm::StringRef(getenv("GPUJIT_TEST_DUMP")
                                            ? getenv("GPUJIT_TEST_DUMP")
                                            : "");
  if (dump)
    (*module)->dump();
  passes.addNestedPass<pyk::FuncOp>(createSinkArrays());
  passes.addNestedPass<pyk::FuncOp>(createProveRanges());
  passes.addNestedPass<pyk::FuncOp>(createVersionChecks());
  EXPECT_TRUE(mlir::succeeded(passes.run(**module)));
  if (dump)
    (*module)->dump();
  return collectLoopReport(*(*module)->getOps<pyk::FuncOp>().begin());
}

TEST_P(Verdicts, AreAsExpected) {
  std::vector<LoopReport> report = reportOn(GetParam().kernel);
  std::vector<LoopReport> own;
  for (const LoopReport &loop : report)
    if (!loop.inner)
      own.push_back(loop);
  ASSERT_EQ(own.size(), GetParam().loops.size());
  for (auto [loop, allowed] : llvm::zip(own, GetParam().loops))
    EXPECT_NE(allowed.find("pras"[unsigned(loop.verdict)]), std::string::npos)
        << "line " << loop.line << ": "
        << pyk::stringifyVerdict(loop.verdict).str() << ", " << loop.reason;
}

INSTANTIATE_TEST_SUITE_P(
    Cases, Verdicts,
    testing::Values(
        Expectation{"saxpy", {"p"}}, Expectation{"blur", {"p", "p"}},
        Expectation{"transpose", {"p", "p"}},
        Expectation{"even_from_odd", {"p"}},
        Expectation{"half_from_half", {"p"}},
        Expectation{"lower_triangle", {"p", "p"}},
        Expectation{"strided_down", {"p"}},
        Expectation{"running_product", {"s"}},
        Expectation{"overwritten_next", {"ps"}},
        Expectation{"scan_in_place", {"s", "ps"}},
        Expectation{"compact", {"s"}}, Expectation{"two_nests", {"p", "p"}},
        Expectation{"heat", {"s", "p", "p"}}, Expectation{"seidel", {"s", "s"}},
        Expectation{"row_filter", {"p", "s"}},
        Expectation{"column_filter", {"s", "p"}},
        Expectation{"matvec", {"p", "r"}},
        Expectation{"matmul", {"p", "p", "r"}},
        Expectation{"count_from_three", {"r"}},
        Expectation{"two_updates", {"r"}}, Expectation{"minmax_by_if", {"r"}},
        Expectation{"first_argmax", {"r"}}, Expectation{"subtract", {"r"}},
        Expectation{"total_of_rows", {"r", "r"}},
        Expectation{"histogram", {"ra"}}, Expectation{"by_residue", {"ra"}},
        Expectation{"spmv", {"p", "r"}}, Expectation{"floor_and_mod", {"p"}},
        Expectation{"unsigned_less", {"p"}},
        Expectation{"mixed_greater", {"p"}},
        Expectation{"widen_unsigned", {"p"}}, Expectation{"truth", {"p"}},
        Expectation{"last_column", {"p"}}, Expectation{"exact_roots", {"p"}},
        Expectation{"bankers_round", {"p"}},
        Expectation{"mandelbrot", {"p", "p"}},
        Expectation{"smallest_factor", {"p", "s"}},
        Expectation{"skip_negative", {"p"}},
        Expectation{"calls_a_function", {"p"}},
        Expectation{"local_counts", {"p", "pras", "pras"}},
        Expectation{"saxpy_empty", {"p"}},
        Expectation{"strided_view", {"p", "p"}},
        Expectation{"overlapping_arguments", {"s"}},
        Expectation{"guarded_neighbour", {"p"}},
        Expectation{"wraps_around", {"p"}},
        Expectation{"leaves_in_time", {"ps"}},
        Expectation{"counts_nothing", {"r"}}, Expectation{"writes_some", {"p"}},
        Expectation{"saxpy_in_place", {"p"}},
        Expectation{"interleaved_views", {"p"}},
        Expectation{"linearised", {"p", "p"}}, Expectation{"ring", {"p"}},
        Expectation{"swaps_buffers", {"s", "p"}},
        Expectation{"nan_on_the_right", {"rs"}},
        Expectation{"nan_on_the_left", {"rs"}},
        Expectation{"random_numbers", {"p", "s"}},
        Expectation{"last_one", {"pras"}}),
    [](const testing::TestParamInfo<Expectation> &info) {
      return std::string(info.param.kernel);
    });
