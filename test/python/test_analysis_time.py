# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How long the verdicts take. What other processes take from it is no fault: slow ones are measured again."""

import importlib.util

import pytest

from conftest import ROOT, compiled

pytestmark = compiled
SPEC = importlib.util.spec_from_file_location("analysis_bench", ROOT / "bench" / "analysis.py")
analysis = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(analysis)


def test_every_case_takes_little():
    """At most 2 ms, the least of up to 200 compilations."""
    times = analysis.case_times()
    for case in analysis.cases():
        if times[case["name"]] > 2:
            times[case["name"]] = analysis.milliseconds(*analysis.call(case), repeats=200)
    slowest = max(times, key=times.get)
    print(f"slowest: {slowest}, {times[slowest]:.2f} ms")
    assert times[slowest] <= 2


@pytest.mark.parametrize("shape", analysis.SHAPES)
def test_time_grows_with_the_number_of_statements(shape):
    """Ten times the statements take at most twenty times as long, in the best of five attempts."""
    for _ in range(5):
        times = analysis.growth(shape, (50, 500))
        print(times)
        if times[500] < 20 * times[50]:
            break
    assert times[500] < 20 * times[50]


BUDGET = 1300  # milliseconds: 1000 of pyk-analyze-loops, 300 of pyk-prove-ranges


@pytest.mark.parametrize("shape", analysis.HARD)
def test_hard_proofs_stay_within_the_budget(shape):
    """What takes longer is given up: the loops are sequential, and say why."""
    time = analysis.hard_time(shape, 400)
    print(f"{shape}: {time:.0f} ms")
    assert time < 1.5 * BUDGET
