//===- Protection.cpp - surviving LLVM's fatal errors ---------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipeline/Program.h"

#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/ErrorHandling.h"
#include <mutex>

using namespace llvm;

/// Deep expressions recurse; a Python thread's stack may be small.
static constexpr unsigned stackSize = 64u << 20;

/// The text of the fatal error of the compilation on this thread.
static thread_local std::string fatalText;

static void onFatalError(void *, const char *reason, bool) {
  fatalText = reason;
  // Leaves the protected function; without protection LLVM ends the process.
  if (auto *context = CrashRecoveryContext::GetCurrent())
    context->HandleExit(70);
}

namespace {
/// The signal handlers and the fatal-error handler are the process's own: they
/// are in place only while something compiles.
class Handlers {
public:
  Handlers() {
    std::lock_guard lock(mutex);
    if (users++ == 0) {
      CrashRecoveryContext::Enable();
      install_fatal_error_handler(onFatalError);
    }
  }
  ~Handlers() {
    std::lock_guard lock(mutex);
    if (--users == 0) {
      remove_fatal_error_handler();
      CrashRecoveryContext::Disable();
    }
  }

private:
  static inline std::mutex mutex;
  static inline unsigned users = 0;
};
} // namespace

std::optional<std::string>
gpujit::runProtected(llvm::function_ref<void()> work) {
  Handlers handlers;
  std::string reason;
  CrashRecoveryContext context;
  bool succeeded = context.RunSafelyOnThread(
      [&] {
        CrashRecoveryContext inner;
        if (!inner.RunSafely([&] { work(); }))
          reason = fatalText.empty() ? "it crashed" : fatalText;
      },
      stackSize);
  if (!succeeded && reason.empty())
    reason = "it crashed";
  if (reason.empty())
    return std::nullopt;
  return reason;
}
