# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How long the verdicts take: for each kernel of test/cases, for loops of 10 to 1000 statements, and for kernels whose
proofs don't end within the budget.

    PYTHONPATH=build/python python bench/analysis.py [--out FILE]

A time is that of all passes on pyk up to the verdicts, the least of several compilations, in milliseconds; of generated
kernels it is the processor's. The record is JSON.
"""

from __future__ import annotations

import argparse
import datetime
import json
import linecache
import pathlib
import platform
import sys
import time

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
    """The least time that the analysis took in several compilations."""
    fresh, case, snapshot = _prepared(kernel, args)
    return min(json.loads(fresh._compile(case, snapshot, ["report"]).text("stats"))["analysis_ms"] for _ in range(repeats))


def processor_milliseconds(kernel, *args, repeats: int) -> float:
    """The processor's time for the analysis, for times so long that other processes interrupt them: what a compilation up
    to the verdicts takes more than the import alone, the least of several times of each."""
    fresh, case, snapshot = _prepared(kernel, args)

    def least(stages: list[str]) -> float:
        times = []
        for _ in range(repeats):
            start = time.process_time()
            fresh._compile(case, snapshot, stages)
            times.append(time.process_time() - start)
        return min(times)

    return 1e3 * (least(["report"]) - least(["pyk"]))


def _prepared(kernel, args) -> tuple:
    fresh = Kernel(kernel, {**DEFAULTS, "target": "interpreter"})
    return (fresh, *fresh._case(args, "interpreter")[:2])


def defined(name: str, lines: list[str]):
    """The kernel `name` with this source."""
    source = "\n".join(lines) + "\n"
    file = f"<{name}, {len(lines)} lines>"
    linecache.cache[file] = (len(source), None, source.splitlines(True), file)
    scope: dict = {}
    exec(compile(source, file, "exec"), scope)
    return scope[name]


def generated(shape: str, statements: int):
    """A kernel of one loop with this many statements, and its arguments."""
    names = [f"x{k}" for k in range(ARRAYS)]
    lines = [f"def generated(a, b, c, {', '.join(names)}):", "    for i in range(4):"]
    for k in range(statements):
        lines.append("        " + SHAPES[shape].format(k=k, n=statements, array=names[k % ARRAYS]))
    vectors = [np.zeros(8192) for _ in range(ARRAYS + 2)]
    return defined("generated", lines), [np.zeros((8, 1024)), *vectors]


# Nests of five loops whose statements need a proof each, and some that all may meet, by what their subscripts are made of.
HARD = {
    "row-major": ("a[{s}, (((i * n + j) * n + k) * n + l) * n + m]", "b[i]"),
    "constants": ("a[{s}, (((i * 7 + j) * 7 + k) * 7 + l) * {p} + m]", "b[i]"),
    "rings": ("a[{s}, (i + {s}) % n, (j * n + k) % (n * n), l * n + m]", "b[i]"),
    "that meet": ("b[(((i + {s}) * n + j) * n + k) * n + l * {p} + m]", "b[n * n - 1 - i * {p} - j // {p} - k % {p} + l]"),
}


def hard(shape: str, statements: int):
    """A kernel and its arguments."""
    lines = ["def hard(a, b, n):"]
    for depth, name in enumerate("ijklm"):
        lines.append("    " * (depth + 1) + f"for {name} in range({7 if shape == 'constants' else 'n'}):")
    for s in range(statements):
        left, right = (text.format(s=s, p=s + 7) for text in HARD[shape])
        lines.append(" " * 24 + f"{left} = {right} + 1")
    rank = 4 if shape == "rings" else 2
    return defined("hard", lines), [np.zeros((1,) * rank), np.zeros(8), 3]


def cases() -> list[dict]:
    """The kernels of test/cases."""
    from loops import CASES

    return CASES


def call(case: dict) -> list:
    """A case's kernel and its arguments."""
    return [case["fn"], *case["make"](np.random.default_rng(0))]


def case_times() -> dict[str, float]:
    """By kernel of test/cases."""
    return {case["name"]: milliseconds(*call(case), repeats=20) for case in cases()}


def growth(shape: str, sizes=(10, 100, 1000)) -> dict[int, float]:
    """By number of statements."""
    found = {}
    for size in sizes:
        kernel, args = generated(shape, size)
        found[size] = processor_milliseconds(kernel, *args, repeats=3 if size > 100 else 20)
    return found


def hard_time(shape: str, statements: int) -> float:
    """Of one kernel of HARD."""
    kernel, args = hard(shape, statements)
    return processor_milliseconds(kernel, *args, repeats=1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", help="file for the record")
    options = parser.parse_args()
    times = case_times()
    slowest = sorted(times, key=times.get, reverse=True)[:8]
    print(f"{len(times)} kernels of test/cases: median {np.median(list(times.values())):.2f} ms")
    for name in slowest:
        print(f"  {name:24} {times[name]:8.2f} ms")
    grown = {shape: growth(shape) for shape in SHAPES}
    for shape, found in grown.items():
        print(f"{shape:12} " + ", ".join(f"{size} statements {time:.1f} ms" for size, time in found.items()))
    proofs = {shape: {size: hard_time(shape, size) for size in (1, 10, 100, 400)} for shape in HARD}
    for shape, found in proofs.items():
        print(f"{shape:12} " + ", ".join(f"{size} statements {time:.0f} ms" for size, time in found.items()))
    if options.out:
        record = {
            "schema": 1, "date": datetime.date.today().isoformat(), "command": "python bench/analysis.py",
            "machine": _machine(), "python": platform.python_version(), "unit": "milliseconds",
            "what": "all passes on pyk up to the verdicts, the least of several times; of generated kernels processor time",
            "cases": times, "statements": grown, "hard proofs in nests of five loops, by statements": proofs,
        }
        pathlib.Path(options.out).write_text(json.dumps(record, indent=1) + "\n")


def _machine() -> str:
    """The processor's name."""
    info = pathlib.Path("/proc/cpuinfo")
    names = [line for line in info.read_text().splitlines() if line.startswith("model name")] if info.exists() else []
    return names[0].partition(":")[2].strip() if names else platform.processor()


if __name__ == "__main__":
    main()
