# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Matrix multiplication as a plain triple loop."""

import numpy as np

from gpujit import gpujit


@gpujit
def matmul(a, b, c):
    for i in range(a.shape[0]):
        for j in range(b.shape[1]):
            s = 0.0
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            c[i, j] = s


def reference(a, b):
    """The same in NumPy, in double precision."""
    return a.astype(np.float64) @ b.astype(np.float64)
