# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The simulated device: faults planted in mapped programs are caught, and cases hold under many schedules."""

import json
import os
import warnings

import numpy as np
import pytest

import gpujit
from conftest import compiled
from gpujit import _backend
from loops import CASES

pytestmark = compiled

# GPUJIT_SCHEDULES=50 is the long run.
SEEDS = range(1, 1 + int(os.environ.get("GPUJIT_SCHEDULES", "3")))


def launch(body, x, blocks=1, threads=64, attributes="", seed=1):
    """Runs a kernel with this body on the float32 vector `x`, its %x; %t is the thread, %n the extent."""
    image = f"""
gpu.module @kernels {{
  gpu.func @planted(%x: memref<?xf32>) {attributes} kernel {{
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %one = arith.constant 1.0 : f32
    %n = memref.dim %x, %c0 : memref<?xf32>
    %t = gpu.thread_id x
    %b = gpu.block_id x
{body}
    gpu.return
  }}
}}"""
    recipe = {"version": 1, "kernel": "planted", "arch": "sm_90", "frame_bytes": 0, "raises": False, "registers": 1,
              "args": [{"name": "x", "kind": "array", "dtype": "float32", "rank": 1, "layout": "C", "access": "readwrite"}],
              "body": [["const", 0, blocks], ["const", 1, 1], ["launch", 0, 0, 1, 1, threads, 1, 1]],
              "entries": [{"symbol": "planted", "params": [["array", 0]]}], "sites": [], "result": None}
    recipe["registers"] = 2
    _backend.extension().SimulatedPlan(_backend.compiler(), json.dumps(recipe), image, seed).launch([x])
    return x


TILE = "workgroup(%tile: memref<64xf32, #gpu.address_space<workgroup>>)"
REVERSE = """
    %v = memref.load %x[%t] : memref<?xf32>
    memref.store %v, %tile[%t] : memref<64xf32, #gpu.address_space<workgroup>>
    BARRIER
    %c63 = arith.constant 63 : index
    %r = arith.subi %c63, %t : index
    %w = memref.load %tile[%r] : memref<64xf32, #gpu.address_space<workgroup>>
    memref.store %w, %x[%t] : memref<?xf32>"""


@pytest.mark.parametrize("seed", SEEDS)
def test_barrier_orders_shared_memory(seed):
    x = np.arange(64, dtype=np.float32)
    launch(REVERSE.replace("BARRIER", "gpu.barrier"), x, attributes=TILE, seed=seed)
    assert np.array_equal(x, np.arange(64, dtype=np.float32)[::-1])


@pytest.mark.parametrize("seed", SEEDS)
def test_shuffle_sums_a_warp(seed):
    steps = "".join(f"""
    %o{k} = arith.constant {k} : i32
    %s{k}, %p{k} = gpu.shuffle xor %v{2 * k}, %o{k}, %w : f32
    %v{k} = arith.addf %v{2 * k}, %s{k} : f32""" for k in (16, 8, 4, 2, 1))
    x = launch(f"""
    %w = arith.constant 32 : i32
    %v32 = memref.load %x[%t] : memref<?xf32>{steps}
    memref.store %v1, %x[%t] : memref<?xf32>""", np.arange(64, dtype=np.float32), seed=seed)
    assert np.array_equal(x, np.repeat([496, 1520], 32))


@pytest.mark.parametrize("seed", SEEDS)
def test_atomics_count(seed):
    x = launch("""
    %old = memref.atomic_rmw addf %one, %x[%c0] : (f32, memref<?xf32>) -> f32
    %new = memref.generic_atomic_rmw %x[%c1] : memref<?xf32> {
    ^bb0(%value: f32):
      %sum = arith.addf %value, %one : f32
      memref.atomic_yield %sum : f32
    }""", np.zeros(2, np.float32), blocks=5, seed=seed)
    assert list(x) == [320, 320]


UNSET = """
    %a = memref.alloca() : memref<4xf32>
    %v = memref.load %a[%c1] : memref<4xf32>"""
DIVERGENT = """
    %first = arith.cmpi eq, %t, %c0 : index
    scf.if %first {
      gpu.barrier
    }"""


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("body", "attributes", "words"), [
    ("memref.store %one, %x[%c0] : memref<?xf32>", "", ["data race", "element [0] of parameter 0", "writes at line"]),
    ("%v = memref.load %x[%t] : memref<?xf32>\nmemref.store %v, %x[%b] : memref<?xf32>", "", ["data race"]),
    (REVERSE.replace("BARRIER", ""), TILE, ["shared memory"]),
    (REVERSE.replace("memref.store %v, %tile[%t]", "memref.store %v, %tile[%c1]"), TILE, ["data race"]),
    (DIVERGENT, "", ["divergent barrier", "has ended"]),
    ("%e = arith.addi %t, %c1 : index\nmemref.store %one, %x[%e] : memref<?xf32>", "",
     ["out of range", "element [64]", "shape is (64)"]),
    (UNSET, "", ["unset read", "element [1] of a local array"]),
], ids=["same-element", "wrong-index", "no-barrier", "wrong-tile-index", "divergent", "past-the-end", "unset"])
def test_planted_fault_is_caught(body, attributes, words, seed):
    body = body.replace("BARRIER", "gpu.barrier")
    with pytest.raises(gpujit.SimulationError) as caught:
        launch(body, np.ones(64, np.float32), attributes=attributes, seed=seed)
    assert all(word in str(caught.value) for word in words), caught.value


def test_unknown_operation_is_named():
    with pytest.raises(gpujit.SimulationError, match=r"doesn't know the operation 'gpu\.subgroup_id'"):
        launch("%s = gpu.subgroup_id : index", np.ones(64, np.float32))


# ---- faults planted in what the compiler mapped -------------------------------------------------------
def total(a, out):
    s = 0.0
    for i in range(len(a)):
        s += a[i]
    out[0] = s


def transpose(a, out):
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            out[j, i] = a[i, j]


def two_sweeps(a, out):
    middle = np.empty(len(a), np.float64)
    for i in range(len(a)):
        middle[i] = a[i] * 2
    for i in range(len(a)):
        out[i] = middle[len(a) - 1 - i]


WHOLE = np.arange(3000.0)
SQUARE = np.arange(70 * 40.0).reshape(70, 40)
MAPPED = {total: (WHOLE, np.zeros(1)), transpose: (SQUARE, np.zeros((40, 70))), two_sweeps: (WHOLE, np.zeros(3000))}


def run_mapped(kernel, change, seed):
    """Runs a kernel as mapped, its (image, recipe) changed; returns what it left and what it should have."""
    arguments = [a.copy() for a in MAPPED[kernel]]
    expected = [a.copy() for a in MAPPED[kernel]]
    kernel(*expected)
    compiled_kernel = gpujit.gpujit(target="simulated")(kernel)
    compiled_kernel(*[a.copy() for a in arguments])
    (made,) = compiled_kernel._specialisations.values()
    image, recipe = change(made.program.text("simulated"), json.loads(made.program.text("recipe")))
    _backend.extension().SimulatedPlan(_backend.compiler(), json.dumps(recipe), image, seed).launch(arguments)
    return arguments[-1], expected[-1]


def without_a_barrier(image, recipe):
    lines = image.split("\n")
    del lines[next(i for i, line in enumerate(lines) if "gpu.barrier" in line)]
    return "\n".join(lines), recipe


def barrier_of_some(image, recipe):
    """The first barrier, for the even threads alone."""
    before, barrier, after = image.partition("gpu.barrier")
    assert barrier
    line, _, rest = after.partition("\n")
    return (before + """%two_ = arith.constant 2 : index
    %me_ = gpu.thread_id x
    %rest_ = arith.remui %me_, %two_ : index
    %zero_ = arith.constant 0 : index
    %even_ = arith.cmpi eq, %rest_, %zero_ : index
    scf.if %even_ {
      gpu.barrier
    }
""" + rest), recipe


def threads_of_the_wrong_axis(image, recipe):
    assert "gpu.thread_id  x" in image
    return image.replace("gpu.thread_id  x", "gpu.thread_id  z"), recipe


def blocks_for_threads(image, recipe):
    assert "gpu.thread_id  x" in image
    return image.replace("gpu.thread_id  x", "gpu.block_id  x"), recipe


def launches(body):
    """All launches of a recipe's body, those in loops and branches too."""
    for step in body:
        if step[0] == "launch":
            yield step
        for part in step:
            if isinstance(part, list):
                yield from launches(part)


def smaller_blocks(image, recipe):
    """Blocks of half the threads that the kernel counts on."""
    for step in launches(recipe["body"]):
        step[5] = max(step[5] // 2, 1)
    return image, recipe


def without_the_first_launch(image, recipe):
    body = recipe["body"]
    del body[next(i for i, step in enumerate(body) if list(launches([step])))]
    return image, recipe


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kernel, change, words", [
    (total, without_a_barrier, ("data race", "unset read")),
    (total, barrier_of_some, ("divergent barrier",)),
    (total, threads_of_the_wrong_axis, None),
    (transpose, threads_of_the_wrong_axis, ("data race",)),
    (transpose, blocks_for_threads, ("data race", "out of range")),
    (transpose, smaller_blocks, None),
    (two_sweeps, smaller_blocks, None),
    (two_sweeps, without_the_first_launch, ("unset read",)),
], ids=lambda value: getattr(value, "__name__", None))
def test_fault_in_a_mapping_is_caught(kernel, change, words, seed):
    """By the device, which says what is wrong, or by the values."""
    try:
        found, expected = run_mapped(kernel, change, seed)
    except gpujit.SimulationError as error:
        assert words is None or any(word in str(error) for word in words)
        return
    assert words is None and not np.array_equal(found, expected)


@pytest.mark.parametrize("kernel", MAPPED, ids=lambda kernel: kernel.__name__)
def test_no_fault_without_a_change(kernel):
    found, expected = run_mapped(kernel, lambda image, recipe: (image, recipe), 1)
    assert np.array_equal(found, expected)


def test_findings_name_arrays():
    with pytest.raises(gpujit.SimulationError, match=r"reads element \[\d+\] of 'middle', which nothing has written"):
        run_mapped(two_sweeps, without_the_first_launch, 1)
    with pytest.raises(gpujit.SimulationError, match=r"element \[\d+, \d+\] of 'out'"):
        run_mapped(transpose, threads_of_the_wrong_axis, 1)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_cases_under_schedules(case):
    """A compiled kernel has another schedule at each launch."""
    from test_cases import answer, compile_case

    kernel = compile_case(case, "simulated:1")
    for _ in SEEDS:
        found = answer(case, kernel)
        assert found == "right" or found.startswith("refused: "), found


def test_seed_is_checked():
    with pytest.raises(ValueError, match="simulated:x"), warnings.catch_warnings():
        gpujit.gpujit(target="simulated:x")(lambda x: None)


@pytest.mark.parametrize("seed", ["x", "", "-1", "1.5", str(2**63), "٣"])
def test_seed_of_the_environment_is_checked(seed, monkeypatch):
    monkeypatch.setenv("GPUJIT_SIMULATED_SEED", seed)
    with pytest.raises(ValueError, match="GPUJIT_SIMULATED_SEED is .*: write a whole number from 0"):
        gpujit.gpujit(target="simulated")(total)(WHOLE, np.zeros(1))


def test_seed_of_the_environment(monkeypatch):
    monkeypatch.setenv("GPUJIT_SIMULATED_SEED", str(2**63 - 1))
    out = np.zeros(1)
    gpujit.gpujit(target="simulated")(total)(WHOLE, out)
    assert out[0] == WHOLE.sum()
