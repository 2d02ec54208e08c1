# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How errors read."""

import pickle
import textwrap

import pytest

from gpujit import CompileError, ParallelError, TypingError, UnsupportedError, _errors

DOCUMENT = {
    "error": "UnsupportedError", "code": "GJ012", "message": "a dict isn't supported", "remedy": "use an array",
    "file": "/nowhere/k.py", "line": 7, "column": 8, "end_column": 10, "source": "    d = {}\n",
    "calls": [{"name": "f", "file": "/nowhere/k.py", "line": 3}],
    "notes": [{"message": "first bound here", "file": "/nowhere/k.py", "line": 2, "column": 4, "source": "    d = 1"}],
}


def test_the_whole_text():
    assert str(_errors.from_json(DOCUMENT)) == textwrap.dedent("""\
        [GJ012] a dict isn't supported
          /nowhere/k.py:7:9
            d = {}
                ^^
          note: first bound here
          /nowhere/k.py:2:5
            d = 1
            ^
          in 'f', called at /nowhere/k.py:3
          remedy: use an array""")


def test_the_parts():
    error = _errors.from_json(DOCUMENT)
    assert type(error) is UnsupportedError and isinstance(error, CompileError)
    assert (error.line, error.column, error.code, error.remedy) == (7, 8, "GJ012", "use an array")
    copy = pickle.loads(pickle.dumps(error))
    assert str(copy) == str(error) and copy.line == 7


@pytest.mark.parametrize("name, cls", [
    ("TypingError", TypingError), ("ParallelError", ParallelError), ("UnboundLocalError", UnboundLocalError),
    ("ZeroDivisionError", ZeroDivisionError), ("SomethingElse", CompileError), ("SystemExit", CompileError),
    ("print", CompileError)])
def test_classes(name, cls):
    error = _errors.from_json({"error": name, "message": "m"})
    assert type(error) is cls and str(error) == "m"


def test_the_source_line_is_read_when_it_isnt_given(tmp_path):
    file = tmp_path / "k.py"
    file.write_text("def f(a):\n    a[9] = 1\n")
    error = _errors.from_json({"exception": "IndexError", "message": "index 9", "file": str(file), "line": 2, "column": 4})
    assert str(error).splitlines()[2:] == ["    a[9] = 1", "    ^"]


def test_carets_stay_within_the_line():
    text = _errors.render({"message": "m", "file": "k.py", "line": 1, "column": 4, "end_column": 400, "source": "    ab"})
    assert text.splitlines()[-1] == "    ^^"
    text = _errors.render({"message": "m", "file": "k.py", "line": 1, "column": 4, "end_column": 2, "source": "    ab"})
    assert text.splitlines()[-1] == "    ^"


def test_paths_are_short_below_the_working_directory(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    inside = _errors.render({"message": "m", "file": str(tmp_path / "k.py"), "line": 1})
    outside = _errors.render({"message": "m", "file": "/usr/k.py", "line": 1})
    cell = _errors.render({"message": "m", "file": "<stdin>", "line": 1})
    assert "  k.py:1" in inside and "/usr/k.py:1" in outside and "<stdin>:1" in cell
