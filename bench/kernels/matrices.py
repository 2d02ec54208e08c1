# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Matrices, dense and sparse."""

import numpy as np
from benchmark import Benchmark

from gpujit import gpujit

F32 = np.float32
ORDER = 4  # of the small systems


@gpujit
def transpose(a, out):
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            out[j, i] = a[i, j]


def transpose_reference(a, out):
    out[:] = a.T


@gpujit
def matvec_rows(a, x, y):
    for i in range(a.shape[0]):
        s = F32(0)
        for j in range(a.shape[1]):
            s += a[i, j] * x[j]
        y[i] = s


@gpujit
def matvec_columns(a, x, y):
    for j in range(a.shape[1]):
        s = F32(0)
        for i in range(a.shape[0]):
            s += a[i, j] * x[i]
        y[j] = s


def matvec_inputs(random, n):
    return random.random((n, n), F32), random.random(n, F32), np.zeros(n, F32)


def matvec_rows_reference(a, x, y):
    np.matmul(a, x, out=y)


def matvec_columns_reference(a, x, y):
    np.matmul(x, a, out=y)


@gpujit
def matmul(a, b, c):
    for i in range(a.shape[0]):
        for j in range(b.shape[1]):
            s = F32(0)
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            c[i, j] = s


def matmul_reference(a, b, c):
    np.matmul(a, b, out=c)


@gpujit
def small_solves(a, b, x):
    """Many systems of four equations: Gauss with pivots, in an array of the iteration's own."""
    for s in range(a.shape[0]):
        m = np.empty((ORDER, ORDER + 1), np.float64)
        for i in range(ORDER):
            for j in range(ORDER):
                m[i, j] = a[s, i, j]
            m[i, ORDER] = b[s, i]
        for k in range(ORDER):
            p = k
            for i in range(k + 1, ORDER):
                if abs(m[i, k]) > abs(m[p, k]):
                    p = i
            for j in range(ORDER + 1):
                m[k, j], m[p, j] = m[p, j], m[k, j]
            for i in range(k + 1, ORDER):
                f = m[i, k] / m[k, k]
                for j in range(k, ORDER + 1):
                    m[i, j] -= f * m[k, j]
        for i in range(ORDER - 1, -1, -1):
            t = m[i, ORDER]
            for j in range(i + 1, ORDER):
                t -= m[i, j] * m[j, ORDER]
            m[i, ORDER] = t / m[i, i]
        for i in range(ORDER):
            x[s, i] = m[i, ORDER]


def small_solves_reference(a, b, x):
    x[:] = np.linalg.solve(a, b[:, :, None])[:, :, 0]


def small_solves_inputs(random, n):
    a = random.random((n, ORDER, ORDER)) + 2 * np.eye(ORDER)
    return a, random.random((n, ORDER)), np.zeros((n, ORDER))


@gpujit
def spmv(start, column, value, x, y):
    """A sparse matrix in compressed rows by a vector."""
    for i in range(y.shape[0]):
        s = F32(0)
        for k in range(start[i], start[i + 1]):
            s += value[k] * x[column[k]]
        y[i] = s


def spmv_reference(start, column, value, x, y):
    from scipy.sparse import csr_array

    y[:] = csr_array((value, column, start), shape=(y.size, x.size)) @ x


def _compressed(random, count, columns):
    start = np.zeros(count.size + 1, np.int32)
    np.cumsum(count, out=start[1:])
    return start, columns, random.random(columns.size, F32), random.random(count.size, F32), np.zeros(count.size, F32)


def regular_inputs(random, n, each):
    """Each row has as many elements, near the diagonal."""
    near = random.integers(-500, 500, (n, each), np.int32) + np.arange(n, dtype=np.int32)[:, None]
    return _compressed(random, np.full(n, each), np.clip(near, 0, n - 1).ravel())


def power_law_inputs(random, n, mean):
    """Few rows are very long, most are short."""
    count = np.minimum(random.pareto(1.3, n) * mean * 0.3 + 1, n // 2).astype(np.int64)
    return _compressed(random, count, random.integers(0, n, int(count.sum()), np.int32))


def products(a):
    return 2 * a[0].shape[0] * a[0].shape[1] * a[1].shape[1]


BENCHMARKS = [
    Benchmark(transpose, lambda random, n: (random.random((n, n), F32), np.zeros((n, n), F32)), transpose_reference, (1,),
              ["parallel", "parallel"], (45,), (2048,), (16384,), tolerance=0),
    Benchmark(matvec_rows, matvec_inputs, matvec_rows_reference, (2,), ["parallel", "reduction"], (70,), (2048,), (16384,)),
    Benchmark(matvec_columns, matvec_inputs, matvec_columns_reference, (2,), ["parallel", "reduction"], (70,), (2048,),
              (16384,)),
    Benchmark(matmul, lambda random, n: (random.random((n, n), F32), random.random((n, n), F32), np.zeros((n, n), F32)),
              matmul_reference, (2,), ["parallel", "parallel", "reduction"], (30,), (512,), (2048,), operations=products,
              unit="flop"),
    Benchmark(small_solves, small_solves_inputs, small_solves_reference, (2,),
              ["parallel", "parallel", "parallel", "sequential", "sequential", "parallel", "parallel", "parallel",
               "sequential", "reduction", "parallel"],
              (40,), (2**18,), (2**22,), tolerance=1e-8, operations=lambda a: a[0].shape[0], unit="systems"),
    Benchmark(spmv, regular_inputs, spmv_reference, (4,), ["parallel", "reduction"], (200, 9), (2**18, 16), (2**22, 16),
              called="spmv_regular"),
    Benchmark(spmv, power_law_inputs, spmv_reference, (4,), ["parallel", "reduction"], (200, 9), (2**16, 26), (2**20, 26),
              called="spmv_power_law"),
]
