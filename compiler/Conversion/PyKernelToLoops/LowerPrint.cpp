//===- LowerPrint.cpp - print()
//---------------------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/PyKernelToLoops/Lowering.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::pyk;

/// A constant text inside a format of printf.
static std::string escaped(StringRef text) {
  std::string result;
  for (char c : text)
    result += c == '%' ? std::string("%%") : std::string(1, c);
  return result;
}

/// What printf is given for a number, and its conversion: as many digits as
/// tell it from every other of its type.
std::pair<Value, StringRef> Lowering::printed(Value value, Type type) {
  Type i64 = build.getI64Type(), f64 = build.getF64Type();
  if (isInteger(type)) {
    bool isSigned = isSignedInteger(type);
    return {build.resize(value, i64, isSigned), isSigned ? "%lld" : "%llu"};
  }
  StringRef format = isHalf(type) ? "%.5g" : type.isF32() ? "%.9g" : "%.17g";
  if (type.isBF16())
    value = fromBFloat16(build, value);
  if (!value.getType().isF64())
    value = build.createOrFold<arith::ExtFOp>(f64, value);
  return {value, format};
}

/// Prints the values from number `next` on, after those in `format` and
/// `values`. One call prints it all, so that lines of threads don't mix: where
/// there is a bool, there are two.
void Lowering::printFrom(PrintOp op, unsigned next, std::string format,
                         SmallVector<Value> values) {
  format += escaped(cast<StringAttr>(op.getPieces()[next]).getValue());
  if (next == op.getValues().size()) {
    gpu::PrintfOp::create(build, build.getStringAttr(format), values);
    return;
  }
  Value source = op.getValues()[next];
  if (!isBool(source.getType())) {
    auto [value, conversion] = printed(get(source), source.getType());
    values.push_back(value);
    return printFrom(op, next + 1, format + conversion.str(), values);
  }
  auto branch = scf::IfOp::create(build, get(source), /*withElseRegion=*/true);
  OpBuilder::InsertionGuard restore(build);
  build.setInsertionPointToStart(branch.thenBlock());
  printFrom(op, next + 1, format + "True", values);
  build.setInsertionPointToStart(branch.elseBlock());
  printFrom(op, next + 1, format + "False", values);
}

LogicalResult Lowering::lower(PrintOp op) {
  OpBuilder::InsertionGuard restore(build);
  // Where Python has raised it prints no more.
  if (wrong.any()) {
    auto guard = scf::IfOp::create(build, build.hasNotFailed(),
                                   /*withElseRegion=*/false);
    build.setInsertionPointToStart(guard.thenBlock());
  }
  printFrom(op, 0, "", {});
  return success();
}
