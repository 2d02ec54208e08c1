//===- Simulator.cpp - the simulated device's code ----===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Simulator/Simulator.h"

#include "Plan/Plan.h"
#include "Simulator/Translator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace gpujit;

static llvm::Error failureOf(const std::string &message) {
  return llvm::createStringError(
      message.empty() ? "the simulated device can't take the code" : message);
}

llvm::Expected<simulator::Image> simulator::load(StringRef text) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context
      .loadDialect<arith::ArithDialect, func::FuncDialect, gpu::GPUDialect,
                   LLVM::LLVMDialect, math::MathDialect, memref::MemRefDialect,
                   plan::PlanDialect, scf::SCFDialect>();
  std::string message;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() != DiagnosticSeverity::Error ||
        !message.empty())
      return success();
    Place at = traceOf(diagnostic.getLocation()).at;
    message = at.file + ":" + std::to_string(at.line) + ": " + diagnostic.str();
    return success();
  });
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  if (!module)
    return failureOf(message);
  Image image;
  for (auto kernels : module->getOps<gpu::GPUModuleOp>())
    for (auto function : kernels.getOps<gpu::GPUFuncOp>()) {
      FailureOr<Kernel> kernel = Translator(function).translate();
      if (failed(kernel))
        return failureOf(message);
      image.emplace(kernel->name, std::move(*kernel));
    }
  return image;
}
