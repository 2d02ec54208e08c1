# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The benchmark suite at tiny sizes: each loop agrees with NumPy as plain Python, on the interpreter, on the simulated
device and on a GPU, and has its verdicts; the CUDA C++ compiles; the runner records what can't run."""

import dataclasses
import importlib
import json
import re
import sys
import types
import warnings

import numpy as np
import pytest

import gpujit
from conftest import ROOT, compiled

BENCH = ROOT / "bench"
sys.path.insert(0, str(BENCH))

from benchmark import answers, benchmarks, copied, difference  # noqa: E402

pytestmark = compiled

SUITE = benchmarks()
by_name = pytest.mark.parametrize("benchmark_", SUITE, ids=[b.name for b in SUITE])


def check(benchmark, function):
    """Runs a benchmark at its small size on fresh inputs, and compares."""
    inputs = benchmark.inputs(np.random.default_rng(3), *benchmark.small)
    expected, found = answers(benchmark, inputs), copied(inputs)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        function(*found)
    assert difference(benchmark, expected, [found[k] for k in benchmark.outputs]) <= benchmark.tolerance


def compiled_for(benchmark, target):
    return gpujit.gpujit(**benchmark.kernel.options | {"target": target})(benchmark.kernel.py_func)


@by_name
def test_agrees_in_plain_python(benchmark_):
    check(benchmark_, benchmark_.kernel.py_func)


@by_name
def test_agrees_on_the_interpreter(benchmark_):
    check(benchmark_, compiled_for(benchmark_, "interpreter"))


@by_name
def test_agrees_on_the_simulated_device(benchmark_):
    check(benchmark_, compiled_for(benchmark_, "simulated:1"))


@by_name
@pytest.mark.gpu
def test_agrees_on_a_gpu(benchmark_):
    check(benchmark_, compiled_for(benchmark_, "cuda"))


@by_name
def test_verdicts(benchmark_):
    inputs = benchmark_.inputs(np.random.default_rng(0), *benchmark_.small)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        loops = compiled_for(benchmark_, "simulated").explain(*inputs).loops
    assert [loop.verdict for loop in loops] == benchmark_.verdicts, loops


def test_names_are_distinct_and_unknown_ones_refused():
    names = [b.name for b in SUITE]
    assert len(set(names)) == len(names) >= 26
    assert [b.name for b in benchmarks(["texts", "saxpy"])] == ["crc32", "saxpy"]
    with pytest.raises(SystemExit, match="no benchmark is called sxapy"):
        benchmarks(["sxapy"])


def test_a_wrong_element_is_a_difference():
    saxpy = benchmarks(["saxpy"])[0]
    right = [np.ones(1000, np.float32)]
    for wrong in (2, np.nan, np.inf):
        found = [right[0].copy()]
        found[0][700] = wrong
        assert difference(saxpy, right, found) > saxpy.tolerance
    assert difference(saxpy, right, [right[0][:-1]]) == np.inf


def test_recall():
    neighbours = benchmarks(["neighbours"])[0]
    true = np.array([[1, 2], [3, 4]])
    assert difference(neighbours, [true], [true[:, ::-1]]) == 0
    assert difference(neighbours, [true], [np.array([[1, 9], [3, 4]])]) == 0.25


@pytest.mark.parametrize("name", ["naive", "careful"])
def test_cuda_compiles(name):
    import nvrtc

    source = (BENCH / "peers" / f"{name}.cu").read_text()
    for capability in ((7, 5), (9, 0), (10, 0)):
        assert nvrtc.compile_cubin(source, capability)[:4] == b"\x7fELF"
    with pytest.raises(RuntimeError, match="undefined"):
        nvrtc.compile_cubin("__global__ void f() { undefined(); }")


def test_every_kernel_that_is_launched_exists_and_every_benchmark_has_its_baseline():
    for name in ("naive", "careful"):
        kernels = set(re.findall(r"__global__ void (\w+)", (BENCH / "peers" / f"{name}.cu").read_text()))
        python = (BENCH / "peers" / f"cuda_{name}.py").read_text()
        launched = set(re.findall(r'(?:launch|line|plane|accumulate|rows|over_planes)\("(\w+)"', python))
        assert launched == kernels
    known = set(re.findall(r"\w+", (BENCH / "peers" / "cuda_naive.py").read_text().partition("VERSIONS = ")[2]))
    assert {b.kernel.__name__ for b in SUITE} <= known


def test_the_runner_records_what_cannot_run(tmp_path, capsys, monkeypatch):
    run = importlib.import_module("run")
    monkeypatch.setattr(gpujit, "is_available", lambda: False)
    monkeypatch.setattr(gpujit, "why_no_cuda", lambda: "none is plugged in")
    assert run.main(["saxpy", "crc32", "--out", str(tmp_path / "r.json")]) == 0
    record = json.loads((tmp_path / "r.json").read_text())
    assert [entry["name"] for entry in record["benchmarks"]] == ["saxpy", "crc32"]
    versions = record["benchmarks"][0]["versions"]
    assert versions["gpujit"]["agrees"] and versions["Triton"] == {"reason": "no GPU: none is plugged in"}
    assert "saxpy" in capsys.readouterr().err


def test_what_raises_is_an_entry(tmp_path, monkeypatch):
    run = importlib.import_module("run")
    monkeypatch.setattr(gpujit, "is_available", lambda: False)
    monkeypatch.setattr(run, "interpret", lambda *_: 1 / 0)
    assert run.main(["saxpy", "--out", str(tmp_path / "r.json")]) == 1
    entry = json.loads((tmp_path / "r.json").read_text())["benchmarks"][0]
    assert entry["problem"] == "ZeroDivisionError: division by zero"


class FakeClockwork:
    """Stands in for events on a device."""


def test_versions_are_checked_before_they_are_timed(monkeypatch):
    """The whole way of a measurement, with the interpreter in the place of the device."""
    measuring = importlib.import_module("measuring")
    events = importlib.import_module("gpujit._evaluate._events")

    def right(a, x, y, out):
        out[:] = a * x + y

    def wrong(a, x, y, out):
        out[:] = a * x + y
        out[-1] += 1

    peers = {"right": types.SimpleNamespace(VERSIONS={"saxpy": right}, convert=lambda a: a),
             "wrong": types.SimpleNamespace(VERSIONS={"saxpy": wrong}, convert=lambda a: a),
             "other": types.SimpleNamespace(VERSIONS={}, convert=lambda a: a),
             "raises": types.SimpleNamespace(VERSIONS={"saxpy": lambda *_: 1 / 0}, convert=lambda a: a)}
    timed = []

    def device_times(run, samples, **_):
        timed.append(run)
        run()
        return events.DeviceTimes([1000.0 + len(timed)], [10.0], [1.0])

    made = measuring.compiled_for
    monkeypatch.setattr(measuring, "compiled_for", lambda benchmark, _: made(benchmark, "interpreter"))
    monkeypatch.setattr(measuring, "peer", lambda label: (peers.get(label), "" if label in peers else "it isn't there"))
    monkeypatch.setattr(measuring, "on_device", lambda arguments: list(copied(arguments)))
    monkeypatch.setattr(measuring, "fetched", list)
    monkeypatch.setattr(measuring, "Clockwork", FakeClockwork)
    monkeypatch.setattr(measuring, "device_times", device_times)
    monkeypatch.setattr(gpujit, "synchronize", lambda: None)
    saxpy = dataclasses.replace(benchmarks(["saxpy"])[0], checked=(1000,), large=(2000,))
    entry = measuring.measure(saxpy, [*peers, "absent"], 1.0, 4)
    versions = entry["versions"]
    assert versions["gpujit"]["samples"] == versions["right"]["samples"] == 4 and len(timed) == 8
    assert versions["right"]["over_gpujit"][0] == pytest.approx(1, abs=0.01)
    assert versions["wrong"]["reason"] == "differs from NumPy" and not versions["wrong"]["agrees"]
    assert versions["raises"]["reason"] == "raises ZeroDivisionError: division by zero"
    assert versions["other"]["reason"] == "no version is written" and versions["absent"]["reason"] == "it isn't there"
    assert entry["size"] == [2000] and entry["checked"] == [1000] and entry["bytes"] == 3 * 8000
    assert entry["verdicts_as_expected"] and entry["call_ms"] > 0
    monkeypatch.setattr(measuring, "LONGEST", 1e-9)
    assert measuring.measure(saxpy, [], 1.0, 4)["size"] == [1000]


def sample_record():
    """One benchmark on a device that was never there."""
    ratio = {"median_us": 200.0, "quartiles_us": [199.0, 202.0], "samples": 5, "held": True, "over_gpujit": [2.0, 1.9, 2.1]}
    own = {"difference": 0.0, "agrees": True, "median_us": 100.0, "quartiles_us": [99.0, 101.0]}
    versions = {"gpujit": own, "CUDA C++": ratio, "Triton": {"reason": "ModuleNotFoundError: triton"},
                "CuPy": {"reason": "no version is written"}}
    entry = {"name": "saxpy", "size": [1000], "bytes": 12_000_000, "versions": versions, "reduced": "too long",
             "checked": [500], "numpy_ms": 3.0, "call_ms": 1.5, "compile_ms": 20.0,
             "loops": [{"line": 3, "verdict": "parallel", "mapping": "grid x"}]}
    device = {"name": "Fake GPU", "driver_version": 13000}
    return {"device": [device], "date": "2026-12-01", "command": "python bench/run.py",
            "environment": {"packages": {"numpy": "2"}}, "benchmarks": [entry]}


def test_the_page_is_drawn_from_records(tmp_path):
    pytest.importorskip("matplotlib")
    draw = importlib.import_module("draw")
    (tmp_path / "a.json").write_text(json.dumps(sample_record()))
    draw.main([str(tmp_path / "a.json"), "--out", str(tmp_path)])
    page = (tmp_path / "performance.md").read_text()
    assert "| `saxpy` | 1000 | 100 us ± 1 % | 120 GB/s | 2.00 |  |  |  |  |  |" in page
    assert "- `saxpy`, Triton: ModuleNotFoundError: triton" in page and "no version is written" not in page
    assert "| `saxpy` | parallel (grid x) |" in page and "too long" in page
    assert "| `saxpy` | 500 | 3 ms | 1.5 ms | 2.0 | 20 ms |" in page
    assert "![speedups](performance/speedups.svg)" in page
    plot = (tmp_path / "performance" / "speedups.svg").read_bytes()
    assert plot.startswith(b"<?xml")
    draw.main([str(tmp_path / "a.json"), "--out", str(tmp_path)])
    assert (tmp_path / "performance" / "speedups.svg").read_bytes() == plot
