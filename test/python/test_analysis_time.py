# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How long the verdicts take. The bounds are loose, for machines that are busy; bench/analysis.py has the figures."""

import importlib.util

import pytest

from conftest import ROOT, compiled

pytestmark = compiled
SPEC = importlib.util.spec_from_file_location("analysis_bench", ROOT / "bench" / "analysis.py")
analysis = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(analysis)


def test_every_case_takes_little():
    times = analysis.case_times()
    slowest = max(times, key=times.get)
    print(f"slowest: {slowest}, {times[slowest]:.2f} ms")
    assert times[slowest] < 10


@pytest.mark.parametrize("shape", analysis.SHAPES)
def test_time_grows_with_the_number_of_statements(shape):
    times = analysis.growth(shape, (50, 500))
    print(times)
    assert times[500] < 30 * times[50]
    assert times[500] < 1000
