# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ways in which measurements fool people, planted: the evaluation must not be."""

import importlib.util

import numpy as np
import pytest

import fake_driver
from judged import CHECKS, FakeDevice, OnDevice, double, judged, verdict

faked = pytest.mark.skipif(not fake_driver.LIBRARY.exists() or importlib.util.find_spec("gpujit._core") is None,
                           reason="the extension module or the fake driver isn't built")


@pytest.fixture
def device():
    return FakeDevice()


def test_inputs_that_are_easy_after_the_first_run(device):
    """Sorting in place: sorted data are quick, so each run must get its own."""
    def kernel(x):
        device.now += 10 if (x[1:] >= x[:-1]).all() else 50_000
        x.sort()

    result = judged_in_place(device, kernel)
    assert verdict(result) == ("keep", "faster") and min(result.times.candidate) >= 50_000


def judged_in_place(device, kernel):
    from gpujit._evaluate import Contract, evaluate

    def reference(x):
        device.now += 200_000
        return np.sort(x)

    return evaluate(Contract(kernel, lambda rng, n: (rng.random(n),), reference, [0], [1000], inout=[0], samples=8,
                             special=False), device)


def test_work_on_a_side_stream(device):
    def kernel(x, out):
        double(x, out)
        device.left.append(lambda: setattr(device, "now", device.now + 900_000))

    result = judged(device, kernel, took=(1_000,))
    assert verdict(result)[0] == "reject" and min(result.times.candidate) >= 900_000


@faked
def test_all_streams_are_waited_for():
    fake_driver.run("""
    from gpujit._evaluate import Device
    assert isinstance(error_of(Device().synchronize), gpujit.CudaError)
    """, GPUJIT_FAKE_FAULT="cuCtxSynchronize:700")


@faked
def test_lines_that_persist_in_the_cache_are_let_go():
    fake_driver.run("""
    assert isinstance(error_of(_core.evict_l2), gpujit.CudaError)
    """, GPUJIT_FAKE_FAULT="cuCtxResetPersistingL2Cache:1")
    fake_driver.run("""
    assert isinstance(error_of(_core.evict_l2), gpujit.CudaError)
    """, GPUJIT_FAKE_FAULT="cuMemsetD8Async:1")


def test_a_cache_that_is_warm_is_named_and_not_judged_by(device):
    times = judged(device, metric="kernel").times
    assert times.cold.cold and not times.warm.cold


def test_inputs_of_zeros(device):
    result = judged(device, inputs=lambda rng, n: (np.zeros(n, np.float32), np.zeros(n, np.float32)), special=False)
    assert verdict(result) == ("inconclusive", "zeros")


def test_a_slow_clock_during_some_samples(device):
    device.rates = [1980, 1980, 1980, 990]
    result = judged(device, samples=12)
    assert result.times.dropped == 3 and len(result.times.candidate) == 9 == len(result.times.baseline)


def test_a_device_that_throttles(device):
    device.hot = ["hardware thermal slowdown"]
    result = judged(device)
    assert verdict(result) == ("inconclusive", "throttled") and "thermal" in result.verdict.message


def test_a_sample_that_is_faster_than_memory(device):
    device.facts = {"memory_clock_khz": 3_201_000, "memory_bus_bits": 6144, "l2_bytes": 100}
    result = judged(device, took=(3,), sizes=[100_000])
    assert verdict(result) == ("inconclusive", "floor")


def test_an_element_that_a_norm_would_hide(device):
    """Relative to the whole array the fault is a millionth of a millionth."""
    def kernel(x, out):
        double(x, out)
        if x.size > 5000:
            out[4321] = 0

    def inputs(rng, n):
        x = 1e6 * (1 + rng.random(n, np.float32))
        if n > 5000:
            x[4321] = 1e-3
        return x.astype(np.float32), np.zeros(n, np.float32)

    result = judged(device, kernel, inputs=inputs, sizes=[10_000])
    assert verdict(result) == ("reject", "wrong") and "(4321,)" in result.verdict.message


def test_compilation_in_the_first_call_is_in_the_break_even(device):
    calls = []

    def kernel(x, out):
        calls.append(1)
        double(x, out)
        device.now += 900_000_000 if len(calls) == 1 else 0

    record = judged(device, kernel).record
    assert record["nanoseconds"]["first_call"] > 900_000_000
    assert record["break_even"]["calls"] == 10_000  # 900 ms of compilation, 90 us saved a call


def test_the_driver_s_start_is_in_the_break_even(device):
    device.starting = 90_000_000
    assert judged(device).record["break_even"]["calls"] == 1000  # 90 us saved a call


@faked
def test_the_driver_s_start_is_measured_once():
    fake_driver.run("""
    from gpujit._evaluate import Device
    assert Device().start() > 0 and Device().start() == 0
    """)


def test_transfers_are_inside_the_window(device):
    def kernel(x, out):
        double(x, out)
        device.now += 0 if isinstance(x, OnDevice) else 500_000  # copies there and back

    result = judged(device, kernel, took=(1_000,))
    assert verdict(result) == ("reject", "transfers") and result.record["limit"] == "transfers"


def test_a_lazy_result(device):
    """Nothing is computed until somebody looks: the output is looked at in the window's shadow, as it was left."""
    waiting = []

    def kernel(x, out):
        if len(waiting) < CHECKS:
            double(x, out)
        waiting.append((x, out))

    assert verdict(judged(device, kernel)) == ("reject", "nan")


def test_a_library_that_is_wrong_beats_nothing(device):
    def wrong(x, out):
        out[:] = 0

    result = judged(device, library=wrong)
    assert verdict(result) == ("keep", "faster")
    assert any("not comparable" in note for note in result.record["notes"])


def test_a_library_that_is_not_installed(device):
    def absent(x, out):
        raise ImportError("No module named 'cupy'")

    result = judged(device, library={"cupy": absent})
    assert verdict(result) == ("keep", "faster") and any("cupy: not installed" in note for note in result.record["notes"])
