# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every operator and function on every pair of types, against Python and NumPy, on values at the edges.

Each element is computed by Python first. What raises there must raise the same class in the kernel; the rest must have
the same dtype and value.
"""

import functools
import itertools
import math
import re
import warnings

import ml_dtypes
import numpy as np
import pytest

import gpujit
from conftest import compiled, define
from gpujit._entities import DTYPES

pytestmark = compiled
NAMES = {"np": np, "math": math, "ml_dtypes": ml_dtypes}
EXACT, NEARLY = 0, 4  # how far a result may be from Python's, in units of its last place
ON_GPU = 16  # the same for a function of the GPU's own library

INTS = sorted(d for d in DTYPES if "int" in d)
FLOATS = ["bfloat16", "float16", "float32", "float64"]
ALL = ["bool", *INTS, *FLOATS]
WEAK = ["pyint", "pyfloat", "pybool"]

ARITHMETIC = ["a + b", "a - b", "a * b", "a / b", "a // b", "a % b", "divmod(a, b)[0]", "divmod(a, b)[1]"]
COMPARISONS = ["a < b", "a <= b", "a == b", "a != b", "a > b", "a >= b"]
BITS = ["a & b", "a | b", "a ^ b"]
CHOICES = ["min(a, b)", "max(a, b)", "a and b", "a or b", "a if b else a"]
UNARY = ["-a", "+a", "~a", "not a", "abs(a)", "int(a)", "float(a)", "bool(a)", "round(a)", "round(a, 2)", "round(a, -1)",
         "round(a, -3)", "np.round(a, 1)", "np.round(a)", "np.round(a, -2)"]
CONVERSIONS = [f"np.{d}(a)" for d in [*INTS, *FLOATS[1:], "bool_"]] + ["ml_dtypes.bfloat16(a)"]
MATH = ["sqrt", "exp", "log", "log2", "log10", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "floor",
        "ceil", "trunc", "fabs", "expm1", "log1p", "isnan", "isinf", "isfinite", "degrees", "radians"]
UFUNCS = ["sqrt", "exp", "log", "sin", "cos", "floor", "ceil", "trunc", "abs", "isnan", "isfinite", "square", "sign",
          "degrees", "radians", "exp2", "expm1", "log1p", "log2", "log10", "cbrt", "tan", "arcsin", "arccos", "arctan",
          "sinh", "cosh", "tanh", "arcsinh", "arccosh", "arctanh", "fabs", "rint", "signbit", "isinf"]


@functools.cache
def values(dtype: str) -> list:
    """Values at the edges of a type, and random ones."""
    rng = np.random.default_rng(int.from_bytes(dtype.encode(), "big") % 2**32)
    if dtype == "pybool":
        return [False, True]
    if dtype == "bool":
        return [np.False_, np.True_]
    if dtype in (*FLOATS, "pyfloat"):
        make = float if dtype == "pyfloat" else np.dtype(dtype).type
        large = [65504, 6e-8] if dtype == "float16" else [1e10, -1e38] if dtype == "bfloat16" else [1e10, -3e38]
        finite = [0.0, -0.0, 1.0, -1.0, 0.5, -1.5, 2.5, 3.0, 7.25, -7.25, *large, *rng.normal(0, 20, 4), *rng.random(2)]
        return [make(x) for x in [*finite, np.inf, -np.inf, np.nan]]
    if dtype == "pyint":
        return [0, 1, -1, 2, 3, -7, 40, 1000, -(2**31), 2**62, *map(int, rng.integers(-(2**40), 2**40, 3))]
    info = np.iinfo(dtype)
    chosen = {0, 1, 2, 3, 7, info.min, info.max, info.max // 2 + 1} | ({-1, -2, -7} if info.min else set())
    chosen |= set(map(int, rng.integers(info.min, info.max, 4, info.dtype)))
    return [info.dtype.type(x) for x in sorted(chosen)]


def evaluate(function, *args):
    """What Python gives, or the class that it raises."""
    try:
        return function(*args)
    except Exception as error:
        return type(error)


def bfloat16_function(expression: str, count: int):
    """The function of an expression where ml_dtypes is older than 0.7. There a Python float isn't weak beside a bfloat16,
    and one that an integer type can't hold converts by C++'s undefined behaviour; later ones have what a kernel has."""
    bfloat16 = ml_dtypes.bfloat16
    function = eval(f"lambda {', '.join('ab'[:count])}: {expression}", NAMES)

    def evaluated(*args):
        if ("(" not in expression or "divmod" in expression) and any(isinstance(x, bfloat16) for x in args):  # an operator
            args = [bfloat16(x) if isinstance(x, float) and not isinstance(x, np.generic) else x for x in args]
        if isinstance(args[0], bfloat16) and expression == "int(a)":
            return int(float(args[0]))
        if isinstance(args[0], bfloat16) and re.fullmatch(r"np\.u?int\d+\(a\)", expression):
            info = np.iinfo(eval(expression[:-3]))
            number = float(args[0])
            return info.dtype.type(int(number) if np.isfinite(number) and info.min <= int(number) <= info.max else 0)
        return function(*args)

    return evaluated


def python_function(expression: str, dtypes):
    """What computes an expression in Python."""
    if "bfloat16" in dtypes and tuple(map(int, ml_dtypes.__version__.split(".")[:2])) < (0, 7):
        return bfloat16_function(expression, len(dtypes))
    return eval(f"lambda {', '.join('ab'[:len(dtypes)])}: {expression}", NAMES)


def storable(result) -> bool:
    """Whether the result can be an element of an array without a change."""
    if isinstance(result, np.generic):
        return result.dtype.name in DTYPES or result.dtype.name == "bfloat16"
    if isinstance(result, int):
        return -(2**63) <= result < 2**63
    return isinstance(result, float)


def small_power(a, b) -> bool:
    """Not one that Python would take years for; and not one of ints with a negative exponent, which Python makes a float:
    the type may not depend on the value."""
    return not isinstance(b, int) or (b < 50 and (b >= 0 or not isinstance(a, int)))


def array_of(results) -> np.ndarray:
    """An array of NumPy's dtype for the results: of int64, float64 and bool for Python's own."""
    return np.array(results, np.result_type(*[r.dtype if isinstance(r, np.generic) else np.array(r).dtype for r in results]))


def as_argument(dtype: str, column: list):
    """(how the kernel reads operand i, the argument that holds the operands)"""
    if dtype == "pyint":
        return "int({0}[i])", np.array(column, np.int64)
    if dtype == "pyfloat":
        return "float({0}[i])", np.array(column, np.float64)
    if dtype == "pybool":
        return "bool({0}[i])", np.array(column, np.bool_)
    return "{0}[i]", np.array(column, dtype)


@pytest.fixture(params=["interpreter", "simulated", pytest.param("cuda", marks=pytest.mark.gpu)])
def target(request):
    """Where the kernels run."""
    return request.param


def kernel_for(expression: str, readers: list[str], target: str):
    """A kernel that stores the expression, of a and b, for each element."""
    names = ["x", "y"][:len(readers)]
    lines = [f"def f({', '.join(names)}, out):", "    for i in range(out.shape[0]):"]
    lines += [f"        {v} = {reader.format(name)}" for v, name, reader in zip("ab", names, readers, strict=False)]
    lines.append(f"        out[i] = {expression}")
    fn = define("\n".join(lines) + "\n", dict(NAMES), file=f"<{expression} {readers}>")
    return gpujit.gpujit(target=target, fp="strict")(fn)


def check(expression: str, dtypes, target: str, ulps: int) -> str:
    """The complaint about one expression on operands of these types; empty if there is none."""
    function = python_function(expression, dtypes)
    cases = list(itertools.product(*map(values, dtypes)))
    if "**" in expression:
        cases = [case for case in cases if small_power(*case)]
    if "**" in expression and "bfloat16" in dtypes:
        cases = [(a, b) for a, b in cases if not (np.isinf(a) and b == 0.5)]
    if "np.power" in expression:  # NumPy takes the square root there, and so gives nan for -inf
        cases = [(a, b) for a, b in cases if not (np.isinf(a) and b == 0.5)]
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        found = [evaluate(function, *case) for case in cases]
        good = [(case, r) for case, r in zip(cases, found, strict=True) if not isinstance(r, type) and storable(r)]
        raised = [(case, r) for case, r in zip(cases, found, strict=True) if isinstance(r, type)]
        complaints = [compare(expression, dtypes, target, good, ulps)] if good else []
        complaints += [check_raises(expression, dtypes, target, case, cls, found) for case, cls in raised[:2] if good]
    return "; ".join(c for c in complaints if c)


def compare(expression, dtypes, target, good, ulps) -> str:
    columns = [[case[k] for case, _ in good] for k in range(len(dtypes))]
    readers, arrays = zip(*map(as_argument, dtypes, columns), strict=True)
    expected = array_of([r for _, r in good])
    out = np.zeros_like(expected)
    try:
        kernel_for(expression, readers, target)(*arrays, out)
    except Exception as error:
        return f"{expression} on {dtypes}: {type(error).__name__}: {str(error).splitlines()[0]}"
    same = (out == expected) | ((out != out) & (expected != expected))
    if not ulps and expected.dtype.kind in "fV":
        same &= np.signbit(out) == np.signbit(expected)
        same |= np.isnan(expected) & np.isnan(out)
    elif expected.dtype.kind in "fV":
        eps = float(ml_dtypes.finfo(expected.dtype).eps)
        same |= np.isclose(out.astype(float), expected.astype(float), rtol=ulps * eps, atol=0)
    if same.all():
        return ""
    k = int(np.argmin(same))
    return (f"{expression} on {dtypes}: {good[k][0]} gives {out[k]!r} for {expected[k]!r} "
            f"({np.sum(~same)} of {len(good)} wrong)")


def check_raises(expression, dtypes, target, case, cls, found) -> str:
    readers, arrays = zip(*map(as_argument, dtypes, [[v] for v in case]), strict=True)
    sample = next(r for r in found if not isinstance(r, type) and storable(r))
    out = np.zeros(1, array_of([sample]).dtype)
    try:
        kernel_for(expression, readers, target)(*arrays, out)
    except cls:
        return ""
    except Exception as error:
        return f"{expression} on {dtypes}: {case} raises {type(error).__name__} for {cls.__name__}"
    return f"{expression} on {dtypes}: {case} gives {out[0]!r} and should raise {cls.__name__}"


def check_all(expression, pairs, target, ulps=EXACT):
    ulps = ON_GPU if ulps and target == "cuda" else ulps
    complaints = [c for dtypes in pairs if (c := check(expression, dtypes, target, ulps))]
    assert not complaints, f"{len(complaints)} pairs of types:\n" + "\n".join(complaints[:20])


STRONG_PAIRS = list(itertools.product(ALL, ALL))
MIXED_PAIRS = list(itertools.product(ALL, WEAK)) + list(itertools.product(WEAK, ALL))
WEAK_PAIRS = list(itertools.product(WEAK, WEAK))
PAIRS = {"strong": STRONG_PAIRS, "mixed": MIXED_PAIRS, "weak": WEAK_PAIRS}


@pytest.mark.parametrize("pairs", PAIRS)
@pytest.mark.parametrize("expression", ARITHMETIC + COMPARISONS)
def test_arithmetic_and_comparisons(expression, pairs, target):
    check_all(expression, PAIRS[pairs], target)


@pytest.mark.parametrize("expression", BITS)
def test_bits(expression, target):
    whole = ["bool", *INTS, "pyint", "pybool"]
    check_all(expression, itertools.product(whole, whole), target)


@pytest.mark.parametrize("expression", ["a << b", "a >> b"])
def test_shifts(expression, target):
    whole = [*INTS, "pyint"]
    check_all(expression, [(a, b) for a, b in itertools.product(whole, whole) if (a, b) != ("pyint", "pyint")], target)


@pytest.mark.parametrize("a, b", [(1, 0), (1, 62), (-1, 63), (5, 3), (-5, 3), (0, 200)])
def test_shifts_of_python_ints(a, b, target):
    kernel = gpujit.gpujit(target=target)(define("""
        def f(a, b, out):
            out[0] = a << b
            out[1] = a >> b
        """))
    expected, out = np.zeros(2, np.int64), np.zeros(2, np.int64)
    kernel.py_func(a, b, expected)
    kernel(a, b, out)
    assert (out == expected).all()


def test_negative_powers_of_python_ints(target):
    kernel = gpujit.gpujit(target=target)(define("def f(a, b, out):\n    out[0] = a ** b\n"))
    with pytest.raises(ValueError, match="float"):
        kernel(2, -1, np.zeros(1))


@pytest.mark.parametrize("pairs", PAIRS)
def test_powers(pairs, target):
    check_all("a ** b", PAIRS[pairs], target, NEARLY)


@pytest.mark.parametrize("expression", CHOICES)
def test_choices(expression, target):
    """Of one type: where the operands' types differ, the result's depends on the values."""
    check_all(expression, [(d, d) for d in ALL + WEAK], target)


@pytest.mark.parametrize("expression", UNARY + CONVERSIONS)
def test_unary(expression, target):
    check_all(expression, [(d,) for d in ALL + WEAK], target)


@pytest.mark.parametrize("name", MATH)
def test_math(name, target):
    check_all(f"math.{name}(a)", [(d,) for d in ALL + WEAK], target, NEARLY)


@pytest.mark.parametrize("name", UFUNCS)
def test_ufuncs(name, target):
    check_all(f"np.{name}(a)", [(d,) for d in ALL + WEAK], target, NEARLY)


@pytest.mark.parametrize("name", ["atan2", "hypot", "pow", "fmod", "copysign"])
def test_math_of_two(name, target):
    check_all(f"math.{name}(a, b)", [(d, e) for d in [*FLOATS, "int32", "pyfloat", "pyint"] for e in [*FLOATS, "pyint"]],
              target, NEARLY)


@pytest.mark.parametrize("name", ["minimum", "maximum", "hypot", "arctan2", "power", "fmod", "copysign"])
def test_ufuncs_of_two(name, target):
    check_all(f"np.{name}(a, b)", [(d, d) for d in [*FLOATS, "int32", "uint8"]], target, NEARLY)
