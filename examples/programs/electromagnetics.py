# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Maxwell's equations in two dimensions by finite differences in time: four sweeps a step (Yee's scheme)."""

import numpy as np
from program import Program

from gpujit import gpujit


@gpujit
def fdtd_2d(ex, ey, hz, pulse):
    """`pulse[t]` is forced on the first row of `ey` at step t."""
    nx, ny = hz.shape
    for t in range(len(pulse)):
        for j in range(ny):
            ey[0, j] = pulse[t]
        for i in range(1, nx):
            for j in range(ny):
                ey[i, j] -= 0.5 * (hz[i, j] - hz[i - 1, j])
        for i in range(nx):
            for j in range(1, ny):
                ex[i, j] -= 0.5 * (hz[i, j] - hz[i, j - 1])
        for i in range(nx - 1):
            for j in range(ny - 1):
                hz[i, j] -= 0.7 * (ex[i, j + 1] - ex[i, j] + ey[i + 1, j] - ey[i, j])


def fdtd_2d_reference(ex, ey, hz, pulse):
    for value in pulse:
        ey[0] = value
        ey[1:] -= 0.5 * np.diff(hz, axis=0)
        ex[:, 1:] -= 0.5 * np.diff(hz, axis=1)
        hz[:-1, :-1] -= 0.7 * (np.diff(ex, axis=1)[:-1] + np.diff(ey, axis=0)[:, :-1])


def fdtd_2d_inputs(random, n, steps):
    return random.random((n, n + 5)), random.random((n, n + 5)), random.random((n, n + 5)), np.sin(np.arange(steps) * 0.3)


PROGRAMS = [
    Program(fdtd_2d, fdtd_2d_inputs, fdtd_2d_reference, ["sequential"] + ["parallel"] * 7, (12, 4), (2048, 20),
            steps=lambda arguments: len(arguments[3])),
]
