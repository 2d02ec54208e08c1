//===- BodyParser.cpp - the recipe's body to a program --------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/Plan/BodyParser.h"

#include <unordered_map>

#include <nlohmann/json.hpp>

#include "runtime/Error.h"

using namespace gpujit::runtime;
using json = nlohmann::json;

namespace {

const std::unordered_map<std::string, Op> binaryOps = {
    {"add", Op::Add},   {"sub", Op::Sub},   {"mul", Op::Mul},
    {"min", Op::Min},   {"max", Op::Max},   {"floordiv", Op::FloorDiv},
    {"mod", Op::Mod},   {"and", Op::And},   {"or", Op::Or},
    {"xor", Op::Xor},   {"shl", Op::Shl},   {"shr", Op::Shr},
    {"eq", Op::Eq},     {"ne", Op::Ne},     {"lt", Op::Lt},
    {"le", Op::Le},     {"gt", Op::Gt},     {"ge", Op::Ge},
    {"ult", Op::ULt},   {"ule", Op::ULe},   {"divs", Op::DivS},
    {"rems", Op::RemS}, {"divu", Op::DivU}, {"remu", Op::RemU},
    {"addo", Op::AddO}, {"subo", Op::SubO}, {"mulo", Op::MulO},
};

class BodyParser {
public:
  explicit BodyParser(const Recipe &recipe) : recipe(recipe) {}

  void block(const json &steps) {
    for (const json &step : steps)
      instruction(step);
  }

  Program program;

private:
  void instruction(const json &step) {
    std::string name = step.at(0).get<std::string>();
    auto binary = binaryOps.find(name);
    if (binary != binaryOps.end())
      emit({binary->second, reg(step, 1), reg(step, 2), reg(step, 3)});
    else if (name == "const")
      emit({Op::Const, reg(step, 1), 0, 0, 0, step.at(2).get<int64_t>()});
    else if (name == "move")
      emit({Op::Move, reg(step, 1), reg(step, 2)});
    else if (name == "select")
      emit(
          {Op::Select, reg(step, 1), reg(step, 3), reg(step, 4), reg(step, 2)});
    else if (name == "arg")
      emit({Op::Move, reg(step, 1), scalarSlot(step)});
    else if (name == "address")
      emit({Op::Move, reg(step, 1), arg(step, true).slot});
    else if (name == "extent" || name == "stride")
      emit({Op::Move, reg(step, 1), arraySlot(step, name == "stride")});
    else if (name == "for")
      loop(step);
    else if (name == "while")
      whileLoop(step);
    else if (name == "read")
      read(step);
    else if (name == "if")
      branch(step);
    else if (name == "check")
      check(step);
    else if (name == "scratch")
      scratch(step);
    else if (name == "launch")
      launch(step);
    else
      throw RecipeError("recipe: unknown instruction '" + name + "'");
  }

  void loop(const json &step) {
    int iv = reg(step, 1);
    emit({Op::Move, iv, reg(step, 2)});
    size_t head = emit({Op::JumpUnlessLt, 0, iv, reg(step, 3)});
    block(step.at(5));
    emit({Op::Next, iv, reg(step, 4), 0, 0, static_cast<int64_t>(head)});
    land(head);
  }

  void whileLoop(const json &step) {
    auto head = static_cast<int64_t>(program.code.size());
    block(step.at(1));
    size_t test = emit({Op::JumpUnless, 0, reg(step, 2)});
    block(step.at(3));
    emit({Op::Jump, 0, 0, 0, 0, head});
    land(test);
  }

  void read(const json &step) {
    auto offset = step.at(2).get<size_t>();
    if (offset >= recipe.frameBytes)
      throw RecipeError("recipe: what is read lies outside of the frame");
    emit({Op::Read, reg(step, 1), 0, 0, 0, static_cast<int64_t>(offset)});
  }

  void branch(const json &step) {
    size_t test = emit({Op::JumpUnless, 0, reg(step, 1)});
    block(step.at(2));
    if (step.size() < 4 || step[3].empty())
      return land(test);
    size_t end = emit({Op::Jump});
    land(test);
    block(step[3]);
    land(end);
  }

  void check(const json &step) {
    CheckStep check;
    check.condition = reg(step, 1);
    check.site = index(step, 2, recipe.sites.size(), "site");
    for (size_t i = 0; i < 3 && i + 3 < step.size(); ++i)
      if (step[i + 3].get<int>() != -1)
        check.payload[i] = reg(step, i + 3);
    emit({Op::Check, 0, 0, 0, 0, static_cast<int64_t>(program.checks.size())});
    program.checks.push_back(check);
  }

  void scratch(const json &step) {
    ScratchStep array;
    array.elementBytes = step.at(2).get<int64_t>();
    for (size_t i = 3; i < step.size(); ++i)
      array.extents.push_back(reg(step, i));
    emit({Op::Scratch, reg(step, 1), 0, 0, 0,
          static_cast<int64_t>(program.scratch.size())});
    program.scratch.push_back(std::move(array));
  }

  void launch(const json &step) {
    LaunchStep launch;
    launch.entry = index(step, 1, recipe.entries.size(), "entry");
    for (int i = 0; i < 3; ++i)
      launch.grid[i] = reg(step, 2 + i);
    launch.block = {step.at(5).get<uint32_t>(), step.at(6).get<uint32_t>(),
                    step.at(7).get<uint32_t>()};
    if (step.size() > 8)
      launch.sharedBytes = step[8].get<uint32_t>();
    emit({Op::Launch, 0, 0, 0, 0,
          static_cast<int64_t>(program.launches.size())});
    program.launches.push_back(launch);
  }

  int index(const json &step, size_t at, size_t count, const char *what) {
    size_t value = step.at(at).get<size_t>();
    if (value >= count)
      throw RecipeError(std::string("recipe: there is no ") + what + " " +
                        std::to_string(value));
    return static_cast<int>(value);
  }

  int reg(const json &step, size_t at) {
    return index(step, at, recipe.registers, "register");
  }

  const RecipeArg &arg(const json &step, bool array) {
    const RecipeArg &arg =
        recipe.args[index(step, 2, recipe.args.size(), "argument")];
    if (arg.isArray != array || (!array && !isIntegral(arg.dtype)))
      throw RecipeError("recipe: '" + arg.name + "' isn't " +
                        (array ? "an array" : "an integer"));
    return arg;
  }

  int scalarSlot(const json &step) { return arg(step, false).slot; }

  int arraySlot(const json &step, bool stride) {
    const RecipeArg &array = arg(step, true);
    int axis = index(step, 3, array.rank, "axis");
    return array.slot + 1 + axis + (stride ? array.rank : 0);
  }

  size_t emit(Instruction instruction) {
    program.code.push_back(instruction);
    return program.code.size() - 1;
  }

  /// Makes the jump at `at` go to what comes next.
  void land(size_t at) {
    program.code[at].value = static_cast<int64_t>(program.code.size());
  }

  const Recipe &recipe;
};

} // namespace

Program gpujit::runtime::parseBody(const Recipe &recipe, const json &body) {
  BodyParser parser(recipe);
  parser.block(body);
  return std::move(parser.program);
}
