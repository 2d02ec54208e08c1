# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels where people write them: Python's prompt, notebook cells, methods, lambdas."""

import dataclasses
import os
import subprocess
import sys
import time

import numpy as np
import pytest

import gpujit
from conftest import compiled, define

pytestmark = compiled

SESSION = """\
import numpy as np
from gpujit import gpujit
def twice(x):
    return x * 2

@gpujit(target="interpreter")
def f(a):
    for i in range(len(a)):
        a[i] = twice(i) + 1

a = np.zeros(3)
f(a)
a.sum()
@gpujit(target="interpreter")
def f(a):
    a[0] = 40

f(a)
a.sum()
@gpujit(target="interpreter")
def f(a):
    a[0] = b

f(a)
exit()
"""


def talk(lines: str) -> str:
    """What Python's prompt, on a terminal of its own, answers to lines that are typed into it."""
    pty = pytest.importorskip("pty", reason="there are no pseudo-terminals on this system")
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "dumb", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with subprocess.Popen([sys.executable, "-q"], stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as process:
        os.close(theirs)
        for line in lines.splitlines():
            os.write(ours, (line + "\n").encode())
            time.sleep(0.02)  # a prompt that switches the terminal's mode may drop what comes meanwhile
        answer = b""
        while True:
            try:
                part = os.read(ours, 4096)
            except OSError:  # the other end is closed
                break
            if not part:
                break
            answer += part
        process.wait(60)
    os.close(ours)
    return answer.decode(errors="replace")


def test_the_prompt():
    pytest.importorskip("readline", reason="this Python's prompt keeps neither source nor history")
    answer = talk(SESSION)
    assert "9.0" in answer and "48.0" in answer, answer  # 1 + 3 + 5, then 40 in place of 1
    assert "name 'b' is not defined" in answer and "a[0] = b" in answer.partition("GJ003")[2], answer


def test_notebook_cells():
    """A cell that is run again, changed, is another kernel; a helper of a changed cell is read at the call."""
    space = {"gpujit": gpujit.gpujit, "np": np}
    define("def helper(x):\n    return x + 1\nf = helper\n", space, file="<ipython-input-1>")
    source = "@gpujit(target='interpreter')\ndef f(a):\n    a[0] = helper(a[0]) * {}\n"
    kernel, out = define(source.format(2), space, file="<ipython-input-2>"), np.ones(1)
    kernel(out)
    assert out[0] == 4
    define("def helper(x):\n    return x + 10\nf = helper\n", space, file="<ipython-input-3>")
    kernel(out)
    assert out[0] == 28
    again = define(source.format(3), space, file="<ipython-input-4>")
    again(out)
    assert out[0] == 114
    kernel(out)
    assert out[0] == 248


@dataclasses.dataclass(frozen=True)
class Wave:
    speed: float

    @gpujit.gpujit(target="interpreter")
    def step(self, a):
        for i in range(len(a)):
            a[i] += self.speed

    @staticmethod
    @gpujit.gpujit(target="interpreter")
    def clear(a):
        for i in range(len(a)):
            a[i] = 0


def test_methods():
    a = np.ones(2)
    Wave(2.5).step(a)
    assert a.tolist() == [3.5, 3.5]
    Wave(0.5).step(a)
    assert a.tolist() == [4, 4]
    Wave.clear(a)
    assert a.tolist() == [0, 0]


def test_lambdas():
    add, scale = gpujit.gpujit(target="interpreter")(lambda a, b: a[0] + b), 3
    times = gpujit.gpujit(target="interpreter")(lambda a: a[0] * scale)
    a = np.array([2.0])
    assert add(a, 1) == 3 and times(a) == 6
    scale = 4  # a closure's cell is read at the call
    assert times(a) == 8
