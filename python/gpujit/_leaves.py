# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arguments of several values: tuples, named tuples, dataclasses and complex numbers become scalars and arrays of reals."""

from __future__ import annotations

import enum

import numpy as np

PARTS = {"complex64": np.float32, "complex128": np.float64}


def fields_of(value) -> tuple[str, ...] | None:
    """The field names of a named tuple, a dataclass or an enum's member; () for a plain tuple; None for what isn't taken
    apart. What stands for a member whose class has values that aren't numbers has no name of Python's."""
    if is_member(value):
        return ("value",) if _are_numbers(type(value)) else ("",)
    if isinstance(value, tuple):
        return getattr(type(value), "_fields", ())
    fields = getattr(type(value), "__dataclass_fields__", None)
    return tuple(fields) if fields is not None and not isinstance(value, type) else None


def is_member(value) -> bool:
    """Whether the value is a member of an enum that isn't a number as well."""
    return isinstance(value, enum.Enum) and not isinstance(value, (int, float))


def _are_numbers(cls) -> bool:
    kinds = {type(member.value) for member in cls}
    return len(kinds) == 1 and kinds <= {int, float}


def class_name(value) -> str:
    """The name that a message gives the class; of an enum's the one that tells it from others too."""
    cls = type(value)
    return cls.__name__ if not is_member(value) or cls.__module__ == "__main__" else f"{cls.__module__}.{cls.__qualname__}"


def items_of(value, fields: tuple[str, ...]):
    """The values of the fields, in order."""
    if is_member(value):
        return (value.value if _are_numbers(type(value)) else list(type(value).__members__.values()).index(value),)
    return tuple(value) if isinstance(value, tuple) else tuple(getattr(value, name) for name in fields)


def leaves(values) -> list:
    """The scalars and arrays that stand for some values; an array of complex numbers is one of floats with an axis more,
    over the same memory."""
    out: list = []
    for value in values:
        _add(value, out)
    return out


def _add(value, out: list) -> None:
    if isinstance(value, np.ndarray):
        out.append(_parts_of_array(value) if value.dtype.kind == "c" else value)
    elif isinstance(value, np.complexfloating):
        part = PARTS[value.dtype.name]
        out += (part(value.real), part(value.imag))
    elif value is None:
        pass
    elif type(value) is complex:
        out += (value.real, value.imag)
    elif (fields := fields_of(value)) is not None:
        for item in items_of(value, fields):
            _add(item, out)
    elif hasattr(value, "__cuda_array_interface__") and value.__cuda_array_interface__["typestr"][1] == "c":
        out.append(_DeviceParts(value))
    else:
        out.append(value)


def _parts_of_array(array: np.ndarray) -> np.ndarray:
    real = array.view(np.ndarray).real  # begins where the array does
    return np.lib.stride_tricks.as_strided(real, (*array.shape, 2), (*array.strides, real.itemsize),
                                           writeable=array.flags.writeable)


class _DeviceParts:
    """An array of complex numbers on a device, as one of floats."""

    def __init__(self, value):
        interface = dict(value.__cuda_array_interface__)
        size = int(interface["typestr"][2:]) // 2
        strides = interface.get("strides")
        interface.update(typestr=f"{interface['typestr'][0]}f{size}", shape=(*interface["shape"], 2),
                         strides=None if strides is None else (*strides, size), descr=[("", f"<f{size}")])
        self.owner, self.__cuda_array_interface__ = value, interface
