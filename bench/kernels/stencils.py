# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Stencils in one, two and three dimensions, with time loops over two buffers that change places."""

import numpy as np
from benchmark import Benchmark

from gpujit import gpujit

F32 = np.float32


@gpujit
def heat_1d(a, b, steps):
    for _ in range(steps):
        for i in range(1, a.shape[0] - 1):
            b[i] = F32(0.25) * a[i - 1] + F32(0.5) * a[i] + F32(0.25) * a[i + 1]
        a, b = b, a


def heat_1d_reference(a, b, steps):
    for _ in range(steps):
        b[1:-1] = F32(0.25) * a[:-2] + F32(0.5) * a[1:-1] + F32(0.25) * a[2:]
        a, b = b, a


@gpujit
def jacobi(a, b):
    """One sweep over the five-point stencil."""
    for i in range(1, a.shape[0] - 1):
        for j in range(1, a.shape[1] - 1):
            b[i, j] = F32(0.2) * (a[i, j] + a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])


def jacobi_reference(a, b):
    b[1:-1, 1:-1] = F32(0.2) * (a[1:-1, 1:-1] + a[:-2, 1:-1] + a[2:, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:])


@gpujit
def heat_2d(a, b, steps):
    for _ in range(steps):
        for i in range(1, a.shape[0] - 1):
            for j in range(1, a.shape[1] - 1):
                b[i, j] = F32(0.2) * (a[i, j] + a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])
        a, b = b, a


def heat_2d_reference(a, b, steps):
    for _ in range(steps):
        jacobi_reference(a, b)
        a, b = b, a


@gpujit
def heat_3d(a, b, steps):
    for _ in range(steps):
        for i in range(1, a.shape[0] - 1):
            for j in range(1, a.shape[1] - 1):
                for k in range(1, a.shape[2] - 1):
                    b[i, j, k] = F32(0.4) * a[i, j, k] + F32(0.1) * (
                        a[i - 1, j, k] + a[i + 1, j, k] + a[i, j - 1, k] + a[i, j + 1, k] + a[i, j, k - 1] + a[i, j, k + 1])
        a, b = b, a


def heat_3d_reference(a, b, steps):
    for _ in range(steps):
        b[1:-1, 1:-1, 1:-1] = F32(0.4) * a[1:-1, 1:-1, 1:-1] + F32(0.1) * (
            a[:-2, 1:-1, 1:-1] + a[2:, 1:-1, 1:-1] + a[1:-1, :-2, 1:-1] + a[1:-1, 2:, 1:-1]
            + a[1:-1, 1:-1, :-2] + a[1:-1, 1:-1, 2:])
        a, b = b, a


def two_buffers(rank):
    """Inputs: two equal arrays of n to the power of the rank, and a number of steps."""
    def inputs(random, n, *steps):
        a = random.random((n,) * rank, F32)
        return a, a.copy(), *steps

    return inputs


def each_step(arguments):
    return 2 * arguments[0].nbytes * arguments[2]


BENCHMARKS = [
    Benchmark(heat_1d, two_buffers(1), heat_1d_reference, (0, 1), ["sequential", "parallel"], (60, 5), (2**20, 10),
              (2**26, 10), tolerance=1e-6, moved=each_step),
    Benchmark(jacobi, two_buffers(2), jacobi_reference, (1,), ["parallel", "parallel"], (25,), (2048,), (16384,),
              tolerance=1e-6),
    Benchmark(heat_2d, two_buffers(2), heat_2d_reference, (0, 1), ["sequential", "parallel", "parallel"], (20, 5),
              (1024, 10), (8192, 10), tolerance=1e-6, moved=each_step),
    Benchmark(heat_3d, two_buffers(3), heat_3d_reference, (0, 1), ["sequential", "parallel", "parallel", "parallel"],
              (9, 4), (128, 4), (512, 4), tolerance=1e-6, moved=each_step),
]
