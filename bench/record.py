# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the examples on a GPU, checks them against NumPy, and records what they took: `python bench/record.py`. With
`--set reductions` those loops of bench/kernels/reductions.py that are older than bench/run.py, which times with more care.

The record is JSON: the device, its driver, the date, versions and the command; then for each kernel its sizes, the bytes
that it must move, the largest difference from NumPy relative to the largest value, the verdicts on its loops, the compile
time, the median time of a launch with arrays on the device, and that of a call with NumPy arrays, copies included.
"""

import argparse
import datetime
import json
import pathlib
import platform
import statistics
import sys
import time

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "examples"))

import gpujit
from blur import blur
from blur import reference as blurred
from hillshade import hillshade, light_from, reference_hillshade
from mandelbrot import mandelbrot
from mandelbrot import reference as mandelbrot_set
from matmul import matmul
from matmul import reference as product
from neighbours import neighbours
from neighbours import reference as nearest
from saxpy import saxpy


def cases():
    """(kernel, arguments, number of the output, reference, tolerance, bytes moved), one by one."""
    rng = np.random.default_rng(0)

    def random(*shape):
        return rng.random(shape, np.float32)

    x, y = random(2**26), random(2**26)
    yield saxpy, (np.float32(2), x, y, np.zeros_like(x)), 3, lambda: np.float32(2) * x + y, 1e-6, 3 * x.nbytes
    z, light = random(8192, 8192), light_from(315, 45)
    yield (hillshade, (z, 30.0, 30.0, light, np.zeros_like(z)), 4, lambda: reference_hillshade(z, 30.0, 30.0, light), 1e-5,
           2 * z.nbytes)
    image = random(2048, 2048, 3)
    yield blur, (image, np.zeros_like(image), 2), 1, lambda: blurred(image, 2), 1e-5, 2 * image.nbytes
    a, b = random(2048, 2048), random(2048, 2048)
    yield matmul, (a, b, np.zeros_like(a)), 2, lambda: product(a, b), 1e-5, 3 * a.nbytes
    picture = np.zeros((2048, 2048), np.int32)
    yield mandelbrot, (picture, 200), 0, lambda: mandelbrot_set(2048, 2048, 200), 0, picture.nbytes
    train, queries = random(20000, 64), random(2000, 64)
    distance, index = np.zeros((2000, 5), np.float32), np.zeros((2000, 5), np.int32)
    yield (neighbours, (train, queries, distance, index), 2, lambda: nearest(train, queries, 5), 1e-5,
           train.nbytes + queries.nbytes)


def reductions():
    """The same of loops that accumulate."""
    from benchmark import answers, benchmarks

    for b in benchmarks(["total", "dot", "largest", "argmax", "histogram_uniform", "histogram_constant", "row_sums",
                         "row_softmax"]):
        args = b.inputs(np.random.default_rng(0), *b.timed)
        output, wanted = b.outputs[0], answers(b, args)[0]
        yield b.kernel, args, output, lambda wanted=wanted: wanted, b.tolerance, b.moved(args)


def median_time(launch, budget=1.0, most=50):
    """Seconds of a launch: the median of up to `most` samples, each of launches that take about 10 ms together."""
    launch()
    gpujit.synchronize()
    start = time.perf_counter()
    launch()
    gpujit.synchronize()
    once = time.perf_counter() - start
    repeat = max(1, int(0.01 / once))
    samples = []
    deadline = time.perf_counter() + budget
    while len(samples) < most and (len(samples) < 3 or time.perf_counter() < deadline):
        start = time.perf_counter()
        for _ in range(repeat):
            launch()
        gpujit.synchronize()
        samples.append((time.perf_counter() - start) / repeat)
    return statistics.median(samples)


def measure(kernel, args, output, reference, tolerance, moved):
    """One kernel's entry in the record."""
    kernel(*args)
    expected = np.asarray(reference())
    difference = float(np.abs(args[output] - expected).max() / max(np.abs(expected).max(), 1e-30))
    made = kernel.stats["specialisations"][-1]
    with_copies = median_time(lambda: kernel(*args))
    on_device = [gpujit.to_device(a) if isinstance(a, np.ndarray) else a for a in args]
    launch = median_time(lambda: kernel(*on_device))
    return {
        "kernel": kernel.__name__,
        "shapes": [list(a.shape) for a in args if isinstance(a, np.ndarray)],
        "difference": difference, "tolerance": tolerance, "agrees": difference <= tolerance,
        "verdicts": [f"{loop.line}: {loop.verdict} ({loop.mapping})" for loop in kernel.explain(*args).loops],
        "compile_ms": made["compile_ms"], "compiler": made["compiler"],
        "launch_us": 1e6 * launch, "bytes": moved, "gigabytes_per_second": moved / launch / 1e9,
        "numpy_call_ms": 1e3 * with_copies,
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", help="file for the record; printed when not given")
    parser.add_argument("--set", default="examples", choices=["examples", "reductions"], help="which kernels")
    options = parser.parse_args()
    if not gpujit.is_available():
        sys.exit(f"there is no GPU to measure: {gpujit.why_no_cuda()}")
    device = gpujit.devices()[0]
    record = {
        "schema": 1,
        "date": datetime.date.today().isoformat(),
        "command": f"python bench/record.py --set {options.set}",
        "device": device["name"], "driver_version": device["driver_version"],
        "versions": {"gpujit": gpujit.__version__, "numpy": np.__version__, "python": platform.python_version(),
                     "system": platform.platform()},
        "timing": "host clock around launches that take 10 ms together, synchronised; median",
        "kernels": [],
    }
    for case in reductions() if options.set == "reductions" else cases():
        entry = measure(*case)
        record["kernels"].append(entry)
        print(f"{entry['kernel']:12} {'agrees' if entry['agrees'] else 'DIFFERS'} {entry['difference']:.1e}  "
              f"launch {entry['launch_us']:10.1f} us  {entry['gigabytes_per_second']:7.0f} GB/s  "
              f"compiled in {entry['compile_ms']:.1f} ms", file=sys.stderr)
    text = json.dumps(record, indent=1)
    if options.out:
        pathlib.Path(options.out).write_text(text + "\n")
    else:
        print(text)
    return 0 if all(entry["agrees"] for entry in record["kernels"]) else 1


if __name__ == "__main__":
    sys.exit(main())
