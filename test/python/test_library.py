# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of math and NumPy that the language's own library stands for, against the originals."""

import itertools
import math
import warnings

import numpy as np
import pytest

import gpujit
from conftest import compiled, define
from gpujit import _library
from test_operations import evaluate

pytestmark = compiled
WHOLE = [0, 1, 2, 3, 6, 7, 12, 35, 64, -4, -9, 20]
REAL = [0.0, -0.0, 1.0, -1.5, 2.25, 1e300, -1e-310, 5e-324, math.inf, -math.inf, math.nan, 1e-9, 1 + 1e-10]
INTEGERS = [("math.gcd(a, b)", WHOLE), ("math.gcd(a, b, 12)", WHOLE), ("math.gcd()", [0]), ("math.lcm(a, b)", WHOLE),
            ("math.lcm(a, b, 10)", WHOLE),
            ("math.isqrt(a)", [*WHOLE, 2**62, 2**63 - 1, 10**18, 3037000499**2, 3037000499**2 - 1]),
            ("math.factorial(a)", WHOLE), ("math.comb(a, b)", [*WHOLE, 60, 61, 30]), ("math.perm(a, b)", WHOLE),
            ("math.perm(a)", WHOLE), ("math.ldexp(1.5, a)", WHOLE), ("math.prod((a, b, 2))", WHOLE)]
FLOATS = ["math.modf(a)[0]", "math.modf(a)[1]", "math.ldexp(a, 3)", "math.ldexp(a, -1060)", "math.ldexp(a, -2000)",
          "math.ldexp(a, 1040)", "math.ldexp(a, 2100)", "math.isclose(a, b)", "math.isclose(a, b, rel_tol=0.5)",
          "math.isclose(a, b, abs_tol=1e-8)", "math.frexp(a)[0]", "math.frexp(a)[1]", "math.ulp(a)", "math.prod((a, b, 2))"]
UFUNCS = ["logical_and", "logical_or", "logical_xor", "fmax", "fmin", "float_power", "heaviside", "logaddexp2"]
UNARY = ["logical_not", "negative", "positive", "sinc", "reciprocal", "spacing"]
SEVERAL = ["np.modf(a)[0]", "np.modf(a)[1]", "np.frexp(a)[0]", "np.frexp(a)[1]", "np.ldexp(a, 3)",
           "np.ldexp(a, np.int32(-140))",
           "np.ldexp(a, -1080)", "np.ldexp(a, 1100)"]


def run(expression, columns, dtypes, target, result):
    lines = ["def f(x, y, out):", "    for i in range(len(out)):"]
    lines += [f"        {v} = {d.format(n)}" for v, n, d in zip("ab", "xy", dtypes, strict=True)]
    lines.append(f"        out[i] = {expression}")
    fn = define("\n".join(lines) + "\n", {"np": np, "math": math}, file=f"<{expression}>")
    out = np.zeros(len(columns[0]), result)
    gpujit.gpujit(target=target, fp="strict")(fn)(*columns, out)
    return out


def compare(expression, numbers, dtypes, make, target, ulps=0):
    function = eval(f"lambda a, b: {expression}", {"np": np, "math": math})
    pairs = list(itertools.product(numbers, numbers))
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        found = [evaluate(function, make(a), make(b)) for a, b in pairs]
    fits = [(p, r) for p, r in zip(pairs, found, strict=True) if not isinstance(r, type) and not (
        isinstance(r, int) and not -(2**63) <= r < 2**63)]
    kind = np.result_type(*[r.dtype if isinstance(r, np.generic) else np.array(r).dtype for _, r in fits])
    array = np.array([make(0)]).dtype
    columns = [np.array([p[k] for p, _ in fits], array) for k in (0, 1)]
    out = run(expression, columns, dtypes, target, kind)
    expected = np.array([r for _, r in fits], kind)
    same = (out == expected) & (np.signbit(out) == np.signbit(expected) if kind.kind == "f" else True)
    if kind.kind == "f":
        same |= np.isnan(out) & np.isnan(expected)
        with np.errstate(invalid="ignore"):
            same |= np.abs(out - expected) <= ulps * np.finfo(kind).eps * np.abs(expected)
    wrong = [(*fits[k][0], out[k], expected[k]) for k in np.flatnonzero(~same)]
    assert not wrong, wrong[:5]
    for p, cls in [(p, r) for p, r in zip(pairs, found, strict=True) if isinstance(r, type)][:3]:
        with pytest.raises(cls):
            run(expression, [np.array([v], array) for v in p], dtypes, target, kind)


@pytest.fixture(params=["interpreter", "simulated", pytest.param("cuda", marks=pytest.mark.gpu)])
def target(request):
    """Where the kernels run."""
    return request.param


@pytest.mark.parametrize("expression, numbers", INTEGERS, ids=[e for e, _ in INTEGERS])
def test_integers(expression, numbers, target):
    compare(expression, numbers, ["int({0}[i])"] * 2, int, target)


@pytest.mark.parametrize("expression", FLOATS)
def test_floats(expression, target):
    compare(expression, REAL, ["float({0}[i])"] * 2, float, target)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", UFUNCS + UNARY)
def test_ufuncs(name, dtype, target):
    numbers = [x for x in REAL if np.isfinite(x) == (abs(x) < 1e38)]
    arguments = "a" if name in UNARY else "a, b"
    ulps = {"float_power": 4, "logaddexp2": 4, "sinc": 4}.get(name, 0)
    compare(f"np.{name}({arguments})", numbers, ["{0}[i]"] * 2, dtype, target, ulps * (4 if target == "cuda" else 1))


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int8, np.int32])
@pytest.mark.parametrize("expression", SEVERAL)
def test_ufuncs_of_several(expression, dtype, target):
    numbers = WHOLE if dtype in (np.int8, np.int32) else [x for x in REAL if np.isfinite(x) == (abs(x) < 1e38)]
    compare(expression, numbers, ["{0}[i]"] * 2, dtype, target)


@pytest.mark.parametrize("dtype", [np.int8, np.int32, np.uint16, np.int64])
@pytest.mark.parametrize("expression", ["np.gcd(a, b)", "np.negative(a)", "np.invert(a)", "np.logical_xor(a, b)",
                                        "np.fmax(a, b)", "np.divmod(a, b)[0]", "np.divmod(a, b)[1]", "np.lcm(a, b)",
                                        "np.bitwise_count(a)",
                                        "np.fmod(a, b)"])
def test_ufuncs_of_integers(expression, dtype, target):
    numbers = [x for x in WHOLE if np.iinfo(dtype).min <= x <= np.iinfo(dtype).max]
    compare(expression, numbers, ["{0}[i]"] * 2, dtype, target)


def test_every_function_is_tried():
    tried = " ".join([*(e for e, _ in INTEGERS), *FLOATS, *UFUNCS, *UNARY, *SEVERAL,
                      "gcd lcm negative invert divmod dist bitwise_count",
                      "acos acosh asin asinh atan atanh"])  # those of complex numbers: test_complex.py
    missing = [f for f in _library.STANDS_FOR if f.__name__ not in tried]
    assert not missing


def test_dist(target):
    fn = define("def f(a, out):\n    out[0] = math.dist((a[0], a[1], 2), (1, 0, a[2]))\n", {"math": math})
    out = np.zeros(1)
    gpujit.gpujit(target=target)(fn)(np.array([4.0, 4.0, 2.0]), out)
    assert out[0] == 5
