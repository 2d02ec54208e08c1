# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether the results are right: element by element, on fresh inputs, before anything is timed and after."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ._contract import Contract, ContractError


@dataclass(frozen=True)
class Fault:
    """What is wrong. `code`: "wrong", "nan", "shape", "dtype", "input-changed", "nan-reference" or "fast-math"."""

    code: str
    message: str
    output: int | None = None
    index: tuple[int, ...] | None = None


@dataclass(frozen=True)
class Problem:
    """Arguments that stay as they were made, and copies of the outputs that they must give."""

    arguments: tuple
    expected: tuple[np.ndarray, ...]


def copied(arguments: tuple) -> tuple:
    """The arguments with arrays of their own, strides kept."""
    return tuple(a.copy(order="K") if isinstance(a, np.ndarray) else a for a in arguments)


def problem(contract: Contract, size: int, seed: int) -> Problem:
    """Inputs of a size, and the reference's outputs, which share no memory with anything that a kernel is given."""
    arguments = tuple(contract.inputs(np.random.default_rng(seed), size))
    expected = contract.reference(*copied(arguments))
    expected = expected if isinstance(expected, tuple) else (expected,)
    if len(expected) != len(contract.outputs):
        raise ContractError(f"reference gives {len(expected)} outputs, the contract lists {len(contract.outputs)}")
    return Problem(arguments, tuple(np.array(e, copy=True) for e in expected))


def fresh(contract: Contract, what: Problem) -> tuple:
    """Arguments for one run: copies, with outputs that hold a value no kernel would leave there by luck."""
    arguments = copied(what.arguments)
    for k in set(contract.outputs) - set(contract.inout):
        array = arguments[k]
        array[...] = np.nan if array.dtype.kind in "fc" else array.dtype.type(True if array.dtype.kind == "b" else 0x5A)
    return arguments


def compare(contract: Contract, what: Problem, arguments: tuple) -> Fault | None:
    """The first fault of a run's arguments against what was expected: the worst element of the first wrong output."""
    for k, expected in zip(contract.outputs, what.expected, strict=True):
        fault = _compare(contract, k, expected, arguments[k])
        if fault:
            return fault
    for k, (before, after) in enumerate(zip(what.arguments, arguments, strict=True)):
        if k not in contract.outputs and isinstance(before, np.ndarray) and before.tobytes() != after.tobytes():
            return Fault("input-changed", f"argument {k} was changed, and isn't an output", k)
    return None


def _compare(contract: Contract, k: int, expected: np.ndarray, actual: np.ndarray) -> Fault | None:
    if actual.shape != expected.shape:
        return Fault("shape", f"output {k} has shape {actual.shape}, the reference {expected.shape}", k)
    if actual.dtype != expected.dtype:
        return Fault("dtype", f"output {k} is {actual.dtype}, the reference {expected.dtype}: a change of precision", k)
    wanted_nan, is_nan = expected != expected, actual != actual
    if wanted_nan.any() and (not contract.equal_nan or wanted_nan.all()):
        return Fault("nan-reference", f"the reference's output {k} has NaN, which would validate anything", k)
    if (wanted_nan != is_nan).any():
        index = _first(wanted_nan != is_nan)
        return Fault("nan", f"output {k} at {index} is {actual[index]}, expected {expected[index]}", k, index)
    rtol, atol = contract.tolerance(expected.dtype)
    same = (actual == expected) | wanted_nan
    if same.all():
        return None
    if expected.dtype.kind not in "fc" and not (rtol or atol):
        index = _first(~same)
        return Fault("wrong", f"output {k} at {index} is {actual[index]}, expected {expected[index]}", k, index)
    wide = complex if expected.dtype.kind == "c" else float
    with np.errstate(invalid="ignore", over="ignore"):
        a, e = actual.astype(wide), expected.astype(wide)
        excess = np.where(same, -np.inf, np.abs(a - e) - (atol + rtol * np.abs(e)))
        excess[~same & ~(np.isfinite(a) & np.isfinite(e))] = np.inf
    index = tuple(int(i) for i in np.unravel_index(np.argmax(excess), excess.shape))
    if excess[index] <= 0:
        return None
    return Fault("wrong", f"output {k} at {index} is {actual[index]}, expected {expected[index]}; "
                          f"{int((excess > 0).sum())} of {excess.size} elements are wrong", k, index)


def _first(mask: np.ndarray) -> tuple[int, ...]:
    return tuple(int(i) for i in np.unravel_index(np.argmax(mask), mask.shape))


def check(contract: Contract, run: Callable, strict: Callable | None = None) -> tuple[Fault | None, bool]:
    """(the first fault over edges and sizes, whether two runs gave the same bits).

    `strict` is the kernel with each operation rounded: when it is right where `run` isn't, fast mathematics is to blame.
    """
    repeats = True
    for number, size in enumerate([*contract.edges, *contract.sizes]):
        what = problem(contract, size, contract.seed + number)
        first, second = fresh(contract, what), fresh(contract, what)
        run(*first)
        fault = compare(contract, what, first)
        if fault:
            return _blame(contract, what, fault, strict), repeats
        run(*second)
        fault = compare(contract, what, second)
        if fault:
            return fault, False
        repeats &= all(first[k].tobytes() == second[k].tobytes() for k in contract.outputs)
    return None, repeats


def _blame(contract: Contract, what: Problem, fault: Fault, strict: Callable | None) -> Fault:
    if strict is None or fault.code not in ("wrong", "nan"):
        return fault
    arguments = fresh(contract, what)
    strict(*arguments)
    if compare(contract, what, arguments):
        return fault
    return Fault("fast-math", f"{fault.message}; right with fp=\"strict\"", fault.output, fault.index)
