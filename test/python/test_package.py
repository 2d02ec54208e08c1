# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The package as installed: what importing it costs and loads, and what lies beside it."""

import importlib.metadata
import pathlib
import subprocess
import sys

import pytest

import gpujit
from gpujit import _backend

IMPORT_LIMIT_MS = 40
TIMED = """
import time, numpy
start = time.process_time()
import gpujit
print((time.process_time() - start) * 1e3)
"""
MAPPED = """
import gpujit
print(open("/proc/self/maps").read())
"""


def run(program: str) -> str:
    """The output of a Python program in a process of its own, which sees the same package as this one."""
    here = pathlib.Path(gpujit.__file__).parents[1]
    program = f"import sys; sys.path.insert(0, {str(here)!r})\n{program}"
    return subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout


def test_import_is_quick():
    # Of processor time, and the best of several: what else the machine does must not count.
    best = min(float(run(TIMED)) for _ in range(7))
    assert best <= IMPORT_LIMIT_MS


def test_import_loads_neither_compiler_nor_driver():
    maps = run(MAPPED)
    assert "libgpujit.so" not in maps
    assert "libcuda.so" not in maps


def test_version():
    try:
        installed = importlib.metadata.version("gpujit")
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("gpujit isn't installed: its version can't differ")
    assert gpujit.__version__ == installed


@pytest.mark.parametrize("name", ["libgpujit.so", "libdevice.10.bc"])
def test_lies_beside_the_package(name):
    assert pathlib.Path(_backend.library_path()).with_name(name).exists()


def test_compiler_is_not_llvm_of_the_system():
    program = """
from gpujit import _backend
_backend.compiler()
print(open("/proc/self/maps").read())
"""
    maps = run(program)
    assert "libgpujit.so" in maps
    assert "libLLVM" not in maps
    assert "libMLIR" not in maps
