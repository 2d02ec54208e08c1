# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shortest paths between all nodes, and PageRank until it has converged."""

import numpy as np
from program import Program

from gpujit import gpujit


@gpujit
def floyd_warshall(distance):
    """All shortest paths, in place. Row k and column k are set aside: step k reads them while it writes everything."""
    n = distance.shape[0]
    to = np.empty(n, np.float64)
    come = np.empty(n, np.float64)
    for k in range(n):
        for i in range(n):
            come[i] = distance[i, k]
            to[i] = distance[k, i]
        for i in range(n):
            for j in range(n):
                distance[i, j] = min(distance[i, j], come[i] + to[j])


@gpujit
def floyd_warshall_in_place(distance):
    """The same in textbook form, where nothing says that step k leaves row k and column k as they are."""
    n = distance.shape[0]
    for k in range(n):
        for i in range(n):
            for j in range(n):
                distance[i, j] = min(distance[i, j], distance[i, k] + distance[k, j])


def floyd_warshall_reference(distance):
    for k in range(len(distance)):
        np.minimum(distance, np.add.outer(distance[:, k].copy(), distance[k].copy()), out=distance)


@gpujit
def page_rank(start, source, degree, rank, fresh, damping, tolerance):
    """Ranks of pages; `source[start[i]:start[i + 1]]` are those that link to page i. Returns the number of iterations."""
    n = len(rank)
    for i in range(n):
        rank[i] = 1 / n
    count = 0
    change = 1.0
    while change > tolerance:
        lost = 0.0
        for i in range(n):
            if degree[i] == 0:
                lost += rank[i]
        change = 0.0
        for i in range(n):
            s = 0.0
            for k in range(start[i], start[i + 1]):
                s += rank[source[k]] / degree[source[k]]
            fresh[i] = (1 - damping) / n + damping * (s + lost / n)
            change += abs(fresh[i] - rank[i])
        for i in range(n):
            rank[i] = fresh[i]
        count += 1
    return count


def page_rank_reference(start, source, degree, rank, fresh, damping, tolerance):
    n = len(rank)
    target = np.repeat(np.arange(n), np.diff(start))
    rank[:] = 1 / n
    for count in range(1, 1000):
        flow = np.bincount(target, rank[source] / degree[source], n)
        fresh[:] = (1 - damping) / n + damping * (flow + rank[degree == 0].sum() / n)
        change = np.abs(fresh - rank).sum()
        rank[:] = fresh
        if change <= tolerance:
            return count
    return None


def floyd_warshall_inputs(random, n):
    distance = random.random((n, n)) ** 3 * 100
    np.fill_diagonal(distance, 0)
    return (distance,)


def page_rank_inputs(random, n):
    count = random.integers(0, 12, n)
    start = np.concatenate([[0], np.cumsum(count)])
    source = random.integers(0, n - n // 20 - 1, start[-1])
    return (start, source, np.bincount(source, minlength=n), np.zeros(n), np.zeros(n), 0.85, 1e-6)


PROGRAMS = [
    Program(floyd_warshall, floyd_warshall_inputs, floyd_warshall_reference,
            ["sequential", "parallel", "parallel", "parallel"], (14,), (512,), tolerance=0,
            steps=lambda arguments: len(arguments[0])),
    Program(floyd_warshall_in_place, floyd_warshall_inputs, floyd_warshall_reference,
            ["sequential", "sequential", "sequential"], (14,), (96,), tolerance=0,
            steps=lambda arguments: len(arguments[0])),
    Program(page_rank, page_rank_inputs, page_rank_reference,
            ["parallel", "reduction", "reduction", "reduction", "parallel"], (60,), (2**19,)),
]
