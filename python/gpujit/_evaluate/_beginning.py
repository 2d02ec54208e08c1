# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A contract to start from, for a file with a kernel: `gpujit evaluate --init kernel.py`."""

from __future__ import annotations

import ast
import pathlib

_TEXT = '''"""What {kernel} is held to. Check the lines marked with "here", then: gpujit evaluate {spec}"""

import numpy as np

import gpujit
from {module} import {kernel}


def inputs(rng, n):
    """New arguments of size n."""
{arrays}
    return {arguments}


def reference({arguments}):
    """The outputs, as NumPy computes them: here the kernel's own Python, which is right and slow."""
    {copies}
    {kernel}.py_func({called})
    return {results}


contract = gpujit.Contract(
    {kernel}, inputs, reference,
    outputs={outputs},  # here: the parameters that are written
    sizes=[1_000, 10_000, 100_000],  # here: those that you care about; the verdict is on the largest
    speedup=1.1,  # here: the gain that makes the kernel worth keeping
    # library=lambda {arguments}: ...,  # a maintained library's version, if there is one
)
'''


def specification(path: str, name: str | None = None) -> str:
    """The text of a contract for the file's kernel. Raises ValueError if the file has none, or several and no name."""
    source = pathlib.Path(path)
    body = ast.parse(source.read_text()).body
    functions = {f.name: f for f in body if isinstance(f, ast.FunctionDef) and _is_kernel(f)}
    if name is None and len(functions) == 1:
        name = next(iter(functions))
    if name not in functions:
        known = ", ".join(functions) or "none"
        raise ValueError(f"{path} has the kernels {known}: say which with --kernel" if functions
                         else f"{path} has no kernel: decorate a function with @gpujit")
    function = functions[name]
    parameters = [a.arg for a in function.args.args]
    arrays, written = _arrays(function), _written(function)
    outputs = [k for k, p in enumerate(parameters) if p in written] or [len(parameters) - 1]
    made = [f"    {p} = {_made(p, arrays, written)}" for p in parameters]
    return _TEXT.format(
        kernel=name, module=source.stem, spec=f"{source.stem}_contract.py", arrays="\n".join(made),
        arguments=", ".join(parameters), outputs=outputs, called=", ".join(parameters),
        copies="; ".join(f"{parameters[k]} = {parameters[k]}.copy()" for k in outputs),
        results=", ".join(parameters[k] for k in outputs))


def _is_kernel(function: ast.FunctionDef) -> bool:
    return any("gpujit" in ast.unparse(d) for d in function.decorator_list)


def _arrays(function: ast.FunctionDef) -> dict[str, int]:
    """The names that are subscripted, with how many subscripts."""
    found = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
            found[node.value.id] = max(found.get(node.value.id, 0),
                                       len(node.slice.elts) if isinstance(node.slice, ast.Tuple) else 1)
    return found


def _written(function: ast.FunctionDef) -> set[str]:
    return {node.value.id for node in ast.walk(function) if isinstance(node, ast.Subscript)
            and isinstance(node.ctx, ast.Store) and isinstance(node.value, ast.Name)}


def _made(name: str, arrays: dict[str, int], written: set[str]) -> str:
    rank = arrays.get(name, 1)
    shape = "n" if rank == 1 else f"({', '.join(['n'] * rank)})"
    if name in written:
        return f"np.zeros({shape}, np.float32)  # here: its shape and type"
    if name in arrays:
        return f"rng.random({shape}, np.float32)  # here: its shape and type"
    return "n  # here: a number"
