# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Bytes and operations as the compiler counts them, the roofline, limits, and kernels that a library has."""

import numpy as np
import pytest

import gpujit
from conftest import compiled
from gpujit import _evaluate
from gpujit._evaluate import _counting, _known, _limits, _nvml, _roofline
from gpujit._evaluate._counting import Work
from gpujit._evaluate._events import DeviceTimes
from gpujit._evaluate._timing import Times
from judged import FakeDevice, judged, verdict

F32 = np.float32


@gpujit.gpujit
def saxpy(a, x, y, out):
    for i in range(x.shape[0]):
        out[i] = a * x[i] + y[i]


@gpujit.gpujit
def stencil(a, b, steps):
    for _ in range(steps):
        for i in range(1, a.shape[0] - 1):
            for j in range(1, a.shape[1] - 1):
                b[i, j] = F32(0.25) * (a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])


@gpujit.gpujit
def triangle(x, out):
    for i in range(x.shape[0]):
        s = F32(0)
        for j in range(i):
            s += x[j]
        out[i] = np.sqrt(s)


@gpujit.gpujit
def positive(x, out):
    for i in range(x.shape[0]):
        if x[i] > 0:
            out[i] = x[i] * x[i] * x[i]


@gpujit.gpujit
def halvings(x, out):
    for i in range(x.shape[0]):
        while x[i] > 1:
            x[i] = x[i] * 0.5
        out[i] = x[i]


@gpujit.gpujit
def histogram(x, counts):
    for i in range(x.shape[0]):
        counts[x[i]] += 1


@gpujit.gpujit
def product(a, b, c):
    for i in range(a.shape[0]):
        for j in range(b.shape[1]):
            s = F32(0)
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            c[i, j] = s


def ones(*shape):
    return np.ones(shape, np.float32)


@compiled
def test_counts():
    work = _counting.work_of(saxpy, (F32(2), ones(1000), ones(1000), ones(1000)))
    assert work.exact and work.operations["f32"] == 2000
    assert work.reads == {"1": 4000, "2": 4000} and work.writes == {"3": 4000}
    assert work.accessed == 12_000 == work.compulsory({"1": 4000, "2": 4000, "3": 4000})


@compiled
def test_counts_of_nested_loops():
    work = _counting.work_of(stencil, (ones(102, 202), ones(102, 202), 7))
    points = 7 * 100 * 200
    assert work.exact and work.operations["f32"] == 4 * points and work.reads == {"0": 16 * points}
    size = 4 * 102 * 202
    assert work.compulsory({"0": size, "1": size}) == 2 * size


@compiled
def test_counts_of_a_triangle():
    work = _counting.work_of(triangle, (ones(1000), ones(1000)))
    assert work.exact and work.reads == {"0": 4 * 1000 * 999 / 2}
    assert work.operations["f32"] == 1000 * 999 / 2 and work.operations["special"] == 1000


@compiled
def test_counts_that_only_the_device_knows():
    work = _counting.work_of(positive, (ones(1000), ones(1000)))
    assert not work.exact and work.writes == {"1": 4000} and 2000 <= work.operations["f32"] <= 3000
    assert not _counting.work_of(halvings, (ones(10), ones(10))).exact


@gpujit.gpujit
def negated(x, out):
    for i in range(x.shape[0]):
        out[i] = x[i] * x[i] - F32(0.7)


@compiled
def test_a_change_of_sign_is_no_operation():
    assert _counting.work_of(negated, (ones(1000), ones(1000))).operations["f32"] == 2000


@compiled
def test_counts_of_updates():
    work = _counting.work_of(histogram, (np.zeros(100, np.int64), np.zeros(10, np.int64)))
    assert work.reads == {"0": 800, "1": 800} and work.writes == {"1": 800}


@compiled
def test_counts_of_no_iterations():
    assert _counting.work_of(saxpy, (F32(2), ones(0), ones(0), ones(0))).accessed == 0


@compiled
@pytest.mark.parametrize(("kernel", "arrays", "operations", "moved"), [
    (_roofline._read, 2, 1000, 4000), (_roofline._copy, 2, 0, 8000), (_roofline._triad, 3, 2000, 12_000),
    (_roofline._chain, 2, 1000 * (8 * _roofline._CHAIN + 6), None)])
def test_the_ceilings_kernels_do_what_their_rates_assume(kernel, arrays, operations, moved):
    work = _counting.work_of(kernel, tuple(ones(1000) for _ in range(arrays)))
    assert work.operations.get("f32", 0) == pytest.approx(operations, abs=2)
    assert moved is None or work.accessed == pytest.approx(moved, abs=8)


def test_a_plain_function_is_not_counted():
    assert _counting.work_of(lambda x: x, (1,)) is None and _limits.kernel_facts(lambda x: x, (1,)) == {}


def test_a_table_of_counts():
    values = [["constant", 3], ["argument", 0, 0], ["addi", 0, 1], ["slt", 0, 1], ["select", 3, 1, 0], ["floordivsi", 1, 0],
              ["divsi", 1, 0], ["remsi", 1, 0], ["index", 9], ["same", 2]]
    evaluation = _counting._Evaluation(values, [[-7]])
    assert [evaluation.number(k) for k in range(10)] == [3, -7, -4, False, 3, -3, -2, -1, None, -4]
    assert evaluation.number(None) is None


CEILINGS = {"read": 4e12, "copy": 4e12, "triad": 4e12, "l2": 8e12, "f32": 5e13, "f64": 2.5e13}


def test_the_roofline():
    moving = _roofline.place(Work({"f32": 1e6}, {"0": 4e6}, {"1": 4e6}), {"0": 4_000_000, "1": 4_000_000}, 4000, CEILINGS)
    assert moving["bound"] == "memory traffic" and moving["fraction"] == pytest.approx(0.5) and moving["intensity"] == 0.125
    computing = _roofline.place(Work({"f64": 1e9}, {"0": 8e6}, {}), {"0": 8_000_000}, 80_000, CEILINGS)
    assert computing["bound"] == "arithmetic" and computing["fraction"] == pytest.approx(0.5)


def test_floors():
    info = {"memory_clock_khz": 3_201_000, "memory_bus_bits": 6144, "l2_bytes": 50 << 20}
    assert _roofline.peak_bandwidth(info) == pytest.approx(4.917e12, rel=1e-3)
    assert _roofline.floor(10 << 20, info) == 0 and _roofline.floor(10**9, info) == pytest.approx(182_000, rel=0.01)
    assert _roofline.peak_bandwidth({}) is None and _roofline.floor(10**9, {}) == 0


def limited(place=None, facts=None, **phases):
    return _limits.limiting_factor(Times(phases={k.replace("_", " "): v for k, v in phases.items()}), place, facts or {})


def test_limits():
    assert limited(to_device=100, kernel=10, to_host=50, launch=5) == "transfers"
    assert limited(kernel=2, launch=5) == "size"
    assert limited({}, {"launches": 3}, kernel=2, launch=5) == "launch granularity"
    assert limited({"fraction": 0.8, "bound": "arithmetic"}, kernel=100, launch=5) == "arithmetic"
    assert limited({"fraction": 0.8, "bound": "memory traffic"}, kernel=100, launch=5) == "memory traffic"
    assert limited({"fraction": 0.1, "bound": "memory traffic"}, kernel=100, launch=5) == "algorithm"
    assert limited(None, {"in_order": True}, kernel=100, launch=5) == "sequential loop"
    moving = Times(phases={"to device": 100, "kernel": 2, "launch": 5})
    assert _limits.limiting_factor(moving, {"fraction": 0.8, "bound": "arithmetic"}, {}, "kernel") == "arithmetic"
    assert limited() == "size" and set(_limits.NEXT) >= {"compilation", "memory pressure", "unsupported fallback"}


@compiled
def test_facts_of_a_kernel():
    assert _limits.kernel_facts(saxpy, (F32(2), ones(9), ones(9), ones(9))) == {"launches": 1, "in_order": False}


def test_break_even():
    times = Times(first=1_000_000, compile=900_000)
    assert _limits.break_even(times, 2_000, 1_000)["calls"] == 999
    assert _limits.break_even(times, 1_000, 2_000)["calls"] is None and _limits.pieces(100, 50) == 3


def bubble(x):
    for _ in range(x.shape[0]):
        for j in range(x.shape[0] - 1):
            if x[j] > x[j + 1]:
                x[j], x[j + 1] = x[j + 1], x[j]


def transform(x, re, im):
    for k in range(x.shape[0]):
        for n in range(x.shape[0]):
            angle = 2 * np.pi * (k * n) / x.shape[0]
            re[k] += x[n] * np.cos(angle)
            im[k] -= x[n] * np.sin(angle)


def test_a_product_is_cublas_s():
    assert _known.operation_of(product) == "matrix product"
    assert _known.operation_of(gpujit.gpujit(bubble)) == "sort" and _known.operation_of(gpujit.gpujit(transform)) == "fft"
    assert [_known.operation_of(k) for k in (saxpy, stencil, triangle, histogram, len)] == [None] * 5


def test_a_library_that_was_not_tried(monkeypatch):
    monkeypatch.setattr(_known, "operation_of", lambda kernel: "matrix product")
    result = judged(FakeDevice())
    assert verdict(result) == ("revise", "library-untried") and "cuBLAS" in result.verdict.message
    assert verdict(judged(FakeDevice(), library_took=50_000)) == ("keep", "faster")


@compiled
def test_the_original_loop(monkeypatch):
    def inputs(rng, n):
        return F32(2), ones(n), ones(n), ones(n)

    contract = _evaluate.Contract(saxpy, inputs, lambda a, x, y, out: a * x + y, [3], [100, 2000])
    assert [size for size, _ in _evaluate._original_loop(contract, Host())] == [33, 100, 2000]
    monkeypatch.setattr(_evaluate, "LOOP_BUDGET", 0)
    assert [size for size, _ in _evaluate._original_loop(contract, Host())] == [33]


class Host(_evaluate.Device):
    """The host's clocks alone."""

    def synchronize(self):
        pass


def test_without_the_management_library():
    assert _nvml.find("GPU-none") is None


class Management:
    """The management library of a GPU that is hot."""

    def __getattr__(self, name):
        values = {"nvmlDeviceGetClockInfo": 1980, "nvmlDeviceGetCurrentClocksEventReasons": 64 | 4,
                  "nvmlDeviceGetEccMode": 1}

        def function(handle, *rest):
            if name == "nvmlDeviceGetMigMode":
                return 3  # not supported
            for target in rest:
                if hasattr(target, "_obj"):
                    target._obj.value = values.get(name, 7)
            return 0

        return function


def test_the_management_library(monkeypatch):
    monkeypatch.setattr(_nvml, "_library", Management)
    gpu = _nvml.find("GPU-1")
    assert gpu.sm_clock() == 1980 and gpu.slowdowns() == ["hardware thermal slowdown"]
    facts = gpu.describe()
    assert facts["ecc"] is True and facts["mig"] is None and facts["sm_mhz"] == 1980


def test_medians_without_samples():
    assert np.isnan(DeviceTimes().median) and np.isnan(DeviceTimes().host_median)
