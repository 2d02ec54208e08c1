//===- LoopsJit.cpp - runs the loops stage on the CPU ---------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopsJit.h"

#include "Conversion/PyKernelToLoops/Passes.h"
#include "Plan/Plan.h"
#include "PyKernel/PyKernel.h"
#include "Support/Raise.h"
#include "Transforms/Passes.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "llvm/Support/TargetSelect.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::test;

//===----------------------------------------------------------------------===//
// What compiled code calls
//===----------------------------------------------------------------------===//

namespace {

struct Raised {
  int64_t site = -1;
  int64_t payload[3] = {0, 0, 0};
};
Raised raised;

void recordRaise(int64_t site, int64_t p0, int64_t p1, int64_t p2) {
  if (raised.site < 0)
    raised = {site, {p0, p1, p2}};
}

int64_t hasRaised() { return raised.site >= 0; }

template <typename Function>
void addSymbol(llvm::orc::SymbolMap &map, llvm::orc::MangleAndInterner mangle,
               const char *name, Function *function) {
  map[mangle(name)] = {llvm::orc::ExecutorAddr::fromPtr(function),
                       llvm::JITSymbolFlags::Exported};
}

llvm::orc::SymbolMap symbols(llvm::orc::MangleAndInterner mangle) {
  using Unary = double(double);
  using Binary = double(double, double);
  using UnaryFloat = float(float);
  using BinaryFloat = float(float, float);
  llvm::orc::SymbolMap map;
  addSymbol(map, mangle, "test_raise", recordRaise);
  addSymbol(map, mangle, "test_failed", hasRaised);
  addSymbol<Binary>(map, mangle, "__nv_fmod", ::fmod);
  addSymbol<BinaryFloat>(map, mangle, "__nv_fmodf", ::fmodf);
  addSymbol<Binary>(map, mangle, "__nv_hypot", ::hypot);
  addSymbol<Binary>(map, mangle, "__nv_remainder", ::remainder);
  addSymbol<Binary>(map, mangle, "__nv_nextafter", ::nextafter);
  addSymbol<BinaryFloat>(map, mangle, "__nv_nextafterf", ::nextafterf);
  addSymbol<Unary>(map, mangle, "__nv_tgamma", ::tgamma);
  addSymbol<Unary>(map, mangle, "__nv_lgamma", ::lgamma);
  addSymbol<UnaryFloat>(map, mangle, "__nv_tgammaf", ::tgammaf);
  return map;
}

} // namespace

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

/// A check becomes a call when it fails; `plan.failed` asks.
void LoopsJit::replaceChecks(ModuleOp module) {
  OpBuilder build = OpBuilder::atBlockEnd(module.getBody());
  Type word = build.getI64Type();
  Location loc = module.getLoc();
  auto declare = [&](StringRef name, size_t inputs, TypeRange results) {
    SmallVector<Type> types(inputs, word);
    auto function = func::FuncOp::create(build, loc, name,
                                         build.getFunctionType(types, results));
    function.setPrivate();
    return function;
  };
  func::FuncOp raise = declare("test_raise", 4, {});
  func::FuncOp failed = declare("test_failed", 0, word);

  module.walk([&](plan::CheckOp check) {
    OpBuilder at(check);
    Value yes = arith::ConstantIntOp::create(at, loc, 1, 1);
    Value bad = arith::XOrIOp::create(at, loc, check.getCondition(), yes);
    auto branch = scf::IfOp::create(at, loc, bad, /*withElseRegion=*/false);
    at.setInsertionPointToStart(branch.thenBlock());
    SmallVector<Value> words = {
        arith::ConstantIntOp::create(at, loc, sites.size(), 64)};
    llvm::append_range(words, check.getPayload());
    while (words.size() < 4)
      words.push_back(arith::ConstantIntOp::create(at, loc, 0, 64));
    func::CallOp::create(at, loc, raise, words);
    sites.emplace_back(check.getException(), check.getMessage());
    check.erase();
  });
  module.walk([&](plan::FailedOp op) {
    OpBuilder at(op);
    Value flag =
        func::CallOp::create(at, loc, failed, ValueRange()).getResult(0);
    Value zero = arith::ConstantIntOp::create(at, loc, 0, 64);
    op.replaceAllUsesWith(
        arith::CmpIOp::create(at, loc, arith::CmpIPredicate::ne, flag, zero)
            .getResult());
    op.erase();
  });
}

static void addLowering(PassManager &pipeline) {
  pipeline.addPass(createForallToForLoopPass());
  pipeline.addPass(createSCFToControlFlowPass());
  pipeline.addPass(memref::createExpandStridedMetadataPass());
  pipeline.addPass(createLowerAffinePass());
  pipeline.addPass(createConvertMathToLLVMPass());
  pipeline.addPass(createConvertMathToLibmPass());
  pipeline.addPass(createArithToLLVMConversionPass());
  pipeline.addPass(createConvertIndexToLLVMPass());
  pipeline.addPass(createFinalizeMemRefToLLVMConversionPass());
  pipeline.addPass(createConvertFuncToLLVMPass());
  pipeline.addPass(createConvertControlFlowToLLVMPass());
  pipeline.addPass(createReconcileUnrealizedCastsPass());
}

LoopsJit::LoopsJit(const std::string &pyk) {
  std::string error = compile(pyk);
  if (!error.empty())
    ADD_FAILURE() << error << ":\n" << pyk;
}

std::string LoopsJit::compile(const std::string &pyk) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registry.insert<pyk::PyKernelDialect, plan::PlanDialect>();
  context.appendDialectRegistry(registry);
  context.disableMultithreading();
  context.loadAllAvailableDialects();

  auto module = parseSourceString<ModuleOp>(pyk, &context);
  if (!module)
    return "does not parse";
  PassManager toLoops(&context);
  toLoops.addNestedPass<pyk::FuncOp>(createStructureExits());
  toLoops.addPass(createConvertPyKernelToLoops());
  if (failed(toLoops.run(*module)))
    return "does not convert";
  replaceChecks(*module);
  PassManager toLLVM(&context);
  addLowering(toLLVM);
  if (failed(toLLVM.run(*module)))
    return "does not lower";

  ExecutionEngineOptions options;
  auto optimise = makeOptimizingTransformer(2, 0, nullptr);
  options.transformer = optimise;
  auto made = ExecutionEngine::create(*module, options);
  if (!made)
    return llvm::toString(made.takeError());
  engine = std::move(*made);
  engine->registerSymbols(symbols);
  return "";
}

std::string LoopsJit::call(const std::string &name, Arguments arguments) {
  if (!engine)
    return "not compiled";
  SmallVector<void *> pointers;
  for (uint64_t &word : arguments.words)
    pointers.push_back(&word);
  raised = Raised();
  llvm::Error error = engine->invokePacked(name, pointers);
  if (error)
    return llvm::toString(std::move(error));
  if (raised.site < 0)
    return "";
  const auto &[exception, message] = sites[raised.site];
  return exception + ": " + formatMessage(message, raised.payload);
}

std::string gpujit::test::substitute(
    std::string text,
    std::initializer_list<std::pair<const char *, std::string>> names) {
  for (const auto &[name, value] : names) {
    size_t at;
    while ((at = text.find(name)) != std::string::npos)
      text.replace(at, strlen(name), value);
  }
  return text;
}
