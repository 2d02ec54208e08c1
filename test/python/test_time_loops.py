# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ordered loops around parallel ones: in one block where they are short, launch by launch and as a graph where not."""

import numpy as np
import pytest

import gpujit
from conftest import compiled

pytestmark = compiled

TARGETS = ["interpreter", "simulated", pytest.param("cuda", marks=pytest.mark.gpu)]


def smooth(a, b, n):
    for _t in range(n):
        for i in range(1, a.shape[0] - 1):
            b[i] = 0.5 * (a[i - 1] + a[i + 1])
        for i in range(1, a.shape[0] - 1):
            a[i] = b[i]


def swap(a, b, n):
    for _t in range(n):
        for i in range(1, a.shape[0] - 1):
            b[i] = 0.5 * (a[i - 1] + a[i + 1])
        a, b = b, a


def plane(a, b, n):
    for t in range(n):
        for i in range(1, a.shape[0] - 1):
            for j in range(1, a.shape[1] - 1):
                b[i, j] = 0.25 * (a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1]) + t
        for i in range(1, a.shape[0] - 1):
            for j in range(1, a.shape[1] - 1):
                a[i, j] = b[i, j]


def factorise(a):
    n = a.shape[0]
    for k in range(n):
        for i in range(k + 1, n):
            a[i, k] /= a[k, k]
        for i in range(k + 1, n):
            for j in range(k + 1, n):
                a[i, j] -= a[i, k] * a[k, j]


def scale(a, n, out):
    for t in range(n):
        s = 0.0
        for i in range(a.shape[0]):
            s += a[i] * a[i]
        out[t] = s
        for i in range(a.shape[0]):
            a[i] = a[i] / s + t


def relax(a, b, tolerance):
    error = 1.0
    n = 0
    while error > tolerance:
        error = 0.0
        for i in range(1, a.shape[0] - 1):
            b[i] = 0.5 * (a[i - 1] + a[i + 1])
        for i in range(1, a.shape[0] - 1):
            error = max(error, abs(b[i] - a[i]))
            a[i] = b[i]
        n += 1
    return n


def branches(a, n):
    for t in range(n):
        if t % 2 == 0:
            for i in range(a.shape[0]):
                a[i] += t
        else:
            a[0] = 100.0
            for i in range(1, a.shape[0]):
                a[i] -= a[0]
        s = a[1]
        for i in range(a.shape[0]):
            a[i] = a[i] + s


def past_the_end(a, b, n):
    for t in range(n):
        for i in range(a.shape[0]):
            b[i + t] = a[i] + 1
        for i in range(a.shape[0]):
            a[i] = b[i] * 0.5


def made(*shape):
    return np.random.default_rng(0).random(shape)


CASES = [(smooth, lambda n: (made(n), made(n), 7)), (swap, lambda n: (made(n), made(n), 6)),
         (swap, lambda n: (made(n), made(n), 7)),
         (plane, lambda n: (made(n, n // 2), made(n, n // 2), 4)), (factorise, lambda n: (made(n, n) + n * np.eye(n),)),
         (scale, lambda n: (made(n), 5, np.zeros(5))), (relax, lambda n: (made(n), made(n), 0.05)),
         (branches, lambda n: (made(n), 5))]


def check(kernel, arguments, calls=1):
    expected, found = ([x.copy() if isinstance(x, np.ndarray) else x for x in arguments] for _ in range(2))
    for _ in range(calls):
        assert kernel.py_func(*expected) == kernel(*found)
    for e, f in zip(expected, found, strict=True):
        if isinstance(e, np.ndarray):
            np.testing.assert_allclose(f, e, rtol=1e-9)


@pytest.mark.filterwarnings("ignore::gpujit.PerformanceWarning")
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("kernel, arguments", CASES, ids=[kernel.__name__ for kernel, _ in CASES])
def test_in_one_block(kernel, arguments, target):
    for n in (3, 12, 30):
        check(gpujit.gpujit(target=target)(kernel), arguments(n))


@pytest.mark.gpu
@pytest.mark.parametrize("case, n", [(0, 20000), (2, 20000), (3, 200), (4, 150), (5, 20000)])
def test_launches_and_graphs(case, n):
    kernel, arguments = CASES[case]
    check(gpujit.gpujit(target="cuda")(kernel), arguments(n), calls=3)


@pytest.mark.gpu
def test_graphs_follow_the_arguments():
    """What a graph holds is what the arguments gave: others, in place of them, get their own."""
    kernel = gpujit.gpujit(target="cuda")(smooth)
    for steps in (3, 3, 5, 5, 5, 3):
        for _ in range(2):
            a, b = made(10000), made(10000)
            x, y = gpujit.to_device(a), gpujit.to_device(b)
            for _ in range(3):
                smooth(a, b, steps)
                kernel(x, y, steps)
            np.testing.assert_allclose(x.numpy(), a, rtol=1e-12)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("room, first", [(0, 20), (3, 23)])
def test_the_first_error_wins(room, first, target):
    a, b = made(20), np.zeros(20 + room)
    x, y = a.copy(), b.copy()
    with pytest.raises(IndexError, match=f"index {first} is out of bounds for axis 0 with size {first}"):
        past_the_end(a, b, 9)
    with pytest.raises(IndexError, match=f"index {first} is out of bounds for axis 0 with size {first} in 'b'"):
        gpujit.gpujit(target=target)(past_the_end)(x, y, 9)
