# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The benchmark suite at tiny sizes: each loop agrees with NumPy as plain Python, on the interpreter, on the simulated
device and on a GPU, and has its verdicts; the CUDA C++ compiles; the runner records what can't run."""

import importlib
import json
import re
import sys
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
