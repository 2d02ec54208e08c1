# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""End-to-end times, taken in pairs, with every timed run's output checked outside the window."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from . import _semantics
from ._contract import Contract

# Kept here at import, so that a clock which is replaced later changes nothing.
_CLOCK = time.perf_counter_ns
_WITNESS = time.monotonic_ns


class Device:
    """What the evaluation knows of the machine; tests replace it."""

    def clock(self) -> int:
        """Nanoseconds."""
        return _CLOCK()

    def witness(self) -> int:
        """Nanoseconds of another clock, which must agree."""
        return _WITNESS()

    def synchronize(self) -> None:
        """Waits for the device's work."""
        from gpujit import is_available, synchronize

        if is_available():
            synchronize()

    def target(self, kernel) -> str:
        """Where the kernel runs: "cuda", or "interpreter" when it has fallen back."""
        from gpujit import _backend

        return _backend.choose_target(kernel.options["target"]) if hasattr(kernel, "py_func") else "cuda"

    def describe(self) -> dict:
        """The machine, as it must be at the end as well."""
        from gpujit import devices

        return {"devices": devices()}

    def resident(self, arguments: tuple) -> tuple:
        """The arguments with their arrays on the device."""
        import numpy as np

        from gpujit import to_device

        return tuple(to_device(a) if isinstance(a, np.ndarray) else a for a in arguments)


@dataclass
class Times:
    """Nanoseconds: one entry a pair in `baseline`, `candidate` and `library`; `resident` with arrays on the device."""

    first: int = 0
    baseline: list[int] = field(default_factory=list)
    candidate: list[int] = field(default_factory=list)
    library: list[int] = field(default_factory=list)
    resident: list[int] = field(default_factory=list)
    fault: _semantics.Fault | None = None
    clock_fault: str = ""


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


def measure(contract: Contract, device: Device, size: int) -> Times:
    """Pairs A B A B on two sets of inputs in turn, so that a result kept from the run before is a wrong one."""
    times = Times()
    sets = [_semantics.problem(contract, size, contract.seed + 1000 + k) for k in range(2)]

    def sample(run, what) -> int:
        arguments = _semantics.fresh(contract, what)
        taken = timed(device, times, run, arguments)
        times.fault = times.fault or _semantics.compare(contract, what, arguments)
        return taken

    times.first = sample(contract.kernel, sets[0])
    try:
        for k in range(contract.samples):
            what = sets[k % 2]
            times.baseline.append(timed(device, times, contract.reference, _semantics.copied(what.arguments)))
            times.candidate.append(sample(contract.kernel, what))
            if contract.library:
                times.library.append(sample(contract.library, what))
            on_device = device.resident(_semantics.fresh(contract, what))
            times.resident.append(timed(device, times, contract.kernel, on_device))
    except KeyboardInterrupt:  # what there is may be enough
        times.baseline = times.baseline[:len(times.candidate)]
        times.library = times.library if len(times.library) == len(times.candidate) else []
    return times
