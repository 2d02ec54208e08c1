# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Evaluations on a device."""

import json

import numpy as np
import pytest

import gpujit
from gpujit._evaluate import Contract, Device, evaluate
from gpujit._evaluate._events import device_times
from judged import verdict

pytestmark = pytest.mark.gpu

F32 = np.float32
BUSY = ("inconclusive", "noise")  # other tests may run beside these


@gpujit.gpujit
def iterate(x, out):
    for i in range(x.shape[0]):
        z = x[i]
        for _ in range(200):
            z = z * z - F32(0.7)
        out[i] = z


def iterated(x, out):
    for _ in range(200):
        x = x * x - F32(0.7)
    return x


@gpujit.gpujit
def double(x, out):
    for i in range(x.shape[0]):
        out[i] = 2 * x[i]


def inputs(rng, n):
    return rng.random(n, F32) * F32(0.5), np.zeros(n, F32)


def test_a_kernel_that_computes_is_kept():
    result = evaluate(Contract(iterate, inputs, iterated, [1], [1000, 1_000_000], rtol=1e-3, atol=1e-3, samples=6))
    assert verdict(result) in [("keep", "faster"), BUSY], str(result)
    record = json.loads(result.to_json())
    assert record["work"]["operations"]["f32"] == 400 * 1_000_000 and record["clock"]["held"]
    assert 0 < record["roofline"]["fraction"] < 1.1 and record["memory"]["peak_live"] >= 8_000_000
    assert record["nanoseconds"]["compile"] > 0 and record["break_even"]["calls"] >= 1


def test_a_kernel_that_only_moves_is_not():
    result = evaluate(Contract(double, inputs, lambda x, out: 2 * x, [1], [10_000_000], samples=6, speedup=3))
    assert result.verdict.outcome != "keep" and result.record["limit"] == "transfers", str(result)
    small = evaluate(Contract(double, inputs, lambda x, out: 2 * x, [1], [100], samples=6))
    assert small.verdict.outcome == "reject" or verdict(small) == BUSY, str(small)


def test_device_times():
    x, out = gpujit.to_device(np.ones(1 << 20, F32)), gpujit.empty(1 << 20, F32)
    warm, cold = (device_times(lambda: double(x, out), 20, cold=cold) for cold in (False, True))
    assert warm.held and cold.held and warm.median <= cold.median
    assert 0.2 < min(cold.clock) <= max(cold.clock) < 4  # GHz
    host = np.ones(1000, F32)
    assert not device_times(lambda: double(host, host.copy()), 2).held


def test_ceilings_are_below_the_vendor_s():
    from gpujit._evaluate import _roofline

    device = Device()
    ceilings, peak = device.ceilings(), _roofline.peak_bandwidth(device.info())
    assert all(rate > 0 for rate in ceilings.values())
    assert peak is None or max(ceilings["copy"], ceilings["triad"], ceilings["read"]) < peak
