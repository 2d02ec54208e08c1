# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs about what loops run over, and about raising; see programs.py."""
# ruff: noqa: B007, B023, B905, E701, F841, RET505, RET506, PLR1714, SIM113
from programs import program


# ---- for -----------------------------------------------------------------------------------------------
@program
def over_an_array(a, out):
    s = 0
    for x in a:
        s += x
    out[0] = s
    out[1] = x


@program
def over_an_array_that_changes(k, iout):
    n = 0
    for x in k:
        if n < 11: k[n + 1] = x + 1
        n += 1
    iout[0] = n


@program
def over_a_renamed_array(k, sout, iout):
    n = 0
    for x in k:
        iout[n] = x
        k = sout
        n += 1


@program
def enumerates(a, out):
    for i, x in enumerate(a):
        out[i] = x * i


@program
def enumerates_from(a, out, iout):
    for i, x in enumerate(a, 3):
        if i < 12: out[i] = x
    for n, x in enumerate(a, start=-4): iout[n] = n
    iout[1] = i + n


@program
def zips(a, k, u, out):
    i = 0
    for x, y, z in zip(a, k, u):
        out[i] = x * y + z
        i += 1


@program
def zips_the_shortest(a, k, n, iout):
    for i, (x, j) in enumerate(zip(a, range(n))): iout[i] = int(x) + j
    for j, x, i in zip(range(20, 2, -5), k, range(1, 9, 2)): iout[i] = j + x
    for i in zip(): iout[11] = 99
    for (i,) in zip(range(3)): iout[10] = i


@program
def reverses(a, n, out, iout):
    m = 0
    for x in reversed(a):
        out[m] = x
        m += 1
    for i in reversed(range(n)): iout[n - i] = i
    for i in reversed(range(0)): iout[11] = 5
    for i in reversed(range(n, 0, -1)): iout[i] += i * 100


@program
def reverses_with_steps(n, iout):
    j = 0
    for start in range(3):
        for stop in range(4, n + 1):
            for i in reversed(range(start, stop, 3)):
                iout[j % 12] = iout[j % 12] * 10 + i
                j += 1
            for i in reversed(range(stop, start, -2)):
                iout[j % 12] = iout[j % 12] * 7 + i
                j += 1
    iout[0] += j


@program
def over_a_tuple(m, mout):
    for i in range(1, 4):
        for j in range(1, 3):
            s = 0
            for di, dj in ((-1, 0), (1, 0), (0, -1), (0, 1)): s += m[i + di, j + dj]
            mout[i, j] = s / 4


@program
def over_a_list_of_floats(a, out):
    weights = [0.25, 0.5, 0.25]
    for i in range(1, 11):
        s = 0
        for d, w in enumerate(weights): s += w * a[i + d - 1]
        out[i] = s


@program
def over_values(a, n, x, out):
    for y in (x, x + 1, x * n): out[n] += y
    for y in (): out[0] = 1
    else: out[1] = 2
    for y in reversed((1, 2.5)): out[3] = out[3] * 10 + y
    for y in (a[3],): out[4] = y


@program
def leaves_an_iteration(a, k, iout):
    for i, x in enumerate(a):
        if x > 7: break
        if x < 0: continue
        iout[i] = k[i]
    else:
        iout[11] = 7
    iout[10] = i


@program
def nested_arrays(a, k, out):
    i = 0
    for x in a:
        s = 0
        for y in k:
            if y > x: s += 1
        out[i] = s
        i += 1


# ---- raise ---------------------------------------------------------------------------------------------
def checked_root(x):
    if x < 0:
        raise ValueError("negative")
    return x ** 0.5


@program
def raises_value_error(b, out):
    for i in range(12): out[i] = checked_root(b[11 - i])


@program
def doesnt_raise(b, out):
    for i in range(8, 12): out[i] = checked_root(b[i])


@program
def raise_defines_nothing(a, out):
    for i in range(12):
        if a[i] > 100:
            raise RuntimeError
        else:
            y = a[i] * 2
        out[i] = y


@program
def raises_a_class(n):
    if n == 7:
        raise NotImplementedError


@program
def raises_from_none(n, iout):
    for i in range(n):
        iout[i] = i
        if i == 5: raise KeyError("five") from None


@program
def raises_at_the_end(n, iout):
    while n:
        n -= 1
        iout[n] = n
    else:
        raise StopIteration("done")


# ---- tuples --------------------------------------------------------------------------------------------
@program
def subscripts_a_tuple(k, n, out):
    weights = (0.5, 2, 8.25)
    moves = ((1, 2), (3, 4))
    for i in range(12):
        out[i] = weights[k[i] % 3] + weights[-1 - i % 3] + moves[i % 2][1]


@program
def raises_tuple_index(k, n, out):
    weights = (0.5, 2, 8.25)
    for i in range(n): out[i] = weights[i - 3]


@program
def chooses_tuples(a, out):
    for i in range(12):
        x, y = (a[i], 1) if a[i] > 0 else (0, a[i])
        out[i] = x - y


@program
def maybe_unbound_tuple(n, out):
    for i in range(n):
        if i > 2: p = i, 2.5
    out[0] = p[0] * p[1]


@program
def raises_unbound_tuple(n, x, out):
    for i in range(n):
        if x > 100: p = i, 2.5
    out[0] = p[0] * p[1]


# ---- functions inside, lambdas, stars ------------------------------------------------------------------
@program
def nested_function(a, x, out):
    def scaled(y, by=2):
        return y * x * by

    for i in range(12): out[i] = scaled(a[i]) + scaled(a[i], by=3)


@program
def closure_reads_what_is_there_now(n, iout):
    k = 1

    def f():
        return k + n

    iout[0] = f()
    k = 10
    iout[1] = f()
    for k in range(5): iout[k + 2] = f()


@program
def nested_twice(a, n, out):
    def outer(i):
        def inner(j):
            return a[i] * j + n
        s = 0
        for j in range(3): s += inner(j)
        return s

    for i in range(12): out[i] = outer(i)


def apply(f, x): return f(x) + 1


@program
def lambdas(a, x, out):
    double = lambda y: y * 2  # noqa: E731
    for i in range(12): out[i] = apply(double, a[i]) + apply(lambda y: y - x if i % 2 else y, a[i])


@program
def nested_function_stores(a, out):
    def put(i, *values):
        for k, v in enumerate(values): out[i + k] = v
        return len(values)

    n = put(0, a[0], a[1])
    n += put(n, *(a[2], a[3]), a[4])
    out[n] = n


def total(first, *rest, scale=1):
    s = first
    for x in rest: s += x
    return s * scale


@program
def stars(a, k, out):
    out[0] = total(a[0])
    out[1] = total(a[0], a[1], a[2], scale=3)
    first, *middle, last = (1, 2, 3, 4.5)
    out[2] = total(first, *middle) - last
    head, *none = (a[5],)
    out[3] = head + len(none)
    *start, end = k[0], k[1], k[2]
    out[4] = end - len(start)


@program
def early_return_inside(k, iout):
    def sign(x):
        if x > 0: return 1
        if x < 0: return -1
        return 0

    for i in range(12): iout[i] = sign(k[i])
