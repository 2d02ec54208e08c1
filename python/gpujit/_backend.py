# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The compiler library and the devices, found at their first use."""

from __future__ import annotations

import os
import threading

from ._errors import CudaError, FallbackWarning

# The architectures that PTX is made for, with the lowest PTX ISA version (times ten) that knows each.
ARCHS = {"sm_75": 63, "sm_80": 70, "sm_86": 71, "sm_87": 74, "sm_89": 78, "sm_90": 78, "sm_100": 86, "sm_103": 88,
         "sm_120": 87, "sm_121": 88}
DEFAULT_ARCH = "sm_90"
_NEWEST_PTX = 90  # that the compiler writes
_DEFAULT_PTX = 80
LIBRARY = "libgpujit.so"

_lock = threading.RLock()
_compiler = None
_warned = False
_UNKNOWN = object()
_problem = _UNKNOWN


def extension():
    """The extension module. Raises ImportError with what to do when it isn't there."""
    try:
        from . import _core
    except ImportError as error:
        raise ImportError(f"gpujit's extension module can't be loaded ({error}): install the wheel, or build the tree "
                          "with `pip install .`") from error
    return _core


def library_path() -> str:
    """Where the compiler library is: $GPUJIT_LIBRARY, or beside this package's modules."""
    named = os.environ.get("GPUJIT_LIBRARY")
    return named or os.path.join(os.path.dirname(os.path.abspath(__file__)), LIBRARY)


def compiler():
    """The compiler, opened at the first call. Raises ImportError when its library can't be loaded."""
    global _compiler
    with _lock:
        if _compiler is None:
            path = library_path()
            if not os.path.exists(path):
                raise ImportError(f"gpujit's compiler library isn't at {path}: install the wheel, or set GPUJIT_LIBRARY "
                                  "to where it was built")
            _compiler = extension().Compiler(path)
        return _compiler


def why_no_cuda() -> str | None:
    """Why no CUDA device can be used, as a sentence; None when one can. Initialises CUDA; looked for once a process."""
    global _problem
    if _problem is _UNKNOWN:
        _problem = _find_problem()
    return _problem


def is_started() -> bool:
    """Whether this process has looked for a device, which initialises CUDA."""
    return _problem is not _UNKNOWN


def _find_problem() -> str | None:
    core = extension()
    usable, reason = core.driver_status(True)
    if not usable:
        return reason or "the CUDA driver can't be used"
    try:
        major, minor = core.device_info(0)["compute_capability"]
    except CudaError as error:
        return str(error)
    if (major, minor) < (7, 5):
        return f"the device's compute capability {major}.{minor} is below 7.5"
    return None


def is_available() -> bool:
    """Whether there seem to be a CUDA driver and a device. Leaves CUDA untouched, so that the process may still fork."""
    return extension().driver_status()[0]


def devices() -> list[dict]:
    """A dict about each usable CUDA device (name, compute_capability, total_memory in bytes, ...). Initialises CUDA."""
    if why_no_cuda() is not None:
        return []
    core = extension()
    return [core.device_info(i) for i in range(core.device_count())]


def choose_target(target: str) -> str:
    """"cuda", "interpreter" or "simulated:SEED" for an option's value.

    The seed of "simulated" alone is $GPUJIT_SIMULATED_SEED, else 0; a bad one is a ValueError.

    "auto" falls back on the interpreter and says so once a process, with a FallbackWarning. "cuda" raises CudaError when
    there is no usable device.
    """
    if target == "interpreter":
        return target
    if target == "simulated":
        return "simulated:" + _simulated_seed()
    if target.startswith("simulated:"):
        return target
    problem = why_no_cuda()
    if problem is None:
        return "cuda"
    if target == "cuda":
        raise CudaError(f"no usable CUDA device: {problem}; `gpujit doctor` says what is missing, and "
                        "target=\"interpreter\" runs the kernel on the CPU")
    _warn_fallback(problem)
    return "interpreter"


def _simulated_seed() -> str:
    """$GPUJIT_SIMULATED_SEED, or "0"; ValueError when that isn't a whole number of 63 bits."""
    seed = os.environ.get("GPUJIT_SIMULATED_SEED", "0")
    if not (seed.isascii() and seed.isdecimal() and int(seed) < 2**63):
        raise ValueError(f"GPUJIT_SIMULATED_SEED is {seed!r}: write a whole number from 0 to 2**63 - 1, or unset it")
    return seed


def _warn_fallback(problem: str) -> None:
    import warnings

    global _warned
    with _lock:
        if _warned:
            return
        _warned = True
    warnings.warn(f"kernels run on the CPU interpreter, which is slow: {problem}. target=\"interpreter\" says that this is "
                  "intended", FallbackWarning, stacklevel=_outside())


def _outside() -> int:
    """The stack level of the nearest caller that isn't gpujit itself, for a warning raised by this function's caller."""
    import sys

    here, level = os.path.dirname(__file__) + os.sep, 1
    frame = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename.startswith(here):
        frame, level = frame.f_back, level + 1
    return level


def code_target(target: str) -> dict:
    """The request's `target`, `arch` and `ptx`: of the device for "cuda" when there is one, of DEFAULT_ARCH otherwise."""
    if target == "cuda" and why_no_cuda() is None:
        info = extension().device_info(0)
        return {"target": "cuda", "arch": _arch(info), "ptx": min(info["ptx_version"], _NEWEST_PTX)}
    return {"target": target.partition(":")[0], **offline_target(DEFAULT_ARCH)}


def offline_target(arch: str) -> dict:
    """`arch` and `ptx` for code that some other machine will run: the oldest PTX version that serves."""
    return {"arch": arch, "ptx": max(_DEFAULT_PTX, ARCHS[arch])}


def _arch(info: dict) -> str:
    """The newest architecture that the device can run: PTX is compiled forward by the driver."""
    major, minor = info["compute_capability"]
    return max((a for a in ARCHS if _number(a) <= 10 * major + minor), key=_number)


def _number(arch: str) -> int:
    return int(arch.removeprefix("sm_"))
