# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times by the device's clock: the stream is held, the cache is emptied, slow clocks are noticed."""

import importlib.util

import pytest

import fake_driver
from conftest import ROOT
from fake_driver import run
from gpujit._evaluate import _events
from gpujit._evaluate._events import DeviceTimes, device_times

faked = pytest.mark.skipif(not fake_driver.LIBRARY.exists() or importlib.util.find_spec("gpujit._core") is None,
                           reason="the extension module or the fake driver isn't built")


class Clockwork:
    """A device that says what it was asked, and whose work takes 1000 ns."""

    def __init__(self, holds=True, rates=(2.0,)):
        self.asked, self.holds, self.rates, self.samples, self.work = [], holds, rates, 0, 0

    def __getattr__(self, name):
        return lambda: self.asked.append(name)

    def start(self):
        self.asked.append("start")
        self.work = 0

    def elapsed(self):
        return 1000.0 * self.work

    def held(self):
        self.samples += 1
        return self.holds, self.rates[(self.samples - 1) % len(self.rates)]

    def run(self):
        self.asked.append("run")
        self.work += 1


def measured(clockwork, **options):
    return device_times(clockwork.run, clockwork=clockwork, warm_up=0, **options)


def test_the_stream_is_held_until_the_work_is_queued():
    clockwork = Clockwork()
    times = measured(clockwork, samples=1)
    assert clockwork.asked == ["settle", "settle", "hold", "start", "run", "stop", "open", "open"]
    assert times.held and times.device == [1000.0] and len(times.host) == 1


def test_cold_samples_start_from_an_empty_cache():
    clockwork = Clockwork()
    times = measured(clockwork, samples=3, cold=True)
    assert times.cold and clockwork.asked.count("chill") == 3
    assert clockwork.asked.index("chill") < clockwork.asked.index("hold")
    assert "chill" not in measured_calls(samples=3)


def measured_calls(**options):
    clockwork = Clockwork()
    measured(clockwork, **options)
    return clockwork.asked


def test_work_that_waits_for_the_device_cannot_be_held():
    times = measured(Clockwork(holds=False), samples=4)
    assert not times.held and times.device == [1000.0] * 4


def test_samples_at_a_slow_clock_are_dropped():
    times = measured(Clockwork(rates=(2.0, 2.0, 1.4, 2.0)), samples=8)
    assert times.dropped == 2 and len(times.device) == 6 and min(times.clock) == 2.0
    assert _events.drop_slow(DeviceTimes([1.0], [1.0], [0.0])).dropped == 0


def test_an_interrupt_keeps_what_there_is_and_opens_the_gate():
    clockwork = Clockwork()

    def work():
        clockwork.run()
        if clockwork.asked.count("run") == 4:
            raise KeyboardInterrupt

    times = device_times(work, 10, clockwork=clockwork, warm_up=0)
    assert len(times.device) == 3 and clockwork.asked[-1] == "open"


@pytest.mark.parametrize("arch", ["sm_75", "sm_90", "sm_100"])
def test_the_spinning_kernel_assembles(assemble, arch):
    source = (ROOT / "runtime" / "Cuda" / "Timing.cpp").read_text()
    assemble(source.partition('R"(')[2].partition(')"')[0], arch)


@faked
def test_events_over_the_driver():
    run("""
    import time
    from gpujit._evaluate._events import device_times

    start, end = _core.Event(), _core.Event()
    start.record()
    time.sleep(0.02)
    end.record()
    end.synchronize()
    assert end.query() and 20 <= start.elapsed_time(end) < 2000

    x, out = gpujit.to_device(np.ones(1000, np.float32)), gpujit.empty(1000, np.float32)
    plan = saxpy_plan()
    for cold in (False, True):
        times = device_times(lambda: plan.launch([np.float32(2), x, x, out]), 5, cold=cold)
        assert times.held and len(times.device) == 5 and times.clock == [2.0] * 5 and times.cold == cold, times
    """)


@faked
def test_memory_peaks():
    run("""
    _core.reset_memory_peaks()
    before = _core.memory()["peak_live"]
    x = gpujit.empty(1 << 20, np.uint8)
    del x
    now = _core.memory()
    assert now["peak_live"] - before >= 1 << 20 and 0 < now["free"] <= now["total"]
    _core.reset_memory_peaks()
    assert _core.memory()["peak_live"] == before
    _core.synchronize_all()
    """)


@faked
def test_a_driver_that_fails_while_timing():
    run("""
    start, end = _core.Event(), _core.Event()
    assert isinstance(error_of(start.elapsed_time, end), gpujit.CudaError)
    """, GPUJIT_FAKE_FAULT="cuEventElapsedTime:1")
    run("""
    assert isinstance(error_of(_core.Gate), MemoryError)
    """, GPUJIT_FAKE_FAULT="cuMemHostAlloc:2")
    run("""
    assert isinstance(error_of(_core.synchronize_all), gpujit.CudaError)
    """, GPUJIT_FAKE_FAULT="cuCtxSynchronize:700")
