# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Bytes and operations of a call: the compiler's counts of the kernel, with the call's own numbers put in."""

from __future__ import annotations

import json
import operator
from dataclasses import dataclass, field

_BINARY = {
    "addi": operator.add, "subi": operator.sub, "muli": operator.mul, "minsi": min, "maxsi": max, "minui": min, "maxui": max,
    "divsi": lambda a, b: _toward_zero(a, b), "divui": lambda a, b: _toward_zero(a, b),
    "floordivsi": lambda a, b: a // b if b else 0,
    "ceildivsi": lambda a, b: -(-a // b) if b else 0, "ceildivui": lambda a, b: -(-a // b) if b else 0,
    "remsi": lambda a, b: a - b * _toward_zero(a, b), "remui": lambda a, b: a - b * _toward_zero(a, b),
    "andi": lambda a, b: int(a) & int(b), "ori": lambda a, b: int(a) | int(b), "xori": lambda a, b: int(a) ^ int(b),
    "eq": operator.eq, "ne": operator.ne, "slt": operator.lt, "sle": operator.le, "sgt": operator.gt, "sge": operator.ge,
    "ult": operator.lt, "ule": operator.le, "ugt": operator.gt, "uge": operator.ge,
}
_AFFINE = {"constant", "argument", "index", "same", "addi", "subi", "select", "eq", "ne", "slt", "sle", "sgt", "sge",
           "ult", "ule", "ugt", "uge"}


@dataclass
class Work:
    """What a call does. `operations` by type ("f32", "int", "special" for functions such as exp); `reads` and `writes` are
    bytes asked of the memory, by argument number; `exact`: no branch or loop was left to a guess."""

    operations: dict[str, float] = field(default_factory=dict)
    reads: dict[str, float] = field(default_factory=dict)
    writes: dict[str, float] = field(default_factory=dict)
    exact: bool = True

    @property
    def flops(self) -> float:
        """Operations on floats; a function such as exp counts as one."""
        return sum(n for kind, n in self.operations.items() if kind != "int")

    @property
    def accessed(self) -> float:
        """Bytes asked of the memory, caches included."""
        return sum(self.reads.values()) + sum(self.writes.values())

    def compulsory(self, sizes: dict[str, int]) -> float:
        """Bytes that cross the memory's interface if each element does once a direction; `sizes` in bytes by argument."""
        return float(sum(min(count, sizes.get(name, count)) for tally in (self.reads, self.writes)
                         for name, count in tally.items()))

    def add(self, other: Work, times: float) -> None:
        """Adds other work that is done so many times."""
        for mine, theirs in ((self.operations, other.operations), (self.reads, other.reads), (self.writes, other.writes)):
            for name, count in theirs.items():
                mine[name] = mine.get(name, 0) + count * times
        self.exact = self.exact and other.exact


def work_of(kernel, arguments: tuple) -> Work | None:
    """The work of a call; None for what isn't a gpujit kernel, or where nothing was counted."""
    if not hasattr(kernel, "_case"):
        return None
    from gpujit._report import numbers_of

    case, snapshot, values = kernel._case(kernel._bind(arguments, {}), "cuda")
    text = kernel._compile(case, snapshot, ["counts"]).text("counts")
    return evaluate(json.loads(text), numbers_of(values)) if text else None


def evaluate(counts: dict, numbers: list[list[int]]) -> Work:
    """The compiler's counts (docs/abi.md) for arguments with these numbers."""
    return _Evaluation(counts["values"], numbers).region(counts["body"])


class _Evaluation:
    def __init__(self, table: list, numbers: list[list[int]]):
        self.table, self.numbers, self.indices = table, numbers, {}
        self.bent = False  # whether the latest number depended on an index in a way that its mean doesn't give

    def region(self, region: dict) -> Work:
        work = Work(*({k: float(v) for k, v in region[name].items()} for name in ("operations", "reads", "writes")))
        for inside in region["inside"]:
            if "if" in inside:
                work.add(self.branch(inside), 1)
            else:
                self.loop(inside, work)
        return work

    def branch(self, branch: dict) -> Work:
        condition = self.number(branch["if"])
        if condition is not None and not self.bent:
            return self.region(branch["then" if condition else "else"])
        ways = [self.region(branch["then"]), self.region(branch["else"])]
        larger = max(ways, key=lambda w: sum(w.operations.values()) + w.accessed)
        # Only the work matters: two ways that do the same are no guess.
        larger.exact = larger.exact and ways[0] == ways[1]
        return larger

    def loop(self, loop: dict, work: Work) -> None:
        trips, exact = self.trips(loop["trips"])
        if trips <= 0:
            return
        if loop["index"] is not None:
            self.indices[loop["index"]] = (trips - 1) / 2 + self.lower
        for body in loop["bodies"]:
            inner = self.region(body)
            inner.exact = inner.exact and exact
            work.add(inner, trips)

    def trips(self, bounds: list | None) -> tuple[float, bool]:
        """(how often, whether that is certain): once where only the device knows."""
        self.lower = 0.0
        rows = [self.number(b) for b in bounds] if bounds else [None]
        if any(row is None for row in rows):
            return 1.0, False
        lower, upper, step = rows
        self.lower = lower
        return max(0.0, (upper - lower) / step if step else 0.0), not self.bent

    def number(self, row: int | None):
        """The value of a row; an inner loop's bounds get the mean of the outer index."""
        self.bent = False
        return None if row is None else self.value(row)

    def value(self, row: int):
        name, *operands = self.table[row]
        if name == "constant":
            return operands[0]
        if name == "argument":
            argument, axis = operands
            known = self.numbers[argument] if argument < len(self.numbers) else []
            return known[axis] if axis < len(known) else None
        if name == "index":
            return self.indices.get(operands[0])
        values = [self.value(operand) for operand in operands]
        if any(v is None for v in values):
            return None
        if any(isinstance(v, float) and v != int(v) for v in values) and name not in _AFFINE:
            self.bent = True
        if name == "same":
            return values[0]
        if name == "select":
            return values[1] if values[0] else values[2]
        return _BINARY[name](*values)


def _toward_zero(a, b):
    return int(a / b) if b else 0
