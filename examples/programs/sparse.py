# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sparse matrices by rows (CSR): a product with a vector, and conjugate gradients with it."""

import numpy as np
from program import Program

from gpujit import gpujit


@gpujit
def spmv(start, column, value, x, y):
    for i in range(len(y)):
        s = 0.0
        for k in range(start[i], start[i + 1]):
            s += value[k] * x[column[k]]
        y[i] = s


def spmv_reference(start, column, value, x, y):
    rows = np.repeat(np.arange(len(y)), np.diff(start))
    y[:] = np.bincount(rows, value * x[column], len(y))


@gpujit
def conjugate_gradients(start, column, value, b, x, tolerance, most):
    """Solves A x = b for a symmetric positive definite A from x = 0, until the residual's norm is at most `tolerance`
    or after `most` iterations. Returns the number of iterations."""
    n = len(b)
    r = np.empty(n, np.float64)
    p = np.empty(n, np.float64)
    q = np.empty(n, np.float64)
    square = 0.0
    for i in range(n):
        x[i] = 0
        r[i] = b[i]
        p[i] = b[i]
        square += b[i] * b[i]
    count = 0
    while square > tolerance * tolerance and count < most:
        along = 0.0
        for i in range(n):
            s = 0.0
            for k in range(start[i], start[i + 1]):
                s += value[k] * p[column[k]]
            q[i] = s
            along += p[i] * s
        alpha = square / along
        before = square
        square = 0.0
        for i in range(n):
            x[i] += alpha * p[i]
            r[i] -= alpha * q[i]
            square += r[i] * r[i]
        beta = square / before
        for i in range(n):
            p[i] = r[i] + beta * p[i]
        count += 1
    return count


def dense(start, column, value):
    n = len(start) - 1
    matrix = np.zeros((n, n))
    matrix[np.repeat(np.arange(n), np.diff(start)), column] = value
    return matrix


def conjugate_gradients_reference(start, column, value, b, x, tolerance, most):
    def product(v):
        return np.add.reduceat(value * v[column], start[:-1])

    x[:] = 0
    r, p = b.copy(), b.copy()
    for count in range(most + 1):
        square = r @ r
        if square <= tolerance**2 or count == most:
            return count
        q = product(p)
        alpha = square / (p @ q)
        x += alpha * p
        r -= alpha * q
        p = r + r @ r / square * p
    return most


def laplacian(n):
    """The five-point Laplacian of an n by n grid, plus a tenth, in CSR: (start, column, value)."""
    row, column, value = [], [], []
    at = np.arange(n * n).reshape(n, n)
    for shift, axis in ((0, 0), (1, 0), (-1, 0), (1, 1), (-1, 1)):
        a, b = (at, at) if shift == 0 else (np.delete(at, 0 if s else -1, axis) for s in (shift < 0, shift > 0))
        row.append(a.ravel())
        column.append(b.ravel())
        value.append(np.full(a.size, -1.0 if shift else 4.1))
    row, column, value = map(np.concatenate, (row, column, value))
    order = np.lexsort((column, row))
    start = np.concatenate([[0], np.cumsum(np.bincount(row, minlength=n * n))])
    return start, column[order], value[order]


def spmv_inputs(random, n):
    start, column, value = laplacian(n)
    return start, column, value, random.random(n * n), np.zeros(n * n)


def conjugate_gradients_inputs(random, n, most):
    return *laplacian(n), random.random(n * n), np.zeros(n * n), 1e-7, most


PROGRAMS = [
    Program(spmv, spmv_inputs, spmv_reference, ["parallel", "reduction"], (9,), (1024,)),
    Program(conjugate_gradients, conjugate_gradients_inputs, conjugate_gradients_reference,
            ["reduction", "reduction", "reduction", "reduction", "parallel"], (7, 100), (512, 50), tolerance=1e-9),
]
