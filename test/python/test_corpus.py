# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The corpus of dependence patterns: verdicts, values, and what the documentation says of them."""

import copy
import pathlib

import numpy as np
import pytest

import corpus
from conftest import compiled
from gpujit import gpujit

pytestmark = compiled
DOCS = pathlib.Path(__file__).parents[2] / "docs" / "verdicts.md"
each = pytest.mark.parametrize("entry", corpus.LOOPS, ids=lambda entry: entry.fn.__name__)


def test_there_are_enough():
    assert len(corpus.LOOPS) >= 120
    assert len({entry.fn.__name__ for entry in corpus.LOOPS}) == len(corpus.LOOPS)
    assert len({entry.family for entry in corpus.LOOPS}) == 16


@each
def test_verdicts(entry):
    report = gpujit(target="interpreter")(entry.fn).explain(*corpus.arguments(entry.fn))
    reasons = [f"{loop.line}: {loop.reason}" for loop in report.loops]
    assert "".join(corpus.LETTERS[loop.verdict] for loop in report.loops) == entry.verdicts, reasons


def run(call, fn) -> list:
    args = corpus.arguments(fn)
    before = copy.deepcopy(args)
    result = call(*args)
    assert result is not None or any(not np.array_equal(a, b) for a, b in zip(args, before, strict=True))
    return [*args, result]


@each
@pytest.mark.parametrize("target", ["interpreter", "simulated"])
def test_values(entry, target):
    """The same as Python: exactly in order, up to rounding where sums have another order."""
    expected = run(entry.fn, entry.fn)
    found = run(gpujit(target=target)(entry.fn), entry.fn)
    for one, other in zip(expected, found, strict=True):
        if one is None:
            assert other is None
        elif target == "interpreter":
            np.testing.assert_array_equal(one, other)
        else:
            np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-12)


def test_documentation_is_current():
    assert corpus.table() in DOCS.read_text(), "put the output of `python test/python/corpus.py` into docs/verdicts.md"
