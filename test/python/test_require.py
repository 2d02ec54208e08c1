# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`parallel="require"`: which loops that run in order it refuses."""

import numpy as np
import pytest

import gpujit
from conftest import compiled

pytestmark = compiled


def in_time_steps(a, b, steps):
    for _ in range(steps):
        for i in range(a.shape[0]):
            b[i] = a[i]


def recurrence_in_each_row(a):
    for i in range(a.shape[0]):
        for j in range(1, a.shape[1]):
            a[i, j] = a[i, j - 1]


def test_a_loop_in_order_inside_a_parallel_one_is_accepted():
    gpujit.gpujit(target="interpreter", parallel="require")(recurrence_in_each_row)(np.zeros((3, 4)))


def test_a_loop_in_order_around_parallel_ones_is_refused():
    with pytest.raises(gpujit.ParallelError, match="the loop over '_' can't run in parallel") as error:
        gpujit.gpujit(target="interpreter", parallel="require")(in_time_steps)(np.zeros(3), np.zeros(3), 2)
    assert error.value.line == in_time_steps.__code__.co_firstlineno + 1
