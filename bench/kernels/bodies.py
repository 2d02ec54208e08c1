# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Bodies that attract all others, and grains that push their neighbours away."""

import numpy as np
from benchmark import Benchmark

from gpujit import gpujit

F32 = np.float32


@gpujit(fp="fast")
def n_body(x, y, z, mass, fx, fy, fz):
    """Softened gravity between all pairs."""
    n = x.shape[0]
    for i in range(n):
        ax = F32(0)
        ay = F32(0)
        az = F32(0)
        for j in range(n):
            dx = x[j] - x[i]
            dy = y[j] - y[i]
            dz = z[j] - z[i]
            square = dx * dx + dy * dy + dz * dz + F32(0.01)
            inverse = F32(1) / np.sqrt(square)
            weight = mass[j] * inverse * inverse * inverse
            ax += weight * dx
            ay += weight * dy
            az += weight * dz
        fx[i] = ax
        fy[i] = ay
        fz[i] = az


def n_body_reference(x, y, z, mass, fx, fy, fz):
    for i in range(0, len(x), 256):  # in strips, to spare memory
        part = slice(i, i + 256)
        dx, dy, dz = x - x[part, None], y - y[part, None], z - z[part, None]
        weight = mass / (dx * dx + dy * dy + dz * dz + F32(0.01)) ** F32(1.5)
        fx[part], fy[part], fz[part] = (weight * dx).sum(1), (weight * dy).sum(1), (weight * dz).sum(1)


def n_body_inputs(random, n):
    return (*(random.random(n, F32) for _ in range(3)), (random.random(n, F32) / F32(n)).astype(F32),
            *(np.zeros(n, F32) for _ in range(3)))


@gpujit
def contacts(x, y, vx, vy, start, grain, radius, stiffness, dt, nx, ny, nvx, nvy, cells):
    """A step of grains in the unit square that push one another away where they overlap (a penalty force), each looking
    at the grains of its own cell and those around it; `grain[start[c]:start[c + 1]]` are those of cell c."""
    for i in range(x.shape[0]):
        fx = 0.0
        fy = 0.0
        cx = min(int(x[i] * cells), cells - 1)
        cy = min(int(y[i] * cells), cells - 1)
        for c in range(max(cy - 1, 0), min(cy + 2, cells)):
            for d in range(max(cx - 1, 0), min(cx + 2, cells)):
                for k in range(start[c * cells + d], start[c * cells + d + 1]):
                    j = grain[k]
                    dx = x[i] - x[j]
                    dy = y[i] - y[j]
                    apart = np.sqrt(dx * dx + dy * dy)
                    if apart > 0 and apart < 2 * radius:
                        push = stiffness * (2 * radius - apart) / apart
                        fx += push * dx
                        fy += push * dy
        nvx[i] = vx[i] + dt * fx
        nvy[i] = vy[i] + dt * (fy - 9.81)
        nx[i] = x[i] + dt * nvx[i]
        ny[i] = y[i] + dt * nvy[i]


def contacts_reference(x, y, vx, vy, start, grain, radius, stiffness, dt, nx, ny, nvx, nvy, cells):
    from scipy.spatial import cKDTree

    points = np.stack([x, y], 1)
    pairs = cKDTree(points).query_pairs(2 * radius, output_type="ndarray")
    i, j = np.concatenate([pairs, pairs[:, ::-1]]).T
    dx, dy = x[i] - x[j], y[i] - y[j]
    apart = np.hypot(dx, dy)
    push = stiffness * (2 * radius - apart) / apart
    nvx[:] = vx + dt * np.bincount(i, push * dx, x.size)
    nvy[:] = vy + dt * (np.bincount(i, push * dy, x.size) - 9.81)
    nx[:] = x + dt * nvx
    ny[:] = y + dt * nvy


def contacts_inputs(random, n):
    cells = max(int(np.sqrt(n / 2)), 1)
    x, y = random.random(n), random.random(n)
    cell = np.minimum((y * cells).astype(int), cells - 1) * cells + np.minimum((x * cells).astype(int), cells - 1)
    start = np.concatenate([[0], np.cumsum(np.bincount(cell, minlength=cells * cells))]).astype(np.int32)
    order = np.argsort(cell, kind="stable").astype(np.int32)
    return (x, y, random.normal(size=n), random.normal(size=n), start, order, 0.45 / cells, 1000.0, 1e-4,
            *(np.zeros(n) for _ in range(4)), cells)


BENCHMARKS = [
    Benchmark(n_body, n_body_inputs, n_body_reference, (4, 5, 6), ["parallel", "reduction"], (50,), (2048,), (65536,),
              tolerance=1e-4, operations=lambda a: a[0].size ** 2, unit="interactions"),
    Benchmark(contacts, contacts_inputs, contacts_reference, (9, 10, 11, 12),
              ["parallel", "reduction", "reduction", "reduction"], (60,), (2**16,), (2**20,), tolerance=1e-9,
              operations=lambda a: a[0].size, unit="grains"),
]
