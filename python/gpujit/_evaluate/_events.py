# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times of work on the device by its own clock, apart from what it costs the host to ask for it.

    from gpujit._evaluate._events import device_times

    times = device_times(lambda: kernel(x, out), samples=30, cold=True)
    times.median, times.host_median     # nanoseconds

Each sample is two events around the work, on a stream that a spinning kernel holds back until all of it is queued. Work
that waits for the device itself (arrays on the host, a returned scalar) can't be held: then the hold expires, and the
time is that of many calls in a row, divided by their number.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

_CLOCK = time.perf_counter_ns
LEAST_HOLD = 30_000  # nanoseconds over which the clock's rate is read
LIMIT = 200_000_000  # of a hold, in nanoseconds
SLOW_CLOCK = 0.75  # of the usual rate, below which a sample is dropped


@dataclass
class DeviceTimes:
    """Nanoseconds, one entry a sample: `device` on the device, `host` for the host to queue it. `clock`: the
    multiprocessors' rate in GHz before each sample (0: not known). `cold`: whether the L2 was emptied before each.
    `held`: whether queueing was kept out of the times. `dropped`: how many samples came at a slow clock."""

    device: list[float] = field(default_factory=list)
    host: list[float] = field(default_factory=list)
    clock: list[float] = field(default_factory=list)
    cold: bool = False
    held: bool = True
    dropped: int = 0

    @property
    def median(self) -> float:
        """Of the device's times, in nanoseconds; NaN without samples."""
        return _median(self.device)

    @property
    def host_median(self) -> float:
        """Of the host's times, in nanoseconds; NaN without samples."""
        return _median(self.host)


def _median(values: list[float]) -> float:
    import statistics

    return float(statistics.median(values)) if values else float("nan")


class Clockwork:
    """Events, the gate and the cache of one device; tests replace it."""

    def __init__(self, device: int = 0):
        from gpujit import _backend

        self._core, self._device = _backend.extension(), device
        self._gate = self._core.Gate(device)
        self._start, self._end = self._core.Event(device), self._core.Event(device)

    def settle(self) -> None:
        """Waits for everything on the device, on every stream."""
        self._core.synchronize(self._device)
        self._core.synchronize_all(self._device)

    def chill(self) -> None:
        """Queues what empties the second-level cache, of persisting lines too."""
        self._core.evict_l2(self._device)

    def hold(self) -> None:
        """Queues the spinning kernel."""
        self._gate.hold(0, LEAST_HOLD, LIMIT)

    def open(self) -> None:
        """Lets the stream go on."""
        self._gate.open()

    def start(self) -> None:
        """Marks the beginning of what is timed."""
        self._start.record()

    def stop(self) -> None:
        """Marks its end."""
        self._end.record()

    def elapsed(self) -> float:
        """Nanoseconds from start to stop, after waiting for it."""
        self._end.synchronize()
        return 1e6 * self._start.elapsed_time(self._end)

    def held(self) -> tuple[bool, float]:
        """(whether the latest hold lasted until open, the clock's rate meanwhile in GHz)."""
        expired, nanoseconds, cycles = self._gate.held()
        return not expired, cycles / nanoseconds if nanoseconds >= LEAST_HOLD // 2 else 0.0


def device_times(run: Callable[[], object], samples: int = 20, *, cold: bool = False, device: int = 0, warm_up: int = 2,
                 prepare: Callable[[], object] | None = None, clockwork: Clockwork | None = None) -> DeviceTimes:
    """How long the work that `run()` queues in the default stream takes on the device.

    `prepare` is called before each sample, untimed. Samples at less than 75 % of the usual clock are dropped. A Ctrl-C
    keeps the samples so far. Raises CudaError, and what `run` raises.
    """
    clockwork = clockwork or Clockwork(device)
    for _ in range(warm_up):
        if prepare:
            prepare()
        run()
    clockwork.settle()
    times = DeviceTimes(cold=cold)
    try:
        while len(times.device) < samples:
            if not _sample(clockwork, times, run, prepare):
                times = _in_a_row(clockwork, run, samples, cold, prepare)
                break
    except KeyboardInterrupt:
        count = min(len(times.device), len(times.host), len(times.clock))
        times.device, times.host, times.clock = times.device[:count], times.host[:count], times.clock[:count]
    finally:
        clockwork.open()
    return drop_slow(times)


def _sample(clockwork: Clockwork, times: DeviceTimes, run: Callable, prepare: Callable | None) -> bool:
    """Adds one sample; False if the work couldn't be held back."""
    if prepare:
        prepare()
    if times.cold:
        clockwork.chill()
    clockwork.settle()
    clockwork.hold()
    clockwork.start()
    begun = _CLOCK()
    run()
    asked = _CLOCK() - begun
    clockwork.stop()
    clockwork.open()
    taken = clockwork.elapsed()
    held, rate = clockwork.held()
    if not held:
        return False
    times.device.append(taken)
    times.host.append(asked)
    times.clock.append(rate)
    return True


def _in_a_row(clockwork: Clockwork, run: Callable, samples: int, cold: bool, prepare: Callable | None) -> DeviceTimes:
    """Times that include the queueing: of ten calls, divided by ten; of one call each where it must start cold."""
    times, calls = DeviceTimes(cold=cold, held=False), 1 if cold or prepare else 10
    for _ in range(samples):
        if prepare:
            prepare()
        if cold:
            clockwork.chill()
        clockwork.settle()
        clockwork.start()
        begun = _CLOCK()
        for _ in range(calls):
            run()
        times.host.append((_CLOCK() - begun) / calls)
        clockwork.stop()
        times.device.append(clockwork.elapsed() / calls)
        times.clock.append(0.0)
    return times


def drop_slow(times: DeviceTimes) -> DeviceTimes:
    """Without the samples taken at less than 75 % of the usual clock, the median of the samples' rates."""
    known = [rate for rate in times.clock if rate > 0]
    if not known:
        return times
    floor = SLOW_CLOCK * _median(known)
    kept = [k for k, rate in enumerate(times.clock) if rate == 0 or rate >= floor]
    return DeviceTimes([times.device[k] for k in kept], [times.host[k] for k in kept], [times.clock[k] for k in kept],
                       times.cold, times.held, times.dropped + len(times.clock) - len(kept))
