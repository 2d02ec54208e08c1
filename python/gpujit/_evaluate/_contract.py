# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a kernel is held to: its reference, inputs, tolerance, and the gain that makes it worth keeping."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

METRICS = ("end-to-end", "kernel", "throughput", "first-result", "memory")
ORDERS = ("exact", "set", "keys")


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
    - `sizes`: at least one; all are swept for the crossover, the verdict is on the largest. `edges`: sizes that are checked
      only; one at which the reference itself raises is left out.
    - `special`, `strided`: whether results are also checked on inputs with NaN and infinities, and on strided views.
    - `rtol`, `atol`: by default 1e-5 (f32) or 1e-12 (f64) times the square root of `reduction`, the number of terms
      that an output sums; 0 for integers. `ulp`: instead, how many representable numbers a result may be off.
      `equal_nan`: whether a NaN of the reference is a wanted result.
    - `order`: "exact"; "set": the elements (rows, of more than one axis) of each output in any order; "keys": the
      outputs are columns of a table in any order whose key is the first.
    - `recall`: for approximate search: the least share of the reference's k entries a row, in any order, that the
      output must have. Outputs have shape (queries, k).
    - `metric`: what counts: "end-to-end" times with transfers; "kernel": the device's time alone; "throughput":
      `items(size)` a second of end-to-end time; "first-result": the first call, compilation included; "memory": the
      device's peak, at most `limit` bytes.
    - `speedup`: the reference's time over the kernel's, from which the kernel is kept.
    - `library(*arguments)`: a maintained library's version, which writes the same outputs; or several by name. One that
      raises ImportError isn't installed, and is left out.
    - `load(size)`, `files`, `save(*outputs)`: what reads the inputs (from these files, whose cached pages are dropped
      for the cold time) and writes the outputs, when they belong to the path: timed as phases of their own.
    - `samples`, `seconds`: pairs of timings; as many again, up to five times, while the ratio's interval is wider than a
      tenth of it and less than `seconds` have passed. `seed`: of the inputs.
    """

    kernel: Callable
    inputs: Callable
    reference: Callable
    outputs: Sequence[int]
    sizes: Sequence[int]
    edges: Sequence[int] = (0, 1, 3, 33)
    inout: Sequence[int] = ()
    special: bool = True
    strided: bool = True
    rtol: float | None = None
    atol: float = 0.0
    ulp: int | None = None
    equal_nan: bool = False
    reduction: int = 1
    order: str = "exact"
    recall: float | None = None
    metric: str = "end-to-end"
    items: Callable | None = None
    limit: int | None = None
    speedup: float = 1.1
    library: Callable | Mapping[str, Callable] | None = None
    load: Callable | None = None
    files: Sequence[str] = ()
    save: Callable | None = None
    samples: int = 20
    seconds: float = 10.0
    seed: int = 0

    def __post_init__(self):
        for wrong, message in self._faults():
            if wrong:
                raise ContractError(message)

    def _faults(self):
        """(whether it is so, what to say), in the order in which they make sense."""
        for name in ("kernel", "inputs", "reference"):
            yield not callable(getattr(self, name)), f"{name} isn't callable: give a function"
        yield not self.outputs, "outputs is empty: list the numbers of the parameters that the kernel writes"
        yield not self.sizes or min(self.sizes) < 1, "sizes must list at least one size, each 1 or more"
        yield min(self.edges, default=0) < 0, "edges has a negative size: sizes are 0 or more"
        yield not set(self.inout) <= set(self.outputs), "inout names a parameter that isn't in outputs: add it there"
        yield self.atol < 0 or (self.rtol or 0) < 0, "a tolerance is negative: rtol and atol are 0 or more"
        yield (self.ulp is not None and (self.ulp < 0 or self.rtol is not None or self.atol > 0),
               "ulp is a tolerance of its own, 0 or more: leave rtol and atol out")
        yield self.order not in ORDERS, f"order is {self.order!r}: it is one of {', '.join(ORDERS)}"
        yield self.order == "keys" and len(self.outputs) < 2, "order=\"keys\" needs the keys and at least one more output"
        yield (self.recall is not None and not 0 < self.recall <= 1,
               "recall is the least share of right neighbours: above 0, at most 1")
        yield self.recall is not None and self.order != "exact", "recall ignores the order already: leave order out"
        yield self.metric not in METRICS, f"metric is {self.metric!r}: it is one of {', '.join(METRICS)}"
        yield (self.metric == "throughput" and not callable(self.items),
               "metric=\"throughput\" needs items, a function of the size")
        yield self.metric == "memory" and not self.limit, "metric=\"memory\" needs limit, the most bytes of device memory"
        yield self.metric != "memory" and self.limit is not None, "limit is for metric=\"memory\": leave it out"
        yield bool(self.files) and self.load is None, "files are those that load reads: give load, or leave files out"
        yield self.speedup < 1, "speedup is below 1: a slower kernel is never kept, so ask for 1 or more"
        yield self.samples < 5, "samples is below 5, too few for a confidence interval: ask for 5 or more"
        yield self.seconds < 0, "seconds is negative: it is the time for further samples, 0 or more"
        yield (self.library is not None and not all(callable(f) for f in self.libraries.values()),
               "library isn't callable: give a function, or a dict of functions by name")

    @property
    def libraries(self) -> dict[str, Callable]:
        """The libraries' versions by name."""
        if isinstance(self.library, Mapping):
            return dict(self.library)
        return {} if self.library is None else {getattr(self.library, "__name__", "library"): self.library}

    def tolerance(self, dtype: np.dtype) -> tuple[float, float]:
        """(rtol, atol) for outputs of a type."""
        if self.rtol is not None:
            return self.rtol, self.atol
        if dtype.kind not in "fc":
            return 0.0, self.atol
        return (1e-12 if np.finfo(dtype).eps < 1e-10 else 1e-5) * self.reduction**0.5, self.atol
