# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`check`: a run on the CPU that looks at what each iteration reads and writes."""

from __future__ import annotations

import os
from typing import NamedTuple

import numpy as np

from ._report import Report, numbers_of


class Access(NamedTuple):
    """One iteration's access: `iteration` is the loop variable's value, `kind` "read" or "write"; lines count from 1."""

    iteration: int
    kind: str
    array: str
    file: str
    line: int


class Conflict(NamedTuple):
    """Two iterations of one loop, in the order they ran, that touch the element `element` of an array, one of them writing.

    `around` are the variables of the loops around, with their values then.
    """

    first: Access
    second: Access
    element: tuple[int, ...]
    around: tuple[tuple[str, int], ...]

    def sentence(self, variable: str) -> str:
        """What happened; `variable` is the loop's."""
        a, b = self.first, self.second
        place = f"{b.array}[{', '.join(map(str, self.element))}] (line {b.line})"
        did = {"read": "read", "write": "wrote"}[a.kind]
        alias = f" as part of '{a.array}'" if a.array != b.array else ""
        verb = "reads" if b.kind == "read" else "overwrites" if a.kind == "read" else "writes"
        where = "".join(f"{name} = {value}, " for name, value in self.around)
        return (f"{where}iteration {variable} = {b.iteration} {verb} {place}, which iteration {variable} = {a.iteration} "
                f"{did}{alias} (line {a.line})")


class CheckedLoop(NamedTuple):
    """A `for` loop of the kernel or of what it calls.

    `asserted`: it was marked with `prange`. `verdict` and `reason` are the compiler's; `iterations` is how many ran,
    `conflicts` how many accesses met one of another iteration, `conflict` the first.
    """

    line: int
    column: int
    variable: str
    asserted: bool
    depth: int
    verdict: str
    reason: str
    iterations: int
    conflicts: int
    conflict: Conflict | None

    @property
    def problem(self) -> str | None:
        """What is wrong with the loop; None for one that the compiler runs as it is meant."""
        if self.asserted and self.conflict is not None:
            return ("its iterations are not independent, as prange says: " + self.conflict.sentence(self.variable) +
                    "; write range() instead")
        if self.asserted and self.verdict == "sequential":
            return f"it runs in order, although prange says that its iterations are independent: {self.reason}"
        if self.verdict == "parallel" and self.conflict is not None:
            return ("the compiler took its iterations for independent, which is a fault of gpujit: please report it. " +
                    self.conflict.sentence(self.variable))
        return None


class CheckReport:
    """What a checked run showed. True when nothing is wrong; prints as text.

    `loops` are the loops in source order; `unset` the first read of an element of a local array that had no value (an
    Access with its element), or None; `error` the exception that ended the run, such as an IndexError, or None.
    """

    def __init__(self, name: str, signature: str, loops: list[CheckedLoop], unset: tuple[Access, tuple[int, ...]] | None,
                 error: Exception | None):
        self.name, self.signature, self.loops, self.unset, self.error = name, signature, loops, unset, error

    def __bool__(self) -> bool:
        return not self.problems

    @property
    def problems(self) -> list[str]:
        """A sentence for each thing that is wrong."""
        found = [f"line {loop.line}, the loop over '{loop.variable}': {loop.problem}" for loop in self.loops if loop.problem]
        if self.unset is not None:
            access, element = self.unset
            found.append(f"line {access.line}: {access.array}[{', '.join(map(str, element))}] is read before it has a value")
        if self.error is not None:
            found.append(f"{type(self.error).__name__}: {self.error}")
        return found

    def to_json(self) -> str:
        """The report as a JSON document."""
        import json

        def access(a: Access) -> dict:
            return a._asdict()

        loops = []
        for loop in self.loops:
            entry = loop._asdict()
            if loop.conflict is not None:
                entry["conflict"] = {"first": access(loop.conflict.first), "second": access(loop.conflict.second),
                                     "element": list(loop.conflict.element), "around": dict(loop.conflict.around)}
            loops.append(entry)
        unset = None if self.unset is None else {**access(self.unset[0]), "element": list(self.unset[1])}
        error = None if self.error is None else {"exception": type(self.error).__name__, "message": str(self.error)}
        return json.dumps({"kernel": self.name, "signature": self.signature, "clean": bool(self), "problems": self.problems,
                           "loops": loops, "unset": unset, "error": error}, indent=2)

    def __repr__(self) -> str:
        return f"<gpujit.CheckReport of {self.name}: {len(self.problems) or 'no'} problems>"

    def __str__(self) -> str:
        problems = self.problems
        summary = f"{len(problems)} problem{'s' * (len(problems) > 1)}" if problems else "nothing wrong"
        lines = [f"{self.name}({self.signature}): {summary}"]
        for problem in problems:
            lines.append(f"  - {problem}")
        for loop in self.loops:
            written = "prange" if loop.asserted else "for"
            lines.append(f"  line {loop.line}: {'  ' * loop.depth}{written} {loop.variable}, {loop.iterations} iterations, "
                         f"{loop.verdict}")
            if loop.conflict is not None:
                lines.append(f"    {loop.conflict.sentence(loop.variable)}")
                lines += _excerpt(loop.conflict)
        return "\n".join(lines)


def check(kernel, *args, **kwargs) -> CheckReport:
    """Runs a kernel on the CPU on copies of the arguments, and reports which iterations of its loops meet in one element.

    A loop marked with `prange` whose iterations meet is a problem, and so are reads of elements of local arrays that have no
    value yet, and whatever Python would raise. Loops that were not marked may meet: the compiler runs them in order, or as
    a reduction. `kernel` is a kernel or a plain function. Only what these arguments lead to is seen. Raises what is wrong
    with the kernel as a call would.
    """
    from ._kernel import Kernel
    from ._options import DEFAULTS

    if not isinstance(kernel, Kernel):
        kernel = Kernel(kernel, dict(DEFAULTS))
    checked = Kernel(kernel.py_func, kernel.options | {"target": "interpreter", "parallel": "auto"})
    case, snapshot, values = checked._case(checked._bind(args, kwargs), "interpreter")
    numbers = numbers_of(values)
    program = checked._compile(case, snapshot, ["report", "findings"], numbers=numbers)
    error = None
    try:
        program.interpret(_copies(values))
    except Exception as raised:
        error = raised
    return _report(checked._report(program, case).of_call(numbers), program.text("findings"), error)


def _report(verdicts: Report, findings: str | None, error: Exception | None) -> CheckReport:
    import json

    if findings is None:  # it never started: the arguments are wrong
        raise error if error is not None else RuntimeError("the checked run left no findings")
    document = json.loads(findings)
    known = {(loop.line, loop.column, loop.variable): loop for loop in (*verdicts.loops, *verdicts.inner)}
    loops: dict[tuple, CheckedLoop] = {}
    for entry in document["loops"]:
        key = entry["line"], entry["column"], entry["variable"]
        verdict = known.get(key)
        conflict = entry["conflict"] and _conflict(entry["conflict"])
        before = loops.get(key)  # a callee's loop, once a call
        iterations, conflicts = entry["iterations"], entry["conflicts"]
        if before is not None:
            iterations, conflicts = iterations + before.iterations, conflicts + before.conflicts
            conflict = before.conflict or conflict
        loops[key] = CheckedLoop(*key, entry["asserted"], entry["depth"], verdict.verdict if verdict else "",
                                 verdict.reason if verdict else "", iterations, conflicts, conflict)
    unset = document["unset"]
    return CheckReport(verdicts.name, verdicts.signature, list(loops.values()),
                       unset and (_access({"iteration": 0, **unset}), tuple(unset["element"])), error)


def _access(entry: dict) -> Access:
    return Access(*(entry[field] for field in Access._fields))


def _conflict(entry: dict) -> Conflict:
    around = tuple((frame["variable"], frame["value"]) for frame in entry["around"])
    return Conflict(_access(entry["first"]), _access(entry["second"]), tuple(entry["element"]), around)


def _excerpt(conflict: Conflict) -> list[str]:
    """The source lines of both accesses, where the file can be read."""
    import linecache

    lines = []
    for file, line in dict.fromkeys((a.file, a.line) for a in (conflict.first, conflict.second)):
        text = linecache.getline(file, line).strip()
        if text:
            lines.append(f"      {os.path.basename(file)}:{line}: {text}")
    return lines


def _copies(values) -> list:
    """Copies of arrays, on the host, that share memory with each other as the originals do; the rest as it is."""
    from ._aliases import _span

    copied = [_on_host(value) for value in values]
    spans = sorted((span for span in map(_span, range(len(copied)), copied) if span is not None), key=lambda span: span.low)
    group: list = []
    for span in spans:
        if group and span.low >= max(member.high for member in group):
            _copy_group(group, copied)
            group = []
        group.append(span)
    if group:
        _copy_group(group, copied)
    return [np.copy(value) if isinstance(value, np.ndarray) and value.size == 0 else value for value in copied]


def _copy_group(group: list, arrays: list) -> None:
    """Puts copies of arrays whose memory meets into one new block."""
    low, high = group[0].low, max(span.high for span in group)
    lead = low % 64  # addresses keep their alignment
    memory = np.zeros(high - low + lead + 64, np.uint8)
    start = -memory.__array_interface__["data"][0] % 64 + lead
    for span in group:
        original = arrays[span.index]
        copy = np.ndarray(span.shape, span.dtype, memory, start + span.pointer - low, span.strides)
        copy[...] = original
        copy.flags.writeable = original.flags.writeable
        arrays[span.index] = copy


def _on_host(value):
    """An array of a device as one of NumPy."""
    if isinstance(value, np.ndarray) or not hasattr(value, "__cuda_array_interface__"):
        return value
    for method in ("get", "cpu", "numpy"):
        if hasattr(value, method):
            return np.asarray(getattr(value, method)())
    if hasattr(value, "__array__"):
        return np.asarray(value)
    raise TypeError(f"gpujit.check runs on the CPU: pass a copy of the {type(value).__name__} in the host's memory")
