# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""saxpy, with annotations: `gpujitc examples/saxpy.py -o saxpy.ptx` compiles it ahead of time."""

import numpy as np

from gpujit import gpujit


@gpujit
def saxpy(a: np.float32, x: "f32[:]", y: "f32[:]", out: "f32[:]"):  # noqa: F821
    for i in range(x.shape[0]):
        out[i] = a * x[i] + y[i]


def reference(a, x, y):
    """The same in NumPy."""
    return a * x + y


if __name__ == "__main__":
    x = np.linspace(0, 1, 1_000_000, dtype=np.float32)
    out = np.empty_like(x)
    saxpy(np.float32(2), x, x, out)
    print(saxpy.explain(np.float32(2), x, x, out))
    print("largest difference from NumPy:", np.abs(out - reference(np.float32(2), x, x)).max())
