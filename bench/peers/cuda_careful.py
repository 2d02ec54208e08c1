# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""CUDA C++ as one writes it after measuring: careful.cu, compiled by NVRTC. Extents must be multiples of four."""

import math
import pathlib

from nvrtc import Program

import gpujit

PROGRAM = Program((pathlib.Path(__file__).parent / "careful.cu").read_text(), gpujit.devices()[0]["compute_capability"])


def convert(array):
    return array


def saxpy(a, x, y, out):
    PROGRAM.launch("saxpy", math.ceil(x.size / 4 / 1024), 256, a, x, y, out, x.size // 4)


def total(a, out):
    PROGRAM.clear(out)
    PROGRAM.launch("total", 1056, 512, a, out, a.size // 4)


def row_softmax(a, out):
    PROGRAM.launch("row_softmax", a.shape[0], 512, a, out, a.shape[1] // 4, shared=4 * a.shape[1])


def histogram(a, bins):
    PROGRAM.launch("histogram", 1056, 256, a, bins, a.size // 16)


def transpose(a, out):
    PROGRAM.launch("transpose", (math.ceil(a.shape[1] / 32), math.ceil(a.shape[0] / 32)), (32, 8), a, out, *a.shape)


def matvec_rows(a, x, y):
    PROGRAM.launch("matvec_rows", a.shape[0], 256, a, x, y, a.shape[1] // 4)


def matmul(a, b, c):
    PROGRAM.launch("matmul", (math.ceil(c.shape[1] / 64), math.ceil(c.shape[0] / 64)), 256, a, b, c, *c.shape, a.shape[1])


def spmv(start, column, value, x, y):
    PROGRAM.launch("spmv", math.ceil(y.size / 32), 256, start, column, value, x, y, y.size)


def jacobi(a, b):
    PROGRAM.launch("jacobi", (math.ceil(a.shape[1] / 256), math.ceil(a.shape[0] / 8)), 256, a, b, *a.shape)


def n_body(x, y, z, mass, fx, fy, fz):
    PROGRAM.launch("n_body", math.ceil(x.size / 256), 256, x, y, z, mass, fx, fy, fz, x.size)


VERSIONS = {function.__name__: function for function in (
    saxpy, total, row_softmax, histogram, transpose, matvec_rows, matmul, spmv, jacobi, n_body)}
