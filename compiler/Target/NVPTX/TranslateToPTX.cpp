//===- TranslateToPTX.cpp - PTX from a gpu module
//----------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Target/NVPTX/TranslateToPTX.h"
#include "Target/NVPTX/Libdevice.h"
#include "Target/NVPTX/Passes.h"

#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/CodeGen/CodeGenTargetMachineImpl.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

extern "C" {
void LLVMInitializeNVPTXTarget();
void LLVMInitializeNVPTXTargetInfo();
void LLVMInitializeNVPTXTargetMC();
void LLVMInitializeNVPTXAsmPrinter();
}

using namespace mlir;

namespace gpujit {

void registerPTXDialects(DialectRegistry &registry) {
  registerBuiltinDialectTranslation(registry);
  registerGPUDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerNVVMDialectTranslation(registry);
}

/// LLVM's errors become ours; remarks and warnings are dropped.
namespace {
struct DiagnosticCollector : llvm::DiagnosticHandler {
  explicit DiagnosticCollector(std::string &errors) : errors(errors) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    if (info.getSeverity() != llvm::DS_Error)
      return true;
    llvm::raw_string_ostream stream(errors);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    if (!errors.empty())
      stream << "; ";
    info.print(printer);
    return true;
  }

  std::string &errors;
};
} // namespace

static const llvm::Target *findTarget(std::string &error) {
  static const bool isInitialised = [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    return true;
  }();
  (void)isInitialised;
  return llvm::TargetRegistry::lookupTarget(llvm::Triple("nvptx64-nvidia-cuda"),
                                            error);
}

/// Nothing below may contract: fused multiply-adds are formed, or not, on the
/// loops stage.
static std::unique_ptr<llvm::TargetMachine>
createMachine(const PTXOptions &options, std::string &error) {
  const llvm::Target *target = findTarget(error);
  if (!target)
    return nullptr;
  llvm::Triple triple("nvptx64-nvidia-cuda");
  llvm::TargetOptions machineOptions;
  machineOptions.AllowFPOpFusion = llvm::FPOpFusion::Strict;
  std::string features = ("+ptx" + llvm::Twine(options.ptxVersion)).str();
  std::unique_ptr<llvm::TargetMachine> machine(target->createTargetMachine(
      triple, options.arch, features, machineOptions, llvm::Reloc::PIC_,
      std::nullopt, llvm::CodeGenOptLevel::Aggressive));
  // LLVM takes an unknown name for its oldest processor.
  if (machine &&
      !machine->getMCSubtargetInfo()->isCPUStringValid(options.arch)) {
    error = "unknown architecture '" + options.arch + "'";
    return nullptr;
  }
  return machine;
}

static LogicalResult lowerToNVVM(gpu::GPUModuleOp kernels,
                                 const PTXOptions &options) {
  auto passes = PassManager::on<gpu::GPUModuleOp>(kernels.getContext());
  passes.enableVerifier(false);
  passes.addPass(createExpandKernelArguments());
  passes.addPass(createLowerToNVVM());
  if (failed(passes.run(kernels)))
    return failure();
  if (!options.lineInfo)
    return success();
  PassManager scopes(kernels.getContext());
  LLVM::DIScopeForLLVMFuncOpPassOptions kind;
  kind.emissionKind = LLVM::DIEmissionKind::DebugDirectivesOnly;
  scopes.addPass(LLVM::createDIScopeForLLVMFuncOpPass(kind));
  return scopes.run(kernels->getParentOfType<ModuleOp>());
}

/// LLVM's -O3 with the target machine attached, which barriers and shuffles
/// need.
static void optimise(llvm::Module &module, llvm::TargetMachine &machine) {
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = false;
  llvm::PassBuilder builder(&machine, tuning);
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager callGraph;
  llvm::ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(callGraph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, callGraph, modules);
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O3)
      .run(module, modules);
}

/// Whether a block is so long that machine sinking, which compares its
/// instructions with one another, would take most of the time.
static bool hasLongBlock(llvm::Module &module) {
  return llvm::any_of(module, [](llvm::Function &function) {
    return llvm::any_of(
        function, [](llvm::BasicBlock &block) { return block.size() > 500; });
  });
}

/// What `addPassesToEmitFile` adds, without machine sinking: ptxas places
/// instructions anew.
static bool addPassesForLongBlocks(llvm::legacy::PassManager &passes,
                                   llvm::raw_pwrite_stream &stream,
                                   llvm::TargetMachine &machine) {
  auto &target = static_cast<llvm::CodeGenTargetMachineImpl &>(machine);
  llvm::TargetPassConfig *config = target.createPassConfig(passes);
  config->disablePass(&llvm::MachineSinkingLegacyID);
  auto *functions = new llvm::MachineModuleInfoWrapperPass(&target);
  passes.add(config);
  passes.add(functions);
  if (config->addISelPasses())
    return false;
  config->addMachinePasses();
  config->setInitialized();
  return !target.addAsmPrinter(passes, stream, nullptr,
                               llvm::CodeGenFileType::AssemblyFile,
                               functions->getMMI().getContext());
}

static std::string printAssembly(llvm::Module &module,
                                 llvm::TargetMachine &machine) {
  llvm::SmallString<0> text;
  llvm::raw_svector_ostream stream(text);
  llvm::legacy::PassManager passes;
  if (hasLongBlock(module)) {
    if (!addPassesForLongBlocks(passes, stream, machine))
      return {};
  } else if (machine.addPassesToEmitFile(passes, stream, nullptr,
                                         llvm::CodeGenFileType::AssemblyFile)) {
    return {};
  }
  passes.run(module);
  return std::string(text);
}

/// Makes choices between a float and a zero choices between their bits. The
/// code generator takes `x < 0.0 ? x : 0.0` for a minimum, which PTX's `min` is
/// not: of -0.0 and 0.0 it gives the former, where Python keeps the zero that
/// was first.
static void keepSignsOfZero(llvm::Module &module) {
  auto isZero = [](llvm::Value *value) {
    auto *constant = llvm::dyn_cast<llvm::ConstantFP>(value);
    return constant && constant->isZero();
  };
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      auto *select = llvm::dyn_cast<llvm::SelectInst>(&instruction);
      if (!select || !select->getType()->isFloatingPointTy() ||
          (!isZero(select->getTrueValue()) && !isZero(select->getFalseValue())))
        continue;
      llvm::IRBuilder<> builder(select);
      llvm::Type *type = select->getType();
      llvm::Type *bits =
          builder.getIntNTy(type->getPrimitiveSizeInBits().getFixedValue());
      llvm::Value *chosen = builder.CreateSelect(
          select->getCondition(),
          builder.CreateBitCast(select->getTrueValue(), bits),
          builder.CreateBitCast(select->getFalseValue(), bits));
      select->replaceAllUsesWith(builder.CreateBitCast(chosen, type));
      select->eraseFromParent();
    }
}

/// Whether the PTX calls a function that isn't in it; the driver has vprintf.
static bool callsUnknown(StringRef ptx) {
  const StringRef keyword = ".extern .func";
  while (true) {
    size_t found = ptx.find(keyword);
    if (found == StringRef::npos)
      return false;
    ptx = ptx.drop_front(found + keyword.size());
    // `.extern .func (.param .b32 func_retval0) vprintf`
    StringRef name = ptx.split('\n').first;
    if (!name.contains("vprintf"))
      return true;
  }
}

/// The LLVM half: from NVVM to PTX in a context of its own.
static llvm::Expected<std::string> emitPTX(gpu::GPUModuleOp kernels,
                                           const PTXOptions &options) {
  std::string errors;
  std::unique_ptr<llvm::TargetMachine> machine = createMachine(options, errors);
  if (!machine)
    return llvm::createStringError(errors);
  llvm::LLVMContext context;
  context.setDiagnosticHandler(std::make_unique<DiagnosticCollector>(errors));
  std::unique_ptr<llvm::Module> module =
      translateModuleToLLVMIR(kernels, context, kernels.getName());
  if (!module)
    return llvm::createStringError("the module can't be translated to LLVM IR");
  module->setTargetTriple(machine->getTargetTriple());
  module->setDataLayout(machine->createDataLayout());
  if (llvm::Error error = linkLibdevice(*module, options.libdevice))
    return error;
  optimise(*module, *machine);
  keepSignsOfZero(*module);
  if (options.onLLVM)
    options.onLLVM(*module);
  std::string ptx = printAssembly(*module, *machine);
  if (!errors.empty())
    return llvm::createStringError(errors);
  if (callsUnknown(ptx))
    return llvm::createStringError(
        "the PTX calls a function that isn't defined");
  return ptx;
}

FailureOr<std::string> translateToPTX(gpu::GPUModuleOp kernels,
                                      const PTXOptions &options) {
  if (failed(lowerToNVVM(kernels, options)))
    return failure();
  if (options.onNVVM)
    options.onNVVM(kernels);
  llvm::Expected<std::string> ptx = emitPTX(kernels, options);
  if (!ptx)
    return kernels.emitError(llvm::toString(ptx.takeError()));
  return *ptx;
}

} // namespace gpujit
