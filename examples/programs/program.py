# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a program of this folder consists of."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Program:
    """A kernel, inputs for it, and an independent answer.

    `inputs(random, size)` gives the arguments for a size; `reference(*arguments)` leaves in them what the kernel must,
    and returns what it must. `verdicts` are those of the kernel's own `for` loops, in the order of the source. `small` is
    a size for tests, `large` one that fills a GPU, `steps(arguments)` the number of time steps or iterations in a call.
    """

    kernel: Callable
    inputs: Callable
    reference: Callable
    verdicts: list[str]
    small: tuple
    large: tuple
    tolerance: float = 1e-12  # relative to the largest value
    steps: Callable = lambda arguments: 1

    @property
    def name(self) -> str:
        return self.kernel.__name__


def copied(arguments):
    """The arguments, with arrays of their own."""
    return [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]
