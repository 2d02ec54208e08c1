# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Complex numbers, against Python and NumPy: operators on every pair of types, functions, arrays, arguments."""

import cmath
import itertools
import math
import warnings

import numpy as np
import pytest

import gpujit
from conftest import compiled, define
from test_operations import ALL, WEAK, as_argument, evaluate, values

pytestmark = compiled
COMPLEX = ["complex64", "complex128", "pycomplex"]
PARTS = [0.0, -0.0, 1.0, -1.5, 2.25, -3.0, 1e6]


@pytest.fixture(params=["interpreter", "simulated", pytest.param("cuda", marks=pytest.mark.gpu)])
def target(request):
    """Where the kernels run."""
    return request.param


def operands(dtype: str) -> list:
    """Values of a type; of complex ones all pairs of some parts, and two with infinite and NaN parts."""
    if dtype not in COMPLEX:
        return values(dtype)[:12]
    rng = np.random.default_rng(1)
    numbers = [complex(a, b) for a, b in itertools.product(PARTS, PARTS)]
    numbers += [complex(*rng.normal(0, 10, 2)) for _ in range(6)]
    return numbers if dtype == "pycomplex" else [np.dtype(dtype).type(z) for z in numbers]


def argument(dtype: str, column: list):
    if dtype == "pycomplex":
        return "complex({0}[i])", np.array(column, np.complex128)
    if dtype in COMPLEX:
        return "{0}[i]", np.array(column, dtype)
    return as_argument(dtype, column)


def dtype_of(result) -> np.dtype:
    return result.dtype if isinstance(result, np.generic) else np.array(result).dtype


def run(expression: str, dtypes, target: str, ulps: int, parts=2) -> str:
    """A complaint about one expression on operands of these types; empty if there is none."""
    names = "ab"[:len(dtypes)]
    function = eval(f"lambda {', '.join(names)}: {expression}", {"np": np, "math": math, "cmath": cmath})
    cases = list(itertools.product(*map(operands, dtypes)))
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        found = [evaluate(function, *case) for case in cases]
    good = [(case, r) for case, r in zip(cases, found, strict=True) if not isinstance(r, type)]
    assert good
    readers, arrays = zip(*[argument(d, [case[k] for case, _ in good]) for k, d in enumerate(dtypes)], strict=True)
    expected = np.array([r for _, r in good], np.result_type(*[dtype_of(r) for _, r in good]))
    lines = [f"def f({', '.join('xy'[:len(dtypes)])}, out):", "    for i in range(out.shape[0]):"]
    lines += [f"        {v} = {reader.format(name)}" for v, name, reader in zip(names, "xy", readers, strict=False)]
    lines.append(f"        out[i] = {expression}")
    fn = define("\n".join(lines) + "\n", {"np": np, "math": math, "cmath": cmath}, file=f"<{expression} {dtypes}>")
    out = np.zeros_like(expected)
    try:
        gpujit.gpujit(target=target, fp="strict")(fn)(*arrays, out)
    except Exception as error:
        return f"{expression} on {dtypes}: {type(error).__name__}: {str(error).splitlines()[0]}"
    return difference(expression, dtypes, good, out, expected, ulps)


def difference(expression, dtypes, good, out, expected, ulps) -> str:
    real = np.result_type(expected.real.dtype, np.float16)
    a, b = (np.stack([z.real, z.imag], -1).astype(real) for z in (out, expected))
    with np.errstate(invalid="ignore"):
        distance = np.abs(a - b)
    same = (a == b) & (np.signbit(a) == np.signbit(b)) | np.isnan(a) & np.isnan(b)
    if ulps:
        size = np.abs(expected)[:, None].astype(real)
        same |= distance <= ulps * np.finfo(real).eps * size
    same = same.all(-1)
    if same.all():
        return ""
    k = int(np.argmin(same))
    return (f"{expression} on {dtypes}: {good[k][0]} gives {out[k]!r} for {expected[k]!r} "
            f"({np.sum(~same)} of {len(good)} wrong)")


def check(expression, pairs, target, ulps=0):
    complaints = [c for dtypes in pairs if (c := run(expression, dtypes, target, ulps))]
    assert not complaints, f"{len(complaints)} pairs of types:\n" + "\n".join(complaints[:20])


OTHERS = [d for d in [*ALL, *WEAK] if d not in ("bool",)]
PAIRS = [*itertools.product(COMPLEX, COMPLEX), *itertools.product(COMPLEX, OTHERS), *itertools.product(OTHERS, COMPLEX)]


@pytest.mark.parametrize("op", ["+", "-", "*", "/", "==", "!="])
def test_operators(op, target):
    check(f"a {op} b", PAIRS, target)


@pytest.mark.parametrize("expression", ["-a", "+a", "abs(a)", "a.real", "a.imag", "a.conjugate()", "bool(a)", "not a",
                                        "a ** 2", "a ** 3", "a ** 0", "np.conj(a)", "np.abs(a)", "np.isnan(a)",
                                        "np.isfinite(a)", "complex(a)", "np.complex64(a)", "np.complex128(a)",
                                        "complex(a, 2)"])
def test_unary(expression, target):
    check(expression, [(d,) for d in COMPLEX], target, 16 if "abs" in expression else 0)


@pytest.mark.parametrize("expression", ["cmath.exp(a / 1000000)", "cmath.log(a)", "cmath.sqrt(a)", "cmath.sin(a / 1000000)",
                                        "cmath.cos(a / 1000000)", "cmath.sinh(a / 1000000)", "cmath.cosh(a / 1000000)",
                                        "cmath.tan(a / 1000000)", "cmath.tanh(a / 1000000)", "cmath.phase(a)",
                                        "cmath.log10(a)", "cmath.polar(a)[0]", "cmath.rect(abs(a), 0.5)", "a ** 0.5",
                                        "a ** -2", "a ** 7", "cmath.acos(a)",
                                        "cmath.acosh(a)", "cmath.asin(a)", "cmath.asinh(a)",
                                        "cmath.atan(a + 0.25)", "cmath.atanh(a + 0.25)", "cmath.isclose(a, 1j)"])
def test_functions(expression, target):
    check(expression, [("pycomplex",)], target, 16)


@pytest.mark.parametrize("name", ["exp", "sqrt", "log", "sin", "cos", "square", "angle", "real", "imag"])
def test_ufuncs(name, target):
    check(f"np.{name}(a / 1000000)", [("complex64",), ("complex128",)], target, 16)


@pytest.mark.parametrize("expression", ["1 / complex(n, 0)", "complex(0, n) ** -1"])
def test_raises(expression, target):
    fn = define(f"def f(n, out):\n    out[0] = {expression}\n")
    with pytest.raises(ZeroDivisionError):
        gpujit.gpujit(target=target)(fn)(0, np.zeros(1, complex))


def mandelbrot(c, out):
    for i in range(c.shape[0]):
        for j in range(c.shape[1]):
            z, n = 0, 0
            while abs(z) <= 2 and n < 60:
                z = z * z + c[i, j]
                n += 1
            out[i, j] = n


def horner(coefficients, x, out):
    for i, z in enumerate(x):
        s = 0j
        for c in coefficients:
            s = s * z + c
        out[i] = s if abs(s) < 100 else 0


def updates(z, w, scale):
    for i in range(len(z)):
        z[i] *= scale
        z[i] += w[i].real
        if i % 2:
            z[i] = w[i].imag


def local(z, out):
    for i in range(len(z)):
        powers = np.zeros(4, np.complex128)
        powers[0] = 1
        for k in range(1, 4):
            powers[k] = powers[k - 1] * z[i]
        for k in range(4):
            out[i] += powers[k]


def grid():
    return np.linspace(-2, 1, 12)[:, None] + 1j * np.linspace(-1, 1, 9)


@pytest.mark.parametrize("fn, make", [
    (mandelbrot, lambda: (grid(), np.zeros((12, 9), np.int32))),
    (mandelbrot, lambda: (grid().astype(np.complex64).T[::-1, ::2], np.zeros((9, 6), np.int32))),
    (horner, lambda: (np.arange(4) * (1 + 2j), grid()[3], np.zeros(9, np.complex64))),
    (updates, lambda: (grid()[1].copy(), grid()[2].copy(), 2 - 1j)),
    (updates, lambda: (grid()[:, 3].astype(np.complex64), grid()[:, 2].copy(), np.complex64(0.5j))),
    (local, lambda: (grid()[2].copy(), np.zeros(9, np.complex128))),
], ids=["mandelbrot", "strided", "horner", "updates", "updates of complex64", "local array"])
def test_kernels(fn, make, target, assemble):
    expected, out = make(), make()
    fn(*expected)
    kernel = gpujit.gpujit(target=target, fp="strict")(fn)
    kernel(*out)
    for e, o in zip(expected, out, strict=True):
        np.testing.assert_allclose(o, e, rtol=1e-6 if getattr(o, "dtype", None) == np.complex64 else 1e-13)
    if target != "cuda":  # where the driver has just assembled it
        assemble(kernel.inspect("ptx", *out))


def test_verdict():
    kernel = gpujit.gpujit(updates)
    assert [loop.verdict for loop in kernel.explain("c128[:], c128[:], complex").loops] == ["parallel"]
