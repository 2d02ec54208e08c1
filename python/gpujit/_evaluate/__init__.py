# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether a kernel is right, and worth keeping: `gpujit.evaluate(contract)` (docs/evidence.md)."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from . import _counting, _known, _limits, _record, _roofline, _semantics, _timing, _verdict
from ._comparison import Fault
from ._contract import Contract, ContractError
from ._machine import Device, environment
from ._timing import Times

LOOP_BUDGET = 2e9  # nanoseconds for the original loop at one size

__all__ = ["Contract", "ContractError", "Device", "Evaluation", "Fault", "evaluate"]


@dataclass(frozen=True)
class Evaluation:
    """A verdict and what it rests on. Prints as text, shows as a page in a notebook; `status` is the exit status for CI."""

    name: str
    verdict: _verdict.Verdict
    size: int
    contract: Contract
    checked: _semantics.Checked
    times: Times = field(default_factory=Times)
    rows: list = field(default_factory=list)
    work: _counting.Work | None = None
    place: dict | None = None
    facts: dict = field(default_factory=dict)
    environment: dict = field(default_factory=dict)

    @property
    def repeats(self) -> bool:
        """Whether two runs on the same inputs gave the same bits."""
        return self.checked.repeats

    @property
    def status(self) -> int:
        """0 keep, 3 revise, 4 reject, 5 inconclusive."""
        return _verdict.STATUS[self.verdict.outcome]

    @property
    def record(self) -> dict:
        """Everything, as docs/evidence.md says under "The record": JSON's own types alone."""
        return _record.of(self)

    def to_json(self) -> str:
        """The record as text."""
        return _record.text(self.record)

    def to_html(self) -> str:
        """The record as one page that needs nothing else. Raises ImportError without Matplotlib."""
        from . import _page

        return _page.page(self.record)

    def _repr_html_(self) -> str:
        from . import _page

        return _page.fragment(self.record)

    def __str__(self) -> str:
        from . import _terminal

        return _terminal.plain(self.record)


Progress = Callable[[str, float], None]


def evaluate(contract: Contract, device: Device | None = None, progress: Progress | None = None) -> Evaluation:
    """Checks the kernel against its reference, then times both end to end, at the largest size for the verdict.

    `progress(what, share)` is called now and then. Wrong results, a kernel that falls back to the CPU and one whose arrays
    don't fit aren't timed. Raises ContractError for an inconsistent contract, ImportError without SciPy.
    """
    device, progress = device or Device(), progress or (lambda what, share: None)
    kernel, size = contract.kernel, max(contract.sizes)
    start = device.start()
    target, machine = device.target(kernel), device.describe()
    facts = environment(contract.seed, target) | {"cached": _is_compiled(kernel)}

    def finished(verdict, checked=None, **parts) -> Evaluation:
        return Evaluation(getattr(kernel, "__name__", "kernel"), verdict, size, contract, checked or _semantics.Checked(),
                          environment=facts | {"modes": device.modes() if target == "cuda" else {}, **machine}, **parts)

    full = _too_large(contract, device, size) if target == "cuda" else None
    if full:
        return finished(full)
    progress("checking results", 0.0)
    first = _timing.FirstCall(device, kernel)
    checked = _semantics.check(contract, first, _strict(kernel), None if target == "cuda" else _semantics.ON_CPU)
    verdict = _verdict.before_timing(target, checked.fault) or _zeros(contract, size)
    if verdict:
        return finished(verdict, checked)
    times = _timing.measure(contract, device, size, progress)
    times.start = start
    times.first, times.compile = _first_call(contract, device, kernel, first, facts)
    parts = _explained(contract, device, size, times)
    times.loop = _original_loop(contract, device)
    rows = _timing.sweep(contract, device, times, progress) if len(set(contract.sizes)) > 1 and not times.fault else []
    facts["overhead_ns"] = statistics.median(_timing.timed(device, Times(), lambda: None, ()) for _ in range(11))
    verdict = _verdict.decide(contract, times, device.describe() == machine, _floor(contract, device, size),
                              _known.operation_of(kernel))
    return finished(verdict, checked, times=times, rows=rows, **parts)


def _explained(contract: Contract, device: Device, size: int, times: Times) -> dict:
    """The compiler's counts, the place on the roof, and the limiting factor."""
    arguments = tuple(contract.inputs(np.random.default_rng(contract.seed), size))
    work = _counting.work_of(contract.kernel, arguments)
    place = None
    if work and times.cold and times.cold.device:
        sizes = {str(k): a.nbytes for k, a in enumerate(arguments) if isinstance(a, np.ndarray)}
        place = _roofline.place(work, sizes, times.cold.median, device.ceilings())
    facts = _limits.kernel_facts(contract.kernel, arguments)
    facts["arguments"] = [{"shape": list(a.shape), "dtype": str(a.dtype)} if isinstance(a, np.ndarray)
                          else {"value": repr(a), "dtype": type(a).__name__} for a in arguments]
    facts["limit"] = _limits.limiting_factor(times, place, facts, contract.metric)
    return {"work": work, "place": place, "facts": facts}


def _original_loop(contract: Contract, device: Device) -> list[tuple[int, int]]:
    """(size, nanoseconds) of the kernel as plain Python, which any later one is an optimisation of: at a small size, and at
    those of the contract that will take less than LOOP_BUDGET by the compiler's counts."""
    loop = getattr(contract.kernel, "py_func", None)
    if loop is None:
        return []
    taken, per_unit = [], None
    for size in sorted({min(_semantics.SPECIAL_SIZE, max(contract.sizes)), *contract.sizes}):
        arguments = _semantics.copied(tuple(contract.inputs(np.random.default_rng(contract.seed), size)))
        work = _counting.work_of(contract.kernel, arguments)
        units = work.accessed + sum(work.operations.values()) if work and work.exact else None
        if taken and (units is None or not per_unit or units * per_unit > LOOP_BUDGET):
            break
        with np.errstate(all="ignore"):
            taken.append((size, _timing.timed(device, Times(), loop, arguments)))
        per_unit = taken[-1][1] / units if units else None
    return taken


def _is_compiled(kernel) -> bool:
    return bool(getattr(kernel, "signatures", None))


def _first_call(contract: Contract, device: Device, kernel, first, facts: dict) -> tuple[int, float]:
    """(nanoseconds of a first call, of which compilation); of a new copy of the kernel if this one was compiled before."""
    if not hasattr(kernel, "py_func"):
        return first.nanoseconds, 0.0
    if facts["cached"]:
        from gpujit._kernel import Kernel

        kernel = Kernel(kernel.py_func, kernel.options)
        what = _semantics.problem(contract, min(contract.sizes), contract.seed)
        first = _timing.FirstCall(device, kernel)
        first(*_semantics.fresh(contract, what))
    made = kernel.stats["specialisations"]
    return first.nanoseconds, 1e6 * made[0]["compile_ms"] if made else 0.0


def _too_large(contract: Contract, device: Device, size: int) -> _verdict.Verdict | None:
    """The verdict on arrays that the device can't hold, before anything is allocated there."""
    memory = device.memory()
    if not memory:
        return None
    arguments = contract.inputs(np.random.default_rng(contract.seed), size)
    needed = sum(a.nbytes for a in arguments if isinstance(a, np.ndarray))
    if needed <= 0.9 * memory["free"]:
        return None
    parts = _limits.pieces(needed, memory["free"])
    return _verdict.Verdict("revise", "memory", f"the arguments take {needed} bytes and the device has {memory['free']} "
                            f"free: call the kernel on {parts} pieces along the first axis")


def _zeros(contract: Contract, size: int) -> _verdict.Verdict | None:
    if not _semantics.all_zero(contract, _semantics.problem(contract, size, contract.seed + 1000)):
        return None
    return _verdict.Verdict("inconclusive", "zeros", "the inputs are all zero, data that is easy on clocks and branches: "
                            "make them like those that the kernel will meet")


def _floor(contract: Contract, device: Device, size: int) -> float:
    """Nanoseconds that writing the outputs takes at the vendor's peak rate; they were found written."""
    arguments = contract.inputs(np.random.default_rng(contract.seed), size)
    written = sum(arguments[k].nbytes for k in contract.outputs if k not in contract.inout)
    return _roofline.floor(written, device.info())


def _strict(kernel):
    """The kernel with each operation rounded as NumPy rounds it; None for what isn't a gpujit kernel."""
    if not hasattr(kernel, "py_func"):
        return None
    from gpujit._kernel import Kernel

    return Kernel(kernel.py_func, kernel.options | {"fp": "strict"})
