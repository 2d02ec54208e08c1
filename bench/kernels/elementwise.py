# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every element by itself: from one operation an element to hundreds."""

import math

import numpy as np
from benchmark import Benchmark

from gpujit import gpujit

F32 = np.float32


@gpujit
def saxpy(a, x, y, out):
    for i in range(x.shape[0]):
        out[i] = a * x[i] + y[i]


def saxpy_reference(a, x, y, out):
    np.add(a * x, y, out=out)


def saxpy_inputs(random, n):
    return F32(2), random.random(n, F32), random.random(n, F32), np.zeros(n, F32)


@gpujit
def black_scholes(spot, strike, years, rate, volatility, call, put):
    """Prices of European options."""
    for i in range(spot.shape[0]):
        spread = volatility * math.sqrt(years[i])
        d1 = (math.log(spot[i] / strike[i]) + (rate + 0.5 * volatility * volatility) * years[i]) / spread
        d2 = d1 - spread
        n1 = 0.5 * math.erfc(-d1 / math.sqrt(2.0))
        n2 = 0.5 * math.erfc(-d2 / math.sqrt(2.0))
        discounted = strike[i] * math.exp(-rate * years[i])
        call[i] = spot[i] * n1 - discounted * n2
        put[i] = discounted * (1.0 - n2) - spot[i] * (1.0 - n1)


def black_scholes_reference(spot, strike, years, rate, volatility, call, put):
    from scipy.special import ndtr

    spread = volatility * np.sqrt(years)
    d1 = (np.log(spot / strike) + (rate + 0.5 * volatility**2) * years) / spread
    n1, n2 = ndtr(d1), ndtr(d1 - spread)
    discounted = strike * np.exp(-rate * years)
    call[:] = spot * n1 - discounted * n2
    put[:] = discounted * (1 - n2) - spot * (1 - n1)


def black_scholes_inputs(random, n):
    return (random.uniform(5, 30, n), random.uniform(1, 100, n), random.uniform(0.25, 10, n), 0.02, 0.3, np.zeros(n),
            np.zeros(n))


@gpujit
def mandelbrot(count, limit):
    h, w = count.shape
    for i in range(h):
        for j in range(w):
            cr = -2.0 + 3.0 * j / w
            ci = -1.5 + 3.0 * i / h
            zr = 0.0
            zi = 0.0
            k = 0
            while k < limit and zr * zr + zi * zi < 4.0:
                zr, zi = zr * zr - zi * zi + cr, 2.0 * zr * zi + ci
                k += 1
            count[i, j] = k


def mandelbrot_reference(count, limit):
    h, w = count.shape
    cr = (-2 + 3 * np.arange(w) / w)[None, :] + np.zeros((h, 1))
    ci = (-1.5 + 3 * np.arange(h) / h)[:, None] + np.zeros((1, w))
    zr, zi = np.zeros((h, w)), np.zeros((h, w))
    count[:] = 0
    for _ in range(limit):
        inside = zr * zr + zi * zi < 4
        count += inside
        zr, zi = np.where(inside, zr * zr - zi * zi + cr, zr), np.where(inside, 2 * zr * zi + ci, zi)


def same_counts(expected, found):
    """The share of equal counts; a fused multiply-add may move a few points on the edge, one in 10,000 at most."""
    same = float(np.mean(expected[0] == found[0]))
    return 1.0 if same >= 0.9999 else same


@gpujit
def haversine(lat, lon, out):
    """Great-circle distances in km between all pairs of places given in radians."""
    n = lat.shape[0]
    for i in range(n):
        for j in range(n):
            a = np.sin((lat[j] - lat[i]) * F32(0.5))
            b = np.sin((lon[j] - lon[i]) * F32(0.5))
            h = a * a + np.cos(lat[i]) * np.cos(lat[j]) * b * b
            out[i, j] = F32(12742) * np.arcsin(np.sqrt(min(h, F32(1))))


def haversine_reference(lat, lon, out):
    a = np.sin((lat[None, :] - lat[:, None]) * F32(0.5))
    b = np.sin((lon[None, :] - lon[:, None]) * F32(0.5))
    c = np.cos(lat)
    h = a * a + c[:, None] * c[None, :] * b * b
    out[:] = F32(12742) * np.arcsin(np.sqrt(np.minimum(h, F32(1))))


def haversine_inputs(random, n):
    return (random.uniform(-1.5, 1.5, n).astype(F32), random.uniform(-3, 3, n).astype(F32), np.zeros((n, n), F32))


@gpujit
def point_in_polygon(x, y, px, py, inside):
    """Whether a ray to the right crosses the polygon's edges an odd number of times."""
    corners = px.shape[0]
    for i in range(x.shape[0]):
        odd = False
        before = corners - 1
        for k in range(corners):
            crosses = (py[k] > y[i]) != (py[before] > y[i])
            if crosses and x[i] < (px[before] - px[k]) * (y[i] - py[k]) / (py[before] - py[k]) + px[k]:
                odd = not odd
            before = k
        inside[i] = odd


def point_in_polygon_reference(x, y, px, py, inside):
    inside[:] = False
    for k in range(len(px)):
        a, b = px[k - 1], py[k - 1]
        if b == py[k]:
            continue
        inside ^= ((py[k] > y) != (b > y)) & (x < (a - px[k]) * (y - py[k]) / (b - py[k]) + px[k])


def point_in_polygon_inputs(random, n, corners):
    angle = np.sort(random.uniform(0, 2 * np.pi, corners))
    radius = random.uniform(0.3, 1, corners)
    return (random.uniform(-1, 1, n), random.uniform(-1, 1, n), radius * np.cos(angle), radius * np.sin(angle),
            np.zeros(n, bool))


def mix(a, b):
    """A counter-based generator: a stateless hash of 32-bit words, three rounds of multiply and fold."""
    h = (a * 0x9E3779B1 + b * 0x85EBCA77) & 0xFFFFFFFF
    for _ in range(3):
        h = ((h ^ (h >> 15)) * 0x2C1B3C6D) & 0xFFFFFFFF
        h = ((h ^ (h >> 12)) * 0x297A2D39) & 0xFFFFFFFF
    return h ^ (h >> 16)


@gpujit
def monte_carlo(hits, draws, seed):
    """How many of each row's draws fall into the quarter circle; a draw depends on its number alone."""
    for i in range(hits.shape[0]):
        count = 0
        for k in range(draws):
            x = mix(i * draws + k, seed) / 4294967296.0
            y = mix(i * draws + k, seed + 1) / 4294967296.0
            if x * x + y * y < 1.0:
                count += 1
        hits[i] = count


def monte_carlo_reference(hits, draws, seed):
    def uniform(number, stream):
        mask = np.uint64(0xFFFFFFFF)
        h = (number * np.uint64(0x9E3779B1) + np.uint64(stream * 0x85EBCA77)) & mask
        for _ in range(3):
            h = ((h ^ (h >> np.uint64(15))) * np.uint64(0x2C1B3C6D)) & mask
            h = ((h ^ (h >> np.uint64(12))) * np.uint64(0x297A2D39)) & mask
        return (h ^ (h >> np.uint64(16))) / 4294967296.0

    number = np.arange(hits.size * draws, dtype=np.uint64)
    hits[:] = (uniform(number, seed) ** 2 + uniform(number, seed + 1) ** 2 < 1).reshape(-1, draws).sum(1)


BENCHMARKS = [
    Benchmark(saxpy, saxpy_inputs, saxpy_reference, (3,), ["parallel"], (1003,), (2**22,), (2**28,), tolerance=1e-6),
    Benchmark(black_scholes, black_scholes_inputs, black_scholes_reference, (5, 6), ["parallel"], (500,), (2**22,),
              (64_000_000,), tolerance=1e-12, operations=lambda a: a[0].size, unit="options"),
    Benchmark(mandelbrot, lambda random, n, limit: (np.zeros((n, n), np.int32), limit), mandelbrot_reference, (0,),
              ["parallel", "parallel"], (24, 30), (512, 200), (4096, 200), quality=same_counts,
              operations=lambda a: a[0].size, unit="points"),
    Benchmark(haversine, haversine_inputs, haversine_reference, (2,), ["parallel", "parallel"], (30,), (2048,), (16384,),
              tolerance=1e-3, operations=lambda a: a[2].size, unit="pairs"),
    Benchmark(point_in_polygon, point_in_polygon_inputs, point_in_polygon_reference, (4,), ["parallel", "sequential"],
              (300, 12), (2**18, 64), (2**24, 64), tolerance=0, operations=lambda a: a[0].size * a[2].size, unit="edges"),
    Benchmark(monte_carlo, lambda random, n, draws: (np.zeros(n, np.int64), draws, 7), monte_carlo_reference, (0,),
              ["parallel", "reduction"], (20, 50), (2**12, 256), (2**18, 1024), tolerance=0,
              operations=lambda a: a[0].size * a[1], unit="draws"),
]
