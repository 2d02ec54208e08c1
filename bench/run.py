# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the benchmark suite, or a part of it, and records what it took:

    python bench/run.py --out FILE.json [NAME or FAMILY ...]

Every version is checked against NumPy before it is timed. On a GPU, times are the device's own, the stream held until the
work is queued and the L2 emptied before each sample; the versions take turns, so that ratios are those of one run. Where
there is no GPU, the loops run on the interpreter at small sizes. What can't run has an entry that says why.
"""

import argparse
import datetime
import json
import pathlib
import sys
import time
import warnings

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from benchmark import benchmarks  # noqa: E402
from measuring import PEERS, interpret, measure  # noqa: E402

import gpujit  # noqa: E402
from gpujit._evaluate import _machine  # noqa: E402


def record_of(options) -> dict:
    """What stands above the entries: the machine, its versions, the command."""
    target = "cuda" if gpujit.is_available() else "interpreter"
    timing = "events on a held stream, L2 emptied, versions in turn; median" if target == "cuda" else "host clock, one call"
    return {
        "schema": 2, "date": datetime.date.today().isoformat(), "target": target, "device": gpujit.devices()[:1],
        "command": " ".join([f"python bench/run.py --budget {options.budget} --rounds {options.rounds}", *options.names]),
        "environment": _machine.environment(1, target),
        "timing": timing, "benchmarks": [],
    }


def one(benchmark, options) -> dict:
    """One entry, whatever happens."""
    try:
        if gpujit.is_available():
            return measure(benchmark, options.versions, options.budget, options.rounds)
        return interpret(benchmark, options.versions)
    except Exception as error:
        return {"problem": f"{type(error).__name__}: {str(error)[:1000]}", "versions": {}}


def line(entry) -> str:
    """An entry in the terminal."""
    parts = []
    for label, version in entry["versions"].items():
        if "median_us" in version:
            parts.append(f"{label} {version['median_us']:.1f} us")
        elif "interpreted_ms" in version:
            parts.append(f"interpreter {version['interpreted_ms']:.1f} ms, {'agrees' if version['agrees'] else 'DIFFERS'}")
        elif label == "gpujit" or not version["reason"].startswith("no "):
            parts.append(f"{label}: {version['reason'][:80]}")
    return f"{entry['name']:20} " + "; ".join(parts) + (f" {entry['problem'][:300]}" if "problem" in entry else "")


def is_right(entry) -> bool:
    return "problem" not in entry and bool(entry["versions"].get("gpujit", {}).get("agrees"))


def main(arguments=None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="benchmarks or families; all when none is given")
    parser.add_argument("--out", help="file for the record; printed when not given")
    parser.add_argument("--versions", nargs="*", default=list(PEERS), choices=list(PEERS), help="besides gpujit's own")
    parser.add_argument("--budget", type=float, default=1.0, help="seconds for the samples of one benchmark")
    parser.add_argument("--rounds", type=int, default=10, help="samples of each version")
    parser.add_argument("--list", action="store_true", help="the names")
    options = parser.parse_args(arguments)
    if options.list:
        for benchmark in benchmarks(options.names):
            print(benchmark.name)
        return 0
    warnings.simplefilter("ignore", gpujit.PerformanceWarning)
    record = record_of(options)
    for benchmark in benchmarks(options.names):
        start = time.perf_counter()
        entry = {"name": benchmark.name} | one(benchmark, options)
        entry["seconds"] = time.perf_counter() - start
        record["benchmarks"].append(entry)
        print(line(entry), file=sys.stderr, flush=True)
        if options.out:
            pathlib.Path(options.out).write_text(json.dumps(record, indent=1) + "\n")
    if not options.out:
        print(json.dumps(record, indent=1))
    return 0 if all(is_right(entry) for entry in record["benchmarks"]) else 1


if __name__ == "__main__":
    sys.exit(main())
