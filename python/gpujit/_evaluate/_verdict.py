# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From checks and times to one of four outcomes, each with a reason code."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from . import _known, _statistics
from ._comparison import Fault
from ._contract import Contract
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


def decide(contract: Contract, times: Times, same_machine: bool = True, floor: float = 0.0,
           operation: str | None = None) -> Verdict:
    """The verdict on right results, from their times. `floor`: nanoseconds that no sample can be below; `operation`: what
    the kernel writes out that libraries have."""
    if times.fault:
        return Verdict("reject", times.fault.code, f"while it was timed: {times.fault.message}")
    doubt = _doubt(times, same_machine, floor)
    if doubt:
        return Verdict("inconclusive", *doubt)
    if contract.metric == "memory":
        return _by_memory(contract, times)
    return _by_speed(contract, times, operation)


def _doubt(times: Times, same_machine: bool, floor: float) -> tuple[str, str] | None:
    """(code, message) of what makes the times say nothing."""
    if times.clock_fault:
        return "clock", times.clock_fault
    if not same_machine:
        return "machine", "the device changed between the first and the last sample"
    if len(times.candidate) < ENOUGH:
        dropped = f", after {times.dropped} taken at a slow clock were dropped" if times.dropped else ""
        return "samples", f"{len(times.candidate)} samples are too few{dropped}: {ENOUGH} are needed"
    slow = [reasons for reasons in times.slowdowns if reasons]
    if 2 * len(slow) > len(times.candidate):
        return "throttled", f"the device slowed its clocks in {len(slow)} of {len(times.candidate)} samples: {slow[0][0]}"
    cold = times.cold.device if times.cold else []
    fastest = min([*times.candidate, *cold])
    if fastest < floor:
        return "floor", f"a sample of {fastest:.0f} ns is faster than the device can write the outputs ({floor:.0f} ns)"
    noise = max(_statistics.spread(times.baseline), _statistics.spread(times.candidate))
    if noise > NOISE:
        return "noise", f"times spread by {noise:.0%} of their median: quiet the machine"
    return None


def _by_memory(contract: Contract, times: Times) -> Verdict:
    peak = times.memory.get("peak_live", 0)
    if not peak:
        return Verdict("inconclusive", "memory", "the driver doesn't say how much memory was in use")
    said = f"{peak} bytes at the peak, {contract.limit} allowed"
    return Verdict("keep", "fits", said) if peak <= contract.limit else Verdict("reject", "memory", said)


def measured(contract: Contract, times: Times) -> list[float]:
    """The samples that the contract's metric reads."""
    if contract.metric == "kernel":
        return list(times.cold.device) if times.cold else []
    if contract.metric == "first-result":
        return [times.start + times.first]
    return times.candidate


def _by_speed(contract: Contract, times: Times, operation: str | None) -> Verdict:
    samples = measured(contract, times)
    if not samples:
        return Verdict("inconclusive", "samples", f"there are no samples for metric \"{contract.metric}\"")
    ratio = _ratio(contract, times.baseline, samples)
    said = f"{ratio.value:.2f} x the reference, {ratio.low:.2f} to {ratio.high:.2f}"
    if contract.metric == "throughput":
        said += f", {1e9 * contract.items(max(contract.sizes)) / np.median(samples):.4g} items a second"
    elif contract.metric != "end-to-end":
        said += f" ({contract.metric} alone)"
    faster = {name: float(np.median(t)) for name, t in times.libraries.items()
              if _statistics.ratio_of_medians(t, samples, contract.seed).high < 1}
    if faster:
        best = min(faster, key=faster.get)
        return Verdict("revise", "library", f"{said}; {best} is faster, {faster[best] / 1e3:.1f} us: use that", ratio)
    if operation and not times.libraries:
        said += f"; {_known.LIBRARIES[operation]}: measure that as `library` first"
        return Verdict("revise", "library-untried", said, ratio)
    return _against_what_was_asked(contract, times, ratio, said)


def _ratio(contract: Contract, baseline: list, samples: list) -> _statistics.Ratio:
    if len(samples) == 1:
        value = float(np.median(baseline)) / samples[0]
        return _statistics.Ratio(value, value, value)
    return _statistics.ratio_of_medians(baseline, samples, contract.seed)


def _against_what_was_asked(contract: Contract, times: Times, ratio: _statistics.Ratio, said: str) -> Verdict:
    if ratio.low >= contract.speedup:
        return Verdict("keep", "faster", said, ratio)
    if ratio.high < 1:
        return Verdict("reject", *_why_slower(contract, times, said), ratio)
    if ratio.low < contract.speedup <= ratio.high:
        return Verdict("inconclusive", "interval", f"{said}: the interval spans the {contract.speedup} asked for", ratio)
    return Verdict("revise", "gain", f"{said}: below the {contract.speedup} asked for", ratio)


def _why_slower(contract: Contract, times: Times, said: str) -> tuple[str, str]:
    if contract.metric == "first-result" and np.median(times.candidate) < np.median(times.baseline):
        return "compilation", f"{said}; later calls are faster: compile ahead, or keep the process"
    if contract.metric != "kernel" and times.resident and np.median(times.resident) < np.median(times.baseline):
        return "transfers", f"{said}; faster once arrays stay on the device: keep them there"
    return "size", f"{said}; too little work at this size"
