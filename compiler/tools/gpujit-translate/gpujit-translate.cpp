//===- gpujit-translate.cpp - PTX and recipes from textual IR
//----------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/Plan.h"
#include "Target/NVPTX/Recipe.h"
#include "Target/NVPTX/TranslateToPTX.h"

#include "mlir/InitAllDialects.h"
#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/CommandLine.h"

using namespace mlir;
using namespace gpujit;

static llvm::cl::opt<std::string> arch("arch", llvm::cl::init("sm_90"),
                                       llvm::cl::desc("GPU architecture"));
static llvm::cl::opt<unsigned>
    ptxVersion("ptx", llvm::cl::init(80),
               llvm::cl::desc("Ten times PTX's version"));
static llvm::cl::opt<std::string>
    libdevice("libdevice", llvm::cl::desc("Path of libdevice"));
static llvm::cl::opt<bool> lineInfo("lineinfo",
                                    llvm::cl::desc("Emit line numbers"));
static llvm::cl::opt<std::string>
    show("show", llvm::cl::init("ptx"),
         llvm::cl::desc("What to print: nvvm, llvm or ptx"));

static void registerDialects(DialectRegistry &registry) {
  registerAllDialects(registry);
  registry.insert<plan::PlanDialect>();
  registerPTXDialects(registry);
}

static LogicalResult printPTX(Operation *op, llvm::raw_ostream &output) {
  PTXOptions options;
  options.arch = arch;
  options.ptxVersion = ptxVersion;
  options.libdevice = libdevice;
  options.lineInfo = lineInfo;
  if (show == "nvvm")
    options.onNVVM = [&](gpu::GPUModuleOp kernels) {
      output << kernels << "\n";
    };
  if (show == "llvm")
    options.onLLVM = [&](llvm::Module &module) {
      module.print(output, nullptr);
    };
  for (auto kernels : llvm::make_early_inc_range(
           cast<ModuleOp>(op).getOps<gpu::GPUModuleOp>())) {
    FailureOr<std::string> ptx = translateToPTX(kernels, options);
    if (failed(ptx))
      return failure();
    if (show == "ptx")
      output << *ptx;
  }
  return success();
}

static LogicalResult printRecipe(Operation *op, llvm::raw_ostream &output) {
  for (auto program : cast<ModuleOp>(op).getOps<plan::ProgramOp>()) {
    FailureOr<llvm::json::Value> recipe = buildRecipe(program, arch);
    if (failed(recipe))
      return failure();
    output << llvm::formatv("{0:2}\n", *recipe);
  }
  return success();
}

int main(int argc, char **argv) {
  TranslateFromMLIRRegistration toPTX("plan-to-ptx", "the kernels' PTX",
                                      printPTX, registerDialects);
  TranslateFromMLIRRegistration toRecipe("plan-to-recipe", "the launch recipe",
                                         printRecipe, registerDialects);
  return failed(
      mlirTranslateMain(argc, argv, "gpujit's products from textual IR\n"));
}
