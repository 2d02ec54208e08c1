# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the programs of examples/programs take on a GPU, a step and a call, beside their NumPy references:

    python bench/programs.py --out bench/results/DATE-DEVICE-programs.json [NAME ...]

Each is checked against its reference at a size that fills a GPU; the times are of calls with arrays on the device. A
program of which a loop that isn't sequential runs on one thread is measured at its small size, which the record says.
Beside NumPy's time stands that of the same function under Numba's njit, on one core, where Numba is installed.
"""

import argparse
import datetime
import importlib
import json
import pathlib
import platform
import sys
import time
import warnings

import numpy as np

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "examples" / "programs"
sys.path.insert(0, str(FOLDER))

from program import copied  # noqa: E402
from record import median_time  # noqa: E402

import gpujit  # noqa: E402


def programs(names):
    """Those of the folder, or of these names."""
    for family in sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "program"):
        for program in importlib.import_module(family).PROGRAMS:
            if not names or program.name in names:
                yield program


def difference(expected, found):
    """The largest difference, relative to the largest value."""
    worst = 0.0
    for e, f in zip(expected, found, strict=True):
        if isinstance(e, (int, float, np.ndarray, np.generic)):
            scale = max(float(np.abs(e).max(initial=0)), 1e-300)
            worst = max(worst, float(np.abs(np.subtract(f, e, dtype=float)).max(initial=0)) / scale)
    return worst


def seconds(function, arguments):
    """(the result, the seconds) of one call."""
    start = time.perf_counter()
    result = function(*arguments)
    return result, time.perf_counter() - start


def numba_seconds(program, arguments):
    """The function under Numba on one core, compiled before; None where that isn't installed or can't compile it."""
    try:
        import numba

        function = numba.njit(program.kernel.py_func)
        function(*copied(program.inputs(np.random.default_rng(0), *program.small)))
    except Exception as error:
        print(f"{program.name}: no Numba: {type(error).__name__}", file=sys.stderr)
        return None
    return seconds(function, copied(arguments))[1]


def on_device(arguments):
    return [gpujit.to_device(a) if isinstance(a, np.ndarray) else a for a in arguments]


def measure(program):
    """One program's entry in the record."""
    kernel = gpujit.gpujit(**program.kernel.options | {"target": "cuda"})(program.kernel.py_func)
    arguments = program.inputs(np.random.default_rng(1), *program.small)
    loops = kernel.explain(*arguments).loops
    is_mapped = all(loop.verdict == "sequential" or loop.mapping != "one thread" for loop in loops)
    size = program.large if is_mapped else program.small
    arguments = program.inputs(np.random.default_rng(1), *size)

    expected = copied(arguments)
    wanted, numpy_time = seconds(program.reference, expected)
    found = on_device(arguments)
    result = kernel(*found)
    gpujit.synchronize()
    steps = result if isinstance(wanted, int) else program.steps(arguments)

    # A call works on what the call before left; where that would change the number of steps, each starts afresh.
    if isinstance(wanted, int):
        fresh = [on_device(arguments) for _ in range(5)]
        gpujit.synchronize()
        times = []
        for values in fresh:
            start = time.perf_counter()
            kernel(*values)
            gpujit.synchronize()
            times.append(time.perf_counter() - start)
        call = sorted(times)[len(times) // 2]
    else:
        call = median_time(lambda: kernel(*found), most=11)
    host = copied(arguments)
    host_result, host_time = seconds(kernel, host)
    worst = difference([wanted, *expected], [host_result, *host])
    numba = numba_seconds(program, arguments)
    return {
        "program": program.name, "size": list(size),
        "shapes": [list(a.shape) for a in arguments if isinstance(a, np.ndarray)],
        "steps": steps, "difference": worst, "tolerance": program.tolerance, "agrees": worst <= program.tolerance,
        "call_ms": 1e3 * call, "step_us": 1e6 * call / steps, "numpy_arrays_call_ms": 1e3 * host_time,
        "numpy_ms": 1e3 * numpy_time, "numba_one_core_ms": numba and 1e3 * numba,
        "verdicts": [f"{loop.line}: {loop.verdict} ({loop.mapping})" for loop in loops],
        "compile_ms": kernel.stats["specialisations"][-1]["compile_ms"],
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="programs; all when none is given")
    parser.add_argument("--out", help="file for the record; printed when not given")
    options = parser.parse_args()
    if not gpujit.is_available():
        sys.exit(f"there is no GPU to measure: {gpujit.why_no_cuda()}")
    device = gpujit.devices()[0]
    record = {
        "schema": 1, "date": datetime.date.today().isoformat(),
        "command": " ".join(["python bench/programs.py", *options.names]),
        "device": device["name"], "driver_version": device["driver_version"],
        "versions": {"gpujit": gpujit.__version__, "numpy": np.__version__, "python": platform.python_version(),
                     "system": platform.platform()},
        "timing": "host clock around whole calls, arrays on the device, synchronised; median",
        "programs": [],
    }
    warnings.simplefilter("ignore", gpujit.PerformanceWarning)
    for program in programs(options.names):
        entry = measure(program)
        record["programs"].append(entry)
        print(f"{entry['program']:24} {'agrees' if entry['agrees'] else 'DIFFERS'} {entry['difference']:.1e}  "
              f"call {entry['call_ms']:10.3f} ms  step {entry['step_us']:10.2f} us  NumPy {entry['numpy_ms']:10.1f} ms  "
              f"{entry['size']}", file=sys.stderr)
    text = json.dumps(record, indent=1)
    if options.out:
        pathlib.Path(options.out).write_text(text + "\n")
    else:
        print(text)
    return 0 if all(entry["agrees"] for entry in record["programs"]) else 1


if __name__ == "__main__":
    sys.exit(main())
