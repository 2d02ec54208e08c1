# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Flow in a square cavity whose lid moves: the Navier-Stokes equations with a loop for the pressure in each step."""

import numpy as np
from program import Program

from gpujit import gpujit


@gpujit
def cavity(u, v, p, steps, sweeps, d, dt, rho, nu):
    """`u`, `v`: velocities, `p`: pressure, on an n by n grid of spacing `d`; row n - 1 is the lid, which moves with
    velocity 1."""
    n = u.shape[0]
    b = np.zeros((n, n), np.float64)
    before_u = np.zeros((n, n), np.float64)
    before_v = np.zeros((n, n), np.float64)
    before_p = np.zeros((n, n), np.float64)
    for _ in range(steps):
        for i in range(n):
            for j in range(n):
                before_u[i, j] = u[i, j]
                before_v[i, j] = v[i, j]
        for i in range(1, n - 1):
            for j in range(1, n - 1):
                ux = (u[i, j + 1] - u[i, j - 1]) / (2 * d)
                uy = (u[i + 1, j] - u[i - 1, j]) / (2 * d)
                vx = (v[i, j + 1] - v[i, j - 1]) / (2 * d)
                vy = (v[i + 1, j] - v[i - 1, j]) / (2 * d)
                b[i, j] = rho * ((ux + vy) / dt - ux * ux - 2 * uy * vx - vy * vy)
        for _ in range(sweeps):
            for i in range(n):
                for j in range(n):
                    before_p[i, j] = p[i, j]
            for i in range(1, n - 1):
                for j in range(1, n - 1):
                    p[i, j] = (before_p[i, j + 1] + before_p[i, j - 1] + before_p[i + 1, j] + before_p[i - 1, j]
                               - d * d * b[i, j]) / 4
            for i in range(n):
                p[i, n - 1] = p[i, n - 2]
                p[i, 0] = p[i, 1]
            for j in range(n):
                p[0, j] = p[1, j]
                p[n - 1, j] = 0
        for i in range(1, n - 1):
            for j in range(1, n - 1):
                here_u, here_v = before_u[i, j], before_v[i, j]
                u[i, j] = (here_u - here_u * dt / d * (here_u - before_u[i, j - 1])
                           - here_v * dt / d * (here_u - before_u[i - 1, j])
                           - dt / (2 * rho * d) * (p[i, j + 1] - p[i, j - 1])
                           + nu * dt / d**2 * (before_u[i, j + 1] + before_u[i, j - 1] + before_u[i + 1, j]
                                               + before_u[i - 1, j] - 4 * here_u))
                v[i, j] = (here_v - here_u * dt / d * (here_v - before_v[i, j - 1])
                           - here_v * dt / d * (here_v - before_v[i - 1, j])
                           - dt / (2 * rho * d) * (p[i + 1, j] - p[i - 1, j])
                           + nu * dt / d**2 * (before_v[i, j + 1] + before_v[i, j - 1] + before_v[i + 1, j]
                                               + before_v[i - 1, j] - 4 * here_v))
        for i in range(n):
            u[i, 0] = u[i, n - 1] = v[i, 0] = v[i, n - 1] = 0
        for j in range(n):
            u[0, j] = v[0, j] = v[n - 1, j] = 0
            u[n - 1, j] = 1


def around(a):
    """The neighbours of the inner points: east, west, north, south."""
    return a[1:-1, 2:], a[1:-1, :-2], a[2:, 1:-1], a[:-2, 1:-1]


def cavity_reference(u, v, p, steps, sweeps, d, dt, rho, nu):
    inside = (slice(1, -1), slice(1, -1))
    b = np.zeros_like(p)
    for _ in range(steps):
        (ue, uw, un, us), (ve, vw, vn, vs) = around(u), around(v)
        ux, uy, vx, vy = (ue - uw) / (2 * d), (un - us) / (2 * d), (ve - vw) / (2 * d), (vn - vs) / (2 * d)
        b[inside] = rho * ((ux + vy) / dt - ux**2 - 2 * uy * vx - vy**2)
        for _ in range(sweeps):
            p[inside] = (sum(around(p)) - d**2 * b[inside]) / 4
            p[:, -1], p[:, 0] = p[:, -2], p[:, 1].copy()
            p[0], p[-1] = p[1], 0
        (pe, pw, pn, ps), cu, cv = around(p), u[inside], v[inside]
        new = [c - cu * dt / d * (c - w) - cv * dt / d * (c - s) - dt / (2 * rho * d) * grad
               + nu * dt / d**2 * (e + w + n + s - 4 * c)
               for c, (e, w, n, s), grad in ((cu, around(u), pe - pw), (cv, around(v), pn - ps))]
        u[inside], v[inside] = new
        for a in (u, v):
            a[0] = a[-1] = a[:, 0] = a[:, -1] = 0
        u[-1] = 1


def cavity_inputs(random, n, steps, sweeps):
    u, v, p = 0.1 * random.random((3, n, n))
    return u, v, p, steps, sweeps, 2 / (n - 1), 0.2 / n**2, 1.0, 0.1


PROGRAMS = [
    Program(cavity, cavity_inputs, cavity_reference,
            ["sequential", "parallel", "parallel", "parallel", "parallel", "sequential", "parallel", "parallel", "parallel",
             "parallel", "parallel", "parallel", "parallel", "parallel", "parallel", "parallel"],
            (9, 2, 3), (512, 10, 20), steps=lambda arguments: arguments[3]),
]
