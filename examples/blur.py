# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A box blur of an image with colours: rows, columns, channels. Beyond the edge, the edge is repeated."""

import numpy as np

from gpujit import gpujit


@gpujit
def blur(src, dst, radius):
    h, w, channels = src.shape
    for i in range(h):
        for j in range(w):
            for c in range(channels):
                total = 0.0
                for di in range(-radius, radius + 1):
                    for dj in range(-radius, radius + 1):
                        total += src[min(max(i + di, 0), h - 1), min(max(j + dj, 0), w - 1), c]
                dst[i, j, c] = total / ((2 * radius + 1) * (2 * radius + 1))


def reference(src, radius):
    """The same in NumPy: a sum of shifted images, in double precision."""
    h, w, _ = src.shape
    padded = np.pad(src.astype(np.float64), ((radius, radius), (radius, radius), (0, 0)), mode="edge")
    size = 2 * radius + 1
    return sum(padded[i:i + h, j:j + w] for i in range(size) for j in range(size)) / size**2
