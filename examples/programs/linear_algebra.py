# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Dense linear algebra as textbooks write it: LU, Cholesky, triangular solve, Durbin's recursion, Gram-Schmidt."""

import numpy as np
from program import Program

from gpujit import gpujit


@gpujit
def lu(a):
    """Factors `a` in place, without pivoting: unit lower and upper triangle."""
    n = a.shape[0]
    for k in range(n):
        for i in range(k + 1, n):
            a[i, k] /= a[k, k]
        for i in range(k + 1, n):
            for j in range(k + 1, n):
                a[i, j] -= a[i, k] * a[k, j]


def lu_reference(a):
    n = len(a)
    for i in range(n):  # row by row (Doolittle), where the kernel goes by columns
        for j in range(i):
            a[i, j] = (a[i, j] - a[i, :j] @ a[:j, j]) / a[j, j]
        for j in range(i, n):
            a[i, j] -= a[i, :i] @ a[:i, j]


@gpujit
def cholesky(a):
    """The lower triangle of `a` becomes its factor; the upper one is left."""
    n = a.shape[0]
    for k in range(n):
        a[k, k] = np.sqrt(a[k, k])
        for i in range(k + 1, n):
            a[i, k] /= a[k, k]
        for i in range(k + 1, n):
            for j in range(k + 1, n):
                if j <= i:
                    a[i, j] -= a[i, k] * a[j, k]


def cholesky_reference(a):
    below = np.tril_indices(len(a))
    a[below] = np.linalg.cholesky(a)[below]


@gpujit
def triangular_solve(low, b, x):
    """Solves low x = b, with the lower triangle of `low`, by forward substitution."""
    for i in range(len(b)):
        s = b[i]
        for j in range(i):
            s -= low[i, j] * x[j]
        x[i] = s / low[i, i]


def triangular_solve_reference(low, b, x):
    x[:] = np.linalg.solve(np.tril(low), b)


@gpujit
def durbin(r, y):
    """Solves the Yule-Walker equations: the symmetric Toeplitz matrix of (1, r[0], r[1], ...) times y is -r."""
    n = len(r)
    z = np.zeros(n, np.float64)
    alpha = -r[0]
    beta = 1.0
    y[0] = -r[0]
    for k in range(1, n):
        beta *= 1 - alpha * alpha
        s = 0.0
        for i in range(k):
            s += r[k - i - 1] * y[i]
        alpha = -(r[k] + s) / beta
        for i in range(k):
            z[i] = y[i] + alpha * y[k - i - 1]
        for i in range(k):
            y[i] = z[i]
        y[k] = alpha


def durbin_reference(r, y):
    n = len(r)
    first = np.concatenate([[1], r[:-1]])
    y[:] = np.linalg.solve(first[np.abs(np.subtract.outer(np.arange(n), np.arange(n)))], -r)


@gpujit
def gram_schmidt(a, q, r):
    """a = q r, with orthonormal columns in `q`: the modified method, which overwrites `a`."""
    m, n = a.shape
    for k in range(n):
        square = 0.0
        for i in range(m):
            square += a[i, k] * a[i, k]
        norm = np.sqrt(square)
        r[k, k] = norm
        for i in range(m):
            q[i, k] = a[i, k] / norm
        for j in range(k + 1, n):
            s = 0.0
            for i in range(m):
                s += q[i, k] * a[i, j]
            r[k, j] = s
            for i in range(m):
                a[i, j] -= q[i, k] * s


def gram_schmidt_reference(a, q, r):
    q[:], r[:] = np.linalg.qr(a)
    signs = np.sign(np.diag(r))
    q *= signs
    r *= signs[:, None]
    for j in range(a.shape[1]):  # what is left of a column: its part along the last direction it wasn't cleared of
        a[:, j] = q[:, j] * r[j, j]


def lu_inputs(random, n):
    return (random.random((n, n)) + n * np.eye(n),)


def cholesky_inputs(random, n):
    root = random.random((n, n))
    return (root @ root.T / n + np.eye(n),)


def triangular_solve_inputs(random, n):
    return random.random((n, n)) / n + np.eye(n), random.random(n), np.zeros(n)


def durbin_inputs(random, n):
    return 0.4 ** np.arange(1, n + 1) + 0.01 * random.random(n) / np.arange(1, n + 1) ** 2, np.zeros(n)


def gram_schmidt_inputs(random, m, n):
    a = random.random((m, n))
    a[:n] += np.eye(n) * n
    return a, np.zeros((m, n)), np.zeros((n, n))


PROGRAMS = [
    Program(lu, lu_inputs, lu_reference, ["sequential", "parallel", "parallel", "parallel"], (17,), (512,),
            steps=lambda arguments: len(arguments[0])),
    Program(cholesky, cholesky_inputs, cholesky_reference, ["sequential", "parallel", "parallel", "parallel"], (17,),
            (512,), steps=lambda arguments: len(arguments[0])),
    Program(triangular_solve, triangular_solve_inputs, triangular_solve_reference, ["sequential", "reduction"], (19,),
            (2048,), steps=lambda arguments: len(arguments[1])),
    Program(durbin, durbin_inputs, durbin_reference, ["sequential", "reduction", "parallel", "parallel"], (20,), (1000,),
            steps=lambda arguments: len(arguments[0]), tolerance=1e-10),
    Program(gram_schmidt, gram_schmidt_inputs, gram_schmidt_reference,
            ["sequential", "reduction", "parallel", "parallel", "reduction", "parallel"], (17, 9), (512, 256),
            steps=lambda arguments: arguments[0].shape[1], tolerance=1e-11),
]
