//===- Parser.cpp - JSON request to syntax tree ---------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax/Parser.h"
#include "Syntax/NodeParser.h"

#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace gpujit::syntax;

namespace {

using Members = json::Object;

/// Fills `out` when the field is there; a field of another type is an error.
Error read(const Members &object, StringRef key, std::string &out) {
  if (const json::Value *value = object.get(key)) {
    std::optional<StringRef> text = value->getAsString();
    if (!text)
      return createStringError("request: '" + key + "' must be a string");
    out = text->str();
  }
  return Error::success();
}

Error read(const Members &object, StringRef key, unsigned &out) {
  if (const json::Value *value = object.get(key)) {
    std::optional<int64_t> number = value->getAsInteger();
    if (!number || *number < 0 || *number > UINT32_MAX)
      return createStringError("request: '" + key +
                               "' must be a small non-negative integer");
    out = *number;
  }
  return Error::success();
}

Error read(const Members &object, StringRef key, int64_t &out) {
  if (const json::Value *value = object.get(key)) {
    std::optional<int64_t> number = value->getAsInteger();
    if (!number)
      return createStringError("request: '" + key + "' must be an integer");
    out = *number;
  }
  return Error::success();
}

Error read(const Members &object, StringRef key, bool &out) {
  if (const json::Value *value = object.get(key)) {
    std::optional<bool> flag = value->getAsBoolean();
    if (!flag)
      return createStringError("request: '" + key + "' must be true or false");
    out = *flag;
  }
  return Error::success();
}

Error read(const Members &object, StringRef key,
           std::vector<std::string> &out) {
  const json::Value *value = object.get(key);
  if (!value)
    return Error::success();
  const json::Array *array = value->getAsArray();
  if (!array)
    return createStringError("request: '" + key + "' must be a list");
  for (const json::Value &element : *array) {
    std::optional<StringRef> text = element.getAsString();
    if (!text)
      return createStringError("request: '" + key + "' must hold strings");
    out.push_back(text->str());
  }
  return Error::success();
}

/// Reads key and destination pairs, stopping at the first error.
Error readAll(const Members &) { return Error::success(); }

template <typename T, typename... Rest>
Error readAll(const Members &object, StringRef key, T &out, Rest &&...rest) {
  if (Error error = read(object, key, out))
    return error;
  return readAll(object, rest...);
}

Expected<std::unique_ptr<gpujit::syntax::Function>>
parseFunction(const json::Value &value) {
  const Members *object = value.getAsObject();
  if (!object)
    return createStringError("request: a function must be an object");
  auto function = std::make_unique<gpujit::syntax::Function>();
  if (Error error =
          readAll(*object, "name", function->name, "file", function->file,
                  "line", function->line, "first_line", function->firstLine,
                  "lines", function->lines, "params", function->params,
                  "vararg", function->vararg, "parent", function->parent))
    return std::move(error);
  int64_t positional = function->params.size();
  if (Error error = read(*object, "positional", positional))
    return std::move(error);
  function->positional = positional;
  if (!function->firstLine)
    function->firstLine = function->line;
  if (const Members *defaults = object->getObject("defaults"))
    for (const auto &entry : *defaults) {
      Expected<ExprPtr> expr = parseExpr(entry.second);
      if (!expr)
        return expr.takeError();
      function->defaults.emplace_back(entry.first.str(), std::move(*expr));
    }
  const json::Value *body = object->get("body");
  if (!body)
    return createStringError("request: function '" + function->name +
                             "' has no body");
  if (Error error = parseBody(*body, function->body))
    return std::move(error);
  return function;
}

Expected<ArgumentType> parseArgument(const json::Value &value) {
  const Members *object = value.getAsObject();
  if (!object)
    return createStringError("request: an argument type must be an object");
  ArgumentType type;
  std::string kind, layout;
  if (Error error =
          readAll(*object, "name", type.name, "kind", kind, "dtype", type.dtype,
                  "class", type.className, "fields", type.fields, "rank",
                  type.rank, "layout", layout, "readonly", type.readOnly))
    return std::move(error);
  type.isArray = kind == "array";
  type.isContiguous = layout == "C";
  type.isEnum = kind == "enum";
  type.isTuple = kind == "tuple" || type.isEnum;
  type.isNone = kind == "none";
  if (const json::Array *items = object->getArray("items"))
    for (const json::Value &item : *items) {
      Expected<ArgumentType> inner = parseArgument(item);
      if (!inner)
        return inner.takeError();
      type.items.push_back(std::move(*inner));
    }
  return type;
}

Error parseGroups(const json::Object &object, StringRef key,
                  std::vector<std::vector<int64_t>> &out) {
  const json::Array *groups = object.getArray(key);
  if (!groups)
    return Error::success();
  for (const json::Value &group : *groups) {
    const json::Array *members = group.getAsArray();
    if (!members)
      return createStringError("request: '" + key + "' must hold lists");
    std::vector<int64_t> &numbers = out.emplace_back();
    for (const json::Value &member : *members)
      numbers.push_back(member.getAsInteger().value_or(0));
  }
  return Error::success();
}

Error parseOptions(const Members &object, Options &options) {
  return readAll(object, "target", options.target, "arch", options.arch, "fp",
                 options.fp, "parallel", options.parallel, "ptx", options.ptx,
                 "boundscheck", options.boundscheck, "reproducible",
                 options.reproducible, "lineinfo", options.lineinfo, "debug",
                 options.debug, "libdevice", options.libdevice);
}

} // namespace

Expected<Request> gpujit::syntax::parseRequest(StringRef text) {
  Expected<json::Value> value = json::parse(text);
  if (!value)
    return value.takeError();
  const Members *object = value->getAsObject();
  const json::Array *functions =
      object ? object->getArray("functions") : nullptr;
  if (!functions || functions->empty())
    return createStringError("request: 'functions' is missing or empty");
  Request request;
  for (const json::Value &element : *functions) {
    Expected<std::unique_ptr<gpujit::syntax::Function>> function =
        parseFunction(element);
    if (!function)
      return function.takeError();
    request.functions.push_back(std::move(*function));
  }
  if (const json::Array *signature = object->getArray("signature"))
    for (const json::Value &element : *signature) {
      Expected<ArgumentType> type = parseArgument(element);
      if (!type)
        return type.takeError();
      request.signature.push_back(std::move(*type));
    }
  if (const Members *aliases = object->getObject("aliases")) {
    if (Error error = parseGroups(*aliases, "same", request.same))
      return std::move(error);
    if (Error error = parseGroups(*aliases, "overlap", request.overlap))
      return std::move(error);
  }
  if (Error error = parseGroups(*object, "values", request.values))
    return std::move(error);
  if (const Members *options = object->getObject("options"))
    if (Error error = parseOptions(*options, request.options))
      return std::move(error);
  if (Error error = read(*object, "emit", request.emit))
    return std::move(error);
  return request;
}
