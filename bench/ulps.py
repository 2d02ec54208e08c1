# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The largest error of every math function, in units of the last place, on one target.

ulps.py [--target interpreter|cuda] [--count N]   measures, and writes bench/results/ulps-TARGET.json
ulps.py --doc                                     writes docs/precision.md from what was measured

The reference is the function in more digits: NumPy's 80-bit floats for float64, float64 for float32. Where there is no
such function (erf, gamma and their like), it is CPython's.
"""

import argparse
import json
import linecache
import math
import pathlib
import warnings

import numpy as np

from gpujit import gpujit

ROOT = pathlib.Path(__file__).resolve().parents[1]
RESULTS = ROOT / "bench" / "results"
DOC = ROOT / "docs" / "precision.md"
# name: range of the arguments; two numbers are a span of magnitudes, of both signs where the first is negative.
ONE = {"sqrt": (0, 1e30), "exp": (-80, 80), "exp2": (-120, 120), "expm1": (-80, 80), "log": (1e-30, 1e30),
       "log2": (1e-30, 1e30), "log10": (1e-30, 1e30), "log1p": (-0.999, 1e30), "sin": (-1e5, 1e5), "cos": (-1e5, 1e5),
       "tan": (-1e5, 1e5), "arcsin": (-1, 1), "arccos": (-1, 1), "arctan": (-1e10, 1e10), "sinh": (-80, 80),
       "cosh": (-80, 80), "tanh": (-20, 20), "arcsinh": (-1e10, 1e10), "arccosh": (1, 1e10), "arctanh": (-1, 1),
       "cbrt": (-1e30, 1e30)}
MATH = {"erf": (-6, 6), "erfc": (-6, 8), "gamma": (0.1, 30), "lgamma": (2.5, 1e10)}
TWO = {"arctan2": (-1e5, 1e5), "hypot": (-1e10, 1e10), "power": (0.01, 20), "fmod": (-1e5, 1e5), "logaddexp": (-50, 50)}


INTRODUCTION = """\
# The error of math functions

<!-- Written by bench/ulps.py --doc from bench/results/ulps-*.json. -->

The largest error found, in units of the last place (0.5 is right rounding), over random arguments in the function's usual
range. The interpreter computes with the C library, which NumPy and Python use too; a GPU with NVIDIA's libdevice.
`sqrt`, `+`, `-`, `*`, `/`, `//`, `%`, conversions and comparisons are the same everywhere, to the last bit, under
`fp="strict"`. `erf`, `erfc`, `gamma` and `lgamma` are measured against CPython's `math`, whose own error is in the figure.
`logaddexp` loses digits where its result is near zero, as NumPy's does. A dash is what wasn't measured.

| function | interpreter, float32 | interpreter, float64 | GPU, float32 | GPU, float64 |
|---|---|---|---|---|"""


def arguments(span: tuple[float, float], count: int, dtype, seed: int) -> np.ndarray:
    """Half of the numbers evenly, half with evenly spread magnitudes."""
    rng = np.random.default_rng(seed)
    low, high = span
    even = rng.uniform(low, high, count // 2)
    least = 1e-20 if low <= 0 else low
    spread = np.exp(rng.uniform(np.log(least), np.log(high), count - count // 2))
    spread *= np.where(rng.random(len(spread)) < 0.5, np.sign(low) or 1, 1)
    both = np.concatenate([even, np.maximum(spread, low)]).astype(dtype)
    return both[(both > low) & (both < high)] if abs(low) == 1 else both


def kernel_for(expression: str, count: int, target: str):
    """A kernel that evaluates the expression of a, and b, for each element."""
    names = ["x", "y"][:count]
    lines = [f"def f({', '.join(names)}, out):", "    for i in range(len(out)):"]
    lines += [f"        {v} = {n}[i]" for v, n in zip("ab", names, strict=False)]
    text = "\n".join([*lines, f"        out[i] = {expression}"]) + "\n"
    linecache.cache[f"<{expression}>"] = len(text), None, text.splitlines(True), f"<{expression}>"
    space = {"np": np, "math": math}
    exec(compile(text, f"<{expression}>", "exec"), space)
    return gpujit(target=target, fp="strict")(space["f"])


def largest(got: np.ndarray, exact: np.ndarray) -> float:
    """The largest distance in units of the last place of the exact value, rounded to the result's type."""
    with np.errstate(all="ignore"):
        rounded = exact.astype(got.dtype)
        good = np.isfinite(rounded) & np.isfinite(got) & (np.abs(rounded) >= np.finfo(got.dtype).tiny)
        distance = np.abs(got.astype(exact.dtype) - exact) / np.spacing(np.abs(rounded)).astype(exact.dtype)
    return float(distance[good].max()) if good.any() else math.nan


def measure(target: str, count: int) -> dict[str, dict[str, float]]:
    """By function: the largest error in float32 and in float64."""
    table: dict[str, dict[str, float]] = {}
    functions = [(f"np.{n}", n, s, 1) for n, s in ONE.items()] + [(f"np.{n}", n, s, 2) for n, s in TWO.items()]
    functions += [(f"math.{n}", n, s, 1) for n, s in MATH.items()]
    for k, (call, name, span, operands) in enumerate(functions):
        row = table[name] = {}
        for dtype, wide in ((np.float32, np.float64), (np.float64, np.longdouble)):
            of_math = call.startswith("math")
            if of_math and dtype is np.float32:
                continue  # math computes with Python's floats
            values = [arguments(span, count, dtype, 2 * k + j) for j in range(operands)]
            values = [v[:min(map(len, values))] for v in values]
            out = np.zeros(len(values[0]), dtype)
            kernel_for(f"{call}({', '.join('ab'[:operands])})", operands, target)(*values, out)
            if of_math:
                exact = np.array([getattr(math, name)(x) for x in values[0].tolist()]).astype(wide)
            else:
                with np.errstate(all="ignore"):
                    exact = getattr(np, name)(*(v.astype(wide) for v in values))
            row[np.dtype(dtype).name] = round(largest(out, exact), 2)
            print(f"{name:10} {np.dtype(dtype).name}  {row[np.dtype(dtype).name]:8.2f} ulp")
    return table


def document() -> str:
    """docs/precision.md, from the results that there are."""
    tables = {t: json.loads(p.read_text()) for t in ("interpreter", "cuda") if (p := RESULTS / f"ulps-{t}.json").exists()}
    columns = [(t, d) for t in ("interpreter", "cuda") for d in ("float32", "float64")]
    lines = [INTRODUCTION]
    for name in [*ONE, *TWO, *MATH]:
        cells = [tables.get(t, {}).get("ulps", {}).get(name, {}).get(d) for t, d in columns]
        lines.append(f"| `{name}` | " + " | ".join("-" if c is None else f"{c:.2f}" for c in cells) + " |")
    devices = [f"{t}: {tables[t]['device']}" for t in tables]
    return "\n".join([*lines, "", "Measured on " + "; ".join(devices) + ".", ""]) if devices else "\n".join([*lines, ""])


def device(target: str) -> str:
    if target != "cuda":
        return "the C library of the machine, " + " ".join(__import__("platform").libc_ver())
    from gpujit import _backend

    return _backend.extension().device_info(0)["name"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--target", default="interpreter", choices=["interpreter", "cuda"])
    parser.add_argument("--count", type=int, default=200_000)
    parser.add_argument("--doc", action="store_true", help="write docs/precision.md and measure nothing")
    options = parser.parse_args()
    if not options.doc:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            table = measure(options.target, options.count)
        result = {"device": device(options.target), "count": options.count, "ulps": table}
        (RESULTS / f"ulps-{options.target}.json").write_text(json.dumps(result, indent=1) + "\n")
    DOC.write_text(document())


if __name__ == "__main__":
    main()
