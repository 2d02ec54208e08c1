# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Graphs in compressed rows: ranks until they have converged, and levels of a breadth-first search."""

import numpy as np
from benchmark import Benchmark
from graphs import page_rank, page_rank_inputs, page_rank_reference

from gpujit import gpujit


@gpujit
def bfs_levels(start, neighbour, source, level, fresh):
    """Each node's distance from the source in edges, -1 where there is no way: all nodes of a level together. `fresh` has
    the next levels, so that no node sees what another one finds in the same round."""
    n = level.shape[0]
    for i in range(n):
        level[i] = -1
    level[source] = 0
    depth = 0
    reached = 1
    while reached > 0:
        reached = 0
        for i in range(n):
            fresh[i] = level[i]
            if level[i] == -1:
                near = False
                for k in range(start[i], start[i + 1]):
                    if level[neighbour[k]] == depth:
                        near = True
                        break
                if near:
                    fresh[i] = depth + 1
                    reached += 1
        for i in range(n):
            level[i] = fresh[i]
        depth += 1


def bfs_levels_reference(start, neighbour, source, level, fresh):
    target = np.repeat(np.arange(level.size), np.diff(start))
    level[:] = -1
    level[source] = 0
    for depth in range(level.size):
        near = target[(level[neighbour] == depth) & (level[target] == -1)]
        if not near.size:
            return
        level[near] = depth + 1


def bfs_inputs(random, n, degree):
    start = np.arange(n + 1, dtype=np.int32) * degree
    return start, random.integers(0, n, n * degree, np.int32), 0, np.zeros(n, np.int32), np.zeros(n, np.int32)


BENCHMARKS = [
    Benchmark(page_rank, page_rank_inputs, page_rank_reference, (3,),
              ["parallel", "reduction", "reduction", "reduction", "parallel"], (60,), (2**16,), (2**19,), tolerance=1e-9),
    Benchmark(bfs_levels, bfs_inputs, bfs_levels_reference, (3,), ["parallel", "reduction", "sequential", "parallel"],
              (80, 3), (2**16, 8), (2**20, 8), tolerance=0),
]
