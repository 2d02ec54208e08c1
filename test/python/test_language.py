# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small programs over the whole language: on the interpreter each must do what Python does, or raise what Python raises."""

import inspect
import warnings

import numpy as np
import pytest

import gpujit
import programs_control  # noqa: F401
from conftest import compiled
from programs import ARGUMENTS, PROGRAMS

pytestmark = compiled


def outcome(function, names):
    """(the arguments afterwards, the result), or the class of what was raised."""
    args = [ARGUMENTS[name]() for name in names]
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            result = function(*args)
        except Exception as error:
            return type(error), str(error).partition("\n")[0]
    return args, result


@pytest.mark.parametrize("fn", PROGRAMS, ids=lambda fn: fn.__name__)
def test_program(fn):
    names = list(inspect.signature(fn).parameters)
    expected, expected_result = outcome(fn, names)
    got, result = outcome(gpujit.gpujit(target="interpreter", fp="strict")(fn), names)
    if isinstance(expected, type):
        assert got is expected, (got, result)
        assert fn.__name__.startswith("raises_")
        return
    assert not isinstance(got, type), (got, result)
    assert not fn.__name__.startswith("raises_"), "the program was to raise"
    assert type(result) is type(expected_result) and result == expected_result
    for name, before, after in zip(names, expected, got, strict=True):
        np.testing.assert_array_equal(after, before, err_msg=name)


@pytest.mark.parametrize("fn", [fn for fn in PROGRAMS if fn.__module__ != "programs"], ids=lambda fn: fn.__name__)
def test_program_assembles(fn, assemble):
    args = [ARGUMENTS[name]() for name in inspect.signature(fn).parameters]
    assemble(gpujit.gpujit(fn).inspect("ptx", *args))
