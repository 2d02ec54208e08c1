# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tables of functions in docs/language.md are complete: every function of `math` and `cmath` and every ufunc of NumPy is
there, or is left out on purpose; each is compiled, or refused by name.
"""

import cmath
import math
import re

import numpy as np
import pytest

import gpujit
from conftest import ROOT, compiled, define

TEXT = (ROOT / "docs" / "language.md").read_text()
MODULES = {"math": math, "cmath": cmath, "NumPy": np}


def listed(start: str) -> set[str]:
    """The names in the rows of the document's tables that begin so."""
    rows = re.findall(rf"^\| {start}[^|]*\|(.*)\|$", TEXT, re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`(\w+)`", row.split("|")[0])}


def functions(module) -> dict[str, object]:
    """Its functions by name; of NumPy the ufuncs, each under the name that it has for itself."""
    if module is np:
        return {value.__name__: value for value in vars(np).values() if isinstance(value, np.ufunc)}
    return {name: value for name, value in vars(module).items() if not name.startswith("_") and callable(value)}


def left_out(title: str) -> set[str]:
    return {name for row in re.findall(r"^\| (.*) of (\w+) \|", TEXT, re.MULTILINE) if row[1] == title
            for name in re.findall(r"`(\w+)`", row[0])}


@pytest.mark.parametrize("title", MODULES)
def test_every_function_is_listed(title):
    module = MODULES[title]
    there = listed(f"{title}, ") | (listed("cmath") if title == "cmath" else set())
    same = {getattr(module, name) for name in there if hasattr(module, name)}  # np.absolute is np.abs
    missing = {name for name, value in functions(module).items() if value not in same} - left_out(title)
    assert not missing, f"neither listed nor left out: {sorted(missing)}"
    assert not {name for name in left_out(title) if getattr(module, name, None) in same}, "listed and left out"


# Arguments for functions that don't take as many numbers as their operands say.
SPECIAL = {"math.dist": "(a[0], a[1]), (a[1], a[0])", "math.prod": "(a[0], a[1])", "math.ldexp": "a[0], int(k[0])",
           "np.ldexp": "a[0], k[0]", "math.fma": "a[0], a[1], a[0]", "cmath.rect": "a[0], a[1]", "math.acosh": "a[1] + 1",
           "np.arccosh": "a[1] + 1", "cmath.isclose": "a[0], a[1]", "np.where": "a[0] > 0, a[0], a[1]",
           "math.log": "a[0]", "math.isclose": "a[0], a[1]"}
INTEGERS = {"math.comb", "math.factorial", "math.gcd", "math.isqrt", "math.lcm", "math.perm", "np.bitwise_and",
            "np.bitwise_or", "np.bitwise_xor", "np.gcd", "np.invert", "np.lcm", "np.left_shift", "np.right_shift",
            "np.bitwise_count"}
TWO = {"atan2", "copysign", "fmod", "hypot", "nextafter", "pow", "remainder", "comb", "gcd", "lcm", "perm"}
EVERY = [(f"{'np' if title == 'NumPy' else title}.{name}", value) for title, module in MODULES.items()
         for name, value in sorted(functions(module).items()) if name not in left_out(title)]


def arguments(call: str, value) -> str:
    if call in SPECIAL:
        return SPECIAL[call]
    array = "k" if call in INTEGERS else "a"
    count = value.nin if isinstance(value, np.ufunc) else 2 if call.startswith("math.") and call[5:] in TWO else 1
    return f"{array}[0], {array}[1]" if count == 2 else f"{array}[0]"


@compiled
@pytest.mark.parametrize("call, value", EVERY, ids=[call for call, _ in EVERY])
def test_function(call, value):
    """Each gives what Python gives, for one argument of the usual kind."""
    space = {"np": np, "math": math, "cmath": cmath}
    a, k = np.array([0.25, 0.75]), np.array([5, 3], np.int32)
    text = f"{call}({arguments(call, value)})"
    expected = eval(text, space | {"a": a, "k": k})
    parts = len(expected) if isinstance(expected, tuple) else 0
    stores = [f"    out[{j}] = r[{j}]" for j in range(parts)] or ["    out[0] = r"]
    fn = define("\n".join(["def f(a, k, out):", f"    r = {text}", *stores]) + "\n", space, file=f"<{call}>")
    out = np.zeros(max(parts, 1), complex if np.iscomplexobj(expected) else np.float64)
    gpujit.gpujit(target="interpreter")(fn)(a, k, out)
    np.testing.assert_allclose(out, np.ravel(expected), rtol=1e-14)


@compiled
@pytest.mark.parametrize("call", [f"{'np' if title == 'NumPy' else title}.{name}" for title, module in MODULES.items()
                                  for name in sorted(left_out(title)) if hasattr(module, name)])
def test_left_out(call):
    fn = define(f"def f(a):\n    a[0] = {call}(a[0])\n", {"np": np, "math": math, "cmath": cmath}, file=f"<{call}>")
    with pytest.raises(gpujit.UnsupportedError, match=call.partition(".")[2]):
        gpujit.gpujit(target="interpreter")(fn)(np.ones(2))
