# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Many programs on all cores; a process that dies is a finding as well."""

from __future__ import annotations

import collections
import multiprocessing
import multiprocessing.connection
import os
import sys
import time
from typing import NamedTuple

CHUNK = 250  # programs a process runs


class Finding(NamedTuple):
    """A program whose answer on a target isn't Python's; `target` is "process" where the run ended its process."""

    seed: int
    target: str
    text: str
    source: str
    fp: str = "strict"


class Tally(NamedTuple):
    """Of some programs: how many ended how, what differed, which features they had."""

    outcomes: collections.Counter
    findings: list[Finding]
    features: collections.Counter


def check_seed(seed: int, targets: list[str], fp: str = "strict") -> tuple[collections.Counter, list[Finding]]:
    """Makes the program of a seed and compares it on each target."""
    from . import _check, _generator

    program = _generator.Generator(seed)
    outcomes, findings = collections.Counter(), []
    for target in targets:
        outcome = _check.compare(program.source, f"<fuzz {seed}>", program.arguments, target, fp)
        outcomes[outcome.status] += 1
        if outcome.status == "different":
            findings.append(Finding(seed, target, outcome.text, program.source, fp))
    return outcomes, findings


def _work(seeds: range, targets: list[str], fp: str, deadline: float | None, current, results) -> None:
    """A process's work: each seed is noted before it is run, so that the parent knows which one killed it. Every process has
    a pipe of its own: one that dies takes along neither what it had sent nor a lock that others wait for."""
    from . import _generator

    for seed in seeds:
        if deadline and time.monotonic() > deadline:
            break
        current.value = seed
        results.send((seed, *check_seed(seed, targets, fp)))
    results.send((None, _generator.FEATURES, []))
    results.close()


def fuzz(first: int, count: int, targets: list[str], jobs: int | None = None, seconds: float | None = None,
         progress: bool = True, fp: str = "strict") -> Tally:
    """Runs the programs of the seeds `first` to `first + count`; none is begun after `seconds`."""
    context = multiprocessing.get_context("spawn")
    pending = [range(k, min(k + CHUNK, first + count)) for k in range(first, first + count, CHUNK)][::-1]
    running: dict = {}  # pipe: (process, its seeds, the seed it is at)
    tally = Tally(collections.Counter(), [], collections.Counter())
    deadline = time.monotonic() + seconds if seconds else None
    jobs = jobs or os.cpu_count() or 1
    while pending or running:
        if deadline and time.monotonic() > deadline:
            pending.clear()
        while pending and len(running) < jobs:
            seeds = pending.pop()
            results, sender = context.Pipe(duplex=False)
            current = context.Value("q", seeds.start)
            process = context.Process(target=_work, args=(seeds, targets, fp, deadline, current, sender), daemon=True)
            process.start()
            sender.close()
            running[results] = process, seeds, current
        for results in multiprocessing.connection.wait(list(running), timeout=0.2):
            if _receive(results, tally):
                continue
            process, seeds, current = running.pop(results)
            process.join()
            if process.exitcode:
                seed = current.value
                tally.findings.append(Finding(seed, "process", f"died with exit code {process.exitcode}", _source(seed), fp))
                if seed + 1 < seeds.stop:
                    pending.append(range(seed + 1, seeds.stop))
        if progress:
            done = sum(tally.outcomes.values())
            print(f"\r{done} runs, {len(tally.findings)} findings", end="", file=sys.stderr, flush=True)
    if progress:
        print(file=sys.stderr)
    return tally


def _receive(results, tally: Tally) -> bool:
    """Takes one message of a process; False where it ended."""
    try:
        seed, counts, findings = results.recv()
    except EOFError:
        return False
    (tally.features if seed is None else tally.outcomes).update(counts)
    tally.findings.extend(findings)
    return True


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
                    return _check.compare(text, "<shrunk>", arguments, finding.target, finding.fp).status == "different"
                except Exception:
                    return False

            source = _shrink.shrink(source, fails)
            text = _check.compare(source, "<shrunk>", arguments, finding.target, finding.fp).text
        else:
            text = finding.text
        shapes = _generator.Generator(finding.seed)
        given = ", ".join(f"{a.name}: {a.dtype}[{a.rank}d {a.layout}] of {shapes.size}" for a in shapes.arrays)
        lines.append(f"\nseed {finding.seed} on {finding.target}, fp={finding.fp}: {text}")
        lines += [f"# {given}, {shapes.scalars}", source]
    missing = sorted(set(_EXPECTED) - set(tally.features))
    if missing:
        lines.append(f"never made: {', '.join(missing)}")
    return "\n".join(lines)


_EXPECTED = ("call", "early return", "continue", "break", "branch", "inner_while", "reduction", "store", "update", "assign",
             "layout strided", "layout reversed")
