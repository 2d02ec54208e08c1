# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The signature language: `"f32, f32[:], strided f64[:, :], i64, int"`.

A signature is a list of types, one a parameter, separated by commas:

- a scalar of a NumPy dtype (strong): `b1`, `i8` .. `i64`, `u8` .. `u64`, `f32`, `f64`, or NumPy's names (`float32`);
- a Python scalar (weak): `int`, `float`, `bool`;
- an array: a dtype with one `:` an axis in brackets, `f32[:, :]`. It is C-contiguous; the last axis may say so,
  `f32[:, ::1]`. An array of any strides is `strided f32[:, :]`; one that is never written, `readonly f32[:]`.

A type may follow its parameter's name (`x: f32[:]`), and the whole may stand in parentheses, after `void` if you like.
"""

from __future__ import annotations

import re
from types import FunctionType

import numpy as np

from ._entities import COMPLEX, DTYPES
from ._types import _SHORT, MAX_RANK, ArgType, _dtype_name

_NAMES = {short: dtype for dtype, short in _SHORT.items()} | {name: name for name in DTYPES | COMPLEX if name != "bool"}
_NAMES |= {"bool_": "bool"}
_TYPE = re.compile(r"(?:(?P<name>[^\W\d]\w*)\s*:\s*)?(?P<words>(?:[a-z]+\s+)*)(?:(?:np|numpy)\.)?(?P<dtype>\w+)\s*"
                   r"(?:\[(?P<axes>[^\]]*)\])?\s*")


class SignatureError(TypeError):
    """A signature that can't be read; the message shows where."""


def parse(text: str) -> list[ArgType]:
    """The types that a signature lists. Raises SignatureError."""
    body = text.strip()
    wrapped = re.fullmatch(r"(?:void|None)?\s*\((.*)\)", body, re.DOTALL)
    body = wrapped[1] if wrapped else body
    return [parse_type(part) for part in _split(body)]


def parse_type(text: str) -> ArgType:
    """One type. Raises SignatureError."""
    found = _TYPE.fullmatch(text.strip())
    if not found:
        raise SignatureError(f"can't read the type {text.strip()!r}: write it as f32, int, f32[:] or strided f64[:, :]")
    dtype = _NAMES.get(found["dtype"])
    if dtype is None:
        raise SignatureError(f"unknown type {found['dtype']!r} in {text.strip()!r}{_meant(found['dtype'])}")
    words = found["words"].split()
    unknown = [w for w in words if w not in ("strided", "readonly")]
    if unknown:
        raise SignatureError(f"unknown word {unknown[0]!r} in {text.strip()!r}: 'strided' and 'readonly' are known")
    if found["axes"] is None:
        if words:
            raise SignatureError(f"{words[0]!r} says something about an array, and {text.strip()!r} is a scalar")
        return ArgType(dtype)
    return _array(text.strip(), dtype, words, [axis.strip() for axis in found["axes"].split(",")])


def _array(text: str, dtype: str, words: list[str], axes: list[str]) -> ArgType:
    if dtype.startswith("py"):
        raise SignatureError(f"{text!r}: an array has a NumPy dtype, such as "
                             f"{ {'pyint': 'i64', 'pyfloat': 'f64', 'pybool': 'b1', 'pycomplex': 'c128'}[dtype] }")
    if any(axis != ":" for axis in axes[:-1]) or axes[-1] not in (":", "::1"):
        raise SignatureError(f"{text!r}: each axis is ':', the last may be '::1' (C-contiguous)")
    if axes[-1] == "::1" and "strided" in words:
        raise SignatureError(f"{text!r}: '::1' says C-contiguous, 'strided' says it isn't")
    most = MAX_RANK - (dtype in COMPLEX)
    if len(axes) > most:
        raise SignatureError(f"{text!r} has rank {len(axes)}, and at most {most} is supported")
    return ArgType(dtype, len(axes), "strided" if "strided" in words else "C", "readonly" in words)


def _split(text: str) -> list[str]:
    """The parts between commas that aren't in brackets."""
    parts, depth, start = [], 0, 0
    for i, char in enumerate(text):
        depth += (char == "[") - (char == "]")
        if char == "," and depth == 0:
            parts.append(text[start:i])
            start = i + 1
    if text[start:].strip() or parts:
        parts.append(text[start:])
    return parts[:-1] if parts and not parts[-1].strip() else parts


def _meant(name: str) -> str:
    import difflib

    bytes_named = re.fullmatch(r"([iuf])([48])", name)
    if bytes_named and name not in _NAMES:  # NumPy's codes count bytes
        return f": the number counts bits; did you mean '{bytes_named[1]}{8 * int(bytes_named[2])}'?"
    near = difflib.get_close_matches(name, _NAMES, n=1)
    return f": did you mean {near[0]!r}?" if near else f": known are {', '.join(_SHORT.values())}"


def from_annotations(fn: FunctionType) -> list[ArgType] | None:
    """The types that a function's annotations give its parameters; None when a parameter has none.

    An annotation is a type of the signature language as a string, a NumPy scalar type or dtype, or `int`, `float`,
    `bool`. Raises SignatureError, naming the parameter, for any other.
    """
    annotations = _annotations(fn)
    names = fn.__code__.co_varnames[:fn.__code__.co_argcount + fn.__code__.co_kwonlyargcount]
    if any(name not in annotations for name in names):
        return None
    return [_from_annotation(name, annotations[name]) for name in names]


def _from_annotation(name: str, annotation) -> ArgType:
    try:
        if isinstance(annotation, str):
            return parse_type(annotation.strip("'\" "))
        if annotation in (int, float, bool, complex):
            return ArgType("py" + annotation.__name__)
        return ArgType(_dtype_name(np.dtype(annotation), name))
    except TypeError as error:
        raise SignatureError(f"the annotation of parameter {name!r} isn't a type of a kernel: {error}") from None


def _annotations(fn: FunctionType) -> dict:
    try:
        return fn.__annotations__
    except NameError:  # from Python 3.14 on they're evaluated late, and may name what exists only for a type checker
        import annotationlib

        return annotationlib.get_annotations(fn, format=annotationlib.Format.STRING)
