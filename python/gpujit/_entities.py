# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the objects that a kernel captures are to the compiler: docs/abi.md, "Captures"."""

from __future__ import annotations

import builtins
import enum
import sys
from types import FunctionType, MemberDescriptorType, ModuleType

import numpy as np

from . import _leaves, _library
from ._decorator import prange

DTYPES = frozenset(["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32",
                    "float64"])


BFLOAT16 = "bfloat16"  # the package ml_dtypes registers it with NumPy
COMPLEX = frozenset(["complex64", "complex128"])


def is_array(obj) -> bool:
    """Whether the object is an array to gpujit: NumPy's, or any that lies on a CUDA device."""
    return isinstance(obj, np.ndarray) or hasattr(type(obj), "__cuda_array_interface__")


def python_function(obj) -> FunctionType | None:
    """The plain Python function behind a function, a gpujit kernel or another compiler's wrapper; else None."""
    written = _library.STANDS_FOR.get(obj) if _library.may_stand(obj) else None
    if written is not None:
        return written
    if isinstance(obj, FunctionType):
        return None if _is_known_library(obj) or obj is prange else obj
    inner = getattr(obj, "py_func", None)
    return inner if isinstance(inner, FunctionType) else None


def value_entity(obj) -> tuple[str, object] | None:
    """(entity, value) of an object that is neither array nor Python function; None for "go on with its attributes"."""
    if isinstance(obj, np.generic):
        return _scalar(obj)
    if isinstance(obj, bool):
        return "bool", obj
    if isinstance(obj, int):
        return "int", _decimal(int(obj))
    if isinstance(obj, float):
        return "float", float(obj).hex()
    if type(obj) is complex:
        return "complex", (obj.real.hex(), obj.imag.hex())
    if obj is prange:
        return "gpujit.prange", None
    if isinstance(obj, np.dtype) or (isinstance(obj, type) and issubclass(obj, np.generic)):
        return "dtype:" + np.dtype(obj).name, None
    name = known_name(obj)
    return (name, None) if name else None


def known_name(obj) -> str | None:
    """The public dotted name of a function or class that the compiler may know, such as "numpy.sqrt" or "builtins.len"."""
    if isinstance(obj, np.ufunc):
        return f"numpy.{obj.__name__}" if getattr(np, obj.__name__, None) is obj else None
    name, module = getattr(obj, "__name__", None), getattr(obj, "__module__", None)
    if not isinstance(name, str) or not isinstance(module, str) or not callable(obj):
        return None
    if isinstance(obj, FunctionType) and not _is_known_library(obj):
        return None
    if isinstance(obj, type) and module != "builtins" and not module.startswith("numpy"):
        return None
    module = "numpy" if getattr(np, name, None) is obj else module
    return f"{module}.{name}" if getattr(sys.modules.get(module), name, None) is obj else None


def record_fields(obj) -> tuple[str, ...] | None:
    """The field names of a tuple, named tuple, enum's member or frozen dataclass, whose value can't change: () for a plain
    tuple; None for any other object."""
    if isinstance(obj, tuple) or _leaves.is_member(obj):
        return _leaves.fields_of(obj)
    parameters = getattr(type(obj), "__dataclass_params__", None)
    return tuple(type(obj).__dataclass_fields__) if parameters is not None and parameters.frozen else None


def unsupported_name(obj) -> str:
    """How a message calls the object: its type, or "class X" for a class."""
    return f"class {obj.__name__}" if isinstance(obj, type) else type(obj).__name__


def attribute(obj, name: str):
    """Reads `obj.name` without running code of the user's: (found, value).

    Modules, classes, and instances whose attribute is plain data (an instance variable, a slot, a field of a named
    tuple). Anything that a property or `__getattr__` would compute isn't found.
    """
    if isinstance(obj, ModuleType):
        missing = object()
        value = getattr(obj, name, missing)
        return value is not missing, value
    if isinstance(obj, type):
        for cls in obj.__mro__:
            if name in cls.__dict__:
                value = cls.__dict__[name]
                return (False, None) if isinstance(value, (property, classmethod)) else (True, getattr(obj, name))
        return False, None
    if isinstance(obj, enum.Enum) and name == "value":
        return True, obj._value_
    if name in getattr(obj, "__dict__", ()):
        return True, obj.__dict__[name]
    for cls in type(obj).__mro__:
        if name in cls.__dict__:
            value = cls.__dict__[name]
            if isinstance(value, MemberDescriptorType) or name in getattr(type(obj), "_fields", ()):
                return hasattr(obj, name), getattr(obj, name, None)
            return (False, None) if hasattr(value, "__get__") else (True, value)
    return False, None


def near_names(name: str, candidates) -> list[str]:
    """At most three existing names close to a misspelt one, the nearest first; functions of `math` count as existing."""
    import difflib
    import math

    plain = {str(c) for c in candidates} | set(dir(builtins))
    pool = {c: c for c in sorted(plain) if not c.startswith("__")}
    for function in dir(math):
        if not function.startswith("_"):
            pool.setdefault(function, f"math.{function}")
    return [pool[match] for match in difflib.get_close_matches(name, pool, n=3, cutoff=0.7)]


def _scalar(obj) -> tuple[str, object]:
    name = obj.dtype.name
    if name in COMPLEX:
        return f"scalar:{name}", (float(obj.real).hex(), float(obj.imag).hex())
    if name not in DTYPES and name != BFLOAT16:
        return "unsupported", f"numpy.{name}"
    if name == "bool":
        return "scalar:bool", bool(obj)
    return f"scalar:{name}", float(obj).hex() if obj.dtype.kind in "fV" else str(int(obj))


def _decimal(value: int) -> str:
    """Decimal digits, also past the interpreter's limit on the conversion (far more than the compiler accepts)."""
    try:
        return str(value)
    except ValueError:
        return "-" * (value < 0) + "9" * 5000


def _is_known_library(fn: FunctionType) -> bool:
    """NumPy's Python-level functions are known by name; their source isn't compiled."""
    return (getattr(fn, "__module__", None) or "").split(".")[0] == "numpy"
