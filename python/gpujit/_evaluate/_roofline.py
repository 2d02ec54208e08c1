# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the device can do, measured, and where a kernel stands below that."""

from __future__ import annotations

import numpy as np

from gpujit import gpujit

from ._counting import Work

# Functions such as exp have a sixteenth of the units that f32 has.
_SPECIAL = 1 / 16
_CHAIN = 512  # steps of the arithmetic kernel, of four multiply-adds each


@gpujit
def _read(x, out):
    s = np.float32(0)
    for i in range(x.shape[0]):
        s += x[i]
    out[0] = s


@gpujit
def _copy(x, out):
    for i in range(x.shape[0]):
        out[i] = x[i]


@gpujit
def _triad(x, y, out):
    for i in range(x.shape[0]):
        out[i] = x[i] + np.float32(3) * y[i]


@gpujit
def _chain(x, out):
    for i in range(x.shape[0]):
        a = x[i]
        b = a + a
        c = b + a
        d = c + a
        for _ in range(512):
            a = a * x[0] + x[1]
            b = b * x[0] + x[1]
            c = c * x[0] + x[1]
            d = d * x[0] + x[1]
        out[i] = a + b + c + d


def measure_ceilings(device) -> dict[str, float]:
    """Bytes a second ("read", "copy", "triad" from memory; "l2": a copy within the cache) and operations ("f32", "f64", a
    multiply-add being two)."""
    from gpujit import empty, to_device

    n, rates = 1 << 26, {}
    x, y, out = (to_device(np.ones(n, np.float32)) for _ in range(3))
    one = empty(1, np.float32)
    cached = min(n, max(1 << 18, device.info().get("l2_bytes", 0) // 16))  # two arrays of floats in half of the cache
    small, same = to_device(np.ones(cached, np.float32)), empty(cached, np.float32)
    for name, run, count, cold in (("read", lambda: _read(x, one), 4 * n, True),
                                   ("copy", lambda: _copy(x, out), 8 * n, True),
                                   ("triad", lambda: _triad(x, y, out), 12 * n, True),
                                   ("l2", lambda: _copy(small, same), 8 * cached, False)):
        rates[name] = _rate(device, run, count, cold)
    for dtype, name in ((np.float32, "f32"), (np.float64, "f64")):
        values, result = to_device(np.full(1 << 20, 0.5, dtype)), empty(1 << 20, dtype)
        operations = 8 * _CHAIN * values.size
        rates[name] = _rate(device, lambda values=values, result=result: _chain(values, result), operations, False)
    return rates


def _rate(device, run, count: float, cold: bool) -> float:
    times = device.device_times(run, 5, cold)
    return 1e9 * count / min(times.device) if times.device else float("nan")


def peak_bandwidth(info: dict) -> float | None:
    """The vendor's bytes a second: two transfers a clock over the whole bus; None where the driver doesn't say."""
    clock, bits = info.get("memory_clock_khz") or 0, info.get("memory_bus_bits") or 0
    return 2e3 * clock * bits / 8 if clock > 1 and bits > 1 else None


def place(work: Work, sizes: dict[str, int], nanoseconds: float, ceilings: dict[str, float]) -> dict:
    """Where a call that took so long stands: rates, the limit that it is nearest to, and the share that it reaches."""
    moved, seconds = work.compulsory(sizes), 1e-9 * nanoseconds
    by_memory = moved / ceilings["triad"] if moved else 0.0
    f32 = ceilings["f32"]
    rates = {"f32": f32, "f64": ceilings["f64"], "special": _SPECIAL * f32, "int": f32 / 2}
    by_arithmetic = sum(n / rates.get(kind, f32) for kind, n in work.operations.items() if kind != "int")
    bound = "memory traffic" if by_memory >= by_arithmetic else "arithmetic"
    return {"bytes": moved, "accessed": work.accessed, "flops": work.flops,
            "intensity": work.flops / moved if moved else None,
            "bytes_per_second": moved / seconds, "flops_per_second": work.flops / seconds, "bound": bound,
            "fraction": max(by_memory, by_arithmetic) / seconds, "exact": work.exact, "ceilings": ceilings}


def floor(output_bytes: int, info: dict) -> float:
    """Nanoseconds that writing so many bytes takes at the least: at the vendor's peak, but for what the cache may hold."""
    peak = peak_bandwidth(info)
    return 1e9 * max(0, output_bytes - 2 * info.get("l2_bytes", 0)) / peak if peak else 0.0
