//===- HostArrays.h - arrays of the host on the device, for one call ------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_RUNTIME_PLAN_HOSTARRAYS_H
#define GPUJIT_RUNTIME_PLAN_HOSTARRAYS_H

#include <memory>
#include <vector>

#include "runtime/Plan/Arguments.h"

namespace gpujit::runtime {

/// Copies a call's host arrays to the device and what was written back.
///
/// Arrays whose elements may meet share one *span*: the bytes from the lowest
/// to the highest element, with the host's strides. Any other array lies on the
/// device in C order, whatever its strides on the host. Arrays that are the
/// same (pointer, shape, strides) share one copy. Back come the elements alone,
/// never the bytes between them.
class HostArrays {
public:
  /// Where argument i is on the device, and its strides there, in bytes.
  struct Place {
    Address address = 0;
    std::array<int64_t, GPUJIT_MAX_RANK> strides{};
  };

  /// Allocates and copies in. Throws OutOfMemory, DeviceError, ArgumentError.
  void copyIn(Device &device, Stream stream, const Recipe &recipe,
              const Argument *args, const Aliases &aliases);

  const Place &place(size_t argument) const { return places[argument]; }

  /// Copies back what the kernel has written; everything in the stream is done.
  void copyOut(Device &device, Stream stream, const Recipe &recipe,
               const Argument *args);

  /// Gives the device memory back.
  void release();

private:
  void group(const Recipe &recipe, const Argument *args,
             const Aliases &aliases);
  int root(int argument);
  void placeSpan(Device &device, Stream stream, const Recipe &recipe,
                 const Argument *args, int leader);
  void placePacked(Device &device, Stream stream, const Recipe &recipe,
                   const Argument *args, int leader);
  char *scratchOf(size_t bytes);

  std::vector<Place> places;
  std::vector<int> parent; ///< union-find over arguments that share memory
  std::vector<char> overlapping; ///< by root: the members may differ
  std::vector<Buffer> buffers;
  std::unique_ptr<char[]> scratch;
  size_t scratchBytes = 0;
};

} // namespace gpujit::runtime

#endif // GPUJIT_RUNTIME_PLAN_HOSTARRAYS_H
