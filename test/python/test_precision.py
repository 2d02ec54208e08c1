# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What fp="strict", "contract" and "fast" mean: which operations are in float32, which are fused, and what still raises."""

import math

import numpy as np
import pytest

import gpujit
from conftest import compiled, define

pytestmark = compiled
SIGNATURE = "f32[:], f32[:]"


def kernel(expression: str, fp: str, target: str = "simulated"):
    fn = define(f"def f(x, out):\n    for i in range(len(out)):\n        out[i] = {expression}\n", {"math": math, "np": np},
                file=f"<{expression} {fp} {target}>")
    return gpujit.gpujit(target=target, fp=fp)(fn)


def has_float64(expression: str, fp: str, operation: str) -> bool:
    """Whether the mapped loops compute an operation in float64."""
    lines = kernel(expression, fp).inspect("loops", SIGNATURE).splitlines()
    found = [line for line in lines if f" = {operation} " in line]
    assert found, f"there is no {operation}"
    return any(line.endswith("f64") for line in found)


@pytest.mark.parametrize("expression, operation, strict, contract, fast", [
    ("math.exp(x[i])", "math.exp", True, False, False), ("math.sin(x[i])", "math.sin", True, False, False),
    ("math.atan2(x[i], 0.5)", "math.atan2", True, False, False), ("math.sinh(x[i])", "math.sinh", True, True, True),
    ("1 / math.sqrt(x[i])", "math.sqrt", True, True, True), ("math.sin(x[i]) * 0.1", "math.sin", True, True, False),
    ("np.sin(x[i])", "math.sin", False, False, False)])
def test_functions_that_are_narrowed(expression, operation, strict, contract, fast):
    assert [has_float64(expression, fp, operation) for fp in ("strict", "contract", "fast")] == [strict, contract, fast]


def test_multiplications_and_additions_are_fused():
    texts = {fp: kernel("x[i] * x[i] + x[i]", fp).inspect("ptx", SIGNATURE) for fp in ("strict", "contract", "fast")}
    assert ["fma.rn.f32" in texts[fp] for fp in texts] == [False, True, True]
    assert "mul.rn.f32" in texts["strict"] and "add.rn.f32" in texts["strict"]


@pytest.mark.parametrize("target", ["interpreter", "simulated", pytest.param("cuda", marks=pytest.mark.gpu)])
@pytest.mark.parametrize("fp", ["strict", "contract", "fast"])
@pytest.mark.parametrize("expression", ["math.exp(x[i])", "math.exp2(x[i])"])
def test_overflow_is_float64s(expression, fp, target):
    """What float32 can't hold is infinite; what float64 can't raises."""
    out = np.zeros(3, np.float32)
    kernel(expression, fp, target)(np.array([1, 300, -300], np.float32), out)
    assert out[1] == np.inf and out[2] == 0 and np.isclose(out[0], 2 if "exp2" in expression else math.e)
    for argument in (1024.0, 2e30):
        with pytest.raises(OverflowError, match="math range error"):
            kernel(expression, fp, target)(np.full(1, argument, np.float32), out[:1])
    kernel(expression, fp, target)(np.array([np.inf, -np.inf, np.nan], np.float32), out)
    assert out[0] == np.inf and out[1] == 0 and np.isnan(out[2])


@pytest.mark.parametrize("expression, limits", [("math.exp(float(x[i]))", (709.782712893384, 709.7827128933841)),
                                                ("math.exp2(float(x[i]))", (math.nextafter(1024, 0), 1024.0))])
@pytest.mark.parametrize("target", ["interpreter", "simulated", pytest.param("cuda", marks=pytest.mark.gpu)])
def test_the_largest_argument(expression, limits, target):
    out = np.zeros(1)
    kernel(expression, "strict", target)(np.array([limits[0]]), out)
    assert 1.7e308 < out[0] < np.inf
    with pytest.raises(OverflowError):
        kernel(expression, "strict", target)(np.array([limits[1]]), out)
