# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whole programs of examples/programs: each compiles as it stands, gets its verdicts, and agrees with an independent NumPy
reference in plain Python, on the interpreter, on the simulated device under several schedules, and on a GPU."""

import importlib
import os
import sys
import warnings

import numpy as np
import pytest

import gpujit
from conftest import ROOT, compiled

FOLDER = ROOT / "examples" / "programs"
sys.path.insert(0, str(FOLDER))

from program import copied  # noqa: E402

pytestmark = compiled

FAMILIES = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "program")
PROGRAMS = [program for family in FAMILIES for program in importlib.import_module(family).PROGRAMS]
# GPUJIT_SCHEDULES=50 is the long run.
SCHEDULES = int(os.environ.get("GPUJIT_SCHEDULES", "2"))

by_name = pytest.mark.parametrize("program", PROGRAMS, ids=[program.name for program in PROGRAMS])


def compiled_for(program, target):
    return gpujit.gpujit(**program.kernel.options | {"target": target})(program.kernel.py_func)


def check(program, function, size):
    """Runs a program on fresh inputs and compares every argument and the result with the reference's."""
    arguments = program.inputs(np.random.default_rng(3), *size)
    expected, found = copied(arguments), copied(arguments)
    wanted = program.reference(*expected)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", gpujit.PerformanceWarning)
        result = function(*found)
    assert (result is None) == (wanted is None)
    for e, f in zip([wanted, *expected], [result, *found], strict=True):
        if isinstance(e, (int, float, np.ndarray, np.generic)):
            scale = np.abs(e).max(initial=0)
            assert np.allclose(f, e, rtol=0, atol=program.tolerance * scale), f"expected {e}, found {f}"


@by_name
def test_agrees_in_plain_python(program):
    check(program, program.kernel.py_func, program.small)


@by_name
def test_agrees_on_the_interpreter(program):
    check(program, compiled_for(program, "interpreter"), program.small)


@by_name
def test_agrees_on_the_simulated_device(program):
    """A compiled program has another schedule at each launch."""
    function = compiled_for(program, "simulated:1")
    for _ in range(SCHEDULES):
        check(program, function, program.small)


@by_name
@pytest.mark.gpu
def test_agrees_on_a_gpu(program):
    check(program, compiled_for(program, "cuda"), program.small)


@by_name
def test_verdicts(program):
    arguments = program.inputs(np.random.default_rng(0), *program.small)
    loops = compiled_for(program, "simulated").explain(*arguments).loops
    assert [loop.verdict for loop in loops] == program.verdicts, loops
