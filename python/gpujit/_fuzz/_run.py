# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Many programs on all cores; a process that dies is a finding as well."""

from __future__ import annotations

import collections
import multiprocessing
import os
import sys
import time
from typing import NamedTuple

CHUNK = 50  # programs a process takes at once


class Finding(NamedTuple):
    seed: int
    target: str
    text: str
    source: str


class Tally(NamedTuple):
    """Of some programs: how many ended how, what differed, which features they had."""

    outcomes: collections.Counter
    findings: list[Finding]
    features: collections.Counter


def check_seed(seed: int, targets: list[str]) -> tuple[collections.Counter, list[Finding]]:
    """Makes the program of a seed and compares it on each target."""
    from . import _check, _generator

    program = _generator.Generator(seed)
    outcomes, findings = collections.Counter(), []
    for target in targets:
        outcome = _check.compare(program.source, f"<fuzz {seed}>", program.arguments, target)
        outcomes[outcome.status] += 1
        if outcome.status == "different":
            findings.append(Finding(seed, target, outcome.text, program.source))
    return outcomes, findings


def _work(seeds: range, targets: list[str], current, results) -> None:
    """A process's work: each seed is noted before it is run, so that the parent knows which one killed it."""
    from . import _generator

    for seed in seeds:
        current.value = seed
        results.put((seed, *check_seed(seed, targets)))
    results.put((None, _generator.FEATURES, []))


def fuzz(first: int, count: int, targets: list[str], jobs: int | None = None, seconds: float | None = None,
         progress: bool = True) -> Tally:
    """Runs the programs of the seeds `first` to `first + count`, at most for `seconds`."""
    context = multiprocessing.get_context("spawn")
    results = context.Queue()
    pending = [range(k, min(k + CHUNK, first + count)) for k in range(first, first + count, CHUNK)][::-1]
    running: list = []
    tally = Tally(collections.Counter(), [], collections.Counter())
    deadline = time.monotonic() + seconds if seconds else None
    jobs = jobs or os.cpu_count() or 1
    while pending or running:
        if deadline and time.monotonic() > deadline:
            pending.clear()
        while pending and len(running) < jobs:
            seeds = pending.pop()
            current = context.Value("q", -1)
            process = context.Process(target=_work, args=(seeds, targets, current, results), daemon=True)
            process.start()
            running.append((process, seeds, current))
        _drain(results, tally)
        for entry in [e for e in running if not e[0].is_alive()]:
            running.remove(entry)
            process, seeds, current = entry
            _drain(results, tally)
            if process.exitcode:
                seed = current.value
                tally.findings.append(Finding(seed, "process", f"died with exit code {process.exitcode}", _source(seed)))
                pending.append(range(seed + 1, seeds.stop))
        if progress:
            done = sum(tally.outcomes.values())
            print(f"\r{done} runs, {len(tally.findings)} findings", end="", file=sys.stderr, flush=True)
        time.sleep(0.05)
    _drain(results, tally)
    if progress:
        print(file=sys.stderr)
    return tally


def _drain(results, tally: Tally) -> None:
    import queue

    while True:
        try:
            seed, counts, findings = results.get(timeout=0.05)
        except queue.Empty:
            return
        (tally.features if seed is None else tally.outcomes).update(counts)
        tally.findings.extend(findings)


def _source(seed: int) -> str:
    from . import _generator

    return _generator.Generator(seed).source if seed >= 0 else ""


def report(tally: Tally, shrinking: bool = True) -> str:
    """What was found, each difference shrunk to a few lines with its seed."""
    from . import _check, _generator, _shrink

    lines = [", ".join(f"{n} {status}" for status, n in sorted(tally.outcomes.items()))]
    for finding in tally.findings[:20]:
        source = finding.source
        if shrinking and finding.target != "process":
            arguments = _generator.Generator(finding.seed).arguments

            _check.LIMIT = 1.0

            def fails(text: str, finding=finding, arguments=arguments) -> bool:
                try:
                    return _check.compare(text, "<shrunk>", arguments, finding.target).status == "different"
                except Exception:
                    return False

            source = _shrink.shrink(source, fails)
            text = _check.compare(source, "<shrunk>", arguments, finding.target).text
        else:
            text = finding.text
        shapes = _generator.Generator(finding.seed)
        given = ", ".join(f"{a.name}: {a.dtype}[{a.rank}d {a.layout}] of {shapes.size}" for a in shapes.arrays)
        lines += [f"\nseed {finding.seed} on {finding.target}: {text}", f"# {given}, {shapes.scalars}", source]
    missing = sorted(set(_EXPECTED) - set(tally.features))
    if missing:
        lines.append(f"never made: {', '.join(missing)}")
    return "\n".join(lines)


_EXPECTED = ("call", "early return", "continue", "break", "branch", "inner_while", "reduction", "store", "update", "assign",
             "layout strided", "layout reversed")
