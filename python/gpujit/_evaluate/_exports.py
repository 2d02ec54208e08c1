# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Records in the forms of other tools, so that their viewers work."""

from __future__ import annotations

import numpy as np


def samples_of(record: dict) -> dict[str, list[float]]:
    """Nanoseconds by what was timed; without what wasn't."""
    taken = record["nanoseconds"]
    kinds = {"reference": taken["baseline"], "gpujit": taken["candidate"], "resident": taken["resident"],
             "kernel_warm": taken["kernel_warm"], "kernel_cold": taken["kernel_cold"], **taken["libraries"]}
    return {kind: times for kind, times in kinds.items() if times}


def google(record: dict) -> dict:
    """As Google Benchmark's JSON: each sample, then mean, median and standard deviation of each kind."""
    environment, base = record["environment"], f"{record['kernel']}/{record['size']}"
    rows = []
    for kind, times in samples_of(record).items():
        name = f"{base}/{kind}"
        rows += [_row(name, t, len(times), "iteration") | {"repetition_index": k} for k, t in enumerate(times)]
        for of, function in (("mean", np.mean), ("median", np.median), ("stddev", np.std)):
            rows.append(_row(name, float(function(times)), len(times), "aggregate")
                        | {"name": f"{name}_{of}", "aggregate_name": of, "aggregate_unit": "time"})
    context = {"date": environment.get("time"), "host_name": environment.get("platform"), "executable": "gpujit",
               "num_cpus": environment.get("cores"), "mhz_per_cpu": 0, "cpu_scaling_enabled": False, "caches": [],
               "library_build_type": "release"}
    return {"context": context, "benchmarks": rows}


def _row(name: str, nanoseconds: float, repetitions: int, kind: str) -> dict:
    return {"name": name, "run_name": name, "run_type": kind, "repetitions": repetitions, "threads": 1, "iterations": 1,
            "real_time": nanoseconds, "cpu_time": nanoseconds, "time_unit": "ns"}


def pytest_benchmark(records: list[tuple[str, dict]]) -> dict:
    """(test, record) pairs as pytest-benchmark's JSON, in seconds, one entry for each kind of time."""
    environment = records[0][1]["environment"] if records else {}
    return {
        "machine_info": {"node": environment.get("platform"), "processor": environment.get("cpu"), "system": "Linux",
                         "python_version": environment.get("python"), "cpu": {"brand_raw": environment.get("cpu")}},
        "commit_info": {"id": None, "time": None, "dirty": False, "project": None, "branch": None},
        "benchmarks": [_benchmark(test, record, kind, times) for test, record in records
                       for kind, times in samples_of(record).items()],
        "datetime": environment.get("time"), "version": "5.1.0",
    }


def _benchmark(test: str, record: dict, kind: str, times: list[float]) -> dict:
    name = f"{test.rpartition('::')[2]}[{kind}]"
    return {"group": f"{record['kernel']}/{record['size']}", "name": name, "fullname": f"{test}[{kind}]", "params": None,
            "param": None, "extra_info": {"outcome": record["outcome"], "code": record["code"]},
            "options": {"disable_gc": False, "timer": "perf_counter", "min_rounds": 5, "max_time": 1.0, "min_time": 0.0,
                        "warmup": True},
            "stats": _statistics([1e-9 * t for t in times])}


def _statistics(data: list[float]) -> dict:
    low, middle, high = (float(x) for x in np.percentile(data, [25, 50, 75]))
    spread, mean, deviation = high - low, float(np.mean(data)), float(np.std(data, ddof=1)) if len(data) > 1 else 0.0
    inside = [t for t in data if low - 1.5 * spread <= t <= high + 1.5 * spread]
    far, outside = sum(abs(t - mean) > deviation for t in data), len(data) - len(inside)
    return {"min": min(data), "max": max(data), "mean": mean, "stddev": deviation, "rounds": len(data), "median": middle,
            "iqr": spread, "q1": low, "q3": high, "iqr_outliers": outside, "stddev_outliers": far,
            "outliers": f"{far};{outside}", "ld15iqr": min(inside), "hd15iqr": max(inside), "ops": 1 / mean,
            "total": float(sum(data)), "data": data, "iterations": 1}
