# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which array arguments of a call share memory, and how: the request's `aliases`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

# Effort of the exact test, in NumPy's unit (candidate solutions tried); past it two arrays count as overlapping.
MAX_WORK = 20_000


class Aliases(NamedTuple):
    """`same`: groups of arguments that are one array (pointer, shape, strides, dtype). `overlap`: pairs with an element
    in common, or that couldn't be told apart; (i, i) for an array that may overlap itself. Pairs not listed are disjoint.
    """

    same: tuple[tuple[int, ...], ...] = ()
    overlap: tuple[tuple[int, int], ...] = ()

    def to_json(self) -> dict:
        return {"same": [list(group) for group in self.same], "overlap": [list(pair) for pair in self.overlap]}


NONE = Aliases()
_SCALARS = (np.generic, int, float)


class _Span(NamedTuple):
    """Where an array lies: address of element 0, first byte, byte after the last; shape, strides in bytes, dtype."""

    index: int
    pointer: int
    low: int
    high: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    dtype: np.dtype


def find(arguments) -> Aliases:
    """The aliases among the arguments of one call; scalars and empty arrays have none."""
    if _plainly_apart(arguments):
        return NONE
    spans = [span for span in map(_span, range(len(arguments)), arguments) if span is not None]
    overlap = [(s.index, s.index) for s in spans if _overlaps_itself(s)]
    if len(spans) > 1:
        spans.sort(key=lambda s: s.low)
        if any(spans[k].high > spans[k + 1].low for k in range(len(spans) - 1)):
            return _compare(spans, overlap)
    return Aliases((), tuple(overlap)) if overlap else NONE


def misaligned(arguments, aliases: Aliases) -> int | None:
    """The first array of the host that overlaps another or itself and has elements that aren't at multiples of their
    size. A GPU can't use it: a copy could be aligned, but then no longer overlaps as it does. None if there is none."""
    for index in sorted({index for pair in aliases.overlap for index in pair}):
        value = arguments[index]
        if isinstance(value, np.ndarray):
            steps = [stride for stride, extent in zip(value.strides, value.shape, strict=True) if extent > 1]
            if any(step % value.itemsize for step in [value.__array_interface__["data"][0], *steps]):
                return index
    return None


def _plainly_apart(arguments) -> bool:
    """Whether all arrays are NumPy's, C-contiguous, and in separate memory: what nearly every call has, found quickly."""
    ranges = []
    for value in arguments:
        if isinstance(value, np.ndarray):
            if not value.flags.c_contiguous:
                return False
            pointer = value.__array_interface__["data"][0]
            ranges.append((pointer, pointer + value.nbytes))
        elif not isinstance(value, _SCALARS):
            return False
    ranges.sort()
    return all(ranges[k][1] <= ranges[k + 1][0] for k in range(len(ranges) - 1))


def _compare(spans: list[_Span], overlap: list[tuple[int, int]]) -> Aliases:
    """The slow path: some byte ranges meet. `spans` are sorted by their first byte."""
    groups: dict[tuple, list[_Span]] = {}
    for span in spans:
        groups.setdefault((span.pointer, span.shape, span.strides, span.dtype), []).append(span)
    leaders = sorted((group[0] for group in groups.values()), key=lambda s: s.low)
    for k, first in enumerate(leaders):
        for second in leaders[k + 1:]:
            if second.low >= first.high:
                break
            if _share(first, second):
                overlap += _pairs(groups[first[1:2] + first[4:]], groups[second[1:2] + second[4:]])
    same = sorted(tuple(sorted(s.index for s in group)) for group in groups.values() if len(group) > 1)
    return Aliases(tuple(same), tuple(sorted(overlap)))


def _pairs(first: list[_Span], second: list[_Span]) -> list[tuple[int, int]]:
    return [(min(a.index, b.index), max(a.index, b.index)) for a in first for b in second]


def _span(index: int, value) -> _Span | None:
    if isinstance(value, np.ndarray):
        pointer, shape, strides, dtype = value.__array_interface__["data"][0], value.shape, value.strides, value.dtype
    elif (interface := getattr(value, "__cuda_array_interface__", None)) is not None:
        pointer, shape, dtype = interface["data"][0] or 0, tuple(interface["shape"]), np.dtype(interface["typestr"])
        strides = interface.get("strides") or _c_strides(shape, dtype.itemsize)
    else:
        return None
    if not all(shape):
        return None
    reach = [(n - 1) * stride for n, stride in zip(shape, strides, strict=True)]
    low = pointer + sum(r for r in reach if r < 0)
    high = pointer + sum(r for r in reach if r > 0) + dtype.itemsize
    return _Span(index, pointer, low, high, tuple(shape), tuple(strides), dtype)


def _c_strides(shape, itemsize: int) -> tuple[int, ...]:
    strides = [itemsize] * len(shape)
    for axis in range(len(shape) - 2, -1, -1):
        strides[axis] = strides[axis + 1] * shape[axis + 1]
    return tuple(strides)


def _overlaps_itself(span: _Span) -> bool:
    """Whether two of the array's elements may share a byte.

    Sorted by stride, each axis must step over all that the smaller ones reach; an array that doesn't is taken to overlap
    itself, though a rare interleaved one doesn't.
    """
    reach = span.dtype.itemsize
    for stride, extent in sorted((abs(s), n) for s, n in zip(span.strides, span.shape, strict=True) if n > 1):
        if stride < reach:
            return True
        reach += stride * (extent - 1)
    return False


class _Ghost:
    """Lets NumPy reason about an array's addresses without ever touching its memory (which may be a device's)."""

    def __init__(self, span: _Span):
        self.__array_interface__ = {"version": 3, "data": (span.pointer, True), "shape": span.shape,
                                    "strides": span.strides, "typestr": span.dtype.str}


def _share(first: _Span, second: _Span) -> bool:
    """Whether two arrays have a byte in common: exactly, by NumPy's solver, or True when that takes too long."""
    try:
        return np.shares_memory(np.asarray(_Ghost(first)), np.asarray(_Ghost(second)), max_work=MAX_WORK)
    except np.exceptions.TooHardError:
        return True
