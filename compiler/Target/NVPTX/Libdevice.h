//===- Libdevice.h - the functions of libdevice
//------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_TARGET_NVPTX_LIBDEVICE_H
#define GPUJIT_TARGET_NVPTX_LIBDEVICE_H

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

namespace gpujit {

/// Links what `module` calls of libdevice, the bitcode file at `path`, and
/// nothing else of it; reads the file only when something is called. Fails when
/// a function stays undefined.
llvm::Error linkLibdevice(llvm::Module &module, llvm::StringRef path);

} // namespace gpujit

#endif // GPUJIT_TARGET_NVPTX_LIBDEVICE_H
