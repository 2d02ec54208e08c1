# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs one program as Python and on a target, and says whether they differ."""

from __future__ import annotations

import contextlib
import linecache
import math
import signal
import warnings
from typing import NamedTuple

import numpy as np

from .. import _errors
from .._kernel import Kernel
from .._options import check as options


class Outcome(NamedTuple):
    """`status` is "same", "rounded" (a reduction of floats in another order), "chaotic" (the same, and what was made of the
    sum, by `%` or a comparison, isn't close any more), "refused" (a clear error of the compiler), "limit" (an int left
    64 bits) or "different", with the reason in `text`."""

    status: str
    text: str = ""


def load(source: str, name: str):
    """The function `kernel` of a program's text; its source can be read as if it came from the file `name`."""
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    scope = {"np": np, "math": math, "__name__": name}
    exec(compile(source, name, "exec"), scope)
    return scope["kernel"]


class EndlessError(Exception):
    """A program that ran longer than LIMIT: a shrunk one may have lost what ends its loop."""


LIMIT = 60.0  # seconds of the processor for one run of a small program: a busy machine isn't a finding


@contextlib.contextmanager
def _time_limit():
    def stop(*_):
        raise EndlessError

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, LIMIT)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def run(function, arguments: list) -> tuple[type | None, str]:
    """The class and text of the exception that a call raises; None for none."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            with _time_limit():
                function(*arguments)
        except Exception as error:
            return type(error), str(error)
    return None, ""


def compare(source: str, name: str, arguments, target: str, fp: str = "strict") -> Outcome:
    """Runs the program's kernel on `arguments()` as Python and on the target. Arrays must be equal bit for bit (any NaN
    equals any NaN); where Python raises, the target must raise the same class."""
    expected, found = arguments(), arguments()
    try:
        function = load(source, name)
        raised, text = run(function, expected)
        if raised is EndlessError:
            return Outcome("refused", "endless")
        kernel = Kernel(function, options({"target": target, "fp": fp}))
        ours, message = run(kernel, found)
    finally:
        linecache.cache.pop(name, None)
    if ours is not None and issubclass(ours, _errors.CompileError):
        internal = "GJ099" in message
        return Outcome("different" if internal else "refused", message)
    if ours is OverflowError and raised is not OverflowError and "64 bits" in message:
        return Outcome("limit", message)  # where gpujit stops and Python goes on
    if ours is not raised:
        return Outcome("different", f"Python: {_name(raised)} {text}\n{target}: {_name(ours)} {message}")
    if raised is not None:
        return Outcome("same")
    status = "same"
    for k, (a, b) in enumerate(zip(expected, found, strict=True)):
        if isinstance(a, np.ndarray) and not _equal(a, b):
            if target != "interpreter" and _adds_floats(kernel, found):
                status = "rounded" if _is_close(a, b) and status != "chaotic" else "chaotic"
                continue
            at = tuple(int(x) for x in np.argwhere(~_equal_elements(a, b))[0])
            return Outcome("different", f"argument {k} at {at}: Python {a[at]!r}, {target} {b[at]!r}")
    return Outcome(status)


def _adds_floats(kernel: Kernel, arguments: list) -> bool:
    """Whether the kernel has float sums or products of many threads, which come in another order than Python's."""
    report = kernel.explain(*arguments)
    spread = ("grid", "threads of a block", "block for each")
    many = any(loop.verdict in ("reduction", "atomic") and loop.mapping.startswith(spread)
               for loop in [*report.loops, *report.inner])
    return many and any(isinstance(a, np.ndarray) and a.dtype.kind == "f" for a in arguments)


def _is_close(a: np.ndarray, b: np.ndarray) -> bool:
    """Whether floats differ by no more than some roundings, of values as large as the largest element."""
    if a.dtype.kind != "f":
        return False
    with np.errstate(all="ignore"):
        largest = np.max(np.abs(a), initial=0, where=np.isfinite(a))
        eps = np.finfo(a.dtype).eps
        return np.allclose(a, b, rtol=2000 * eps, atol=200 * eps * largest, equal_nan=True)


def _name(exception: type | None) -> str:
    return exception.__name__ if exception else "no exception"


def _equal_elements(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    same = a == b
    if a.dtype.kind == "f":
        same = (same & (np.signbit(a) == np.signbit(b))) | (np.isnan(a) & np.isnan(b))
    return same


def _equal(a: np.ndarray, b: np.ndarray) -> bool:
    return bool(_equal_elements(a, b).all())
