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


class Edge(enum.Enum):
    WRAP = "wrap"
    CLAMP = "clamp"


class Other(enum.Enum):
    FAST = 1


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


def chosen(mode, edge, out):
    best = Mode.FAST
    for i in range(len(out)):
        if i == 2:
            best = mode
        out[i] = 1 if best is Mode.EXACT else 2
        out[i] += 10 * (edge == Edge.CLAMP) + 100 * (edge in (Edge.WRAP, Edge.CLAMP)) + best.value * 1000
        if edge is not Edge.CLAMP or best != mode:
            out[i] = -out[i]
        out[i] += (Other.FAST == Mode.FAST) + (Other.FAST is Mode.FAST) + (Mode.FAST == 1)


def optional(out, weights=None, offset=None, *, scale=2.0):
    for i in range(len(out)):
        out[i] = scale * i if weights is None else weights[i] * i
        if offset is not None:
            out[i] += offset


def equal(p, out):
    out[0] = p == (1.5, 2)
    out[1] = p != (1.5, out[3])
    out[2] = (p, 1) == (HERE, True)
    out[3] = p == 3 or p == (1, 2, 3)


def grid(dtype=np.float64):
    return Grid(Point(1.0, 2.0), 0.5, np.arange(6, dtype=dtype))


@pytest.mark.filterwarnings("ignore:the loop over 'i' of 'chosen':gpujit.PerformanceWarning")  # it carries `best`
@pytest.mark.parametrize("fn, make", [
    (fill, lambda: (grid(), np.zeros(6))), (fill, lambda: (grid(np.float32), np.zeros(6, np.float32))),
    (writes, lambda: (grid(), 6)), (pairs, lambda: ((1, 2), np.zeros(4))), (pairs, lambda: ([1, 2.5], np.zeros(4))),
    (captured, lambda: (np.zeros(5),)), (chosen, lambda: (Mode.EXACT, Edge.CLAMP, np.zeros(4))),
    (chosen, lambda: (Mode.FAST, Edge.WRAP, np.zeros(4))), (equal, lambda: (HERE, np.zeros(4))),
    (optional, lambda: (np.zeros(4),)), (optional, lambda: (np.zeros(4), None, 3)),
    (optional, lambda: (np.zeros(4), np.arange(4.0))),
], ids=["dataclass", "dataclass of float32", "array of a dataclass", "tuple", "list", "captured", "enum", "another member",
        "equality", "defaults", "None", "not None"])
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


def test_defaults_and_keywords_at_the_call(target):
    kernel = gpujit.gpujit(target=target)(optional)
    out, expected = np.zeros(4), np.zeros(4)
    for arguments in ({"scale": 3.0}, {"offset": 1}, {"weights": np.ones(4), "offset": 2.5}):
        kernel(out, **arguments)
        optional(expected, **arguments)
        assert out.tolist() == expected.tolist()
    with pytest.raises(TypeError, match="unexpected keyword argument 'of'"):
        kernel(out, of=1)
    with pytest.raises(TypeError, match="missing a required argument: 'out'"):
        kernel(scale=1)


def test_members_of_an_enum_share_a_version():
    kernel = gpujit.gpujit(target="interpreter")(chosen)
    for mode in Mode:
        for edge in Edge:
            kernel(mode, edge, np.zeros(4))
    assert len(kernel.signatures) == 1


def test_members_of_different_enums_in_one_variable():
    fn = define("def f(n, out):\n    m = A.FAST if n else B.FAST\n    out[0] = m.value\n", {"A": Mode, "B": Other})
    with pytest.raises(gpujit.TypingError, match=r"Mode.*Other"):
        gpujit.gpujit(target="interpreter")(fn)(1, np.zeros(1))
