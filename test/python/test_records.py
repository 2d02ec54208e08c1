# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tuples, named tuples, dataclasses and enums: as arguments, captured, and inside kernels."""

import dataclasses
import enum
import typing

import numpy as np
import pytest

import gpujit
from conftest import compiled, define

pytestmark = compiled


@pytest.fixture(params=["interpreter", "simulated", pytest.param("cuda", marks=pytest.mark.gpu)])
def target(request):
    """Where the kernels run."""
    return request.param


class Point(typing.NamedTuple):
    x: float
    y: float


@dataclasses.dataclass
class Grid:
    origin: Point
    step: float
    cells: np.ndarray
    phase: complex = 1j


@dataclasses.dataclass(frozen=True)
class Constants:
    gravity: float
    weights: tuple


class Mode(enum.Enum):
    FAST = 1
    EXACT = 2


EARTH = Constants(9.81, (0.25, 0.5, 0.25))
OFFSETS = ((-1, 0), (1, 0))
HERE = Point(1.5, 2)


def fill(grid, out):
    for i in range(len(grid.cells)):
        out[i] = grid.cells[i] * grid.step + grid.origin.x + grid.origin[1] + grid.phase.imag


def writes(grid, n):
    cells = grid.cells
    for i in range(n):
        cells[i] += i


def pairs(limits, out):
    low, high = limits
    for i in range(len(out)):
        out[i] = low if i < 2 else high


def midpoint(p, q):
    return Point((p.x + q.x) / 2, (p.y + q.y) / 2)


def captured(out):
    for i in range(1, len(out) - 1):
        for d, (di, dj) in enumerate(OFFSETS):
            out[i] += EARTH.weights[d] * di + dj
        out[i] += EARTH.gravity * HERE.x + Mode.EXACT.value
    x, y = HERE
    out[0] = x + y


def grid(dtype=np.float64):
    return Grid(Point(1.0, 2.0), 0.5, np.arange(6, dtype=dtype))


@pytest.mark.parametrize("fn, make", [
    (fill, lambda: (grid(), np.zeros(6))), (fill, lambda: (grid(np.float32), np.zeros(6, np.float32))),
    (writes, lambda: (grid(), 6)), (pairs, lambda: ((1, 2), np.zeros(4))), (pairs, lambda: ([1, 2.5], np.zeros(4))),
    (captured, lambda: (np.zeros(5),)),
], ids=["dataclass", "dataclass of float32", "array of a dataclass", "tuple", "list", "captured"])
def test_kernels(fn, make, target):
    expected, out = make(), make()
    fn(*expected)
    kernel = gpujit.gpujit(target=target, fp="strict")(fn)
    if isinstance(out[0], list):
        with pytest.raises(TypeError, match="list"):
            kernel(*out)
        return
    kernel(*out)
    for e, o in zip(expected, out, strict=True):
        for a, b in zip(*([x.cells] if isinstance(x, Grid) else [x] for x in (e, o)), strict=True):
            np.testing.assert_array_equal(b, a)


def test_the_types_of_fields_are_part_of_the_signature():
    kernel = gpujit.gpujit(target="interpreter")(fill)
    kernel(grid(), np.zeros(6))
    kernel(grid(), np.zeros(6))
    kernel(grid(np.float32), np.zeros(6))
    assert kernel.signatures == ["Grid(Point(float, float), float, f64[:], complex), f64[:]",
                                 "Grid(Point(float, float), float, f32[:], complex), f64[:]"]


def test_a_field_that_is_not_there():
    fn = define("def f(p, out):\n    out[0] = p.xx\n")
    with pytest.raises(gpujit.UnsupportedError, match="'Point' has no attribute 'xx'") as error:
        gpujit.gpujit(target="interpreter")(fn)(HERE, np.zeros(1))
    assert "did you mean 'x'?" in str(error.value)


def test_an_item_that_cannot_be_an_argument():
    with pytest.raises(TypeError, match=r"'grid\.cells' is a str"):
        gpujit.gpujit(target="interpreter")(fill)(Grid(HERE, 1.0, "cells"), np.zeros(1))


def test_arrays_of_fields_may_be_one_array(target):
    a = np.arange(6.0)
    gpujit.gpujit(target=target)(fill)(Grid(HERE, 2.0, a), a)
    assert a.tolist() == [2 * i + 1.5 + 2 + 1 for i in range(6)]


def test_a_captured_tuple_is_read_at_the_call():
    namespace = {"T": (1, 2)}
    kernel = gpujit.gpujit(target="interpreter")(define("def f(out):\n    out[0] = T[1]\n", namespace))
    out = np.zeros(1)
    kernel(out)
    namespace["T"] = (1, 5)
    kernel(out)
    assert out[0] == 5
