//===- Print.cpp - print()
//-------------------------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Import/Importer.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::import;
using namespace gpujit::pyk;
using namespace gpujit::syntax;

namespace {

/// Texts and the scalars between them.
struct Line {
  std::vector<std::string> pieces = {""};
  SmallVector<mlir::Value> values;

  void text(const std::string &text) { pieces.back() += text; }
  void value(mlir::Value value) {
    values.push_back(value);
    pieces.emplace_back();
  }

  /// Adds a value as Python's str(); false for what has no text in a kernel.
  bool add(const Operand &operand, bool isInside) {
    switch (operand.kind) {
    case Operand::Kind::Scalar:
      // Inside a tuple Python shows the type of NumPy's scalars too.
      if (isInside && !isWeak(operand.type()))
        return false;
      value(operand.ssa);
      return true;
    case Operand::Kind::String:
      text(isInside ? "'" + operand.text + "'" : operand.text);
      return true;
    case Operand::Kind::None:
      text("None");
      return true;
    case Operand::Kind::Tuple:
      break;
    default:
      return false;
    }
    text("(");
    for (size_t i = 0; i < operand.elements.size(); ++i) {
      text(i ? ", " : "");
      if (!operand.fields.empty() || !add(operand.elements[i], true))
        return false;
    }
    text(operand.elements.size() == 1 ? ",)" : ")");
    return true;
  }
};

} // namespace

Importer::Result Importer::print(Call &call) {
  std::string separator = " ", end = "\n";
  for (const Keyword &keyword : call.expr.keywords) {
    if (keyword.name == "flush")
      continue;
    if (keyword.name != "sep" && keyword.name != "end")
      return unknownKeyword(call.expr, "print", keyword.name, {"sep", "end"});
    FailureOr<std::string> text =
        messageOf(*keyword.value, "'" + keyword.name + "' of print()");
    if (failed(text))
      return failure();
    (keyword.name == "sep" ? separator : end) = *text;
  }
  Line line;
  for (auto [i, arg] : llvm::enumerate(call.args)) {
    line.text(i ? separator : "");
    if (!line.add(arg, /*isInside=*/false))
      return error(DiagnosticId::ArrayAsScalar, call.range,
                   {"print()", arg.describe(),
                    "print its elements or parts one by one"});
  }
  line.text(end);
  SmallVector<StringRef> pieces(line.pieces.begin(), line.pieces.end());
  PrintOp::create(builder, loc(call.range), builder.getStrArrayAttr(pieces),
                  line.values);
  return Operand::none();
}
