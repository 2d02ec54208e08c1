# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a kernel can't hold: each is refused with its class, its line under a caret, and a remedy."""

import numpy as np
import pytest

import gpujit
from conftest import compiled, define

pytestmark = compiled

REFUSED = [
    ("yield a[0]", "generator"), ("with a: pass", "'with'"), ("f = lambda **x: x", "'lambda'"),
    ("b = [x for x in a]", "comprehension"), ("b = sum(x for x in a)", "comprehension"), ("d = {}", "dict"),
    ("d = {1}", "set"), ("s = f'{a}'", "formatted string"),
    ("import math", "'import'"), ("del a", "'del'"), ("global N; N = 1", "global"), ("class C: pass", "'class'"),
    ("def g(x=a[0]): pass", "nested function"), ("return a", "return"),
    ("a[0] = np.longdouble(1)", "longdouble"),
    ("a[0] = N[0]", "'N' is a str"), ("a[0] = open(3)", "'open'"), ("a[0] = f(a)", "calls itself"),
    ("try:\n        a[0] = 1\n    except ValueError:\n        pass", "'try'"), ("a[0] = np.random.rand()", "rand"),
    ("a[0] = settings.computed", "Settings"), ("a[0] = 1 + 'x'", "a string"),
]
TYPING = [
    ("a[0] = a[0.5]", "integer"), ("b, c = 1, 2, 3", "unpack"),
    ("a[0] = math.sqrt(1, 2)", "math.sqrt"),
]


class Settings:
    """Has an attribute that only running its code could give."""

    @property
    def computed(self):
        raise AssertionError("compiling must not run code of the user's")


def raised_by(statement: str) -> Exception:
    source = f"N = 'text'\nimport math\nimport numpy as np\ndef f(a):\n    a[1] = 0\n    {statement}\n"
    kernel = gpujit.gpujit(target="interpreter")(define(source, {"settings": Settings()}, file="<refused>"))
    with pytest.raises(gpujit.CompileError) as error:
        kernel(np.arange(4.0))
    return error.value


@pytest.mark.parametrize("statement, word", REFUSED)
def test_is_refused(statement, word):
    error = raised_by(statement)
    assert type(error) is gpujit.UnsupportedError and word in str(error)
    assert error.file == "<refused>" and error.line >= 6 and error.remedy
    assert "^" in str(error) and "<refused>:" in str(error)


@pytest.mark.parametrize("statement, word", TYPING)
def test_types_dont_fit(statement, word):
    error = raised_by(statement)
    assert type(error) is gpujit.TypingError and word in str(error)
    assert error.line == 6 and "^" in str(error)


@pytest.mark.parametrize("statement, near", [("a[0] = flor(a[0])", "math.floor"), ("a[0] = np.sqrrt(2)", "np.sqrt")])
def test_misspelt_names(statement, near):
    error = raised_by(statement)
    assert "is not defined" in error.message and near in str(error)


def test_the_chain_of_calls_is_shown():
    fn = define("""
        def h(x):
            d = {}
            return x
        def g(x):
            return h(x)
        def f(a):
            a[0] = g(1)
        """, file="<chain>")
    with pytest.raises(gpujit.UnsupportedError, match="dict") as error:
        gpujit.gpujit(target="interpreter")(fn)(np.zeros(1))
    text = str(error.value)
    assert "<chain>:3:9" in text and "in 'h', called at <chain>:6" in text and "in 'g', called at <chain>:8" in text


def test_nothing_is_written_when_a_kernel_is_refused():
    a = np.ones(3)
    with pytest.raises(gpujit.CompileError):
        gpujit.gpujit(target="interpreter")(define("def f(a):\n    a[0] = 5\n    d = {}\n", file="<late>"))(a)
    assert a.tolist() == [1, 1, 1]
