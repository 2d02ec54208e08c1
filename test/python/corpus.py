# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small loops over the dependence patterns that vectoriser test suites are made of, each with its verdicts.

A loop's arguments follow from the names of its parameters (`arguments`). `verdicts` has a letter for each written `for`,
in source order: p(arallel), r(eduction), a(tomic), s(equential). `lacks` says what would let a sequential loop run in
parallel; where it is empty for one, order is what the loop means.
"""

import inspect
import math

import numpy as np

N, M = 48, 12
LETTERS = {"parallel": "p", "reduction": "r", "atomic": "a", "sequential": "s"}
LOOPS: list = []


class Loop:
    """One function of the corpus, the family of patterns that it belongs to, and what is expected of it."""

    def __init__(self, fn, family: str, verdicts: str, lacks: str):
        self.fn, self.family, self.verdicts, self.lacks = fn, family, verdicts, lacks


def loop(family: str, verdicts: str, lacks: str = ""):
    """Registers a function."""
    def register(fn):
        LOOPS.append(Loop(fn, family, verdicts, lacks))
        return fn
    return register


def arguments(fn) -> list:
    """Fresh arguments by the names of the parameters: a..e of N floats, aa..cc of M x M, p a permutation, ix any subscripts,
    flags of N bools, h M counters, n and m the lengths, k a small int, x and y floats, out of N zeros."""
    rng = np.random.default_rng(7)
    made = {name: rng.uniform(0.5, 2, N) for name in "abcde"}
    made |= {name: rng.uniform(0.5, 2, (M, M)) for name in ("aa", "bb", "cc")}
    made |= {"p": rng.permutation(N), "ix": rng.integers(0, N, N), "ih": rng.integers(0, M, N), "flags": rng.random(N) < 0.5,
             "h": np.zeros(M, np.int64), "n": N, "m": M, "k": 3, "x": 1.25, "y": 0.75, "out": np.zeros(N),
             "iv": rng.integers(-5, 6, N)}
    return [made[name] for name in inspect.signature(fn).parameters]


# ---- linear dependence -------------------------------------------------------------------------------
LINEAR = "linear dependence"


@loop(LINEAR, "p")
def shifted_read_of_another(a, b):
    for i in range(1, a.shape[0]):
        a[i] = b[i - 1] * 2


@loop(LINEAR, "s")
def neighbour_before(a, b):
    for i in range(1, a.shape[0]):
        a[i] = a[i - 1] + b[i]


@loop(LINEAR, "s", "a copy of what is overwritten")
def neighbour_after(a, b):
    for i in range(a.shape[0] - 1):
        a[i] = a[i + 1] + b[i]


@loop(LINEAR, "p")
def odd_from_even_places(a, b):
    for i in range(1, a.shape[0], 2):
        a[i] = a[i - 1] + b[i]


@loop(LINEAR, "s")
def every_third_before(a):
    for i in range(3, a.shape[0]):
        a[i] = a[i - 3] * 0.5


@loop(LINEAR, "p")
def strided_by_four_reads_three_before(a):
    for i in range(3, a.shape[0], 4):
        a[i] = a[i - 3] * 0.5


@loop(LINEAR, "p")
def doubled_and_doubled_plus_one(a, b):
    for i in range(a.shape[0] // 2):
        a[2 * i] = a[2 * i + 1] + b[i]


@loop(LINEAR, "p")
def upper_from_lower_half(a):
    half = a.shape[0] // 2
    for i in range(half):
        a[i + half] = a[i] + 1


@loop(LINEAR, "s")
def fold_of_the_whole(a):
    for i in range(a.shape[0]):
        a[i] = a[a.shape[0] - 1 - i] + 1


@loop(LINEAR, "p")
def fold_of_the_first_half(a):
    for i in range(a.shape[0] // 2):
        a[i] = a[a.shape[0] - 1 - i] + 1


@loop(LINEAR, "p")
def reversed_in_place(a):
    n = a.shape[0]
    for i in range(n // 2):
        t = a[i]
        a[i] = a[n - 1 - i]
        a[n - 1 - i] = t


@loop(LINEAR, "ps")
def rows_are_independent(aa):
    for i in range(aa.shape[0]):
        for j in range(1, aa.shape[1]):
            aa[i, j] = aa[i, j - 1] * 0.5 + 1


@loop(LINEAR, "sp")
def columns_are_independent(aa):
    for i in range(1, aa.shape[0]):
        for j in range(aa.shape[1]):
            aa[i, j] = aa[i - 1, j] * 0.5 + 1


@loop(LINEAR, "ss")
def neither_way_is_independent(aa):
    for i in range(1, aa.shape[0]):
        for j in range(1, aa.shape[1]):
            aa[i, j] = aa[i - 1, j] + aa[i, j - 1]


@loop(LINEAR, "sp")
def triangle_reads_the_row_above(aa):
    for i in range(1, aa.shape[0]):
        for j in range(i):
            aa[i, j] = aa[i - 1, j] + 1


@loop(LINEAR, "p")
def counts_down(a, b):
    for i in range(a.shape[0] - 1, -1, -1):
        a[i] = b[i] + 1


@loop(LINEAR, "s")
def counts_down_reading_above(a):
    for i in range(a.shape[0] - 2, -1, -1):
        a[i] = a[i + 1] * 0.5


# ---- induction variables -----------------------------------------------------------------------------
INDUCTION = "induction variables"


@loop(INDUCTION, "p")
def every_second_element(a, b):
    k = 0
    for i in range(b.shape[0] // 2):
        a[k] = b[i]
        k += 2


@loop(INDUCTION, "p")
def counted_before_its_use(a, b):
    k = -1
    for i in range(b.shape[0]):
        k += 1
        a[k] = b[i] * 2


@loop(INDUCTION, "p")
def counts_down_beside(a, b):
    k = a.shape[0] - 1
    for i in range(b.shape[0]):
        a[k] = b[i]
        k -= 1


@loop(INDUCTION, "p")
def two_of_them(a, b, c):
    j = 0
    k = 1
    for i in range(a.shape[0] // 2):
        a[j] = b[i]
        a[k] = c[i]
        j += 2
        k += 2


@loop(INDUCTION, "p")
def derived_from_the_index(a, b):
    for i in range(a.shape[0] // 3):
        k = 3 * i + 1
        a[k] = b[k] + b[i]


@loop(INDUCTION, "pp")
def a_counter_over_two_loops(aa, b):
    k = 0
    for i in range(4):
        for j in range(12):
            aa[i, j] = b[k]
            k += 1


@loop(INDUCTION, "p")
def step_from_an_argument(a, b, k):
    at = 0
    for i in range(a.shape[0] // 4):
        a[at] = b[i]
        at += 4


@loop(INDUCTION, "s", "a proof that a condition counts")
def counted_under_a_condition(a, b):
    k = 0
    for i in range(b.shape[0]):
        if b[i] > 1:
            a[i] = b[k]
            k += 1


@loop(INDUCTION, "p")
def value_follows_the_count(a):
    t = 0.0
    for i in range(a.shape[0]):
        t = i * 0.5
        a[i] = t


@loop(INDUCTION, "s", "a float that is added up, as a product")
def float_that_is_added_up(a):
    t = 0.0
    for i in range(a.shape[0]):
        a[i] = t
        t += 0.5


# ---- global data flow --------------------------------------------------------------------------------
FLOW = "global data flow"


@loop(FLOW, "p")
def constant_from_a_branch(a, b, n):
    k = 1
    if n > 10:
        k = 2
    for i in range(a.shape[0] // 2):
        a[i] = b[k * i]


@loop(FLOW, "p")
def bound_from_arithmetic(a, b, n):
    last = n - 1
    for i in range(last):
        a[i] = b[i + 1]


@loop(FLOW, "p")
def offset_behind_the_end(a, n):
    half = n // 2
    for i in range(half):
        a[i] = a[i + half]


@loop(FLOW, "p")
def name_for_an_array(a, b):
    source = b
    for i in range(a.shape[0]):
        a[i] = source[i]


@loop(FLOW, "p")
def scalar_from_an_array(a, b):
    s = b[0]
    for i in range(a.shape[0]):
        a[i] = a[i] * s


@loop(FLOW, "p")
def the_same_index_twice(a, b):
    for i in range(a.shape[0] - 1):
        k = i + 1
        j = k
        a[j] = a[k] + b[j]


def _plus_one(i):
    return i + 1


@loop(FLOW, "p")
def index_from_a_function(a, b):
    for i in range(a.shape[0] - 1):
        a[_plus_one(i)] = b[i]


def _scaled(v, w):
    if v > 1:
        return v * w
    return v


@loop(FLOW, "p")
def value_from_a_function(a, b, x):
    for i in range(a.shape[0]):
        a[i] = _scaled(b[i], x)


# ---- control flow ------------------------------------------------------------------------------------
CONTROL = "control flow"


@loop(CONTROL, "p")
def stores_under_a_condition(a, b):
    for i in range(a.shape[0]):
        if b[i] > 1:
            a[i] = b[i]


@loop(CONTROL, "p")
def either_of_two(a, b, c):
    for i in range(a.shape[0]):
        if b[i] > 1:
            a[i] = b[i]
        else:
            a[i] = c[i]


@loop(CONTROL, "p")
def goes_on_early(a, b):
    for i in range(a.shape[0]):
        if b[i] < 1:
            continue
        a[i] += b[i]


@loop(CONTROL, "p")
def nested_conditions(a, b, c, d):
    for i in range(a.shape[0]):
        if b[i] > 1:
            if c[i] > 1:
                a[i] = d[i]
            else:
                a[i] = -d[i]


@loop(CONTROL, "p")
def reads_its_neighbour_inside(a, out):
    for i in range(a.shape[0]):
        if i > 0 and i < a.shape[0] - 1:
            out[i] = a[i - 1] + a[i + 1]


@loop(CONTROL, "p")
def first_half_reads_second(a):
    n = a.shape[0]
    for i in range(n):
        if i < n // 2:
            a[i] = a[i + n // 2]


@loop(CONTROL, "s")
def leaves_at_a_negative(a, b):
    for i in range(a.shape[0]):
        if b[i] < 0:
            break
        a[i] = b[i]


@loop(CONTROL, "s")
def returns_at_a_large_one(a, b, y):
    for i in range(a.shape[0]):
        a[i] = b[i]
        if b[i] > 100:
            return


@loop(CONTROL, "ps")
def inner_loop_that_is_left(aa, out):
    for i in range(aa.shape[0]):
        for j in range(aa.shape[1]):
            if aa[i, j] > 1.8:
                out[i] = j
                break


@loop(CONTROL, "p")
def a_while_loop_inside(a):
    for i in range(a.shape[0]):
        t = a[i]
        while t > 0.25:
            t = t * 0.5
        a[i] = t


@loop(CONTROL, "p")
def conditional_expression(a, b):
    for i in range(a.shape[0]):
        a[i] = b[i] if b[i] > 1 else 2 - b[i]


@loop(CONTROL, "p")
def raises_never(a, b):
    for i in range(a.shape[0]):
        a[i] = math.sqrt(b[i])


# ---- symbolics ---------------------------------------------------------------------------------------
SYMBOLIC = "symbolics"


@loop(SYMBOLIC, "p")
def start_from_an_argument(a, b, k):
    for i in range(k, a.shape[0]):
        a[i] = b[i - k]


@loop(SYMBOLIC, "s")
def distance_from_an_argument(a, k):
    for i in range(k, a.shape[0]):
        a[i] = a[i - k] + 1


@loop(SYMBOLIC, "p")
def reads_what_lies_behind_n(a, n):
    half = n // 2
    for i in range(half):
        a[i] = a[i + half] * 2


@loop(SYMBOLIC, "p")
def rows_by_hand(out, k):
    width = 12
    for i in range(4):
        for_row = i * width
        out[for_row + k] = i


@loop(SYMBOLIC, "pp")
def matrix_by_hand(out, b, m):
    for i in range(4):
        for j in range(m):
            out[i * m + j] = b[i * m + j]


@loop(SYMBOLIC, "p")
def stride_from_an_argument(a, b, k):
    for i in range(0, a.shape[0], k):
        a[i] = b[i]


@loop(SYMBOLIC, "p")
def ring_by_an_argument(a, out, k):
    n = a.shape[0]
    for i in range(n):
        out[(i + k) % n] = a[i]


@loop(SYMBOLIC, "p")
def halves_by_floor_division(a, b):
    n = a.shape[0]
    for i in range(n):
        a[i] = b[i // 2]


@loop(SYMBOLIC, "p")
def interleaves(a, b):
    for i in range(a.shape[0] // 2):
        a[2 * i + i % 2] = b[i]


@loop(SYMBOLIC, "p")
def window_of_an_argument(a, out, k):
    for i in range(k, a.shape[0] - k):
        out[i] = a[i - k] + a[i + k]


# ---- statement reordering ----------------------------------------------------------------------------
REORDER = "statement reordering"


@loop(REORDER, "s", "statements in another order")
def read_after_the_neighbour_wrote(a, b, c):
    for i in range(1, a.shape[0]):
        a[i] = b[i - 1] + 1
        b[i] = c[i] * 2


@loop(REORDER, "s", "statements in another order")
def written_before_it_is_read(a, b, c):
    for i in range(a.shape[0] - 1):
        a[i + 1] = b[i]
        c[i] = a[i] + 1


@loop(REORDER, "s", "statements in another order")
def overwrites_what_comes_next(a, b, c):
    for i in range(a.shape[0] - 1):
        c[i] = a[i + 1]
        a[i] = b[i]


@loop(REORDER, "p")
def same_iteration_only(a, b, c):
    for i in range(a.shape[0]):
        a[i] = b[i] + 1
        c[i] = a[i] * 2


@loop(REORDER, "p")
def writes_twice(a, b, c):
    for i in range(a.shape[0]):
        a[i] = b[i]
        a[i] = a[i] + c[i]


@loop(REORDER, "s", "statements in another order")
def three_in_a_chain(a, b, c, d):
    for i in range(1, a.shape[0]):
        c[i] = b[i - 1]
        b[i] = a[i - 1]
        a[i] = d[i]


# ---- loop distribution -------------------------------------------------------------------------------
DISTRIBUTION = "loop distribution"


@loop(DISTRIBUTION, "s", "loop distribution")
def recurrence_beside_a_map(a, b, c):
    for i in range(1, a.shape[0]):
        a[i] = a[i - 1] + b[i]
        c[i] = b[i] * 2


@loop(DISTRIBUTION, "s", "loop distribution")
def map_feeds_a_recurrence(a, b, c):
    for i in range(1, a.shape[0]):
        b[i] = c[i] * 2
        a[i] = a[i - 1] * 0.5 + b[i]


@loop(DISTRIBUTION, "r")
def sum_beside_a_map(a, b):
    s = 0.0
    for i in range(a.shape[0]):
        a[i] = b[i] * 2
        s += b[i]
    return s


@loop(DISTRIBUTION, "pp")
def already_distributed(a, b, c):
    for i in range(a.shape[0]):
        a[i] = b[i] + 1
    for i in range(a.shape[0]):
        c[i] = a[a.shape[0] - 1 - i]


@loop(DISTRIBUTION, "sps", "loop distribution")
def two_inner_loops(aa, bb):
    for i in range(1, aa.shape[0]):
        for j in range(aa.shape[1]):
            aa[i, j] = aa[i - 1, j] + 1
        for j in range(1, bb.shape[1]):
            bb[i, j] = bb[i, j - 1] + 1


@loop(DISTRIBUTION, "pps")
def rows_with_two_inner_loops(aa, bb):
    for i in range(aa.shape[0]):
        for j in range(aa.shape[1]):
            aa[i, j] = bb[i, j] * 2
        for j in range(1, aa.shape[1]):
            aa[i, j] += aa[i, j - 1]


# ---- interchange -------------------------------------------------------------------------------------
INTERCHANGE = "interchange"


@loop(INTERCHANGE, "ps")
def column_recurrence_by_rows(aa):
    for j in range(aa.shape[1]):
        for i in range(1, aa.shape[0]):
            aa[i, j] = aa[i - 1, j] + 1


@loop(INTERCHANGE, "sp")
def column_recurrence_by_columns(aa, bb):
    for i in range(1, aa.shape[0]):
        for j in range(aa.shape[1]):
            aa[i, j] = aa[i - 1, j] * bb[i, j]


@loop(INTERCHANGE, "sp")
def reads_the_row_above_to_the_right(aa):
    for i in range(1, aa.shape[0]):
        for j in range(aa.shape[1] - 1):
            aa[i, j] = aa[i - 1, j + 1] + 1


@loop(INTERCHANGE, "pp")
def transposes(aa, bb):
    for i in range(aa.shape[0]):
        for j in range(aa.shape[1]):
            aa[j, i] = bb[i, j]


@loop(INTERCHANGE, "pp")
def transposes_in_place(aa):
    for i in range(aa.shape[0]):
        for j in range(i):
            t = aa[i, j]
            aa[i, j] = aa[j, i]
            aa[j, i] = t


@loop(INTERCHANGE, "ss", "a wavefront along the diagonals")
def wavefront(aa):
    for i in range(1, aa.shape[0]):
        for j in range(1, aa.shape[1]):
            aa[i, j] = aa[i - 1, j] * 0.25 + aa[i, j - 1] * 0.25


@loop(INTERCHANGE, "ppr")
def product_of_matrices(aa, bb, cc):
    for i in range(aa.shape[0]):
        for j in range(aa.shape[1]):
            s = 0.0
            for k in range(bb.shape[0]):
                s += bb[i, k] * cc[k, j]
            aa[i, j] = s


@loop(INTERCHANGE, "app")
def product_of_matrices_outer(aa, bb, cc):
    for k in range(bb.shape[0]):
        for i in range(aa.shape[0]):
            for j in range(aa.shape[1]):
                aa[i, j] += bb[i, k] * cc[k, j]


# ---- node splitting ----------------------------------------------------------------------------------
SPLITTING = "node splitting"


@loop(SPLITTING, "s", "a copy of what is overwritten")
def needs_the_old_neighbour(a, b):
    for i in range(a.shape[0] - 1):
        a[i] = b[i]
        b[i] = a[i] + a[i + 1]


@loop(SPLITTING, "s", "a copy of what is overwritten")
def averages_in_place_forward(a, b):
    for i in range(a.shape[0] - 1):
        b[i] = (a[i] + a[i + 1]) * 0.5
        a[i] = b[i]


@loop(SPLITTING, "pp")
def averages_through_a_copy(a, b):
    for i in range(a.shape[0]):
        b[i] = a[i]
    for i in range(a.shape[0] - 1):
        a[i] = (b[i] + b[i + 1]) * 0.5


@loop(SPLITTING, "s")
def old_and_new_neighbours(a):
    for i in range(1, a.shape[0] - 1):
        a[i] = (a[i - 1] + a[i + 1]) * 0.5


# ---- scalar expansion --------------------------------------------------------------------------------
SCALARS = "scalar expansion"


@loop(SCALARS, "p")
def exchanges(a, b):
    for i in range(a.shape[0]):
        t = a[i]
        a[i] = b[i]
        b[i] = t


@loop(SCALARS, "p")
def temporary_used_twice(a, b, c):
    for i in range(a.shape[0]):
        s = b[i] + c[i]
        t = s * s
        a[i] = t - s


@loop(SCALARS, "p")
def set_on_both_paths(a, b):
    for i in range(a.shape[0]):
        t = 1.0
        if b[i] > 1:
            t = b[i]
        else:
            a[i] += 1
        a[i] += t


@loop(SCALARS, "s", "a prefix maximum: a scan")
def set_on_one_path_only(a, b):
    t = 0.0
    for i in range(a.shape[0]):
        if b[i] > 1:
            t = b[i]
        a[i] = t


@loop(SCALARS, "s", "an array element instead of the variable")
def the_neighbour_before_by_a_variable(a, b):
    last = b[0]
    for i in range(1, a.shape[0]):
        a[i] = b[i] - last
        last = b[i]


@loop(SCALARS, "s", "an array element instead of the variable")
def wraps_around_by_a_variable(a, b):
    before = b.shape[0] - 1
    for i in range(b.shape[0]):
        a[i] = b[i] + b[before]
        before = i


@loop(SCALARS, "r")
def last_value_is_used(a, b):
    t = 0.0
    for i in range(a.shape[0]):
        t = b[i] * 2
        a[i] = t
    return t


@loop(SCALARS, "pp")
def one_name_in_two_loops(a, b):
    for i in range(a.shape[0]):
        t = b[i] + 1
        a[i] = t
    for i in range(a.shape[0]):
        t = a[i] * 2
        b[i] = t


# ---- storage classes ---------------------------------------------------------------------------------
STORAGE = "storage classes"


@loop(STORAGE, "p")
def local_array_per_iteration(a):
    for i in range(a.shape[0] - 2):
        w = np.zeros(2)
        w[0] = a[i] * 2
        w[1] = w[0] + 1
        a[i] = w[1]


@loop(STORAGE, "pp")
def local_array_filled_by_a_loop(a, b):
    for i in range(a.shape[0]):
        w = np.zeros(4)
        for j in range(4):
            w[j] = b[i] * j
        a[i] = w[3]


@loop(STORAGE, "ppp")
def local_array_around_the_loop(a, b):
    w = np.zeros(4)
    for i in range(a.shape[0]):
        for j in range(4):
            w[j] = b[i] * j
        for j in range(2, 3):
            a[i] = w[j + 1] + w[j]


@loop(STORAGE, "sp")
def local_array_that_remembers(a, b):
    w = np.zeros(4)
    for i in range(a.shape[0]):
        for j in range(3):
            w[j] = b[i] * j
        a[i] = w[3] + w[2]
        w[3] = b[i]


@loop(STORAGE, "p")
def two_arguments(a, b):
    for i in range(a.shape[0] - 1):
        a[i + 1] = b[i] + b[i + 1]


@loop(STORAGE, "sp")
def buffers_that_change_places(a, b, k):
    for _ in range(k):
        for i in range(1, a.shape[0] - 1):
            b[i] = a[i - 1] + a[i + 1]
        a, b = b, a


TABLE = np.linspace(0.0, 1.0, 8)


@loop(STORAGE, "p")
def captured_table(a):
    for i in range(a.shape[0]):
        a[i] = TABLE[i % 8]


@loop(STORAGE, "s", "a copy of the element for each iteration")
def element_as_a_temporary(a, b, out):
    for i in range(a.shape[0]):
        out[0] = b[i] * 2
        a[i] = out[0] + 1


# ---- recurrences -------------------------------------------------------------------------------------
RECURRENCE = "recurrences"


@loop(RECURRENCE, "s", "a scan")
def running_sum(a, b):
    s = 0.0
    for i in range(a.shape[0]):
        s += b[i]
        a[i] = s


@loop(RECURRENCE, "s", "a scan")
def running_sum_of_elements(a):
    for i in range(1, a.shape[0]):
        a[i] += a[i - 1]


@loop(RECURRENCE, "s", "a scan")
def running_maximum(a, b):
    s = b[0]
    for i in range(a.shape[0]):
        s = max(s, b[i])
        a[i] = s


@loop(RECURRENCE, "s", "a scan of pairs")
def first_order(a, b, c):
    for i in range(1, a.shape[0]):
        a[i] = a[i - 1] * b[i] + c[i]


@loop(RECURRENCE, "s", "a scan of matrices")
def second_order(a, b):
    for i in range(2, a.shape[0]):
        a[i] = a[i - 1] * 0.5 + a[i - 2] * 0.25 + b[i]


@loop(RECURRENCE, "s")
def not_linear(a, x):
    for i in range(1, a.shape[0]):
        a[i] = math.sqrt(a[i - 1] + x)


@loop(RECURRENCE, "r")
def polynomial_is_a_reduction_of_products(b):
    s = 1.0
    for i in range(b.shape[0]):
        s *= b[i]
    return s


@loop(RECURRENCE, "s", "a reduction of pairs")
def horner(b, x):
    s = 0.0
    for i in range(b.shape[0]):
        s = s * x + b[i]
    return s


@loop(RECURRENCE, "ap")
def time_steps(a, b, k):
    for _ in range(k):
        for i in range(a.shape[0]):
            a[i] = a[i] + b[i]


# ---- searching ---------------------------------------------------------------------------------------
SEARCH = "searching"


@loop(SEARCH, "r")
def smallest(b):
    s = b[0]
    for i in range(b.shape[0]):
        s = min(s, b[i])
    return s


@loop(SEARCH, "r")
def place_of_the_greatest(b):
    s = b[0]
    at = 0
    for i in range(1, b.shape[0]):
        if b[i] > s:
            s = b[i]
            at = i
    return at


@loop(SEARCH, "rr")
def greatest_of_a_matrix(aa):
    s = aa[0, 0]
    for i in range(aa.shape[0]):
        for j in range(aa.shape[1]):
            if aa[i, j] > s:
                s = aa[i, j]
    return s


@loop(SEARCH, "s", "a search that stops at the first hit")
def first_above(b):
    at = -1
    for i in range(b.shape[0]):
        if b[i] > 1.9:
            at = i
            break
    return at


@loop(SEARCH, "r")
def last_above(b):
    at = -1
    for i in range(b.shape[0]):
        if b[i] > 1.9:
            at = i
    return at


@loop(SEARCH, "r")
def any_above(b):
    found = False
    for i in range(b.shape[0]):
        found |= b[i] > 1.9
    return found


@loop(SEARCH, "r")
def how_many_above(b):
    count = 0
    for i in range(b.shape[0]):
        if b[i] > 1:
            count += 1
    return count


@loop(SEARCH, "r")
def least_absolute(b):
    s = 1e300
    for i in range(b.shape[0]):
        v = abs(b[i] - 1)
        if v < s:
            s = v
    return s


@loop(SEARCH, "r")
def any_by_a_flag(b):
    found = False
    for i in range(b.shape[0]):
        if b[i] > 1.9:
            found = True
    return found


@loop(SEARCH, "r")
def all_by_and(b):
    every = True
    for i in range(b.shape[0]):
        every = every and b[i] < 1.9
    return every


@loop(SEARCH, "r")
def any_by_or(flags):
    some = False
    for i in range(flags.shape[0]):
        some = some or flags[i]
    return some


@loop(SEARCH, "r")
def place_of_the_last_smallest(iv):
    s = 1000
    at = -1
    for i in range(iv.shape[0]):
        if not iv[i] > s:
            s = iv[i]
            at = i
    return at


@loop(SEARCH, "r")
def place_by_looking_it_up(b):
    at = 0
    for i in range(1, b.shape[0]):
        if b[i] < b[at]:
            at = i
    return at


@loop(SEARCH, "r")
def greatest_by_choice(b):
    s = b[0]
    for i in range(b.shape[0]):
        s = b[i] if b[i] > s else s
    return s


@loop(SEARCH, "r")
def smallest_with_the_new_one_first(b):
    s = b[0]
    for i in range(b.shape[0]):
        s = min(b[i], s)
    return s


@loop(SEARCH, "rr")
def place_in_a_matrix(aa, out):
    s = -1.0
    row = 0
    column = 0
    for i in range(aa.shape[0]):
        for j in range(aa.shape[1]):
            if aa[i, j] > s:
                s = aa[i, j]
                row = i
                column = j
    out[0] = row
    out[1] = column


# ---- packing -----------------------------------------------------------------------------------------
PACKING = "packing"


@loop(PACKING, "s", "a scan of the counter")
def keeps_the_large(a, b):
    k = 0
    for i in range(b.shape[0]):
        if b[i] > 1:
            a[k] = b[i]
            k += 1


@loop(PACKING, "s", "a scan of the counter")
def spreads_out(a, b, flags):
    k = 0
    for i in range(b.shape[0]):
        if flags[i]:
            a[i] = b[k]
            k += 1


@loop(PACKING, "s", "a scan of the counter")
def keeps_their_places(out, b):
    k = -1
    for i in range(b.shape[0]):
        if b[i] > 1:
            k += 1
            out[k] = i


@loop(PACKING, "s", "a scan of the counter")
def splits_in_two(a, c, b):
    k = 0
    m = 0
    for i in range(b.shape[0]):
        if b[i] > 1:
            a[k] = b[i]
            k += 1
        else:
            c[m] = b[i]
            m += 1


@loop(PACKING, "p")
def packs_pairs(a, b):
    for i in range(b.shape[0] // 2):
        a[i] = b[2 * i] + b[2 * i + 1]


@loop(PACKING, "p")
def unpacks_pairs(a, b):
    for i in range(b.shape[0] // 2):
        a[2 * i] = b[i]
        a[2 * i + 1] = -b[i]


# ---- reductions --------------------------------------------------------------------------------------
REDUCTION = "reductions"


@loop(REDUCTION, "r")
def sum_of_all(b):
    s = 0.0
    for i in range(b.shape[0]):
        s += b[i]
    return s


@loop(REDUCTION, "r")
def dot(b, c):
    s = 0.0
    for i in range(b.shape[0]):
        s = s + b[i] * c[i]
    return s


@loop(REDUCTION, "r")
def difference(b):
    s = 100.0
    for i in range(b.shape[0]):
        s -= b[i]
    return s


@loop(REDUCTION, "r")
def sum_under_a_condition(b):
    s = 0.0
    for i in range(b.shape[0]):
        if b[i] > 1:
            s += b[i]
    return s


@loop(REDUCTION, "r")
def two_sums(b, c):
    s = 0.0
    t = 0.0
    for i in range(b.shape[0]):
        s += b[i]
        t += c[i] * c[i]
    return s * t


@loop(REDUCTION, "pr")
def sums_of_rows(aa, out):
    for i in range(aa.shape[0]):
        for j in range(aa.shape[1]):
            out[i] += aa[i, j]


@loop(REDUCTION, "ap")
def sums_of_columns(aa, out):
    for i in range(aa.shape[0]):
        for j in range(aa.shape[1]):
            out[j] += aa[i, j]


@loop(REDUCTION, "rr")
def sum_of_a_matrix(aa):
    s = 0.0
    for i in range(aa.shape[0]):
        for j in range(aa.shape[1]):
            s += aa[i, j]
    return s


@loop(REDUCTION, "r")
def into_an_element(out, b):
    for i in range(b.shape[0]):
        out[0] += b[i]


@loop(REDUCTION, "r")
def parity_of_flags(iv):
    s = 0
    for i in range(iv.shape[0]):
        s ^= iv[i]
    return s


@loop(REDUCTION, "r")
def unrolled_by_hand(b):
    s = 0.0
    for i in range(0, b.shape[0] - 3, 4):
        s += b[i]
        s += b[i + 1]
        s += b[i + 2]
        s += b[i + 3]
    return s


@loop(REDUCTION, "r")
def sum_by_choice(b):
    s = 0.0
    for i in range(b.shape[0]):
        s = s + b[i] if b[i] > 1 else s
    return s


@loop(REDUCTION, "s", "sums of sums: a scan")
def sum_of_running_sums(b):
    s = 0.0
    t = 0.0
    for i in range(b.shape[0]):
        s += b[i]
        t += s
    return t


@loop(REDUCTION, "s")
def sum_that_is_looked_at(a, b):
    s = 0.0
    for i in range(b.shape[0]):
        s += b[i]
        if s > 10:
            a[i] = 1.0


# ---- indirect addressing -----------------------------------------------------------------------------
INDIRECT = "indirect addressing"


@loop(INDIRECT, "p")
def gathers(a, b, ix):
    for i in range(a.shape[0]):
        a[i] = b[ix[i]]


@loop(INDIRECT, "s", "a check that subscripts differ")
def scatters_by_a_permutation(a, b, p):
    for i in range(b.shape[0]):
        a[p[i]] = b[i]


@loop(INDIRECT, "s")
def scatters_anywhere(a, b, ix):
    for i in range(b.shape[0]):
        a[ix[i]] = b[i]


@loop(INDIRECT, "a")
def counts_values(h, ih):
    for i in range(ih.shape[0]):
        h[ih[i]] += 1


@loop(INDIRECT, "a")
def adds_weights(a, b, ix):
    for i in range(b.shape[0]):
        a[ix[i]] += b[i]


@loop(INDIRECT, "a")
def greatest_by_bin(a, b, ix):
    for i in range(b.shape[0]):
        a[ix[i]] = max(a[ix[i]], b[i])


@loop(INDIRECT, "a")
def least_by_bin_and_if(a, b, ix):
    for i in range(b.shape[0]):
        if b[i] < a[ix[i]]:
            a[ix[i]] = b[i]


@loop(INDIRECT, "a")
def marks_what_occurs(flags, c, ix):
    for i in range(c.shape[0]):
        flags[ix[i]] |= c[i] > 1.5


@loop(INDIRECT, "s")
def gathers_from_itself(a, ix):
    for i in range(a.shape[0]):
        a[i] = a[ix[i]] + 1


@loop(INDIRECT, "p")
def gathers_twice(a, b, p, ix):
    for i in range(a.shape[0]):
        a[i] = b[p[ix[i]]]


@loop(INDIRECT, "p")
def gathers_rows(aa, bb, ih):
    for i in range(aa.shape[0]):
        aa[i, 0] = bb[ih[i], i]


@loop(INDIRECT, "pp")
def scatters_inside_a_row(aa, bb):
    for i in range(aa.shape[0]):
        for j in range(aa.shape[1]):
            aa[i, aa.shape[1] - 1 - j] = bb[i, j]


@loop(INDIRECT, "a")
def by_a_remainder(h, iv):
    for i in range(iv.shape[0]):
        h[iv[i] % h.shape[0]] += 1


@loop(INDIRECT, "s")
def updates_and_reads_the_bins(a, b, ix):
    for i in range(b.shape[0]):
        a[ix[i]] += b[i]
        b[i] = a[0]


# ---- what docs/verdicts.md says of them --------------------------------------------------------------
def table() -> str:
    """Loops by family and verdict, and what the sequential ones lack, as in docs/verdicts.md."""
    from collections import Counter

    rows = ["| pattern | functions | parallel | reduction | atomic | sequential |", "|---|---|---|---|---|---|"]
    total: Counter = Counter()
    for family in dict.fromkeys(entry.family for entry in LOOPS):
        members = [entry for entry in LOOPS if entry.family == family]
        letters = Counter("".join(entry.verdicts for entry in members))
        total += letters + Counter({"n": len(members)})
        rows.append(f"| {family} | {len(members)} | " + " | ".join(str(letters[k]) for k in "pras") + " |")
    rows.append(f"| all | {total['n']} | " + " | ".join(str(total[k]) for k in "pras") + " |")
    lacking = Counter(entry.lacks for entry in LOOPS if "s" in entry.verdicts)
    ordered = lacking.pop("")
    rows += ["", f"Of the {ordered + lacking.total()} functions with a sequential loop {ordered} mean the order. What the "
             "others lack:", "", "| lacking | functions |", "|---|---|"]
    rows += [f"| {what} | {count} |" for what, count in sorted(lacking.items(), key=lambda item: (-item[1], item[0]))]
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    print(table(), end="")
