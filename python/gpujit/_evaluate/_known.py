# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels that write out what a maintained library has: then the library is to be measured too."""

from __future__ import annotations

import ast
import inspect
import textwrap

LIBRARIES = {
    "matrix product": "a dense matrix product is cuBLAS's: cupy.matmul, torch.matmul",
    "fft": "a Fourier transform is cuFFT's: cupy.fft, torch.fft",
    "sort": "sorting is CUB's: cupy.sort, torch.sort",
    "strings": "text is libcudf's: cudf.Series.str",
    "graph": "whole graph algorithms are cuGraph's",
}


def operation_of(kernel) -> str | None:
    """The key in LIBRARIES of what a gpujit kernel writes out; None if it isn't recognised."""
    function = getattr(kernel, "py_func", None)
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (TypeError, OSError, SyntaxError):
        return None
    nodes = list(ast.walk(tree))
    if any(_is_product(node) for node in nodes):
        return "matrix product"
    if _is_sort(nodes):
        return "sort"
    return "fft" if _is_transform(nodes) else None


def _indices(node: ast.expr) -> list[str] | None:
    """The plain names of a subscript [i, k] or [i][k]."""
    names: list[str] = []
    while isinstance(node, ast.Subscript):
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if not all(isinstance(p, ast.Name) for p in parts):
            return None
        names = [p.id for p in parts] + names
        node = node.value
    return names or None


def _is_product(node: ast.AST) -> bool:
    """A loop over k that holds s += a[i, k] * b[k, j], or s = s + it."""
    if not isinstance(node, ast.For) or not isinstance(node.target, ast.Name):
        return False
    k = node.target.id
    for inner in node.body:
        value = inner.value if isinstance(inner, (ast.AugAssign, ast.Assign)) else None
        for product in ast.walk(value) if value else ():
            if not (isinstance(product, ast.BinOp) and isinstance(product.op, ast.Mult)):
                continue
            left, right = _indices(product.left), _indices(product.right)
            if left and right and len(left) == len(right) == 2 and k in left and k in right and set(left) != set(right):
                return True
    return False


def _is_sort(nodes: list) -> bool:
    """An exchange of a[x] and a[y] under a comparison of elements, in two loops."""
    if sum(isinstance(n, (ast.For, ast.While)) for n in nodes) < 2:
        return False
    for node in nodes:
        if isinstance(node, ast.If) and isinstance(node.test, ast.Compare) and isinstance(node.test.left, ast.Subscript):
            for inner in ast.walk(node):
                pair = [inner.targets[0], inner.value] if isinstance(inner, ast.Assign) else []
                if pair and all(isinstance(side, ast.Tuple) and all(isinstance(e, ast.Subscript) for e in side.elts)
                                for side in pair):
                    return True
    return False


def _is_transform(nodes: list) -> bool:
    """Both a sine and a cosine of a multiple of two loop variables, in two loops."""
    loops = [n for n in nodes if isinstance(n, ast.For) and isinstance(n.target, ast.Name)]
    variables = {n.target.id for n in loops}
    called = set()
    products = [n for n in nodes if isinstance(n, ast.BinOp) and isinstance(n.op, ast.Mult)
                and len({m.id for m in ast.walk(n) if isinstance(m, ast.Name)} & variables) >= 2]
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            called.add(node.func.attr)
    return len(loops) >= 2 and bool(products) and {"sin", "cos"} <= called
