# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reductions and histograms against Python, in every spelling: small whole numbers, so that no order rounds; NaN, ties and
zeros of both signs where the order must not be seen."""

import warnings

import numpy as np
import pytest

import gpujit
from conftest import compiled, define

pytestmark = compiled

TARGETS = ["interpreter", "simulated", pytest.param("cuda", marks=pytest.mark.gpu)]
DTYPES = ["int8", "uint8", "int32", "uint32", "int64", "uint64", "float32", "float64"]
SIZES = [0, 1, 31, 33, 256, 257, 1025]


def sums(a, out):
    s = out[0]
    d = out[1]
    for i in range(a.shape[0]):
        s += a[i]
        d = d - a[i]
    out[0] = s
    out[1] = d


def product(a, out):
    p = out[0]
    for i in range(a.shape[0]):
        p *= a[i] % 3 - 1
    out[0] = p


def by_if(a, out):
    lo = out[0]
    hi = out[1]
    for i in range(a.shape[0]):
        if a[i] < lo:
            lo = a[i]
        if hi <= a[i]:
            hi = a[i]
    out[0] = lo
    out[1] = hi


def by_builtin(a, out):
    lo = out[0]
    hi = out[1]
    for i in range(a.shape[0]):
        lo = min(lo, a[i])
        hi = max(hi, a[i])
    out[0] = lo
    out[1] = hi


def by_builtin_from_the_right(a, out):
    lo = out[0]
    hi = out[1]
    for i in range(a.shape[0]):
        lo = min(a[i], lo)
        hi = max(a[i], hi)
    out[0] = lo
    out[1] = hi


def by_numpy(a, out):
    lo = out[0]
    hi = out[1]
    for i in range(a.shape[0]):
        lo = np.minimum(lo, a[i])
        hi = np.maximum(a[i], hi)
    out[0] = lo
    out[1] = hi


def arguments_of_extremes(a, out):
    lo = out[0]
    hi = out[0]
    first = -1
    last = -1
    for i in range(a.shape[0]):
        if a[i] < lo:
            lo = a[i]
            first = i
        if hi < a[i]:
            hi = a[i]
            last = i
    out[0] = first
    out[1] = last


def conditional(a, out):
    n = 0
    s = out[0]
    for i in range(a.shape[0]):
        if a[i] > 2:
            n += 1
            s += a[i]
        elif a[i] == 1:
            n += 2
    out[0] = s
    out[1] = n


def into_elements(a, out):
    for i in range(a.shape[0]):
        out[0] += a[i]
        out[1] = max(out[1], a[i])


def nested(a, out):
    s = out[0]
    for i in range(0, a.shape[0], 16):
        t = a[i]
        for j in range(i, min(i + 16, a.shape[0])):
            t += a[j]
            s += 1
        if t > 3:
            s += t
    out[0] = s


def backwards(a, out):
    s = out[0]
    for i in range(a.shape[0] - 1, -1, -2):
        s += a[i]
    out[0] = s


def by_choice(a, out):
    lo = out[0]
    hi = out[1]
    for i in range(a.shape[0]):
        lo = a[i] if a[i] < lo else lo
        hi = hi if hi >= a[i] else a[i]
    out[0] = lo
    out[1] = hi


def by_negation(a, out):
    lo = out[0]
    hi = out[1]
    for i in range(a.shape[0]):
        if not a[i] >= lo:
            lo = a[i]
        if not hi > a[i]:
            hi = a[i]
    out[0] = lo
    out[1] = hi


def of_two(a, out):
    lo = out[0]
    hi = out[1]
    for i in range(a.shape[0] - 1):
        lo = np.minimum(np.minimum(lo, a[i]), a[i + 1])
        hi = max(max(hi, a[i + 1]), a[i])
    out[0] = lo
    out[1] = hi


def arguments_of_last_extremes(a, out):
    lo = out[0]
    hi = out[0]
    first = -1
    last = -1
    for i in range(a.shape[0] - 1, -1, -1):
        if a[i] <= lo:
            lo = a[i]
            first = i
        if not a[i] < hi:
            hi = a[i]
            last = i
    out[0] = first
    out[1] = last


def places_looked_up(a, out):
    first = 0
    last = 0
    for i in range(a.shape[0]):
        if a[i] < a[first]:
            first = i
        if a[i] >= a[last]:
            last = i
    out[0] = first
    out[1] = last


def places_in_a_table(a, out):
    hi = out[0]
    row = -1
    column = -1
    for i in range(a.shape[0] // 4):
        for j in range(4):
            if a[4 * i + j] > hi:
                hi = a[4 * i + j]
                row = i
                column = j
    out[0] = row
    out[1] = column


def extremes_of_a_table(a, out):
    lo = out[0]
    hi = out[1]
    for i in range(a.shape[0] // 4):
        for j in range(4):
            lo = min(a[4 * i + j], lo)
            hi = max(hi, a[4 * i + j])
    out[0] = lo
    out[1] = hi


def last_values(a, out):
    last = out[0]
    at = -1
    for i in range(a.shape[0]):
        last = a[i]
        if a[i] > 1:
            at = i
    out[0] = last
    out[1] = at


def any_and_all(a, out):
    found = False
    every = True
    some = False
    for i in range(a.shape[0]):
        if a[i] > 3:
            found = True
        every = every and a[i] < 4
        some = some or a[i] == 4
    out[0] = found
    out[1] = 2 * every + some


def sum_by_choice(a, out):
    s = out[0]
    n = 0
    for i in range(a.shape[0]):
        s = s + a[i] if a[i] > 2 else s
        n = n if a[i] > 2 else n + 1
    out[0] = s
    out[1] = n


KERNELS = [places_looked_up, sums, product, by_if,
           by_builtin, by_builtin_from_the_right, by_numpy, by_choice, by_negation, of_two,
           arguments_of_extremes, arguments_of_last_extremes, places_in_a_table, extremes_of_a_table, last_values,
           any_and_all, sum_by_choice, conditional, into_elements, nested, backwards]
COUNTING = {places_looked_up,
            arguments_of_extremes, arguments_of_last_extremes, places_in_a_table, last_values, any_and_all, sum_by_choice,
            conditional}


def same(expected, found):
    zeros = np.signbit(expected) == np.signbit(found) if expected.dtype.kind == "f" else True
    return np.array_equal(expected, found, equal_nan=expected.dtype.kind == "f") and np.all(zeros | np.isnan(expected))


def compare(kernel, target, *arguments):
    expected, found = ([x.copy() if isinstance(x, np.ndarray) else x for x in arguments] for _ in range(2))
    with np.errstate(all="ignore"):
        kernel(*expected)
    gpujit.gpujit(target=target)(kernel)(*found)
    for e, f in zip(expected, found, strict=True):
        assert not isinstance(e, np.ndarray) or same(e, f), f"expected {e}, found {f}"


# An index or a count has to fit the element that it is stored in.
WIDE = [dtype for dtype in DTYPES if not dtype.startswith("uint") and dtype != "int8"]
COMBINATIONS = [(kernel, dtype) for kernel in KERNELS
                for dtype in (WIDE if kernel in COUNTING else DTYPES)]


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda k: k.__name__)
def test_every_spelling_runs_on_the_grid(kernel):
    for dtype in ("int32", "float32"):
        report = gpujit.gpujit(kernel).explain(np.zeros(9, dtype), np.zeros(2, dtype))
        assert {loop.verdict for loop in report.loops} == {"reduction"}
        assert report.loops[0].mapping == "grid reduction", report


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("kernel, dtype", COMBINATIONS, ids=lambda x: getattr(x, "__name__", x))
def test_whole_numbers(kernel, dtype, target):
    random = np.random.default_rng(0)
    for size in SIZES:
        compare(kernel, target, random.integers(0, 5, size).astype(dtype), np.array([2, 1], dtype))


EXTREMES = [places_looked_up, by_if,
            by_builtin, by_builtin_from_the_right, by_numpy, by_choice, by_negation, of_two, arguments_of_extremes,
            arguments_of_last_extremes, places_in_a_table, extremes_of_a_table, last_values]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("start", [0.0, -0.0, 1.0, np.nan, np.inf])
@pytest.mark.parametrize("kernel", EXTREMES, ids=lambda k: k.__name__)
def test_special_values(kernel, start, target):
    """NaN, ties and zeros as in the order that was written, wherever they stand."""
    random = np.random.default_rng(1)
    for size in (1, 5, 257, 1025):
        for values in ([0.0, -0.0], [0.0, -0.0, np.nan], [1.0, 2.0, np.nan], [np.inf, -np.inf, np.nan, 0.0], [np.inf]):
            compare(kernel, target, random.choice(np.array(values), size), np.full(2, start))


def any_and_parity(a, out):
    most = out[0]
    least = out[1]
    odd = out[2]
    for i in range(a.shape[0]):
        most |= a[i]
        least &= a[i]
        odd ^= a[i]
    out[0] = most
    out[1] = least
    out[2] = odd


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("dtype", ["bool", "int16", "uint32", "int64"])
def test_bits(dtype, target):
    random = np.random.default_rng(2)
    for size in SIZES:
        compare(any_and_parity, target, random.integers(0, 99, size).astype(dtype), np.array([0, 1, 1]).astype(dtype))


def count(k, bins):
    for i in range(k.shape[0]):
        bins[k[i]] += 1


def weigh(k, w, bins):
    for i in range(k.shape[0]):
        bins[k[i]] += w[i]


def greatest(k, w, bins):
    for i in range(k.shape[0]):
        bins[k[i]] = max(bins[k[i]], w[i])


def greatest_by_if(k, w, bins):
    for i in range(k.shape[0]):
        if w[i] > bins[k[i]]:
            bins[k[i]] = w[i]


def least_by_if(k, w, bins):
    for i in range(k.shape[0]):
        if bins[k[i]] > w[i]:
            bins[k[i]] = w[i]


def multiply(k, w, bins):
    for i in range(k.shape[0]):
        bins[k[i]] *= w[i] % 2 + 1


def toggle(k, w, bins):
    for i in range(k.shape[0]):
        bins[k[i]] ^= w[i]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("dtype", [*DTYPES, "int16", "uint16"])
@pytest.mark.parametrize("kernel", [count, weigh, greatest, greatest_by_if, least_by_if, multiply, toggle],
                         ids=lambda k: k.__name__)
def test_histograms(kernel, dtype, target):
    if kernel is toggle and dtype.startswith("float"):
        return  # Python refuses ^ of floats
    random = np.random.default_rng(3)
    for size, bins in ((0, 3), (1, 1), (1000, 7), (3000, 5000)):
        arguments = [random.integers(-bins, bins, size)]
        if kernel is not count:
            arguments.append(random.integers(0, 3, size).astype(dtype))
        compare(kernel, target, *arguments, np.ones(bins, dtype))


@pytest.mark.gpu
@pytest.mark.parametrize("dtype", ["int32", "uint32", "int64", "float32", "float64"])
def test_copies_in_shared_memory(dtype):
    """Enough iterations for each block to have a copy of the bins; some bins too many to be copied."""
    random = np.random.default_rng(6)
    for bins in (1, 256, 3000, 20000):
        k = random.integers(0, bins, 100_000)
        w = random.integers(0, 3, k.size).astype(dtype)
        found = np.ones(bins, dtype)
        gpujit.gpujit(target="cuda")(weigh)(k, w, found)
        assert np.array_equal(found, 1 + np.bincount(k, w, bins).astype(dtype))
        found = np.ones(bins, dtype)
        gpujit.gpujit(target="cuda")(greatest)(k, w, found)
        expected = np.ones(bins, dtype)
        np.maximum.at(expected, k, w)
        assert np.array_equal(found, expected)


def test_updates_by_comparison_run_on_the_grid():
    for kernel in (greatest, greatest_by_if, least_by_if):
        report = gpujit.gpujit(kernel).explain(np.zeros(5, np.int64), np.zeros(5), np.zeros(3))
        assert report.loops[0].verdict == "atomic" and report.loops[0].mapping == "grid x", report


def forgets(k, w, bins):
    for i in range(k.shape[0]):
        bins[k[i]] = min(w[i], bins[k[i]])


@pytest.mark.parametrize("target", TARGETS)
def test_updates_whose_order_a_nan_shows_stay_in_order(target):
    """min(x, bin) forgets what came before a NaN, so the order in which threads arrive would be seen."""
    report = gpujit.gpujit(forgets).explain(np.zeros(5, np.int64), np.zeros(5), np.zeros(3))
    assert report.loops[0].verdict == "sequential"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", gpujit.PerformanceWarning)
        compare(forgets, target, np.zeros(400, np.int64), np.where(np.arange(400) == 50, np.nan, 400.0 - np.arange(400)),
                np.zeros(1))


def mark_any(k, w, seen):
    for i in range(k.shape[0]):
        seen[k[i]] |= w[i]


def mark_all(k, w, seen):
    for i in range(k.shape[0]):
        seen[k[i]] &= w[i]


def mark_parity(k, w, seen):
    for i in range(k.shape[0]):
        seen[k[i]] ^= w[i]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("kernel", [mark_any, mark_all, mark_parity], ids=lambda k: k.__name__)
def test_marks(kernel, target):
    """Elements that are bools."""
    random = np.random.default_rng(8)
    for size, bins in ((0, 3), (1, 1), (700, 300)):
        for start in (False, True):
            compare(kernel, target, random.integers(0, bins, size), random.random(size) < 0.7, np.full(bins, start))
    report = gpujit.gpujit(kernel).explain(np.zeros(5, np.int64), np.zeros(5, bool), np.zeros(3, bool))
    assert report.loops[0].verdict == "atomic" and report.loops[0].mapping.startswith("grid"), report


@pytest.mark.parametrize("target", TARGETS)
def test_a_bin_outside_raises(target):
    kernel = gpujit.gpujit(target=target)(count)
    with pytest.raises(IndexError, match="index 9 is out of bounds for axis 0 with size 4 in 'bins'"):
        kernel(np.array([1, 2, 9, 3, 11]), np.zeros(4, np.int32))


def sum_of(a, out):
    s = 0.0
    for i in range(a.shape[0]):
        s += a[i]
    out[0] = s


@pytest.mark.gpu
def test_sums_are_the_same_from_run_to_run():
    a = np.random.default_rng(4).random(1_000_003)
    kernel = gpujit.gpujit(target="cuda")(sum_of)
    results = set()
    for _ in range(5):
        out = np.zeros(1)
        kernel(a, out)
        results.add(out[0])
    assert len(results) == 1
    assert abs(results.pop() - a.sum()) < 1e-9 * a.size


def soft(a, out):
    for i in range(a.shape[0]):
        m = a[i, 0]
        for j in range(1, a.shape[1]):
            m = max(m, a[i, j])
        s = a[i, 0] * 0
        for j in range(a.shape[1]):
            s += a[i, j] - m
        for j in range(a.shape[1]):
            out[i, j] = (a[i, j] - m) * s
        if s < -3:
            out[i, 0] = s


def centre_in_place(a, out):
    for i in range(a.shape[0]):
        first = a[i, 0]
        s = a[i, 0] * 0
        for j in range(a.shape[1]):
            s += a[i, j]
        for j in range(a.shape[1]):
            a[i, j] = a[i, j] - s
        out[i, 0] = a[i, 0] + first


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("kernel", [soft, centre_in_place], ids=lambda k: k.__name__)
def test_rows(kernel, target):
    """Short rows have a thread, long ones a block."""
    random = np.random.default_rng(5)
    for shape in ((1, 1), (3, 5), (5, 63), (5, 64), (3, 129), (2, 1000)):
        a = random.integers(-4, 5, shape).astype(np.float64)
        compare(kernel, target, a, np.zeros(shape))


def twice_into_one(a, out):
    for i in range(out.shape[0]):
        for j in range(a.shape[0]):
            out[i] -= a[j]
            out[i] += 3


def into_neighbours(a, out):
    for i in range(out.shape[0] - 1):
        for j in range(a.shape[0]):
            out[i] += a[j]
            out[i + 1] -= 1
        if out[i] > 100:
            out[i] = 0


def into_one_under_two_names(a, out):
    for i in range(out.shape[0]):
        for j in range(a.shape[0]):
            out[i] += a[j]
            out[(i * 3) % out.shape[0]] -= 1
        if out[i] > 100:
            out[i] = 0


@pytest.mark.filterwarnings("ignore::gpujit.PerformanceWarning")
@pytest.mark.parametrize("target", [*TARGETS, "simulated"])
@pytest.mark.parametrize("dtype", ["int64", "float32"])
@pytest.mark.parametrize("kernel", [twice_into_one, into_neighbours, into_one_under_two_names], ids=lambda k: k.__name__)
def test_several_updates_of_an_element(kernel, dtype, target):
    a = np.random.default_rng(0).integers(0, 5, 70).astype(dtype)
    compare(kernel, target, a, np.arange(7).astype(dtype))


# ---- random mixtures -----------------------------------------------------------------------------------
SPELLINGS = ["{s} = min({s}, {x})", "{s} = max({x}, {s})", "{s} = np.minimum({x}, {s})", "{s} = np.maximum({s}, {x})",
             "if {x} < {s}: {s} = {x}", "if {s} <= {x}: {s} = {x}", "if not {x} > {s}: {s} = {x}",
             "{s} = {x} if {s} < {x} else {s}", "{s} = {s} if {x} >= {s} else {x}", "{s} = {x}",
             "{s} = max(max({s}, {x}), {y})", "{s} = min({x}, min({y}, {s}))",
             "if {x} >= {s}:\n    {s} = {x}\n    {k} = {at}", "if not {s} > {x}:\n    {k} = {at}\n    {s} = {x}"]
CONDITIONS = ["", "", "if a[i] > b[i]:", "if i % 3 != 1:", "if not b[i] > 0:"]
HEADERS = ["for i in range(n):", "for i in range(n - 1, -1, -1):", "for i in range(0, n, 3):",
           "for j in range(n // 8):\n    for i in range(8 * j, 8 * j + 8):"]


def mixture(seed: int):
    """A kernel of one nest with several accumulators, each in a spelling and under a condition of its own."""
    random = np.random.default_rng(seed)
    header = HEADERS[random.integers(len(HEADERS))]
    depth = 2 if "\n" in header else 1
    count = random.integers(1, 4)
    lines = ["def f(a, b, out, n):"]
    lines += [f"    {v}{c} = {start}" for c in range(count) for v, start in (("s", f"out[{c}]"), ("k", "-1"))]
    lines += ["    " + line for line in header.split("\n")]
    for c in range(count):
        condition = CONDITIONS[random.integers(len(CONDITIONS))]
        x, y = random.permutation(["a[i]", "b[i]"])
        text = SPELLINGS[random.integers(len(SPELLINGS))].format(s=f"s{c}", k=f"k{c}", x=x, y=y, at="i")
        indent = "    " * (depth + 1)
        if condition:
            lines.append(indent + condition)
            indent += "    "
        lines += [indent + line for line in text.split("\n")]
    lines += [f"    out[{c}] = s{c}\n    out[{c + 3}] = k{c}" for c in range(count)]
    return define("\n".join(lines), {"np": np}, file=f"<mixture {seed}>")


@pytest.mark.parametrize("target", TARGETS[1:])
@pytest.mark.parametrize("seed", range(60))
@pytest.mark.filterwarnings("ignore::gpujit.PerformanceWarning")
def test_mixtures(seed, target):
    random = np.random.default_rng(seed)
    kernel = mixture(seed)
    for n in (0, 3, 300, 1100):
        values = [[0.0, -0.0, np.nan], [1.0, 2.0, -0.0, 0.0], [np.inf, -np.inf, np.nan, 0.5]][random.integers(3)]
        a, b = (random.choice(np.array(values), n) for _ in range(2))
        compare(kernel, target, a, b, random.choice(np.array(values), 6), n)
