# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Storing a scalar of every type in an element of every type, against NumPy, with values at the edges.

NumPy 2 turns a strong number into a Python int before it stores it in a signed integer: what doesn't fit raises. An
unsigned element takes the low bits.
"""

import warnings

import numpy as np
import pytest

import gpujit
from conftest import compiled
from gpujit._entities import DTYPES

pytestmark = compiled


def values(dtype: str) -> list:
    """Values at the edges of a type, and of narrower ones."""
    if dtype == "bool":
        return [False, True]
    edges = [0, 1, -1, 127, 128, -128, -129, 255, 256, 2**15, 2**16 + 3, 2**31 - 1, 2**31, -(2**31), 2**32, 2**62, 2**63 - 1,
             2**63, -(2**63)]
    if dtype.startswith("float"):
        return [*map(float, edges), 0.5, -1.9, 300.5, 1e30, -1e30, float("inf"), float("-inf"), float("nan")]
    info = np.iinfo(dtype)
    return [v for v in edges if info.min <= v <= info.max]


def store(x, out):
    for i in range(1):
        out[i] = x[i]


def store_python_float(x, out):
    for i in range(1):
        out[i] = float(x[i])


def store_python_int(x, out):
    for i in range(1):
        out[i] = int(x[i])


def add_in_place(x, out):
    for i in range(1):
        out[i] += x[i]


def outcome(function, x, dtype: str):
    """The element after the store, or the class of what it raised."""
    out = np.zeros(1, dtype)
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            function(x, out)
    except (OverflowError, ValueError) as error:
        return type(error)
    return out[0]


def leaves_64_bits(function, x) -> bool:
    """Whether the function makes a Python int that gpujit stops at and Python doesn't."""
    return function is store_python_int and bool(np.isfinite(x[0])) and not -(2**63) <= int(x[0]) < 2**63


def same(a, b) -> bool:
    if isinstance(a, type) or isinstance(b, type):
        return a is b
    return bool(a == b or (a != a and b != b))


@pytest.mark.parametrize("function", [store, store_python_float, store_python_int, add_in_place], ids=lambda f: f.__name__)
@pytest.mark.parametrize("source", sorted(DTYPES))
def test_store(function, source):
    kernel = gpujit.gpujit(target="interpreter", fp="strict")(function)
    wrong = []
    for dtype in sorted(DTYPES):
        for value in values(source):
            with np.errstate(over="ignore"):
                x = np.array([value], source)
            got = outcome(kernel, x, dtype)
            expected = OverflowError if leaves_64_bits(function, x) else outcome(function, x, dtype)
            if not same(expected, got):
                wrong.append(f"{source} {value} in {dtype}: {got!r}, not {expected!r}")
    assert not wrong, "\n".join(wrong)
