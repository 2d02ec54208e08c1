# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""numba-cuda: kernels as one writes them there, a thread for each element."""

import math

import numpy as np

setattr(np, "row_stack", np.vstack)  # noqa: B010  numba-cuda asks for it; NumPy 2.5 hasn't it any more
from numba import cuda, float32  # noqa: E402

THREADS = 256


def convert(array):
    return cuda.as_cuda_array(array)


def line(kernel, count, *arguments):
    kernel[max(1, math.ceil(count / THREADS)), THREADS](*arguments)


def plane(kernel, shape, *arguments):
    kernel[(math.ceil(shape[1] / 32), math.ceil(shape[0] / 8)), (32, 8)](*arguments)


@cuda.jit
def saxpy_kernel(a, x, y, out):
    i = cuda.grid(1)
    if i < x.shape[0]:
        out[i] = a * x[i] + y[i]


@cuda.jit
def total_kernel(a, out):
    s = float32(0)
    for i in range(cuda.grid(1), a.shape[0], cuda.gridsize(1)):
        s += a[i]
    cuda.atomic.add(out, 0, s)


@cuda.jit
def jacobi_kernel(a, b):
    j, i = cuda.grid(2)
    if 0 < i < a.shape[0] - 1 and 0 < j < a.shape[1] - 1:
        b[i, j] = float32(0.2) * (a[i, j] + a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])


@cuda.jit
def transpose_kernel(a, out):
    j, i = cuda.grid(2)
    if i < a.shape[0] and j < a.shape[1]:
        out[j, i] = a[i, j]


@cuda.jit
def histogram_kernel(a, bins):
    i = cuda.grid(1)
    if i < a.shape[0]:
        cuda.atomic.add(bins, a[i], 1)


@cuda.jit
def spmv_kernel(start, column, value, x, y):
    i = cuda.grid(1)
    if i < y.shape[0]:
        s = float32(0)
        for k in range(start[i], start[i + 1]):
            s += value[k] * x[column[k]]
        y[i] = s


@cuda.jit
def black_scholes_kernel(spot, strike, years, rate, volatility, call, put):
    i = cuda.grid(1)
    if i < spot.shape[0]:
        spread = volatility * math.sqrt(years[i])
        d1 = (math.log(spot[i] / strike[i]) + (rate + 0.5 * volatility * volatility) * years[i]) / spread
        n1 = 0.5 * math.erfc(-d1 / math.sqrt(2.0))
        n2 = 0.5 * math.erfc(-(d1 - spread) / math.sqrt(2.0))
        discounted = strike[i] * math.exp(-rate * years[i])
        call[i] = spot[i] * n1 - discounted * n2
        put[i] = discounted * (1.0 - n2) - spot[i] * (1.0 - n1)


@cuda.jit
def mandelbrot_kernel(count, limit):
    j, i = cuda.grid(2)
    if i < count.shape[0] and j < count.shape[1]:
        cr = -2.0 + 3.0 * j / count.shape[1]
        ci = -1.5 + 3.0 * i / count.shape[0]
        zr = 0.0
        zi = 0.0
        k = 0
        while k < limit and zr * zr + zi * zi < 4.0:
            zr, zi = zr * zr - zi * zi + cr, 2.0 * zr * zi + ci
            k += 1
        count[i, j] = k


@cuda.jit(fastmath=True)
def n_body_kernel(x, y, z, mass, fx, fy, fz):
    i = cuda.grid(1)
    if i < x.shape[0]:
        ax = float32(0)
        ay = float32(0)
        az = float32(0)
        for j in range(x.shape[0]):
            dx = x[j] - x[i]
            dy = y[j] - y[i]
            dz = z[j] - z[i]
            inverse = float32(1) / math.sqrt(dx * dx + dy * dy + dz * dz + float32(0.01))
            weight = mass[j] * inverse * inverse * inverse
            ax += weight * dx
            ay += weight * dy
            az += weight * dz
        fx[i] = ax
        fy[i] = ay
        fz[i] = az


@cuda.jit
def matmul_kernel(a, b, c):
    j, i = cuda.grid(2)
    if i < c.shape[0] and j < c.shape[1]:
        s = float32(0)
        for k in range(a.shape[1]):
            s += a[i, k] * b[k, j]
        c[i, j] = s


def total(a, out):
    out[:] = 0
    total_kernel[1056, THREADS](a, out)


VERSIONS = {
    "saxpy": lambda a, x, y, out: line(saxpy_kernel, x.size, a, x, y, out), "total": total,
    "jacobi": lambda a, b: plane(jacobi_kernel, a.shape, a, b),
    "transpose": lambda a, out: plane(transpose_kernel, a.shape, a, out),
    "histogram": lambda a, bins: line(histogram_kernel, a.size, a, bins),
    "spmv": lambda *arguments: line(spmv_kernel, arguments[-1].size, *arguments),
    "black_scholes": lambda *arguments: line(black_scholes_kernel, arguments[0].size, *arguments),
    "mandelbrot": lambda count, limit: plane(mandelbrot_kernel, count.shape, count, limit),
    "n_body": lambda *arguments: line(n_body_kernel, arguments[0].size, *arguments),
    "matmul": lambda a, b, c: plane(matmul_kernel, c.shape, a, b, c)}
