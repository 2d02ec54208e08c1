# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""End-to-end times, taken in pairs, with every timed run's output checked outside the window; phases; a sweep."""

from __future__ import annotations

import os
import statistics
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from . import _semantics, _statistics
from ._contract import Contract
from ._events import SLOW_CLOCK, DeviceTimes
from ._machine import Device

SWEEP_SAMPLES = 5
MOST = 5  # times the contract's samples
WIDE = 0.1  # of the ratio, above which its interval asks for more samples


@dataclass
class Times:
    """Nanoseconds. One entry a pair in `baseline`, `candidate` and each of `libraries`; `resident`: with arrays on the
    device. `start`: of the driver; `first`: the first call, of which `compile` was the compilation. `warm` and `cold`: the
    device's own times. `phases`: medians by name. `loop`: (size, time) of the kernel as plain Python."""

    start: int = 0
    first: int = 0
    compile: float = 0
    baseline: list[int] = field(default_factory=list)
    candidate: list[int] = field(default_factory=list)
    resident: list[int] = field(default_factory=list)
    libraries: dict[str, list[int]] = field(default_factory=dict)
    warm: DeviceTimes | None = None
    cold: DeviceTimes | None = None
    phases: dict[str, float] = field(default_factory=dict)
    loop: list[tuple[int, int]] = field(default_factory=list)
    memory: dict = field(default_factory=dict)
    fault: _semantics.Fault | None = None
    library_faults: dict[str, str] = field(default_factory=dict)
    clock_fault: str = ""
    clocks: list[int] = field(default_factory=list)
    slowdowns: list[list[str]] = field(default_factory=list)
    dropped: int = 0


@dataclass
class Row:
    """One size of a sweep: medians in nanoseconds."""

    size: int
    baseline: float
    candidate: float
    kernel: float | None


def timed(device: Device, times: Times, run: Callable, arguments: tuple) -> int:
    """Nanoseconds from the call until the device is idle. Notes a clock that stands still or disagrees."""
    device.synchronize()
    witness, start = device.witness(), device.clock()
    run(*arguments)
    device.synchronize()
    taken, seen = device.clock() - start, device.witness() - witness
    if taken <= 0:
        times.clock_fault = "the clock stood still"
    elif abs(taken - seen) > 0.1 * max(taken, seen) + 50_000:
        times.clock_fault = f"two clocks disagree: {taken} and {seen} ns"
    return taken


class FirstCall:
    """A kernel that keeps how long its first call took: context, compilation, loading of the code, and the work."""

    def __init__(self, device: Device, kernel: Callable):
        self.device, self.kernel, self.nanoseconds = device, kernel, 0

    def __call__(self, *arguments):
        if self.nanoseconds:
            return self.kernel(*arguments)
        self.nanoseconds = timed(self.device, Times(), self.kernel, arguments)
        return None


def measure(contract: Contract, device: Device, size: int, progress: Callable[[str, float], None] | None = None) -> Times:
    """Pairs A B A B on two sets of inputs in turn, so that a result kept from the run before is a wrong one; then phases.

    A Ctrl-C keeps what there is.
    """
    times = Times()
    sets = [_semantics.problem(contract, size, contract.seed + 1000 + k) for k in range(2)]
    _sample(contract, device, times, contract.kernel, sets[0])  # warm: this size's memory, pages and code
    libraries = _usable_libraries(contract, device, times, sets[0])
    device.reset_peaks()
    try:
        start, planned = device.clock(), contract.samples
        while len(times.resident) < planned:
            _pair(contract, device, times, libraries, sets[len(times.resident) % 2])
            done = len(times.resident)
            if progress:
                progress(f"pair {done} of {planned}", done / planned)
            more = done == planned < MOST * contract.samples and device.clock() - start < 1e9 * contract.seconds
            if more and _wide(times):
                planned += contract.samples
        times.memory = device.memory() or {}
        _phases(contract, device, times, sets[0])
    except KeyboardInterrupt:  # what there is may be enough
        times.memory = times.memory or device.memory() or {}
    _level(times)
    return times


def _wide(times: Times) -> bool:
    """Whether the ratio is known to no better than WIDE."""
    if min(times.baseline + times.candidate) <= 0:
        return False
    ratio = _statistics.ratio_of_medians(times.baseline, times.candidate)
    return ratio.high - ratio.low > WIDE * ratio.value


def _sample(contract: Contract, device: Device, times: Times, run: Callable, what) -> int:
    arguments = _semantics.fresh(contract, what)
    taken = timed(device, times, run, arguments)
    times.fault = times.fault or _semantics.compare(contract, what, arguments)
    return taken


def _usable_libraries(contract: Contract, device: Device, times: Times, what) -> dict[str, Callable]:
    """The libraries that are installed and right. What is wrong with the others is noted."""
    usable = {}
    for name, run in contract.libraries.items():
        arguments = _semantics.fresh(contract, what)
        try:
            timed(device, Times(), run, arguments)
        except ImportError as error:
            times.library_faults[name] = f"not installed: {error}"
            continue
        except Exception as error:
            times.library_faults[name] = f"raises {type(error).__name__}: {error}"
            continue
        fault = _semantics.compare(contract, what, arguments)
        if fault:
            times.library_faults[name] = f"not comparable: {fault.message}"
        else:
            usable[name] = run
    return usable


def _pair(contract: Contract, device: Device, times: Times, libraries: dict, what) -> None:
    times.baseline.append(timed(device, times, contract.reference, _semantics.copied(what.arguments)))
    times.candidate.append(_sample(contract, device, times, contract.kernel, what))
    times.clocks.append(device.sm_clock())
    times.slowdowns.append(device.slowdowns())
    for name, run in libraries.items():
        arguments = _semantics.fresh(contract, what)
        times.libraries.setdefault(name, []).append(timed(device, times, run, arguments))
    on_device = device.resident(_semantics.fresh(contract, what))
    times.resident.append(timed(device, times, contract.kernel, on_device))


def _level(times: Times) -> None:
    """As many entries in each list; without the pairs taken at less than 75 % of the usual clock."""
    lists = [times.baseline, times.candidate, times.clocks, times.slowdowns, *times.libraries.values()]
    count = min((len(x) for x in lists), default=0)
    known = [c for c in times.clocks[:count] if c]
    floor = SLOW_CLOCK * statistics.median(known) if known else 0
    kept = [k for k in range(count) if not times.clocks[k] or times.clocks[k] >= floor]
    times.dropped = count - len(kept)
    for x in lists:
        x[:] = [x[k] for k in kept]


def _phases(contract: Contract, device: Device, times: Times, what) -> None:
    """The parts of the way, apart: medians of a few runs each."""
    count = min(contract.samples, 10)

    def median(run: Callable) -> float:
        return float(statistics.median(timed(device, Times(), run, ()) for _ in range(count)))

    arguments = _semantics.fresh(contract, what)
    loose = [a for a in arguments if isinstance(a, np.ndarray) and not a.flags.c_contiguous]
    if loose:
        times.phases["convert"] = median(lambda: [np.ascontiguousarray(a) for a in loose])
    times.phases["to device"] = median(lambda: device.resident(arguments))
    on_device = device.resident(arguments)
    times.warm = device.device_times(lambda: contract.kernel(*on_device), count, False)
    times.cold = device.device_times(lambda: contract.kernel(*on_device), count, True)
    times.phases["kernel"] = times.cold.median
    times.phases["launch"] = times.warm.host_median
    times.phases["to host"] = median(lambda: [device.fetch(on_device[k]) for k in contract.outputs])
    _storage(contract, device, times, arguments, median)


def _storage(contract: Contract, device: Device, times: Times, arguments: tuple, median: Callable) -> None:
    size = max(contract.sizes)
    if contract.load:
        for path in contract.files:
            _drop_pages(path)
        times.phases["load, cold"] = float(timed(device, Times(), contract.load, (size,)))
        times.phases["load, warm"] = median(lambda: contract.load(size))
    if contract.save:
        times.phases["save"] = median(lambda: contract.save(*(arguments[k] for k in contract.outputs)))


def _drop_pages(path: str) -> None:
    """Asks the system to forget the file's cached pages."""
    with open(path, "rb") as file:
        os.fsync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def sweep(contract: Contract, device: Device, times: Times,
          progress: Callable[[str, float], None] | None = None) -> list[Row]:
    """Medians for each of the contract's sizes, small ones first. A wrong result is noted in `times`; a Ctrl-C keeps the
    sizes so far."""
    rows, sizes = [], sorted(set(contract.sizes))
    try:
        for k, size in enumerate(sizes):
            rows.append(_row(contract, device, times, size))
            if progress:
                progress(f"size {size}", (k + 1) / len(sizes))
    except KeyboardInterrupt:
        pass
    return rows


def _row(contract: Contract, device: Device, times: Times, size: int) -> Row:
    what = _semantics.problem(contract, size, contract.seed + 2000)
    _sample(contract, device, times, contract.kernel, what)
    baseline, candidate = [], []
    for _ in range(SWEEP_SAMPLES):
        baseline.append(timed(device, times, contract.reference, _semantics.copied(what.arguments)))
        candidate.append(_sample(contract, device, times, contract.kernel, what))
    on_device = device.resident(_semantics.fresh(contract, what))
    kernel = device.device_times(lambda: contract.kernel(*on_device), SWEEP_SAMPLES, True)
    return Row(size, float(np.median(baseline)), float(np.median(candidate)), kernel.median)


def crossover(rows: list[Row]) -> float | None:
    """The size from which on the kernel is faster, between measured ones by their logarithms; None if it never is."""
    if not rows or rows[-1].candidate >= rows[-1].baseline:
        return None
    slower = [k for k, row in enumerate(rows) if row.candidate >= row.baseline]
    if not slower:
        return float(rows[0].size)
    a, b = rows[slower[-1]], rows[slower[-1] + 1]
    gap = [np.log(row.candidate / row.baseline) for row in (a, b)]
    share = gap[0] / (gap[0] - gap[1])
    return float(np.exp(np.log(a.size) + share * (np.log(b.size) - np.log(a.size))))
