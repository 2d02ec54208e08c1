# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The k nearest neighbours of each query among training samples, and their vote on its class."""

import numpy as np

from gpujit import gpujit


@gpujit
def neighbours(train, queries, distance, index):
    """For each query: squared distances and numbers of the nearest samples, nearest first; row k is the k-th nearest."""
    count = distance.shape[1]
    for q in range(queries.shape[0]):
        for k in range(count):
            distance[q, k] = np.inf
            index[q, k] = -1
        for t in range(train.shape[0]):
            d = 0.0
            for f in range(train.shape[1]):
                step = train[t, f] - queries[q, f]
                d += step * step
            k = count
            while k > 0 and d < distance[q, k - 1]:
                if k < count:
                    distance[q, k] = distance[q, k - 1]
                    index[q, k] = index[q, k - 1]
                k -= 1
            if k < count:
                distance[q, k] = d
                index[q, k] = t


@gpujit
def vote(index, labels, votes):
    """votes[q, c]: how many of a query's neighbours are of class c."""
    for q in range(index.shape[0]):
        for k in range(index.shape[1]):
            votes[q, labels[index[q, k]]] += 1


def reference(train, queries, count):
    """The distances in NumPy, sorted, in double precision."""
    a, b = queries.astype(np.float64), train.astype(np.float64)
    squares = (a**2).sum(1)[:, None] + (b**2).sum(1)[None] - 2 * a @ b.T
    return np.sort(squares, axis=1)[:, :count]
