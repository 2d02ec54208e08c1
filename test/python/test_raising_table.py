# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tables of docs/arithmetic.md: each entry is tried, and must do what the table says, and what Python does."""

import math
import warnings

import numpy as np
import pytest

import gpujit
from conftest import ROOT, compiled, define

pytestmark = compiled
KINDS = ["Python int", "NumPy integer", "Python float", "NumPy float"]
MAKE = dict(zip(KINDS, [int, np.int32, float, np.float32], strict=True))
LOW = {"Python int": -(2**63), "NumPy integer": -(2**31)}

# By the row's first cell: the expression, and the operands for each kind.
OPERATORS = {
    "`+ - *` beyond the width": [(f"a {op} b", {"Python int": (s * 2**62, t), "NumPy integer": (s * 2**30, u),
                                                "Python float": (s * 1.7e308, 1.7e308), "NumPy float": (s * 3e38, 3e38)})
                                 for op, s, t, u in (("+", 1, 2**62, 2**30), ("-", -1, 2**62 + 1, 2**30 + 1),
                                                     ("*", 1, 4, 4))],
    "`/` by zero": [("a / b", dict.fromkeys(KINDS, (3, 0))), ("a / b", {"NumPy float": (0, 0)})],
    "`//` by zero": [("a // b", dict.fromkeys(KINDS, (3, 0))), ("a // b", {"NumPy float": (0, 0)})],
    "`%` by zero": [("a % b", dict.fromkeys(KINDS, (3, 0)))],
    "lowest `// -1`": [("a // b", {kind: (LOW[kind], -1) for kind in KINDS[:2]})],
    "`**`, negative exponent": [("a ** b", {"Python int": (2, -1), "NumPy integer": (2, -1), "Python float": (0, -1),
                                            "NumPy float": (0, -1)})],
    "`**` beyond the range": [("a ** b", {"Python int": (10, 40), "NumPy integer": (10, 40), "Python float": (10, 400),
                                          "NumPy float": (10, 400)})],
    "negative base `**` fraction": [("a ** b", {"Python float": (-2, 0.5), "NumPy float": (-2, 0.5)})],
    "`<<` beyond the width": [("a << b", {"Python int": (5, 70), "NumPy integer": (5, 70)})],
    "`>>` beyond the width": [("a >> b", {"Python int": (s * 5, 70), "NumPy integer": (s * 5, 70)}) for s in (1, -1)],
    "negative shift count": [(f"a {op} b", {"Python int": (5, -1), "NumPy integer": (5, -1)}) for op in ("<<", ">>")],
    "`-x`, `abs(x)` of the lowest": [(f"{f}(a)", {kind: (LOW[kind], 0) for kind in KINDS[:2]}) for f in ("-", "abs")],
}
CONVERSIONS = {
    "Python int": ["pyint", [0, -128, 300, -(2**62)]],
    "Python float": ["pyfloat", [1.9, -1.9, 300.5, 1e30, math.inf, math.nan]],
    "NumPy integer": ["int64", [5, -128, 300, -(2**62)]],
    "NumPy float": ["float32", [1.9, -1.9, 300.5, -1e30, math.inf, math.nan]],
}
FORMS = {"`int(x)`": ["out[0] = int(a)", np.int64], "`np.int8(x)`, ...": ["out[0] = np.int8(a)", np.int64],
         "stored in an integer element": ["out[0] = a", np.int8, np.uint8]}


def table(first_column: str) -> dict[str, dict[str, str]]:
    """A table of the page, by the text at its top left: rows by their first cell, cells by their column."""
    lines = (ROOT / "docs" / "arithmetic.md").read_text().splitlines()
    start = next(k for k, line in enumerate(lines)
                 if line.startswith(f"| {first_column}") and lines[k + 1].startswith("|---"))
    columns = [cell.strip() for cell in lines[start].strip("|").split("|")]
    rows = {}
    for line in lines[start + 2:]:
        if not line.startswith("|"):
            break
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        rows[cells[0]] = {c: text for c, text in zip(columns[1:], cells[1:], strict=True) if text}
    return rows


def says_class(text: str) -> type | None:
    """The exception that an entry names."""
    import builtins

    words = [w.strip(",:;") for w in text.split()]
    named = next((w for w in words if w.endswith("Error")), None)
    return getattr(builtins, named) if named else None


def outcome(statement: str, dtype, a, b, out, target):
    """What the statement leaves in an element, or the class of what it raises: in Python, or in a kernel for a target."""
    namespace = {"np": np}
    fn = define(f"def f(a, b, out):\n    {statement}\n", namespace)
    if target:
        fn = gpujit.gpujit(target=target, fp="strict")(fn)
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            fn(dtype(a), dtype(b), out)
        except Exception as error:
            return type(error)
    return out[0]


def agrees(text: str, result) -> bool:
    """Whether a value is what an entry that names no exception says, as far as words can."""
    if "inf" in text or "NaN" in text:
        return ("inf" in text and bool(np.isinf(result))) or ("NaN" in text and bool(np.isnan(result)))
    return result == 0 if text == "0" else result in (0, -1) if text == "0 or -1" else True


def same(a, b) -> bool:
    if isinstance(a, type) or isinstance(b, type):
        return a is b
    return bool(a == b or (a != a and b != b))


@pytest.mark.parametrize("target", ["interpreter", "simulated", pytest.param("cuda", marks=pytest.mark.gpu)])
@pytest.mark.parametrize("row", OPERATORS)
def test_operators(row, target):
    entries, tried = table("| Python int")[row], set()
    for expression, operands in OPERATORS[row]:
        for kind, (a, b) in operands.items():
            text, make = entries[kind], MAKE[kind]
            tried.add(kind)
            out = np.zeros(1, np.int64 if "int" in kind and "/ " not in expression else np.float64)
            got = outcome(f"out[0] = {expression}", make, a, b, out, target)
            if says_class(text):
                assert got is says_class(text), (expression, kind)
                if "(1)" in text or "(2)" in text:  # where gpujit stops and Python goes on
                    continue
            else:
                assert agrees(text, got), (expression, kind, got)
            expected = outcome(f"out[0] = {expression}", make, a, b, np.zeros_like(out), None)
            assert same(expected, got), (expression, kind, expected, got)
    assert tried == set(entries), "every entry is tried"


def test_every_row_is_tried():
    assert set(table("| Python int")) == set(OPERATORS)
    assert set(table("from |")) == set(CONVERSIONS)
    assert set(table("from |")["Python int"]) | set(table("from |")["NumPy float"]) == set(FORMS)


@pytest.mark.parametrize("target", ["interpreter", "simulated", pytest.param("cuda", marks=pytest.mark.gpu)])
@pytest.mark.parametrize("source", CONVERSIONS)
def test_conversions(source, target):
    dtype, numbers = CONVERSIONS[source]
    make = {"pyint": int, "pyfloat": float}.get(dtype) or np.dtype(dtype).type
    for form, (statement, *elements) in FORMS.items():
        raised = False
        for number in numbers:
            for element in elements:
                got = outcome(statement, make, number, 0, np.zeros(1, element), target)
                expected = outcome(statement, make, number, 0, np.zeros(1, element), None)
                if "int(a)" in statement and number in (1e30, -1e30):
                    expected = OverflowError  # Python goes on with a larger int
                assert same(expected, got), (form, number, element, expected, got)
                raised |= isinstance(got, type)
        text = table("from |")[source].get(form, "")
        if not text.startswith(("wraps", "exact")) and text != "as NumPy's cast":
            assert raised == ("Error" in text or text in ("the same", "as a Python float") or "must fit" in text or
                              "as a Python" in text), (form, text)
