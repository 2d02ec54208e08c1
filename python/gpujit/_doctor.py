# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`gpujit doctor`: what gpujit finds on this machine, what is missing, and how to get it."""

from __future__ import annotations

import os
import platform
import sys
from typing import NamedTuple

from . import __version__, _backend


class Finding(NamedTuple):
    """One thing looked for. `state`: "ok", "missing" (gpujit needs it) or "absent" (it works without, less well)."""

    what: str
    state: str
    found: str
    remedy: str = ""


def findings() -> list[Finding]:
    """Everything that is looked for, in the order it is needed."""
    import numpy as np

    found = [Finding("gpujit", "ok", f"{__version__}, Python {platform.python_version()}, NumPy {np.__version__}, "
                                     f"{platform.system()} {platform.machine()}"), _extension()]
    if found[-1].state != "ok":
        return found
    found.append(_compiler())
    found += _devices()
    found += [_package("NVRTC", "nvidia-cuda-nvrtc", "only for CUDA C++ baselines"),
              _package("ptxas", "nvidia-cuda-nvcc", "only to test PTX where there is no GPU")]
    return found


def run(as_json: bool = False) -> int:
    """Prints the findings; the exit status is 1 when something is missing that gpujit can't do without."""
    found = findings()
    if as_json:
        import json

        print(json.dumps([f._asdict() for f in found], indent=1))
    else:
        width = max(len(f.what) for f in found)
        for f in found:
            print(f"{f.what:<{width}}  {f.state:<7}  {f.found}")
            if f.remedy:
                print(f"{'':<{width}}  {'':<7}  -> {f.remedy}")
    return int(any(f.state == "missing" for f in found))


def _extension() -> Finding:
    try:
        core = _backend.extension()
    except ImportError as error:
        return Finding("extension", "missing", str(error.__cause__ or error),
                       f"install the wheel for Python {sys.version_info[0]}.{sys.version_info[1]}, or `pip install .` in "
                       "the source tree")
    return Finding("extension", "ok", core.__file__ or "")


def _compiler() -> Finding:
    path = _backend.library_path()
    try:
        _backend.compiler()
    except Exception as error:
        return Finding("compiler", "missing", str(error), "reinstall gpujit: the library comes in its wheel")
    libdevice = os.path.join(os.path.dirname(path), "libdevice.10.bc")
    if not os.path.exists(libdevice):
        return Finding("compiler", "missing", f"{libdevice} isn't there", "reinstall gpujit: it comes in its wheel")
    return Finding("compiler", "ok", f"{path}, {os.path.getsize(path) / 1e6:.0f} MB, with libdevice")


def _devices() -> list[Finding]:
    core = _backend.extension()
    usable, reason = core.driver_status(True)
    if not usable:
        return [Finding("CUDA driver", "absent", reason, "install NVIDIA's driver (580 or newer is best; `nvidia-smi` shows "
                                                         "it); until then kernels run on the CPU interpreter")]
    problem = _backend.why_no_cuda()
    if problem:
        return [Finding("CUDA device", "absent", problem, "check CUDA_VISIBLE_DEVICES and `nvidia-smi -L`")]
    return [_device(i, core.device_info(i)) for i in range(core.device_count())]


def _device(index: int, info: dict) -> Finding:
    major, minor = info["compute_capability"]
    version = info.get("driver_version") or 0
    memory = info.get("total_memory") or 0
    return Finding(f"device {index}", "ok", f"{info.get('name')}, compute capability {major}.{minor}, "
                   f"{memory / 2**30:.0f} GiB, driver for CUDA {version // 1000}.{version % 1000 // 10}")


def _package(what: str, package: str, purpose: str) -> Finding:
    from importlib import metadata

    try:
        return Finding(what, "ok", f"{package} {metadata.version(package)}")
    except metadata.PackageNotFoundError:
        return Finding(what, "absent", f"{package} isn't installed ({purpose})", f"pip install '{package}==13.0.*'")
