# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a kernel is held to: its reference, inputs, tolerance, and the gain that makes it worth keeping."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np


class ContractError(ValueError):
    """A contract that is inconsistent: the message says which field, and what to write instead."""


@dataclass(frozen=True)
class Contract:
    """The terms of an evaluation.

    - `kernel`: a gpujit kernel, or a callable with the same arguments.
    - `inputs(rng, size)`: the tuple of its arguments; every call makes new arrays.
    - `reference(*arguments)`: the expected outputs, an array or a tuple of them, one for each of `outputs`. It is also
      what is to be beaten.
    - `outputs`: the numbers of the parameters that are written. They are poisoned before each run unless in `inout`.
    - `sizes`: at least one; the largest is timed. `edges`: sizes that are checked only.
    - `rtol`, `atol`: by default 1e-5 (f32) or 1e-12 (f64) times the square root of `reduction`, the number of terms
      that an output sums; 0 for integers. `equal_nan`: whether a NaN of the reference is a wanted result.
    - `speedup`: end-to-end time of the reference over that of the kernel, from which it is kept.
    - `library(*arguments)`: a maintained library's version, which writes the same outputs.
    - `samples`, `seed`: pairs of timings, and the seed of the inputs.
    """

    kernel: Callable
    inputs: Callable
    reference: Callable
    outputs: Sequence[int]
    sizes: Sequence[int]
    edges: Sequence[int] = (1, 3, 33)
    inout: Sequence[int] = ()
    rtol: float | None = None
    atol: float = 0.0
    equal_nan: bool = False
    reduction: int = 1
    speedup: float = 1.1
    library: Callable | None = None
    samples: int = 20
    seed: int = 0

    def __post_init__(self):
        for name in ("kernel", "inputs", "reference"):
            if not callable(getattr(self, name)):
                raise ContractError(f"{name} isn't callable: give a function")
        if not self.outputs:
            raise ContractError("outputs is empty: list the numbers of the parameters that the kernel writes")
        if not self.sizes or min(self.sizes) < 1:
            raise ContractError("sizes must list at least one size, each 1 or more")
        if not set(self.inout) <= set(self.outputs):
            raise ContractError("inout names a parameter that isn't in outputs: add it there")
        if self.atol < 0 or (self.rtol or 0) < 0:
            raise ContractError("a tolerance is negative: rtol and atol are 0 or more")
        if self.speedup < 1:
            raise ContractError("speedup is below 1: a slower kernel is never kept, so ask for 1 or more")
        if self.samples < 5:
            raise ContractError("samples is below 5, too few for a confidence interval: ask for 5 or more")

    def tolerance(self, dtype: np.dtype) -> tuple[float, float]:
        """(rtol, atol) for outputs of a type."""
        if self.rtol is not None:
            return self.rtol, self.atol
        if dtype.kind not in "fc":
            return 0.0, self.atol
        return (1e-12 if np.finfo(dtype).eps < 1e-10 else 1e-5) * self.reduction**0.5, self.atol
