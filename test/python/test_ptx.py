# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ptxas accepts the PTX of every case, for each generation of GPU. No GPU is needed."""

import numpy as np
import pytest

import gpujit
from conftest import compiled
from gpujit import _backend
from loops import CASES

pytestmark = compiled


@pytest.mark.parametrize("arch", ["sm_75", "sm_90", "sm_100"])
@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_assembles(case, arch, assemble):
    kernel = gpujit.gpujit(fp="strict" if case.get("strict") else "contract")(case["fn"])
    described, snapshot, _ = kernel._case(case["make"](np.random.default_rng(0)), "cuda")
    program = kernel._compile(described, snapshot, ["ptx"], {"target": "cuda", **_backend.offline_target(arch)})
    assemble(program.text("ptx"), arch)


def multiply_add(a, b, out):
    for i in range(out.shape[0]):
        out[i] = a[i] * b[i] + out[i]


@pytest.mark.parametrize("fp, fuses", [("strict", False), ("contract", True), ("fast", True)])
def test_the_fp_mode_says_what_is_fused(fp, fuses):
    ptx = gpujit.gpujit(fp=fp)(multiply_add).inspect("ptx", "f32[:], f32[:], f32[:]")
    assert ("fma.rn.f32" in ptx) is fuses
    assert ("mul.rn.f32" in ptx) is not fuses, "a plain mul or add, without .rn, would let ptxas fuse"
