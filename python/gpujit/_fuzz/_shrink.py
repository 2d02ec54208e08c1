# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes a failing program small: parts are taken out for as long as it still fails."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator


def shrink(source: str, fails: Callable[[str], bool], tries: int = 400) -> str:
    """A smaller text that still fails; `fails` is asked at most `tries` times."""
    tree = ast.parse(source)
    progress = True
    while progress and tries > 0:
        progress = False
        for candidate in _smaller(tree):
            tries -= 1
            text = ast.unparse(ast.fix_missing_locations(candidate)) + "\n"
            if fails(text):
                tree, progress = candidate, True
                break
            if tries <= 0:
                break
    return ast.unparse(tree) + "\n"


def _smaller(tree: ast.Module) -> Iterator[ast.Module]:
    """Copies of the tree, each with one thing taken out or made simpler."""
    count = sum(1 for _ in ast.walk(tree))
    for k in range(count):
        for edit in (_drop_statement, _lift_body, _simplify_expression):
            candidate = copy.deepcopy(tree)
            if edit(list(ast.walk(candidate))[k]):
                yield candidate


def _drop_statement(node: ast.AST) -> bool:
    """Takes the last statement out of a body of several, then (in later copies of the tree) the others."""
    body = getattr(node, "body", None)
    if isinstance(node, ast.Module) or not isinstance(body, list) or len(body) < 2:
        return False
    body.pop()
    return True


def _lift_body(node: ast.AST) -> bool:
    """Replaces the first compound statement of a body by what is in it, or drops the first simple one."""
    body = getattr(node, "body", None)
    if isinstance(node, ast.Module) or not isinstance(body, list):
        return False
    for k, statement in enumerate(body):
        if isinstance(statement, (ast.If, ast.While)):
            body[k:k + 1] = statement.body
            return True
        if len(body) > 1:
            del body[k]
            return True
    return False


def _simplify_expression(node: ast.AST) -> bool:
    """Replaces an operation by one of its operands."""
    for field, value in ast.iter_fields(node):
        if isinstance(value, (ast.BinOp, ast.UnaryOp, ast.IfExp)):
            operand = {ast.BinOp: "left", ast.UnaryOp: "operand", ast.IfExp: "body"}[type(value)]
            setattr(node, field, getattr(value, operand))
            return True
    return False
