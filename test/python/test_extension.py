# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The extension module as Python sees it; and arrays on a device, where there is one."""

import json
import time

import numpy as np
import pytest

import gpujit
from conftest import compiled
from gpujit import _backend
from gpujit._capture import Snapshot

pytestmark = compiled


def double(a, out):
    for i in range(a.shape[0]):
        out[i] = a[i] * 2


def first(a, idx, out):
    for i in range(out.shape[0]):
        out[i] = a[idx[i]]


def total(a):
    s = 0.0
    for i in range(a.shape[0]):
        s += a[i]
    return s


# ---- without a device ----------------------------------------------------------------------------------


def test_a_missing_library():
    with pytest.raises(ImportError, match="/nowhere/lib.so"):
        _backend.extension().Compiler("/nowhere/lib.so")


@pytest.mark.parametrize("request_text", [b"", b"{", b"[]", b"{}", b"\xff\xfe", b'{"functions": []}',
                                          b'{"functions": [{}]}'])
def test_requests_that_arent_any(request_text):
    assert _backend.compiler().compile(request_text).text("error")


@pytest.mark.parametrize("recipe", ["", "{", "{}", '{"version": 99}', "[1, 2]"])
def test_recipes_that_arent_any(recipe):
    with pytest.raises(ValueError, match=r"\w"):
        _backend.extension().launch_plan(recipe, "")


def test_the_type_of_a_result():
    kernel = gpujit.gpujit(target="interpreter")(total)
    for dtype, cls in ((np.float32, np.float32), (np.float64, np.float64)):
        result = kernel(np.ones(5, dtype))
        assert type(result) is cls and result == 5


def test_a_stage_nobody_asked_for():
    kernel = gpujit.gpujit(target="interpreter")(double)
    made = kernel.compile("f32[:], f32[:]")
    assert made.program.text("ptx") is None and made.program.text("nonsense") is None


def test_every_stage_has_a_text():
    kernel = gpujit.gpujit(double)
    for stage in ("ast", "pyk", "loops", "plan", "gpu", "nvvm", "llvm", "ptx", "recipe"):
        assert kernel.inspect(stage, "f32[:], f32[:]"), stage
    assert ".entry" in kernel.inspect("ptx", "f32[:], f32[:]")
    assert "pyk.func" in kernel.inspect("pyk", "f32[:], f32[:]")


def test_from_source_to_ptx_takes_milliseconds():
    """The goal is 20 ms; a machine may be half as fast as the one that it was set on."""
    kernel = gpujit.gpujit(double)
    case, _ = kernel._case_of_signature("f32[:], f32[:]", "cuda")
    times = []
    for _ in range(20):  # of processor time, and the best: what else the machine does must not count
        start = time.process_time()
        program = kernel._compile(case, Snapshot(double), ["ptx", "recipe"])
        times.append(1e3 * (time.process_time() - start))
    assert min(times) <= 40
    stats = json.loads(program.text("stats"))
    assert 0 < stats["ptx_ms"] < stats["total_ms"]


# ---- on a device ---------------------------------------------------------------------------------------


@pytest.mark.gpu
def test_to_the_device_and_back():
    for a in (np.arange(12, dtype=np.int16).reshape(3, 4), np.zeros(0), np.arange(10)[::3], np.ones((2, 2, 2, 2), np.bool_)):
        on_device = gpujit.to_device(a)
        assert on_device.shape == a.shape and on_device.dtype == a.dtype
        np.testing.assert_array_equal(on_device.numpy(), a)
    assert not gpujit.zeros((2, 3), np.float32).numpy().any()
    assert gpujit.empty(5, "int8").dtype == np.int8


@pytest.mark.gpu
def test_kernels_take_device_arrays():
    kernel = gpujit.gpujit(target="cuda")(double)
    a = gpujit.to_device(np.arange(1000, dtype=np.float32))
    out = gpujit.empty(1000, np.float32)
    kernel(a, out)
    np.testing.assert_array_equal(out.numpy(), np.arange(1000) * 2)
    kernel(a, a)
    np.testing.assert_array_equal(a.numpy(), np.arange(1000) * 2)


@pytest.mark.gpu
def test_device_and_host_arrays_together():
    kernel = gpujit.gpujit(target="cuda")(double)
    out = np.zeros(4, np.float32)
    kernel(gpujit.to_device(np.ones(4, np.float32)), out)
    assert out.tolist() == [2, 2, 2, 2]


@pytest.mark.gpu
def test_any_cuda_array():
    class Other:
        """An array of some other library."""

        def __init__(self, array, **changes):
            self.array = array
            self.__cuda_array_interface__ = array.__cuda_array_interface__ | changes

    a = gpujit.to_device(np.arange(8, dtype=np.float32))
    out = gpujit.zeros(4, np.float32)
    gpujit.gpujit(target="cuda")(double)(Other(a, shape=(4,), strides=(8,)), Other(out))
    assert out.numpy().tolist() == [0, 4, 8, 12]
    host = np.zeros(4, np.float32)
    with pytest.raises((ValueError, TypeError), match="'a'"):
        gpujit.gpujit(target="cuda")(double)(Other(out, data=(host.ctypes.data, False)), out)


@pytest.mark.gpu
def test_an_error_with_device_arrays_is_raised_later_and_once():
    kernel = gpujit.gpujit(target="cuda")(first)
    a, out = gpujit.zeros(4, np.float32), gpujit.zeros(3, np.float32)
    with pytest.raises(IndexError, match=r"index 9 .*'a'[^$]*test_extension\.py:\d+"):
        kernel(a, gpujit.to_device(np.array([0, 9, 1], np.int32)), out)
        gpujit.synchronize()
    gpujit.synchronize()
    kernel(a, gpujit.to_device(np.array([0, 3, 1], np.int32)), out)
    gpujit.check_errors()


@pytest.mark.gpu
def test_results_from_a_device():
    kernel = gpujit.gpujit(target="cuda")(total)
    result = kernel(gpujit.to_device(np.ones(1000, np.float32)))
    assert type(result) is np.float32 and result == 1000
