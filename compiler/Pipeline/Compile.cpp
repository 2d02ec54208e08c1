//===- Compile.cpp - the stages in order ----------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipeline/Program.h"

#include "Analysis/LoopVerdict.h"
#include "Conversion/LoopsToPlan/Passes.h"
#include "Conversion/PyKernelToLoops/Passes.h"
#include "Import/Importer.h"
#include "Pipeline/Counts.h"
#include "Pipeline/Report.h"
#include "Syntax/Parser.h"
#include "Target/NVPTX/Recipe.h"
#include "Target/NVPTX/TranslateToPTX.h"
#include "Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <dlfcn.h>

using namespace mlir;
using namespace gpujit;

namespace {

/// One compilation. Each phase is a method; it returns failure after it has put
/// the error into the program.
class Compilation {
public:
  Compilation(const syntax::Request &request, GpujitProgram &program)
      : request(request), program(program),
        context(makeRegistry(), MLIRContext::Threading::DISABLED),
        handler(&context, [this](Diagnostic &diagnostic) {
          return capture(diagnostic);
        }) {
    context.getOrLoadDialect<pyk::PyKernelDialect>();
  }

  void run() {
    start = Clock::now();
    if (failed(import()))
      return;
    if (request.options.target == "interpreter" && failed(prepareInterpreter()))
      return;
    if (wantsAfter("report") && failed(analyze()))
      return;
    if (wantsAfter("counts") && failed(lowerToLoops()))
      return;
    if (wantsAfter("plan") && failed(lowerToPlan()))
      return;
    if (wantsAfter("nvvm") && failed(lowerToPTX()))
      return;
    writeReport();
    writeStats();
  }

private:
  using Clock = std::chrono::steady_clock;

  static const DialectRegistry &makeRegistry() {
    static const DialectRegistry registry = [] {
      DialectRegistry made;
      made.insert<pyk::PyKernelDialect, plan::PlanDialect, func::FuncDialect,
                  memref::MemRefDialect>();
      registerPTXDialects(made);
      return made;
    }();
    return registry;
  }

  /// Whether a stage from `first` on was asked for.
  bool wantsAfter(StringRef first) const {
    static constexpr StringRef order[] = {
        "report",    "counts", "loops", "plan", "gpu",
        "simulated", "recipe", "nvvm",  "llvm", "ptx"};
    auto from = llvm::find(order, first);
    return std::any_of(from, std::end(order),
                       [&](StringRef stage) { return request.wants(stage); });
  }

  void keep(StringRef stage, Operation *op) {
    if (!request.wants(stage))
      return;
    std::string &text = program.texts[stage.str()];
    llvm::raw_string_ostream stream(text);
    op->print(stream, OpPrintingFlags().enableDebugInfo(false));
    stream << "\n";
  }

  /// The code of the simulated device: the kernels with their locations.
  void keepImage(gpu::GPUModuleOp kernels) {
    if (!request.wants("simulated"))
      return;
    llvm::raw_string_ostream stream(program.texts["simulated"]);
    kernels->print(stream,
                   OpPrintingFlags().enableDebugInfo(true).useLocalScope());
    stream << "\n";
  }

  void finishPhase(StringRef name) {
    auto now = Clock::now();
    phases.emplace_back(
        name, std::chrono::duration<double, std::milli>(now - start).count());
    start = now;
  }

  /// The first error of a pass is the compilation's; it names the place in the
  /// kernel that the operation came from.
  LogicalResult capture(Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
      fail(DiagnosticId::LoweringUnsupported, diagnostic.getLocation(),
           diagnostic.str());
    return success();
  }

  void fail(DiagnosticId id, Location location, std::string message,
            std::string second = "") {
    Trace trace = traceOf(location);
    Excerpt place{trace.at.file, trace.at.line, trace.at.column, 0, ""};
    for (const auto &function : request.functions)
      if (function->file == place.file && place.source.empty())
        place.source = function->sourceLine(place.line).str();
    CompileError error =
        CompileError::get(id, {std::move(message), std::move(second)}, place);
    for (const CallPlace &call : trace.calls)
      error.calls.push_back({call.name, call.at.file, call.at.line});
    program.fail(error);
  }

  LogicalResult runPasses(llvm::function_ref<void(PassManager &)> add) {
    PassManager passes(&context);
    passes.enableVerifier(request.options.debug);
    add(passes);
    if (succeeded(passes.run(*module)))
      return success();
    // A pass that fails says why; if it did not, that is a fault of ours.
    if (!program.hasFailed())
      fail(DiagnosticId::InternalError, module->getLoc(),
           "a pass failed without a reason");
    return failure();
  }

  LogicalResult import() {
    auto imported = import::Importer(request, &context).import();
    if (auto *error = std::get_if<CompileError>(&imported)) {
      program.fail(*error);
      return failure();
    }
    module = std::move(std::get<OwningOpRef<ModuleOp>>(imported));
    keep("pyk", *module);
    finishPhase("import");
    return success();
  }

  pyk::FuncOp kernel() { return *module->getOps<pyk::FuncOp>().begin(); }

  LogicalResult prepareInterpreter() {
    // The checker judges iterations with the arrays that they have in parallel.
    if (request.wants("findings") && failed(runPasses([](PassManager &passes) {
          passes.addNestedPass<pyk::FuncOp>(createPromoteVars());
          passes.addNestedPass<pyk::FuncOp>(createSinkArrays());
        })))
      return failure();
    auto compiled = interpreter::CompiledKernel::compile(
        kernel(), /*records=*/request.wants("findings"));
    if (!compiled) {
      fail(DiagnosticId::InternalError, module->getLoc(),
           llvm::toString(compiled.takeError()));
      return failure();
    }
    program.kernel = std::move(*compiled);
    writeResultType();
    finishPhase("interpreter");
    return success();
  }

  /// Lets counter-examples use the call's own numbers.
  void setValues() {
    if (request.values.size() != kernel().getArgumentTypes().size())
      return;
    SmallVector<Attribute> values;
    for (const std::vector<int64_t> &numbers : request.values)
      values.push_back(DenseI64ArrayAttr::get(&context, numbers));
    kernel()->setAttr(kValuesAttr, ArrayAttr::get(&context, values));
  }

  LogicalResult analyze() {
    setValues();
    if (failed(runPasses([](PassManager &passes) {
          OpPassManager &nested = passes.nest<pyk::FuncOp>();
          nested.addPass(createPromoteVars());
          nested.addPass(createExpandInductions());
          nested.addPass(createPromoteVars());
          nested.addPass(createSinkVars());
          passes.addPass(createCanonicalizerPass());
          passes.addPass(createCSEPass());
          OpPassManager &analyses = passes.nest<pyk::FuncOp>();
          analyses.addPass(createSinkArrays());
          analyses.addPass(createProveRanges());
          analyses.addPass(createHoldExtremes());
          analyses.addPass(createAnalyzeLoops());
        })))
      return failure();
    loops = collectLoopReport(kernel());
    finishPhase("analysis");
    if (request.options.parallel != "require")
      return success();
    const LoopReport *refused = findRefusedLoop(loops);
    if (!refused)
      return success();
    Location place = FileLineColLoc::get(&context, request.kernel().file,
                                         refused->line, refused->column + 1);
    fail(DiagnosticId::SequentialLoop, place, refused->name, refused->reason);
    return failure();
  }

  LogicalResult lowerToLoops() {
    LogicalResult lowered = runPasses([&](PassManager &passes) {
      passes.addNestedPass<pyk::FuncOp>(createVersionChecks());
      passes.addNestedPass<pyk::FuncOp>(createStructureExits());
      passes.addNestedPass<pyk::FuncOp>(createResolveArrays());
      FormReductionsOptions reductions;
      reductions.reproducible = request.options.reproducible;
      passes.addNestedPass<pyk::FuncOp>(createFormReductions(reductions));
      passes.addPass(createConvertPyKernelToLoops());
      passes.addPass(createCanonicalizerPass());
      passes.addPass(createCSEPass());
      NarrowFloatsOptions narrow;
      narrow.fp = request.options.fp;
      passes.addNestedPass<func::FuncOp>(createNarrowFloats(narrow));
      FormFMAOptions fma;
      fma.fp = request.options.fp;
      passes.addNestedPass<func::FuncOp>(createFormFMA(fma));
    });
    if (failed(lowered))
      return failure();
    keep("loops", *module);
    if (request.wants("counts"))
      for (auto function : module->getOps<func::FuncOp>())
        if (!function.isDeclaration())
          llvm::raw_string_ostream(program.texts["counts"])
              << countWork(function);
    finishPhase("loops");
    return success();
  }

  LogicalResult lowerToPlan() {
    ConvertLoopsToPlanOptions mapping;
    // Small arrays on the simulated device take the ways of large ones.
    if (request.wants("simulated"))
      mapping.manyIterations = 64;
    if (failed(runPasses([&](PassManager &passes) {
          passes.addPass(createConvertLoopsToPlan(mapping));
          passes.addPass(createCanonicalizerPass());
          passes.addPass(createCSEPass());
        })))
      return failure();
    plan::ProgramOp programOp = *module->getOps<plan::ProgramOp>().begin();
    keep("plan", programOp);
    mappings = mappingsOf(programOp);
    for (auto kernels : module->getOps<gpu::GPUModuleOp>()) {
      keep("gpu", kernels);
      keepImage(kernels);
    }
    FailureOr<llvm::json::Value> recipe =
        buildRecipe(programOp, request.options.arch);
    if (failed(recipe))
      return failure();
    llvm::raw_string_ostream(program.texts["recipe"]) << *recipe;
    finishPhase("plan");
    return success();
  }

  LogicalResult lowerToPTX() {
    PTXOptions options;
    options.arch = request.options.arch;
    options.ptxVersion = request.options.ptx ? request.options.ptx
                                             : leastPTXVersion(options.arch);
    options.libdevice = libdevicePath();
    options.lineInfo = request.options.lineinfo;
    options.onNVVM = [&](gpu::GPUModuleOp kernels) { keep("nvvm", kernels); };
    options.onLLVM = [&](llvm::Module &llvmModule) {
      if (request.wants("llvm")) {
        llvm::raw_string_ostream stream(program.texts["llvm"]);
        llvmModule.print(stream, nullptr);
      }
    };
    for (auto kernels :
         llvm::make_early_inc_range(module->getOps<gpu::GPUModuleOp>())) {
      FailureOr<std::string> ptx = translateToPTX(kernels, options);
      if (failed(ptx)) {
        if (!program.hasFailed())
          fail(DiagnosticId::InternalError, module->getLoc(),
               "no PTX could be made");
        return failure();
      }
      program.texts["ptx"] += *ptx;
    }
    finishPhase("ptx");
    return success();
  }

  /// The least PTX ISA version that knows an architecture.
  static unsigned leastPTXVersion(StringRef arch) {
    unsigned number = 0;
    arch.consume_front("sm_");
    arch.take_while(llvm::isDigit).getAsInteger(10, number);
    return number >= 100 ? 86 : number >= 90 ? 80 : 75;
  }

  std::string libdevicePath() const {
    if (!request.options.libdevice.empty())
      return request.options.libdevice;
    Dl_info info;
    if (!dladdr(reinterpret_cast<void *>(&gpujit::compile), &info) ||
        !info.dli_fname)
      return "";
    llvm::SmallString<256> path(info.dli_fname);
    llvm::sys::path::remove_filename(path);
    llvm::sys::path::append(path, "libdevice.10.bc");
    return llvm::sys::fs::exists(path) ? path.str().str() : "";
  }

  /// What the caller of the interpreter makes of the 8 bytes of a result.
  void writeResultType() {
    if (kernel().getResultTypes().empty())
      return;
    Type type = kernel().getResultTypes().front();
    llvm::raw_string_ostream(program.texts["result"]) << llvm::json::Value(
        llvm::json::Object{
            {"dtype", (pyk::isWeak(type) ? "py" : "") + pyk::dtypeName(type)}});
  }

  void writeReport() {
    if (request.wants("report"))
      llvm::raw_string_ostream(program.texts["report"])
          << reportToJson(loops, mappings);
  }

  void writeStats() {
    llvm::json::Object stats;
    double total = 0;
    for (const auto &[name, milliseconds] : phases) {
      stats[name + "_ms"] = milliseconds;
      total += milliseconds;
    }
    stats["total_ms"] = total;
    llvm::raw_string_ostream(program.texts["stats"])
        << llvm::json::Value(std::move(stats));
  }

  const syntax::Request &request;
  GpujitProgram &program;
  MLIRContext context;
  ScopedDiagnosticHandler handler;
  OwningOpRef<ModuleOp> module;
  std::vector<LoopReport> loops;
  std::vector<std::string> mappings;
  std::vector<std::pair<std::string, double>> phases;
  Clock::time_point start;
};

} // namespace

void gpujit::compile(llvm::StringRef text, GpujitProgram &program) {
  llvm::Expected<syntax::Request> request = syntax::parseRequest(text);
  if (!request)
    return program.fail(CompileError::get(
        DiagnosticId::InternalError, {llvm::toString(request.takeError())}));
  Compilation(*request, program).run();
}
