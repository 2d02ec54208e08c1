# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""CUDA C++ as one writes it first: naive.cu, compiled by NVRTC."""

import math
import pathlib

from nvrtc import Program

import gpujit

PROGRAM = Program((pathlib.Path(__file__).parent / "naive.cu").read_text(), gpujit.devices()[0]["compute_capability"])
THREADS = 256


def convert(array):
    return array


def line(name, count, *arguments):
    """A thread for each of `count` elements."""
    PROGRAM.launch(name, max(1, math.ceil(count / THREADS)), THREADS, *arguments)


def plane(name, shape, *arguments):
    """A thread for each element of an array of rank 2 or 3; threads of a warp along its last axis."""
    *deep, h, w = shape
    PROGRAM.launch(name, (math.ceil(w / 32), math.ceil(h / 8), *deep), (32, 8), *arguments)


def saxpy(a, x, y, out):
    line("saxpy", x.size, a, x, y, out, x.size)


def black_scholes(spot, strike, years, rate, volatility, call, put):
    line("black_scholes", spot.size, spot, strike, years, rate, volatility, call, put, spot.size)


def mandelbrot(count, limit):
    plane("mandelbrot", count.shape, count, *count.shape, limit)


def haversine(lat, lon, out):
    plane("haversine", out.shape, lat, lon, out, lat.size)


def point_in_polygon(x, y, px, py, inside):
    line("point_in_polygon", x.size, x, y, px, py, inside, x.size, px.size)


def monte_carlo(hits, draws, seed):
    line("monte_carlo", hits.size, hits, draws, seed, hits.size)


def accumulate(name, out, *arguments):
    """Some blocks that stride over all elements, and meet in the one element of `out`."""
    PROGRAM.clear(out)
    PROGRAM.launch(name, 1056, THREADS, *arguments)


def total(a, out):
    accumulate("total", out, a, out, a.size)


def dot(a, b, out):
    accumulate("dot", out, a, b, out, a.size)


def largest(a, out):
    accumulate("largest", out, a, out, a.size)


def argmax(a, out):
    accumulate("argmax", out, a, out, a.size)
    PROGRAM.launch("argmax_place", 1, 1, out, out)


def rows(name):
    return lambda a, *rest: line(name, a.shape[0], a, *rest, *a.shape)


def prefix_sum(a, out):
    """Blocks of 1024 elements, then the blocks' sums in the same way."""
    blocks = math.ceil(a.size / 1024)
    sums = gpujit.empty(blocks, "float32")
    PROGRAM.launch("scan_blocks", blocks, 1024, a, out, sums, a.size)
    if blocks > 1:
        prefix_sum(sums, sums)
        PROGRAM.launch("scan_add", blocks, 1024, out, sums, a.size)


def histogram(a, bins):
    line("histogram", a.size, a, bins, a.size)


def group_sums(key, value, sums, counts):
    line("group_sums", key.size, key, value, sums, counts, key.size)


def binned_statistics(x, value, low, high, count, sums, least, most):
    line("binned_statistics", x.size, x, value, low, high, count, sums, least, most, x.size, count.size)


def transpose(a, out):
    plane("transpose", a.shape, a, out, *a.shape)


def matvec_columns(a, x, y):
    line("matvec_columns", a.shape[1], a, x, y, *a.shape)


def matmul(a, b, c):
    plane("matmul", c.shape, a, b, c, *c.shape, a.shape[1])


def small_solves(a, b, x):
    line("small_solves", a.shape[0], a, b, x, a.shape[0])


def spmv(start, column, value, x, y):
    line("spmv", y.size, start, column, value, x, y, y.size)


def steps(step):
    """A time loop over two buffers that change places."""
    def run(a, b, count):
        for _ in range(count):
            step(a, b)
            a, b = b, a

    return run


def heat_1d(a, b):
    line("heat_1d", a.size, a, b, a.size)


def over_planes(name):
    return lambda a, b: plane(name, a.shape, a, b, *a.shape)


def page_rank(start, source, degree, rank, fresh, damping, tolerance):
    n, lost, change = rank.size, gpujit.empty(1, "float64"), gpujit.empty(1, "float64")
    line("fill", n, rank, 1 / n, n)
    while True:
        PROGRAM.clear(lost)
        PROGRAM.clear(change)
        line("rank_lost", n, rank, degree, lost, n)
        line("rank_step", n, start, source, degree, rank, fresh, damping, lost, change, n)
        line("copy", n, fresh, rank, n)
        if change.numpy()[0] <= tolerance:
            return


def bfs_levels(start, neighbour, source, level, fresh):
    n, reached, depth = level.size, gpujit.empty(1, "int32"), 0
    line("bfs_begin", n, level, source, n)
    while True:
        PROGRAM.clear(reached)
        line("bfs_step", n, start, neighbour, level, depth, reached, n)
        if not reached.numpy()[0]:
            return
        depth += 1


def k_means(points, centres, label, total, size, rounds):
    n, dims = points.shape
    for _ in range(rounds):
        PROGRAM.clear(total)
        PROGRAM.clear(size)
        line("k_means_assign", n, points, centres, label, total, size, n, dims, len(centres))
        line("k_means_centres", len(centres), centres, total, size, dims, len(centres))


def neighbours(train, queries, distance, index):
    line("neighbours", len(queries), train, queries, distance, index, *train.shape, len(queries), distance.shape[1])


def hillshade(z, dx, dy, light, out):
    plane("hillshade", z.shape, z, dx, dy, light, out, *z.shape)


def n_body(x, y, z, mass, fx, fy, fz):
    line("n_body", x.size, x, y, z, mass, fx, fy, fz, x.size)


def contacts(x, y, vx, vy, start, grain, radius, stiffness, dt, nx, ny, nvx, nvy, cells):
    line("contacts", x.size, x, y, vx, vy, start, grain, radius, stiffness, dt, nx, ny, nvx, nvy, cells, x.size)


def crc32(data, start, table, out):
    line("crc32", out.size, data, start, table, out, out.size)


VERSIONS = {function.__name__: function for function in (
    saxpy, black_scholes, mandelbrot, haversine, point_in_polygon, monte_carlo, total, dot, largest, argmax, prefix_sum,
    group_sums, binned_statistics, transpose, matvec_columns, matmul, small_solves, page_rank, bfs_levels, k_means,
    neighbours, hillshade, n_body, contacts, crc32)} | {
    "row_sums": rows("row_sums"), "row_softmax": rows("row_softmax"), "matvec_rows": rows("matvec_rows"),
    "histogram": histogram, "spmv": spmv, "heat_1d": steps(heat_1d), "heat_2d": steps(over_planes("jacobi")),
    "heat_3d": steps(over_planes("heat_3d")), "jacobi": over_planes("jacobi"), "blur": over_planes("blur"),
    "sobel": over_planes("sobel"), "median_filter": over_planes("median_filter")}
