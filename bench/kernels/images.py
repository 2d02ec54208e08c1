# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Images: a mean over a window, edges, a median, light and shade of a terrain."""

import numpy as np
from benchmark import Benchmark

from gpujit import gpujit
from hillshade import hillshade, light_from, reference_hillshade

F32 = np.float32


@gpujit
def blur(src, dst):
    """The mean over 5 by 5 pixels."""
    h, w = src.shape
    for i in range(2, h - 2):
        for j in range(2, w - 2):
            s = F32(0)
            for di in range(-2, 3):
                for dj in range(-2, 3):
                    s += src[i + di, j + dj]
            dst[i, j] = s / F32(25)


def blur_reference(src, dst):
    h, w = src.shape
    total = sum(src[di:h - 4 + di, dj:w - 4 + dj].astype(np.float64) for di in range(5) for dj in range(5))
    dst[2:-2, 2:-2] = total / 25


@gpujit
def sobel(src, dst):
    h, w = src.shape
    for i in range(1, h - 1):
        for j in range(1, w - 1):
            gx = (src[i - 1, j + 1] + F32(2) * src[i, j + 1] + src[i + 1, j + 1]
                  - src[i - 1, j - 1] - F32(2) * src[i, j - 1] - src[i + 1, j - 1])
            gy = (src[i + 1, j - 1] + F32(2) * src[i + 1, j] + src[i + 1, j + 1]
                  - src[i - 1, j - 1] - F32(2) * src[i - 1, j] - src[i - 1, j + 1])
            dst[i, j] = np.sqrt(gx * gx + gy * gy)


def sobel_reference(src, dst):
    two = F32(2)
    gx = (src[:-2, 2:] + two * src[1:-1, 2:] + src[2:, 2:]) - (src[:-2, :-2] + two * src[1:-1, :-2] + src[2:, :-2])
    gy = (src[2:, :-2] + two * src[2:, 1:-1] + src[2:, 2:]) - (src[:-2, :-2] + two * src[:-2, 1:-1] + src[:-2, 2:])
    dst[1:-1, 1:-1] = np.sqrt(gx * gx + gy * gy)


@gpujit
def median_filter(src, dst):
    """The median of 3 by 3 pixels, sorted by insertion in an array of the pixel's own."""
    h, w = src.shape
    for i in range(1, h - 1):
        for j in range(1, w - 1):
            window = np.empty(9, np.uint8)
            n = 0
            for di in range(-1, 2):
                for dj in range(-1, 2):
                    v = src[i + di, j + dj]
                    k = n
                    while k > 0 and window[k - 1] > v:
                        window[k] = window[k - 1]
                        k -= 1
                    window[k] = v
                    n += 1
            dst[i, j] = window[4]


def median_filter_reference(src, dst):
    windows = np.lib.stride_tricks.sliding_window_view(src, (3, 3))
    dst[1:-1, 1:-1] = np.median(windows.reshape(*windows.shape[:2], 9), 2)


def hillshade_reference(z, dx, dy, light, out):
    out[:] = reference_hillshade(z, dx, dy, light)


def terrain(random, n):
    return random.random((n, n), F32), 30.0, 30.0, light_from(315, 45), np.zeros((n, n), F32)


def image(dtype):
    def inputs(random, n):
        pixels = random.integers(0, 256, (n, n)).astype(dtype)
        return pixels, np.zeros_like(pixels)

    return inputs


WINDOW = ["parallel", "parallel"]

BENCHMARKS = [
    Benchmark(blur, image(F32), blur_reference, (1,), [*WINDOW, "reduction", "reduction"], (21,), (1024,), (8192,)),
    Benchmark(sobel, image(F32), sobel_reference, (1,), WINDOW, (23,), (1024,), (8192,)),
    Benchmark(median_filter, image(np.uint8), median_filter_reference, (1,), [*WINDOW, "sequential", "sequential"], (17,),
              (1024,), (8192,), tolerance=0),
    Benchmark(hillshade, terrain, hillshade_reference, (4,), WINDOW, (19,), (1024,), (8192,)),
]
