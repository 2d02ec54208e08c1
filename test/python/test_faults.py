# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Unusual arguments, names and moments: each ends in the right result or a clear error."""

import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from numpy.lib.stride_tricks import as_strided

import gpujit
from conftest import compiled, define

pytestmark = compiled
TARGETS = ["interpreter", pytest.param("cuda", marks=pytest.mark.gpu)]


def double(a, out):
    for i in range(a.shape[0]):
        out[i] = a[i] * 2


@pytest.fixture(params=TARGETS)
def target(request):
    return request.param


@pytest.fixture
def kernel(target):
    return gpujit.gpujit(target=target)(double)


# ---- arrays --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("view", [
    lambda a: a[::-1], lambda a: a[::3], lambda a: a[::-2], lambda a: a[5:5], lambda a: a[:1],
    lambda a: np.frombuffer(b"x" + a.tobytes(), np.float32, len(a), offset=1) if len(a) else a,
    lambda a: np.broadcast_to(a[:1], (7,)), lambda a: as_strided(a, (5,), (2,)),
    lambda a: np.zeros((10, 3), np.float32)[:, 1], lambda a: np.rec.fromarrays([a, a]).f0,
], ids=["reversed", "every third", "backwards by two", "empty", "one element", "misaligned", "stride 0",
        "overlapping itself", "column", "record field"])
def test_inputs_of_any_layout(kernel, view):
    a = view(np.arange(20, dtype=np.float32))
    out = np.full(len(a) + 1, -1, np.float32)
    if kernel.options["target"] != "interpreter" and any(s % a.itemsize for s in a.strides):
        with pytest.warns(gpujit.FallbackWarning, match="'double' runs on the CPU: its argument 'a' overlaps"):
            kernel(a, out)
    else:
        kernel(a, out)
    assert out[-1] == -1
    np.testing.assert_array_equal(out[:-1], a * 2)


def test_outputs_between_other_data(kernel):
    """Only the view's elements are written, in every layout."""
    for cut in (slice(None, None, 3), slice(None, None, -2), slice(4, 9)):
        memory = np.arange(20, dtype=np.float32)
        expected = memory.copy()
        a = np.ones(len(memory[cut]), np.float32)
        kernel(a, memory[cut])
        expected[cut] = 2
        np.testing.assert_array_equal(memory, expected)


def test_misaligned_output(kernel):
    memory = bytearray(41)
    out = np.frombuffer(memory, np.float32, 10, offset=1)
    kernel(np.arange(10, dtype=np.float32), out)
    np.testing.assert_array_equal(out, np.arange(10) * 2)


@pytest.mark.filterwarnings("ignore::gpujit.PerformanceWarning")
def test_overlapping_arguments_keep_pythons_order(kernel):
    for cut in (slice(1, None), slice(None, -1)):
        base = np.arange(1, 40, dtype=np.float32)
        expected = base.copy()
        other = slice(None, -1) if cut.start else slice(1, None)
        double(expected[other], expected[cut])
        kernel(base[other], base[cut])
        np.testing.assert_array_equal(base, expected)


def test_overlapping_arguments_that_lie_askew(kernel):
    """Views 4 bytes wide, 1 byte apart: a device can't hold both as they lie; the result is Python's all the same."""
    def views():
        memory = bytearray(range(1, 82))
        return memory, np.frombuffer(memory, np.int32, 19, offset=1), np.frombuffer(memory, np.int32, 19, offset=2)

    expected, a, b = views()
    with np.errstate(over="ignore"):
        double(a, b)
    memory, a, b = views()
    if kernel.options["target"] == "interpreter":
        kernel(a, b)
    else:
        with pytest.warns(gpujit.FallbackWarning, match="its argument 'a' overlaps another array, or itself"):
            kernel(a, b)
    assert memory == expected


def test_dtype_and_layout_may_change_between_calls(kernel):
    for dtype in (np.float32, np.int16, np.float64, np.uint8, np.float32):
        for a in (np.arange(6, dtype=dtype), np.arange(12, dtype=dtype)[::2]):
            out = np.zeros(6, dtype)
            kernel(a, out)
            np.testing.assert_array_equal(out, a * 2)


def test_a_read_only_output(kernel):
    out = np.zeros(3, np.float32)
    out.flags.writeable = False
    for _ in range(2):
        with pytest.raises(ValueError, match="read-only.*'out'"):
            kernel(np.ones(3, np.float32), out)
    assert not out.any()


def test_the_call_after_an_error_is_right(kernel):
    a = np.arange(8, dtype=np.float32)
    with pytest.raises(IndexError, match="index 4.*size 4.*'out'"):
        kernel(a, np.zeros(4, np.float32))
    out = np.zeros(8, np.float32)
    kernel(a, out)
    np.testing.assert_array_equal(out, a * 2)


def test_python_keeps_what_was_written_before_the_error():
    out = np.zeros(4, np.float32)
    with pytest.raises(IndexError):
        gpujit.gpujit(target="interpreter")(double)(np.arange(8, dtype=np.float32), out)
    assert out.tolist() == [0, 2, 4, 6]


# ---- names and sizes -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["reg", "add", "f32", "entry", "_", "__dunder__", "größe", "変数", "x" * 300])
def test_names(target, name):
    fn = define(f"""
        def f({name}, out):
            for i in range({name}.shape[0]):
                out[i] = {name}[i] + 1
        """)
    out = np.zeros(3, np.float32)
    gpujit.gpujit(target=target)(fn)(np.arange(3, dtype=np.float32), out)
    assert out.tolist() == [1, 2, 3]


@pytest.mark.parametrize("name", ["ld", "main", "größe", "exit", "memcpy"])
def test_kernel_names(target, name):
    namespace = {}
    define(f"def {name}(out):\n    for i in range(3):\n        out[i] = i\nf = {name}\n", namespace, f"<{name}>")
    out = np.zeros(3, np.int32)
    gpujit.gpujit(target=target)(namespace["f"])(out)
    assert out.tolist() == [0, 1, 2]


@pytest.mark.parametrize("count", [60, 500])
def test_many_arguments(target, count):
    names = [f"a{k}" for k in range(count)]
    fn = define(f"def f(out, {', '.join(names)}):\n    for i in range(1):\n        out[i] = {' + '.join(names)}\n")
    out = np.zeros(1, np.int64)
    try:
        gpujit.gpujit(target=target)(fn)(out, *range(count))
    except gpujit.CompileError as error:
        assert any(c.isdigit() for c in error.message)  # it says how many are too many
        return
    assert out[0] == sum(range(count))


def test_a_long_function(target):
    body = "\n".join(f"        s = s * 3 % 1000 + {k}" for k in range(400))
    fn = define(f"def f(out):\n    for i in range(2):\n        s = i\n{body}\n        out[i] = s\n", file="<long>")
    expected, out = np.zeros(2, np.int64), np.zeros(2, np.int64)
    fn(expected)
    gpujit.gpujit(target=target)(fn)(out)
    assert (out == expected).all()


def test_deep_expressions(target):
    fn = define(f"def f(out):\n    out[0] = {'(' * 80}1{' + 1)' * 80}\n", file="<deep>")
    out = np.zeros(1, np.int64)
    gpujit.gpujit(target=target)(fn)(out)
    assert out[0] == 81


# ---- captures ------------------------------------------------------------------------------------------


def test_changed_captures(target):
    namespace = {"k": 2}
    fn = define("""
        def g(v, n=1):
            return v * k + n
        def f(out):
            for i in range(3):
                out[i] = g(i)
        """, namespace)
    kernel = gpujit.gpujit(target=target)(fn)

    def result():
        out = np.zeros(3, np.int64)
        kernel(out)
        return out.tolist()

    assert result() == [1, 3, 5]
    namespace["k"] = 3
    assert result() == [1, 4, 7]
    namespace["g"].__defaults__ = (0,)
    assert result() == [0, 3, 6]


def test_a_changed_closure(target):
    def make():
        k = 1

        def set_k(value):
            nonlocal k
            k = value

        def f(out):
            for i in range(out.shape[0]):
                out[i] = k

        return set_k, gpujit.gpujit(target=target)(f)

    set_k, kernel = make()
    out = np.zeros(2, np.int64)
    kernel(out)
    assert out.tolist() == [1, 1]
    set_k(5)
    kernel(out)
    assert out.tolist() == [5, 5]


# ---- moments -------------------------------------------------------------------------------------------


ENDLESS = """
import signal
import sys
import numpy as np
from gpujit import gpujit

signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job is started with it ignored

@gpujit(target=sys.argv[1])
def endless(a):
    while a[0] < 1:
        a[1] += 1

print("ready", flush=True)
try:
    endless(np.zeros(2))
except KeyboardInterrupt:
    print("stopped", flush=True)
"""


def test_control_c_ends_an_endless_kernel(tmp_path):
    file = tmp_path / "endless.py"
    file.write_text(ENDLESS)
    env = os.environ | {"PYTHONPATH": os.path.dirname(os.path.dirname(gpujit.__file__))}
    process = subprocess.Popen([sys.executable, file, "interpreter"], stdout=subprocess.PIPE, text=True, env=env)
    try:
        assert process.stdout.readline() == "ready\n"
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
    finally:
        process.kill()  # if it didn't end, nothing else ends it
    assert out == "stopped\n" and process.returncode == 0


def test_threads_calling_at_once(target):
    kernels = [gpujit.gpujit(target=target)(double) for _ in range(3)]
    wrong, barrier = [], threading.Barrier(8)

    def work(k):
        a = np.arange(50 + k, dtype=np.float32)
        barrier.wait()
        for n in range(12):
            out = np.zeros_like(a)
            kernels[n % 3](a, out)
            if not np.array_equal(out, a * 2):
                wrong.append((k, n))

    threads = [threading.Thread(target=work, args=(k,)) for k in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_a_forked_child_of_the_interpreter_works():
    program = ("import os, numpy as np, sys; from test_faults import double; from gpujit import gpujit;"
               "k = gpujit(target='interpreter')(double); a = np.ones(3); out = np.zeros(3); k(a, out);"
               "pid = os.fork();"
               "k(a[::1], out) if pid else k(a.astype('f4'), out.astype('f4'));"
               "sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])) if pid else os._exit(0)")
    folders = [os.path.dirname(os.path.dirname(gpujit.__file__)), os.path.dirname(__file__)]
    env = os.environ | {"PYTHONPATH": os.pathsep.join(folders)}
    run = subprocess.run([sys.executable, "-W", "ignore", "-c", program], env=env, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
