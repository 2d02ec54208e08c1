# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The source text and the syntax tree of a Python function."""

from __future__ import annotations

import functools
import linecache
import sys
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, NamedTuple

from . import _errors

if TYPE_CHECKING:
    import ast

_REMEMBERED = 1000  # how far back in a prompt's history a function is looked for


class Source(NamedTuple):
    """A function as it was written. `lines` run from the first decorator on; line numbers are the file's."""

    file: str
    name: str
    line: int
    first_line: int
    lines: list[str]
    tree: ast.FunctionDef
    shift: int  # what to add to the tree's line numbers to get the file's


def remember(fn: FunctionType) -> None:
    """Reads the function's file now, while it's what the function was made from; later edits don't matter then."""
    linecache.checkcache(fn.__code__.co_filename)
    if not linecache.getlines(fn.__code__.co_filename, fn.__globals__):
        _typed(fn.__code__)


def read(fn: FunctionType) -> Source:
    """Finds and parses the source of `fn`.

    Raises CompileError for a function without source (made by `exec`, or typed into a prompt without history) and for a
    file that was changed since; UnsupportedError for `async def` and for `**kwargs`.
    """
    import inspect

    code = fn.__code__
    where = {"file": code.co_filename, "line": code.co_firstlineno}
    all_lines = linecache.getlines(code.co_filename, fn.__globals__) or _typed(code)
    if len(all_lines) < code.co_firstlineno:
        raise _errors.NO_SOURCE.error(fn.__name__, code.co_filename)
    if code.co_name == "<lambda>":
        return _read_lambda(code, all_lines, where)
    lines = inspect.getblock(all_lines[code.co_firstlineno - 1:])
    tree, shift = _parse(lines, code)
    if tree is None or not _matches(tree, code, len(lines)):
        raise _errors.STALE_SOURCE.error(fn.__name__, **where)
    source = Source(code.co_filename, fn.__name__, tree.lineno + shift, code.co_firstlineno, lines, tree, shift)
    _check_kind(source)
    return source


@functools.cache
def _typed(code: CodeType) -> list[str]:
    """The lines of a function that was typed into Python's plain prompt, which keeps no source before 3.13: those of the
    prompt's history that compile to the very same code. None are found where there is no history."""
    import inspect

    readline = sys.modules.get("readline")
    if code.co_filename != "<stdin>" or readline is None:
        return []
    count = readline.get_current_history_length()
    typed = [(readline.get_history_item(k) or "") + "\n" for k in range(max(1, count - _REMEMBERED), count + 1)]
    for start in reversed(range(len(typed))):
        if typed[start].startswith(("def ", "@")):
            lines = inspect.getblock(typed[start:])
            if _compiles_to(code, lines):
                return lines
    return []


def _compiles_to(code: CodeType, lines: list[str]) -> bool:
    try:
        module = compile("".join(lines), code.co_filename, "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return False
    return any(constant == code for constant in module.co_consts)


def _read_lambda(code: CodeType, lines: list[str], where: dict) -> Source:
    """The source of a lambda: of all in its file, the one whose body lies where its code says."""
    import ast

    places = [p for p in code.co_positions() if None not in p and p[:1] + p[2:3] < p[1:2] + p[3:]]
    tree = _parse_file("".join(lines))
    found = None
    if tree is not None and places:
        start, end = min((p[0], p[2]) for p in places), max((p[1], p[3]) for p in places)
        found = next((n for n in ast.walk(tree) if isinstance(n, ast.Lambda)
                      and (n.body.lineno, n.body.col_offset) == start
                      and (n.body.end_lineno, n.body.end_col_offset) == end), None)
    if found is None:
        raise _errors.LAMBDA.error(**where)
    body = ast.copy_location(ast.Return(found.body), found.body)
    function = ast.copy_location(ast.FunctionDef("<lambda>", found.args, [body], []), found)
    source = Source(code.co_filename, "lambda", found.lineno, found.lineno, lines[found.lineno - 1:found.end_lineno],
                    function, 0)
    _check_kind(source)
    return source


def _parse_file(text: str):
    """The tree of a whole file; None where it isn't Python."""
    import ast
    import warnings

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except SyntaxError:
        return None


def _parse(lines: list[str], code: CodeType):
    """The FunctionDef in `lines`, and the shift of its line numbers; (None, 0) when there is none."""
    import ast
    import warnings

    # A nested function is indented: put it in a block of its own rather than move it, so that columns stay.
    indented = lines[0][:1] in (" ", "\t")
    text = ("if 1:\n" if indented else "") + "".join(lines)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except SyntaxError:
        return None, 0
    body = tree.body[0].body if indented else tree.body
    shift = code.co_firstlineno - 1 - indented
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name == code.co_name:
            return node, shift
    return None, 0


def _matches(tree, code: CodeType, length: int) -> bool:
    """Whether the tree can be what the code was compiled from: parameters and extent agree."""
    args = tree.args
    named = [a.arg for a in args.posonlyargs + args.args + args.kwonlyargs]
    count = code.co_argcount + code.co_kwonlyargcount
    last = max((line for _, _, line in code.co_lines() if line), default=code.co_firstlineno)
    return named == _unmangled(code.co_varnames[:count], named) and last < code.co_firstlineno + length


def _unmangled(names, written):
    """`names` with the private-name prefix of a class removed where the source has none."""
    return [w if n.startswith("_") and n.endswith(w) and w.startswith("__") else n
            for n, w in zip(names, written, strict=False)]


def _check_kind(source: Source) -> None:
    import ast

    tree = source.tree
    if isinstance(tree, ast.AsyncFunctionDef):
        raise _errors.ASYNC.error(**place(source, tree))
    if tree.args.kwarg is not None:
        raise _errors.PARAMETER_KIND.error(tree.args.kwarg.arg, **place(source, tree.args.kwarg))


def position(source: Source, node) -> list[int]:
    """[line, column, end line, end column] of a node: lines of the file from 1, columns in characters from 0."""
    line, end_line = node.lineno + source.shift, node.end_lineno + source.shift
    return [line, _characters(source, line, node.col_offset), end_line, _characters(source, end_line, node.end_col_offset)]


def place(source: Source, node) -> dict:
    """The fields of a CompileError that say where `node` is."""
    line, column, end_line, end_column = position(source, node)
    return {"file": source.file, "line": line, "column": column, "end_column": end_column if end_line == line else None,
            "source": source.lines[line - source.first_line].rstrip("\n")}


def _characters(source: Source, line: int, offset: int) -> int:
    """Python's syntax trees count columns in UTF-8 bytes; this counts them in characters."""
    text = source.lines[line - source.first_line] if line - source.first_line < len(source.lines) else ""
    return offset if text.isascii() else len(text.encode()[:offset].decode(errors="replace"))
