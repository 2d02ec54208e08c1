# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""gpujit compiles plain Python loops over arrays into NVIDIA GPU code.

    from gpujit import gpujit

    @gpujit
    def saxpy(a, x, y, out):
        for i in range(x.shape[0]):
            out[i] = a * x[i] + y[i]
"""

from ._backend import devices, is_available, why_no_cuda
from ._decorator import gpujit
from ._entities import prange
from ._errors import (
    CompileError,
    CudaError,
    FallbackWarning,
    ParallelError,
    PerformanceWarning,
    TypingError,
    UnsupportedError,
)
from ._kernel import Kernel
from ._report import Report

__version__ = "0.1.0"

# Found in the extension module at their first use, so that importing stays quick.
_FROM_EXTENSION = ("DeviceArray", "to_device", "empty", "zeros", "synchronize", "check_errors", "from_dlpack")

__all__ = [
    "CompileError", "CudaError", "FallbackWarning", "Kernel", "ParallelError", "PerformanceWarning", "Report",
    "TypingError", "UnsupportedError", "devices", "gpujit", "is_available", "prange", "why_no_cuda", *_FROM_EXTENSION,
]


def __getattr__(name):
    if name in _FROM_EXTENSION:
        from ._backend import extension

        value = globals()[name] = getattr(extension(), name)
        return value
    raise AttributeError(f"module 'gpujit' has no attribute {name!r}")


def __dir__():
    return sorted(__all__)
