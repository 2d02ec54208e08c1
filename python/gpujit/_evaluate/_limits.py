# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What limits a kernel most, and what to try next."""

from __future__ import annotations

import math

from ._timing import Times

NEXT = {
    "size": "give each call more elements, or several problems at once",
    "transfers": "keep the arrays on the device from call to call (gpujit.to_device), or do more with them there",
    "compilation": "compile before the first call (kernel.compile), or keep the process alive",
    "launch granularity": "do more in each loop nest: the host spends longer asking for launches than the device on them",
    "unsupported fallback": "see `gpujit doctor`: no GPU is used",
    "sequential loop": "see kernel.explain(): a loop runs in order on one thread",
    "memory traffic": "touch fewer bytes: narrower types, fewer passes over the arrays",
    "arithmetic": "fewer or cheaper operations: float32 if the tolerance allows, fp=\"fast\"",
    "memory pressure": "work on pieces of the arrays",
    "algorithm": "neither memory nor arithmetic is near its limit: look at access patterns, divergence, and parallelism",
}


def limiting_factor(times: Times, place: dict | None, facts: dict, metric: str = "end-to-end") -> str:
    """A key of NEXT, for what the metric counts. `place` is the roofline's; `facts` are kernel_facts'."""
    phases = times.phases
    if not phases:
        return "size"
    if facts.get("in_order"):
        return "sequential loop"
    moved = phases.get("to device", 0) + phases.get("to host", 0)
    kernel, launch = phases.get("kernel", 0), phases.get("launch", 0)
    if metric != "kernel" and moved > max(kernel, launch):
        return "transfers"
    if metric != "kernel" and (launch > kernel or math.isnan(kernel)):
        return "launch granularity" if facts.get("launches", 1) > 1 else "size"
    if place and place["fraction"] >= 0.5:
        return place["bound"]
    return "algorithm"


def kernel_facts(kernel, arguments: tuple) -> dict:
    """`launches`: at least how many a call makes; `in_order`: whether a nest has one thread. Empty for plain callables."""
    if not hasattr(kernel, "explain"):
        return {}
    nests: list[list] = []
    for loop in kernel.explain(*arguments).loops:
        if loop.depth == 0:
            nests.append([])
        if nests:
            nests[-1].append(loop)
    repeated = any(loop.mapping == "host loop" for nest in nests for loop in nest)
    return {"launches": max(1, len(nests)) + repeated,
            "in_order": any(all(loop.mapping == "one thread" for loop in nest) for nest in nests)}


def break_even(times: Times, baseline: float, candidate: float) -> dict:
    """How many calls repay the start: (start + first call - later one) / (CPU - GPU per call); `calls` None if never."""
    once, saved = times.start + max(0.0, times.first - candidate), baseline - candidate
    return {"once": once, "compile": times.compile, "saved": saved, "calls": math.ceil(once / saved) if saved > 0 else None}


def pieces(needed: int, free: int) -> int:
    """Into how many pieces to split, leaving a tenth of the memory alone."""
    return max(1, math.ceil(needed / max(1, int(0.9 * free))))
