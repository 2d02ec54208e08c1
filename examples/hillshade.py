# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Slope and hillshade of an elevation model, after Horn (1981): heights and distances in metres."""

import math

import numpy as np

from gpujit import gpujit


@gpujit
def slope(z, dx, dy, out):
    """The steepness at each inner point, in degrees."""
    h, w = z.shape
    for i in range(1, h - 1):
        for j in range(1, w - 1):
            east = z[i - 1, j + 1] + 2 * z[i, j + 1] + z[i + 1, j + 1]
            west = z[i - 1, j - 1] + 2 * z[i, j - 1] + z[i + 1, j - 1]
            south = z[i + 1, j - 1] + 2 * z[i + 1, j] + z[i + 1, j + 1]
            north = z[i - 1, j - 1] + 2 * z[i - 1, j] + z[i - 1, j + 1]
            p = (east - west) / (8 * dx)
            q = (south - north) / (8 * dy)
            out[i, j] = math.atan(math.sqrt(p * p + q * q)) * (180 / math.pi)


@gpujit
def hillshade(z, dx, dy, light, out):
    """How bright each inner point is, 0 to 1, under light from the direction (east, south, up) of length 1."""
    h, w = z.shape
    for i in range(1, h - 1):
        for j in range(1, w - 1):
            east = z[i - 1, j + 1] + 2 * z[i, j + 1] + z[i + 1, j + 1]
            west = z[i - 1, j - 1] + 2 * z[i, j - 1] + z[i + 1, j - 1]
            south = z[i + 1, j - 1] + 2 * z[i + 1, j] + z[i + 1, j + 1]
            north = z[i - 1, j - 1] + 2 * z[i - 1, j] + z[i - 1, j + 1]
            p = (east - west) / (8 * dx)
            q = (south - north) / (8 * dy)
            shade = (light[2] - light[0] * p - light[1] * q) / math.sqrt(1 + p * p + q * q)
            out[i, j] = max(shade, 0.0)


def light_from(azimuth, altitude):
    """The direction of light from a compass bearing and a height above the horizon, both in degrees."""
    azimuth, altitude = math.radians(azimuth), math.radians(altitude)
    return np.array([math.sin(azimuth) * math.cos(altitude), -math.cos(azimuth) * math.cos(altitude),
                     math.sin(altitude)])


def _gradient(z, dx, dy):
    z = z.astype(np.float64)
    rows = z[:-2] + 2 * z[1:-1] + z[2:]
    columns = z[:, :-2] + 2 * z[:, 1:-1] + z[:, 2:]
    return (rows[:, 2:] - rows[:, :-2]) / (8 * dx), (columns[2:] - columns[:-2]) / (8 * dy)


def reference_slope(z, dx, dy):
    """`slope` in NumPy, in double precision."""
    out = np.zeros(z.shape)
    p, q = _gradient(z, dx, dy)
    out[1:-1, 1:-1] = np.degrees(np.arctan(np.hypot(p, q)))
    return out


def reference_hillshade(z, dx, dy, light):
    """`hillshade` in NumPy, in double precision."""
    out = np.zeros(z.shape)
    p, q = _gradient(z, dx, dy)
    out[1:-1, 1:-1] = np.maximum((light[2] - light[0] * p - light[1] * q) / np.sqrt(1 + p * p + q * q), 0)
    return out
