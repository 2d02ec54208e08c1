# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of `math` and NumPy that are written in the language itself: a kernel that calls one gets this source inlined.

Each gives what the function that it stands for gives, or raises what that raises, for scalars.
"""
# ruff: noqa: A001, A002, FURB136, PLR0911, RET505, SIM108

from __future__ import annotations

import math
from types import BuiltinFunctionType, FunctionType

import numpy as np

STANDS_FOR: dict = {}  # the library's function by the one that it stands for


def may_stand(obj) -> bool:
    """Whether an object can be a key of STANDS_FOR: a function of a library."""
    return isinstance(obj, (BuiltinFunctionType, FunctionType, np.ufunc, type(np.sinc)))


def stands_for(*originals):
    """Registers a function in place of others."""
    def register(fn):
        STANDS_FOR.update(dict.fromkeys(originals, fn))
        return fn

    return register


# ---- integers: `n | 0` refuses floats, as these functions do -----------------------------------------------
def _gcd_of_two(a, b):
    x, y = abs(int(a | 0)), abs(int(b | 0))
    while y:
        x, y = y, x % y
    return x


@stands_for(math.gcd)
def gcd(*integers):
    result = 0
    for x in integers:
        result = _gcd_of_two(result, x)
    return result


@stands_for(math.lcm)
def lcm(*integers):
    result = 1
    for x in integers:
        y = abs(int(x | 0))
        if y == 0:
            result = 0
        elif result:
            result = result // _gcd_of_two(result, y) * y
    return result


@stands_for(math.isqrt)
def isqrt(n):
    if n < 0:
        raise ValueError("isqrt() argument must be nonnegative")
    number = int(n | 0)
    root = int(math.sqrt(number))  # at most one off: a double has 53 bits
    while root * root > number:
        root -= 1
    while root < 3037000499 and (root + 1) * (root + 1) <= number:
        root += 1
    return root


@stands_for(math.factorial)
def factorial(n):
    if n < 0:
        raise ValueError("factorial() not defined for negative values")
    result = 1
    for i in range(2, int(n | 0) + 1):
        result *= i
    return result


@stands_for(math.comb)
def comb(n, k):
    if n < 0:
        raise ValueError("n must be a non-negative integer")
    if k < 0:
        raise ValueError("k must be a non-negative integer")
    m, j = int(n | 0), int(k | 0)
    if j > m:
        return 0
    result = 1
    for i in range(1, min(j, m - j) + 1):
        divisor = _gcd_of_two(result, i)
        result = result // divisor * ((m - i + 1) // (i // divisor)) if (m - i + 1) % (i // divisor) == 0 \
            else result * (m - i + 1) // i
    return result


@stands_for(math.perm)
def perm(n, k=None):
    if n < 0:
        raise ValueError("n must be a non-negative integer")
    m = int(n | 0)
    if k is None:
        j = m
    else:
        if k < 0:
            raise ValueError("k must be a non-negative integer")
        j = int(k | 0)
    if j > m:
        return 0
    result = 1
    for i in range(j):
        result *= m - i
    return result


# ---- Python floats -------------------------------------------------------------------------------------
@stands_for(math.modf)
def modf(x):
    y = float(x)
    if math.isinf(y):
        return math.copysign(0.0, y), y
    if math.isnan(y):
        return y, y
    whole = np.trunc(y)
    return math.copysign(float(y - whole), y), math.copysign(float(whole), y)


_LARGEST_POWER = 2.0 ** 1023


def _power_of_two(e):
    """2.0 ** e for -1074 <= e <= 1023 to the last bit, which pow() of a GPU isn't."""
    result, square, n = 1.0, 2.0 if e >= 0 else 0.5, abs(e)
    while n:
        if n & 1:
            result *= square
        square *= square
        n >>= 1
    return result


@stands_for(math.ldexp)
def ldexp(x, i):
    y, e = float(x), int(i)
    if y == 0 or math.isinf(y) or math.isnan(y):
        return y
    # The factor that can round, or overflow, comes last.
    if e > 1023:
        result = y * _LARGEST_POWER * _power_of_two(min(e - 1023, 1023)) * _power_of_two(min(max(e - 2046, 0), 100))
    elif e >= -1022:
        result = y * _power_of_two(e)
    else:
        result = y * _power_of_two(max(e + 1022, -1074)) * _power_of_two(-1022)
    if math.isinf(result):
        raise OverflowError("math range error")
    return result


@stands_for(math.isclose)
def isclose(a, b, rel_tol=1e-9, abs_tol=0.0):
    if rel_tol < 0 or abs_tol < 0:
        raise ValueError("tolerances must be non-negative")
    x, y = float(a), float(b)
    if x == y:
        return True
    if math.isinf(x) or math.isinf(y):
        return False
    difference = abs(y - x)
    return difference <= abs(rel_tol * y) or difference <= abs(rel_tol * x) or difference <= abs_tol


@stands_for(math.dist)
def dist(p, q):
    if len(p) != len(q):
        raise ValueError("both points must have the same number of dimensions")
    total = 0.0
    for a, b in zip(p, q):  # noqa: B905
        total = math.hypot(total, float(a) - float(b))
    return total


# ---- NumPy's scalars -----------------------------------------------------------------------------------
@stands_for(np.logical_and)
def logical_and(x, y):
    return np.bool_(bool(x) and bool(y))


@stands_for(np.logical_or)
def logical_or(x, y):
    return np.bool_(bool(x) or bool(y))


@stands_for(np.logical_xor)
def logical_xor(x, y):
    return np.bool_(bool(x) != bool(y))


@stands_for(np.logical_not)
def logical_not(x):
    return np.bool_(not x)


@stands_for(np.negative)
def negative(x):
    return -np.multiply(x, 1)


@stands_for(np.positive)
def positive(x):
    return +np.multiply(x, 1)


@stands_for(np.invert)
def invert(x):
    return ~np.bitwise_or(x, x)


@stands_for(np.fmax)
def fmax(x, y):
    return np.where(x >= y or y != y, x, y)  # noqa: PLR0124


@stands_for(np.fmin)
def fmin(x, y):
    return np.where(x <= y or y != y, x, y)  # noqa: PLR0124


@stands_for(np.float_power)
def float_power(x, y):
    return np.power(np.float64(x), np.float64(y))


@stands_for(np.heaviside)
def heaviside(x, at_zero):
    y = np.add(x, 0.0)
    return np.where(y == 0, at_zero, y if y != y else (1.0 if y > 0 else 0.0))  # noqa: PLR0124


@stands_for(np.logaddexp2)
def logaddexp2(x, y):
    if x == y:
        return np.add(x, 1.0)
    difference = np.subtract(x, y)
    if difference > 0:
        return np.add(x, np.multiply(np.log1p(np.exp2(-difference)), 1.4426950408889634))
    if difference <= 0:
        return np.add(y, np.multiply(np.log1p(np.exp2(difference)), 1.4426950408889634))
    return np.add(difference, 0.0)


@stands_for(np.gcd)
def numpy_gcd(x, y):
    a, b = np.add(x, np.multiply(y, 0)), np.add(y, np.multiply(x, 0))
    while b:
        a, b = b, a % b
    return np.abs(a)


@stands_for(np.divmod)
def numpy_divmod(x, y):
    return np.floor_divide(x, y), np.remainder(x, y)


@stands_for(np.sinc)
def sinc(x):
    y = np.pi * np.where(x == 0, 1.0e-20, x)
    return np.sin(y) / y
