//===- Remedies.cpp - what to write instead -------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Import/Remedies.h"

#include "llvm/ADT/StringSwitch.h"

using namespace gpujit;
using namespace gpujit::import;
using llvm::StringRef;
using llvm::Twine;
using Pair = std::pair<StringRef, StringRef>;

std::string gpujit::import::counted(uint64_t number, StringRef noun) {
  return (Twine(number) + " " + noun + (number == 1 ? "" : "s")).str();
}

std::string gpujit::import::withArticle(StringRef noun) {
  bool isVowel = !noun.empty() && StringRef("aeiouAEIO").contains(noun[0]);
  return (Twine(isVowel ? "an " : "a ") + noun).str();
}

std::string gpujit::import::didYouMean(StringRef name,
                                       llvm::ArrayRef<std::string> known) {
  // One letter in three may be wrong.
  unsigned best = name.size() / 3 + 1;
  StringRef nearest;
  for (StringRef candidate : known) {
    unsigned distance =
        name.edit_distance(candidate, /*AllowReplacements=*/true, best);
    if (distance <= best && distance < std::max(name.size(), size_t(2)) &&
        (nearest.empty() || distance < best)) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest.empty() ? "" : ("did you mean '" + nearest + "'?").str();
}

//===----------------------------------------------------------------------===//
// Syntax
//===----------------------------------------------------------------------===//

StringRef gpujit::import::spelling(StringRef op) {
  return llvm::StringSwitch<StringRef>(op)
      .Case("Add", "+")
      .Case("Sub", "-")
      .Case("Mult", "*")
      .Case("Div", "/")
      .Case("FloorDiv", "//")
      .Case("Mod", "%")
      .Case("Pow", "**")
      .Case("LShift", "<<")
      .Case("RShift", ">>")
      .Case("BitAnd", "&")
      .Case("BitOr", "|")
      .Case("BitXor", "^")
      .Case("MatMult", "@")
      .Case("USub", "-")
      .Case("UAdd", "+")
      .Case("Invert", "~")
      .Case("Eq", "==")
      .Case("NotEq", "!=")
      .Case("Lt", "<")
      .Case("LtE", "<=")
      .Case("Gt", ">")
      .Case("GtE", ">=")
      .Case("In", "in")
      .Case("NotIn", "not in")
      .Case("Is", "is")
      .Case("IsNot", "is not")
      .Default(op);
}

Pair gpujit::import::describeStmt(StringRef what) {
  return llvm::StringSwitch<Pair>(what)
      .Cases({"Try", "TryStar"},
             Pair("'try'", "test the condition with an if instead; an "
                           "exception ends the kernel"))
      .Cases({"With", "AsyncWith"}, Pair("'with'", "move it out of the kernel"))
      .Case("Delete", Pair("'del'", "leave it out: a local name ends with the "
                                    "function"))
      .Cases({"FunctionDef", "AsyncFunctionDef"},
             Pair("a nested function", "define it outside the kernel, and pass "
                                       "it what it uses"))
      .Case("ClassDef", Pair("'class'", "define it outside the kernel"))
      .Cases({"Import", "ImportFrom"},
             Pair("'import'", "import at the top of the file"))
      .Cases({"Global", "Nonlocal"},
             Pair("assigning to a global or outer name",
                  "return the value, or store it into an array"))
      .Case("Match", Pair("'match'", "write it with if and elif"))
      .Case("AsyncFor", Pair("'async for'", "write a plain for loop"))
      .Case("TypeAlias", Pair("a type alias", "define it outside the kernel"))
      .Default(Pair(what, "write it with if, for, while and assignments"));
}

Pair gpujit::import::describeExpr(StringRef what) {
  return llvm::StringSwitch<Pair>(what)
      .Case("Dict", Pair("a dict", "use an array, subscripted with integers"))
      .Case("Set", Pair("a set", "use an array of flags"))
      .Cases({"ListComp", "SetComp", "DictComp", "GeneratorExp"},
             Pair("a comprehension",
                  "write it as a loop that stores into an array"))
      .Case("Lambda",
            Pair("'lambda'", "define a function with def outside the kernel"))
      .Cases({"Yield", "YieldFrom"},
             Pair("a generator ('yield')", "store the values into an array"))
      .Case("Await", Pair("'await'", "move it out of the kernel"))
      .Cases({"JoinedStr", "FormattedValue", "TemplateStr", "Interpolation"},
             Pair("a formatted string", "write a constant text"))
      .Case("Slice", Pair("a slice", "write the loop over the elements"))
      .Case("Starred", Pair("'*' in an expression", "write the elements out"))
      .Default(Pair(what, "compute it with numbers and array elements"));
}

//===----------------------------------------------------------------------===//
// Functions and methods
//===----------------------------------------------------------------------===//

/// Functions of whole arrays, whose work is a loop in a kernel.
static bool worksOnArrays(StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases({"sum", "prod", "mean", "std", "var", "median", "any", "all"},
             true)
      .Cases(
          {"min", "max", "amin", "amax", "argmin", "argmax", "sort", "argsort"},
          true)
      .Cases({"sorted", "dot", "matmul", "vdot", "inner", "outer", "cumsum",
              "cumprod"},
             true)
      .Cases({"reshape", "ravel", "flatten", "transpose", "concatenate",
              "stack", "copy", "fill"},
             true)
      .Cases({"arange", "linspace", "diff", "count_nonzero", "nonzero",
              "unique", "searchsorted", "interp"},
             true)
      .Default(false);
}

StringRef gpujit::import::remedyForFunction(StringRef entity) {
  StringRef name = entity.rsplit('.').second;
  StringRef known =
      llvm::StringSwitch<StringRef>(entity)
          .Case("builtins.range", "a range stands in a for statement alone")
          .Case("gpujit.prange", "a range stands in a for statement alone")
          .Cases({"builtins.enumerate", "builtins.zip", "builtins.reversed",
                  "builtins.map", "builtins.filter", "builtins.iter",
                  "builtins.next"},
                 "loop over range() and subscript the arrays")
          .Cases({"builtins.list", "builtins.dict", "builtins.set",
                  "builtins.str", "builtins.bytearray"},
                 "use a local array of constant shape: np.zeros(8)")
          .Cases({"builtins.isinstance", "builtins.type", "builtins.hasattr"},
                 "a kernel is compiled for each type of its arguments: write "
                 "a function for each")
          .Default("");
  if (!known.empty())
    return known;
  if (entity.starts_with("numpy.random."))
    return "make the random numbers before the call, or compute them from the "
           "index with integer arithmetic";
  if (worksOnArrays(name))
    return "write the loop over the elements";
  return "write it as a plain Python function of numbers, which the kernel may "
         "call";
}

std::string gpujit::import::remedyForMethod(StringRef name) {
  if (name == "astype")
    return "call the dtype: np.float32(x)";
  if (name == "item")
    return "call float() or int()";
  if (name == "append" || name == "extend" || name == "pop")
    return "use an array, and a counter of the elements in use";
  if (worksOnArrays(name))
    return "write the loop over the elements";
  return "call a function: a kernel has no methods";
}

std::string gpujit::import::remedyForAttribute(StringRef name) {
  std::string meant = didYouMean(name, {"shape", "size", "ndim"});
  if (!meant.empty())
    return meant;
  if (name == "T")
    return "exchange the subscripts";
  return "a kernel can use .shape, .size and .ndim";
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

StringRef gpujit::import::remedyForNoNumber(const sema::Operand &value) {
  switch (value.kind) {
  case sema::Operand::Kind::Array:
    return "write the loop over the elements";
  case sema::Operand::Kind::Tuple:
    return "take its elements one by one; what changes or is subscripted with "
           "a "
           "variable is an array: np.zeros(4)";
  case sema::Operand::Kind::Complex:
    return "take its .real, its .imag or abs() of it";
  case sema::Operand::Kind::None:
    return "give it a number, such as 0 or math.nan, and test for that";
  case sema::Operand::Kind::String:
    return "use numbers: a kernel has texts in an assert alone";
  case sema::Operand::Kind::Entity:
    return "call it, or use a number";
  case sema::Operand::Kind::Bottom:
  case sema::Operand::Kind::Scalar:
    break;
  }
  return "use numbers";
}

StringRef gpujit::import::remedyForCapture(StringRef type) {
  return llvm::StringSwitch<StringRef>(type)
      .Cases({"list", "tuple", "range", "array"},
             "make it a NumPy array, or use its numbers one by one")
      .Cases({"dict", "set", "frozenset"},
             "put its values into NumPy arrays, subscripted with integers")
      .Case("str", "use a number or a bool")
      .Case("NoneType", "use a number or a bool")
      .Default("use the numbers and arrays that it holds");
}

std::string gpujit::import::remedyForConflict(mlir::Type a, mlir::Type b) {
  if (a && b && llvm::isa<pyk::ArrayType>(a) && llvm::isa<pyk::ArrayType>(b))
    return "pass arrays of one dtype, rank and layout";
  if (!a || !b || llvm::isa<pyk::ArrayType>(a) || llvm::isa<pyk::ArrayType>(b))
    return "use two names";
  if (pyk::isWeak(a) && pyk::isWeak(b))
    return "convert one of them with float() or int()";
  // The type that NumPy would compute in, were the two added.
  std::string dtype = pyk::dtypeName(sema::arithmeticType(a, b));
  return "convert with np." + (dtype == "bool" ? "bool_" : dtype) +
         "() where it is assigned";
}
