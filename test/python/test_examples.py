# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The examples: each kernel against its NumPy reference, the tour, and saxpy compiled ahead of time."""

import json
import pathlib
import subprocess
import sys

import numpy as np
import pytest

import gpujit
from conftest import ROOT, compiled

FOLDER = ROOT / "examples"
sys.path.insert(0, str(FOLDER))

import blur  # noqa: E402
import edges  # noqa: E402
import hillshade  # noqa: E402
import mandelbrot  # noqa: E402
import matmul  # noqa: E402
import neighbours  # noqa: E402
import saxpy  # noqa: E402

RNG = np.random.default_rng(5)
IMAGE = RNG.random((9, 11, 3), np.float32)
HEIGHTS = RNG.random((9, 11), np.float32) * 100
LIGHT = hillshade.light_from(315, 45)
A, B = RNG.random((7, 8), np.float32), RNG.random((8, 5), np.float32)
X, Y = RNG.random(40, np.float32), RNG.random(40, np.float32)
TRAIN, QUERIES = RNG.random((30, 4), np.float32), RNG.random((6, 4), np.float32)

# (kernel, arguments, index of the output among them, NumPy's answer)
RUNS = [
    (saxpy.saxpy, (np.float32(2), X, Y, np.zeros_like(X)), 3, saxpy.reference(np.float32(2), X, Y)),
    (blur.blur, (IMAGE, np.zeros_like(IMAGE), 2), 1, blur.reference(IMAGE, 2)),
    (hillshade.slope, (HEIGHTS, 30.0, 40.0, np.zeros_like(HEIGHTS)), 3, hillshade.reference_slope(HEIGHTS, 30.0, 40.0)),
    (hillshade.hillshade, (HEIGHTS, 30.0, 40.0, LIGHT, np.zeros_like(HEIGHTS)), 4,
     hillshade.reference_hillshade(HEIGHTS, 30.0, 40.0, LIGHT)),
    (edges.edges, (HEIGHTS, np.zeros_like(HEIGHTS)), 1, edges.reference(HEIGHTS)),
    (neighbours.neighbours, (TRAIN, QUERIES, np.zeros((6, 3), np.float32), np.zeros((6, 3), np.int32)), 2,
     neighbours.reference(TRAIN, QUERIES, 3)),
    (mandelbrot.mandelbrot, (np.zeros((8, 12), np.int32), 30), 0, mandelbrot.reference(8, 12, 30)),
    (matmul.matmul, (A, B, np.zeros((7, 5), np.float32)), 2, matmul.reference(A, B)),
]
RUNNERS = [
    pytest.param(lambda kernel: kernel.py_func, id="python"),
    pytest.param(lambda kernel: gpujit.gpujit(**kernel.options | {"target": "interpreter"})(kernel.py_func),
                 id="interpreter", marks=compiled),
    pytest.param(lambda kernel: gpujit.gpujit(**kernel.options | {"target": "cuda"})(kernel.py_func), id="cuda",
                 marks=[compiled, pytest.mark.gpu]),
]


@pytest.mark.parametrize("runner", RUNNERS)
@pytest.mark.parametrize("kernel, args, output, expected", RUNS, ids=[run[0].__name__ for run in RUNS])
def test_agrees_with_numpy(kernel, args, output, expected, runner):
    args = [a.copy() if isinstance(a, np.ndarray) else a for a in args]
    runner(kernel)(*args)
    np.testing.assert_allclose(args[output], expected, rtol=1e-4, atol=1e-5 * np.abs(expected).max())


@pytest.mark.parametrize("runner", RUNNERS)
def test_vote(runner):
    index, labels = np.array([[0, 1], [2, 2]], np.int32), np.array([3, 1, 0], np.int32)
    votes = np.zeros((2, 4), np.int32)
    runner(neighbours.vote)(index, labels, votes)
    assert votes.tolist() == [[0, 1, 0, 1], [2, 0, 0, 0]]


@compiled
@pytest.mark.slow
@pytest.mark.timeout(300)
def test_the_tour(tmp_path):
    """In a process of its own, as a user starts it."""
    root = pathlib.Path(gpujit.__file__).parents[1]
    program = f"import sys; sys.path.insert(0, {str(root)!r}); from gpujit.cli import main; sys.exit(main())"
    run = subprocess.run([sys.executable, "-c", program, "demo", "--out", str(tmp_path)], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "9 of 9 kernels agree with NumPy" in run.stdout
    assert {p.name for p in tmp_path.iterdir()} == {"slope.png", "hillshade.png", "blur.png", "edges.png", "mandelbrot.png"}


@compiled
def test_saxpy_ahead_of_time(tmp_path, capsys):
    from gpujit.cli import compile_main

    out = tmp_path / "saxpy.ptx"
    assert compile_main([str(FOLDER / "saxpy.py"), "-o", str(out), "--explain"]) == 0
    assert "parallel" in capsys.readouterr().out
    description = json.loads(out.with_suffix(".json").read_text())
    for entry in description["entries"]:
        assert f".entry {entry['symbol']}(" in out.read_text()
    assert [a["name"] for a in description["args"]] == ["a", "x", "y", "out"]
