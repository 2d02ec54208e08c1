# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays of a kernel's own whose extents are known at the call, and buffers that change places, against Python."""

import numpy as np
import pytest

import gpujit
from conftest import compiled

pytestmark = [compiled, pytest.mark.filterwarnings("ignore::gpujit.PerformanceWarning")]

TARGETS = ["interpreter", "simulated", "simulated:9", pytest.param("cuda", marks=pytest.mark.gpu)]
on_every_target = pytest.mark.parametrize("target", TARGETS)


def compare(kernel, target, *arguments):
    """A kernel leaves in its arguments, and returns, what Python does."""
    expected, found = ([a.copy() if isinstance(a, np.ndarray) else a for a in arguments] for _ in range(2))
    wanted, result = kernel(*expected), gpujit.gpujit(target=target)(kernel)(*found)
    assert result == wanted
    for e, f in zip(expected, found, strict=True):
        assert np.array_equal(e, f), f"expected {e}, found {f}"


def filled(n, out):
    zeros = np.zeros(n)
    ones = np.ones((n, 2), np.int32)
    sevens = np.full((2, n), 7, np.uint8)
    truths = np.full(n, 3, bool)
    for i in range(n):
        out[i] = zeros[i] + 1000 * ones[i, 1] + 10 * sevens[1, i] + 0.5 * truths[i]


@on_every_target
@pytest.mark.parametrize("n", [0, 1, 300])
def test_filled(n, target):
    compare(filled, target, n, np.zeros(n))


def shaped_like_another(a, out):
    b = np.empty(a.shape, np.float64)
    for i in range(b.shape[0]):
        for j in range(b.shape[1]):
            b[i, j] = a[i, j] * 2
    out[0] = b.size
    for i in range(len(b)):
        out[i + 1] = b[i, -1]


@on_every_target
def test_shaped_like_another(target):
    compare(shaped_like_another, target, np.arange(15.0).reshape(5, 3), np.zeros(6))


def fresh_in_each_step(a, steps):
    for t in range(steps):
        b = np.zeros(len(a) + t)
        for i in range(len(a)):
            b[i] += a[len(a) - 1 - i]
        for i in range(len(a)):
            a[i] += b[i] + t


@on_every_target
def test_fresh_in_each_step(target):
    compare(fresh_in_each_step, target, np.arange(40.0), 5)


def scratch_of(a, steps):
    for t in range(steps):
        shifted(a, t)


def shifted(a, by):
    n = len(a)
    b = np.empty(n, np.float64)
    for i in range(n):
        b[i] = a[(i + by) % n]
    for i in range(n):
        a[i] = b[i]


@on_every_target
def test_in_a_function_that_is_called(target):
    compare(scratch_of, target, np.arange(33.0), 4)


def one_for_each_row(a, out):
    for i in range(a.shape[0]):
        row = np.empty(a.shape[1], np.float64)
        for j in range(a.shape[1]):
            row[j] = a[i, j] * 2
        for j in range(a.shape[1]):
            out[i, j] = row[a.shape[1] - 1 - j]


@on_every_target
def test_in_a_loop_over_rows(target):
    compare(one_for_each_row, target, np.arange(12.0).reshape(4, 3), np.zeros((4, 3)))


def large_and_constant(out):
    a = np.full((40, 50), 3.0)
    for i in range(40):
        for j in range(50):
            a[i, j] += i * j
    for j in range(50):
        out[j] = a[39, j]


@on_every_target
def test_large_and_constant(target):
    compare(large_and_constant, target, np.zeros(50))


def counts(k, n, out):
    bins = np.zeros(n, np.int64)
    for i in range(len(k)):
        bins[k[i]] += 1
    for i in range(n):
        out[i] = bins[i]


@on_every_target
def test_updates_of_one(target):
    compare(counts, target, np.arange(700) % 11, 11, np.zeros(11, np.int64))


@on_every_target
def test_negative_extent(target):
    kernel = gpujit.gpujit(target=target)(filled)
    with pytest.raises(ValueError, match="negative dimensions are not allowed"):
        kernel(-1, np.zeros(1))


@on_every_target
def test_more_than_there_is(target):
    def huge(n, out):
        a = np.empty((n, n), np.float64)
        a[0, 0] = 1
        out[0] = a[0, 0]

    with pytest.raises(MemoryError):
        gpujit.gpujit(target=target)(huge)(2**40, np.zeros(1))


def never_written(n, out):
    a = np.empty(n, np.float64)
    for i in range(n):
        out[i] = a[i]


def test_an_unset_element_is_a_fault_on_the_simulated_device():
    with pytest.raises(gpujit.SimulationError, match="unset read"):
        gpujit.gpujit(target="simulated")(never_written)(4, np.zeros(4))


def swapped(a, b, out, steps):
    for t in range(steps):
        for i in range(1, len(a) - 1):
            b[i] = a[i - 1] + a[i + 1] + t
        a, b = b, a
    for i in range(len(a)):
        out[i] = a[i] - 2 * b[i]


@on_every_target
@pytest.mark.parametrize("steps", [0, 1, 4, 5])
def test_swapped_and_used_afterwards(steps, target):
    compare(swapped, target, np.arange(70.0), np.ones(70), np.zeros(70), steps)


def rotated(a, b, c, out, steps):
    for t in range(steps, 0, -1):
        for i in range(len(a)):
            c[i] = a[i] - b[i] + t
        a, b, c = b, c, a
    out[0] = a[3]
    for i in range(1, len(a)):
        out[i] = c[i] + 10 * b[i]
    return b[0]


@on_every_target
@pytest.mark.parametrize("steps", [0, 1, 2, 3, 7])
def test_three_take_turns(steps, target):
    compare(rotated, target, np.arange(40.0), np.arange(40.0) ** 2, np.zeros(40), np.zeros(40), steps)


def own_buffers(x, steps):
    n = len(x)
    now = np.empty(n, np.float64)
    then = np.zeros(n, np.float64)
    for i in range(n):
        now[i] = x[i]
    for t in range(steps):
        for s in range(t):
            for i in range(n):
                then[i] = now[n - 1 - i] + s
            now, then = then, now
        if t % 2 == 1:
            now, then = then, now
    for i in range(n):
        x[i] = now[i]


@on_every_target
@pytest.mark.parametrize("steps", [1, 3, 4, 6])
def test_buffers_of_its_own_in_nested_loops(steps, target):
    compare(own_buffers, target, np.arange(37.0), steps)


def chosen(a, b, out, flag):
    c = a
    if flag:
        c = b
    for i in range(len(a)):
        out[i] = c[i]
        c[i] = -1.0


@on_every_target
@pytest.mark.parametrize("flag", [True, False])
def test_a_name_for_one_of_two(flag, target):
    compare(chosen, target, np.arange(50.0), np.ones(50), np.zeros(50), flag)


def test_what_is_swapped_may_be_read_only():
    def last(a, b, out, steps):
        for _ in range(steps):
            for i in range(len(a)):
                out[i] += a[i]
            a, b = b, a
        for i in range(len(a)):
            out[i] -= 3 * b[i]

    a, b = np.arange(9.0), np.ones(9)
    a.flags.writeable = b.flags.writeable = False
    for target in ("interpreter", "simulated"):
        found = np.zeros(9)
        gpujit.gpujit(target=target)(last)(a, b, found, 3)
        assert np.array_equal(found, 2 * a + b - 3 * a)


def until_settled(a, b, least):
    change = 1.0
    rounds = 0
    while change > least:
        change = 0.0
        for i in range(1, len(a) - 1):
            b[i] = (a[i - 1] + 2 * a[i] + a[i + 1]) * 0.25
            change = max(change, abs(b[i] - a[i]))
        a, b = b, a
        rounds += 1
    for i in range(len(a)):
        b[i] = a[i]
    return rounds


@on_every_target
@pytest.mark.parametrize("least", [2.0, 1 / 16, 1 / 64])
def test_swapped_until_settled(least, target):
    a = np.zeros(20)
    a[7] = 1.0
    compare(until_settled, target, a, a.copy(), least)


def swapped_when_the_data_says_so(a, b, out):
    if a[0] > 0:
        a, b = b, a
    for i in range(len(a)):
        out[i] = a[i]


@on_every_target
@pytest.mark.parametrize("first", [-1.0, 1.0])
def test_swapped_when_the_data_says_so(first, target):
    """Right, or refused: the host doesn't know what is in an array."""
    a = np.full(5, first)
    try:
        compare(swapped_when_the_data_says_so, target, a, np.zeros(5), np.zeros(5))
    except gpujit.UnsupportedError as error:
        assert target != "interpreter" and "array's name" in str(error)


def steps_past_the_end(a, b):
    i = 0
    while a[i] > 0:
        for j in range(len(b)):
            b[j] += a[i]
        i += 1


@on_every_target
def test_an_error_ends_a_while_loop(target):
    with pytest.raises(IndexError, match="index 40 is out of bounds"):
        gpujit.gpujit(target=target)(steps_past_the_end)(np.ones(40), np.zeros(30))
    compare(steps_past_the_end, target, np.array([3.0, 2.0, 1.0, 0.0, 5.0]), np.zeros(30))


def leaves_early(a, b, most):
    steps = 0
    for _ in range(most):
        change = 0.0
        steps += 1
        for i in range(1, len(a) - 1):
            b[i] = (a[i - 1] + 2 * a[i] + a[i + 1]) * 0.25
            change += abs(b[i] - a[i])
        for i in range(1, len(a) - 1):
            a[i] = b[i]
        if change < 0.25:
            break
    return steps


@on_every_target
@pytest.mark.parametrize("most", [3, 1000])
def test_break_out_of_a_time_loop(most, target):
    a = np.zeros(24)
    a[7] = 1.0
    compare(leaves_early, target, a, a.copy(), most)
