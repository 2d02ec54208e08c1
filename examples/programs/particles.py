# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Bodies that attract one another, and points that gather in clusters."""

import numpy as np
from program import Program

from gpujit import gpujit


@gpujit
def n_body(position, velocity, mass, dt, steps):
    """All pairs, leapfrog, softened; position and velocity are n by 3."""
    n = len(mass)
    force = np.empty((n, 3), np.float64)
    for _ in range(steps):
        for i in range(n):
            x, y, z = 0.0, 0.0, 0.0
            for j in range(n):
                dx = position[j, 0] - position[i, 0]
                dy = position[j, 1] - position[i, 1]
                dz = position[j, 2] - position[i, 2]
                square = dx * dx + dy * dy + dz * dz + 0.01
                weight = mass[j] / (square * np.sqrt(square))
                x += weight * dx
                y += weight * dy
                z += weight * dz
            force[i, 0] = x
            force[i, 1] = y
            force[i, 2] = z
        for i in range(n):
            for d in range(3):
                velocity[i, d] += dt * force[i, d]
                position[i, d] += dt * velocity[i, d]


def n_body_reference(position, velocity, mass, dt, steps):
    for _ in range(steps):
        apart = position[None] - position[:, None]
        weight = mass / ((apart**2).sum(2) + 0.01) ** 1.5
        velocity += dt * np.einsum("ij,ijd->id", weight, apart)
        position += dt * velocity


@gpujit
def k_means(points, centres, label, most):
    """Lloyd's algorithm until no point changes its cluster, or `most` times. Returns the number of rounds."""
    n, dims = points.shape
    clusters = centres.shape[0]
    total = np.empty((clusters, dims), np.float64)
    size = np.empty(clusters, np.int64)
    rounds = 0
    moved = 1
    while moved > 0 and rounds < most:
        moved = 0
        for i in range(n):
            nearest = 0
            least = np.inf
            for c in range(clusters):
                square = 0.0
                for d in range(dims):
                    square += (points[i, d] - centres[c, d]) ** 2
                if square < least:
                    least = square
                    nearest = c
            if label[i] != nearest:
                moved += 1
            label[i] = nearest
        for c in range(clusters):
            size[c] = 0
            for d in range(dims):
                total[c, d] = 0
        for i in range(n):
            size[label[i]] += 1
            for d in range(dims):
                total[label[i], d] += points[i, d]
        for c in range(clusters):
            if size[c] > 0:
                for d in range(dims):
                    centres[c, d] = total[c, d] / size[c]
        rounds += 1
    return rounds


def k_means_reference(points, centres, label, most):
    for rounds in range(1, most + 1):
        squares = ((points[:, None] - centres[None]) ** 2).sum(2)
        nearest = squares.argmin(1)
        moved = (nearest != label).any()
        label[:] = nearest
        for c in np.unique(label):
            centres[c] = points[label == c].mean(0)
        if not moved:
            return rounds
    return most


@gpujit
def masked_histogram(x, mask, low, high, bins):
    """Counts the values in [low, high) that the mask keeps."""
    for i in range(len(x)):
        if mask[i] and low <= x[i] < high:
            bins[int((x[i] - low) / (high - low) * len(bins))] += 1


def masked_histogram_reference(x, mask, low, high, bins):
    kept = x[mask & (x >= low) & (x < high)]
    bins += np.bincount(((kept - low) / (high - low) * len(bins)).astype(int), minlength=len(bins)).astype(bins.dtype)


def n_body_inputs(random, n, steps):
    return random.random((n, 3)), 0.1 * random.random((n, 3)), random.random(n) / n, 0.01, steps


def k_means_inputs(random, n, clusters):
    middle = random.random((clusters, 4)) * 10
    points = middle[random.integers(0, clusters, n)] + random.normal(size=(n, 4))
    return points, points[:clusters].copy(), np.full(n, -1), 20


def masked_histogram_inputs(random, n, bins):
    return random.normal(size=n), random.random(n) < 0.7, -2.0, 2.5, np.zeros(bins, np.int32)


PROGRAMS = [
    Program(n_body, n_body_inputs, n_body_reference, ["sequential", "parallel", "reduction", "parallel", "parallel"],
            (21, 3), (2048, 10), steps=lambda arguments: arguments[4]),
    Program(k_means, k_means_inputs, k_means_reference,
            ["reduction", "reduction", "reduction", "parallel", "parallel", "atomic", "parallel", "parallel", "parallel"],
            (80, 4), (2**18, 16)),
    Program(masked_histogram, masked_histogram_inputs, masked_histogram_reference, ["atomic"], (900, 16), (2**24, 256),
            tolerance=0),
]
