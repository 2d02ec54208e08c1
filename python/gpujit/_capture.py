# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A Python function, the functions it calls and the values it captures, as the compile request has them.

docs/abi.md ("The compile request") has the format. A `Snapshot` holds the values as they were at one moment; `current()`
says cheaply, at every call, whether they still are.
"""

from __future__ import annotations

import builtins
from types import FunctionType, ModuleType

from . import _entities, _errors, _leaves, _source
from ._errors import CompileError

_MISSING = object()
_DEEPEST = 20_000  # frames of Python's, which take no room on the C stack


class Snapshot:
    """A kernel's functions with everything they refer to outside themselves, as of now.

    `functions` are the request's, the kernel first. `hidden` are the captured arrays as (name, array); `key` is hashable
    and equal for two snapshots that compile to the same code, given the types of their hidden arrays.
    """

    def __init__(self, kernel: FunctionType):
        self.functions: list[dict] = []
        self.hidden: list[tuple[str, object]] = []
        self._watches: list[tuple[object, str, tuple[str, ...], object]] = []
        self._indices: dict[FunctionType, int] = {}
        self._parameters = kernel.__code__.co_argcount + kernel.__code__.co_kwonlyargcount
        self._key: list = []
        self._pending: list[FunctionType] = []
        self._index(kernel)
        while self._pending:
            self._add_function(self._pending.pop(0))
        self.key = tuple(self._key)

    def current(self) -> bool:
        """Whether every name read still gives the same object."""
        return all(_read(root, name, attributes) is seen for root, name, attributes, seen in self._watches)

    def _index(self, fn: FunctionType) -> int:
        if fn not in self._indices:
            self._indices[fn] = len(self._indices)
            self._pending.append(fn)
        return self._indices[fn]

    def _add_function(self, fn: FunctionType) -> None:
        for field in ("__code__", "__defaults__", "__kwdefaults__"):
            self._watches.append((fn, field, (), getattr(fn, field)))
        source = _source.read(fn)
        self._key.append(fn.__code__)
        args = source.tree.args
        writer = _Writer(self, fn, source)
        self.functions.append({
            "name": source.name, "file": source.file, "line": source.line, "first_line": source.first_line,
            "lines": [line.rstrip("\r\n") for line in source.lines],
            "params": [a.arg for a in args.posonlyargs + args.args + args.kwonlyargs],
            "defaults": self._defaults(fn, source),
            "body": _deeply(lambda: [writer.node(n) for n in source.tree.body], source),
        })

    def _defaults(self, fn: FunctionType, source: _source.Source) -> dict:
        """The parameters' default values, which Python keeps with the function, as Captured nodes."""
        args = source.tree.args
        positional = args.posonlyargs + args.args
        values = fn.__defaults__ or ()
        found = list(zip(positional[len(positional) - len(values):], values, strict=True))
        found += [(a, fn.__kwdefaults__[a.arg]) for a in args.kwonlyargs if a.arg in (fn.__kwdefaults__ or ())]
        return {a.arg: _captured(source, a, a.arg, *self.entity(a.arg, value)) for a, value in found}

    def entity(self, name: str, obj) -> tuple[str, object]:
        """(entity, value) for a captured object; a function or an array is added to the request."""
        fn = _entities.python_function(obj)
        if fn is not None:
            result = "function", self._index(fn)
        elif _entities.is_array(obj):
            result = "array", self._hide(name, obj)
        elif isinstance(obj, ModuleType):
            result = "module", obj.__name__
        elif (fields := _entities.record_fields(obj)) is not None:
            items = _leaves.items_of(obj, fields)
            entities = tuple(self.entity(f"{name}[{i}]", item) for i, item in enumerate(items))
            result = "tuple", (type(obj).__name__, fields, entities)
        else:
            result = _entities.value_entity(obj) or ("unsupported", _entities.unsupported_name(obj))
        self._key.append((name, *result))
        return result

    def _hide(self, name: str, array) -> int:
        """The index, in the request's signature, of the hidden argument that passes a captured array."""
        for i, (_, other) in enumerate(self.hidden):
            if other is array:
                return self._parameters + i
        self.hidden.append((name, array))
        return self._parameters + len(self.hidden) - 1

    def resolve(self, root, name: str, attributes: list[str], known) -> tuple[str, object, int]:
        """Follows `name.a.b` to what the compiler should see: (entity, value, number of attributes used).

        `root` is the namespace or cell that holds `name`; `known` are the names that a misspelt one may have meant.
        """
        obj, used, dotted = _read(root, name, ()), 0, name
        if obj is _MISSING:
            return *self._undefined(root, name, [], _entities.near_names(name, known)), 0
        while used < len(attributes) and _has_attributes(obj):
            found, value = _entities.attribute(obj, attributes[used])
            if not found:
                if isinstance(obj, ModuleType):
                    return self._no_attribute(root, name, attributes[:used + 1], obj)
                break
            obj, used, dotted = value, used + 1, f"{dotted}.{attributes[used]}"
        self._watches.append((root, name, tuple(attributes[:used]), obj))
        return *self.entity(dotted, obj), used

    def _no_attribute(self, root, name: str, attributes: list[str], module) -> tuple[str, object, int]:
        import difflib

        near = difflib.get_close_matches(attributes[-1], [n for n in dir(module) if not n.startswith("_")], n=3)
        prefix = ".".join([name, *attributes[:-1]])
        return *self._undefined(root, name, attributes, [f"{prefix}.{n}" for n in near]), len(attributes)

    def _undefined(self, root, name: str, attributes: list[str], near: list[str]) -> tuple[str, list[str]]:
        self._watches.append((root, name, tuple(attributes), _MISSING))
        self._key.append((".".join([name, *attributes]), "undefined"))
        return "undefined", near


class _Writer:
    """Turns the syntax tree of one function into the request's nodes."""

    def __init__(self, snapshot: Snapshot, fn: FunctionType, source: _source.Source):
        import ast

        self._ast = ast
        self._snapshot, self._source = snapshot, source
        self._globals = fn.__globals__
        self._cells = dict(zip(fn.__code__.co_freevars, fn.__closure__ or (), strict=True))
        self._locals = _locals(fn, source.tree)
        self._opaque = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda, ast.ListComp, ast.SetComp,
                        ast.DictComp, ast.GeneratorExp)

    def node(self, value):
        """The JSON form of a syntax node, a list of them, or a plain field."""
        ast = self._ast
        if isinstance(value, list):
            return [self.node(v) for v in value]
        if not isinstance(value, ast.AST):
            return value
        if isinstance(value, (ast.operator, ast.unaryop, ast.boolop, ast.cmpop, ast.expr_context)):
            return type(value).__name__
        out = {"_": type(value).__name__}
        if getattr(value, "lineno", None) is not None:
            out["at"] = _source.position(self._source, value)
        if isinstance(value, ast.Constant):
            out["type"], out["value"] = _constant(value.value)
            if isinstance(value.value, complex):
                out["value"], out["imag"] = out["value"]
        elif isinstance(value, self._opaque):
            # Scopes of their own aren't compiled: the message needs no more than their place and name.
            if hasattr(value, "name"):
                out["name"] = value.name
        elif isinstance(value, (ast.Name, ast.Attribute)):
            return self._chain(value) or self._fields(value, out)
        else:
            self._fields(value, out)
        return out

    def _fields(self, value, out: dict) -> dict:
        # A local variable's annotation isn't evaluated by Python, and means nothing here.
        skipped = ("annotation", "type_comment", "kind")
        for field in value._fields:
            if field not in skipped:
                out[field] = self.node(getattr(value, field, None))
        return out

    def _chain(self, value) -> dict | None:
        """The node for a name or attribute chain that starts outside the function; None for any other."""
        ast, links = self._ast, []
        while isinstance(value, ast.Attribute):
            links.insert(0, value)
            value = value.value
        if not isinstance(value, ast.Name) or not isinstance(value.ctx, ast.Load) or value.id in self._locals:
            return None
        root = self._cells.get(value.id, self._globals)
        attributes = [link.attr for link in links]
        entity, extra, used = self._snapshot.resolve(root, value.id, attributes, self._known())
        place = links[used - 1] if used else value
        out = _captured(self._source, place, ".".join([value.id, *attributes[:used]]), entity, extra)
        for link in links[used:]:
            out = {"_": "Attribute", "at": _source.position(self._source, link), "value": out, "attr": link.attr,
                   "ctx": type(link.ctx).__name__}
        return out

    def _known(self):
        return [*self._locals, *self._cells, *self._globals]


def _captured(source: _source.Source, node, name: str, entity: str, value) -> dict:
    out = {"_": "Captured", "at": _source.position(source, node), "name": name, "entity": entity}
    if entity == "tuple":
        out["value"], out["fields"], items = value
        out["items"] = [_captured(source, node, f"{name}[{i}]", *item) for i, item in enumerate(items)]
    elif entity.endswith(("complex", "complex64", "complex128")) and isinstance(value, tuple):
        out["value"], out["imag"] = value
    else:
        out["value"] = value
    return out


def _locals(fn: FunctionType, tree) -> set[str]:
    """The function's local names, by Python's scoping rules.

    Python has worked them out when it compiled the function. Names bound only in code that it dropped (`if False:`) are
    missing there, and are added: what a function binds is local unless it is declared otherwise.
    """
    import ast

    names = {*fn.__code__.co_varnames, *fn.__code__.co_cellvars}
    bound, declared = set(), set(fn.__code__.co_freevars)
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            bound.add(node.id)
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            declared.update(node.names)
    return names | (bound - declared)


def _read(root, name: str, attributes: tuple[str, ...]):
    """The object that `name.a.b` refers to now, or _MISSING. `root`: a namespace, a closure's cell, or a function."""
    if isinstance(root, dict):
        obj = root.get(name, _MISSING)
        if obj is _MISSING:
            obj = getattr(builtins, name, _MISSING)
    elif isinstance(root, FunctionType):
        return getattr(root, name)
    else:
        try:
            obj = root.cell_contents
        except ValueError:  # a variable of the enclosing function that has no value yet
            return _MISSING
    for attribute in attributes:
        obj = getattr(obj, attribute, _MISSING)
    return obj


def _has_attributes(obj) -> bool:
    """Whether a chain goes on through the object: not for numbers, arrays, dtypes and functions."""
    return not (_entities.is_array(obj) or callable(obj) and not isinstance(obj, type)
                or _entities.value_entity(obj) is not None)


def _deeply(work, source: _source.Source):
    """Does recursive work on a tree, which may be deeper than Python's usual limit; CompileError when it's hopeless."""
    import sys

    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, _DEEPEST))
    try:
        return work()
    except RecursionError:
        raise _too_deep(source.name, source.file, source.line) from None
    finally:
        sys.setrecursionlimit(limit)


def _too_deep(name: str, file: str, line: int) -> CompileError:
    return CompileError(f"'{name}' or a function that it calls nests too deeply", code=_errors.TOO_DEEP, file=file,
                        line=line, remedy="split the longest expression into several statements")


def _constant(value) -> tuple[str, object]:
    """(type, value) of a literal; what the compiler can't use has no value."""
    kind = type(value).__name__
    if isinstance(value, (bool, int, float, complex)):
        return kind, _entities.value_entity(value)[1]
    if isinstance(value, str):
        return kind, value.encode(errors="replace").decode()
    return kind, None


def request(snapshot: Snapshot, signature: list[dict], aliases: dict, options: dict, emit: list[str]) -> bytes:
    """The compile request as UTF-8 JSON. Raises CompileError when expressions nest deeper than JSON can be written."""
    import json

    try:
        return json.dumps({"functions": snapshot.functions, "signature": signature, "aliases": aliases,
                           "options": options, "emit": emit}, separators=(",", ":")).encode()
    except RecursionError:
        kernel = snapshot.functions[0]
        raise _too_deep(kernel["name"], kernel["file"], kernel["line"]) from None
