# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""docs/language.md: its examples run, and the functions in its tables are known."""

import ast
import functools
import linecache
import math
import re

import numpy as np
import pytest

import gpujit
from conftest import ROOT, compiled, define

pytestmark = compiled

TEXT = (ROOT / "docs" / "language.md").read_text()
BLOCKS = re.findall(r"^```python\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


def claims(source: str):
    """(statement, "->" or "raises", what is claimed) for each statement; the last two are None where there is no claim."""
    lines = source.splitlines()
    for statement in ast.parse(source).body:
        found = re.search(r"  # (->|raises) (.*)$", lines[statement.end_lineno - 1])
        yield statement, *(found.groups() if found and not isinstance(statement, ast.FunctionDef) else (None, None))


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_example(number):
    source, file = BLOCKS[number], f"<language.md {number}>"
    linecache.cache[file] = len(source), None, source.splitlines(True), file
    space = {"np": np, "math": math, "gpujit": functools.partial(gpujit.gpujit, target="interpreter")}
    count = 0
    for statement, kind, claim in claims(source):
        if kind == "raises":
            with np.errstate(all="ignore"), pytest.raises(Exception) as raised:
                exec(compile(ast.Module([statement], []), file, "exec"), space)
            assert type(raised.value).__name__ == claim
        elif kind == "->":
            assert repr(eval(compile(ast.Expression(statement.value), file, "eval"), space)) == claim
        else:
            exec(compile(ast.Module([statement], []), file, "exec"), space)
        count += kind is not None
    assert count, "an example claims something"


def table(row: str) -> list[str]:
    return re.findall(r"`(\w+)`", re.search(rf"^\| {re.escape(row)} \| (.*) \|$", TEXT, re.MULTILINE)[1])


FUNCTIONS = [(module, name, count) for module, row in (("math", "math"), ("np", "NumPy")) for count, word in
             ((1, "one"), (2, "two"), (3, "three")) if (row, count) != ("math", 3) for name in table(f"{row}, of {word}")]


@pytest.mark.parametrize("module, name, count", FUNCTIONS, ids=lambda value: str(value))
def test_function_is_known(module, name, count):
    operands = ", ".join(["a[0]", "a[1]", "a[2]"][:count])
    fn = define(f"""
        def f(a, out):
            out[0] = {module}.{name}({operands})
        """, {"np": np, "math": math}, file=f"<{module}.{name} {count}>")
    a, got, expected = np.array([0.25, 0.5, 0.75]), np.zeros(1), np.zeros(1)
    if not hasattr({"np": np, "math": math}[module], name):
        pytest.skip("this Python or NumPy is older than the function")
    with np.errstate(all="ignore"):
        try:
            fn(a, expected)
        except ValueError as error:  # acosh below 1
            with pytest.raises(ValueError, match=str(error)[:10]):
                gpujit.gpujit(target="interpreter")(fn)(a, got)
            return
    gpujit.gpujit(target="interpreter")(fn)(a, got)
    np.testing.assert_allclose(got, expected, rtol=1e-14)
