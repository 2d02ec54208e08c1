# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of `math`, `cmath` and NumPy that are written in the language itself: a kernel that calls one gets this source
inlined.

Each gives what the function that it stands for gives, or raises what that raises, for scalars.
"""
# ruff: noqa: A001, A002, FURB136, PLR0911, RET505, SIM108

from __future__ import annotations

import cmath
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


def _scaled(y, e):
    """y * 2.0 ** e, rounded once: the factor that can round, or overflow, comes last."""
    if e > 1023:
        return y * _LARGEST_POWER * _power_of_two(min(e - 1023, 1023)) * _power_of_two(min(max(e - 2046, 0), 100))
    if e >= -1022:
        return y * _power_of_two(e)
    return y * _power_of_two(max(e + 1022, -1074)) * _power_of_two(-1022)


@stands_for(math.ldexp)
def ldexp(x, i):
    y = float(x)
    if y == 0 or math.isinf(y) or math.isnan(y):
        return y
    result = _scaled(y, int(i))
    if math.isinf(result):
        raise OverflowError("math range error")
    return result


_POWERS = tuple((n, 2.0 ** n, 2.0 ** -n) for n in (512, 256, 128, 64, 32, 16, 8, 4, 2, 1))


@stands_for(math.frexp)
def frexp(x):
    y = float(x)
    if y == 0 or math.isinf(y) or math.isnan(y):
        return y, 0
    mantissa, exponent = abs(y), 1
    if mantissa < 2.0 ** -1000:
        mantissa *= 2.0 ** 100
        exponent -= 100
    for n, up, down in _POWERS:
        if mantissa >= up:
            mantissa *= down
            exponent += n
        elif mantissa < 2 * down:
            mantissa *= up
            exponent -= n
    return math.copysign(mantissa * 0.5, y), exponent


@stands_for(math.ulp)
def ulp(x):
    y = abs(float(x))
    if math.isnan(y) or math.isinf(y):
        return y
    above = math.nextafter(y, math.inf)
    return y - math.nextafter(y, 0.0) if math.isinf(above) else above - y


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


# ---- Python's complex numbers: the inverse functions by way of two square roots, whose branch cuts make theirs; ----------
# where these would overflow, by the logarithm
_LARGE = 4.0e307
_SMALL = 1.4916681462400413e-154
_LOG_OF_4 = 1.3862943611198906


@stands_for(cmath.acos)
def acos(z):
    w = complex(z)
    x, y = w.real, w.imag
    if abs(x) > _LARGE or abs(y) > _LARGE:
        size = math.log(math.hypot(x / 2, y / 2)) + _LOG_OF_4
        return complex(math.atan2(abs(y), x), -math.copysign(size, y))
    a, b = cmath.sqrt(complex(1 - x, -y)), cmath.sqrt(complex(1 + x, y))
    return complex(2 * math.atan2(a.real, b.real), math.asinh(b.real * a.imag - b.imag * a.real))


@stands_for(cmath.acosh)
def acosh(z):
    w = complex(z)
    x, y = w.real, w.imag
    if abs(x) > _LARGE or abs(y) > _LARGE:
        return complex(math.log(math.hypot(x / 2, y / 2)) + _LOG_OF_4, math.atan2(y, x))
    a, b = cmath.sqrt(complex(x - 1, y)), cmath.sqrt(complex(x + 1, y))
    return complex(math.asinh(a.real * b.real + a.imag * b.imag), 2 * math.atan2(a.imag, b.real))


def _asinh(x, y):
    if abs(x) > _LARGE or abs(y) > _LARGE:
        size = math.log(math.hypot(x / 2, y / 2)) + _LOG_OF_4
        return math.copysign(size, x), math.atan2(y, abs(x))
    a, b = cmath.sqrt(complex(1 + y, -x)), cmath.sqrt(complex(1 - y, x))
    return math.asinh(a.real * b.imag - b.real * a.imag), math.atan2(y, a.real * b.real - a.imag * b.imag)


@stands_for(cmath.asinh)
def asinh(z):
    w = complex(z)
    x, y = _asinh(w.real, w.imag)
    return complex(x, y)


@stands_for(cmath.asin)
def asin(z):  # asinh(iz) / i
    w = complex(z)
    x, y = _asinh(-w.imag, w.real)
    return complex(y, -x)


def _atanh(x, y):
    """The parts of atanh for x without a sign."""
    size = abs(y)
    if x > _LARGE or size > _LARGE:
        half = math.hypot(x / 2, y / 2)
        return x / 4 / half / half, math.copysign(math.pi / 2, y)
    if x == 1 and size < _SMALL:
        if size == 0:
            raise ValueError("math domain error")
        return -math.log(math.sqrt(size) / math.sqrt(math.hypot(size, 2.0))), math.copysign(math.atan2(2.0, -size) / 2, y)
    return (math.log1p(4 * x / ((1 - x) * (1 - x) + size * size)) / 4,
            -math.atan2(-2 * y, (1 - x) * (1 + x) - size * size) / 2)


def _odd_atanh(x, y):
    sign = math.copysign(1.0, x)
    a, b = _atanh(abs(x), sign * y)
    return sign * a, sign * b


@stands_for(cmath.atanh)
def atanh(z):
    w = complex(z)
    x, y = _odd_atanh(w.real, w.imag)
    return complex(x, y)


@stands_for(cmath.atan)
def atan(z):  # atanh(iz) / i
    w = complex(z)
    x, y = _odd_atanh(-w.imag, w.real)
    return complex(y, -x)


@stands_for(cmath.isclose)
def complex_isclose(a, b, *, rel_tol=1e-9, abs_tol=0.0):
    if rel_tol < 0 or abs_tol < 0:
        raise ValueError("tolerances must be non-negative")
    z, w = complex(a), complex(b)
    if z == w:
        return True
    if cmath.isinf(z) or cmath.isinf(w):
        return False
    difference = abs(z - w)
    return difference <= rel_tol * abs(w) or difference <= rel_tol * abs(z) or difference <= abs_tol


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


@stands_for(np.lcm)
def numpy_lcm(x, y):
    a, b = np.abs(np.add(x, np.multiply(y, 0))), np.abs(np.add(y, np.multiply(x, 0)))
    divisor = numpy_gcd(a, b)
    return np.multiply(np.floor_divide(a, divisor), b)  # 0 // 0 is 0


@stands_for(np.bitwise_count)
def bitwise_count(x):
    bits, count = np.abs(np.bitwise_or(x, x)), 0
    while bits:  # the lowest value of a type is its own absolute value
        bits = np.bitwise_and(bits, np.subtract(bits, 1))
        count += 1
    return np.uint8(count)


# copysign(x, x) is x in the float type that NumPy's functions take for it; copysign(w, x) of a Python float w is of x's
# type.
@stands_for(np.modf)
def numpy_modf(x):
    y = np.copysign(x, x)
    whole = np.trunc(y)
    return np.copysign(np.where(np.isinf(y), 0.0, y - whole), y), np.copysign(whole, y)


@stands_for(np.frexp)
def numpy_frexp(x):
    y = np.copysign(x, x)
    mantissa, exponent = frexp(y)
    return np.copysign(mantissa, y), np.int32(exponent)


@stands_for(np.ldexp)
def numpy_ldexp(x, i):
    y = np.copysign(x, x)
    return np.copysign(_scaled(float(y), int(i | 0)), y)


@stands_for(np.spacing)
def spacing(x):
    y = np.copysign(x, x)
    return np.nextafter(y, np.inf if y == 0 else np.copysign(np.inf, y)) - y


@stands_for(np.divmod)
def numpy_divmod(x, y):
    return np.floor_divide(x, y), np.remainder(x, y)


@stands_for(np.sinc)
def sinc(x):
    y = np.pi * np.where(x == 0, 1.0e-20, x)
    return np.sin(y) / y
