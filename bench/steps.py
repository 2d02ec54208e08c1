# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a step of a time loop costs on a GPU, beside the time of its kernels alone, and what a call costs:

    python bench/steps.py --out bench/results/DATE-DEVICE-steps.json

A stencil of 1000 steps over planes of several sizes runs as a CUDA graph from its second call on, or in one block where
the plane is small; loops of 10,000 steps over 100 elements run in one block. A kernel alone is the mean of 200 launches
of one step, queued while the stream is held.
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

import gpujit
from gpujit._evaluate._events import device_times


def plane(a, b, steps):
    for _t in range(steps):
        for i in range(1, a.shape[0] - 1):
            for j in range(1, a.shape[1] - 1):
                b[i, j] = 0.25 * (a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])
        for i in range(1, a.shape[0] - 1):
            for j in range(1, a.shape[1] - 1):
                a[i, j] = 0.25 * (b[i - 1, j] + b[i + 1, j] + b[i, j - 1] + b[i, j + 1])


def plane_step(a, b):
    for i in range(1, a.shape[0] - 1):
        for j in range(1, a.shape[1] - 1):
            b[i, j] = 0.25 * (a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])


def line(a, b, steps):
    for _t in range(steps):
        for i in range(1, a.shape[0] - 1):
            b[i] = 0.5 * (a[i - 1] + a[i + 1])
        a, b = b, a


def normed(a, steps):
    for _t in range(steps):
        s = 0.0
        for i in range(a.shape[0]):
            s += a[i] * a[i]
        for i in range(a.shape[0]):
            a[i] = a[i] / s


def saxpy(a, x, y, out):
    for i in range(x.shape[0]):
        out[i] = a * x[i] + y[i]


def call_us(call, samples=11):
    """Microseconds of a warm call and the wait for it: the median."""
    times = []
    for _ in range(samples + 2):
        start = time.perf_counter()
        call()
        gpujit.synchronize()
        times.append(1e6 * (time.perf_counter() - start))
    return statistics.median(times[2:])


def launch_us(call, count=2000, samples=9):
    """Microseconds until a call that isn't waited for returns: the median of means."""
    means = []
    for _ in range(samples):
        call()
        gpujit.synchronize()
        start = time.perf_counter()
        for _ in range(count):
            call()
        means.append(1e6 * (time.perf_counter() - start) / count)
        gpujit.synchronize()
    return statistics.median(means)


def on_device(shape):
    return gpujit.to_device(np.random.default_rng(0).random(shape, np.float32))


def time_loops():
    """Entries of the stencils and of the loops inside one block."""
    for size in (64, 128, 256, 512):
        a, b = on_device((size, size)), on_device((size, size))
        kernel, step = gpujit.gpujit(target="cuda")(plane), gpujit.gpujit(target="cuda")(plane_step)

        def alone(step=step, a=a, b=b):
            for _ in range(100):
                step(a, b)
                step(b, a)

        per_step = call_us(lambda kernel=kernel, a=a, b=b: kernel(a, b, 500)) / 1000
        kernel_us = 1e-3 * statistics.median(device_times(alone, samples=7).device) / 200  # from ns
        yield {"loop": "plane", "extents": [size, size], "steps": 1000, "step_us": per_step, "kernel_us": kernel_us,
               "above_us": per_step - kernel_us}
    for function in (line, normed):
        arrays = [on_device(100) for _ in range(function.__code__.co_argcount - 1)]
        kernel = gpujit.gpujit(target="cuda")(function)
        yield {"loop": function.__name__, "extents": [100], "steps": 10000,
               "step_us": call_us(lambda kernel=kernel, arrays=arrays: kernel(*arrays, 10000)) / 10000}


def calls():
    """What a call of saxpy over 1024 elements costs, by the library of its arrays."""
    host = [np.random.default_rng(k).random(1024, np.float32) for k in range(3)]
    makers = {"gpujit": gpujit.to_device, "numpy": np.copy}
    for library in ("cupy", "torch"):
        try:
            module = __import__(library)
            makers[library] = module.asarray if library == "cupy" else lambda x, m=module: m.as_tensor(x).cuda()
        except ImportError:
            yield {"arrays": library, "missing": f"{library} isn't installed"}
    kernel = gpujit.gpujit(target="cuda")(saxpy)
    for library, make in makers.items():
        arrays = [make(x) for x in host]
        yield {"arrays": library, "call_us": launch_us(lambda arrays=arrays: kernel(np.float32(2), *arrays))}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", help="file for the record; printed when not given")
    options = parser.parse_args()
    if not gpujit.is_available():
        sys.exit(f"there is no GPU to measure: {gpujit.why_no_cuda()}")
    device = gpujit.devices()[0]
    record = {
        "schema": 1, "date": datetime.date.today().isoformat(), "command": "python bench/steps.py",
        "device": device["name"], "driver_version": device["driver_version"],
        "versions": {"gpujit": gpujit.__version__, "numpy": np.__version__, "python": platform.python_version(),
                     "system": platform.platform()},
        "timing": "host clock around warm calls with arrays on the device, synchronised; medians", "loops": [], "calls": [],
    }
    for entry in time_loops():
        record["loops"].append(entry)
        print(entry, file=sys.stderr)
    for entry in calls():
        record["calls"].append(entry)
        print(entry, file=sys.stderr)
    text = json.dumps(record, indent=1)
    if options.out:
        pathlib.Path(options.out).write_text(text + "\n")
    else:
        print(text)


if __name__ == "__main__":
    main()
