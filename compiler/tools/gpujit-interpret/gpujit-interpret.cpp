//===- gpujit-interpret.cpp - runs the functions of a pyk file ------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For tests: runs each pyk.func of a file in order. Arguments come from its
// attribute gpujit.args: numbers for scalars, dense<...> : tensor<...> for
// arrays (tensor<4xsi8>, tensor<2x3xf32>, tensor<3xi1>), or a dictionary {data
// = dense<...>, shape = [...], strides = [...], offset = 0} for a view; these
// count elements. Prints what is returned or raised, then every array argument.
//
//===----------------------------------------------------------------------===//

#include "Interpreter/Interpreter.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include <charconv>
#include <chrono>
#include <cmath>

using namespace mlir;
using namespace gpujit;
using namespace gpujit::interpreter;

static llvm::cl::opt<std::string> inputName(llvm::cl::Positional,
                                            llvm::cl::desc("<pyk file>"),
                                            llvm::cl::init("-"));
static llvm::cl::opt<std::string>
    onlyFunction("function", llvm::cl::desc("Run only this function"));
static llvm::cl::opt<bool> showTime("time",
                                    llvm::cl::desc("Print the time of a run"));
static llvm::cl::opt<int>
    stopAtPoll("stop-at-poll", llvm::cl::init(0),
               llvm::cl::desc("Stop at the n-th poll (0: never)"));

//===----------------------------------------------------------------------===//
// Values in memory
//===----------------------------------------------------------------------===//

static void writeFloat(double value, bool isSingle, char *to) {
  float single = static_cast<float>(value);
  if (isSingle)
    std::memcpy(to, &single, sizeof(single));
  else
    std::memcpy(to, &value, sizeof(value));
}

static unsigned bytesOf(Type type) {
  return std::max(1u, pyk::bitWidth(type) / 8);
}

/// Writes a number of type `type`; little-endian, as all our hosts are.
static void write(Type type, Attribute number, char *to) {
  if (auto real = dyn_cast<FloatAttr>(number))
    return writeFloat(real.getValueAsDouble(), type.isF32(), to);
  APInt bits = cast<IntegerAttr>(number).getValue().zextOrTrunc(64);
  uint64_t value = bits.getZExtValue();
  std::memcpy(to, &value, bytesOf(type));
}

static std::string textOf(double value, bool isSingle) {
  if (std::isnan(value))
    return "nan";
  if (std::isinf(value))
    return value < 0 ? "-inf" : "inf";
  char buffer[64];
  auto end = isSingle ? std::to_chars(buffer, buffer + sizeof(buffer),
                                      static_cast<float>(value))
                      : std::to_chars(buffer, buffer + sizeof(buffer), value);
  std::string text(buffer, end.ptr);
  return StringRef(text).find_first_of(".e") == StringRef::npos ? text + ".0"
                                                                : text;
}

/// The value of type `type` at `from`, as Python prints it.
static std::string read(Type type, const char *from) {
  if (type.isF32()) {
    float value;
    std::memcpy(&value, from, sizeof(value));
    return textOf(value, true);
  }
  if (pyk::isFloating(type)) {
    double value;
    std::memcpy(&value, from, sizeof(value));
    return textOf(value, false);
  }
  uint64_t bits = 0;
  std::memcpy(&bits, from, bytesOf(type));
  if (pyk::isBool(type))
    return bits ? "True" : "False";
  if (!pyk::isSignedInteger(type))
    return std::to_string(bits);
  return std::to_string(llvm::SignExtend64(bits, pyk::bitWidth(type)));
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

namespace {

/// An argument and the memory behind it.
struct Argument {
  Type type;
  std::vector<char> memory;
  GpujitArg arg = {};

  void setScalar(Attribute value) {
    memory.resize(8);
    write(type, value, memory.data());
    arg.data = memory.data();
  }
  void setArray(DenseElementsAttr elements);
  void setView(DictionaryAttr view);
  void print(llvm::raw_ostream &os, unsigned axis, const char *data) const;

  pyk::ArrayType array() const { return dyn_cast<pyk::ArrayType>(type); }
};

} // namespace

void Argument::setArray(DenseElementsAttr elements) {
  Type element = array().getElementType();
  int64_t stride = bytesOf(element);
  memory.resize(elements.getNumElements() * stride + 1);
  char *to = memory.data();
  arg.data = to;
  for (Attribute value : elements.getValues<Attribute>()) {
    write(element, value, to);
    to += stride;
  }
  ArrayRef<int64_t> shape = elements.getType().getShape();
  for (unsigned axis = std::min<size_t>(shape.size(), 4); axis-- > 0;) {
    arg.extents[axis] = shape[axis];
    arg.strides[axis] = stride;
    stride *= shape[axis];
  }
}

void Argument::setView(DictionaryAttr view) {
  setArray(view.getAs<DenseElementsAttr>("data"));
  int64_t bytes = bytesOf(array().getElementType());
  if (auto offset = view.getAs<IntegerAttr>("offset"))
    arg.data = memory.data() + offset.getInt() * bytes;
  auto set = [&](StringRef name, int64_t *to, int64_t scale) {
    for (Attribute number : view.getAs<ArrayAttr>(name))
      *to++ = cast<IntegerAttr>(number).getInt() * scale;
  };
  set("shape", arg.extents, 1);
  set("strides", arg.strides, bytes);
}

void Argument::print(llvm::raw_ostream &os, unsigned axis,
                     const char *data) const {
  if (axis == array().getRank()) {
    os << read(array().getElementType(), data);
    return;
  }
  os << "[";
  for (int64_t index = 0; index < arg.extents[axis]; ++index) {
    os << (index ? ", " : "");
    print(os, axis + 1, data + index * arg.strides[axis]);
  }
  os << "]";
}

/// The arguments that gpujit.args lists.
static FailureOr<std::vector<Argument>> argumentsOf(pyk::FuncOp func) {
  auto list = func->getAttrOfType<ArrayAttr>("gpujit.args");
  std::vector<Argument> arguments;
  size_t given = list ? list.size() : 0;
  if (given != func.getArgumentTypes().size())
    return func.emitOpError("needs ")
           << func.getArgumentTypes().size() << " gpujit.args, got " << given;
  for (auto [index, type] : llvm::enumerate(func.getArgumentTypes())) {
    arguments.push_back({type, {}, {}});
    Attribute value = list[index];
    if (auto elements = dyn_cast<DenseElementsAttr>(value))
      arguments.back().setArray(elements);
    else if (auto view = dyn_cast<DictionaryAttr>(value))
      arguments.back().setView(view);
    else
      arguments.back().setScalar(value);
  }
  return arguments;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

static void printPlace(const Place &place) {
  llvm::outs() << llvm::sys::path::filename(place.file) << ":" << place.line
               << ":" << place.column;
}

static void printRaised(const Raised &raised) {
  llvm::outs() << "raised " << raised.exception << ": " << raised.message
               << "\n  at ";
  printPlace(raised.trace.at);
  llvm::outs() << "\n";
  for (const CallPlace &call : raised.trace.calls) {
    llvm::outs() << "  in " << call.name << ", called at ";
    printPlace(call.at);
    llvm::outs() << "\n";
  }
}

static int countPolls(void *context) {
  int &polls = *static_cast<int *>(context);
  return ++polls == stopAtPoll;
}

static LogicalResult runFunction(pyk::FuncOp func) {
  FailureOr<std::vector<Argument>> arguments = argumentsOf(func);
  if (failed(arguments))
    return failure();
  llvm::Expected<CompiledKernel> kernel = CompiledKernel::compile(func);
  if (!kernel)
    return func.emitOpError(llvm::toString(kernel.takeError()));
  std::vector<GpujitArg> args;
  for (Argument &argument : *arguments)
    args.push_back(argument.arg);
  char result[8] = {};
  int polls = 0;
  auto start = std::chrono::steady_clock::now();
  Outcome outcome =
      llvm::cantFail(kernel->run(args, result, countPolls, &polls));
  std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - start;

  llvm::outs() << func.getSymName() << ": ";
  if (outcome.status == Status::Raised)
    printRaised(outcome.raised);
  else if (outcome.status == Status::Stopped)
    llvm::outs() << "stopped\n";
  else if (func.getResultTypes().empty())
    llvm::outs() << "done\n";
  else
    llvm::outs() << read(func.getResultTypes().front(), result) << "\n";
  for (auto [index, argument] : llvm::enumerate(*arguments)) {
    if (!argument.array())
      continue;
    llvm::outs() << "  " << func.getArgName(index) << " = ";
    argument.print(llvm::outs(), 0, static_cast<char *>(argument.arg.data));
    llvm::outs() << "\n";
  }
  if (showTime)
    llvm::outs() << "  " << seconds.count() << " s\n";
  return success();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  llvm::cl::ParseCommandLineOptions(argc, argv, "runs pyk functions\n");
  MLIRContext context;
  context.loadDialect<pyk::PyKernelDialect>();
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler handler(sources, &context);
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(inputName, sources, &context);
  if (!module)
    return 1;
  for (auto func : module->getOps<pyk::FuncOp>())
    if (onlyFunction.empty() || func.getSymName() == onlyFunction)
      if (failed(runFunction(func)))
        return 1;
  return 0;
}
