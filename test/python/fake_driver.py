# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs Python text in a process of its own, over the fake CUDA driver of the unit tests."""

import os
import pathlib
import subprocess
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("GPUJIT_BUILD") or ROOT / "build")
LIBRARY = BUILD / "unit" / "libgpujit-fake-cuda.so"

_PRELUDE = """
import json
import numpy as np
import gpujit
from gpujit import _core

def array(name, dtype="float32", layout="C", access="readwrite", rank=1):
    return {"name": name, "kind": "array", "dtype": dtype, "rank": rank, "layout": layout, "access": access}

def scalar(name, dtype):
    return {"name": name, "kind": "scalar", "dtype": dtype}

def plan(name, args, params, sites=(), body=(), **fields):
    recipe = {"version": 1, "kernel": name, "args": args, "frame_bytes": 48, "raises": bool(sites), "registers": 3,
              "body": [["const", 0, 1], *body, ["launch", 0, 0, 0, 0, 1, 1, 1]], "sites": list(sites),
              "entries": [{"symbol": name + "_0", "params": params}], **fields}
    return _core.launch_plan(json.dumps(recipe), "code")

def saxpy_plan(layout="C"):
    args = [scalar("a", "float32"), array("x", access="read"), array("y", access="read"), array("out", access="write")]
    return plan("saxpy", args, [["array", 1], ["array", 2], ["scalar", 0], ["array", 3]])

def raising_plan():
    # Raises IndexError in iteration k, unless k is negative.
    site = {"exception": "IndexError", "message": "{0} in {1}", "file": "k.py", "line": 3}
    return plan("raise", [scalar("k", "pyint"), array("x")], [["frame"], ["register", 1]], [site, site],
                [["arg", 1, 0]])

def error_of(action, *args):
    try:
        action(*args)
    except BaseException as error:
        return error
    raise AssertionError("nothing was raised")
"""


def run(source: str, timeout: float = 60, **environment: str) -> str:
    """What the text prints. It finds gpujit, _core, np and the functions above. Fails if it writes to stderr."""
    script = _PRELUDE + textwrap.dedent(source)
    import gpujit

    # First the package that is being tested: other tests may have put folders before it.
    package = os.path.dirname(os.path.dirname(gpujit.__file__))
    paths = os.pathsep.join([package, *(p for p in sys.path if p)])
    env = {**os.environ, "PYTHONPATH": paths, "GPUJIT_CUDA_LIBRARY": str(LIBRARY), **environment}
    done = subprocess.run([sys.executable, "-c", script], env=env, text=True, capture_output=True, timeout=timeout)
    assert done.returncode == 0 and not done.stderr, f"exit status {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout
