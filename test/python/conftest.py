# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fixtures that several test files share."""

import functools
import importlib.util
import json
import linecache
import os
import pathlib
import re
import subprocess
import sys
import textwrap
import types

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "test" / "cases"))

if os.environ.get("GPUJIT_BUILD"):  # test a build tree rather than what is installed
    for loaded in [name for name in sys.modules if name.partition(".")[0] == "gpujit"]:  # by an installed plugin of pytest
        del sys.modules[loaded]
    sys.path.insert(0, os.path.join(os.path.abspath(os.environ["GPUJIT_BUILD"]), "python"))
elif importlib.util.find_spec("gpujit") is None:  # the Python layer alone, from a bare checkout
    sys.path.insert(0, str(ROOT / "python"))


# For tests that compile. They run unless the Python layer alone is to be tested ($GPUJIT_WITHOUT_COMPILER).
compiled = pytest.mark.skipif(bool(os.environ.get("GPUJIT_WITHOUT_COMPILER")), reason="GPUJIT_WITHOUT_COMPILER is set")


def gpu_problem() -> str | None:
    """Why tests marked gpu can't run here; None when they can."""
    from gpujit import _backend

    try:
        return _backend.why_no_cuda()
    except ImportError as error:
        return str(error)


def define(source, namespace=None, file="<cell>"):
    """The function f of some source text, as a notebook cell would define it."""
    text = textwrap.dedent(source)
    linecache.cache[file] = len(text), None, text.splitlines(True), file
    namespace = {} if namespace is None else namespace
    exec(compile(text, file, "exec"), namespace)
    return namespace["f"]


@functools.cache
def ptxas() -> pathlib.Path | None:
    """The assembler of the pinned PyPI package; never one that happens to be on the machine."""
    spec = importlib.util.find_spec("nvidia")
    folders = spec.submodule_search_locations if spec else ()
    return next((p for f in folders if (p := pathlib.Path(f) / "cu13" / "bin" / "ptxas").exists()), None)


@pytest.fixture
def assemble(tmp_path):
    """assemble(ptx, arch) fails where ptxas doesn't take the text, or where it calls what it doesn't hold."""
    def run(ptx: str, arch: str = "sm_90", externs=()):
        assert ptxas(), "ptxas isn't there: pip install -r requirements.txt"
        source = tmp_path / "kernel.ptx"
        source.write_text(ptx)
        done = subprocess.run([ptxas(), f"-arch={arch}", "-O0", "-o", tmp_path / "kernel.cubin", source],
                              capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        called = re.findall(r"\.extern \.func\s+(?:\([^)]*\))?\s*(\w+)", ptx)
        assert set(called) <= set(externs)

    return run


def shown(text: str) -> str:
    """The first line of a text, for a list."""
    return text.partition("\n")[0][:150]


def pytest_collection_modifyitems(items):
    marked = [item for item in items if item.get_closest_marker("gpu")]
    problem = gpu_problem() if marked else None
    for item in marked if problem else ():
        item.add_marker(pytest.mark.skip(reason=f"no GPU: {problem}"))


class FakeProgram:
    """What the compiler would hand back; remembers how it was run."""

    def __init__(self, core, request):
        self.core, self.request = core, request
        self.texts = {"stats": "{}", **core.texts}

    def text(self, what):
        return self.texts.get(what)

    def interpret(self, args):
        from gpujit import _errors

        self.core.runs.append((self, args, None))
        if self.core.raises:
            raise _errors.from_text(json.dumps(self.core.raises))
        return self.core.result


class FakePlan:
    def __init__(self, core, recipe, ptx):
        self.core, self.recipe, self.ptx = core, recipe, ptx

    def launch(self, args, aliases):
        self.core.runs.append((self, args, aliases))
        return self.core.result


class FakeCore(types.ModuleType):
    """A stand-in for the extension module: records requests and runs, and answers as a test tells it to."""

    def __init__(self):
        super().__init__("gpujit._core")
        self.__file__ = "fake"
        self.texts, self.requests, self.runs = {}, [], []
        self.raises = self.result = None
        self.status = (False, "libcuda.so.1 isn't there")
        self.devices = []

    def Compiler(self, path):  # noqa: N802
        return self

    def compile(self, request):
        self.requests.append(json.loads(request))
        return FakeProgram(self, self.requests[-1])

    def describe(self, args):
        return None

    def launch_plan(self, recipe, ptx):
        return FakePlan(self, recipe, ptx)

    def driver_status(self, initialise=False):
        return self.status

    def device_count(self):
        return len(self.devices)

    def device_info(self, index):
        return self.devices[index]

    def plug_in_gpu(self):
        """From now on there is a device."""
        self.status = (True, "")
        self.devices = [{"name": "Fake GPU", "compute_capability": (9, 0), "driver_version": 13000, "ptx_version": 90,
                         "total_memory": 2**34}]
        self.texts |= {"ptx": "// ptx", "recipe": "{}"}


@pytest.fixture
def core(monkeypatch, tmp_path):
    """A fake extension module in place of the true one, without a GPU until a test plugs one in."""
    from gpujit import _backend

    fake = FakeCore()
    library = tmp_path / "libgpujit.so"
    library.write_bytes(b"")
    (tmp_path / "libdevice.10.bc").write_bytes(b"")
    monkeypatch.setenv("GPUJIT_LIBRARY", str(library))
    monkeypatch.setattr(_backend, "extension", lambda: fake)
    monkeypatch.setattr(_backend, "_compiler", None)
    monkeypatch.setattr(_backend, "_warned", False)
    monkeypatch.setattr(_backend, "_problem", _backend._UNKNOWN)
    yield fake
    _backend._compiler = None
