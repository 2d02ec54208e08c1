//===- Recipe.cpp - the launch recipe of a plan
//------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Target/NVPTX/Recipe.h"
#include "Target/NVPTX/RecipeBody.h"

#include "mlir/IR/Location.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace gpujit;

namespace json = llvm::json;

static json::Array writeArguments(plan::ProgramOp program) {
  json::Array arguments;
  for (unsigned number = 0; number < program.getNumArguments(); ++number) {
    auto text = [&](StringRef name) {
      return program.getArgAttrOfType<StringAttr>(number, name).getValue();
    };
    json::Object argument{{"name", text(plan::kNameAttr)},
                          {"kind", "scalar"},
                          {"dtype", text(plan::kDtypeAttr)}};
    if (auto type = dyn_cast<MemRefType>(program.getArgumentTypes()[number])) {
      argument["kind"] = "array";
      argument["rank"] = type.getRank();
      argument["layout"] = type.getLayout().isIdentity() ? "C" : "strided";
      argument["access"] = text(plan::kAccessAttr);
    }
    arguments.push_back(std::move(argument));
  }
  return arguments;
}

namespace {
/// A point of the source, and the calls that led to it, the innermost first.
struct Trace {
  FileLineColLoc at;
  StringRef callee;
  SmallVector<std::pair<StringRef, FileLineColLoc>> calls;
};
} // namespace

/// Locations are FileLineColLoc(file, line, column + 1), those of an inlined
/// callee CallSiteLoc(NameLoc(callee, its location), the call's location).
static Trace traceOf(LocationAttr location) {
  return llvm::TypeSwitch<LocationAttr, Trace>(location)
      .Case([](FileLineColLoc at) { return Trace{at, {}, {}}; })
      .Case([](NameLoc named) {
        Trace trace = traceOf(named.getChildLoc());
        trace.callee = named.getName();
        return trace;
      })
      .Case([](CallSiteLoc call) {
        Trace trace = traceOf(call.getCallee());
        Trace caller = traceOf(call.getCaller());
        trace.calls.push_back({trace.callee, caller.at});
        llvm::append_range(trace.calls, caller.calls);
        trace.callee = caller.callee;
        return trace;
      })
      .Case([](FusedLoc fused) {
        return fused.getLocations().empty() ? Trace()
                                            : traceOf(fused.getLocations()[0]);
      })
      .Default([](LocationAttr) { return Trace(); });
}

static json::Object writeSite(plan::SiteAttr site) {
  Trace trace = traceOf(site.getLocation());
  json::Array calls;
  for (auto [name, at] : trace.calls)
    calls.push_back(
        json::Object{{"name", name},
                     {"file", at ? at.getFilename().getValue() : ""},
                     {"line", at ? at.getLine() : 0}});
  FileLineColLoc at = trace.at;
  int64_t column = at ? at.getColumn() : 0;
  return json::Object{{"exception", site.getException().getValue()},
                      {"message", site.getMessage().getValue()},
                      {"file", at ? at.getFilename().getValue() : ""},
                      {"line", at ? at.getLine() : 0},
                      {"column", column > 0 ? column - 1 : 0},
                      {"calls", std::move(calls)}};
}

FailureOr<json::Value> gpujit::buildRecipe(plan::ProgramOp program,
                                           StringRef arch) {
  RecipeBody writer(program);
  if (failed(writer.write()))
    return failure();
  json::Array sites;
  for (plan::SiteAttr site : writer.sites)
    sites.push_back(writeSite(site));
  json::Value result = nullptr;
  if (plan::ResultAttr attribute = program.getResultAttr())
    result = json::Object{{"offset", attribute.getOffset()},
                          {"dtype", attribute.getDtype().getValue()}};
  return json::Value(
      json::Object{{"version", 1},
                   {"kernel", program.getName()},
                   {"arch", arch},
                   {"args", writeArguments(program)},
                   {"frame_bytes", int64_t(program.getFrameBytes())},
                   {"raises", !program.getSites().empty()},
                   {"registers", writer.registerCount},
                   {"body", std::move(writer.body)},
                   {"entries", std::move(writer.entries)},
                   {"sites", std::move(sites)},
                   {"result", std::move(result)}});
}
