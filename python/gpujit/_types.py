# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The types of arguments: of values at a call, and as written in signatures and annotations."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ._entities import BFLOAT16, COMPLEX, DTYPES
from ._leaves import class_name, fields_of, is_member, items_of

MAX_RANK = 4
_SHORT = {"bool": "b1", "int8": "i8", "int16": "i16", "int32": "i32", "int64": "i64", "uint8": "u8", "uint16": "u16",
          "uint32": "u32", "uint64": "u64", "bfloat16": "bf16", "float16": "f16", "float32": "f32", "float64": "f64",
          "pyint": "int", "pyfloat": "float", "pybool": "bool", "complex64": "c64", "complex128": "c128",
          "pycomplex": "complex", "none": "None"}


class ArgType(NamedTuple):
    """The type of one argument. `rank` is 0 for a scalar; `layout` is "C" or "strided" for an array.

    `dtype` is a NumPy name, or "pyint", "pyfloat", "pybool" for Python's own (weak) scalars; "none" for None.
    """

    dtype: str
    rank: int = 0
    layout: str = ""
    readonly: bool = False

    def to_json(self, name: str) -> dict:
        """The entry of the compile request's signature."""
        if self.dtype == "none":
            return {"name": name, "kind": "none"}
        if not self.rank:
            return {"name": name, "kind": "scalar", "dtype": self.dtype}
        return {"name": name, "kind": "array", "dtype": self.dtype, "rank": self.rank, "layout": self.layout,
                "readonly": self.readonly}

    def __str__(self) -> str:
        """As the signature language writes it."""
        if not self.rank:
            return _SHORT[self.dtype]
        words = ("readonly " if self.readonly else "") + ("strided " if self.layout == "strided" else "")
        return f"{words}{_SHORT[self.dtype]}[{', '.join(':' * self.rank)}]"


class TupleType(NamedTuple):
    """The type of a tuple, named tuple or dataclass: of its items, with their names, if they have any; or of an enum's
    members, with the number that stands for one as the item."""

    name: str
    fields: tuple[str, ...]
    items: tuple
    kind: str = "tuple"

    rank = 0

    def to_json(self, name: str) -> dict:
        """The entry of the compile request's signature."""
        labels = self.fields or range(len(self.items))
        return {"name": name, "kind": self.kind, "class": self.name, "fields": list(self.fields),
                "items": [item.to_json(f"{name}.{label}") for item, label in zip(self.items, labels, strict=True)]}

    def __str__(self) -> str:
        return f"{self.name if self.fields else ''}({', '.join(map(str, self.items))})"


_WEAK = {bool: ArgType("pybool"), int: ArgType("pyint"), float: ArgType("pyfloat"), complex: ArgType("pycomplex"),
         type(None): ArgType("none")}
_KNOWN_DTYPES = {np.dtype(name): name for name in DTYPES | COMPLEX}


def type_of(value, name: str) -> ArgType:
    """The type of an argument's value. `name` is the parameter's, for messages.

    Raises TypeError for what can't be an argument, OverflowError for a Python int outside 64 bits.
    """
    weak = _WEAK.get(type(value))
    if weak is not None:
        if weak.dtype == "pyint" and not -(2**63) <= value < 2**63:
            raise OverflowError(f"argument '{name}' is {_shortened(value)}: Python ints are 64-bit in a kernel")
        return weak
    if isinstance(value, np.ndarray):
        return _type_of_array(value, name)
    if isinstance(value, np.generic):
        return ArgType(_dtype_name(value.dtype, name))
    interface = getattr(value, "__cuda_array_interface__", None)
    if interface is not None:
        return _type_of_interface(interface, name)
    fields = fields_of(value)
    if fields is not None:
        items = items_of(value, fields)
        labels = fields or range(len(items))
        return TupleType(class_name(value), fields,
                         tuple(type_of(item, f"{name}.{label}") for item, label in zip(items, labels, strict=True)),
                         "enum" if is_member(value) else "tuple")
    if isinstance(value, (bool, int, float)):
        return type_of(next(t for t in (bool, int, float) if isinstance(value, t))(value), name)
    raise TypeError(f"argument '{name}' is a {_class_name(value)}: {_advice(value)}")


def _type_of_array(value: np.ndarray, name: str) -> ArgType:
    if isinstance(value, np.ma.MaskedArray):
        raise TypeError(f"argument '{name}' is a masked array, and the mask would be ignored: pass {name}.filled(...)")
    dtype = _KNOWN_DTYPES.get(value.dtype) or _dtype_name(value.dtype, name)
    flags = value.flags
    rank = _check_rank(value.ndim, name, dtype in COMPLEX)
    return ArgType(dtype, rank, "C" if flags.c_contiguous else "strided", not flags.writeable)


def _type_of_interface(interface: dict, name: str) -> ArgType:
    """The type of an array on a device, from its `__cuda_array_interface__`."""
    try:
        shape, dtype = tuple(interface["shape"]), np.dtype(interface["typestr"])
        readonly, strides = bool(interface["data"][1]), interface.get("strides")
    except (KeyError, TypeError, IndexError, ValueError) as error:
        raise TypeError(f"argument '{name}' has a __cuda_array_interface__ that isn't one: {error}") from None
    if interface.get("mask") is not None:
        raise TypeError(f"argument '{name}' has a mask, which isn't supported: fill the masked elements in first")
    layout = "C" if strides is None or is_c_layout(shape, strides, dtype.itemsize) else "strided"
    dtype_name = _dtype_name(dtype, name)
    return ArgType(dtype_name, _check_rank(len(shape), name, dtype_name in COMPLEX), layout, readonly)


def is_c_layout(shape, strides, itemsize: int) -> bool:
    """Whether an array is C-contiguous, as NumPy defines it: axes of extent 1 don't count, empty arrays are."""
    expected = itemsize
    for extent, stride in zip(reversed(shape), reversed(strides), strict=True):
        if extent == 0:
            return True
        if extent != 1 and stride != expected:
            return not all(shape)
        expected *= extent
    return True


def _check_rank(rank: int, name: str, is_complex: bool) -> int:
    if rank == 0:
        raise TypeError(f"argument '{name}' is an array of rank 0: pass {name}[()] for its value, or {name}.reshape(1) "
                        "for an array to write to")
    if rank > MAX_RANK - is_complex:
        raise TypeError(f"argument '{name}' has rank {rank}, and at most {MAX_RANK - is_complex} is supported"
                        f"{' of complex numbers' * is_complex}: merge axes with "
                        "reshape, which copies nothing where the array is contiguous")
    return rank


def _dtype_name(dtype: np.dtype, name: str) -> str:
    """The name of a supported dtype; TypeError, naming the argument and the remedy, for any other."""
    found = _KNOWN_DTYPES.get(dtype)
    if found:
        return found
    if dtype.name == BFLOAT16:
        return BFLOAT16
    if not dtype.isnative:
        native = dtype.newbyteorder("=")
        raise TypeError(f"argument '{name}' has dtype {dtype.str!r}, whose byte order isn't this machine's: convert it "
                        f"with {name}.astype(np.{native.name}) first")
    # C has two 64-bit integer types on some systems; they're one type to a kernel.
    if dtype.kind in "iu" and f"{'u' * (dtype.kind == 'u')}int{8 * dtype.itemsize}" in DTYPES:
        return f"{'u' * (dtype.kind == 'u')}int{8 * dtype.itemsize}"
    remedies = {"c": f"convert it with {name}.astype(np.complex128)",
                "f": f"convert it with {name}.astype(np.float64) or np.float32",
                "O": f"convert it with {name}.astype(np.float64)", "V": "pass its fields as arrays of their own",
                "M": f"pass {name}.view(np.int64)", "m": f"pass {name}.view(np.int64)"}
    raise TypeError(f"argument '{name}' has dtype {dtype}, which isn't supported (bool, int8 to int64, uint8 to uint64, "
                    f"float16 to float64, complex64 and complex128 are): {remedies.get(dtype.kind, 'pass numbers')}")


def _class_name(value) -> str:
    cls = type(value)
    return cls.__qualname__ if cls.__module__ == "builtins" else f"{cls.__module__}.{cls.__qualname__}"


def _advice(value) -> str:
    if type(value).__module__.split(".")[0] == "torch":
        return "pass a CUDA tensor, or .numpy() of one in host memory"
    if isinstance(value, list) or hasattr(value, "__array__"):
        return "pass a NumPy array, np.asarray(...)"
    return "a kernel takes arrays, NumPy scalars, Python's numbers, and tuples and dataclasses of these; make it a dataclass"


def _shortened(value: int) -> str:
    return str(value) if value.bit_length() < 100 else f"an int of {value.bit_length()} bits"
