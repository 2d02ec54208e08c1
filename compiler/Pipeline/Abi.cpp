//===- Abi.cpp - the C ABI of libgpujit.so --------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For now it parses a module of MLIR, lowers it to NVVM and gives its PTX: what
// the library's link must be able to do.
//
//===----------------------------------------------------------------------===//

#include "runtime/Abi.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/GPUCommon/GPUToLLVM.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/NVVMToLLVM/NVVMToLLVM.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVM/NVVM/Target.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

struct GpujitProgram {
  std::string error;
  std::string ptx;
};

static void registerDialects(DialectRegistry &registry) {
  registry.insert<arith::ArithDialect, cf::ControlFlowDialect,
                  func::FuncDialect, gpu::GPUDialect, LLVM::LLVMDialect,
                  math::MathDialect, memref::MemRefDialect, NVVM::NVVMDialect,
                  scf::SCFDialect, vector::VectorDialect>();
  arith::registerConvertArithToLLVMInterface(registry);
  cf::registerConvertControlFlowToLLVMInterface(registry);
  registerConvertFuncToLLVMInterface(registry);
  gpu::registerConvertGpuToLLVMInterface(registry);
  index::registerConvertIndexToLLVMInterface(registry);
  registerConvertMathToLLVMInterface(registry);
  registerConvertMemRefToLLVMInterface(registry);
  registerConvertNVVMToLLVMInterface(registry);
  vector::registerConvertVectorToLLVMInterface(registry);
  registerBuiltinDialectTranslation(registry);
  registerGPUDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerNVVMDialectTranslation(registry);
  NVVM::registerNVVMTargetInterfaceExternalModels(registry);
}

static LogicalResult toPtx(ModuleOp module, std::string &ptx) {
  PassManager passes(module.getContext());
  passes.addPass(createGpuNVVMAttachTarget());
  passes.addNestedPass<gpu::GPUModuleOp>(createConvertGpuOpsToNVVMOps());
  passes.addPass(createSCFToControlFlowPass());
  passes.addPass(createConvertToLLVMPass());
  passes.addPass(createReconcileUnrealizedCastsPass());
  passes.addPass(createCSEPass());
  if (failed(passes.run(module)))
    return failure();
  for (auto gpuModule : module.getOps<gpu::GPUModuleOp>()) {
    auto target = cast<gpu::TargetAttrInterface>((*gpuModule.getTargets())[0]);
    gpu::TargetOptions options({}, {}, {}, "",
                               gpu::CompilationTarget::Assembly);
    auto object = target.serializeToObject(gpuModule, options);
    if (!object)
      return failure();
    ptx.append(object->begin(), object->end());
  }
  return success();
}

GpujitProgram *gpujit_compile(const char *request, size_t length) {
  auto *program = new GpujitProgram;
  DialectRegistry registry;
  registerDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  auto module = parseSourceString<ModuleOp>(StringRef(request, length),
                                            ParserConfig(&context));
  if (!module || failed(toPtx(*module, program->ptx)))
    program->error = "{\"error\": \"CompileError\"}";
  return program;
}

void gpujit_destroy(GpujitProgram *program) { delete program; }

const char *gpujit_text(GpujitProgram *program, const char *what,
                        size_t *length) {
  const std::string *text = StringRef(what) == "ptx"     ? &program->ptx
                            : StringRef(what) == "error" ? &program->error
                                                         : nullptr;
  if (!text || text->empty())
    return nullptr;
  *length = text->size();
  return text->c_str();
}

int gpujit_interpret(GpujitProgram *, const GpujitArg *, size_t, void *,
                     int (*)(void *), void *) {
  return 2;
}
