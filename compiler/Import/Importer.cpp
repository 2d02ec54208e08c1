//===- Importer.cpp - typed syntax tree to pyk ----------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Import/Importer.h"

#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::import;
using namespace gpujit::syntax;

Importer::Importer(const Request &request, MLIRContext *context)
    : request(request), context(context), builder(context) {}

std::variant<OwningOpRef<ModuleOp>, CompileError> Importer::import() {
  OwningOpRef<ModuleOp> module = ModuleOp::create(FileLineColLoc::get(
      context, request.kernel().file, request.kernel().line, 1));
  if (failed(importKernel(*module)))
    return *diagnostic;
  computeHalvesAsSingles(*module);
  if (failed(verify(*module)))
    return CompileError::get(DiagnosticId::InternalError,
                             {"the imported kernel is not valid pyk"},
                             place({request.kernel().line, 0, 0, 0}));
  return module;
}

LogicalResult Importer::error(DiagnosticId id, SourceRange range,
                              std::vector<std::string> args) {
  // The first cause is the one to report.
  if (diagnostic)
    return failure();
  diagnostic = CompileError::get(id, args, place(range));
  for (size_t i = 1; i < scopes.size(); ++i) {
    // A variable of a function further out is being read.
    if (llvm::is_contained(ArrayRef(scopes).take_front(i), scopes[i]))
      break;
    diagnostic->calls.push_back({scopes[i]->function->name,
                                 scopes[i - 1]->function->file,
                                 scopes[i]->callRange.line});
  }
  return failure();
}

Excerpt Importer::place(SourceRange range) const {
  const Function &function =
      scopes.empty() ? request.kernel() : *scope().function;
  unsigned end = range.endLine > range.line ? 0 : range.endColumn;
  return {function.file, range.line, range.column, end,
          function.sourceLine(range.line).str()};
}

Location Importer::loc(SourceRange range) {
  Location here = FileLineColLoc::get(context, scope().function->file,
                                      range.line, range.column + 1);
  if (&scope() == scopes.front())
    return here;
  auto name = StringAttr::get(context, scope().function->name);
  return CallSiteLoc::get(NameLoc::get(name, here), scope().callLoc);
}
