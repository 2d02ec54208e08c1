# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""print() in kernels: on the interpreter it writes what Python writes; on a GPU floats have all their digits."""

import re

import numpy as np
import pytest

import gpujit
from conftest import compiled, define

pytestmark = compiled
FLOATS = [0.0, -0.0, 1.0, 0.1, -2.5, 1e15, 1e16, 123456.75, 1e-4, 9e-5, -3e-7, 1e300, 5e-324, np.inf, -np.inf, np.nan, 2 / 3]


def everything(a, k, c, n, out):
    print("start", n, c[0], n > 2, sep=" | ")
    for i in range(len(k)):
        out[i] = k[i]
        if i % 2:
            print("i =", i, "100%", k[i], end=";\n")
    print()
    print((1, 2.5, "x"), None, (n,))


def raises(k, out):
    for i in range(len(k)):
        print(i)
        if k[i] < 0:
            raise ValueError("negative")


def printed(fn, args, capfd) -> str:
    fn(*args)
    return capfd.readouterr().out


def arguments():
    return [np.arange(4.0), np.array([3, -1, 2**40, 0]), np.array([True, False]), 7, np.zeros(4)]


@pytest.mark.parametrize("target", ["interpreter", "simulated", pytest.param("cuda", marks=pytest.mark.gpu)])
def test_everything(target, capfd):
    expected = printed(everything, arguments(), capfd)
    got = printed(gpujit.gpujit(target=target, parallel="auto")(everything), arguments(), capfd)
    if target != "interpreter":  # of parallel iterations there's no order
        expected, got = (sorted(re.sub(r"2\.5\b", "2.5", text).splitlines()) for text in (expected, got))
    assert got == expected


@pytest.mark.parametrize("dtype", [float, np.float64, np.float32, np.float16])
def test_floats_are_written_as_python_does(dtype, capfd):
    reader = "float(a[i])" if dtype is float else "a[i]"
    fn = define(f"def f(a):\n    for i in range(len(a)):\n        print({reader})\n")
    with np.errstate(over="ignore"):
        a = np.array(FLOATS, dtype)
    assert printed(gpujit.gpujit(target="interpreter")(fn), [a], capfd) == printed(fn, [a], capfd)


def test_devices_write_all_digits(capfd):
    fn = define("def f(a, b):\n    for i in range(len(a)):\n        print(a[i], b[i])\n")
    a = np.array([x for x in FLOATS if np.isfinite(x)])
    with np.errstate(over="ignore"):
        b = a.astype(np.float32)
    lines = printed(gpujit.gpujit(target="simulated")(fn), [a, b], capfd).splitlines()
    pairs = {(float(x), np.float32(y)) for x, y in (line.split() for line in lines)}
    assert pairs == set(zip(a.tolist(), b, strict=True))


@pytest.mark.parametrize("target", ["interpreter", "simulated"])
def test_nothing_is_printed_after_a_raise(target, capfd):
    fn = define("""
        def f(k):
            s = 0
            for i in range(len(k)):
                print(i)
                s = s * 2 + k[i]
                if s < 0:
                    raise ValueError("negative")
        """)
    with pytest.raises(ValueError, match="negative"):
        gpujit.gpujit(target=target)(fn)(np.array([1, 2, -100, 3]))
    assert capfd.readouterr().out == "0\n1\n2\n"


def test_a_loop_that_prints_may_run_in_parallel(assemble):
    kernel = gpujit.gpujit(everything)
    signature = "f64[:], i64[:], b1[:], int, f64[:]"
    assert [loop.verdict for loop in kernel.explain(signature).loops] == ["parallel"]
    ptx = kernel.inspect("ptx", signature)
    assert "vprintf" in ptx
    assemble(ptx, externs={"vprintf"})


def test_what_is_printed_goes_to_sys_stdout(capsys):
    gpujit.gpujit(target="interpreter")(define("def f(n):\n    print('é', n)\n"))(3)
    assert capsys.readouterr().out == "é 3\n"
