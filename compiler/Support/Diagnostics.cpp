//===- Diagnostics.cpp - compile-time errors with their place -------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Diagnostics.h"

using namespace llvm;
using namespace gpujit;

namespace {
struct Entry {
  const char *code, *exception, *message, *remedy;
};
} // namespace

static const Entry catalogue[] = {
#define GPUJIT_DIAGNOSTIC(name, code, exception, message, remedy)              \
  {code, exception, message, remedy},
#include "Support/Diagnostics.def"
#undef GPUJIT_DIAGNOSTIC
};

/// Fills {0}, {1}, ... with the arguments.
static std::string fillIn(StringRef text, ArrayRef<std::string> args) {
  std::string result;
  while (!text.empty()) {
    if (text.size() > 2 && text[0] == '{' && isdigit(text[1]) &&
        text[2] == '}') {
      unsigned index = text[1] - '0';
      if (index < args.size())
        result += args[index];
      text = text.drop_front(3);
      continue;
    }
    result += text.front();
    text = text.drop_front();
  }
  return result;
}

CompileError CompileError::get(DiagnosticId id, ArrayRef<std::string> args,
                               Excerpt place) {
  const Entry &entry = catalogue[static_cast<unsigned>(id)];
  CompileError result;
  result.exception = entry.exception;
  result.code = entry.code;
  result.message = fillIn(entry.message, args);
  result.remedy = fillIn(entry.remedy, args);
  result.place = std::move(place);
  return result;
}

json::Value CompileError::toJson() const {
  json::Array frames, noteList;
  for (const Frame &frame : calls)
    frames.push_back(json::Object{
        {"name", frame.name}, {"file", frame.file}, {"line", frame.line}});
  for (const Note &note : notes)
    noteList.push_back(json::Object{{"message", note.message},
                                    {"file", note.place.file},
                                    {"line", note.place.line},
                                    {"column", note.place.column},
                                    {"source", note.place.source}});
  return json::Object{
      {"error", exception},          {"code", code},
      {"message", message},          {"remedy", remedy},
      {"file", place.file},          {"line", place.line},
      {"column", place.column},      {"end_column", place.endColumn},
      {"source", place.source},      {"calls", std::move(frames)},
      {"notes", std::move(noteList)}};
}
