# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Triton: kernels over blocks, where that is its way of writing them."""

import torch
import triton
import triton.language as tl

BLOCK = 4096


def convert(array):
    return torch.as_tensor(array, device="cuda")


def release():
    torch.cuda.empty_cache()


@triton.jit
def saxpy_kernel(a, x, y, out, n, size: tl.constexpr):
    i = tl.program_id(0).to(tl.int64) * size + tl.arange(0, size)
    tl.store(out + i, a * tl.load(x + i, mask=i < n) + tl.load(y + i, mask=i < n), mask=i < n)


def saxpy(a, x, y, out):
    saxpy_kernel[(triton.cdiv(x.numel(), BLOCK),)](float(a), x, y, out, x.numel(), BLOCK)


@triton.jit
def total_kernel(a, out, n, size: tl.constexpr):
    i = tl.program_id(0).to(tl.int64) * size + tl.arange(0, size)
    tl.atomic_add(out, tl.sum(tl.load(a + i, mask=i < n, other=0.0), 0))


def total(a, out):
    out.zero_()
    total_kernel[(triton.cdiv(a.numel(), BLOCK),)](a, out, a.numel(), BLOCK)


@triton.jit
def row_softmax_kernel(a, out, width, size: tl.constexpr):
    j = tl.arange(0, size)
    start = tl.program_id(0).to(tl.int64) * width
    v = tl.load(a + start + j, mask=j < width, other=-float("inf"))
    e = tl.exp(v - tl.max(v, 0))
    tl.store(out + start + j, e / tl.sum(e, 0), mask=j < width)


def row_softmax(a, out):
    h, w = a.shape
    row_softmax_kernel[(h,)](a, out, w, triton.next_power_of_2(w), num_warps=16)


@triton.jit
def transpose_kernel(a, out, h, w, size: tl.constexpr):
    i = (tl.program_id(0) * size + tl.arange(0, size)).to(tl.int64)
    j = (tl.program_id(1) * size + tl.arange(0, size)).to(tl.int64)
    inside = (i[:, None] < h) & (j[None, :] < w)
    tile = tl.load(a + i[:, None] * w + j[None, :], mask=inside)
    tl.store(out + j[:, None] * h + i[None, :], tl.trans(tile), mask=tl.trans(inside))


def transpose(a, out):
    h, w = a.shape
    transpose_kernel[(triton.cdiv(h, 64), triton.cdiv(w, 64))](a, out, h, w, 64)


VERSIONS = {function.__name__: function for function in (saxpy, total, row_softmax, transpose)}
