# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""gpujit fuzz: programs are made again from their seeds, faults and dead processes are findings, findings get small."""

import collections
import os
import signal
import time

import numpy as np
import pytest

from conftest import compiled
from gpujit._fuzz import _check, _generator, _run, _shrink

# GPUJIT_FUZZ=2000 is a longer run.
COUNT = int(os.environ.get("GPUJIT_FUZZ", "10"))


def test_a_seed_is_a_program():
    one, other = _generator.Generator(7), _generator.Generator(7)
    assert one.source == other.source != _generator.Generator(8).source
    for a, b in zip(one.arguments(), other.arguments(), strict=True):
        assert np.array_equal(a, b)


def test_python_runs_every_program():
    raised = collections.Counter()
    for seed in range(300):
        program = _generator.Generator(seed)
        function = _check.load(program.source, f"<program {seed}>")
        raised[_check.run(function, program.arguments())[0]] += 1
    assert set(raised) <= {None, IndexError, OverflowError, ZeroDivisionError, UnboundLocalError, ValueError}
    assert raised[None] > 150, raised


def test_every_feature_is_made():
    before = _generator.FEATURES.copy()
    for seed in range(300):
        _generator.Generator(seed)
    made = _generator.FEATURES - before
    wanted = {*_run._EXPECTED, *(f"dtype {name}" for name in (*_generator.INTS, *_generator.FLOATS, "bool"))}
    assert not wanted - set(made)


@compiled
@pytest.mark.parametrize("target", ["interpreter", "simulated"])
def test_programs_agree(target):
    for seed in range(1000, 1000 + COUNT):
        outcomes, findings = _run.check_seed(seed, [target])
        assert not findings, findings[0]
        assert outcomes.total() == 1


PLANTED = """def kernel(a, n):
    for i in range(n):
        a[i] = a[i] + 1
        if i > 3:
            a[i] = a[i] * 2
        a[i] = a[i] - 8 // 3
"""


@compiled
def test_another_answer_is_a_finding(monkeypatch):
    class Faulty(_check.Kernel):
        def __call__(self, a, n):
            super().__call__(a, n)
            a[2] += 1

    def arguments():
        return [np.arange(7.0), 7]

    assert _check.compare(PLANTED, "<kernel>", arguments, "interpreter").status == "same"
    monkeypatch.setattr(_check, "Kernel", Faulty)
    outcome = _check.compare(PLANTED, "<kernel>", arguments, "interpreter")
    assert outcome.status == "different"
    assert "argument 0 at (2,)" in outcome.text


def test_another_exception_is_a_finding(monkeypatch):
    class Raising:
        def __init__(self, *_):
            pass

        def __call__(self, *_):
            raise IndexError("none")

    monkeypatch.setattr(_check, "Kernel", Raising)
    outcome = _check.compare(PLANTED, "<kernel>", lambda: [np.arange(7.0), 7], "interpreter")
    assert outcome.status == "different"
    assert "Python: no exception" in outcome.text
    assert "interpreter: IndexError" in outcome.text


def test_elements_are_compared_bit_for_bit():
    assert not _check._equal(np.array([0.0]), np.array([-0.0]))
    assert _check._equal(np.array([np.nan]), np.array([-np.nan]))
    assert not _check._equal(np.array([1, 2]), np.array([1, 3]))


def test_a_finding_gets_small():
    small = _shrink.shrink(PLANTED, lambda text: "//" in text and "for" in text)
    assert small == "def kernel(a, n):\n    for i in range(n):\n        a[i] = a[i] - 8 // 3\n"


def dies(seeds, targets, fp, deadline, current, results):
    """In place of _run._work: dies at seed 3."""
    for seed in seeds:
        current.value = seed
        if seed == 3:
            os.kill(os.getpid(), signal.SIGSEGV)
        results.send((seed, collections.Counter(same=1), []))


def test_a_process_that_dies_is_a_finding(monkeypatch):
    monkeypatch.setattr(_run, "_work", dies)
    tally = _run.fuzz(0, 6, ["interpreter"], jobs=1, progress=False)
    [finding] = tally.findings
    assert (finding.seed, finding.target) == (3, "process")
    assert finding.source == _generator.Generator(3).source
    assert tally.outcomes["same"] == 5


def test_time_is_a_budget():
    start = time.monotonic()
    tally = _run.fuzz(0, 100000, ["interpreter"], jobs=1, seconds=0.1, progress=False)
    assert tally.outcomes.total() < 100
    assert time.monotonic() - start < 60
