# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops in which a value depends on the one before, with something else to run in parallel: an alternating-direction
solver, a recursive filter, and dynamic programming over anti-diagonals."""

import numpy as np
from program import Program

from gpujit import gpujit


@gpujit
def alternating_directions(u, v, p, q, steps, rate):
    """Diffusion with implicit steps, along the columns and along the rows in turn (Peaceman and Rachford): each line is
    a tridiagonal system, eliminated forwards and substituted backwards. `p`, `q`, `v` are scratch of u's shape."""
    n = u.shape[0]
    for _ in range(steps):
        for i in range(1, n - 1):  # v: implicit along the columns of u
            v[0, i] = 1.0
            p[i, 0] = 0.0
            q[i, 0] = 1.0
            for j in range(1, n - 1):
                p[i, j] = rate / (1 + 2 * rate - rate * p[i, j - 1])
                explicit = rate * (u[j, i - 1] + u[j, i + 1]) + (1 - 2 * rate) * u[j, i]
                q[i, j] = (explicit + rate * q[i, j - 1]) / (1 + 2 * rate - rate * p[i, j - 1])
            v[n - 1, i] = 1.0
            for j in range(n - 2, 0, -1):
                v[j, i] = p[i, j] * v[j + 1, i] + q[i, j]
        for i in range(1, n - 1):  # u: implicit along the rows of v
            u[i, 0] = 1.0
            p[i, 0] = 0.0
            q[i, 0] = 1.0
            for j in range(1, n - 1):
                p[i, j] = rate / (1 + 2 * rate - rate * p[i, j - 1])
                explicit = rate * (v[i - 1, j] + v[i + 1, j]) + (1 - 2 * rate) * v[i, j]
                q[i, j] = (explicit + rate * q[i, j - 1]) / (1 + 2 * rate - rate * p[i, j - 1])
            u[i, n - 1] = 1.0
            for j in range(n - 2, 0, -1):
                u[i, j] = p[i, j] * u[i, j + 1] + q[i, j]


def half_step(u, rate):
    """The rows 1 to n - 2 of the implicit solution along axis 0, with ones at both ends."""
    n = u.shape[0]
    system = np.diag(np.full(n - 2, 1 + 2 * rate)) - rate * (np.eye(n - 2, k=1) + np.eye(n - 2, k=-1))
    right = rate * (u[1:-1, :-2] + u[1:-1, 2:]) + (1 - 2 * rate) * u[1:-1, 1:-1]
    right[0] += rate
    right[-1] += rate
    return np.linalg.solve(system, right)


def alternating_directions_reference(u, v, p, q, steps, rate):
    inside = slice(1, -1)
    for _ in range(steps):
        v[[0, -1], 1:-1] = 1
        v[inside, inside] = half_step(u, rate)
        u[1:-1, [0, -1]] = 1
        u[inside, inside] = half_step(v.T, rate).T
    # The factors of the last step, line by line.
    p[1:-1, 0], q[1:-1, 0] = 0, 1
    explicit = rate * (v[:-2] + v[2:]) + (1 - 2 * rate) * v[1:-1]
    for j in range(1, u.shape[0] - 1):
        p[1:-1, j] = rate / (1 + 2 * rate - rate * p[1:-1, j - 1])
        q[1:-1, j] = p[1:-1, j] / rate * (explicit[:, j] + rate * q[1:-1, j - 1])


@gpujit
def recursive_smoothing(image, once, out, a, b):
    """A smoothing filter of first order, causal and anti-causal, along the rows and then along the columns."""
    h, w = image.shape
    for i in range(h):
        y = 0.0
        for j in range(w):
            y = a * image[i, j] + b * y
            once[i, j] = y
        y = 0.0
        for j in range(w - 1, -1, -1):
            y = a * image[i, j] + b * y
            once[i, j] += y
    for j in range(w):
        y = 0.0
        for i in range(h):
            y = a * once[i, j] + b * y
            out[i, j] = y
        y = 0.0
        for i in range(h - 1, -1, -1):
            y = a * once[i, j] + b * y
            out[i, j] += y


def impulse_response(n, a, b):
    """The filter along an axis of n elements, as a matrix."""
    distance = np.abs(np.subtract.outer(np.arange(n), np.arange(n)))
    return a * b**distance * (1 + (distance == 0))


def recursive_smoothing_reference(image, once, out, a, b):
    h, w = image.shape
    once[:] = image @ impulse_response(w, a, b)
    out[:] = impulse_response(h, a, b) @ once


@gpujit
def fold(bases, best):
    """Nussinov's algorithm: `best[i, j]` is how many pairs the bases i to j can form. Bases 0 and 3, 1 and 2 pair."""
    n = len(bases)
    for length in range(1, n):
        for i in range(n - length):
            j = i + length
            most = max(best[i + 1, j], best[i, j - 1])
            if length > 1:
                most = max(most, best[i + 1, j - 1] + (1 if bases[i] + bases[j] == 3 else 0))
            for k in range(i + 1, j):
                most = max(most, best[i, k] + best[k + 1, j])
            best[i, j] = most


def fold_reference(bases, best):
    n = len(bases)
    for i in range(n - 1, -1, -1):  # row by row, from below
        for j in range(i + 1, n):
            pairs = int(j > i + 1 and bases[i] + bases[j] == 3)
            splits = best[i, i:j] + best[i + 1:j + 1, j]
            best[i, j] = max(splits.max(), best[i + 1, j - 1] + pairs)


def alternating_directions_inputs(random, n, steps):
    return random.random((n, n)), np.zeros((n, n)), np.zeros((n, n)), np.zeros((n, n)), steps, 0.4


def recursive_smoothing_inputs(random, n):
    image = random.random((n, n + 7))
    return image, np.zeros_like(image), np.zeros_like(image), 0.25, 0.6


def fold_inputs(random, n):
    return random.integers(0, 4, n), np.zeros((n, n), np.int32)


PROGRAMS = [
    Program(alternating_directions, alternating_directions_inputs, alternating_directions_reference,
            ["sequential", "parallel", "sequential", "sequential", "parallel", "sequential", "sequential"], (11, 3),
            (1024, 4), steps=lambda arguments: arguments[4]),
    Program(recursive_smoothing, recursive_smoothing_inputs, recursive_smoothing_reference,
            ["parallel", "sequential", "sequential", "parallel", "sequential", "sequential"], (15,), (2048,)),
    Program(fold, fold_inputs, fold_reference, ["sequential", "parallel", "reduction"], (18,), (800,), tolerance=0,
            steps=lambda arguments: len(arguments[0]) - 1),
]
