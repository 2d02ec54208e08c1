# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops that are parallel if a condition on the arguments holds, and counter-examples with a call's own numbers."""

import warnings

import numpy as np
import pytest

import gpujit
from conftest import compiled
from gpujit._kernel import Specialisation
from gpujit._report import Report, numbers_of

pytestmark = compiled


def shifted(a, k):
    for i in range(k, a.shape[0]):
        a[i] = a[i - k] + 1


def from_an_argument(a, b, k):
    for i in range(k, a.shape[0]):
        a[i] = b[i - k]


def steps(a, k, n):
    for _ in range(n):
        for i in range(a.shape[0] - k):
            a[i] = a[i + k] * 0.5


@pytest.mark.parametrize("k, verdict", [(0, "parallel"), (3, "sequential"), (50, "parallel"), (51, "parallel"),
                                        (-1, "sequential")])
def test_verdict_of_a_call(k, verdict):
    loop = gpujit.gpujit(shifted).explain(np.zeros(100), k).loops[0]
    assert loop.verdict == verdict
    assert loop.condition == "(k <= 0 or 2 * k >= a.shape[0]) and k >= 0"
    assert loop.condition in loop.reason


def test_of_a_signature_the_condition_is_named():
    loop = gpujit.gpujit(from_an_argument).explain("f64[:], f64[:], int").loops[0]
    assert (loop.verdict, loop.condition, loop.mapping) == ("parallel", "k >= 0", "grid x")
    assert loop.reason.endswith(", if k >= 0")


@pytest.mark.parametrize("target", ["interpreter", "simulated"])
@pytest.mark.parametrize("k", [0, 1, 3, 49, 50, 51, 99, 100, 200])
def test_both_versions_are_right(target, k):
    for fn, extra in ((shifted, ()), (steps, (2,))):
        expected = np.arange(100.0)
        found = expected.copy()
        fn(expected, k, *extra)
        gpujit.gpujit(target=target)(fn)(found, k, *extra)
        np.testing.assert_array_equal(found, expected)


def test_negative_subscripts_take_the_ordered_version():
    b = np.arange(10.0)
    for k in (-3, -10):
        expected, found = np.zeros(5), np.zeros(5)
        from_an_argument(expected, b, k + 5)
        gpujit.gpujit(target="simulated")(from_an_argument)(found, b, k + 5)
        np.testing.assert_array_equal(found, expected)


def test_the_counter_example_has_the_numbers_of_the_call():
    reason = gpujit.gpujit(shifted).explain(np.zeros(100), 7).loops[0].reason
    assert "i = 7 and i = 14 meet in a[7]" in reason


def test_no_example_where_it_would_be_a_guess():
    reason = gpujit.gpujit(scatters).explain(np.zeros(4), np.zeros(4, np.int64)).loops[0].reason
    assert "meet in" not in reason


def scatters(a, ix):
    for i in range(ix.shape[0]):
        a[ix[i]] = i


@pytest.mark.parametrize("target", ["interpreter", "simulated"])
def test_require_refuses_the_calls_that_fail_a_condition(target):
    kernel = gpujit.gpujit(target=target, parallel="require")(from_an_argument)
    a, b = np.zeros(4), np.arange(4.0)
    kernel(a, b, 1)
    assert a.tolist() == [0, 0, 1, 2]
    for _ in range(2):
        with pytest.raises(gpujit.ParallelError, match="with these arguments: .*independent only if k >= 0") as error:
            kernel(a, b, -1)
        assert error.value.line == from_an_argument.__code__.co_firstlineno + 1
    kernel(a, b, 0)
    assert a.tolist() == [0, 1, 2, 3]


def test_a_call_that_fails_the_condition_warns_once():
    report = gpujit.gpujit(from_an_argument).explain("f64[:], f64[:], int")
    made = Specialisation.__new__(Specialisation)
    made.report = Report(report.name, report.file, report._document)
    made._is_conditional, made._requires_parallel = True, False
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        made._test_conditions([np.zeros(4), np.zeros(4), 0])
    assert made._is_conditional
    with pytest.warns(gpujit.PerformanceWarning, match="'i' of 'from_an_argument' runs in order: two iterations.*only if k"):
        made._test_conditions([np.zeros(4), np.zeros(4), -1])
    assert not made._is_conditional


def test_numbers():
    assert numbers_of([3, True, 2.5, np.zeros((2, 5)), np.int64(4), 2**70]) == [[3], [], [], [2, 5], [], []]
