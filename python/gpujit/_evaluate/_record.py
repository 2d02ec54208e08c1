# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The record of an evaluation (schema.json, docs/evidence.md), and what is made of it."""

from __future__ import annotations

import dataclasses
import json
import math
import pathlib

import numpy as np

from . import _limits, _timing

SCHEMA = 2


def of(evaluation) -> dict:
    """The record of an Evaluation: JSON's own types, None for what isn't a number."""
    e, times, contract, verdict = evaluation, evaluation.times, evaluation.contract, evaluation.verdict
    limit = _limit(e)
    medians = [float(np.median(t)) if t else math.nan for t in (times.baseline, times.candidate)]
    record = {
        "schema": SCHEMA, "kernel": e.name, "size": e.size, "outcome": verdict.outcome, "code": verdict.code,
        "message": verdict.message, "limit": limit, "next": _limits.NEXT.get(limit), "metric": contract.metric,
        "asked": contract.speedup, "ratio": verdict.ratio._asdict() if verdict.ratio else None,
        "same_bits_twice": e.checked.repeats, "recall": e.checked.recall,
        "notes": [*e.checked.notes, *_library_notes(times)],
        "nanoseconds": _samples(times), "clock": _clock(times), "phases": times.phases, "memory": times.memory,
        "break_even": _limits.break_even(times, *medians) if times.candidate else None,
        "loop": [{"size": size, "nanoseconds": taken} for size, taken in times.loop],
        "sweep": [dataclasses.asdict(row) for row in e.rows], "crossover": _timing.crossover(e.rows),
        "work": dataclasses.asdict(e.work) if e.work else None, "roofline": e.place,
        "arguments": e.facts.get("arguments", []), "launches": e.facts.get("launches"),
        "warm_up": "one call of each at the size that is timed; two before device times", "environment": e.environment,
    }
    return _plain(record)


def _limit(evaluation) -> str | None:
    code = evaluation.verdict.code
    named = {"fallback": "unsupported fallback", "memory": "memory pressure", "compilation": "compilation",
             "transfers": "transfers", "size": "size", "library": "algorithm", "library-untried": "algorithm"}
    return named.get(code) or evaluation.facts.get("limit")


def _library_notes(times) -> list[str]:
    return [f"library {name}: {why}" for name, why in times.library_faults.items()]


def _samples(times) -> dict:
    return {"start": times.start, "first_call": times.first, "compile": times.compile, "baseline": times.baseline,
            "candidate": times.candidate,
            "resident": times.resident, "libraries": times.libraries,
            "kernel_warm": times.warm.device if times.warm else [], "kernel_cold": times.cold.device if times.cold else [],
            "host": times.warm.host if times.warm else []}


def _clock(times) -> dict:
    """MHz of each pair, GHz of each device time, what was dropped, and whether queueing was kept out."""
    return {"pairs_mhz": times.clocks, "kernel_ghz": times.cold.clock if times.cold else [], "dropped": times.dropped,
            "kernel_dropped": times.cold.dropped if times.cold else 0, "held": times.cold.held if times.cold else None,
            "slowdowns": sorted({reason for reasons in times.slowdowns for reason in reasons})}


def _plain(value):
    if isinstance(value, dict):
        return {str(k): _plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(v) for v in value]
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    if isinstance(value, (int, np.integer)):
        return int(value)
    if isinstance(value, (float, np.floating)):
        return float(value) if math.isfinite(value) else None
    return value if value is None or isinstance(value, str) else str(value)


def text(record: dict) -> str:
    """As JSON."""
    return json.dumps(record, indent=2, allow_nan=False)


def schema() -> dict:
    """The JSON Schema of records."""
    return json.loads((pathlib.Path(__file__).parent / "schema.json").read_text())


def load(path: str) -> dict:
    """A record from a file. Raises ValueError if it isn't one of this schema."""
    try:
        record = json.loads(pathlib.Path(path).read_text())
    except (OSError, ValueError) as error:
        raise ValueError(f"{path} can't be read as a record: {error}") from None
    if not isinstance(record, dict) or record.get("schema") != SCHEMA:
        found = record.get("schema") if isinstance(record, dict) else None
        raise ValueError(f"{path} has schema {found}, not {SCHEMA}: write it again with this version of gpujit")
    missing = [name for name in schema()["required"] if name not in record]
    if missing:
        raise ValueError(f"{path} isn't a whole record: it lacks {', '.join(missing)}")
    return record
