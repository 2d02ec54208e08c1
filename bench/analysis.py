# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How long the verdicts take: for each kernel of test/cases, for loops of 10 to 1000 statements, and for kernels whose
proofs don't end within the budget.

    PYTHONPATH=build/python python bench/analysis.py [--out FILE]

A time is the least of several compilations: all passes on pyk up to the verdicts, in milliseconds. The record is JSON.
"""

from __future__ import annotations

import argparse
import datetime
import json
import linecache
import pathlib
import platform
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


# Subscripts of a nest of five loops that no two of are alike: by hand in row-major order, folded, in rings, divided, mixed.
HARD = {
    "row-major": "(((i + {p}) * n + j) * n + k) * n + l * {q} + m",
    "skewed": "i * {p} + j * {q} + k * {r} + l * 7 + m",
    "folded": "n * n - 1 - i * {p} - j // {q} - k % {r} + l",
    "rings": "(i * {p} + j + k) % n * n + (l + {q}) % n",
    "mixed": "(i + {p}) // 3 * n + (j * {q} + k) % (n + {r}) + l * m",
}


def hard(shape: str, statements: int):
    """A nest of five loops whose statements all may meet, and its arguments."""
    lines = ["def hard(a, n):"]
    for depth, name in enumerate("ijklm"):
        lines.append("    " * (depth + 1) + f"for {name} in range({'n' if depth < 3 else 'i + 3'}):")
    for s in range(statements):
        left, right = (HARD[shape].format(p=s + t, q=3 * s + 2 + t, r=5 * s + 3 + t) for t in (0, 1))
        lines.append(" " * 24 + f"a[{left}] = a[{right}] + 1")
    return defined("hard", lines), [np.zeros(8), 3]


def cases() -> list[dict]:
    """The kernels of test/cases."""
    from loops import CASES

    return CASES


def call(case: dict) -> list:
    """A case's kernel and its arguments."""
    return [case["fn"], *case["make"](np.random.default_rng(0))]


def case_times() -> dict[str, float]:
    """By kernel of test/cases."""
    return {case["name"]: milliseconds(*call(case)) for case in cases()}


def growth(shape: str, sizes=(10, 100, 1000)) -> dict[int, float]:
    """By number of statements."""
    found = {}
    for size in sizes:
        kernel, args = generated(shape, size)
        found[size] = milliseconds(kernel, *args, repeats=3 if size > 100 else REPEATS)
    return found


def hard_time(shape: str, statements: int) -> float:
    """Of one kernel of HARD."""
    kernel, args = hard(shape, statements)
    return milliseconds(kernel, *args, repeats=1)


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
    proofs = {shape: {size: hard_time(shape, size) for size in (1, 4, 16, 64)} for shape in HARD}
    for shape, found in proofs.items():
        print(f"{shape:12} " + ", ".join(f"{size} statements {time:.0f} ms" for size, time in found.items()))
    if options.out:
        record = {
            "schema": 1, "date": datetime.date.today().isoformat(), "command": "python bench/analysis.py",
            "machine": _machine(), "python": platform.python_version(), "unit": "milliseconds",
            "what": "all passes on pyk up to the verdicts, least of several compilations",
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
