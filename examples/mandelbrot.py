# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The Mandelbrot set: how many steps each point of the plane takes to leave the circle of radius 2."""

import numpy as np

from gpujit import gpujit


@gpujit(fp="strict")  # so that the step counts are those of NumPy, to the last
def mandelbrot(img, limit):
    h, w = img.shape
    for i in range(h):
        for j in range(w):
            cr = -2.0 + 3.0 * j / w
            ci = -1.0 + 2.0 * i / h
            zr = 0.0
            zi = 0.0
            k = 0
            while k < limit and zr * zr + zi * zi < 4.0:
                zr, zi = zr * zr - zi * zi + cr, 2 * zr * zi + ci
                k += 1
            img[i, j] = k


def reference(h, w, limit):
    """The same in NumPy."""
    cr = -2.0 + 3.0 * np.arange(w)[None, :] / w
    ci = -1.0 + 2.0 * np.arange(h)[:, None] / h
    zr, zi = np.zeros((h, w)), np.zeros((h, w))
    steps = np.zeros((h, w), np.int32)
    inside = np.ones((h, w), bool)
    for _ in range(limit):
        inside &= zr * zr + zi * zi < 4.0
        steps += inside
        zr, zi = np.where(inside, zr * zr - zi * zi + cr, zr), np.where(inside, 2 * zr * zi + ci, zi)
    return steps
