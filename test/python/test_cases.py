# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The kernels of test/cases against Python itself, on the interpreter and on a GPU.

A kernel is right, or refused with a clear UnsupportedError: a wrong answer and any other exception fail. How many are
right may only grow: `FLOOR`.
"""

import functools
import warnings

import numpy as np
import pytest

import gpujit
from conftest import compiled, shown
from loops import CASES
from refused import REFUSED

pytestmark = compiled

FLOOR = {"interpreter": {"loops": 57, "refused": 16}, "cuda": {"loops": 57, "refused": 16},
         "simulated": {"loops": 57, "refused": 16}}
TARGETS = ["interpreter", "simulated", pytest.param("cuda", marks=pytest.mark.gpu)]
BY_NAME = {case["name"]: case for case in CASES + REFUSED}


def same(got, expected, fp) -> bool:
    """Whether an argument after the call is as Python left it. `fp`: "exact", or an error relative to the largest value."""
    if not isinstance(expected, (np.ndarray, np.generic)):
        return type(got) is type(expected) and got == expected
    if got.dtype != expected.dtype or got.shape != expected.shape:
        return False
    if fp == "exact" or not expected.size or expected.dtype.kind not in "fc":
        return np.array_equal(got, expected, equal_nan=expected.dtype.kind == "f")
    return np.allclose(got, expected, rtol=fp, atol=fp * np.nanmax(np.abs(expected)), equal_nan=True)


def compile_case(case, target):
    options = {"fp": "strict"} if case.get("strict") else {}
    return gpujit.gpujit(target=target, **options)(case["fn"])


@functools.cache
def outcome(name: str, target: str) -> str:
    """"right", "refused: why", or what is wrong."""
    return answer(BY_NAME[name], compile_case(BY_NAME[name], target))


def answer(case, kernel) -> str:
    """The outcome of one call of a case's kernel."""
    expected, args = (case["make"](np.random.default_rng(0)) for _ in range(2))
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        result = case["fn"](*expected)
        try:
            got = kernel(*args)
        except gpujit.UnsupportedError as error:
            return f"refused: {error.message} (line {error.line})"
        except Exception as error:
            return f"{type(error).__name__}: {error}"
    if got != result:
        return f"returned {got!r} for {result!r}"
    wrong = [k for k in range(len(args)) if not same(args[k], expected[k], case["fp"])]
    return "right" if not wrong else "\n".join(f"argument {k}:\n{args[k]}\nfor\n{expected[k]}" for k in wrong)


@functools.cache
def refusal(name: str, target: str) -> str:
    """"right", "refused: why", or what is wrong, for a kernel that mustn't run to its end."""
    case = BY_NAME[name]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            gpujit.gpujit(target=target, **case["options"])(case["fn"])(*case["args"]())
    except Exception as error:
        text = f"{type(error).__name__}: {error}"
        if type(error).__name__ == case["error"] and all(word in text for word in case["words"]):
            return "right"
        return f"refused: {text}" if isinstance(error, gpujit.CompileError) else text
    return "ran to its end"


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", [case["name"] for case in CASES])
def test_right_or_refused(name, target):
    found = outcome(name, target)
    assert found == "right" or found.startswith("refused: "), found


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", [case["name"] for case in REFUSED])
def test_raises(name, target):
    found = refusal(name, target)
    assert found == "right" or found.startswith("refused: "), found


@pytest.mark.parametrize("target", TARGETS)
def test_enough_are_right(target, capsys):
    for part, find, cases in (("loops", outcome, CASES), ("refused", refusal, REFUSED)):
        found = {case["name"]: find(case["name"], target) for case in cases}
        right = [name for name, text in found.items() if text == "right"]
        rest = [f"  {name}: {shown(text)}" for name, text in found.items() if text != "right"]
        with capsys.disabled():
            print("\n".join([f"\n{part} on {target}: {len(right)} of {len(cases)} right; not yet:", *rest]))
        assert len(right) >= FLOOR[target][part]


@pytest.mark.parametrize("name", [case["name"] for case in CASES])
def test_no_verdict_is_too_bold(name):
    """A loop is what the case says, or taken in order; never parallel where that would be wrong."""
    case = BY_NAME[name]
    args = case["make"](np.random.default_rng(0))
    loops = compile_case(case, "interpreter").explain(*args).loops
    assert len(loops) == len(case["loops"])
    for loop, allowed in zip(loops, case["loops"], strict=True):
        allowed = {allowed} if isinstance(allowed, str) else allowed
        assert allowed is None or loop.verdict in allowed | {"sequential"}, loop
        assert loop.reason or loop.verdict != "sequential", loop
