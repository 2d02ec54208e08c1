# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Aliases among arguments, against NumPy's exact answer."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.lib.stride_tricks import as_strided, sliding_window_view

from gpujit import _aliases
from gpujit._aliases import NONE, Aliases, find

B = np.zeros(400, np.float32)


@pytest.mark.parametrize("arguments, expected", [
    ([B, np.zeros(4), 3, 1.0], NONE),
    ([B[::2], B[1::2]], NONE),
    ([B[:200], B[200:]], NONE),
    ([B[:-1], B[1:]], Aliases((), ((0, 1),))),
    ([B, 1, B], Aliases(((0, 2),), ())),
    ([B, B[:], B[:10]], Aliases(((0, 1),), ((0, 2), (1, 2)))),
    ([B, B[::-1]], Aliases((), ((0, 1),))),
    ([B, B.view(np.int32)], Aliases((), ((0, 1),))),
    ([B.reshape(20, 20), B.reshape(20, 20).T], Aliases((), ((0, 1),))),
    ([B.reshape(20, 20)[:, :10], B.reshape(20, 20)[:, 10:]], NONE),
    ([B[:0], B], NONE),
    ([np.broadcast_to(B[:1], (5,))], Aliases((), ((0, 0),))),
    ([sliding_window_view(B, 3)], Aliases((), ((0, 0),))),
    ([as_strided(B, (10,), (2,))], Aliases((), ((0, 0),))),
    ([B.reshape(20, 20)[::-1, ::2]], NONE),
])
def test_cases(arguments, expected):
    assert find(arguments) == expected


def test_device_arrays_are_compared_by_address():
    class OnDevice:
        def __init__(self, pointer, shape, strides=None):
            self.__cuda_array_interface__ = {"shape": shape, "typestr": "<f4", "strides": strides,
                                             "data": (pointer, False), "version": 3}

    # Addresses that nothing is at: only the arithmetic may be done with them.
    assert find([OnDevice(2**40, (10,)), OnDevice(2**40 + 40, (10,))]) == NONE
    assert find([OnDevice(2**40, (10,)), OnDevice(2**40 + 36, (10,))]) == Aliases((), ((0, 1),))
    assert find([OnDevice(2**40, (10,), (8,)), OnDevice(2**40 + 4, (10,), (8,))]) == NONE
    assert find([OnDevice(2**40, (3, 4)), OnDevice(2**40, (3, 4), (16, 4))]) == Aliases(((0, 1),), ())
    assert find([OnDevice(0, (0,)), OnDevice(0, (0,))]) == NONE


def test_too_hard_counts_as_overlapping(monkeypatch):
    monkeypatch.setattr(_aliases, "MAX_WORK", 1)
    x = as_strided(np.zeros(10**6, np.int8), (50, 51, 52, 53), (11, 301, 1201, 5003))
    y = as_strided(np.zeros(1, np.int8), (50, 51, 52, 53), (13, 303, 1203, 5005))
    spans = [_aliases._span(k, v) for k, v in enumerate((x, y))]
    spans[1] = spans[1]._replace(pointer=spans[0].pointer + 7)
    assert _aliases._share(*spans)


views = st.tuples(st.integers(0, 30), st.integers(1, 6), st.integers(1, 6), st.integers(-7, 7), st.integers(-7, 7))


@settings(max_examples=300, deadline=None)
@given(st.lists(views, min_size=1, max_size=3))
def test_against_brute_force(chosen):
    """Every shared byte is reported, and a pair that shares none isn't."""
    memory = np.zeros(400, np.int16)
    arrays = [as_strided(memory[100 + start:], (n, m), (2 * s, 2 * t)) for start, n, m, s, t in chosen]
    found = find(arrays)
    same = {frozenset(p) for g in found.same for p in [(i, j) for i in g for j in g if i < j]}
    touched = [[{100 + start + i * s + j * t for i in range(n) for j in range(m)}, n * m] for start, n, m, s, t in chosen]
    for i, (elements, size) in enumerate(touched):
        if len(elements) < size:
            assert (i, i) in found.overlap
        for j in range(i):
            shared = bool(elements & touched[j][0])
            assert shared == ((j, i) in found.overlap or frozenset((i, j)) in same)
