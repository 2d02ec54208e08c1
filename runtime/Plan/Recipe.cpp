//===- Recipe.cpp - JSON to a recipe --------------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/Plan/Recipe.h"

#include <nlohmann/json.hpp>

#include "runtime/Abi.h"
#include "runtime/Error.h"
#include "runtime/Plan/BodyParser.h"

using namespace gpujit::runtime;
using json = nlohmann::json;

namespace {

constexpr int recipeVersion = 1;

DType dtypeOf(const json &object) {
  std::string text = object.at("dtype").get<std::string>();
  if (std::optional<DType> type = parseDType(text))
    return *type;
  throw RecipeError("recipe: unknown dtype '" + text + "'");
}

Access accessOf(const std::string &text) {
  if (text == "read")
    return Access::Read;
  if (text == "write")
    return Access::Write;
  if (text == "readwrite")
    return Access::ReadWrite;
  throw RecipeError("recipe: unknown access '" + text + "'");
}

RecipeArg parseArg(const json &object) {
  RecipeArg arg;
  arg.name = object.at("name").get<std::string>();
  arg.dtype = dtypeOf(object);
  arg.isArray = object.at("kind").get<std::string>() == "array";
  if (!arg.isArray)
    return arg;
  arg.rank = object.at("rank").get<int>();
  if (arg.rank < 0 || arg.rank > GPUJIT_MAX_RANK)
    throw RecipeError("recipe: rank " + std::to_string(arg.rank) + " of '" +
                      arg.name + "'");
  arg.strided = object.at("layout").get<std::string>() == "strided";
  arg.access = accessOf(object.at("access").get<std::string>());
  return arg;
}

Site parseSite(const json &object) {
  Site site;
  site.exception = object.at("exception").get<std::string>();
  site.message = object.at("message").get<std::string>();
  site.file = object.value("file", "");
  site.line = object.value("line", 0);
  site.column = object.value("column", 0);
  site.calls = object.value("calls", json::array()).dump();
  return site;
}

void placeSlots(Recipe &recipe) {
  int next = recipe.registers;
  for (RecipeArg &arg : recipe.args) {
    arg.slot = next;
    next += 1 + 2 * arg.rank;
  }
  recipe.frameSlot = next;
  recipe.slots = next + 1;
}

const RecipeArg &argAt(const Recipe &recipe, const json &index) {
  size_t k = index.get<size_t>();
  if (k >= recipe.args.size())
    throw RecipeError("recipe: there is no argument " + std::to_string(k));
  return recipe.args[k];
}

void addArray(const RecipeArg &arg, Entry &entry) {
  if (!arg.isArray)
    throw RecipeError("recipe: '" + arg.name + "' isn't an array");
  int words = 1 + arg.rank * (arg.strided ? 2 : 1);
  for (int i = 0; i < words; ++i)
    entry.params.push_back(arg.slot + i);
}

int registerAt(const Recipe &recipe, const json &index) {
  int r = index.get<int>();
  if (r < 0 || r >= recipe.registers)
    throw RecipeError("recipe: there is no register " + std::to_string(r));
  return r;
}

Entry parseEntry(const Recipe &recipe, const json &object) {
  Entry entry;
  entry.symbol = object.at("symbol").get<std::string>();
  for (const json &param : object.at("params")) {
    std::string kind = param.at(0).get<std::string>();
    if (kind == "array")
      addArray(argAt(recipe, param.at(1)), entry);
    else if (kind == "scalar")
      entry.params.push_back(argAt(recipe, param.at(1)).slot);
    else if (kind == "register")
      entry.params.push_back(registerAt(recipe, param.at(1)));
    else if (kind == "frame")
      entry.params.push_back(recipe.frameSlot);
    else
      throw RecipeError("recipe: unknown parameter kind '" + kind + "'");
    entry.takesFrame |= kind == "frame";
  }
  if (entry.takesFrame && !recipe.frameBytes)
    throw RecipeError("recipe: '" + entry.symbol +
                      "' takes a frame of no bytes");
  return entry;
}

void parseResult(Recipe &recipe, const json &object) {
  ScalarResult result;
  result.offset = object.at("offset").get<size_t>();
  result.dtype = dtypeOf(object);
  if (result.offset + sizeOf(result.dtype) > recipe.frameBytes)
    throw RecipeError("recipe: the result lies outside of the frame");
  recipe.result = result;
}

Recipe parseDocument(const json &document) {
  int version = document.at("version").get<int>();
  if (version != recipeVersion)
    throw RecipeError("recipe: version " + std::to_string(version) +
                      ", but this runtime reads version " +
                      std::to_string(recipeVersion));
  Recipe recipe;
  recipe.kernel = document.at("kernel").get<std::string>();
  recipe.arch = document.value("arch", "");
  recipe.frameBytes = document.at("frame_bytes").get<size_t>();
  recipe.raises = document.at("raises").get<bool>();
  recipe.registers = document.at("registers").get<int>();
  if (recipe.raises && recipe.frameBytes < sizeof(GpujitErrorBlock))
    throw RecipeError("recipe: the frame has no room for the error block");
  for (const json &arg : document.at("args"))
    recipe.args.push_back(parseArg(arg));
  placeSlots(recipe);
  for (const json &entry : document.at("entries"))
    recipe.entries.push_back(parseEntry(recipe, entry));
  for (const json &site : document.at("sites"))
    recipe.sites.push_back(parseSite(site));
  if (document.contains("result") && !document["result"].is_null())
    parseResult(recipe, document["result"]);
  recipe.program = parseBody(recipe, document.at("body"));
  return recipe;
}

std::string fillIn(const std::string &message, const int64_t *payload) {
  std::string text;
  for (size_t i = 0; i < message.size(); ++i) {
    bool hole =
        i + 2 < message.size() && message[i] == '{' && message[i + 1] >= '0' &&
        message[i + 1] < '0' + GPUJIT_MAX_PAYLOAD && message[i + 2] == '}';
    if (!hole) {
      text += message[i];
      continue;
    }
    text += std::to_string(payload[message[i + 1] - '0']);
    i += 2;
  }
  return text;
}

} // namespace

Recipe Recipe::parse(std::string_view text) {
  try {
    return parseDocument(json::parse(text));
  } catch (const json::exception &error) {
    throw RecipeError(std::string("recipe: ") + error.what());
  }
}

void Recipe::raise(size_t index, const int64_t *payload) const {
  if (index >= sites.size())
    throw RecipeError("the kernel reported site " + std::to_string(index) +
                      ", but the recipe has " + std::to_string(sites.size()));
  const Site &site = sites[index];
  std::string message = fillIn(site.message, payload);
  json object = {
      {"exception", site.exception}, {"message", message},
      {"file", site.file},           {"line", site.line},
      {"column", site.column},       {"calls", json::parse(site.calls)}};
  // A file's name need not be UTF-8.
  throw KernelRaised(
      site.exception + ": " + message,
      object.dump(-1, ' ', false, json::error_handler_t::replace));
}
