//===- gpujit-opt.cpp - our dialects and passes over textual IR -----------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/LoopsToPlan/Passes.h"
#include "Conversion/PyKernelToLoops/Passes.h"
#include "Plan/Plan.h"
#include "PyKernel/PyKernel.h"
#include "Target/NVPTX/Passes.h"
#include "Transforms/Passes.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::registerAllPasses();
  gpujit::registerLoopsToPlanPasses();
  gpujit::registerNVPTXPasses();
  gpujit::registerPyKernelToLoopsPasses();
  gpujit::registerTransformsPasses();

  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  registry.insert<gpujit::plan::PlanDialect, gpujit::pyk::PyKernelDialect>();
  mlir::registerAllExtensions(registry);
  mlir::registerAllGPUToLLVMIRTranslations(registry);

  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "gpujit's optimiser driver\n", registry));
}
