# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From checks and times to one of four outcomes, each with a reason code."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from . import _statistics
from ._contract import Contract
from ._semantics import Fault
from ._timing import Times

STATUS = {"keep": 0, "revise": 3, "reject": 4, "inconclusive": 5}
NOISE = 0.25  # the interquartile range over the median, above which times say nothing
ENOUGH = 5


class Verdict(NamedTuple):
    """`outcome`: "keep", "revise", "reject" or "inconclusive"; `code`: the reason; `message`: in a sentence."""

    outcome: str
    code: str
    message: str
    ratio: _statistics.Ratio | None = None


def before_timing(target: str, fault: Fault | None) -> Verdict | None:
    """The verdict that needs no times: wrong results, or a kernel that doesn't run on a GPU."""
    if fault:
        outcome = "inconclusive" if fault.code == "nan-reference" else "reject"
        return Verdict(outcome, fault.code, fault.message)
    if target != "cuda":
        return Verdict("inconclusive", "fallback", "the kernel fell back to the CPU: its times say nothing about a GPU")
    return None


def decide(contract: Contract, times: Times, same_machine: bool = True) -> Verdict:
    """The verdict on right results, from their times."""
    if times.fault:
        return Verdict("reject", times.fault.code, f"while it was timed: {times.fault.message}")
    if times.clock_fault:
        return Verdict("inconclusive", "clock", times.clock_fault)
    if not same_machine:
        return Verdict("inconclusive", "machine", "the device changed between the first and the last sample")
    if len(times.candidate) < ENOUGH:
        return Verdict("inconclusive", "samples", f"{len(times.candidate)} samples are too few: {ENOUGH} are needed")
    noise = max(_statistics.spread(times.baseline), _statistics.spread(times.candidate))
    if noise > NOISE:
        return Verdict("inconclusive", "noise", f"times spread by {noise:.0%} of their median: quiet the machine")
    return _by_speed(contract, times)


def _by_speed(contract: Contract, times: Times) -> Verdict:
    ratio = _statistics.ratio_of_medians(times.baseline, times.candidate, contract.seed)
    said = f"{ratio.value:.2f} x the reference, {ratio.low:.2f} to {ratio.high:.2f}"
    if times.library and _statistics.ratio_of_medians(times.library, times.candidate, contract.seed).high < 1:
        return Verdict("revise", "library", f"{said}; the library is faster: use that", ratio)
    if ratio.low >= contract.speedup:
        return Verdict("keep", "faster", said, ratio)
    if ratio.high < 1:
        baseline = np.median(times.baseline)
        if times.resident and np.median(times.resident) < baseline:
            return Verdict("reject", "transfers", f"{said}; faster once arrays stay on the device: keep them there", ratio)
        return Verdict("reject", "size", f"{said}; too little work at this size", ratio)
    if ratio.low < contract.speedup <= ratio.high:
        return Verdict("inconclusive", "interval", f"{said}: the interval spans the {contract.speedup} asked for", ratio)
    return Verdict("revise", "gain", f"{said}: below the {contract.speedup} asked for", ratio)
