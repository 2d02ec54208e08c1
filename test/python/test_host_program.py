# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What gpujitc writes, launched by a C++ program without Python (test/host)."""

import os
import pathlib
import subprocess
import sys

import pytest

import fake_driver
import gpujit
from conftest import ROOT, compiled

pytestmark = [compiled, pytest.mark.gpu]

GPUJITC = "import sys; from gpujit.cli import compile_main; sys.exit(compile_main())"
PROGRAM = fake_driver.BUILD / "unit" / "host-saxpy"


@pytest.mark.parametrize("options", [[], ["--arch", "sm_75"]], ids=["default", "oldest"])
def test_saxpy(options, tmp_path):
    ptx = tmp_path / "saxpy.ptx"
    package = pathlib.Path(gpujit.__file__).parents[1]
    env = {**os.environ, "PYTHONPATH": str(package)}
    source = str(ROOT / "examples" / "saxpy.py")
    subprocess.run([sys.executable, "-c", GPUJITC, source, "-o", str(ptx), *options], check=True, env=env)
    done = subprocess.run([PROGRAM, ptx, ptx.with_suffix(".json")], text=True, capture_output=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "saxpy: 1000003 elements on " in done.stdout
