# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How a benchmark's versions are checked and timed on a device, or on the interpreter where there is none."""

import functools
import importlib
import time

import numpy as np
from benchmark import Benchmark, answers, copied, difference

import gpujit
from gpujit._evaluate import _statistics
from gpujit._evaluate._events import Clockwork, device_times

# Label -> module of bench/peers.
PEERS = {"CUDA C++": "cuda_naive", "careful CUDA C++": "cuda_careful", "numba-cuda": "numba_kernels", "CuPy": "cupy_arrays",
         "torch": "torch_tensors", "Triton": "triton_kernels"}
LONGEST = 0.5  # seconds of a call, above which the size that was checked is timed


@functools.cache
def peer(label: str):
    """(the module, ""), or (None, why it can't be used here)."""
    try:
        return importlib.import_module(f"peers.{PEERS[label]}"), ""
    except Exception as error:  # whatever a package raises where it can't be used
        return None, f"{type(error).__name__}: {error}"


def on_device(arguments) -> list:
    return [gpujit.to_device(a) if isinstance(a, np.ndarray) else a for a in arguments]


class Version:
    """One implementation: `bind(arguments on the device)` gives what runs it and returns its outputs, if they are new."""

    def __init__(self, label: str, function, convert, release=None):
        self.label, self.function, self.convert, self.release = label, function, convert, release or (lambda: None)

    def bind(self, arguments):
        own = [self.convert(a) if hasattr(a, "__cuda_array_interface__") else a for a in arguments]
        return lambda: self.function(*own)


def compiled_for(benchmark: Benchmark, target: str):
    """The benchmark's loop, compiled for a target."""
    return gpujit.gpujit(**benchmark.kernel.options | {"target": target})(benchmark.kernel.py_func)


def versions(benchmark: Benchmark, labels) -> tuple[list[Version], dict]:
    """Those that exist here, gpujit's first; and an entry that says why for each other one."""
    found, missing = [Version("gpujit", compiled_for(benchmark, "cuda"), lambda a: a)], {}
    for label in labels:
        module, reason = peer(label)
        if module and benchmark.kernel.__name__ in module.VERSIONS:
            found.append(Version(label, module.VERSIONS[benchmark.kernel.__name__], module.convert,
                                 getattr(module, "release", None)))
        else:
            missing[label] = {"reason": reason or "no version is written"}
    return found, missing


def fetched(outputs) -> list[np.ndarray]:
    """The outputs of a version as NumPy arrays."""
    arrays = []
    for o in outputs:
        if hasattr(o, "numpy") and not hasattr(o, "cpu"):
            arrays.append(o.numpy())
        else:
            arrays.append(o.cpu().numpy() if hasattr(o, "cpu") else o.get())
    return arrays


def check(benchmark: Benchmark, version: Version, inputs, expected) -> dict:
    """Runs a version on fresh arrays and compares. The entry has a reason if it can't be timed."""
    try:
        arguments = on_device(inputs)
        returned = version.bind(arguments)()
        gpujit.synchronize()
        outputs = returned if isinstance(returned, tuple) else [arguments[k] for k in benchmark.outputs]
        worst = difference(benchmark, expected, fetched(outputs))
    except Exception as error:
        return {"reason": f"raises {type(error).__name__}: {str(error)[:500]}"}
    entry = {"difference": worst, "agrees": bool(worst <= benchmark.tolerance)}
    return entry if entry["agrees"] else entry | {"reason": "differs from NumPy"}


def seconds(run) -> float:
    start = time.perf_counter()
    run()
    gpujit.synchronize()
    return time.perf_counter() - start


def call(kernel, inputs) -> float:
    """Seconds of a call with NumPy arrays, copies included: the best of three, on fresh arrays."""
    fresh = [copied(inputs) for _ in range(3)]
    return min(seconds(lambda own=own: kernel(*own)) for own in fresh)


def work(benchmark: Benchmark, arguments) -> float:
    return float((benchmark.operations or benchmark.moved)(arguments))


def measure(benchmark: Benchmark, labels, budget: float, rounds: int) -> dict:
    """A benchmark's entry: checked against NumPy at its checked size, then timed by the device's clock at the large one,
    the versions taking turns, the L2 emptied before each sample."""
    inputs = benchmark.inputs(np.random.default_rng(1), *benchmark.checked)
    start = time.perf_counter()
    expected = answers(benchmark, inputs)
    numpy_seconds = time.perf_counter() - start
    found, entries = versions(benchmark, labels)
    for version in found:
        entries[version.label] = check(benchmark, version, inputs, expected)
    usable = [v for v in found if "reason" not in entries[v.label]]
    entry = {"checked": list(benchmark.checked), "numpy_ms": 1e3 * numpy_seconds, "versions": entries}
    entry |= loops(benchmark, inputs, found[0].function)
    if found[0] in usable:
        kernel = found[0].function
        entry["compile_ms"] = kernel.stats["specialisations"][-1].get("compile_ms", 0)
        entry["call_ms"] = 1e3 * call(kernel, inputs)
    size, arguments = benchmark.checked, inputs
    if benchmark.timed != benchmark.checked:
        once = seconds(found[0].bind(on_device(inputs))) if found[0] in usable else 0
        larger = benchmark.inputs(np.random.default_rng(1), *benchmark.timed)
        if once * work(benchmark, larger) / work(benchmark, inputs) > LONGEST:
            entry["reduced"] = f"a call of size {list(benchmark.timed)} would take more than {LONGEST} s"
        else:
            size, arguments = benchmark.timed, larger
    entry |= {"size": list(size), "bytes": int(benchmark.moved(arguments))}
    if benchmark.operations:
        entry |= {"operations": int(benchmark.operations(arguments)), "unit": benchmark.unit}
    take_turns(usable, on_device(arguments), entries, budget, rounds)
    return entry


def take_turns(usable, arguments, entries: dict, budget: float, rounds: int) -> None:
    """Samples A B C A B C until there are `rounds` of each, or at least three and the budget is spent."""
    clockwork, samples, held = Clockwork(), {}, {}
    runs = {v.label: v.bind(arguments) for v in usable}
    for label in list(runs):
        try:
            seconds(runs[label])
            samples[label] = []
        except Exception as error:
            entries[label] |= {"reason": f"at the large size: {type(error).__name__}: {str(error)[:500]}"}
    deadline = time.perf_counter() + budget
    for k in range(rounds):
        if k >= 3 and time.perf_counter() > deadline:
            break
        for label, list_of_samples in samples.items():
            times = device_times(runs[label], 1, cold=True, warm_up=0, clockwork=clockwork)
            list_of_samples += times.device
            held[label] = times.held
    for version in usable:
        version.release()
    for label, taken in samples.items():
        low, middle, high = _statistics.quartiles(taken)
        entries[label] |= {"median_us": middle / 1e3, "quartiles_us": [low / 1e3, high / 1e3], "samples": len(taken),
                           "held": held[label]}
        if label != "gpujit" and "gpujit" in samples:
            entries[label]["over_gpujit"] = list(_statistics.ratio_of_medians(taken, samples["gpujit"]))


def loops(benchmark: Benchmark, inputs, kernel) -> dict:
    """The verdicts on the kernel's loops, for these arguments."""
    try:
        found = kernel.explain(*inputs).loops
    except Exception as error:
        return {"loops": [], "problem": f"{type(error).__name__}: {str(error)[:500]}"}
    return {"loops": [{"line": o.line, "verdict": o.verdict, "mapping": o.mapping} for o in found],
            "verdicts_as_expected": [o.verdict for o in found] == benchmark.verdicts}


def interpret(benchmark: Benchmark, labels) -> dict:
    """The entry where there is no GPU: the interpreter at the small size, by the host's clock."""
    kernel = compiled_for(benchmark, "interpreter")
    inputs = benchmark.inputs(np.random.default_rng(1), *benchmark.small)
    start = time.perf_counter()
    expected = answers(benchmark, inputs)
    numpy_seconds = time.perf_counter() - start
    own = copied(inputs)
    start = time.perf_counter()
    kernel(*own)
    taken = time.perf_counter() - start
    worst = difference(benchmark, expected, [own[k] for k in benchmark.outputs])
    entries = {"gpujit": {"difference": worst, "agrees": bool(worst <= benchmark.tolerance), "interpreted_ms": 1e3 * taken}}
    entries |= {label: {"reason": f"no GPU: {gpujit.why_no_cuda()}"} for label in labels}
    return {"checked": list(benchmark.small), "size": list(benchmark.small), "numpy_ms": 1e3 * numpy_seconds,
            "versions": entries} | loops(benchmark, inputs, kernel)
