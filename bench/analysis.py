# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How long the verdicts take: for each kernel of test/cases, and for loops of 10 to 1000 statements.

    PYTHONPATH=build/python python bench/analysis.py

A time is the least of several compilations: all passes on pyk up to the verdicts, in milliseconds.
"""

from __future__ import annotations

import json
import linecache
import pathlib
import sys

import numpy as np

from gpujit._kernel import Kernel
from gpujit._options import DEFAULTS

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "test" / "cases"))
REPEATS = 5

# One statement of a generated loop, by its number.
SHAPES = {
    "one array": "a[i, {k}] = a[i, {k}] * 2 + b[i]",
    "neighbours": "a[i, {k}] = a[i, {k} + 1] + b[i + {k}]",
    "strides": "b[{n} * i + {k}] = a[i, {k}] + c[i]",
    "many arrays": "{array}[i] = {array}[i] + b[i + {k}]",
}
ARRAYS = 16


def milliseconds(kernel, *args, repeats: int = REPEATS) -> float:
    """The least time of the analysis, in milliseconds."""
    times = []
    for _ in range(repeats):
        fresh = Kernel(kernel, {**DEFAULTS, "target": "interpreter"})
        case, snapshot, _ = fresh._case(args, "interpreter")
        program = fresh._compile(case, snapshot, ["report"])
        times.append(json.loads(program.text("stats"))["analysis_ms"])
    return min(times)


def generated(shape: str, statements: int):
    """A kernel of one loop with this many statements, and its arguments."""
    names = [f"x{k}" for k in range(ARRAYS)]
    lines = [f"def generated(a, b, c, {', '.join(names)}):", "    for i in range(4):"]
    for k in range(statements):
        lines.append("        " + SHAPES[shape].format(k=k, n=statements, array=names[k % ARRAYS]))
    source = "\n".join(lines) + "\n"
    file = f"<{shape}, {statements} statements>"
    linecache.cache[file] = (len(source), None, source.splitlines(True), file)
    scope: dict = {}
    exec(compile(source, file, "exec"), scope)
    vectors = [np.zeros(8192) for _ in range(ARRAYS + 2)]
    return scope["generated"], [np.zeros((8, 1024)), *vectors]


def case_times() -> dict[str, float]:
    """By kernel of test/cases."""
    from loops import CASES

    return {case["name"]: milliseconds(case["fn"], *case["make"](np.random.default_rng(0))) for case in CASES}


def growth(shape: str, sizes=(10, 100, 1000)) -> dict[int, float]:
    """By number of statements."""
    found = {}
    for size in sizes:
        kernel, args = generated(shape, size)
        found[size] = milliseconds(kernel, *args, repeats=3 if size > 100 else REPEATS)
    return found


def main() -> None:
    times = case_times()
    slowest = sorted(times, key=times.get, reverse=True)[:8]
    print(f"{len(times)} kernels of test/cases: median {np.median(list(times.values())):.2f} ms")
    for name in slowest:
        print(f"  {name:24} {times[name]:8.2f} ms")
    for shape in SHAPES:
        print(f"{shape:12} " + ", ".join(f"{size} statements {time:.1f} ms" for size, time in growth(shape).items()))


if __name__ == "__main__":
    main()
