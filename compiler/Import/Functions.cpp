//===- Functions.cpp - the kernel, inlined callees and returns ------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Import/Importer.h"
#include "Sema/Locals.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::import;
using namespace gpujit::pyk;
using namespace gpujit::syntax;

void Importer::enterScope(Scope &callee, Block *block) {
  callee.slots = block;
  callee.assigned = sema::boundNames(callee.function->body);
  scopes.push_back(&callee);
}

/// A parameter that is never assigned is its value; another has a slot.
void Importer::bindParameter(const std::string &name, const Operand &value) {
  if (scope().assigned.count(name)) {
    env().names[name] = store(name, value, {scope().function->line, 0, 0, 0});
    return;
  }
  Binding binding;
  binding.kind = Binding::Kind::Fixed;
  binding.fixed = value;
  binding.range.line = scope().function->line;
  env().names[name] = binding;
}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

/// The parts of "complex64" and its like; null for other types.
static Type partType(OpBuilder &builder, StringRef dtype) {
  return llvm::StringSwitch<Type>(dtype)
      .Case("complex64", builder.getF32Type())
      .Case("complex128", builder.getF64Type())
      .Case("pycomplex", PyFloatType::get(builder.getContext()))
      .Default(Type());
}

/// Adds the types and names of the compiled function's arguments that one of
/// the kernel's stands for.
LogicalResult Importer::addArgument(const ArgumentType &argument) {
  const Function &kernel = request.kernel();
  for (const ArgumentType &item : argument.items)
    if (failed(addArgument(item)))
      return failure();
  if (argument.isTuple || argument.isNone)
    return success();
  Type part = partType(builder, argument.dtype);
  Type type = part ? part : sema::typeOf(context, argument.dtype);
  if (!type || (argument.isArray && isWeak(type)))
    return error(DiagnosticId::UnsupportedDtype, {kernel.line, 0, 0, 0},
                 {"'" + argument.dtype + "' of '" + argument.name + "'"});
  if (!argument.isArray) {
    argumentTypes.push_back(type);
    argumentNames.push_back(argument.name + (part ? ".real" : ""));
    if (part) {
      argumentTypes.push_back(part);
      argumentNames.push_back(argument.name + ".imag");
    }
    return success();
  }
  Layout layout = argument.isContiguous ? Layout::C : Layout::Strided;
  unsigned rank = argument.rank + bool(part);
  if (argument.rank < 1 || rank > 4)
    return error(DiagnosticId::ArrayRank, {kernel.line, 0, 0, 0},
                 {argument.name, counted(argument.rank, "dimension")});
  argumentTypes.push_back(
      ArrayType::get(context, rank, type, layout, argument.readOnly));
  argumentNames.push_back(argument.name);
  return success();
}

/// The kernel's argument, made of the function's next ones.
Operand Importer::argumentValue(const ArgumentType &argument, Block *entry) {
  auto next = [&] {
    return entry->addArgument(argumentTypes[entry->getNumArguments()],
                              builder.getUnknownLoc());
  };
  if (argument.isNone)
    return Operand::none();
  bool isComplex = bool(partType(builder, argument.dtype));
  if (argument.isTuple) {
    Operand tuple = Operand::tuple({});
    tuple.fields = argument.fields;
    tuple.text = argument.className;
    tuple.isEnum = argument.isEnum;
    for (const ArgumentType &item : argument.items)
      tuple.elements.push_back(argumentValue(item, entry));
    return tuple;
  }
  if (!argument.isArray) {
    Operand real = Operand::scalar(next());
    return isComplex ? Operand::complex(real, Operand::scalar(next())) : real;
  }
  Operand array = Operand::array(next(), argument.name);
  array.hasComplex = isComplex;
  return array;
}

static ArrayAttr groups(OpBuilder &builder,
                        const std::vector<std::vector<int64_t>> &groups) {
  if (groups.empty())
    return {};
  SmallVector<Attribute> attributes;
  for (const std::vector<int64_t> &group : groups)
    attributes.push_back(builder.getI64ArrayAttr(group));
  return builder.getArrayAttr(attributes);
}

LogicalResult Importer::importKernel(ModuleOp module) {
  const Function &kernel = request.kernel();
  if (request.signature.size() < kernel.params.size())
    return error(DiagnosticId::SignatureCount, {kernel.line, 0, 0, 0},
                 {kernel.name, std::to_string(kernel.params.size()),
                  std::to_string(request.signature.size())});
  for (const ArgumentType &argument : request.signature)
    if (failed(addArgument(argument)))
      return failure();
  SmallVector<StringRef> names(argumentNames.begin(), argumentNames.end());

  builder.setInsertionPointToEnd(module.getBody());
  auto func = FuncOp::create(
      builder, module.getLoc(), builder.getStringAttr(kernel.name),
      TypeAttr::get(builder.getFunctionType(argumentTypes, {})),
      builder.getStrArrayAttr(names), groups(builder, request.same),
      groups(builder, request.overlap), nullptr, nullptr);
  Block *entry = builder.createBlock(&func.getBody());
  Scope top{&kernel, nullptr, module.getLoc(), {}, nullptr, {}, {}, {}, {}, {}};
  enterScope(top, entry);
  for (auto [i, argument] : llvm::enumerate(request.signature)) {
    Operand value = argumentValue(argument, entry);
    if (i < kernel.params.size())
      bindParameter(kernel.params[i], value);
    else
      hiddenArguments.push_back(value.ssa);
  }
  if (failed(importBody(kernel.body)))
    return failure();
  bool fallsOff = env().reachable;
  FailureOr<Binding> type = returnType(fallsOff);
  if (failed(type))
    return failure();
  if (type->kind == Binding::Kind::Tuple ||
      type->kind == Binding::Kind::Complex ||
      (type->kind == Binding::Kind::Fixed &&
       type->fixed.kind != Operand::Kind::None))
    return error(DiagnosticId::UnsupportedReturn, scope().returns.front().range,
                 {kernel.name, type->describe()});
  std::vector<Type> results;
  emitReturns(*type, results);
  func.setFunctionType(builder.getFunctionType(argumentTypes, results));
  for (auto &[key, var] : scope().vars)
    if (var && var->use_empty())
      var->erase();
  scopes.pop_back();
  return success();
}

//===----------------------------------------------------------------------===//
// Returns
//===----------------------------------------------------------------------===//

FailureOr<Binding> Importer::returnType(bool fallsOff) {
  Environment joined;
  joined.reachable = false;
  auto add = [&](const Operand &value, SourceRange range) {
    if (value.isBottom())
      return;
    Environment path;
    path.names["return"] = typesOf(value, range);
    joined = sema::join(joined, path, [](const std::string &, unsigned) {});
  };
  for (const Return &value : scope().returns)
    add(value.value, value.range);
  SourceRange def{scope().function->line, 0, 0, 0};
  if (fallsOff)
    add(Operand::none(), def);
  Binding type = joined.get("return");
  if (type.kind == Binding::Kind::Conflict) {
    bool isNone = fallsOff && type.otherRange.line == def.line;
    (void)error(
        DiagnosticId::ReturnTypes, type.range,
        {scope().function->name, type.description, type.otherDescription,
         isNone ? "end it with a return too: without one, Python returns None"
                : remedyForConflict(type.type, type.otherType)});
    if (!isNone)
      diagnostic->notes.push_back(
          {"it returns " + type.otherDescription + " here",
           place(type.otherRange)});
    return failure();
  }
  if (type.isUnbound()) {
    type.kind = Binding::Kind::Fixed;
    type.fixed = Operand::none();
  }
  return type;
}

void Importer::emitReturns(const Binding &type, std::vector<Type> &leaves) {
  flatten(type, Operand(),
          [&](Type leaf, const Operand &) { leaves.push_back(leaf); });
  auto emitReturn = [&](const Operand &value, Location here) {
    SmallVector<mlir::Value> operands;
    flatten(type, value, [&](Type leaf, const Operand &element) {
      // An unreachable end, or a value that the next attempt will know.
      operands.push_back(element.isBottom() ? zero(leaf, here)
                                            : cast(element, leaf, here));
    });
    ReturnOp::create(builder, here, operands);
  };
  Block *end = builder.getBlock();
  for (const Return &value : scope().returns) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(value.block);
    emitReturn(value.value, loc(value.range));
  }
  if (end->empty() || !end->back().hasTrait<OpTrait::IsTerminator>())
    emitReturn(Operand(), loc({scope().function->line, 0, 0, 0}));
}

//===----------------------------------------------------------------------===//
// Callees
//===----------------------------------------------------------------------===//

/// "f(x, y, z)": how a function is to be called.
static std::string callOf(const Function &callee) {
  return callee.name + "(" + llvm::join(callee.params, ", ") + ")";
}

FailureOr<std::vector<Operand>>
Importer::bindArguments(const CallExpr &call, const Function &callee) {
  std::map<std::string, Operand> bound;
  FailureOr<std::vector<Operand>> positional = emitAll(call.args);
  if (failed(positional))
    return failure();
  // What more there is goes to `*args`.
  if (!callee.vararg.empty()) {
    size_t named = std::min(callee.positional, positional->size());
    auto rest = positional->begin() + named;
    bound[callee.vararg] = Operand::tuple({rest, positional->end()});
    positional->erase(rest, positional->end());
  }
  if (positional->size() > callee.params.size())
    return error(DiagnosticId::ArgumentCount, call.range,
                 {callee.name, counted(callee.params.size(), "argument"),
                  std::to_string(positional->size()),
                  "write " + callOf(callee)});
  for (auto [i, value] : llvm::enumerate(*positional))
    bound[callee.params[i]] = value;
  for (const Keyword &keyword : call.keywords) {
    if (bound.count(keyword.name))
      return error(DiagnosticId::ArgumentCount, call.range,
                   {callee.name, "one value for '" + keyword.name + "'",
                    "several", "write " + callOf(callee)});
    if (!llvm::is_contained(callee.params, keyword.name))
      return unknownKeyword(call, callee.name, keyword.name, callee.params);
    Result value = emit(*keyword.value);
    if (failed(value))
      return failure();
    bound[keyword.name] = *value;
  }
  for (const auto &[name, expr] : callee.defaults) {
    if (bound.count(name))
      continue;
    Result value = emit(*expr);
    if (failed(value))
      return failure();
    bound[name] = *value;
  }
  std::vector<Operand> values;
  for (const std::string &name : callee.params) {
    auto found = bound.find(name);
    if (found == bound.end())
      return error(DiagnosticId::ArgumentCount, call.range,
                   {callee.name, counted(callee.params.size(), "argument"),
                    "none for '" + name + "'", "write " + callOf(callee)});
    values.push_back(found->second);
  }
  return values;
}

/// Whether a returned value holds an array that is made, or chosen, inside the
/// callee; what the caller has passed may go back.
static bool isLocalArray(const Binding &type, Region &body) {
  if (type.kind == Binding::Kind::Fixed && type.fixed.isArray()) {
    mlir::Value array = type.fixed.ssa;
    return body.isAncestor(array.getParentRegion());
  }
  return llvm::any_of(type.elements, [&](const Binding &element) {
    return isLocalArray(element, body);
  });
}

Importer::Result Importer::inlineCall(const CallExpr &call,
                                      const Function &callee) {
  for (const Scope *outer : scopes)
    if (outer->function == &callee)
      return error(DiagnosticId::Recursion, call.range, {callee.name});
  Scope *parent = nullptr;
  if (callee.parent >= 0) {
    const Function *around = request.functions[callee.parent].get();
    for (Scope *outer : scopes)
      if (outer->function == around)
        parent = outer;
    if (!parent)
      return error(DiagnosticId::UnsupportedFunction, call.range,
                   {callee.name, "call it inside '" + around->name +
                                     "', whose variables it uses"});
  }
  FailureOr<std::vector<Operand>> args = bindArguments(call, callee);
  if (failed(args))
    return failure();
  if (llvm::any_of(*args, [](const Operand &arg) { return arg.isBottom(); }))
    return Operand();

  Location here = loc(call.range);
  Region body;
  std::vector<Type> leaves;
  Binding type;
  {
    OpBuilder::InsertionGuard guard(builder);
    Block *entry = builder.createBlock(&body);
    Scope inner{&callee, parent, here, call.range, nullptr, {}, {}, {}, {}, {}};
    enterScope(inner, entry);
    for (size_t i = 0; i < args->size(); ++i)
      bindParameter(callee.params[i], (*args)[i]);
    if (failed(importBody(callee.body)))
      return failure();
    FailureOr<Binding> returned = returnType(env().reachable);
    if (failed(returned))
      return failure();
    type = *returned;
    if (isLocalArray(type, body))
      return error(DiagnosticId::UnsupportedReturn,
                   scope().returns.front().range,
                   {callee.name, "an array of its own"});
    emitReturns(type, leaves);
    for (auto &[key, var] : inner.vars)
      if (var && var->use_empty())
        var->erase();
    scopes.pop_back();
  }
  auto inlined = InlinedOp::create(builder, here, TypeRange(leaves),
                                   StringRef(callee.name));
  inlined.getBody().takeBody(body);
  unsigned next = 0;
  return unflatten(type, inlined.getResults(), next);
}
