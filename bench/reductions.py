# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops that accumulate, as one would write them, with their NumPy references: measured by `python bench/record.py
--set reductions`."""

import numpy as np

from gpujit import gpujit


@gpujit
def total(a, out):
    s = np.float32(0)
    for i in range(a.shape[0]):
        s += a[i]
    out[0] = s


@gpujit
def dot(a, b, out):
    s = np.float32(0)
    for i in range(a.shape[0]):
        s += a[i] * b[i]
    out[0] = s


@gpujit
def largest(a, out):
    m = a[0]
    for i in range(1, a.shape[0]):
        m = max(m, a[i])
    out[0] = m


@gpujit
def argmax(a, out):
    m = a[0]
    k = 0
    for i in range(1, a.shape[0]):
        if a[i] > m:
            m = a[i]
            k = i
    out[0] = k


@gpujit
def histogram(a, bins):
    for i in range(a.shape[0]):
        bins[a[i]] += 1


@gpujit
def row_sums(a, out):
    for i in range(a.shape[0]):
        s = np.float32(0)
        for j in range(a.shape[1]):
            s += a[i, j]
        out[i] = s


@gpujit
def row_softmax(a, out):
    for i in range(a.shape[0]):
        m = a[i, 0]
        for j in range(1, a.shape[1]):
            m = max(m, a[i, j])
        s = np.float32(0)
        for j in range(a.shape[1]):
            s += np.exp(a[i, j] - m)
        for j in range(a.shape[1]):
            out[i, j] = np.exp(a[i, j] - m) / s


def softmax(a):
    e = np.exp(a - a.max(1, keepdims=True))
    return e / e.sum(1, keepdims=True)


def cases():
    """(kernel, arguments, number of the output, reference, tolerance, bytes moved), one by one."""
    rng = np.random.default_rng(0)
    a = rng.random(2**28, np.float32)
    b = rng.random(2**28, np.float32)
    one = np.zeros(1, np.float32)
    yield total, (a, one.copy()), 1, lambda: a.sum(dtype=np.float64), 1e-6, a.nbytes
    yield dot, (a, b, one.copy()), 2, lambda: np.einsum("i,i->", a, b, dtype=np.float64), 1e-6, 2 * a.nbytes
    yield largest, (a, one.copy()), 1, a.max, 0, a.nbytes
    yield argmax, (a, np.zeros(1, np.int64)), 1, a.argmax, 0, a.nbytes
    for values in (rng.integers(0, 256, 2**28, np.uint8), np.full(2**28, 7, np.uint8)):
        yield (histogram, (values, np.zeros(256, np.int32)), 1, lambda v=values: np.bincount(v, minlength=256), 0,
               values.nbytes)
    m = a.reshape(16384, 16384)
    yield row_sums, (m, np.zeros(16384, np.float32)), 1, lambda: m.sum(1, dtype=np.float64), 1e-5, m.nbytes
    yield row_softmax, (m, np.zeros_like(m)), 1, lambda: softmax(m), 1e-4, 2 * m.nbytes
