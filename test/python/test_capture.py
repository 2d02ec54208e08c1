# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Capture: source, syntax nodes, captured names."""

import enum
import functools
import linecache
import math
import types
from collections import namedtuple

import numpy as np
import pytest

from conftest import define
from gpujit import CompileError, UnsupportedError, _capture, gpujit, prange
from gpujit._capture import Snapshot

SCALE = 3
TABLE = np.arange(4.0)


def captured(fn):
    """name -> (entity, value) of all captures of a function's snapshot, callees included."""
    found = {}

    def walk(node):
        if isinstance(node, dict):
            if node.get("_") == "Captured":
                found[node["name"]] = node["entity"], node["value"]
            for value in node.values():
                walk(value)
        elif isinstance(node, list):
            for value in node:
                walk(value)

    walk([f["body"] for f in Snapshot(fn).functions])
    return found


# ---- source --------------------------------------------------------------------------------------------


def test_positions_are_the_files():
    def f(a):
        a[0] = 1

    function = Snapshot(f).functions[0]
    assert function["line"] == f.__code__.co_firstlineno
    statement = function["body"][0]
    assert statement["at"] == [function["line"] + 1, 8, function["line"] + 1, 16]
    assert function["lines"][1].strip() == "a[0] = 1"


def test_decorators_count_as_lines_before_the_function():
    f = define("""
        import functools
        @functools.wraps(len,
                         assigned=())
        def f(a):
            a[0] = 1
        """)
    wrapped = f
    function = Snapshot(wrapped).functions[0]
    assert (function["first_line"], function["line"]) == (3, 5)
    assert function["body"][0]["at"][0] == 6


def test_columns_count_characters():
    f = define("""
        def f(é, out):
            out[0] = é + é * 2
        """)
    node = Snapshot(f).functions[0]["body"][0]["value"]
    assert node["at"] == [3, 13, 3, 22]
    assert node["right"]["left"]["at"] == [3, 17, 3, 18]


def test_a_multi_line_string_in_a_nested_function_keeps_its_lines():
    def f(a):
        """One
    two."""
        a[0] = 1

    body = Snapshot(f).functions[0]["body"]
    assert body[1]["at"][0] == f.__code__.co_firstlineno + 3


def test_lambdas_are_found_by_where_their_bodies_stand():
    pair = (lambda a: a + 1, lambda a: (a *
                                        2))
    texts = [Snapshot(fn).functions[0]["body"][0]["value"]["op"] for fn in pair]
    assert texts == ["Add", "Mult"]


def test_a_lambda_without_positions_is_refused():
    fn = define("f = lambda a: a\n")
    with pytest.raises(CompileError, match="lambda"):
        Snapshot(types.FunctionType(fn.__code__.replace(co_linetable=b""), {}))


def test_missing_source_is_refused():
    namespace = {}
    exec("def f(a):\n    a[0] = 1\n", namespace)
    with pytest.raises(CompileError, match="source of 'f' isn't available") as error:
        Snapshot(namespace["f"])
    assert "notebook" in error.value.remedy


def test_changed_source_is_refused():
    f = define("def f(a):\n    a[0] = 1\n", file="<changed>")
    linecache.cache["<changed>"] = 0, None, ["def f(b):\n", "    b[0] = 2\n"], "<changed>"
    with pytest.raises(CompileError, match="doesn't match"):
        Snapshot(f)


def test_a_file_edited_after_decoration_doesnt_matter(tmp_path):
    file = tmp_path / "kernels.py"
    file.write_text("def f(a):\n    a[0] = 1\n")
    namespace = {}
    exec(compile(file.read_text(), str(file), "exec"), namespace)
    kernel = gpujit(namespace["f"])
    file.write_text("# moved\n\n\ndef f(a):\n    a[0] = 2\n")
    body = Snapshot(kernel.py_func).functions[0]["body"]
    assert body[0]["value"]["value"] == "1"


def test_double_star_parameters_are_refused_with_their_place():
    def f(a, **rest):
        a[0] = 1

    with pytest.raises(UnsupportedError, match=r"\*\*rest") as error:
        Snapshot(f)
    assert error.value.column == 15
    assert "^" in str(error.value)


def test_star_parameters_come_last():
    def f(a, *rest, b=1):
        a[0] = 1

    function = Snapshot(f).functions[0]
    assert (function["params"], function["vararg"], function["positional"]) == (["a", "b", "rest"], "rest", 1)


def test_async_is_refused():
    async def f(a):
        a[0] = 1

    with pytest.raises(UnsupportedError, match="async"):
        Snapshot(f)


# ---- names ---------------------------------------------------------------------------------------------


def test_known_functions():
    def f(a, out):
        for i in prange(len(a)):
            out[i] = math.sqrt(a[i]) + np.sin(a[i]) + np.abs(a[i]) + min(a[i], 1.0) + np.pi

    found = captured(f)
    assert found["prange"] == ("gpujit.prange", None)
    assert found["len"] == ("builtins.len", None)
    assert found["math.sqrt"] == ("math.sqrt", None)
    assert found["np.sin"] == ("numpy.sin", None)
    assert found["np.abs"] == ("numpy.absolute", None)
    assert found["min"] == ("builtins.min", None)
    assert found["np.pi"] == ("float", math.pi.hex())


def test_from_imports_and_renamed_modules():
    f = define("""
        import numpy as xx
        from math import sin as sine
        def f(a):
            a[0] = sine(xx.float32(1))
        """)
    assert captured(f) == {"sine": ("math.sin", None), "xx.float32": ("dtype:float32", None)}


@pytest.mark.parametrize("value, entity, text", [
    (3, "int", "3"), (2**70, "int", str(2**70)), (True, "bool", True), (0.1, "float", (0.1).hex()),
    (math.inf, "float", "inf"), (math.nan, "float", "nan"), (np.float32(0.5), "scalar:float32", (0.5).hex()),
    (np.float64(0.5), "scalar:float64", (0.5).hex()), (np.uint8(7), "scalar:uint8", "7"),
    (np.True_, "scalar:bool", True), (np.dtype("i4"), "dtype:int32", None), (np.intp, "dtype:int64", None),
    (float, "builtins.float", None), ("text", "unsupported", "str"), (None, "unsupported", "NoneType"),
    (np.longdouble(1), "unsupported", f"numpy.{np.dtype(np.longdouble).name}"), (enum.IntEnum("E", "A B").B, "int", "2"),
    (math, "module", "math"), (enum.Enum, "unsupported", "class Enum"), (functools.partial(max), "unsupported", "partial"),
])
def test_captured_values(value, entity, text):
    f = define("def f(a):\n    a[0] = value\n", {"value": value})
    assert captured(f)["value"] == (entity, text)


def test_attributes_of_settings():
    Point = namedtuple("Point", "x y")

    class Settings:
        step = 0.5

        @property
        def computed(self):
            raise AssertionError("reading a property runs code of the user's")

    f = define("def f(a):\n    a[0] = s.step + p.y + s.computed + S.step\n",
               {"s": Settings(), "S": Settings, "p": Point(1, 2)})
    found = captured(f)
    assert found["s.step"] == found["S.step"] == ("float", (0.5).hex())
    assert found["p.y"] == ("int", "2")
    assert found["s"] == ("unsupported", "Settings")


def test_locals_follow_pythons_rules():
    x = y = 1

    def f(a):
        for SCALE in range(3):
            if (x := SCALE) > y:
                TABLE, (math, *np) = 1, (2, 3)
        if False:
            enum = 1
        return SCALE, x, y, TABLE, math, np, enum

    assert set(captured(f)) == {"range", "y"}
    del x


def test_global_and_nonlocal_names_arent_local():
    count = 0

    def f(a):
        global SCALE
        nonlocal count
        SCALE = 1
        count = 2
        a[0] = SCALE + count

    functions = Snapshot(f).functions
    assert [n["_"] for n in functions[0]["body"][:2]] == ["Global", "Nonlocal"]
    assert functions[0]["body"][2]["targets"][0]["_"] == "Name"
    assert set(captured(f)) == {"SCALE", "count"}


def test_undefined_names_come_with_near_ones():
    def f(weight):
        weight[0] = flor(wieght) + math.sqr(2)  # noqa: F821

    found = captured(f)
    assert found["flor"] == ("undefined", ["math.floor"])
    assert found["wieght"] == ("undefined", ["weight"])
    assert found["math.sqr"][0] == "undefined" and "math.sqrt" in found["math.sqr"][1]


def test_an_unset_closure_variable_is_undefined():
    def f(a):
        a[0] = later  # noqa: F821

    assert captured(f)["later"][0] == "undefined"
    later = 1
    assert captured(f)["later"] == ("int", "1")
    del later


def test_a_captured_array_is_a_hidden_argument():
    def f(a, b):
        a[0] = TABLE[1] + TABLE.shape[0]

    snapshot = Snapshot(f)
    assert snapshot.hidden == [("TABLE", TABLE)]
    assert captured(f)["TABLE"] == ("array", 2)


# ---- functions -----------------------------------------------------------------------------------------


def helper(v, n=2):
    return v * n + SCALE


def twice(v):
    return helper(v) + helper(v)


def down(n):
    return 0 if n < 1 else down(n - 1)


def test_callees_are_collected_once():
    def f(a):
        a[0] = twice(a[0]) + helper(1) + down(3)

    functions = Snapshot(f).functions
    assert [g["name"] for g in functions] == ["f", "twice", "helper", "down"]
    default = functions[2]["defaults"]["n"]
    assert (default["_"], default["name"], default["entity"], default["value"]) == ("Captured", "n", "int", "2")
    assert captured(f)["helper"] == ("function", 2)
    assert captured(down)["down"] == ("function", 0)


def test_a_kernel_can_call_a_kernel():
    inner = gpujit(helper)

    def f(a):
        a[0] = inner(a[0])

    assert captured(f)["inner"] == ("function", 1)


# ---- changes -------------------------------------------------------------------------------------------


def test_a_snapshot_notices_changes():
    namespace = {"k": 1, "helper": lambda v: v, "settings": enum}
    f = define("def g(v, n=1):\n    return v * n\ndef f(a):\n    a[0] = g(k) + math\n", namespace)
    first = Snapshot(f)
    assert first.current()
    namespace["k"] = 2
    assert not first.current()
    second = Snapshot(f)
    assert second.key != first.key
    namespace["k"] = 1
    assert Snapshot(f).key == first.key
    namespace["math"] = math
    assert not first.current()
    third = Snapshot(f)
    namespace["g"].__defaults__ = (5,)
    assert not third.current()
    assert Snapshot(f).key != third.key


def test_equal_numbers_of_different_types_differ():
    f = define("def f(a):\n    a[0] = k\n", namespace := {"k": 1})
    keys = set()
    for value in (1, 1.0, True, np.float32(1), np.float64(1), np.int64(1)):
        namespace["k"] = value
        keys.add(Snapshot(f).key)
    assert len(keys) == 6
    namespace["k"] = -0.0
    negative = Snapshot(f).key
    namespace["k"] = 0.0
    assert Snapshot(f).key != negative


# ---- nodes ---------------------------------------------------------------------------------------------


def test_constants():
    def f(a):
        a[0] = 1_000, 0.1, True, None, "é", 2j, b"x", ...

    values = [(n["type"], n["value"]) for n in Snapshot(f).functions[0]["body"][0]["value"]["elts"]]
    assert values == [("int", "1000"), ("float", (0.1).hex()), ("bool", True), ("NoneType", None), ("str", "é"),
                      ("complex", (0.0).hex()), ("bytes", None), ("ellipsis", None)]


def test_functions_inside_are_functions_that_see_the_names_around():
    def f(a):
        def g(x):
            y = undefined_name  # noqa: F821, F841
            return x + a[0] + z
        z = 1
        a[0] = g(2) + sum(unknown for v in a)  # noqa: F821

    f_, g_ = Snapshot(f).functions
    assert f_["body"][0]["value"]["value"] == 1 and g_["parent"] == 0 and g_["params"] == ["x"]
    assert g_["body"][0]["value"]["entity"] == "undefined"
    assert g_["body"][1]["value"]["right"] == {**g_["body"][1]["value"]["right"], "_": "Name", "id": "z"}
    assert f_["body"][2]["value"]["right"]["args"][0].keys() == {"_", "at"}


def test_annotations_are_left_out():
    f = define("def f(a: 'f32[:]'):\n    x: Undefined = 1\n    a[0] = x\n")
    node = Snapshot(f).functions[0]["body"][0]
    assert "annotation" not in node and node["target"]["id"] == "x"


def test_the_request_is_utf8_json_of_any_text():
    f = define("def f(a):\n    a[0] = '\\ud800'\n")
    text = _capture.request(Snapshot(f), [], {}, {}, [])
    assert text.decode("utf-8") and b"\\ud800" in text.lower()


def sum_of(count):
    return define(f"def f(a):\n    a[0] = {' + '.join('a[1]' for _ in range(count))}\n", file=f"<sum of {count}>")


def test_deep_expressions():
    assert len(_capture.request(Snapshot(sum_of(400)), [], {}, {}, [])) > 400 * 100
    try:  # how deep JSON may be is for each version of Python to say
        _capture.request(Snapshot(sum_of(2000)), [], {}, {}, [])
    except CompileError as error:
        assert "nests too deeply" in error.message and error.remedy
