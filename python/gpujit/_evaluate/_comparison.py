# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether an output is the expected one: element by element, as a set, by keys, or by its share of right neighbours."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ._contract import Contract


@dataclass(frozen=True)
class Fault:
    """What is wrong. `code`: "wrong", "nan", "shape", "dtype", "input-changed", "nan-reference", "raised", "recall" or
    "fast-math"."""

    code: str
    message: str
    output: int | None = None
    index: tuple[int, ...] | None = None


def compare_outputs(contract: Contract, expected: tuple, actual: tuple, equal_nan: bool = False) -> Fault | None:
    """The first fault of the outputs, one array each in the contract's order: its worst element."""
    for k, wanted, got in zip(contract.outputs, expected, actual, strict=True):
        fault = _same_kind(k, wanted, got)
        if fault:
            return fault
    if contract.order != "exact":
        expected, actual = _sorted(contract.order, expected), _sorted(contract.order, actual)
    for k, wanted, got in zip(contract.outputs, expected, actual, strict=True):
        if contract.recall is not None:
            fault = _recall(contract, k, wanted, got)
        else:
            fault = _elements(contract, k, wanted, got, equal_nan)
        if fault:
            return fault
    return None


def _same_kind(k: int, expected: np.ndarray, actual: np.ndarray) -> Fault | None:
    if actual.shape != expected.shape:
        return Fault("shape", f"output {k} has shape {actual.shape}, the reference {expected.shape}", k)
    if actual.dtype != expected.dtype:
        return Fault("dtype", f"output {k} is {actual.dtype}, the reference {expected.dtype}: a change of precision", k)
    return None


def _sorted(order: str, arrays: tuple) -> tuple:
    """The arrays with their elements, or rows, in one order: each its own ("set"), or all by the first ("keys")."""
    if order == "keys":
        rank = _rank(arrays[0])
        return tuple(a[rank] for a in arrays)
    return tuple(a[_rank(a)] for a in arrays)


def _rank(array: np.ndarray) -> np.ndarray:
    flat = array.reshape(len(array), -1)
    return np.lexsort(flat.T[::-1]) if len(array) else np.arange(0)


def recall_of(expected: np.ndarray, actual: np.ndarray) -> float:
    """The share of the expected k entries of each row that the row has, each counted once: recall@k."""
    rows = zip(expected.reshape(-1, expected.shape[-1]), actual.reshape(-1, actual.shape[-1]), strict=True)
    found = sum(len(set(e.tolist()) & set(a.tolist())) for e, a in rows)
    return found / max(expected.size, 1)


def _recall(contract: Contract, k: int, expected: np.ndarray, actual: np.ndarray) -> Fault | None:
    if expected.ndim < 1 or expected.size == 0:
        return None
    recall = recall_of(expected, actual)
    if recall >= contract.recall:
        return None
    said = f"output {k} has recall@{expected.shape[-1]} {recall:.3f}, below the {contract.recall:g} asked for"
    return Fault("recall", said, k)


def _elements(contract: Contract, k: int, expected: np.ndarray, actual: np.ndarray, equal_nan: bool) -> Fault | None:
    wanted_nan, is_nan = expected != expected, actual != actual
    if not equal_nan and wanted_nan.any() and (not contract.equal_nan or wanted_nan.all()):
        return Fault("nan-reference", f"the reference's output {k} has NaN, which would validate anything", k)
    if (wanted_nan != is_nan).any():
        index = _first(wanted_nan != is_nan)
        return Fault("nan", f"output {k} at {index} is {actual[index]}, expected {expected[index]}", k, index)
    same = (actual == expected) | wanted_nan
    if same.all():
        return None
    rtol, atol = contract.tolerance(expected.dtype)
    if contract.ulp is not None and expected.dtype.kind == "f":
        excess = _ulps(expected, actual) - contract.ulp
    elif expected.dtype.kind not in "fc" and not (rtol or atol):
        index = _first(~same)
        return Fault("wrong", f"output {k} at {index} is {actual[index]}, expected {expected[index]}; "
                              f"{int((~same).sum())} of {same.size} elements are wrong", k, index)
    else:
        excess = _excess(expected, actual, rtol, atol)
    excess[same] = -np.inf
    index = tuple(int(i) for i in np.unravel_index(np.argmax(excess), excess.shape))
    if excess[index] <= 0:
        return None
    return Fault("wrong", f"output {k} at {index} is {actual[index]}, expected {expected[index]}; "
                          f"{int((excess > 0).sum())} of {excess.size} elements are wrong", k, index)


def _excess(expected: np.ndarray, actual: np.ndarray, rtol: float, atol: float) -> np.ndarray:
    wide = complex if expected.dtype.kind == "c" else float
    with np.errstate(invalid="ignore", over="ignore"):
        a, e = actual.astype(wide), expected.astype(wide)
        excess = np.abs(a - e) - (atol + rtol * np.abs(e))
        excess[~(np.isfinite(a) & np.isfinite(e))] = np.inf
    return excess


def _ulps(expected: np.ndarray, actual: np.ndarray) -> np.ndarray:
    """How many representable numbers lie between: their bits count them, negative numbers mirrored."""
    def steps(array: np.ndarray) -> np.ndarray:
        bits = array.view(f"i{array.itemsize}").astype(object if array.itemsize == 8 else np.int64)
        return np.where(bits < 0, -(2**(8 * array.itemsize - 1)) - bits, bits)

    distance = np.abs(steps(np.ascontiguousarray(actual)) - steps(np.ascontiguousarray(expected))).astype(float)
    distance[np.isinf(actual) | np.isinf(expected)] = np.inf
    return distance.reshape(expected.shape)


def _first(mask: np.ndarray) -> tuple[int, ...]:
    return tuple(int(i) for i in np.unravel_index(np.argmax(mask), mask.shape))
