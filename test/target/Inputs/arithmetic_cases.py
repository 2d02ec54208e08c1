# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a plan.program that checks the results of integer operations against Python's: arithmetic_cases.py -o FILE."""

import itertools
import sys

WIDTHS = {"i1": 1, "i8": 8, "i32": 32, "i64": 64, "index": 64}


def signed(value: int, width: int) -> int:
    value &= (1 << width) - 1
    return value - (1 << width) if value >> (width - 1) else value


def unsigned(value: int, width: int) -> int:
    return value & ((1 << width) - 1)


def truncated(a: int, b: int) -> int:
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


# Each takes the operands as signed numbers, and their width.
BINARY = {
    "addi": lambda a, b, w: a + b,
    "subi": lambda a, b, w: a - b,
    "muli": lambda a, b, w: a * b,
    "divsi": lambda a, b, w: truncated(a, b),
    "remsi": lambda a, b, w: a - truncated(a, b) * b,
    "divui": lambda a, b, w: unsigned(a, w) // unsigned(b, w),
    "remui": lambda a, b, w: unsigned(a, w) % unsigned(b, w),
    "floordivsi": lambda a, b, w: a // b,
    "ceildivsi": lambda a, b, w: -(-a // b),
    "andi": lambda a, b, w: a & b,
    "ori": lambda a, b, w: a | b,
    "xori": lambda a, b, w: a ^ b,
    "minsi": lambda a, b, w: min(a, b),
    "maxsi": lambda a, b, w: max(a, b),
    "minui": lambda a, b, w: min(unsigned(a, w), unsigned(b, w)),
    "maxui": lambda a, b, w: max(unsigned(a, w), unsigned(b, w)),
}
SHIFTS = {
    "shli": lambda a, b, w: a << b,
    "shrsi": lambda a, b, w: a >> b,
    "shrui": lambda a, b, w: unsigned(a, w) >> b,
}
COMPARISONS = {
    "eq": lambda a, b, w: a == b,
    "ne": lambda a, b, w: a != b,
    "slt": lambda a, b, w: a < b,
    "sle": lambda a, b, w: a <= b,
    "sgt": lambda a, b, w: a > b,
    "sge": lambda a, b, w: a >= b,
    "ult": lambda a, b, w: unsigned(a, w) < unsigned(b, w),
    "ule": lambda a, b, w: unsigned(a, w) <= unsigned(b, w),
    "ugt": lambda a, b, w: unsigned(a, w) > unsigned(b, w),
    "uge": lambda a, b, w: unsigned(a, w) >= unsigned(b, w),
}
CASTS = [
    ("extsi", "i8", "i64", -3, -3),
    ("extui", "i8", "i64", -3, 253),
    ("extui", "i8", "i32", -128, 128),
    ("trunci", "i64", "i8", 300, 44),
    ("trunci", "i64", "i8", 200, -56),
    ("trunci", "i64", "i1", 2, 0),
    ("trunci", "i64", "i1", 3, -1),
    ("extui", "i1", "i64", -1, 1),
    ("extsi", "i1", "i64", -1, -1),
    ("index_cast", "i32", "index", -5, -5),
    ("index_cast", "index", "i32", 4294967295, -1),
    ("index_castui", "i32", "index", -5, 4294967291),
]


def operands(kind: str) -> list[int]:
    width = WIDTHS[kind]
    top = (1 << (width - 1)) - 1
    return [-top, -7, -1, 1, 2, 7, top]


def constant(value: int, kind: str) -> str:
    return ("true" if value else "false") if kind == "i1" else f"{value} : {kind}"


class Writer:
    """The lines of the program; each case has names of its own."""

    def __init__(self):
        self.lines, self.count = [], 0

    def check(self, operation: str, result: str, expected: int, **values: tuple[int, str]) -> None:
        n = self.count = self.count + 1
        for name, (value, kind) in values.items():
            self.lines.append(f"%{name}{n} = arith.constant {constant(value, kind)}")
        named = operation.format(**{name: f"%{name}{n}" for name in values})
        text = operation.format(**{name: value for name, (value, _) in values.items()})
        self.lines += [
            f"%e{n} = arith.constant {constant(expected, result)}",
            f"%r{n} = arith.{named}",
            f"%c{n} = arith.cmpi eq, %r{n}, %e{n} : {result}",
            f'plan.check %c{n}, "AssertionError", "{text}"',
        ]


def write_cases(writer: Writer) -> None:
    writer.lines.append('%no = arith.constant false\nplan.check %no, "AssertionError", "on purpose"')
    for kind in ("i8", "i32", "i64", "index"):
        width = WIDTHS[kind]
        for a, b in itertools.product(operands(kind), repeat=2):
            for name, compute in BINARY.items():
                result = signed(compute(a, b, width), width)
                writer.check(f"{name} {{a}}, {{b}} : {kind}", kind, result, a=(a, kind), b=(b, kind))
        for a, b in itertools.product(operands(kind), (0, 1, width // 2, width - 1)):
            for name, compute in SHIFTS.items():
                result = signed(compute(a, b, width), width)
                writer.check(f"{name} {{a}}, {{b}} : {kind}", kind, result, a=(a, kind), b=(b, kind))
    for kind, values in {"i1": [-1, 0], "i8": operands("i8"), "i64": operands("i64")}.items():
        for a, b in itertools.product(values, repeat=2):
            for name, compute in COMPARISONS.items():
                result = compute(a, b, WIDTHS[kind])
                writer.check(f"cmpi {name}, {{a}}, {{b}} : {kind}", "i1", result, a=(a, kind), b=(b, kind))
    for name, source, target, a, result in CASTS:
        writer.check(f"{name} {{a}} : {source} to {target}", target, result, a=(a, source))


writer = Writer()
write_cases(writer)
with open(sys.argv[2], "w", encoding="utf-8") as file:
    file.write("plan.program @cases() attributes {frame_bytes = 40 : i64, mappings = [], sites = []} {\n")
    file.write("\n".join(writer.lines) + "\n}\n")
