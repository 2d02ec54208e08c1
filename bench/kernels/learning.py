# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Clusters and nearest neighbours."""

import numpy as np
from benchmark import Benchmark

from gpujit import gpujit
from neighbours import neighbours

F32 = np.float32


@gpujit
def k_means(points, centres, label, total, size, rounds):
    """Lloyd's algorithm, so many rounds."""
    n, dims = points.shape
    clusters = centres.shape[0]
    for _ in range(rounds):
        for i in range(n):
            least = F32(np.inf)
            best = 0
            for c in range(clusters):
                square = F32(0)
                for d in range(dims):
                    square += (points[i, d] - centres[c, d]) * (points[i, d] - centres[c, d])
                if square < least:
                    least = square
                    best = c
            label[i] = best
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


def k_means_reference(points, centres, label, total, size, rounds):
    clusters = len(centres)
    for _ in range(rounds):
        squares = np.stack([((points - c) ** 2).sum(1) for c in centres], 1)
        label[:] = squares.argmin(1)
        size[:] = np.bincount(label, minlength=clusters)
        for d in range(points.shape[1]):
            total[:, d] = np.bincount(label, points[:, d], clusters)
        full = size > 0
        centres[full] = total[full] / size[full, None]


def k_means_inputs(random, n, clusters, rounds):
    middle = random.random((clusters, 4), F32) * F32(100)
    points = (middle[random.integers(0, clusters, n)] + random.normal(size=(n, 4))).astype(F32)
    return (points, (middle + F32(0.3)).astype(F32), np.zeros(n, np.int32), np.zeros((clusters, 4), np.float64),
            np.zeros(clusters, np.int64), rounds)


def neighbours_inputs(random, n, queries, k):
    return (random.random((n, 64), F32), random.random((queries, 64), F32), np.zeros((queries, k), F32),
            np.zeros((queries, k), np.int32))


def neighbours_reference(train, queries, distance, index):
    count = distance.shape[1]
    a, b = queries.astype(np.float64), train.astype(np.float64)
    squares = (a**2).sum(1)[:, None] + (b**2).sum(1)[None] - 2 * a @ b.T
    near = np.argpartition(squares, count - 1, axis=1)[:, :count]
    values = np.take_along_axis(squares, near, 1)
    order = values.argsort(1)
    index[:] = np.take_along_axis(near, order, 1)
    distance[:] = np.take_along_axis(values, order, 1)


def recall(expected, found):
    """recall@k: the share of the true neighbours that were found."""
    return float(np.mean([np.isin(f, e).mean() for e, f in zip(expected[0], found[0], strict=True)]))


BENCHMARKS = [
    Benchmark(k_means, k_means_inputs, k_means_reference, (1, 2),
              ["sequential", "parallel", "reduction", "reduction", "parallel", "parallel", "atomic", "parallel", "parallel",
               "parallel"], (80, 4, 2), (2**16, 16, 4), (2**20, 16, 4), tolerance=1e-4),
    Benchmark(neighbours, neighbours_inputs, neighbours_reference, (3,),
              ["parallel", "parallel", "sequential", "reduction"], (80, 20, 5), (4096, 512, 5), (20000, 2000, 5),
              quality=recall, operations=lambda a: 3 * 64 * a[0].shape[0] * a[1].shape[0], unit="flop"),
]
