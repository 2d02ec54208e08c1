# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a benchmark of bench/kernels consists of."""

import importlib
import pathlib
import sys
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

FOLDER = pathlib.Path(__file__).resolve().parent
EXAMPLES = FOLDER.parent / "examples"
for _path in (FOLDER, EXAMPLES, EXAMPLES / "programs"):
    if str(_path) not in sys.path:
        sys.path.append(str(_path))


def _all_bytes(arguments) -> int:
    return sum(a.nbytes for a in arguments if isinstance(a, np.ndarray))


@dataclass(frozen=True)
class Benchmark:
    """A plain loop under @gpujit, its inputs, and an independent answer.

    `inputs(random, *size)` gives the arguments; `reference(*arguments)` leaves in those numbered `outputs` what the kernel
    must. `verdicts` are those of the kernel's own `for` loops, in the order of the source. `small` is a size for tests,
    `checked` one at which NumPy is waited for, `large` the one that is timed (the same, unless given). `tolerance` is
    relative to an output's largest value. `moved(arguments)` are the bytes that must cross the memory's pins: all arrays
    once, unless given. `operations(arguments)` is counted in `unit`. `quality(expected, found)` replaces the comparison of
    outputs where several answers are right; it gives a share, and 1 is right.
    """

    kernel: Callable
    inputs: Callable
    reference: Callable
    outputs: tuple[int, ...]
    verdicts: list[str]
    small: tuple
    checked: tuple
    large: tuple = ()
    tolerance: float = 1e-5
    moved: Callable = _all_bytes
    operations: Callable | None = None
    unit: str = ""
    quality: Callable | None = None
    called: str = ""

    @property
    def name(self) -> str:
        return self.called or self.kernel.__name__

    @property
    def timed(self) -> tuple:
        return self.large or self.checked


def copied(arguments) -> tuple:
    """The arguments, with arrays of their own."""
    return tuple(a.copy() if isinstance(a, np.ndarray) else a for a in arguments)


def difference(benchmark: Benchmark, expected, found) -> float:
    """By how much two lists of outputs differ, relative to each one's largest value; NaN must meet NaN."""
    if benchmark.quality:
        return 1 - benchmark.quality(expected, found)
    worst = 0.0
    for e, f in zip(expected, found, strict=True):
        e, f = np.asarray(e, np.float64), np.asarray(f, np.float64)  # noqa: PLW2901
        if e.shape != f.shape or (np.isfinite(e) != np.isfinite(f)).any():
            return float("inf")
        scale = max(float(np.abs(e).max(initial=0, where=np.isfinite(e))), 1e-300)
        worst = max(worst, float(np.abs(f - e).max(initial=0, where=np.isfinite(e))) / scale)
    return worst


def answers(benchmark: Benchmark, arguments) -> list[np.ndarray]:
    """The reference's outputs for these arguments, which stay as they are."""
    own = copied(arguments)
    benchmark.reference(*own)
    return [own[k] for k in benchmark.outputs]


def benchmarks(names=()) -> list[Benchmark]:
    """Those of bench/kernels; or of these names or families, in this order. Raises SystemExit for a name that none has."""
    families = sorted(path.stem for path in (FOLDER / "kernels").glob("*.py"))
    suite = [(family, b) for family in families for b in importlib.import_module(f"kernels.{family}").BENCHMARKS]
    if unknown := set(names) - {name for family, b in suite for name in (family, b.name)}:
        sys.exit(f"no benchmark is called {', '.join(sorted(unknown))}")
    return [b for name in names for family, b in suite if name in (family, b.name)] or [b for _, b in suite]
