# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops that accumulate: into one number, into rows, into bins."""

import numpy as np
from benchmark import Benchmark

from gpujit import gpujit

F32 = np.float32


@gpujit
def total(a, out):
    s = F32(0)
    for i in range(a.shape[0]):
        s += a[i]
    out[0] = s


def total_reference(a, out):
    out[0] = a.sum(dtype=np.float64)


@gpujit
def dot(a, b, out):
    s = F32(0)
    for i in range(a.shape[0]):
        s += a[i] * b[i]
    out[0] = s


def dot_reference(a, b, out):
    out[0] = np.einsum("i,i->", a, b, dtype=np.float64)


@gpujit
def largest(a, out):
    m = a[0]
    for i in range(1, a.shape[0]):
        m = max(m, a[i])
    out[0] = m


def largest_reference(a, out):
    out[0] = a.max()


@gpujit
def argmax(a, out):
    m = a[0]
    k = 0
    for i in range(1, a.shape[0]):
        if a[i] > m:
            m = a[i]
            k = i
    out[0] = k


def argmax_reference(a, out):
    out[0] = a.argmax()


@gpujit
def row_sums(a, out):
    for i in range(a.shape[0]):
        s = F32(0)
        for j in range(a.shape[1]):
            s += a[i, j]
        out[i] = s


def row_sums_reference(a, out):
    out[:] = a.sum(1, dtype=np.float64)


@gpujit
def row_softmax(a, out):
    for i in range(a.shape[0]):
        m = a[i, 0]
        for j in range(1, a.shape[1]):
            m = max(m, a[i, j])
        s = F32(0)
        for j in range(a.shape[1]):
            s += np.exp(a[i, j] - m)
        for j in range(a.shape[1]):
            out[i, j] = np.exp(a[i, j] - m) / s


def row_softmax_reference(a, out):
    np.exp(a - a.max(1, keepdims=True), out=out)
    out /= out.sum(1, keepdims=True)


@gpujit
def prefix_sum(a, out):
    s = F32(0)
    for i in range(a.shape[0]):
        s += a[i]
        out[i] = s


def prefix_sum_reference(a, out):
    out[:] = np.cumsum(a, dtype=np.float64)


@gpujit
def histogram(a, bins):
    for i in range(a.shape[0]):
        bins[a[i]] += 1


def histogram_reference(a, bins):
    bins += np.bincount(a, minlength=bins.size).astype(bins.dtype)


@gpujit
def group_sums(key, value, sums, counts):
    """The sums and counts of a group-by."""
    for i in range(key.shape[0]):
        sums[key[i]] += value[i]
        counts[key[i]] += 1


def group_sums_reference(key, value, sums, counts):
    sums += np.bincount(key, value, sums.size)
    counts += np.bincount(key, minlength=sums.size)


@gpujit
def binned_statistics(x, value, low, high, count, sums, least, most):
    """Count, sum, minimum and maximum of the values in each of equally wide bins of x."""
    bins = count.shape[0]
    for i in range(x.shape[0]):
        if low <= x[i] < high:
            b = min(int((x[i] - low) / (high - low) * bins), bins - 1)
            count[b] += 1
            sums[b] += value[i]
            least[b] = min(least[b], value[i])
            most[b] = max(most[b], value[i])


def binned_statistics_reference(x, value, low, high, count, sums, least, most):
    kept = (x >= low) & (x < high)
    b = np.minimum(((x[kept] - low) / (high - low) * count.size).astype(int), count.size - 1)
    count += np.bincount(b, minlength=count.size)
    sums += np.bincount(b, value[kept], count.size)
    np.minimum.at(least, b, value[kept])
    np.maximum.at(most, b, value[kept])


def vector(dtype, outputs=1):
    """Inputs: a vector of floats, and an output of so many elements (None: as many)."""
    return lambda random, n: (random.random(n, F32), np.zeros(outputs or n, dtype))


def matrix(out):
    """Inputs: a square matrix, and an output of a shape that depends on n."""
    return lambda random, n: (random.random((n, n), F32), np.zeros(out(n), F32))


def histogram_inputs(values):
    return lambda random, n: (values(random, n).astype(np.uint8), np.zeros(256, np.int32))


def skewed(random, n):
    """Small values much more often than large ones."""
    return np.minimum(random.exponential(6, n).astype(F32), 255)


def group_inputs(random, n, groups):
    return (random.integers(0, groups, n, np.int32), random.random(n), np.zeros(groups), np.zeros(groups, np.int64))


def binned_inputs(random, n, bins):
    return (random.normal(size=n), random.random(n), -3.0, 3.0, np.zeros(bins, np.int64), np.zeros(bins),
            np.full(bins, np.inf), np.full(bins, -np.inf))


def histogram_benchmark(kind, values):
    return Benchmark(histogram, histogram_inputs(values), histogram_reference, (1,), ["atomic"], (3000,), (2**22,), (2**28,),
                     tolerance=0, called=f"histogram_{kind}")


BENCHMARKS = [
    Benchmark(total, vector(F32), total_reference, (1,), ["reduction"], (5000,), (2**22,), (2**28,), tolerance=1e-4),
    Benchmark(dot, lambda random, n: (random.random(n, F32), random.random(n, F32), np.zeros(1, F32)), dot_reference, (2,),
              ["reduction"], (5000,), (2**22,), (2**28,), tolerance=1e-4),
    Benchmark(largest, vector(F32), largest_reference, (1,), ["reduction"], (5000,), (2**22,), (2**28,), tolerance=0),
    Benchmark(argmax, vector(np.int64), argmax_reference, (1,), ["reduction"], (5000,), (2**22,), (2**28,), tolerance=0),
    Benchmark(row_sums, matrix(lambda n: n), row_sums_reference, (1,), ["parallel", "reduction"], (70,), (2048,), (16384,)),
    Benchmark(row_softmax, matrix(lambda n: (n, n)), row_softmax_reference, (1,),
              ["parallel", "reduction", "reduction", "parallel"], (70,), (2048,), (16384,), tolerance=1e-4),
    Benchmark(prefix_sum, vector(F32, None), prefix_sum_reference, (1,), ["sequential"], (3000,), (2**18,), (2**28,),
              tolerance=1e-3),
    histogram_benchmark("uniform", lambda random, n: random.integers(0, 256, n, np.uint8)),
    histogram_benchmark("constant", lambda random, n: np.full(n, 7)),
    histogram_benchmark("skewed", skewed),
    Benchmark(group_sums, group_inputs, group_sums_reference, (2, 3), ["atomic"], (2000, 50), (2**22, 1000),
              (2**26, 1000), tolerance=1e-9),
    Benchmark(binned_statistics, binned_inputs, binned_statistics_reference, (4, 5, 6, 7), ["atomic"], (2000, 20),
              (2**20, 100), (2**24, 100), tolerance=1e-9),
]
