# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`gpujit.check`: conflicts, unset reads, accesses outside; and never a conflict in a loop that was called parallel."""

import copy
import json

import numpy as np
import pytest
from numpy.lib.stride_tricks import as_strided

import corpus
import gpujit
from conftest import compiled
from gpujit import check, prange
from loops import CASES

pytestmark = compiled


def first_line(fn) -> int:
    return fn.__code__.co_firstlineno


def scans(a):
    for i in prange(1, a.shape[0]):
        a[i] = a[i - 1] + 1


def test_a_dependent_prange_loop_is_a_problem():
    a = np.zeros(5)
    report = check(scans, a)
    assert not report and not a.any()
    loop, body = first_line(scans) + 1, first_line(scans) + 2
    assert report.problems == [
        f"line {loop}, the loop over 'i': its iterations are not independent, as prange says: iteration i = 2 reads a[1] "
        f"(line {body}), which iteration i = 1 wrote (line {body}); write range() instead"]
    conflict = report.loops[0].conflict
    assert conflict.element == (1,) and (conflict.first.iteration, conflict.second.iteration) == (1, 2)
    assert (conflict.first.kind, conflict.second.kind) == ("write", "read")
    assert report.loops[0].iterations == 4 and report.loops[0].conflicts == 3
    assert "test_checker.py" in str(report) and "a[i] = a[i - 1] + 1" in str(report)


def scatters(a, at):
    for i in prange(at.shape[0]):
        a[at[i]] = i


def test_what_prange_says_holds_for_these_arguments_only():
    assert check(scatters, np.zeros(5), np.array([3, 1, 2]))
    report = check(gpujit.gpujit(scatters), np.zeros(5), np.array([3, 1, 3]))
    assert "iteration i = 2 writes a[3]" in report.problems[0] and "iteration i = 0 wrote" in report.problems[0]


def shifts_down(a):
    for i in prange(a.shape[0] - 1):
        a[i] = a[i + 1]


def counts(h, ix):
    for i in prange(ix.shape[0]):
        h[ix[i]] += 1


def carries(a, x):
    s = x
    for i in prange(a.shape[0]):
        s = s * 0.5 + a[i]
    return s


def sums(a):
    s = 0.0
    for i in prange(a.shape[0]):
        s += a[i]
    return s


def test_other_prange_loops():
    assert check(sums, np.ones(4))
    assert "iteration i = 1 overwrites a[1]" in check(shifts_down, np.ones(4)).problems[0]
    assert "h[2]" in check(counts, np.zeros(3, np.int64), np.array([0, 2, 2])).problems[0]
    assert check(counts, np.zeros(3, np.int64), np.array([0, 2, 1]))
    assert "although prange says" in check(carries, np.ones(4), np.float64(1)).problems[0]


def in_steps(a, steps):
    for t in range(steps):
        for i in range(a.shape[0]):
            a[i] += t


def test_a_conflict_belongs_to_one_loop():
    report = check(in_steps, np.zeros(3), 2)
    assert report, "loops that weren't marked may meet"
    outer, inner = report.loops
    assert outer.conflict.sentence("t").startswith("iteration t = 1 reads a[0]")
    assert inner.conflict is None and inner.iterations == 6


def rows(a):
    for i in range(a.shape[0]):
        for j in prange(1, a.shape[1]):
            a[i, j] = a[i, j - 1]


def test_the_loops_around_are_named():
    problem = check(rows, np.zeros((2, 3))).problems[0]
    assert "i = 0, iteration j = 2 reads a[0, 1]" in problem


def reads_unset(a):
    for i in range(a.shape[0]):
        w = np.empty(2)
        w[0] = a[i]
        a[i] = w[0] + w[1]


def sets_first(a):
    for i in prange(a.shape[0]):
        w = np.empty(2)
        for k in range(2):
            w[k] = a[i]
        a[i] = w[0] + w[1]


def test_unset_elements():
    report = check(reads_unset, np.zeros(2))
    assert report.problems == [f"line {first_line(reads_unset) + 4}: w[1] is read before it has a value"]
    assert check(sets_first, np.zeros(2000))


def keeps_to_itself(a):
    w = np.zeros(2)
    for i in prange(a.shape[0]):
        w[0] = a[i]
        w[1] = w[0] + 1
        a[i] = w[1]


def looks_back(a):
    w = np.zeros(2)
    for i in prange(a.shape[0]):
        w[0] = a[i]
        a[i] = w[0] + w[1]
        w[1] = a[i]


def test_local_arrays_around_a_loop():
    """One that an iteration always sets first is its own; another one is shared."""
    assert check(keeps_to_itself, np.ones(4))
    assert "w[" in check(looks_back, np.ones(4)).problems[0]


def reads_outside(a, k):
    for i in range(a.shape[0]):
        a[i] = a[k]


def test_what_python_raises():
    report = check(reads_outside, np.zeros(3), 3)
    assert isinstance(report.error, IndexError) and "index 3 is out of bounds" in report.problems[0]
    assert report.loops[0].iterations == 1
    assert check(reads_outside, np.zeros(3), -1)


def copies(a, b):
    for i in prange(a.shape[0]):
        a[i] = b[i]


def test_arguments_that_share_memory():
    memory = np.arange(20.0)
    assert check(copies, memory[:10], memory[10:])
    assert check(copies, memory, memory)
    assert check(copies, memory[::2], memory[1::2])
    report = check(copies, memory[1:], memory[:-1])
    assert "reads b[1]" in report.problems[0] and "wrote as part of 'a'" in report.problems[0]
    assert check(copies, memory[:-1], memory[1:]).loops[0].conflict.first.kind == "read"
    assert not check(copies, memory.view(np.float32)[:20], memory[:20])
    assert (memory == np.arange(20.0)).all()


def test_a_written_array_that_overlaps_itself():
    twice = as_strided(np.zeros(4), (4,), (0,))
    assert "writes a[1]" in check(copies, twice, np.ones(4)).problems[0]


def _doubled(a, i):
    for k in range(2):
        a[i] += k
    return a[i]


def calls(a):
    for i in prange(a.shape[0]):
        if _doubled(a, i) < 0:
            return


def _first_above(a, x):
    for k in range(a.shape[0]):
        if a[k] > x:
            return k
    return 0


def leaves_callees(a, b):
    for i in prange(b.shape[0]):
        b[i] = _first_above(a, b[i])


def test_loops_of_callees():
    inner = check(leaves_callees, np.arange(4.0), np.array([0.5, 2.5, 9.0])).loops[1]
    assert inner.iterations == 2 + 4 + 4 and inner.conflict is None
    outer, inner = check(calls, np.zeros(3)).loops
    assert outer.conflict is None and inner.conflict is not None


def test_json():
    document = json.loads(check(scans, np.zeros(5)).to_json())
    assert document["clean"] is False and document["loops"][0]["conflict"]["element"] == [1]
    assert json.loads(check(reads_outside, np.zeros(3), 3).to_json())["error"]["exception"] == "IndexError"
    assert json.loads(check(reads_unset, np.zeros(3)).to_json())["unset"]["element"] == [1]


def test_wrong_arguments_raise_as_a_call_does():
    with pytest.raises(TypeError):
        check(scans, "text")
    with pytest.raises(TypeError):
        check(scans)


PROGRAMS = [(entry.fn, lambda entry=entry: corpus.arguments(entry.fn)) for entry in corpus.LOOPS]
PROGRAMS += [(case["fn"], lambda case=case: case["make"](np.random.default_rng(1))) for case in CASES]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program[0].__name__)
def test_parallel_loops_never_meet(program):
    """Of the corpus and the cases: what the compiler calls parallel has no conflict in a run."""
    fn, make = program
    args = make()
    before = copy.deepcopy(args)
    report = check(fn, *args)
    assert report.unset is None
    for loop in report.loops:
        assert loop.verdict in ("parallel", "reduction", "atomic", "sequential")
        assert loop.verdict != "parallel" or loop.conflict is None, str(report)
    for one, other in zip(args, before, strict=True):
        np.testing.assert_array_equal(one, other)
