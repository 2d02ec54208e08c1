# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The verdict on each loop of a kernel, as `Kernel.explain` gives it."""

from __future__ import annotations

from typing import NamedTuple


class Loop(NamedTuple):
    """One loop. `verdict` is "parallel", "reduction", "atomic" or "sequential"; `reason` says why, `mapping` what was
    done with it on the device. `line` counts from 1, `column` from 0; `depth` is the number of loops around it.

    A loop may be parallel only if a `condition` on the arguments holds, which each call tests. The report on a call says
    what came of it; that on a signature has the verdict where it holds.
    """

    line: int
    column: int
    variable: str
    verdict: str
    reason: str
    mapping: str
    depth: int
    condition: str = ""


class Report:
    """The verdicts on a kernel's loops. Prints as a table; shows as one in a notebook.

    `loops` are the kernel's own written `for` loops in source order; `inner` are the loops of functions it calls, `while`
    loops, and loops of array expressions.
    """

    def __init__(self, name: str, file: str, document: dict, signature: str = ""):
        self.name, self.file, self.signature = name, file, signature
        self._document = document
        self.loops = [_loop(entry) for entry in document.get("loops") or ()]
        self.inner = [_loop(entry) for entry in document.get("inner") or ()]

    @property
    def is_conditional(self) -> bool:
        """Whether a verdict depends on a call's arguments."""
        return any(loop.condition for loop in self.loops)

    def of_call(self, numbers: list[list[int]]) -> Report:
        """The report with the verdicts for a call whose arguments bring these numbers (`numbers_of`)."""
        if not self.is_conditional:
            return self
        document = {key: [_resolved(entry, numbers) for entry in entries] for key, entries in self._document.items()}
        return Report(self.name, self.file, document, self.signature)

    def to_json(self) -> str:
        """The report as a JSON document (docs/abi.md, "The report"), with the kernel's name, file and signature."""
        import json

        return json.dumps({"kernel": self.name, "file": self.file, "signature": self.signature, **self._document}, indent=2)

    def __repr__(self) -> str:
        return f"<gpujit.Report of {self.name}: {', '.join(loop.verdict for loop in self.loops) or 'no loops'}>"

    def __str__(self) -> str:
        title = f"{self.name}({self.signature})" if self.signature else self.name
        if not self.loops and not self.inner:
            return f"{title}: no loops"
        return f"{title}\n{_table(self._rows())}"

    def _rows(self) -> list[tuple[str, ...]]:
        rows = [_row(loop) for loop in self.loops]
        return rows + [_row(loop, "inner: ") for loop in self.inner]

    def _repr_html_(self) -> str:
        from html import escape

        colours = {"parallel": "#2a7d2a", "reduction": "#2a7d2a", "atomic": "#8a6d00", "sequential": "#a03030"}
        head = "".join(f"<th style='text-align:left'>{h}</th>" for h in _HEADER)
        body = ""
        for row in self._rows():
            cells = [escape(cell).replace("  ", "&nbsp;&nbsp;") for cell in row]
            cells[2] = f"<b style='color:{colours.get(row[2], 'inherit')}'>{cells[2]}</b>"
            body += "<tr>" + "".join(f"<td style='text-align:left'>{cell}</td>" for cell in cells) + "</tr>"
        return (f"<p><code>{escape(self.name)}({escape(self.signature)})</code></p>"
                f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>")


_HEADER = ("line", "loop", "verdict", "why", "mapping")


def _loop(entry: dict) -> Loop:
    return Loop(entry.get("line", 0), entry.get("column", 0), entry.get("variable") or "", entry.get("verdict") or "",
                entry.get("reason") or "", entry.get("mapping") or "", entry.get("depth") or 0, entry.get("condition") or "")


def numbers_of(values: list) -> list[list[int]]:
    """What conditions look at, by argument: a Python int, or an array's extents."""
    numbers: list[list[int]] = []
    for value in values:
        if type(value) is int and -2**63 <= value < 2**63:
            numbers.append([value])
        else:
            shape = getattr(value, "shape", ())
            numbers.append([int(extent) for extent in shape] if isinstance(shape, tuple) else [])
    return numbers


def _holds(conditions: list, numbers: list[list[int]]) -> bool:
    """Of all groups of inequalities, one each. A test of the kernel's own keeps to 31 bits, so this does too."""
    def value(argument: int, axis: int) -> int:
        return numbers[argument][max(axis, 0)]

    symbols = {(a, axis) for group in conditions for one in group for a, axis, _ in one["terms"]}
    if any(abs(value(*symbol)) > 2**31 for symbol in symbols):
        return False
    return all(any(one["constant"] + sum(factor * value(a, axis) for a, axis, factor in one["terms"]) >= 0 for one in group)
               for group in conditions)


def _resolved(entry: dict, numbers: list[list[int]]) -> dict:
    """A loop's entry for one call."""
    if not entry.get("condition") or _holds(entry["conditions"], numbers):
        return entry
    return entry | {"verdict": "sequential", "mapping": "in order",
                    "reason": f"{entry['otherwise']} (independent only if {entry['condition']})"}


def _row(loop: Loop, prefix: str = "") -> tuple[str, ...]:
    name = f"for {loop.variable}" if loop.variable else "while"
    return str(loop.line), prefix + "  " * loop.depth + name, loop.verdict, loop.reason, loop.mapping


def _table(rows: list[tuple[str, ...]]) -> str:
    """Columns as wide as they need to be; the reason takes what the terminal leaves, and goes on in further lines."""
    import shutil
    import textwrap

    widths = [max(len(row[k]) for row in [_HEADER, *rows]) for k in range(5)]
    room = shutil.get_terminal_size((110, 24)).columns - sum(widths) + widths[3] - 10
    widths[3] = min(widths[3], max(30, room))
    lines = ["  ".join(h.ljust(w) for h, w in zip(_HEADER, widths, strict=True)).rstrip(),
             "  ".join("-" * w for w in widths)]
    for row in rows:
        reasons = textwrap.wrap(row[3], widths[3]) or [""]
        for k, reason in enumerate(reasons):
            cells = [*row[:3], reason, row[4]] if k == 0 else ["", "", "", reason, ""]
            cells[0] = cells[0].rjust(widths[0])
            lines.append("  ".join(c.ljust(w) for c, w in zip(cells, widths, strict=True)).rstrip())
    return "\n".join("  " + line for line in lines)
