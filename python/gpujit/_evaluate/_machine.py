# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What an evaluation knows and asks of the machine."""

from __future__ import annotations

import functools
import os
import platform
import sys
import time
from collections.abc import Callable

import numpy as np

from ._events import DeviceTimes, device_times

# Kept here at import, so that a clock which is replaced later changes nothing.
_CLOCK = time.perf_counter_ns
_WITNESS = time.monotonic_ns


class Device:
    """The host's clocks and the first GPU; tests replace it."""

    def clock(self) -> int:
        """Nanoseconds."""
        return _CLOCK()

    def witness(self) -> int:
        """Nanoseconds of another clock, which must agree."""
        return _WITNESS()

    def synchronize(self) -> None:
        """Waits for the device's work, on other libraries' streams as well."""
        from gpujit import _backend, synchronize

        if _backend.why_no_cuda() is None:
            synchronize()
            _backend.extension().synchronize_all(0)

    def start(self) -> int:
        """Nanoseconds to start the driver and the device's context, which any first use costs; 0 if they were before."""
        from gpujit import _backend

        if _backend.is_started():
            return 0
        begun = self.clock()
        self.memory()
        return self.clock() - begun

    def target(self, kernel) -> str:
        """Where the kernel runs: "cuda", or "interpreter" when it has fallen back."""
        from gpujit import _backend

        return _backend.choose_target(kernel.options["target"]) if hasattr(kernel, "py_func") else "cuda"

    def describe(self) -> dict:
        """The machine, as it must be at the end as well."""
        from gpujit import devices

        return {"devices": devices()}

    def resident(self, arguments: tuple) -> tuple:
        """The arguments with their arrays on the device."""
        from gpujit import to_device

        return tuple(to_device(a) if isinstance(a, np.ndarray) else a for a in arguments)

    def fetch(self, array) -> np.ndarray:
        """A copy in the host's memory."""
        return array.numpy()

    def device_times(self, run: Callable, samples: int, cold: bool) -> DeviceTimes:
        """By the device's own clock."""
        return device_times(run, samples, cold=cold)

    def memory(self) -> dict | None:
        """Bytes: free, total, peak_live, peak_reserved; None without a GPU."""
        from gpujit import _backend

        return _backend.extension().memory(0) if _backend.why_no_cuda() is None else None

    def reset_peaks(self) -> None:
        """Peaks count from here on."""
        from gpujit import _backend

        if _backend.why_no_cuda() is None:
            _backend.extension().reset_memory_peaks(0)

    def info(self) -> dict:
        """The GPU's facts: l2_bytes, memory_clock_khz, ...; empty without one."""
        found = self.describe().get("devices") or [{}]
        return found[0]

    def ceilings(self) -> dict[str, float]:
        """Rates measured on this device in this run: bytes and operations a second."""
        from . import _roofline

        return _roofline.measure_ceilings(self)

    @functools.cached_property
    def _nvml(self):
        from . import _nvml

        return _nvml.find(self.info().get("uuid", ""))

    def sm_clock(self) -> int:
        """In MHz; 0 if it isn't known."""
        return self._nvml.sm_clock() if self._nvml else 0

    def slowdowns(self) -> list[str]:
        """Why clocks are lowered by heat or a lack of power."""
        return self._nvml.slowdowns() if self._nvml else []

    def modes(self) -> dict:
        """Clocks, temperature, ECC, MIG, as the driver's management library says."""
        return self._nvml.describe() if self._nvml else {}


def environment(seed: int, target: str) -> dict:
    """Versions, the command, and what else a record needs to be judged later."""
    import importlib.metadata as metadata

    def version(name: str) -> str | None:
        try:
            return metadata.version(name)
        except metadata.PackageNotFoundError:
            return None

    names = ("gpujit", "numpy", "scipy", "torch", "cupy-cuda13x", "cupy-cuda12x", "numba", "numba-cuda", "triton")
    return {"python": platform.python_version(), "numpy": np.__version__, "platform": platform.platform(), "cpu": _cpu(),
            "cores": os.cpu_count(), "packages": {n: v for n in names if (v := version(n))}, "target": target, "seed": seed,
            "command": list(sys.argv), "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            "variables": {k: v for k, v in os.environ.items()
                          if k.startswith(("CUDA_", "GPUJIT_", "OMP_", "MKL_", "OPENBLAS_"))}}


def _cpu() -> str:
    try:
        with open("/proc/cpuinfo") as lines:
            return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")
    except OSError:
        return platform.processor()
