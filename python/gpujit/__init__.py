# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""gpujit compiles plain Python loops over arrays into NVIDIA GPU code.

    from gpujit import gpujit

    @gpujit
    def saxpy(a, x, y, out):
        for i in range(x.shape[0]):
            out[i] = a * x[i] + y[i]
"""

from typing import TYPE_CHECKING

from ._decorator import gpujit, prange
from ._errors import (
    CompileError,
    CudaError,
    FallbackWarning,
    ParallelError,
    PerformanceWarning,
    SimulationError,
    TypingError,
    UnsupportedError,
)

if TYPE_CHECKING:
    from ._backend import devices, is_available, why_no_cuda
    from ._checker import CheckReport, check
    from ._core import DeviceArray, Event, check_errors, empty, from_dlpack, synchronize, to_device, zeros
    from ._evaluate import Contract, evaluate
    from ._kernel import Kernel
    from ._report import Report

__version__ = "0.1.0"

# What is imported at its first use, so that importing gpujit stays quick: name -> module.
_LAZY = {"check": "_checker", "CheckReport": "_checker", "Contract": "_evaluate", "evaluate": "_evaluate",
         "Kernel": "_kernel", "Report": "_report", "devices": "_backend", "is_available": "_backend",
         "why_no_cuda": "_backend", "DeviceArray": "_core", "to_device": "_core", "empty": "_core", "zeros": "_core",
         "synchronize": "_core", "Event": "_core", "check_errors": "_core", "from_dlpack": "_core"}

__all__ = [
    "CheckReport", "CompileError", "Contract", "CudaError", "DeviceArray", "Event", "FallbackWarning", "Kernel",
    "ParallelError", "PerformanceWarning", "Report", "SimulationError", "TypingError", "UnsupportedError", "check",
    "check_errors", "devices", "empty", "evaluate", "from_dlpack", "gpujit", "is_available", "prange", "synchronize",
    "to_device", "why_no_cuda", "zeros",
]


def __getattr__(name):
    if name not in _LAZY:
        raise AttributeError(f"module 'gpujit' has no attribute {name!r}")
    import importlib

    if _LAZY[name] == "_core":
        from ._backend import extension

        module = extension()
    else:
        module = importlib.import_module(f".{_LAZY[name]}", __name__)
    value = globals()[name] = getattr(module, name)
    return value


def __dir__():
    return sorted(__all__)
