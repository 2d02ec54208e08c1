//===- Abi.cpp - the C ABI of libgpujit.so --------------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/Abi.h"
#include "Pipeline/Program.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace gpujit;

void GpujitProgram::fail(const CompileError &error) {
  std::string text;
  raw_string_ostream(text) << error.toJson();
  texts.try_emplace("error", std::move(text));
}

/// Keeps the request of a compilation that crashed, for a report. Returns
/// where.
static std::string keepReproducer(StringRef request) {
  int descriptor;
  SmallString<128> path;
  if (sys::fs::createTemporaryFile("gpujit-crash", "json", descriptor, path))
    return "nowhere: no temporary file could be made";
  raw_fd_ostream(descriptor, /*shouldClose=*/true) << request;
  return path.str().str();
}

GpujitProgram *gpujit_compile(const char *request, size_t length) {
  auto *program = new GpujitProgram;
  StringRef text(request, length);
  std::optional<std::string> crash =
      runProtected([&] { compile(text, *program); });
  if (!crash)
    return program;
  // What the crash left behind may be half made.
  auto *failed = new GpujitProgram;
  failed->fail(CompileError::get(
      DiagnosticId::InternalError,
      {*crash + " (the request is kept in " + keepReproducer(text) + ")"}));
  return failed;
}

void gpujit_destroy(GpujitProgram *program) { delete program; }

const char *gpujit_text(GpujitProgram *program, const char *what,
                        size_t *length) {
  auto found = program->texts.find(what);
  if (found == program->texts.end())
    return nullptr;
  if (length)
    *length = found->second.size();
  return found->second.c_str();
}

/// The "raised" document of runtime/Abi.h.
static std::string raisedText(const interpreter::Raised &raised) {
  json::Array calls;
  for (const CallPlace &call : raised.trace.calls)
    calls.push_back(json::Object{
        {"name", call.name}, {"file", call.at.file}, {"line", call.at.line}});
  std::string text;
  raw_string_ostream(text) << json::Value(
      json::Object{{"exception", raised.exception},
                   {"message", raised.message},
                   {"file", raised.trace.at.file},
                   {"line", raised.trace.at.line},
                   {"column", raised.trace.at.column},
                   {"calls", std::move(calls)}});
  return text;
}

int gpujit_interpret(GpujitProgram *program, const GpujitArg *args,
                     size_t count, void *result, int (*poll)(void *),
                     void *context,
                     void (*print)(void *, const char *, size_t)) {
  interpreter::Raised raised;
  if (program->kernel) {
    Expected<interpreter::Outcome> outcome = program->kernel->run(
        ArrayRef(args, count), result, poll, context, print);
    if (outcome && !outcome->findings.empty())
      program->texts["findings"] = outcome->findings;
    if (outcome && outcome->status != interpreter::Status::Raised)
      return static_cast<int>(outcome->status);
    if (outcome)
      raised = outcome->raised;
    else
      raised = {"CompileError", toString(outcome.takeError()), {}};
  } else {
    raised = {
        "CompileError", "the program was not compiled for the interpreter", {}};
  }
  program->texts["raised"] = raisedText(raised);
  return 1;
}

GpujitProgram *gpujit_simulator_load(const char *image, size_t length) {
  auto *program = new GpujitProgram;
  std::optional<std::string> crash = runProtected([&] {
    Expected<simulator::Image> loaded =
        simulator::load(StringRef(image, length));
    if (loaded)
      program->simulated = std::move(*loaded);
    else
      program->texts["error"] = raisedText(
          {"SimulationError", toString(loaded.takeError()), Trace()});
  });
  if (crash)
    program->texts["error"] = raisedText({"SimulationError", *crash, Trace()});
  return program;
}

int gpujit_simulate(GpujitProgram *image, const GpujitSimulatedLaunch *launch) {
  auto kernel = image->simulated.find(launch->symbol);
  std::optional<simulator::Fault> fault;
  if (kernel == image->simulated.end()) {
    fault = {"there is no kernel '" + std::string(launch->symbol) + "'", {}};
  } else {
    simulator::Machine machine(kernel->second, *launch);
    if (!machine.run())
      return 2;
    fault = machine.fault;
  }
  if (!fault)
    return 0;
  image->texts["raised"] =
      raisedText({"SimulationError", fault->message, fault->trace});
  return 1;
}
