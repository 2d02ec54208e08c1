# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The stage "ast": a kernel's syntax tree, as the compiler receives it, for people."""

from __future__ import annotations

# Fields that a node's own line shows, rather than lines below it.
_INLINE = {"Name": ("id",), "Attribute": ("attr",), "Constant": ("type", "value"), "Captured": ("name", "entity", "value"),
           "BinOp": ("op",), "UnaryOp": ("op",), "BoolOp": ("op",), "AugAssign": ("op",), "Compare": ("ops",),
           "keyword": ("arg",), "FunctionDef": ("name",), "ClassDef": ("name",)}


def text(functions: list[dict]) -> str:
    """The functions of a compile request, one node a line: its kind, what it says, and its line and column."""
    lines: list[str] = []
    for function in functions:
        if lines:
            lines.append("")
        lines.append(f"{function['name']}({', '.join(function['params'])})  # {function['file']}:{function['line']}")
        for name, default in function["defaults"].items():
            _node(default, 1, f"{name}=", lines)
        for statement in function["body"]:
            _node(statement, 1, "", lines)
    return "\n".join(lines) + "\n"


def _node(node: dict, depth: int, label: str, lines: list[str]) -> None:
    kind = node["_"]
    inline = _INLINE.get(kind, ())
    words = [kind, *(_word(node[field]) for field in inline if node.get(field) is not None)]
    at = node.get("at")
    place = f"  # {at[0]}:{at[1]}" if at else ""
    lines.append("  " * depth + label + " ".join(words) + place)
    for field, value in node.items():
        if field not in ("_", "at", "ctx", *inline):
            _field(field, value, depth + 1, lines)


def _field(field: str, value, depth: int, lines: list[str]) -> None:
    if isinstance(value, dict):
        _node(value, depth, f"{field}: ", lines)
    elif isinstance(value, list) and value:
        lines.append("  " * depth + f"{field}:")
        for item in value:
            if isinstance(item, dict):
                _node(item, depth + 1, "", lines)
            else:
                lines.append("  " * (depth + 1) + _word(item))


def _word(value) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
