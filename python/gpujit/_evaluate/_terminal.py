# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A record as text: a table for people, and a display of the progress while it is made."""

from __future__ import annotations

import contextlib

import numpy as np

_KINDS = (("reference", "baseline"), ("gpujit, end to end", "candidate"), ("gpujit, resident", "resident"),
          ("kernel, warm L2", "kernel_warm"), ("kernel, cold L2", "kernel_cold"), ("host, to launch", "host"))


def duration(nanoseconds: float | None) -> str:
    """With a unit that suits it."""
    if nanoseconds is None:
        return "-"
    for unit, size in (("s", 1e9), ("ms", 1e6), ("us", 1e3)):
        if abs(nanoseconds) >= size:
            return f"{nanoseconds / size:.3g} {unit}"
    return f"{nanoseconds:.3g} ns"


def rate(per_second: float | None, unit: str) -> str:
    """With a prefix that suits it."""
    if per_second is None:
        return "-"
    for prefix, size in (("T", 1e12), ("G", 1e9), ("M", 1e6)):
        if per_second >= size:
            return f"{per_second / size:.3g} {prefix}{unit}"
    return f"{per_second:.3g} {unit}"


def times_table(record: dict) -> list[tuple[str, str, str, str]]:
    """(what, median, quartiles, samples) of each list of times."""
    samples, rows = record["nanoseconds"], []
    lists = [(title, samples[key]) for title, key in _KINDS] + list(samples["libraries"].items())
    for title, taken in lists:
        if taken:
            low, middle, high = np.percentile(taken, [25, 50, 75])
            rows.append((title, duration(middle), f"{duration(low)} .. {duration(high)}", str(len(taken))))
    return rows


def facts(record: dict) -> list[tuple[str, str]]:
    """(name, text) of what else is known."""
    found = []
    if record["ratio"]:
        r = record["ratio"]
        found.append(("ratio", f"{r['value']:.3g} (95 %: {r['low']:.3g} to {r['high']:.3g}), asked {record['asked']:g}, "
                               f"metric {record['metric']}"))
    if record["limit"]:
        found.append(("limited by", f"{record['limit']}: {record['next']}"))
    if record["nanoseconds"]["first_call"]:
        first = record["nanoseconds"]
        found.append(("first call", f"{duration(first['first_call'])}, of which compilation {duration(first['compile'])}; "
                                    f"start of the driver {duration(first.get('start'))}"))
    if record["break_even"]:
        calls = record["break_even"]["calls"]
        found.append(("break-even", "never" if calls is None else f"after {calls} calls"))
    if record["phases"]:
        found.append(("phases", ", ".join(f"{name} {duration(t)}" for name, t in record["phases"].items())))
    if record["loop"]:
        times = [f"{duration(row['nanoseconds'])} at size {row['size']}" for row in record["loop"]]
        found.append(("plain Python", ", ".join(times)))
    if record["sweep"]:
        x = record["crossover"]
        found.append(("crossover", "none: slower at the largest size" if x is None else f"from size {x:.4g} on"))
    found += _resources(record)
    if record["recall"] is not None:
        found.append(("recall", f"{record['recall']:.4f} at the least; the reference is exact, 1"))
    return found + [("note", text) for text in record["notes"]]


def _resources(record: dict) -> list[tuple[str, str]]:
    found, place, memory = [], record["roofline"], record["memory"]
    if place:
        guess = "" if place["exact"] else " (some branches or loops were guessed)"
        found.append(("work", f"{place['bytes']:.4g} bytes, {place['flops']:.4g} operations on floats, counted by the "
                              f"compiler{guess}"))
        found.append(("roofline", f"{rate(place['bytes_per_second'], 'B/s')}, {rate(place['flops_per_second'], 'op/s')}: "
                                  f"{place['fraction']:.0%} of what {place['bound']} allows here"))
    if memory:
        found.append(("device memory", f"peak {memory.get('peak_live')} bytes live, {memory.get('peak_reserved')} reserved"))
    return found


def plain(record: dict) -> str:
    """As lines of text."""
    lines = [f"{record['kernel']}, size {record['size']}: {record['outcome']} ({record['code']})", f"  {record['message']}"]
    lines += [f"  {title:20} {middle:>10}   {span} ({count})" for title, middle, span, count in times_table(record)]
    lines += [f"  {name:14} {text}" for name, text in facts(record)]
    return "\n".join(lines)


def show(record: dict) -> None:
    """Prints it, as tables where Rich is installed."""
    try:
        from rich.console import Console
        from rich.markup import escape
        from rich.table import Table
    except ImportError:
        print(plain(record))
        return
    console, colour = Console(), {"keep": "green", "revise": "yellow", "reject": "red"}.get(record["outcome"], "magenta")
    console.print(f"[bold]{escape(record['kernel'])}[/], size {record['size']}: [bold {colour}]{record['outcome']}[/] "
                  f"({record['code']})", highlight=False)
    console.print(escape(record["message"]), highlight=False)
    rows = times_table(record)
    if rows:
        table = Table("time", "median", "quartiles", "samples")
        for row in rows:
            table.add_row(*map(escape, row))
        console.print(table)
    if record["sweep"]:
        table = Table("size", "reference", "gpujit", "kernel")
        for row in record["sweep"]:
            table.add_row(str(row["size"]), *(duration(row[k]) for k in ("baseline", "candidate", "kernel")))
        console.print(table)
    for name, text in facts(record):
        console.print(f"[bold]{name:14}[/] {escape(text)}", highlight=False, soft_wrap=True)


@contextlib.contextmanager
def live():
    """A function for evaluate's `progress` that shows a bar on a terminal, and nothing elsewhere."""
    import sys

    try:
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
    except ImportError:
        yield None
        return
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console

    with Progress(TextColumn("{task.description:20}"), BarColumn(), TimeElapsedColumn(), console=Console(stderr=True),
                  transient=True) as bar:
        task = bar.add_task("starting", total=1.0)
        yield lambda what, share: bar.update(task, description=what, completed=share)
