//===- Replay.h - calls that do the same again ----------------*- C++ -*-===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plan's launches follow from its arguments alone. So a call with the
// arguments of the one before, down to the addresses, does the same launches,
// and a graph of them, made in the first call, does them at a fraction of the
// host's cost.
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_RUNTIME_PLAN_REPLAY_H
#define GPUJIT_RUNTIME_PLAN_REPLAY_H

#include <memory>
#include <vector>

#include "runtime/Device.h"

namespace gpujit::runtime {

class Replay {
public:
  /// What a call does: the launches itself, the same into a graph, or nothing,
  /// because a graph holds them.
  enum class Mode { Launch, Record, Play };

  /// Looks at a call. `arguments` is all that its launches depend on.
  Mode begin(Device &device, Stream stream, const uint64_t *arguments,
             size_t count);

  /// Whether launches are being recorded.
  bool isRecording() const { return recording; }
  /// Records a launch. Where the graph would be too long it is launched at
  /// once, and the rest of the call isn't recorded.
  void add(Kernel &kernel, Extent3 grid, Extent3 block, uint32_t sharedBytes,
           void **params);
  /// Launches what was recorded so far: the recording is of no more use.
  void giveUp();
  /// Forgets the recording without a launch.
  void abandon();
  /// Ends the recording and launches its graph. `usesFrame` says whether a
  /// kernel takes the frame. Returns false where the device made no graph of
  /// it: then nothing was launched.
  bool finish(bool usesFrame);
  /// Launches the graph of an earlier call.
  void play();
  /// Whether a kernel of the graph takes the frame.
  bool usesFrame() const { return frame; }

private:
  Device *device = nullptr;
  Stream stream = 0;
  std::vector<uint64_t> key;
  std::unique_ptr<Graph> graph;
  size_t launches = 0;
  bool recording = false, frame = false;
  bool refused = false; ///< these arguments give no graph
  bool played = true;   ///< the latest graph was of use
};

} // namespace gpujit::runtime

#endif // GPUJIT_RUNTIME_PLAN_REPLAY_H
