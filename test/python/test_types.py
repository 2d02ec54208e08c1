# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Types of arguments, and the signature language."""

import enum

import numpy as np
import pytest

from gpujit import _signature
from gpujit._entities import DTYPES
from gpujit._types import ArgType, is_c_layout, type_of


class OnDevice:
    """An array on a device, as any library shows one."""

    def __init__(self, shape=(4,), typestr="<f4", strides=None, data=(4096, False), **more):
        self.__cuda_array_interface__ = {"shape": shape, "typestr": typestr, "strides": strides, "data": data,
                                         "version": 3, **more}


@pytest.mark.parametrize("dtype", sorted(DTYPES))
def test_numpy_arrays_and_scalars(dtype):
    assert type_of(np.zeros((2, 3), dtype), "x") == ArgType(dtype, 2, "C", False)
    assert type_of(np.dtype(dtype).type(1), "x") == ArgType(dtype)


@pytest.mark.parametrize("value, dtype", [(1, "pyint"), (True, "pybool"), (1.5, "pyfloat"), (-(2**63), "pyint"),
                                          (enum.IntEnum("E", "A").A, "pyint")])
def test_python_scalars_are_weak(value, dtype):
    assert type_of(value, "x") == ArgType(dtype)


@pytest.mark.parametrize("value", [2**63, -(2**63) - 1, 10**4000])
def test_large_ints(value):
    with pytest.raises(OverflowError, match="argument 'n'"):
        type_of(value, "n")


def test_c_integer_types_that_coincide():
    assert type_of(np.zeros(1, np.longlong), "x") == type_of(np.zeros(1, np.int64), "x")
    assert type_of(np.ulonglong(1), "x") == ArgType("uint64")


def test_layouts():
    a = np.zeros((4, 6), np.float32)
    assert type_of(a[:2], "x").layout == "C"
    for view in (a[:, :3], a[::-1], a.T, a[::2], np.broadcast_to(a[0], (3, 6))):
        assert type_of(view, "x").layout == "strided"
    assert type_of(a[:, :0], "x").layout == "C"
    assert type_of(a[:1, :3], "x").layout == "C"
    fortran = np.asfortranarray(a)
    assert type_of(fortran, "x").layout == "strided"


def test_layout_rule_is_numpys():
    rng = np.random.default_rng(0)
    base = np.zeros((4, 4, 4))
    for _ in range(300):
        view = base[tuple(slice(int(s), int(s + n), int(t)) for s, n, t in
                          zip(rng.integers(0, 3, 3), rng.integers(0, 4, 3), rng.choice([1, 2], 3), strict=True))]
        view = view.transpose(rng.permutation(3))
        assert is_c_layout(view.shape, view.strides, view.itemsize) == view.flags.c_contiguous


def test_readonly():
    a = np.zeros(3)
    a.flags.writeable = False
    assert type_of(a, "x").readonly
    assert type_of(OnDevice(data=(4096, True)), "x").readonly


@pytest.mark.parametrize("value, words", [
    (np.zeros(3, ">f4"), ["'x'", "byte order", "x.astype(np.float32)"]),
    (np.zeros(3, ">i8"), ["byte order", "x.astype(np.int64)"]),
    (np.array(["a"]), ["dtype", "'x'"]), (np.array([None]), ["dtype object", "'x'"]),
    (np.zeros(3, np.longdouble), ["dtype", "astype"]), (np.zeros(3, np.clongdouble), ["astype(np.complex128)"]),
    (np.zeros(3, "f4,i4"), ["dtype", "fields"]),
    (np.zeros(3, "M8[s]"), ["datetime64", "view"]), (np.longdouble(1), ["float64"]),
    (np.zeros((1,) * 4, complex), ["rank 4", "3"]),
    (np.zeros(()), ["rank 0", "reshape(1)"]), (np.zeros((1,) * 5), ["rank 5", "reshape"]),
    (np.ma.masked_array([1.0], [True]), ["mask", "filled"]),
    ([1, 2], ["list", "np.asarray"]), ("text", ["str"]), ({1: 2}, ["dict"]), ((1, "a"), ["'x.1'", "str"]),
    (OnDevice(mask=OnDevice()), ["mask"]), (OnDevice(typestr=">f4"), ["byte order"]), (OnDevice(shape=()), ["rank 0"]),
    (OnDevice(data=None), ["__cuda_array_interface__"]), (OnDevice(typestr="nonsense"), ["__cuda_array_interface__"]),
])
def test_what_cant_be_an_argument(value, words):
    with pytest.raises(TypeError) as error:
        type_of(value, "x")
    assert all(word in str(error.value) for word in words)


def test_arrays_on_devices():
    assert type_of(OnDevice((2, 3)), "x") == ArgType("float32", 2, "C", False)
    assert type_of(OnDevice((2, 3), strides=(12, 4)), "x").layout == "C"
    assert type_of(OnDevice((2, 3), strides=(24, 4)), "x").layout == "strided"
    assert type_of(OnDevice((0, 3), data=(0, False)), "x").rank == 2


# ---- the signature language ----------------------------------------------------------------------------


@pytest.mark.parametrize("text, types", [
    ("f32, f32[:], i64, int", [ArgType("float32"), ArgType("float32", 1, "C"), ArgType("int64"), ArgType("pyint")]),
    ("f32[:, ::1], strided f64[:,:]", [ArgType("float32", 2, "C"), ArgType("float64", 2, "strided")]),
    ("readonly u8[:]", [ArgType("uint8", 1, "C", True)]),
    ("strided readonly b1[:]", [ArgType("bool", 1, "strided", True)]),
    ("a: float32, x: np.int16[:], n: bool", [ArgType("float32"), ArgType("int16", 1, "C"), ArgType("pybool")]),
    ("void(f32, float)", [ArgType("float32"), ArgType("pyfloat")]),
    ("(f32[::1],)", [ArgType("float32", 1, "C")]),
    ("", []), ("bool_", [ArgType("bool")]),
])
def test_signatures(text, types):
    assert _signature.parse(text) == types


@pytest.mark.parametrize("text, words", [
    ("f4", ["'f32'", "bits"]), ("u4[:]", ["'u32'"]), ("float31", ["float32"]), ("int[:]", ["i64"]),
    ("f32[::2]", ["'::1'"]), ("f32[::1, :]", ["'::1'"]), ("f32[:", ["can't read"]), ("foo f32[:]", ["'foo'"]),
    ("strided f32", ["scalar"]), ("strided f32[:, ::1]", ["'::1'"]), ("f32[:,:,:,:,:]", ["rank 5"]), ("f32[]", ["axis"]),
    ("f32,,f32", ["can't read"]),
])
def test_wrong_signatures(text, words):
    with pytest.raises(_signature.SignatureError) as error:
        _signature.parse(text)
    assert all(word in str(error.value) for word in words)


def test_types_print_as_signatures():
    rng = np.random.default_rng(1)
    names = [*sorted(DTYPES), "pyint", "pyfloat", "pybool"]
    for _ in range(200):
        dtype, rank = names[rng.integers(len(names))], int(rng.integers(0, 5))
        if rank and dtype.startswith("py"):
            continue
        layout = ("C", "strided")[rng.integers(2)] if rank else ""
        made = ArgType(dtype, rank, layout, bool(rank and rng.integers(2)))
        assert _signature.parse_type(str(made)) == made


def test_annotations():
    def f(a: np.float32, x: "f32[:]", n: int, *, k: "'i32'"):  # noqa: F821
        pass

    assert _signature.from_annotations(f) == [ArgType("float32"), ArgType("float32", 1, "C"), ArgType("pyint"),
                                              ArgType("int32")]

    def g(a: np.float32, x):
        pass

    assert _signature.from_annotations(g) is None

    def h(a: list):
        pass

    with pytest.raises(_signature.SignatureError, match="parameter 'a'"):
        _signature.from_annotations(h)
