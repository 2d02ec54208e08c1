//===- Libdevice.cpp - the functions of libdevice
//----------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Target/NVPTX/Libdevice.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Transforms/IPO/Internalize.h"

using namespace llvm;

/// The name of a function that is called and not defined; empty: none. The
/// driver defines vprintf.
static StringRef firstUndefined(Module &module) {
  for (Function &function : module)
    if (function.isDeclaration() && !function.isIntrinsic() &&
        !function.use_empty() && function.getName() != "vprintf")
      return function.getName();
  return {};
}

/// The string that __nvvm_reflect is asked about.
static StringRef reflectedName(CallInst &call) {
  auto *global =
      dyn_cast<GlobalVariable>(call.getArgOperand(0)->stripPointerCasts());
  if (!global || !global->hasInitializer())
    return {};
  auto *text = dyn_cast<ConstantDataSequential>(global->getInitializer());
  return text && text->isCString() ? text->getAsCString() : StringRef();
}

/// Answers libdevice's questions: IEEE square roots, subnormals kept. What it
/// asks else (the architecture) is left to the NVPTX passes.
static void answerReflect(Module &module) {
  Function *reflect = module.getFunction("__nvvm_reflect");
  if (!reflect)
    return;
  for (User *user : make_early_inc_range(reflect->users())) {
    auto *call = dyn_cast<CallInst>(user);
    StringRef name = call ? reflectedName(*call) : StringRef();
    if (name != "__CUDA_FTZ" && name != "__CUDA_PREC_SQRT" &&
        name != "__CUDA_PREC_DIV")
      continue;
    call->replaceAllUsesWith(
        ConstantInt::get(call->getType(), name == "__CUDA_FTZ" ? 0 : 1));
    call->eraseFromParent();
  }
}

static Error linkFile(Module &module, StringRef path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> buffer = MemoryBuffer::getFile(
      path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!buffer)
    return createStringError(buffer.getError(),
                             "libdevice '" + path +
                                 "': " + buffer.getError().message());
  Expected<std::unique_ptr<Module>> library =
      getOwningLazyBitcodeModule(std::move(*buffer), module.getContext(),
                                 /*ShouldLazyLoadMetadata=*/true);
  if (!library)
    return library.takeError();
  (*library)->setTargetTriple(module.getTargetTriple());
  (*library)->setDataLayout(module.getDataLayout());
  bool failed = Linker::linkModules(
      module, std::move(*library), Linker::LinkOnlyNeeded,
      [](Module &linked, const StringSet<> &added) {
        internalizeModule(linked, [&](const GlobalValue &value) {
          return !value.hasName() || !added.contains(value.getName());
        });
      });
  if (failed)
    return createStringError("libdevice '" + path + "' can't be linked");
  answerReflect(module);
  return Error::success();
}

Error gpujit::linkLibdevice(Module &module, StringRef path) {
  StringRef missing = firstUndefined(module);
  if (missing.empty())
    return Error::success();
  if (path.empty())
    return createStringError("'" + missing +
                             "' needs libdevice, which wasn't found");
  if (Error error = linkFile(module, path))
    return error;
  missing = firstUndefined(module);
  if (!missing.empty() && missing != "__nvvm_reflect")
    return createStringError("the device function '" + missing +
                             "' isn't defined");
  return Error::success();
}
