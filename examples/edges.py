# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sobel's edge filter on a grey image: the size of the gradient at each inner point."""

import math

import numpy as np

from gpujit import gpujit


@gpujit
def edges(grey, out):
    h, w = grey.shape
    for i in range(1, h - 1):
        for j in range(1, w - 1):
            gx = (grey[i - 1, j + 1] + 2 * grey[i, j + 1] + grey[i + 1, j + 1]
                  - grey[i - 1, j - 1] - 2 * grey[i, j - 1] - grey[i + 1, j - 1])
            gy = (grey[i + 1, j - 1] + 2 * grey[i + 1, j] + grey[i + 1, j + 1]
                  - grey[i - 1, j - 1] - 2 * grey[i - 1, j] - grey[i - 1, j + 1])
            out[i, j] = math.sqrt(gx * gx + gy * gy)


def reference(grey):
    """The same in NumPy, in double precision."""
    z = grey.astype(np.float64)
    out = np.zeros(z.shape)
    rows = z[:-2] + 2 * z[1:-1] + z[2:]
    columns = z[:, :-2] + 2 * z[:, 1:-1] + z[:, 2:]
    out[1:-1, 1:-1] = np.hypot(rows[:, 2:] - rows[:, :-2], columns[2:] - columns[:-2])
    return out
