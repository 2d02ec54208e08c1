# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every diagnostic of the compiler by its whole text: message, place, caret, notes, calls, remedy.

diagnostics.txt holds the cases: a kernel, and below a line of dashes the error. A parameter's name says its type, SIGNATURE;
a first line `# parallel="require"` gives options.
"""

import ast
import json
import math
import pathlib
import re
import runpy
import types

import numpy as np
import pytest

import gpujit
from conftest import ROOT, compiled, define
from gpujit import _backend, _capture, _errors

SIGNATURE = {"a": "f32[:]", "c": "b1[:]", "k": "i32[:]", "m": "f32[:, :]", "n": "int", "out": "f64[:]",
             "readonly": "readonly f32[:]", "x": "float"}
CASES = [case.split("\n---\n") for case in
         (pathlib.Path(__file__).parent / "diagnostics.txt").read_text().strip("\n").split("\n=====\n")]
SCRIPT = runpy.run_path(str(ROOT / "scripts" / "diagnostics"))


def code_of(text: str) -> str:
    return re.search(r"\[(GJ\d+)\]", text)[1]


def refusal(source: str) -> str:
    """The class and text of what compiling the kernel f of some source raises."""
    options = {}
    if source.startswith("# parallel="):
        options["parallel"] = ast.literal_eval(source.partition("\n")[0].partition("=")[2])
    fn = define(source, {"np": np, "math": math}, file="kernel.py")
    names = fn.__code__.co_varnames[:fn.__code__.co_argcount]
    with pytest.raises(Exception) as raised:
        gpujit.gpujit(**options)(fn).explain(", ".join(SIGNATURE[name] for name in names))
    return f"{type(raised.value).__name__}: {raised.value}"


@compiled
@pytest.mark.parametrize("source, expected", CASES, ids=[code_of(expected) for _, expected in CASES])
def test_text(source, expected):
    assert refusal(source) == expected


# ---- what no kernel can provoke by itself: a request that the Python layer wouldn't write, a gap of a lowering ------------
def compile_error(change) -> dict:
    """The error document for the request of a small kernel after `change(request)`."""
    fn = define("""
        def f(a):
            a[0] = 1
        """, file="kernel.py")
    text = _capture.request(_capture.Snapshot(fn), [{"name": "a", "kind": "array", "dtype": "float32", "rank": 1,
                                                     "layout": "C", "readonly": False}], {}, {}, ["pyk"])
    request = json.loads(text)
    change(request)
    return json.loads(_backend.compiler().compile(json.dumps(request).encode()).text("error"))


def no_arguments(request):
    request["signature"] = []


def no_dimensions(request):
    request["signature"][0]["rank"] = 0


def no_functions(request):
    request["functions"] = []


REQUESTS = [
    (no_arguments, "GJ028", "TypeError", "f() takes 1 arguments, got 0"),
    (no_dimensions, "GJ034", "UnsupportedError", "the array 'a' has 0 dimensions"),
    (no_functions, "GJ099", "CompileError", "internal error of the compiler: request: 'functions' is missing or empty"),
]


@compiled
@pytest.mark.parametrize("change, code, exception, message", REQUESTS, ids=[code for _, code, *_ in REQUESTS])
def test_wrong_request(change, code, exception, message):
    error = compile_error(change)
    assert (error["code"], error["error"], error["message"]) == (code, exception, message)
    assert error["remedy"]


# ---- what is found before there is a kernel to compile ----------------------------------------------------------------
def made_by_exec():
    namespace: dict = {}
    exec("def f(a):\n    a[0] = 1\n", namespace)
    return namespace["f"]


def lambda_without_positions():
    fn = define("f = lambda a: a\n", file="kernel.py")
    return types.FunctionType(fn.__code__.replace(co_linetable=b""), {}, "f")


def changed():
    fn = define("def f(a):\n    a[0] = 1\n", file="kernel.py")
    define("def f(b):\n    b[0] = 2\n", file="kernel.py")
    return fn


BEFORE = [
    (made_by_exec, """\
CompileError: [GJ901] the source of 'f' isn't available (it comes from '<string>')
  remedy: define it in a file, a notebook cell or at a prompt; a function made by exec() has no source"""),
    (lambda_without_positions, """\
CompileError: [GJ902] the source of this lambda can't be told from what Python keeps of it
  kernel.py:1
    f = lambda a: a
  remedy: write it as a function with def"""),
    (changed, """\
CompileError: [GJ903] the source of 'f' doesn't match the function: its file was changed after it was loaded
  kernel.py:1
    def f(b):
  remedy: reload the module"""),
    (lambda: define("def f(a, **rest):\n    a[0] = 1\n", file="kernel.py"), """\
UnsupportedError: [GJ904] the parameter '**rest' isn't supported
  kernel.py:1:12
    def f(a, **rest):
               ^^^^
  remedy: name every parameter"""),
    (lambda: define("async def f(a):\n    a[0] = 1\n", file="kernel.py"), """\
UnsupportedError: [GJ905] an async function can't be compiled
  kernel.py:1:1
    async def f(a):
    ^
  remedy: write it with a plain def"""),
    (lambda: define(f"def f(a):\n    a[0] = a[0]{' + a[0]' * 700}\n", file="kernel.py"), """\
CompileError: [GJ906] 'f' or a function that it calls nests too deeply
  kernel.py:1
    def f(a):
  remedy: split the longest expression into several statements"""),
]


@compiled
@pytest.mark.parametrize("make, expected", BEFORE, ids=[code_of(expected) for _, expected in BEFORE])
def test_text_before_compiling(make, expected, monkeypatch):
    monkeypatch.setattr(_capture, "_DEEPEST", 500)
    with pytest.raises(gpujit.CompileError) as raised:
        gpujit.gpujit(make()).explain("f32[:]")
    assert f"{type(raised.value).__name__}: {raised.value}" == expected


def test_every_code_before_compiling_has_a_case():
    entries = SCRIPT["before_compiling"]()
    assert [entry.code for entry in entries] == [code_of(expected) for _, expected in BEFORE]
    assert all(hasattr(_errors, entry.name) for entry in entries)


# Gaps of the lowerings close one by one, so their texts are tested where they are found: test/conversion.
ELSEWHERE = {"GJ032"}


def test_every_code_has_a_case():
    catalogue = SCRIPT["catalogue"]()
    codes = [entry.code for entry in catalogue]
    assert len(set(codes)) == len(codes), "a code is used twice"
    assert len({entry.name for entry in catalogue}) == len(codes)
    tested = {code_of(expected) for _, expected in CASES} | {code for _, code, *_ in REQUESTS} | ELSEWHERE
    assert tested == set(codes)


def test_exceptions_exist():
    for entry in SCRIPT["catalogue"]():
        assert _errors.exception_class(entry.exception).__name__ == entry.exception


def test_the_document_is_up_to_date():
    assert SCRIPT["DOC"].read_text() == SCRIPT["document"](), "run scripts/diagnostics"
