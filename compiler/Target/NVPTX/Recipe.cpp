//===- Recipe.cpp - the launch recipe of a plan
//------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Target/NVPTX/Recipe.h"
#include "Support/Locations.h"
#include "Target/NVPTX/RecipeBody.h"

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

static json::Object writeSite(plan::SiteAttr site) {
  Trace trace = traceOf(site.getLocation());
  json::Array calls;
  for (const CallPlace &call : trace.calls)
    calls.push_back(json::Object{
        {"name", call.name}, {"file", call.at.file}, {"line", call.at.line}});
  return json::Object{{"exception", site.getException().getValue()},
                      {"message", site.getMessage().getValue()},
                      {"file", trace.at.file},
                      {"line", trace.at.line},
                      {"column", trace.at.column},
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
