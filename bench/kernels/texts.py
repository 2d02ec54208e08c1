# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Byte strings."""

import zlib

import numpy as np
from benchmark import Benchmark

from gpujit import gpujit


@gpujit
def crc32(data, start, table, out):
    """The CRC-32 of each of many strings, `data[start[i]:start[i + 1]]`."""
    for i in range(out.shape[0]):
        c = 0xFFFFFFFF
        for k in range(start[i], start[i + 1]):
            c = int(table[(c ^ int(data[k])) & 0xFF]) ^ (c >> 8)
        out[i] = c ^ 0xFFFFFFFF


def crc32_reference(data, start, table, out):
    view = memoryview(data)
    for i in range(len(out)):
        out[i] = zlib.crc32(view[start[i]:start[i + 1]])


def crc_table():
    table = np.arange(256, dtype=np.uint32)
    for _ in range(8):
        table = np.where(table & 1, (table >> 1) ^ np.uint32(0xEDB88320), table >> 1)
    return table


def crc32_inputs(random, n, mean):
    start = np.concatenate([[0], np.cumsum(random.integers(0, 2 * mean, n))]).astype(np.int64)
    return random.integers(0, 256, int(start[-1]), np.uint8), start, crc_table(), np.zeros(n, np.uint32)


BENCHMARKS = [
    Benchmark(crc32, crc32_inputs, crc32_reference, (3,), ["parallel", "sequential"], (40, 20), (2**15, 256), (2**20, 256),
              tolerance=0),
]
