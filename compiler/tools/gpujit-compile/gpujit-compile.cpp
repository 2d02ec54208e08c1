//===- gpujit-compile.cpp - a compile request's products, for tests -------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// gpujit-compile [stage] < request.json: prints the stage's text, or the error
// document and ends with status 1. It sees what libgpujit.so's callers see.

#include "runtime/Abi.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

int main(int argc, char **argv) {
  std::string stage = argc > 1 ? argv[1] : "pyk";
  auto input = MemoryBuffer::getFileOrSTDIN(argc > 2 ? argv[2] : "-");
  if (!input) {
    errs() << "gpujit-compile: can't read the request\n";
    return 2;
  }
  Expected<json::Value> request = json::parse((*input)->getBuffer());
  if (!request || !request->getAsObject()) {
    consumeError(request.takeError());
    errs() << "gpujit-compile: the request is not a JSON object\n";
    return 2;
  }
  (*request->getAsObject())["emit"] = json::Array{stage};
  std::string text;
  raw_string_ostream(text) << *request;
  GpujitProgram *program = gpujit_compile(text.data(), text.size());
  const char *error = gpujit_text(program, "error", nullptr);
  const char *product = gpujit_text(program, stage.c_str(), nullptr);
  outs() << (error ? error : product ? product : "") << "\n";
  gpujit_destroy(program);
  return error || !product ? 1 : 0;
}
