# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The `gpujit` decorator and `prange`. What they need is imported at their first use: importing gpujit stays quick."""

from __future__ import annotations

from types import FunctionType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._kernel import Kernel


def prange(*args):
    """`range`, asserting that the loop's iterations are independent of each other.

    Use it where the compiler can't prove that by itself. In plain Python it is `range`.
    """
    return range(*args)


def gpujit(function=None, /, **options):
    """Makes a kernel of a Python function: `@gpujit`, or `@gpujit(fp="strict")` with options.

    - `target`: "auto" (the GPU if there is a usable one, else the CPU interpreter, saying so once with a
      FallbackWarning), "cuda", "interpreter".
    - `parallel`: "auto", or "require" to get a ParallelError for a loop that can't be parallelised.
    - `fp`: "contract" (a*b+c may be fused), "strict" (each operation rounded as NumPy rounds it), "fast".
    - `boundscheck`: whether an index outside its array raises IndexError (True), or is undefined (False).
    - `reproducible`: no atomics on floats.
    - `cache`, `lineinfo`, `debug`: keep compiled kernels; source lines for profilers; unoptimised code.

    The function is checked and compiled at the first call. Raises TypeError for an unknown option, or when what is
    decorated isn't a plain function.
    """
    from . import _options

    options = _options.check(options)
    if function is None:
        return lambda fn: _make(fn, options)
    return _make(function, options)


def _make(fn, options: dict) -> Kernel:
    from ._kernel import Kernel

    if isinstance(fn, Kernel):
        raise TypeError(f"'{fn.__name__}' is a gpujit kernel already: it is decorated twice")
    if isinstance(fn, (staticmethod, classmethod)):
        raise TypeError(f"gpujit goes below @{type(fn).__name__}, next to the function")
    if not isinstance(fn, FunctionType):
        what = f"the class '{fn.__name__}'" if isinstance(fn, type) else f"a {type(fn).__qualname__}"
        raise TypeError(f"gpujit decorates plain Python functions, not {what}")
    return Kernel(fn, options)
