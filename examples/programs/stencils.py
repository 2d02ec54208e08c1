# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Diffusion and waves on grids of 1, 2 and 3 dimensions, with the time loop inside the kernel."""

import numpy as np
from program import Program

from gpujit import gpujit


@gpujit
def heat_1d(u, v, steps):
    """Diffuses `u`, two time steps at a time; `v` is a second buffer with the same values at both ends."""
    for _ in range(steps // 2):
        for i in range(1, len(u) - 1):
            v[i] = u[i] + 0.25 * (u[i - 1] - 2 * u[i] + u[i + 1])
        for i in range(1, len(u) - 1):
            u[i] = v[i] + 0.25 * (v[i - 1] - 2 * v[i] + v[i + 1])


def heat_1d_reference(u, v, steps):
    for _ in range(steps // 2):
        v[1:-1] = u[1:-1] + 0.25 * (u[:-2] - 2 * u[1:-1] + u[2:])
        u[1:-1] = v[1:-1] + 0.25 * (v[:-2] - 2 * v[1:-1] + v[2:])


@gpujit
def heat_2d(u, v, out, steps):
    """Diffuses `u` into `out`: buffers that change places, and whichever is the newest in the end is copied."""
    h, w = u.shape
    for _ in range(steps):
        for i in range(1, h - 1):
            for j in range(1, w - 1):
                v[i, j] = u[i, j] + 0.125 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1] - 4 * u[i, j])
        u, v = v, u
    for i in range(h):
        for j in range(w):
            out[i, j] = u[i, j]


def heat_2d_reference(u, v, out, steps):
    for _ in range(steps):
        v[1:-1, 1:-1] = u[1:-1, 1:-1] + 0.125 * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]
                                                 - 4 * u[1:-1, 1:-1])
        u, v = v, u
    out[:] = u


@gpujit
def heat_3d(u, steps, rate):
    """Diffuses `u` in place, by way of an array of the kernel's own."""
    d, h, w = u.shape
    lap = np.zeros((d, h, w), np.float64)
    for _ in range(steps):
        for i in range(1, d - 1):
            for j in range(1, h - 1):
                for k in range(1, w - 1):
                    lap[i, j, k] = (u[i - 1, j, k] + u[i + 1, j, k] + u[i, j - 1, k] + u[i, j + 1, k] + u[i, j, k - 1]
                                    + u[i, j, k + 1] - 6 * u[i, j, k])
        for i in range(1, d - 1):
            for j in range(1, h - 1):
                for k in range(1, w - 1):
                    u[i, j, k] += rate * lap[i, j, k]


def heat_3d_reference(u, steps, rate):
    inside = slice(1, -1)
    for _ in range(steps):
        lap = -6 * u[inside, inside, inside]
        for axis in range(3):
            for step in (-1, 1):
                lap += np.roll(u, step, axis)[inside, inside, inside]
        u[inside, inside, inside] += rate * lap


@gpujit
def wave_3d(before, now, after, c, steps):
    """The wave equation by leapfrog: three buffers take turns. Returns the energy in the newest one."""
    d, h, w = now.shape
    for _ in range(steps):
        for i in range(1, d - 1):
            for j in range(1, h - 1):
                for k in range(1, w - 1):
                    lap = (now[i - 1, j, k] + now[i + 1, j, k] + now[i, j - 1, k] + now[i, j + 1, k] + now[i, j, k - 1]
                           + now[i, j, k + 1] - 6 * now[i, j, k])
                    after[i, j, k] = 2 * now[i, j, k] - before[i, j, k] + c[i, j, k] * lap
        before, now, after = now, after, before
    energy = 0.0
    for i in range(d):
        for j in range(h):
            for k in range(w):
                energy += now[i, j, k] * now[i, j, k]
    return energy


def wave_3d_reference(before, now, after, c, steps):
    inside = (slice(1, -1),) * 3
    for _ in range(steps):
        lap = -6 * now
        for axis in range(3):
            lap += np.roll(now, 1, axis) + np.roll(now, -1, axis)
        after[inside] = (2 * now - before + c * lap)[inside]
        before, now, after = now, after, before
    return (now**2).sum()


def heat_1d_inputs(random, n, steps):
    u = random.random(n)
    return u, u.copy(), steps


def heat_2d_inputs(random, n, steps):
    u = random.random((n, n + 3))
    return u, u.copy(), np.zeros_like(u), steps


def heat_3d_inputs(random, n, steps):
    return random.random((n, n + 1, n + 2)), steps, 0.1


def wave_3d_inputs(random, n, steps):
    u = random.random((n, n + 1, n + 2))
    return u, u.copy(), u.copy(), 0.1 * random.random(u.shape), steps


PROGRAMS = [
    Program(heat_1d, heat_1d_inputs, heat_1d_reference, ["sequential", "parallel", "parallel"], (70, 6), (2**22, 20),
            steps=lambda arguments: arguments[2]),
    Program(heat_2d, heat_2d_inputs, heat_2d_reference, ["sequential"] + ["parallel"] * 4, (13, 5), (2048, 20),
            steps=lambda arguments: arguments[3]),
    Program(heat_3d, heat_3d_inputs, heat_3d_reference, ["sequential"] + ["parallel"] * 6, (6, 3), (128, 20),
            steps=lambda arguments: arguments[1]),
    Program(wave_3d, wave_3d_inputs, wave_3d_reference, ["sequential"] + ["parallel"] * 3 + ["reduction"] * 3, (6, 4),
            (128, 20), steps=lambda arguments: arguments[4]),
]
