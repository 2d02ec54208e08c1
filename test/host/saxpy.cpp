//===- saxpy.cpp - a kernel launched from C++, without Python -------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// saxpy PTX SIDECAR: launches what `gpujitc examples/saxpy.py -o saxpy.ptx`
// wrote, by the sidecar's description, on arrays of the device, and compares.
// Prints the largest error; the exit status is 0 if it is at most one rounding,
// 1 if it is more, 2 if the kernel couldn't run.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>
#include <vector>

#include "runtime/Cuda/Devices.h"
#include "runtime/Error.h"
#include "runtime/Plan/Plan.h"

using namespace gpujit::runtime;

static std::string readFile(const char *path) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw Error(std::string("can't read ") + path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

static Argument scalar(float value) {
  Argument arg;
  arg.dtype = DType::Float32;
  std::memcpy(&arg.bits, &value, sizeof(value));
  return arg;
}

static Argument onDevice(const Buffer &buffer, size_t count) {
  Argument arg;
  arg.kind = Argument::Kind::DeviceArray;
  arg.dtype = DType::Float32;
  arg.rank = 1;
  arg.bits = buffer.address();
  arg.extents[0] = static_cast<int64_t>(count);
  arg.strides[0] = sizeof(float);
  return arg;
}

/// The largest error in units of the result's last place.
static double largestError(float a, const std::vector<float> &x,
                           const std::vector<float> &y,
                           const std::vector<float> &out) {
  double worst = 0;
  for (size_t i = 0; i < out.size(); ++i) {
    double exact = double(a) * x[i] + y[i];
    double unit =
        std::ldexp(1.0, std::ilogb(std::max(std::fabs(exact), 1e-30)) - 23);
    double error = std::fabs(out[i] - exact) / unit;
    worst = error > worst || std::isnan(error) ? error : worst;
  }
  return worst;
}

static double run(const char *ptx, const char *sidecar) {
  constexpr size_t count = 1'000'003; // no multiple of any block
  constexpr size_t bytes = count * sizeof(float);
  const float a = 2.5f;
  std::vector<float> x(count), y(count), out(count, NAN);
  for (size_t i = 0; i < count; ++i) {
    x[i] = 0.001f * static_cast<float>(i);
    y[i] = 1.0f + static_cast<float>(i % 17);
  }

  Plan plan(readFile(sidecar), readFile(ptx));
  Device &device = cuda::device(0);
  PendingErrors pending(device);
  Buffer dx(device, bytes, 0), dy(device, bytes, 0), dout(device, bytes, 0);
  device.copyIn(dx.address(), x.data(), bytes, 0);
  device.copyIn(dy.address(), y.data(), bytes, 0);

  Argument args[] = {scalar(a), onDevice(dx, count), onDevice(dy, count),
                     onDevice(dout, count)};
  plan.launch({device, pending, 0, {}}, args, std::size(args), {});
  device.synchronize(0, {});
  pending.raiseFinished();
  device.copyOut(out.data(), dout.address(), bytes, 0);
  device.synchronize(0, {});
  std::printf("%s: %zu elements on %s\n", plan.recipe().kernel.c_str(), count,
              device.info().name.c_str());
  return largestError(a, x, y, out);
}

int main(int argc, char **argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: %s saxpy.ptx saxpy.json\n", argv[0]);
    return 2;
  }
  try {
    double error = run(argv[1], argv[2]);
    std::printf("largest error: %.3f units in the last place\n", error);
    // Fused there is one rounding, else there are two, the first of them of a
    // product that is hardly larger than the sum.
    return error <= 1.01 ? 0 : 1;
  } catch (const Error &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
