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
        self.watches: list[tuple[object, str, tuple[str, ...], object]] = []
        self._indices: dict[FunctionType, int] = {}
        self._parameters = len(parameters(kernel))
        self._key: list = []
        self._pending: list[FunctionType] = []
        self._index(kernel)
        while self._pending:
            self._add_function(self._pending.pop(0))
        self.key = tuple(self._key)

    def current(self) -> bool:
        """Whether every name read still gives the same object."""
        return all(_read(root, name, attributes) is seen for root, name, attributes, seen in self.watches)

    def _index(self, fn: FunctionType) -> int:
        if fn not in self._indices:
            self._indices[fn] = len(self.functions)
            self.functions.append({})  # filled in when its turn comes
            self._pending.append(fn)
        return self._indices[fn]

    def _add_function(self, fn: FunctionType) -> None:
        for field in ("__code__", "__defaults__", "__kwdefaults__"):
            self.watches.append((fn, field, (), getattr(fn, field)))
        source = _source.read(fn)
        self._key.append(fn.__code__)
        args = source.tree.args
        writer = _Writer(self, fn, source, self._indices[fn])
        fields = self.functions[self._indices[fn]]
        fields.update({
            "name": source.name, "file": source.file, "line": source.line, "first_line": source.first_line,
            "lines": [line.rstrip("\r\n") for line in source.lines],
            **_parameter_fields(args), "defaults": self._defaults(fn, source),
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
            result = "enum" if _leaves.is_member(obj) else "tuple", (_leaves.class_name(obj), fields, entities)
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
        self.watches.append((root, name, tuple(attributes[:used]), obj))
        return *self.entity(dotted, obj), used

    def _no_attribute(self, root, name: str, attributes: list[str], module) -> tuple[str, object, int]:
        import difflib

        near = difflib.get_close_matches(attributes[-1], [n for n in dir(module) if not n.startswith("_")], n=3)
        prefix = ".".join([name, *attributes[:-1]])
        return *self._undefined(root, name, attributes, [f"{prefix}.{n}" for n in near]), len(attributes)

    def _undefined(self, root, name: str, attributes: list[str], near: list[str]) -> tuple[str, list[str]]:
        self.watches.append((root, name, tuple(attributes), _MISSING))
        self._key.append((".".join([name, *attributes]), "undefined"))
        return "undefined", near


class _Writer:
    """Turns the syntax tree of one function into the request's nodes."""

    def __init__(self, snapshot: Snapshot, fn: FunctionType, source: _source.Source, index: int, known=None):
        import ast

        self._ast = ast
        self._snapshot, self._source, self._fn, self._index = snapshot, source, fn, index
        self._globals = fn.__globals__
        self._cells = dict(zip(fn.__code__.co_freevars, fn.__closure__ or (), strict=True))
        self._locals = _locals(fn, source.tree) if known is None else known
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
        elif isinstance(value, (ast.FunctionDef, ast.Lambda)) and _can_nest(value):
            return self._nested(value, out)
        elif isinstance(value, self._opaque):
            # Scopes of their own aren't compiled: the message needs no more than their place and name.
            if hasattr(value, "name"):
                out["name"] = value.name
        elif isinstance(value, (ast.Name, ast.Attribute)):
            return self._chain(value) or self._fields(value, out)
        else:
            self._fields(value, out)
        return out

    def _nested(self, value, out: dict) -> dict:
        """A function or lambda inside this one: a function of the request, which sees this one's names."""
        ast, name = self._ast, getattr(value, "name", "<lambda>")
        positional = value.args.posonlyargs + value.args.args
        defaults = list(zip(positional[len(positional) - len(value.args.defaults):], value.args.defaults, strict=True))
        defaults += [(a, d) for a, d in zip(value.args.kwonlyargs, value.args.kw_defaults, strict=True) if d is not None]
        body = value.body if isinstance(value.body, list) else [ast.copy_location(ast.Return(value.body), value.body)]
        index = len(self._snapshot.functions)
        fields: dict = {}
        self._snapshot.functions.append(fields)
        writer = _Writer(self._snapshot, self._fn, self._source, index, self._locals | _bound(value))
        line = value.lineno + self._source.shift
        fields.update({
            "name": name, "file": self._source.file, "line": line, "first_line": self._source.first_line,
            "lines": [text.rstrip("\r\n") for text in self._source.lines], "parent": self._index,
            **_parameter_fields(value.args), "defaults": {a.arg: self.node(d) for a, d in defaults},
            "body": [writer.node(n) for n in body],
        })
        captured = _captured(self._source, value, name, "function", index)
        if isinstance(value, ast.Lambda):
            return captured
        target = {"_": "Name", "at": out["at"], "id": name, "ctx": "Store"}
        return {"_": "Assign", "at": out["at"], "targets": [target], "value": captured}

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
    if entity in ("tuple", "enum"):
        out["value"], out["fields"], items = value
        out["items"] = [_captured(source, node, f"{name}[{i}]", *item) for i, item in enumerate(items)]
    elif entity.endswith(("complex", "complex64", "complex128")) and isinstance(value, tuple):
        out["value"], out["imag"] = value
    else:
        out["value"] = value
    return out


def parameters(fn: FunctionType) -> tuple[str, ...]:
    """The names of a function's parameters in the order of a call's arguments, that of `*args` last."""
    code = fn.__code__
    return code.co_varnames[:code.co_argcount + code.co_kwonlyargcount + bool(code.co_flags & 4)]


def _parameter_fields(args) -> dict:
    names = [a.arg for a in args.posonlyargs + args.args + args.kwonlyargs]
    if args.vararg is None:
        return {"params": names}
    return {"params": [*names, args.vararg.arg], "vararg": args.vararg.arg, "positional": len(args.posonlyargs + args.args)}


def _can_nest(node) -> bool:
    """Whether a function inside another is one that a kernel may have: its defaults are constants, so that it doesn't
    matter when they are evaluated."""
    import ast

    defaults = [d for d in node.args.defaults + node.args.kw_defaults if d is not None]
    return (not getattr(node, "decorator_list", None) and node.args.kwarg is None
            and all(isinstance(d, ast.Constant) for d in defaults)
            and not any(isinstance(n, (ast.Yield, ast.YieldFrom, ast.Await)) for n in ast.walk(node)))


def _own_nodes(tree):
    """The nodes of a function that belong to its own scope; a function inside it counts by its name alone."""
    import ast

    scopes = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
    pending = list(tree.body) if isinstance(tree.body, list) else [tree.body]
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, scopes):
            pending += ast.iter_child_nodes(node)


def _bound(tree) -> set[str]:
    """The names that a function binds, its parameters among them."""
    import ast

    args = tree.args
    names = {a.arg for a in args.posonlyargs + args.args + args.kwonlyargs}
    names |= {a.arg for a in (args.vararg, args.kwarg) if a is not None}
    for node in _own_nodes(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            names.add(node.id)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.add(node.name)
    return names


def _locals(fn: FunctionType, tree) -> set[str]:
    """The function's local names, by Python's scoping rules.

    Python has worked them out when it compiled the function. Names bound only in code that it dropped (`if False:`) are
    missing there, and are added: what a function binds is local unless it is declared otherwise.
    """
    import ast

    declared = set(fn.__code__.co_freevars)
    for node in _own_nodes(tree):
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            declared.update(node.names)
    return {*fn.__code__.co_varnames, *fn.__code__.co_cellvars} | (_bound(tree) - declared)


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
    return _errors.TOO_DEEP.error(name, file=file, line=line)


def _constant(value) -> tuple[str, object]:
    """(type, value) of a literal; what the compiler can't use has no value."""
    kind = type(value).__name__
    if isinstance(value, (bool, int, float, complex)):
        return kind, _entities.value_entity(value)[1]
    if isinstance(value, str):
        return kind, value.encode(errors="replace").decode()
    return kind, None


def request(snapshot: Snapshot, signature: list[dict], aliases: dict, options: dict, emit: list[str],
            numbers: list[list[int]] | None = None) -> bytes:
    """The compile request as UTF-8 JSON. Raises CompileError when expressions nest deeper than JSON can be written.

    `numbers` are a call's own, by argument: an int alone, or an array's extents; they make no difference to the code.
    """
    import json

    try:
        document = {"functions": snapshot.functions, "signature": signature, "aliases": aliases, "options": options,
                    "emit": emit}
        if numbers is not None:
            document["values"] = numbers
        return json.dumps(document, separators=(",", ":")).encode()
    except RecursionError:
        kernel = snapshot.functions[0]
        raise _too_deep(kernel["name"], kernel["file"], kernel["line"]) from None
