//===- Driver.cpp - the CUDA driver, loaded when needed -------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/Cuda/Driver.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <optional>

#include <dlfcn.h>
#include <pthread.h>
#include <unistd.h>

#include "runtime/Cuda/Errors.h"
#include "runtime/Error.h"

using namespace gpujit::runtime;
using namespace gpujit::runtime::cuda;

#define GPUJIT_STRING(X) #X

namespace {

std::atomic<bool> initialised{false};
std::atomic<bool> forked{false};

/// A value that is made once, or the error that took its place.
template <typename T>
class Once {
public:
  template <typename Make>
  const T &get(Make make) {
    std::lock_guard<std::mutex> lock(mutex);
    if (!value && !error) {
      try {
        value.emplace(make());
      } catch (const DeviceError &e) {
        error.emplace(e);
      }
    }
    if (error)
      throw DeviceError(*error);
    return *value;
  }

private:
  std::mutex mutex;
  std::optional<T> value;
  std::optional<DeviceError> error;
};

/// Never destroyed: objects that outlive main may still release memory.
template <typename T>
T &immortal() {
  static T *object = new T;
  return *object;
}

const char *libraryOverride() {
  const char *path = std::getenv("GPUJIT_CUDA_LIBRARY");
  return path && *path ? path : nullptr;
}

void *openLibrary() {
  const char *path = libraryOverride();
  if (!path)
    path = "libcuda.so.1";
  if (void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL))
    return library;
  const char *reason = dlerror();
  std::string problem = reason ? reason : "unknown reason";
  // Under WSL the driver lies outside of the loader's path.
  if (!libraryOverride())
    if (void *library = dlopen("/usr/lib/wsl/lib/libcuda.so.1", RTLD_NOW))
      return library;
  throw DeviceError("no CUDA driver", "", problem,
                    "Install NVIDIA's driver for the GPU; a toolkit is not "
                    "needed");
}

void *lookUp(void *library, const char *symbol, bool optional) {
  void *address = dlsym(library, symbol);
  if (!address && !optional)
    throw DeviceError("CUDA driver too old", "",
                      std::string("it has no ") + symbol,
                      "Update NVIDIA's driver to one for CUDA 12 or newer");
  return address;
}

Driver load() {
  void *library = openLibrary();
  Driver driver;
#define GPUJIT_CUDA_SYMBOL(F)                                                  \
  driver.F = reinterpret_cast<decltype(driver.F)>(                             \
      lookUp(library, GPUJIT_STRING(F), /*optional=*/false));
#define GPUJIT_CUDA_OPTIONAL(F)                                                \
  driver.F = reinterpret_cast<decltype(driver.F)>(                             \
      lookUp(library, GPUJIT_STRING(F), /*optional=*/true));
#include "runtime/Cuda/Symbols.def"
  check(driver, driver.cuDriverGetVersion(&driver.version),
        "cuDriverGetVersion");
  return driver;
}

void markChild() {
  if (initialised)
    forked = true;
}

const Driver *initialise() {
  const Driver &driver = loadDriver();
  check(driver, driver.cuInit(0), "cuInit");
  // Only now: a process whose initialisation failed may fork as it likes.
  pthread_atfork(nullptr, nullptr, markChild);
  initialised = true;
  return &driver;
}

bool exists(const char *path) { return access(path, F_OK) == 0; }

bool anyDeviceNode() {
  return exists("/dev/nvidiactl") || exists("/dev/dxg") ||
         exists("/dev/nvhost-ctrl-gpu") || exists("/dev/nvgpu");
}

} // namespace

const Driver &cuda::loadDriver() { return immortal<Once<Driver>>().get(load); }

const Driver &cuda::driver() {
  if (forked)
    throw DeviceError(
        "CUDA in a forked process", "",
        "the parent had initialised CUDA before it forked",
        "Start workers with multiprocessing.get_context(\"spawn\"), or fork "
        "before the first kernel runs");
  return *immortal<Once<const Driver *>>().get(initialise);
}

bool cuda::inForkedChild() noexcept { return forked; }

Probe cuda::probe() {
  if (forked)
    return {false, "CUDA was initialised before this process was forked; start "
                   "workers with the \"spawn\" method"};
  const char *visible = std::getenv("CUDA_VISIBLE_DEVICES");
  if (visible && (!*visible || !std::strcmp(visible, "-1")))
    return {false, std::string("CUDA_VISIBLE_DEVICES=\"") + visible +
                       "\" hides every device"};
  try {
    loadDriver();
    if (!initialised && !libraryOverride() && !anyDeviceNode())
      return {false, "there is no NVIDIA GPU (no /dev/nvidiactl)"};
  } catch (const Error &error) {
    return {false, error.what()};
  }
  return {true, ""};
}
