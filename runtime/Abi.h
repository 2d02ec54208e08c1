//===- Abi.h - the contract between compiler, runtime and Python ---------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one header that the compiler (libgpujit.so), the runtime and the Python
// extension all include. It knows neither MLIR nor Python. docs/abi.md explains
// the launch recipe, a JSON document, that goes with the PTX.
//
//===----------------------------------------------------------------------===//

#ifndef GPUJIT_RUNTIME_ABI_H
#define GPUJIT_RUNTIME_ABI_H

#include <stddef.h>
#include <stdint.h>

#define GPUJIT_ABI_VERSION 1
#define GPUJIT_MAX_RANK 4
#define GPUJIT_MAX_PAYLOAD 3

#ifdef __cplusplus
extern "C" {
#endif

/// The first words of a plan's frame (its device scratch buffer). Before the
/// first launch the host sets every byte of the block to 0xFF. A thread that
/// must raise takes `lock` (0xFFFFFFFF: free, 0: taken), and replaces the
/// record if its `key`, the number of its iteration in program order, is lower.
/// So the record left is the one that Python would have met first.
typedef struct GpujitErrorBlock {
  uint64_t key;  ///< iteration in program order; all ones: nothing raised
  uint32_t lock; ///< 0xFFFFFFFF free, 0 taken
  uint32_t site; ///< index into the recipe's "sites"
  int64_t payload[GPUJIT_MAX_PAYLOAD]; ///< fills {0}, {1}, {2} of the message
} GpujitErrorBlock;

/// One kernel argument, as the interpreter takes it. Arrays: `data` points at
/// element 0, extents count elements, strides count bytes (any sign).
/// Scalars: `data` points at the value in its own type; a weak int is an
/// int64_t, a weak float a double, a bool one byte.
typedef struct GpujitArg {
  void *data;
  int64_t extents[GPUJIT_MAX_RANK];
  int64_t strides[GPUJIT_MAX_RANK];
} GpujitArg;

/// A compiled specialisation of a kernel, or the error that took its place.
typedef struct GpujitProgram GpujitProgram;

/// Compiles the request (JSON, docs/abi.md). Never null, never throws, never
/// ends the process: what went wrong is gpujit_text(program, "error").
typedef GpujitProgram *gpujit_compile_fn(const char *request, size_t length);
typedef void gpujit_destroy_fn(GpujitProgram *program);

/// The text of one product: "error" (JSON; null pointer when there is none),
/// "report" (JSON: loops and verdicts), "recipe" (JSON), "stats" (JSON),
/// "result" (JSON: {"dtype"} of the scalar that it returns), or a stage: "ast",
/// "pyk", "loops", "plan", "gpu", "simulated", "nvvm", "llvm", "ptx". The
/// pointer lives as long as the program. A stage that the request's "emit" did
/// not ask for is a null pointer.
typedef const char *gpujit_text_fn(GpujitProgram *program, const char *what,
                                   size_t *length);

/// Runs the program's pyk on the CPU, writing arrays in place. `result` takes a
/// returned scalar in its own type (8 bytes). `poll` is called now and then
/// with `context`; when it returns non-zero the run stops with status 2.
/// `print` gets `context` and what the kernel prints. Returns 0 when done, 1
/// when Python would raise: then gpujit_text(..., "raised") is {"exception",
/// "message", "file", "line", "column", "calls"}. If the request's "emit" asked
/// for "findings", that text then says which iterations met (docs/abi.md).
typedef int gpujit_interpret_fn(GpujitProgram *program, const GpujitArg *args,
                                size_t count, void *result, int (*poll)(void *),
                                void *context,
                                void (*print)(void *, const char *, size_t));

/// Memory of the simulated device: `set[i]` says whether byte i was written.
typedef struct GpujitRange {
  uint64_t address; ///< of the host
  uint64_t bytes;
  uint8_t *set;
} GpujitRange;

/// One launch on the simulated device. `params` are those of the recipe's
/// entry; the order in which threads take turns follows from `seed`.
typedef struct GpujitSimulatedLaunch {
  const char *symbol;
  uint32_t grid[3], block[3];
  uint32_t sharedBytes;
  void **params;
  const GpujitRange *ranges;
  size_t rangeCount;
  uint64_t seed;
  int (*poll)(void *);
  void *context;
} GpujitSimulatedLaunch;

/// Loads the stage "simulated" of a program. Never null: what went wrong is the
/// text "error", as gpujit_interpret's "raised". To be destroyed as a program.
typedef GpujitProgram *gpujit_simulator_load_fn(const char *image,
                                                size_t length);

/// Runs a launch to its end. Returns 0 when done, 2 when the poll asked to
/// stop, 1 for a fault: then gpujit_text(..., "raised") is as after
/// gpujit_interpret, with the exception "SimulationError".
typedef int gpujit_simulate_fn(GpujitProgram *image,
                               const GpujitSimulatedLaunch *launch);

gpujit_compile_fn gpujit_compile;
gpujit_destroy_fn gpujit_destroy;
gpujit_text_fn gpujit_text;
gpujit_interpret_fn gpujit_interpret;
gpujit_simulator_load_fn gpujit_simulator_load;
gpujit_simulate_fn gpujit_simulate;

#ifdef __cplusplus
}
#endif

#endif // GPUJIT_RUNTIME_ABI_H
