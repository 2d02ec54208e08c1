# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a recipe's body as docs/abi.md defines it, without its launches, and names the checks that fail.

run_recipe.py RECIPE [VALUE...]: the values are those of the scalar arguments, in order.
"""

import json
import sys

MASK = (1 << 64) - 1


def signed(value: int) -> int:
    """The 64 low bits of `value` as a signed number."""
    value &= MASK
    return value - (1 << 64) if value >> 63 else value


def truncated(a: int, b: int) -> int:
    """a / b rounded to zero; by zero gives 0."""
    if b == 0:
        return 0
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def overflows(value: int) -> int:
    return int(value != signed(value))


BINARY = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "floordiv": lambda a, b: a // b if b else 0,
    "mod": lambda a, b: a % b if b else 0,
    "min": min,
    "max": max,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
    "shl": lambda a, b: a << b,
    "shr": lambda a, b: a >> b,
    "eq": lambda a, b: int(a == b),
    "ne": lambda a, b: int(a != b),
    "lt": lambda a, b: int(a < b),
    "le": lambda a, b: int(a <= b),
    "gt": lambda a, b: int(a > b),
    "ge": lambda a, b: int(a >= b),
    "ult": lambda a, b: int(a & MASK < b & MASK),
    "ule": lambda a, b: int(a & MASK <= b & MASK),
    "divs": truncated,
    "rems": lambda a, b: a - truncated(a, b) * b if b else 0,
    "divu": lambda a, b: (a & MASK) // (b & MASK) if b else 0,
    "remu": lambda a, b: (a & MASK) % (b & MASK) if b else 0,
    "addo": lambda a, b: overflows(a + b),
    "subo": lambda a, b: overflows(a - b),
    "mulo": lambda a, b: overflows(a * b),
}


class Machine:
    """The registers, and the messages of the checks that failed."""

    def __init__(self, recipe: dict, values: list[int]):
        self.recipe, self.values, self.failed = recipe, values, []
        self.registers = [None] * recipe["registers"]
        self.launches = 0

    def run(self, body: list) -> None:
        for step in body:
            self.step(*step)

    def step(self, name: str, *operands) -> None:
        r = self.registers
        if name in BINARY:
            d, a, b = operands
            r[d] = signed(BINARY[name](r[a], r[b]))
        elif name == "const":
            r[operands[0]] = operands[1]
        elif name == "arg":
            r[operands[0]] = self.values[operands[1]]
        elif name == "select":
            d, c, a, b = operands
            r[d] = r[a] if r[c] else r[b]
        elif name == "move":
            r[operands[0]] = r[operands[1]]
        elif name == "check":
            if not r[operands[0]]:
                payload = [r[p] for p in operands[2:] if p >= 0]
                self.failed.append(self.recipe["sites"][operands[1]]["message"].format(*payload))
        elif name == "if":
            self.run(operands[1] if r[operands[0]] else operands[2])
        elif name == "for":
            iv, lo, hi, step, body = operands
            r[iv] = r[lo]
            while r[iv] < r[hi]:
                self.run(body)
                r[iv] += r[step]
        elif name == "launch":
            self.launches += 1
        else:
            raise ValueError(f"unknown instruction {name!r}")


with open(sys.argv[1], encoding="utf-8") as file:
    loaded = json.load(file)
machine = Machine(loaded, [int(value) for value in sys.argv[2:]])
machine.run(loaded["body"])
for message in machine.failed:
    print("failed:", message)
print("launches:", machine.launches)
