# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The exceptions and warnings of gpujit, and how the compiler's errors become them."""

from __future__ import annotations

import builtins
import os
from typing import NamedTuple


class CompileError(Exception):
    """A kernel that can't be compiled.

    `str()` shows the message, `file:line:column`, the source line with a caret, the remedy and the chain of calls. Each
    part is an attribute as well: `message`, `code`, `remedy`, `file`, `line`, `column` (from 0), `end_column`, `source`,
    `calls` and `notes`; what isn't known is None (an empty tuple for the last two).
    """

    def __init__(self, message="", *, code=None, remedy=None, file=None, line=None, column=None, end_column=None,
                 source=None, calls=(), notes=()):
        super().__init__(message)
        self.message, self.code, self.remedy = message, code, remedy
        self.file, self.line, self.column, self.end_column = file, line, column, end_column
        self.source, self.calls, self.notes = source, tuple(calls), tuple(notes)

    def __str__(self):
        return render(self.__dict__)


class UnsupportedError(CompileError):
    """Valid Python that gpujit doesn't compile."""


class TypingError(CompileError):
    """Types that don't fit together."""


class ParallelError(CompileError):
    """A loop that can't be parallelised, under `parallel="require"`."""


class Diagnostic(NamedTuple):
    """What can be wrong with a function before the compiler sees it; `{0}`, `{1}` stand for what the kernel has there."""

    code: str
    exception: type[CompileError]
    message: str
    remedy: str

    def error(self, *values, **place) -> CompileError:
        """The exception for these values; `place` are the fields of a CompileError that say where."""
        return self.exception(self.message.format(*values), code=self.code, remedy=self.remedy, **place)


NO_SOURCE = Diagnostic("GJ901", CompileError, "the source of '{0}' isn't available (it comes from '{1}')",
                       "define it in a file, a notebook cell or at a prompt; a function made by exec() has no source")
LAMBDA = Diagnostic("GJ902", CompileError, "the source of this lambda can't be told from what Python keeps of it",
                    "write it as a function with def")
STALE_SOURCE = Diagnostic("GJ903", CompileError, "the source of '{0}' doesn't match the function: its file was changed "
                          "after it was loaded", "reload the module")
PARAMETER_KIND = Diagnostic("GJ904", UnsupportedError, "the parameter '**{0}' isn't supported", "name every parameter")
ASYNC = Diagnostic("GJ905", UnsupportedError, "an async function can't be compiled", "write it with a plain def")
TOO_DEEP = Diagnostic("GJ906", CompileError, "'{0}' or a function that it calls nests too deeply",
                      "split the longest expression into several statements")
BEFORE_COMPILING = (NO_SOURCE, LAMBDA, STALE_SOURCE, PARAMETER_KIND, ASYNC, TOO_DEEP)


class CudaError(RuntimeError):
    """A call of the CUDA driver that failed; the message has the result's name, the call and a remedy."""


class SimulationError(RuntimeError):
    """The simulated device found a data race, a divergent barrier, an unset read or an access out of range; the message
    has the element, the threads and the lines."""


class FallbackWarning(UserWarning):
    """The kernel runs on the CPU interpreter, because no usable CUDA device was found."""


class PerformanceWarning(UserWarning):
    """The kernel runs, but far slower than a GPU could: the message says which loop, and why."""


_CLASSES = {cls.__name__: cls for cls in (CompileError, UnsupportedError, TypingError, ParallelError, CudaError,
                                         SimulationError)}
_FIELDS = ("code", "remedy", "file", "line", "column", "end_column", "source", "calls", "notes")


def exception_class(name: str) -> type[Exception]:
    """The class an error names: one of gpujit's, or one of Python's built-in exceptions; else CompileError."""
    if name in _CLASSES:
        return _CLASSES[name]
    cls = getattr(builtins, name, None)
    return cls if isinstance(cls, type) and issubclass(cls, Exception) else CompileError


def from_json(error: dict) -> Exception:
    """The exception for an error document of the compiler or of a running kernel (docs/abi.md, "Errors")."""
    cls = exception_class(error.get("error") or error.get("exception") or "CompileError")
    if issubclass(cls, CompileError):
        return cls(error.get("message", ""), **{k: error[k] for k in _FIELDS if error.get(k) is not None})
    exception = cls(render(error))
    exception.details = error
    return exception


def from_text(text: str) -> Exception:
    """The same for a JSON text; the extension module calls it for what a running kernel raises."""
    import json

    return from_json(json.loads(text))


def render(error: dict) -> str:
    """The text of an error: message, place, source line with a caret, remedy, notes, chain of calls."""
    code = error.get("code")
    message = error.get("message")
    out = [(f"[{code}] " if code else "") + ("the kernel can't be compiled" if message is None else message)]
    if error.get("file") and error.get("line"):
        out += _place(error)
    for note in error.get("notes") or ():
        out.append(f"  note: {note.get('message', '')}")
        if note.get("file") and note.get("line"):
            out += _place(note)
    for call in error.get("calls") or ():
        out.append(f"  in '{call.get('name')}', called at {_path(call.get('file', '?'))}:{call.get('line')}")
    if error.get("remedy"):
        out.append(f"  remedy: {error['remedy']}")
    return "\n".join(out)


def _place(error: dict) -> list[str]:
    """`file:line:column` (the column counts from 1 here, as editors do) and the source line with its caret."""
    column = error.get("column")
    at = f"  {_path(error['file'])}:{error['line']}" + (f":{column + 1}" if column is not None else "")
    source = error.get("source")
    if source is None:
        source = _line_of(error["file"], error["line"])
    source = source.rstrip() if source else source
    if not source:
        return [at]
    lines = [at, "    " + source.lstrip()]
    if column is not None:
        indent = len(source) - len(source.lstrip())
        end = error.get("end_column") or column + 1
        width = max(1, min(end, len(source)) - column)
        lines.append("    " + " " * max(0, column - indent) + "^" * width)
    return lines


def _line_of(file: str, line: int) -> str:
    import linecache

    return linecache.getline(file, line)


def _path(file: str) -> str:
    """The path as a person would write it: relative to the working directory when it lies below."""
    try:
        short = os.path.relpath(file)
    except (ValueError, OSError):
        return file
    return file if file.startswith("<") or short.startswith("..") else short
