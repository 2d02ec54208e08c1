# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether a kernel is right, and worth keeping: `gpujit.evaluate(contract)` (docs/evidence.md)."""

from __future__ import annotations

import json
import platform
import sys
from dataclasses import dataclass, field

import numpy as np

from . import _semantics, _verdict
from ._contract import Contract, ContractError
from ._timing import Device, Times, measure

__all__ = ["Contract", "ContractError", "Evaluation", "evaluate"]

SCHEMA = 1


@dataclass(frozen=True)
class Evaluation:
    """A verdict and what it rests on. Prints as text; `status` is the exit status for CI."""

    name: str
    verdict: _verdict.Verdict
    repeats: bool
    size: int
    times: Times = field(default_factory=Times)
    environment: dict = field(default_factory=dict)

    @property
    def status(self) -> int:
        """0 keep, 3 revise, 4 reject, 5 inconclusive."""
        return _verdict.STATUS[self.verdict.outcome]

    def to_json(self) -> str:
        """The record (docs/evidence.md, "The record")."""
        kinds = ("baseline", "candidate", "library", "resident")
        return json.dumps({
            "schema": SCHEMA, "kernel": self.name, "size": self.size, "outcome": self.verdict.outcome,
            "code": self.verdict.code, "message": self.verdict.message,
            "ratio": self.verdict.ratio._asdict() if self.verdict.ratio else None, "same_bits_twice": self.repeats,
            "nanoseconds": {"first_call": self.times.first, **{kind: getattr(self.times, kind) for kind in kinds}},
            "environment": self.environment}, indent=2, default=str)

    def __str__(self) -> str:
        lines = [f"{self.name}, size {self.size}: {self.verdict.outcome} ({self.verdict.code})", f"  {self.verdict.message}"]
        for kind in ("baseline", "candidate", "library", "resident"):
            samples = getattr(self.times, kind)
            if samples:
                lines.append(f"  {kind:9}  {np.median(samples) / 1e3:12.1f} us, median of {len(samples)}")
        return "\n".join(lines)


def evaluate(contract: Contract, device: Device | None = None) -> Evaluation:
    """Checks the kernel against its reference, then times both at the largest size, end to end.

    Wrong results and a kernel that falls back to the CPU aren't timed. Raises ContractError for an inconsistent contract,
    ImportError without SciPy.
    """
    device = device or Device()
    kernel, size = contract.kernel, max(contract.sizes)
    name = getattr(kernel, "__name__", "kernel")
    target, machine = device.target(kernel), device.describe()
    environment = {"python": platform.python_version(), "numpy": np.__version__, "platform": platform.platform(),
                   "target": target, "seed": contract.seed, "command": sys.argv, **machine}
    fault, repeats = _semantics.check(contract, kernel, _strict(kernel))
    verdict = _verdict.before_timing(target, fault)
    if verdict:
        return Evaluation(name, verdict, repeats, size, environment=environment)
    times = measure(contract, device, size)
    verdict = _verdict.decide(contract, times, same_machine=device.describe() == machine)
    return Evaluation(name, verdict, repeats, size, times, environment)


def _strict(kernel):
    """The kernel with each operation rounded as NumPy rounds it; None for what isn't a gpujit kernel."""
    if not hasattr(kernel, "py_func"):
        return None
    from gpujit._kernel import Kernel

    return Kernel(kernel.py_func, kernel.options | {"fp": "strict"})
