# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small programs over the whole language, for test_language.py: Python itself says what each must do.

A parameter's name says what it gets: see ARGUMENTS.
"""
# ruff: noqa: B007, E701, E702, E741, F821, F841, PIE808, RET504, SIM102, SIM108, SIM110, SIM300
import math

import numpy as np

PROGRAMS = []

ARGUMENTS = {
    "a": lambda: np.array([1.5, -2.25, 0, 7, -0.5, 3, 3, 8.125, -9, 2, 0.25, 5], np.float32),
    "b": lambda: np.linspace(-2, 3, 12),
    "k": lambda: np.array([3, -1, 4, 1, -5, 9, 2, -6, 5, 3, 5, 0], np.int32),
    "u": lambda: np.array([0, 1, 2, 100, 127, 128, 200, 250, 254, 255, 7, 9], np.uint8),
    "w": lambda: np.array([0, 1, 2**63, 2**64 - 1, 5, 6, 7, 8, 9, 10, 11, 12], np.uint64),
    "c": lambda: np.array([1, 0, 0, 1, 1, 1, 0, 1, 0, 0, 1, 0], np.bool_),
    "m": lambda: np.arange(20, dtype=np.float32).reshape(5, 4) / 4,
    "t": lambda: np.arange(24, dtype=np.int16).reshape(2, 3, 4),
    "n": lambda: 7,
    "x": lambda: 1.75,
    "q": lambda: np.float32(0.1),
    "h": lambda: np.int16(300),
    "flag": lambda: True,
    "out": lambda: np.zeros(12),
    "fout": lambda: np.zeros(12, np.float32),
    "iout": lambda: np.zeros(12, np.int64),
    "sout": lambda: np.zeros(12, np.int32),
    "uout": lambda: np.zeros(12, np.uint8),
    "bout": lambda: np.zeros(12, np.bool_),
    "mout": lambda: np.zeros((5, 4), np.float32),
}


def program(fn):
    PROGRAMS.append(fn)
    return fn


# ---- choices ------------------------------------------------------------------------------------------
@program
def nested_ifs(a, k, out):
    for i in range(12):
        if a[i] > 0:
            if k[i] > 2:
                v = 1
            elif k[i] == 2:
                v = 2
            else:
                v = 3
        else:
            if k[i] < -2: v = 4
            else: v = 5
        out[i] = v


@program
def chained_comparison(a, k, bout):
    for i in range(12):
        bout[i] = -3 < a[i] <= k[i] != 3


@program
def comparison_evaluates_once(k, iout):
    j = 0
    for i in range(12):
        if 0 <= (v := k[i]) < 4:
            iout[j] = v
            j += 1


@program
def and_gives_a_value(a, fout):
    for i in range(12):
        fout[i] = a[i] and a[11 - i]


@program
def or_gives_a_value(k, sout):
    for i in range(12):
        sout[i] = k[i] or k[3]


@program
def and_guards(k, iout):
    for i in range(12):
        if i > 0 and k[i] // i == 0 or i == 3 and not k[i] > 1:
            iout[i] = 1


@program
def conditional_expressions(a, x, fout):
    for i in range(12):
        fout[i] = a[i] if a[i] > x else -a[i] if a[i] < 0 else np.float32(9)


@program
def truth_of_everything(a, k, c, out):
    for i in range(12):
        s = 0
        if a[i]: s += 1
        if k[i]: s += 2
        if c[i]: s += 4
        if not a[i]: s += 8
        if i: s += 16
        out[i] = s


@program
def in_a_tuple(k, bout, iout):
    for i in range(12):
        bout[i] = k[i] in (1, 3, 5)
        if i not in (2, n_of(3)): iout[i] = 1


def n_of(v):
    return v + 1


@program
def ternary_of_tuples_elements(a, fout):
    for i in range(12):
        p = (a[i], a[11 - i])
        fout[i] = p[0] if p[0] > p[1] else p[1]


@program
def constant_condition(a, m, fout):
    for i in range(12):
        if a.ndim == 2:
            fout[i] = a[i, 0]
        elif m.ndim == 2 and not DEBUG:
            fout[i] = m[i % 5, 1]
        else:
            fout[i] = a


DEBUG = False
SCALE = 2.5
COUNT = 5
TABLE = np.array([10, 20, 30, 40], np.int32)
HALF = np.float32(0.5)


# ---- loops --------------------------------------------------------------------------------------------
@program
def break_in_nested(m, out):
    for i in range(5):
        for j in range(4):
            if m[i, j] * 4 % 3 == 2:
                break
            out[i] += m[i, j]
        out[i + 5] = j


@program
def continue_in_nested(k, iout):
    for i in range(12):
        for j in range(i):
            if (k[i] + j) % 2:
                continue
            if j > 6:
                break
            iout[i] += j


@program
def loop_variable_afterwards(n, iout):
    for i in range(n):
        pass
    iout[0] = i
    for i in range(3, 0, -1):
        iout[i] = i
    iout[5] = i


@program
def loop_variable_assigned(iout):
    for i in range(12):
        iout[i] = i
        i = i * 2
        iout[11 - i % 12] += i


@program
def for_else(k, iout):
    for i in range(12):
        for j in range(12):
            if k[j] == i:
                iout[i] = j
                break
        else:
            iout[i] = -1


@program
def for_else_binds(k, n, out):
    for i in range(n):
        if k[i] == 100:
            r = 1.5
            break
    else:
        r = 2
    out[0] = r


@program
def else_without_break(n, iout):
    for i in range(n):
        iout[i] = i
    else:
        iout[8] = 100
    while n > 0:
        n -= 2
    else:
        iout[9] = n


@program
def while_else(k, iout):
    i = 0
    while i < 12:
        if k[i] == 9:
            found = i
            break
        i += 1
    else:
        found = -1
    iout[0] = found
    i = 0
    while i < 12:
        if k[i] == 77: break
        i += 1
    else:
        i = -5
    iout[1] = i


@program
def else_breaks_the_outer(k, iout):
    for i in range(12):
        for j in range(i):
            if k[j] == 4: break
        else:
            if i > 0: continue
            iout[i] = 7
        iout[i] += 1


@program
def while_true(k, iout):
    i = 0
    while True:
        if k[i] > 8:
            break
        i += 1
    iout[0] = i


@program
def while_with_walrus(n, iout):
    i = 0
    while (rest := n - i) > 0:
        iout[i] = rest
        i += 2
    iout[11] = rest


@program
def collatz(iout):
    for i in range(1, 12):
        v = i
        steps = 0
        while v != 1:
            v = v // 2 if v % 2 == 0 else 3 * v + 1
            steps += 1
        iout[i] = steps


@program
def ranges(n, iout):
    s = 0
    for i in range(n, -n, -3): s = s * 3 + i
    for i in range(-2, 9, 4): s = s * 2 - i
    for i in range(5, 5): s = 1000
    for i in range(0, -4): s = 1000
    for i in range(True, 3): s += i
    iout[0] = s


@program
def bounds_are_evaluated_once(n, iout):
    for i in range(n):
        n = 2
        iout[i] = n + i


@program
def deep_breaks(t, iout):
    c = 0
    for i in range(2):
        for j in range(3):
            for l in range(4):
                if t[i, j, l] % 5 == 4: break
                if t[i, j, l] % 3 == 1: continue
                c += t[i, j, l]
            if c > 60: break
        iout[i] = c


@program
def while_in_for_in_while(k, iout):
    i = 0
    while i < 4:
        for j in range(3):
            v = k[i * 3 + j]
            while v > 2:
                v -= 2
                if v == 3: break
            iout[i * 3 + j] = v
        i += 1


# ---- variables ----------------------------------------------------------------------------------------
@program
def bound_by_an_earlier_iteration(a, fout):
    for i in range(12):
        if i > 0:
            y = last
            fout[i] = y * 2
        last = a[i]


@program
def bound_later_through_tuples(a, fout):
    for i in range(12):
        if i > 0:
            p = (last, i)
            fout[i] = p[0] + p[1]
        last = a[i]


@program
def bound_later_in_nested_loops(k, iout):
    for i in range(3):
        for j in range(4):
            if i + j > 0:
                z = seen
                iout[i * 4 + j] = z
            seen = k[i * 4 + j]


@program
def swap_and_rotate(a, k, fout):
    x = a[0]; y = a[1]; z = a[2]
    for i in range(12):
        x, y, z = y, z, x
        fout[i] = x * 4 + y * 2 + z


@program
def chained_assignment(a, out, fout):
    for i in range(12):
        p = q = out[i] = a[i] * 2
        fout[i] = p + q


@program
def nested_unpacking(m, out):
    (h, w), (p, (q, r)) = m.shape, (1, (2.5, 3))
    out[0] = h; out[1] = w; out[2] = p; out[3] = q; out[4] = r
    [u, v] = [p + 1, q]
    out[5] = u * v


@program
def tuple_subscripts(out):
    offsets = ((-1, 0), (1, 0), (0, -1), (0, 1))
    out[0] = offsets[0][0] + 10 * offsets[1][0] + 100 * offsets[-1][1]
    t = (1, 2.5, True)
    out[1] = t[0] + t[1] + t[-1]
    out[2] = len(t) + len(offsets)


@program
def tuple_of_arrays(a, b, out):
    both = (a, b)
    for i in range(12):
        out[i] = both[0][i] - both[1][i]


@program
def array_variables(a, fout):
    cur = a
    nxt = fout
    for s in range(3):
        for i in range(12):
            nxt[i] = cur[(i + 1) % 12] + s
        cur, nxt = nxt, cur


@program
def type_changes(a, k, out):
    v = k[0]
    out[0] = v // 2
    v = a[0]
    out[1] = v / 2
    v = 3
    out[2] = v / 2
    v = True
    out[3] = v + v


@program
def conflict_that_nobody_reads(a, out):
    for i in range(12):
        v = 0.1
        if a[i] > 0:
            v = a[i]
        v = 2.0
        out[i] = v


@program
def weak_start_takes_the_type(a, k, u, out, fout, sout):
    s = 0; p = 1; r = 0.0; z = 0
    for i in range(12):
        s += a[i]
        p *= k[i] + 7
        r = max(r, a[i])
        z += u[i]
        fout[i] = s
        sout[i] = p
    out[0] = r
    out[1] = z


@program
def weak_joined_with_strong(a, fout):
    for i in range(12):
        v = 1
        if a[i] > 1: v = a[i]
        elif a[i] < -1: v = 0.5
        fout[i] = v * np.float32(0.1)


@program
def walrus_on_one_side(a, out):
    v = 5.0
    for i in range(12):
        if a[i] > 0 and (v := b_of(a[i])) > 2:
            out[i] = v
        else:
            out[i] = v + 100


def b_of(v):
    return float(v) * 1.5


@program
def walrus_in_a_call(k, iout):
    for i in range(12):
        iout[i] = abs(d := k[i] - 2) + d


@program
def aug_assigns(n, iout, out):
    v = n
    v += 5; v -= 2; v *= 3; v //= 4; v %= 5; v **= 3; v <<= 4; v >>= 1; v |= 9; v &= 29; v ^= 3
    iout[0] = v
    f = 2.5
    f /= 2; f **= 2; f %= 1; f //= 0.25
    out[0] = f
    out[1] += 3; out[1] *= 2; out[1] -= 0.5; out[1] /= 4; out[1] **= 3


@program
def aug_assign_evaluates_the_subscript_once(k, iout):
    j = 0
    for i in range(5):
        iout[(j := j + 2)] += k[i]


@program
def annotated(a, out):
    s: float = 0.5
    r: int
    for i in range(12):
        r = i
        s += r
    out[0] = s


# ---- numbers ------------------------------------------------------------------------------------------
@program
def int_float_mixing(a, b, k, u, h, n, x, out):
    out[0] = a[0] + b[0]
    out[1] = a[1] * k[1]
    out[2] = u[7] + k[2]
    out[3] = u[9] * 2 / 3
    out[4] = h * h
    out[5] = h + 40000 - 40000 if h < 0 else h + 1
    out[6] = n / 2 + x
    out[7] = k[4] // 2 + k[4] % 3
    out[8] = a[1] // 2 + a[1] % 3
    out[9] = u[3] - u[6]
    out[10] = n // -2 * 100 + n % -4
    out[11] = x // -0.5 + x % -0.4


@program
def wrapping(u, h, uout, iout):
    for i in range(12):
        uout[i] = u[i] * u[i] + np.uint8(3)
    iout[0] = h * np.int16(200)
    iout[1] = ~u[0]
    iout[2] = -u[3]
    iout[3] = u[4] << 1
    iout[4] = np.int8(u[9])


@program
def unsigned_64(w, k, bout):
    for i in range(12):
        bout[i] = w[i] > k[i]
        if w[i] == -1 or w[i] < i: bout[i] = False
        if -1 < w[i] and k[i] != w[i]: bout[11 - i] = True


@program
def bools(c, k, bout, iout):
    for i in range(12):
        bout[i] = c[i] & (k[i] > 0) | (c[11 - i] ^ True)
        iout[i] = c[i] + c[i] + 0 * k[i]
    iout[0] = True + True
    iout[1] = c[0] * 3
    iout[2] = -True
    iout[3] = ~False


@program
def conversions(a, k, u, iout, out):
    for i in range(12):
        iout[i] = int(a[i]) + int(k[i]) * 100 + int(c_of(u[i]))
        out[i] = float(k[i]) / 3 + np.float32(0.1) + np.int32(a[i])


def c_of(v):
    return v > 100


@program
def captured_constants(a, out):
    for i in range(COUNT):
        out[i] = a[i] * SCALE + TABLE[i % 4] * HALF + math.pi + np.e


@program
def rounding(a, b, k, out, iout):
    for i in range(12):
        out[i] = round(b[i], 1) + np.floor(a[i]) + np.ceil(b[i]) + np.trunc(a[i])
        iout[i] = round(b[i] * 2) + math.floor(a[i]) * 10 + math.ceil(b[i]) * 100 + math.trunc(b[i]) * 1000 + round(k[i])


@program
def math_functions(a, b, out):
    for i in range(12):
        out[i] = (math.fabs(b[i]) + abs(a[i]) + math.copysign(2, a[i]) + math.fmod(b[i], 0.75) + math.sqrt(abs(b[i]))
                  + math.hypot(3, 4) + (1 if math.isnan(b[i]) else 0))


@program
def numpy_functions(a, b, k, out):
    for i in range(12):
        out[i] = (np.minimum(a[i], b[i]) + np.maximum(k[i], 2) + np.where(a[i] > 0, b[i], 1) + np.abs(k[i]) + np.sign(b[i])
                  + np.square(a[i]) + np.clip(b[i], -1, 1) + np.copysign(1.0, a[i]) + np.add(a[i], 1) + np.sqrt(a[i] * a[i]))


@program
def minmax(a, k, n, out, iout):
    for i in range(12):
        out[i] = min(a[i], a[11 - i], a[3]) + max(a[i], 0)
        iout[i] = max(k[i], 3) + max(n, 3, i) + min((i, 5))
    q, r = divmod(n, -3)
    iout[0] = q * 100 + r
    iout[1] = pow(n, 3) + n**2 + 2**n
    out[1] = 2**-2 + pow(2.0, 0.5) + n**0.5


@program
def powers(a, k, u, out, iout):
    for i in range(12):
        out[i] = a[i]**2 + a[i]**3
        iout[i] = k[i]**2 + u[i]**2 + (-2)**i


@program
def shifts(k, n, iout):
    for i in range(12):
        iout[i] = (k[i] << 2) + (k[i] >> 1) + (n << i) + (1000 >> i) + (~i & 0xff)


@program
def masks_of_64_bits(n, iout):
    state = 12345
    for i in range(12):
        state = (state * 1103515245 + 12345) % 2**31
        iout[i] = state & 0xff


@program
def python_ints_are_exact(n, out, iout):
    v = 1
    for i in range(60): v = v * 2
    iout[0] = v + 1
    iout[1] = (v + 1) // 3 * 3 - v
    out[0] = v / 3


# ---- arrays -------------------------------------------------------------------------------------------
@program
def negative_subscripts(a, m, fout):
    fout[-1] = a[-12]
    for i in range(1, 5):
        fout[-i - 1] = m[-i, -1] + m[i][-i] + m[-1][0]


@program
def shapes(a, m, t, iout):
    iout[0] = len(a) + len(m) * 10
    iout[1] = m.shape[0] * 10 + m.shape[-1]
    iout[2] = t.size + m.size * 100 + a.ndim
    d0, d1, d2 = t.shape
    iout[3] = d0 * 100 + d1 * 10 + d2
    iout[4] = len(m.shape)
    s = m.shape
    iout[5] = s[0]


@program
def local_arrays(k, iout):
    for i in range(3):
        hist = np.zeros(8, np.int64)
        for j in range(4):
            hist[k[i * 4 + j] % 8] += 1
        best = 0
        for b in range(8):
            if hist[b] > hist[best]: best = b
        iout[i] = best


@program
def local_array_kinds(out):
    p = np.ones((2, 3))
    q = np.full(4, 7)
    r = np.zeros(COUNT * 2 - 1, dtype=np.float32)
    s = np.empty(2, np.int8)
    s[0] = 5
    r[8] = 1.5
    q[1] = 2.9
    out[0] = p[1, 2] + q[0] + r[8] + s[0]
    out[1] = q[1] / 2
    out[2] = len(r) * 10 + p.shape[1]


@program
def strong_index_types(a, u, k, fout):
    for i in range(12):
        fout[i] = a[u[i] % 12] + a[k[i] % 12] + a[abs(k[i])]


@program
def stores_convert(a, k, iout, uout, fout, bout):
    for i in range(12):
        iout[i] = a[i]
        uout[i] = k[i]
        fout[i] = k[i] / 3
        bout[i] = a[i]


@program
def writes_two_dimensions(m, mout):
    h, w = m.shape
    for i in range(h):
        for j in range(w):
            mout[h - 1 - i][w - 1 - j] = m[i][j]
            mout[i, j] += 1


# ---- calls --------------------------------------------------------------------------------------------
def first_above(values, limit, start=0):
    for i in range(start, len(values)):
        if values[i] > limit:
            return i
    return -1


@program
def callee_returns_from_a_loop(a, iout):
    for i in range(12):
        iout[i] = first_above(a, i) + 100 * first_above(limit=2, values=a, start=i)


def classify(v):
    if v < 0:
        return -1
    if v == 0:
        return 0
    while True:
        v = v / 2
        if v < 1:
            return 1
        if v > 2:
            return 2


@program
def early_returns(a, iout):
    for i in range(12):
        iout[i] = classify(a[i])


def polar(p, q=1.5, *, scale=2):
    r = p * p + q * q
    return r, (p * scale, q)


@program
def callee_returns_tuples(a, out):
    for i in range(12):
        r, (u, v) = polar(a[i])
        out[i] = r + u * v + polar(1.0, scale=3)[1][0]


def fill(values, v):
    for i in range(len(values)):
        if i % 2:
            continue
        values[i] = v
    return


@program
def callee_writes(fout, out):
    fill(fout, 3)
    fill(out, 1.25)


def outer(v):
    def_value = inner(v) + inner(v + 1)
    return def_value


def inner(v):
    if v > 3: return v * 2
    return v


@program
def callee_of_a_callee(k, iout):
    for i in range(12):
        iout[i] = outer(k[i])


def optional(v, w=None):
    return v if w is None else v + w


@program
def optional_parameters(a, out):
    for i in range(12):
        out[i] = optional(a[i]) + optional(a[i], 1) + optional(a[i], w=a[0])


def changes_its_parameter(v, n):
    while n > 0:
        v = v + 1
        n -= 1
    return v


@program
def parameters_are_copies(n, k, iout):
    iout[0] = changes_its_parameter(k[0], n) + n
    iout[1] = changes_its_parameter(n, n)


def at(f, v):
    return f(v) + 1


@program
def functions_as_arguments(a, out):
    for i in range(12):
        out[i] = at(inner, a[i]) + at(math.floor, a[i]) + at(abs, a[i])


def dtype_of(T, v):
    return T(v)


@program
def dtypes_as_arguments(b, out):
    f = np.float32
    for i in range(12):
        out[i] = dtype_of(f, b[i]) + dtype_of(np.int16, b[i]) + dtype_of(int, b[i])


def pick(values, other, which):
    if which: return values
    return values


@program
def callee_returns_an_array(a, b, fout):
    v = pick(a, b, True)
    for i in range(12):
        fout[i] = v[i]


def has_loop_else(values, v):
    for i in range(len(values)):
        if values[i] == v:
            break
    else:
        return -1
    return i


@program
def callee_with_loop_else(k, iout):
    for i in range(12):
        iout[i] = has_loop_else(k, i)


# ---- what raises ---------------------------------------------------------------------------------------
@program
def raises_unbound(a, out):
    for i in range(12):
        if a[i] > 7: v = a[i]
        if i > 5: out[i] = v


@program
def raises_unbound_loop_variable(n, iout):
    for i in range(n, 0): pass
    iout[0] = i


@program
def raises_out_of_range(a, k, out):
    for i in range(12): out[i] = a[k[i] * 2]


@program
def raises_assertion(a, out):
    for i in range(12):
        assert a[i] < 8, "too large"
        out[i] = a[i]


@program
def raises_zero_division(n, iout):
    for i in range(n, -1, -1): iout[i] = 100 // i


@program
def raises_zero_step(n, iout):
    for i in range(0, n, n - 7): iout[i] = i


@program
def raises_negative_shift(n, iout):
    for i in range(n): iout[i] = 1 << (3 - i)


@program
def raises_out_of_bounds_of_uint8(n, uout):
    for i in range(n): uout[i] = 253 + i


@program
def raises_weak_in_strong(u, iout):
    for i in range(12): iout[i] = u[i] + 200 * (i + 1)


@program
def raises_domain(b, out):
    for i in range(12): out[i] = math.sqrt(b[11 - i])


@program
def raises_nan_to_int(x, iout):
    y = x
    for i in range(2000): y = y * 2 if y < 1e300 else y * 1e10
    iout[0] = int(y)
