# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Evaluations on a device whose clock the test winds."""

import numpy as np

from gpujit._evaluate import Contract, Device, evaluate
from gpujit._evaluate._events import DeviceTimes

MILLION = 1_000_000
CHECKS = 14  # runs before anything is timed: two of each of four edges, special values, strided views, and the size


class FakeDevice(Device):
    """A GPU whose time passes only as the functions that run on it say."""

    def __init__(self, target="cuda"):
        self.now, self.on, self.drift, self.machines = 0, target, 0, [{"gpu": "fake"}]
        self.starting = 0
        self.left, self.rates, self.hot, self.facts, self.free = [], [1980], [], {}, 1 << 40

    def start(self):
        return self.starting

    def clock(self):
        return self.now

    def witness(self):
        return self.now + self.drift * self.now

    def synchronize(self):
        while self.left:  # work on side streams
            self.left.pop()()

    def target(self, kernel):
        return self.on

    def describe(self):
        return self.machines.pop(0) if len(self.machines) > 1 else self.machines[0]

    def device_times(self, run, samples, cold):
        times = DeviceTimes(cold=cold)
        for _ in range(samples):
            start = self.now
            run()
            times.device.append(self.now - start)
            times.host.append(100.0)
            times.clock.append(1.98)
        return times

    def memory(self):
        return {"free": self.free, "total": 1 << 40, "peak_live": 8000, "peak_reserved": 1 << 21}

    def reset_peaks(self):
        pass

    def info(self):
        return self.facts

    def ceilings(self):
        return {"read": 4e12, "copy": 4e12, "triad": 4e12, "l2": 8e12, "f32": 5e13, "f64": 2.5e13}

    def sm_clock(self):
        self.rates.append(self.rates.pop(0))
        return self.rates[-1]

    def slowdowns(self):
        return self.hot

    def modes(self):
        return {"ecc": True, "mig": False}

    def fetch(self, array):
        return np.array(array)

    def resident(self, arguments):
        self.now += 10
        return tuple(a.view(OnDevice) if isinstance(a, np.ndarray) else a for a in arguments)


class OnDevice(np.ndarray):
    """An array that needs no transfer."""


def double(x, out):
    np.multiply(x, 2, out=out)


def judged(device, kernel=double, took=(10_000,), reference_took=100_000, resident_took=None, library_took=None,
           reference=lambda x, out: x * np.float32(2), **terms):
    """The evaluation of a kernel that takes each of `took` nanoseconds in turn."""
    calls = [0]

    def candidate(x, out):
        kernel(x, out)
        at = calls[0] = calls[0] + 1
        on_device = isinstance(x, OnDevice) and resident_took is not None
        device.now += resident_took if on_device else took[at // 2 % len(took)]

    def wanted(x, out):
        device.now += reference_took
        return reference(x, out)

    def library(x, out):
        double(x, out)
        device.now += library_took

    terms = {"inputs": lambda rng, n: (rng.random(n, np.float32), np.zeros(n, np.float32)), "outputs": [1], "sizes": [1000],
             "samples": 10} | terms
    if library_took:
        terms["library"] = library
    return evaluate(Contract(candidate, reference=wanted, **terms), device)


def verdict(result):
    return result.verdict.outcome, result.verdict.code
