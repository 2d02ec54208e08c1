# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tries an installed wheel where there is only NumPy beside it: interpret a kernel, and make PTX of it."""

import sys
import time

import numpy as np

start = time.perf_counter()
import gpujit  # noqa: E402

import_ms = (time.perf_counter() - start) * 1e3


@gpujit.gpujit(target="interpreter")
def saxpy(a, x, y, out):
    """The first example of every such package."""
    for i in range(x.shape[0]):
        out[i] = a * x[i] + y[i]


x = np.arange(1000, dtype=np.float32)
y = np.ones(1000, dtype=np.float32)
out = np.zeros(1000, dtype=np.float32)
start = time.perf_counter()
saxpy(np.float32(2), x, y, out)
first_ms = (time.perf_counter() - start) * 1e3
np.testing.assert_array_equal(out, np.float32(2) * x + y)

ptx = saxpy.inspect("ptx", np.float32(2), x, y, out)
if ".visible .entry" not in ptx or ".extern" in ptx:
    sys.exit(f"the PTX isn't complete:\n{ptx}")
print(f"Python {sys.version.split()[0]}, NumPy {np.__version__}: import {import_ms:.0f} ms, first call {first_ms:.0f} ms, "
      f"{len(ptx)} bytes of PTX")
