//===- NodeParser.cpp - JSON nodes to expressions and statements ----------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax/NodeParser.h"

#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace gpujit::syntax;

namespace {

/// One node while it is read. The first error stays; reading goes on with
/// placeholders, so that the readers below need no checks of their own.
class Node {
public:
  Node(const json::Object &object, std::string &error)
      : object(object), error(error) {}

  std::string text(StringRef key) {
    std::optional<StringRef> value = object.getString(key);
    if (!value)
      fail("a '" + kind() + "' node needs the string '" + key + "'");
    return value.value_or("").str();
  }

  /// A string field, or the empty string where it is null or missing.
  std::string optionalText(StringRef key) {
    return object.getString(key).value_or("").str();
  }

  /// An integer or string field as text.
  std::string scalarText(StringRef key) {
    if (std::optional<int64_t> number = object.getInteger(key))
      return std::to_string(*number);
    if (std::optional<bool> flag = object.getBoolean(key))
      return *flag ? "True" : "False";
    return optionalText(key);
  }

  ExprPtr expr(StringRef key) {
    const json::Value *value = object.get(key);
    if (!value || value->getAsNull()) {
      fail("a '" + kind() + "' node needs '" + key + "'");
      return nullptr;
    }
    return parse(*value);
  }

  /// An expression, or null where the field is null or missing.
  ExprPtr optionalExpr(StringRef key) {
    const json::Value *value = object.get(key);
    return value && !value->getAsNull() ? parse(*value) : nullptr;
  }

  ExprList exprs(StringRef key) {
    ExprList result;
    if (const json::Array *elements = list(key))
      for (const json::Value &element : *elements)
        result.push_back(parse(element));
    return result;
  }

  ExprList optionalExprs(StringRef key) {
    return object.getArray(key) ? exprs(key) : ExprList();
  }

  std::vector<std::string> texts(StringRef key) {
    std::vector<std::string> result;
    if (const json::Array *elements = list(key))
      for (const json::Value &element : *elements)
        result.push_back(element.getAsString().value_or("").str());
    return result;
  }

  /// As `texts`, but a field that isn't a list is no error.
  std::vector<std::string> optionalTexts(StringRef key) {
    return object.getArray(key) ? texts(key) : std::vector<std::string>();
  }

  Body body(StringRef key) {
    Body result;
    const json::Value *value = object.get(key);
    if (value && error.empty())
      if (Error failure = parseBody(*value, result))
        error = toString(std::move(failure));
    return result;
  }

  std::vector<Keyword> keywords() {
    std::vector<Keyword> result;
    if (const json::Array *elements = list("keywords"))
      for (const json::Value &element : *elements)
        if (const json::Object *keyword = element.getAsObject()) {
          Node node(*keyword, error);
          Keyword &entry = result.emplace_back();
          entry.name = node.optionalText("arg");
          entry.value = node.expr("value");
        }
    return result;
  }

  std::string kind() { return object.getString("_").value_or("").str(); }

  SourceRange range() {
    const json::Array *at = object.getArray("at");
    if (!at || at->size() != 4)
      return {};
    auto number = [&](unsigned i) {
      return static_cast<unsigned>((*at)[i].getAsInteger().value_or(0));
    };
    return {number(0), number(1), number(2), number(3)};
  }

private:
  ExprPtr parse(const json::Value &value) {
    if (!error.empty())
      return nullptr;
    Expected<ExprPtr> result = parseExpr(value);
    if (result)
      return std::move(*result);
    error = toString(result.takeError());
    return nullptr;
  }

  const json::Array *list(StringRef key) {
    const json::Array *array = object.getArray(key);
    if (!array)
      fail("a '" + kind() + "' node needs the list '" + key + "'");
    return array;
  }

  void fail(const Twine &message) {
    if (error.empty())
      error = ("request: " + message).str();
  }

  const json::Object &object;
  std::string &error;
};

using ExprReader = ExprPtr (*)(Node &);
using StmtReader = StmtPtr (*)(Node &);

//===----------------------------------------------------------------------===//
// Expressions, in the order of Ast.h
//===----------------------------------------------------------------------===//

ExprPtr readConstant(Node &node) {
  auto expr = std::make_unique<ConstantExpr>();
  expr->type = node.text("type");
  expr->text = node.scalarText("value");
  expr->imag = node.optionalText("imag");
  return expr;
}

ExprPtr readName(Node &node) {
  auto expr = std::make_unique<NameExpr>();
  expr->id = node.text("id");
  return expr;
}

ExprPtr readCaptured(Node &node) {
  auto expr = std::make_unique<CapturedExpr>();
  expr->name = node.optionalText("name");
  expr->entity = node.text("entity");
  expr->value = node.scalarText("value");
  expr->imag = node.optionalText("imag");
  expr->near = node.optionalTexts("value");
  expr->fields = node.optionalTexts("fields");
  expr->items = node.optionalExprs("items");
  return expr;
}

ExprPtr readBinary(Node &node) {
  auto expr = std::make_unique<BinaryExpr>();
  expr->left = node.expr("left");
  expr->op = node.text("op");
  expr->right = node.expr("right");
  return expr;
}

ExprPtr readUnary(Node &node) {
  auto expr = std::make_unique<UnaryExpr>();
  expr->op = node.text("op");
  expr->operand = node.expr("operand");
  return expr;
}

ExprPtr readBool(Node &node) {
  auto expr = std::make_unique<BoolExpr>();
  expr->isAnd = node.text("op") == "And";
  expr->values = node.exprs("values");
  return expr;
}

ExprPtr readCompare(Node &node) {
  auto expr = std::make_unique<CompareExpr>();
  expr->left = node.expr("left");
  expr->ops = node.texts("ops");
  expr->comparators = node.exprs("comparators");
  return expr;
}

ExprPtr readConditional(Node &node) {
  auto expr = std::make_unique<ConditionalExpr>();
  expr->test = node.expr("test");
  expr->thenValue = node.expr("body");
  expr->elseValue = node.expr("orelse");
  return expr;
}

ExprPtr readCall(Node &node) {
  auto expr = std::make_unique<CallExpr>();
  expr->callee = node.expr("func");
  expr->args = node.exprs("args");
  expr->keywords = node.keywords();
  return expr;
}

ExprPtr readAttribute(Node &node) {
  auto expr = std::make_unique<AttributeExpr>();
  expr->value = node.expr("value");
  expr->name = node.text("attr");
  return expr;
}

ExprPtr readSubscript(Node &node) {
  auto expr = std::make_unique<SubscriptExpr>();
  expr->value = node.expr("value");
  expr->index = node.expr("slice");
  return expr;
}

ExprPtr readTuple(Node &node) {
  auto expr = std::make_unique<TupleExpr>();
  expr->elements = node.exprs("elts");
  return expr;
}

ExprPtr readNamed(Node &node) {
  auto expr = std::make_unique<NamedExpr>();
  expr->target = node.expr("target");
  expr->value = node.expr("value");
  return expr;
}

ExprPtr readStarred(Node &node) {
  auto expr = std::make_unique<StarredExpr>();
  expr->value = node.expr("value");
  return expr;
}

ExprPtr readUnsupportedExpr(Node &node) {
  auto expr = std::make_unique<UnsupportedExpr>();
  expr->what = node.kind();
  return expr;
}

ExprReader exprReader(StringRef kind) {
  return StringSwitch<ExprReader>(kind)
      .Case("Constant", readConstant)
      .Case("Name", readName)
      .Case("Captured", readCaptured)
      .Case("BinOp", readBinary)
      .Case("UnaryOp", readUnary)
      .Case("BoolOp", readBool)
      .Case("Compare", readCompare)
      .Case("IfExp", readConditional)
      .Case("Call", readCall)
      .Case("Attribute", readAttribute)
      .Case("Subscript", readSubscript)
      .Cases({"Tuple", "List"}, readTuple)
      .Case("NamedExpr", readNamed)
      .Case("Starred", readStarred)
      .Default(readUnsupportedExpr);
}

//===----------------------------------------------------------------------===//
// Statements, in the order of Ast.h
//===----------------------------------------------------------------------===//

StmtPtr readAssign(Node &node) {
  auto stmt = std::make_unique<AssignStmt>();
  stmt->targets = node.exprs("targets");
  stmt->value = node.expr("value");
  return stmt;
}

StmtPtr readAugAssign(Node &node) {
  auto stmt = std::make_unique<AugAssignStmt>();
  stmt->target = node.expr("target");
  stmt->op = node.text("op");
  stmt->value = node.expr("value");
  return stmt;
}

StmtPtr readAnnAssign(Node &node) {
  auto stmt = std::make_unique<AnnAssignStmt>();
  stmt->target = node.expr("target");
  stmt->value = node.optionalExpr("value");
  return stmt;
}

StmtPtr readFor(Node &node) {
  auto stmt = std::make_unique<ForStmt>();
  stmt->target = node.expr("target");
  stmt->iterable = node.expr("iter");
  stmt->body = node.body("body");
  stmt->orElse = node.body("orelse");
  return stmt;
}

StmtPtr readWhile(Node &node) {
  auto stmt = std::make_unique<WhileStmt>();
  stmt->test = node.expr("test");
  stmt->body = node.body("body");
  stmt->orElse = node.body("orelse");
  return stmt;
}

StmtPtr readIf(Node &node) {
  auto stmt = std::make_unique<IfStmt>();
  stmt->test = node.expr("test");
  stmt->thenBody = node.body("body");
  stmt->elseBody = node.body("orelse");
  return stmt;
}

StmtPtr readReturn(Node &node) {
  auto stmt = std::make_unique<ReturnStmt>();
  stmt->value = node.optionalExpr("value");
  return stmt;
}

StmtPtr readExprStmt(Node &node) {
  auto stmt = std::make_unique<ExprStmt>();
  stmt->value = node.expr("value");
  return stmt;
}

StmtPtr readAssert(Node &node) {
  auto stmt = std::make_unique<AssertStmt>();
  stmt->test = node.expr("test");
  stmt->message = node.optionalExpr("msg");
  return stmt;
}

StmtPtr readRaise(Node &node) {
  auto stmt = std::make_unique<RaiseStmt>();
  stmt->exception = node.optionalExpr("exc");
  stmt->cause = node.optionalExpr("cause");
  return stmt;
}

StmtPtr readUnsupportedStmt(Node &node) {
  auto stmt = std::make_unique<UnsupportedStmt>();
  stmt->what = node.kind();
  return stmt;
}

template <typename T>
StmtPtr readPlain(Node &) {
  return std::make_unique<T>();
}

StmtReader stmtReader(StringRef kind) {
  return StringSwitch<StmtReader>(kind)
      .Case("Assign", readAssign)
      .Case("AugAssign", readAugAssign)
      .Case("AnnAssign", readAnnAssign)
      .Case("For", readFor)
      .Case("While", readWhile)
      .Case("If", readIf)
      .Case("Break", readPlain<BreakStmt>)
      .Case("Continue", readPlain<ContinueStmt>)
      .Case("Pass", readPlain<PassStmt>)
      .Case("Return", readReturn)
      .Case("Expr", readExprStmt)
      .Case("Assert", readAssert)
      .Case("Raise", readRaise)
      .Default(readUnsupportedStmt);
}

/// Reads a node with the reader of its kind, and gives it its range.
template <typename Pointer>
Expected<Pointer> readNode(const json::Value &value,
                           Pointer (*(*findReader)(StringRef))(Node &)) {
  const json::Object *object = value.getAsObject();
  if (!object)
    return createStringError("request: a node must be an object");
  std::string error;
  Node node(*object, error);
  Pointer result = findReader(node.kind())(node);
  if (!error.empty())
    return createStringError(error);
  result->range = node.range();
  return result;
}

} // namespace

Expected<ExprPtr> gpujit::syntax::parseExpr(const json::Value &value) {
  return readNode<ExprPtr>(value, exprReader);
}

Error gpujit::syntax::parseBody(const json::Value &value, Body &body) {
  const json::Array *array = value.getAsArray();
  if (!array)
    return createStringError("request: a body must be a list of statements");
  for (const json::Value &element : *array) {
    Expected<StmtPtr> stmt = readNode<StmtPtr>(element, stmtReader);
    if (!stmt)
      return stmt.takeError();
    body.push_back(std::move(*stmt));
  }
  return Error::success();
}
